"""The search over partners says what the brute force says, in whole deals and in mid-game, with and
without each of its deductions."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from pyrtool import kernel
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.build import pairing
from pyrtool.game.deals import dealer
from pyrtool.game.games import GAMES, Rules
from pyrtool.kernel.bulk import OUTCOMES, Bulk
from pyrtool.kernel.numbers import halves
from pyrtool.kernel.pairing import Pairing, matched

from ..bruteforce.games import games_of_partners
from ..dealing import shuffled

PYRAMID = GAMES["pyramid"]
TWO = replace(PYRAMID, passes=2)
GOAL = replace(PYRAMID, goal="pyramid")


def searched_games() -> list[Rules]:
    """Rules of every kind that the search takes, with decks that a brute force can exhaust."""
    return [rules for rules in games_of_partners() if pairing(rules) is not None]


def kernel_of(rules: Rules, without: frozenset[str] = frozenset()) -> Pairing:
    """The search over partners of these rules, which have one."""
    found = pairing(rules, without)
    assert found is not None
    return found


def test_it_takes_one_or_two_passes() -> None:
    small = searched_games()
    assert len(small) > 600
    more = (PYRAMID, TWO, GOAL, GAMES["clear"], GAMES["reserve"], GAMES["alonso"])
    for rules in (*small, *more, replace(GAMES["clear"], passes=2), replace(TWO, rows=6)):
        assert isinstance(pairing(rules), Pairing), rules
    for change in (
        {"passes": 3},
        {"passes": None},
        {"passes": 2, "rows": 5},  # its passes have too many slots
        {"goal": "pyramid", "passes": 2},
        {"waste_pairs": True},
        {"stock_waste": "auto"},
        {"stock_waste": "auto-on-turn"},
        {"draw": 2, "stock_top": False, "stock_waste": "no"},
        {"total": 12},  # sixes go together
    ):
        assert pairing(replace(PYRAMID, **change)) is None, change
    assert pairing(GAMES["bouquet"]) is None


def test_a_choice_of_all_partners_is_a_solution() -> None:
    """The deductions are complete: only without some of them a choice is played in vain."""
    vain: Counter[frozenset[str]] = Counter()
    overlapping = [replace(rules, overlap=True) for rules in (PYRAMID, GOAL)]
    for rules in (PYRAMID, GOAL, *overlapping, TWO, *searched_games()[::9]):
        for without in (frozenset[str](), frozenset({"waste"}), frozenset({"turns"})):
            search = kernel_of(rules, without)
            for seed in range(1, 40 if kernel.COMPILED else 3):
                search.load_position(bytes(cards := shuffled(rules, seed)), b"\1" * len(cards), 0)
                search.search(2_000)
                vain[without] += search.vain
    assert vain[frozenset()] == 0 < min(vain[frozenset({"waste"})], vain[frozenset({"turns"})])


@pytest.mark.parametrize(
    "deals", [300 if kernel.COMPILED else 5, pytest.param(1_000, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(
    "rules",
    [
        PYRAMID,
        replace(PYRAMID, overlap=True),
        replace(PYRAMID, stock_waste="no"),
        replace(PYRAMID, stock_waste="no", overlap=True),
        GOAL,
        replace(GOAL, overlap=True),
        GAMES["clear"],
        replace(GAMES["clear"], passes=2, overlap=True),
        replace(GOAL, rows=6, columns=(4, 2)),
        replace(PYRAMID, rows=6),
        GAMES["reserve"],
        TWO,
        replace(TWO, overlap=True),
        replace(TWO, stock_waste="no"),
        GAMES["alonso"],
    ],
    ids=str,
)
def test_many_deals_end_as_in_the_search_over_positions(rules: Rules, deals: int) -> None:
    stock = build.stock_game(rules)
    positions = Bulk(stock, build.matcher(rules), build.search(rules), build.checker(rules))
    ended = []
    for bulk in (positions, build.bulk(rules)):
        outcomes = bytearray(deals)
        bulk.deal_outcomes(dealer(1, "native", rules), 1, outcomes, halves(deals), 2**62)
        ended.append([OUTCOMES[code] for code in outcomes])
    assert ended[0] == ended[1]
    few = deals < 50 or rules.stock_waste == "no"
    assert {"won", "exhausted", "set block"} <= set(ended[0]) or few


def test_a_rank_with_more_cards_left_than_its_complement_is_lost() -> None:
    rules = Rules(rows=2, total=5, suits=2)
    cards = bytes(shuffled(rules, 1))
    search = kernel_of(rules)
    for at, card in enumerate(rules.in_deal(list(rules.deck))):
        assert card is not None
        left = bytes(i != at for i in range(len(cards)))
        search.load_position(cards, left, 0)
        goes_alone = rules.goes_alone(shuffled(rules, 1)[at].rank)
        if not goes_alone:
            assert search.search(10**6) == "lost"


def test_the_pairs_of_perfect_matchings() -> None:
    whole, lone = matched(True), matched(False)
    chance = random.Random(3)
    for choice in [0, 0xFFFF, 0x8421, *(chance.randrange(65536) for _ in range(3_000))]:
        found = _matchings(choice)
        assert whole[choice] == found
        assert lone[choice] & found == found
        assert lone[choice] & ~choice == 0


def _matchings(choice: int, row: int = 0, taken: int = 0) -> int:
    """The pairs of all perfect matchings, row by row."""
    if row == 4:
        return 1 << 16
    union = 0
    for k in range(4):
        if choice >> (4 * row + k) & 1 and not taken >> k & 1:
            rest = _matchings(choice, row + 1, taken | 1 << k)
            union |= rest | 1 << (4 * row + k) if rest else 0
    return union & 0xFFFF if row == 0 else union
