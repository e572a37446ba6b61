"""The search over partners says what the brute force says, in whole deals and in mid-game, with and
without each of its deductions."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from pyrtool import kernel
from pyrtool.answers import second_opinion
from pyrtool.answers.kernels import build
from pyrtool.answers.kernels.build import pairing
from pyrtool.answers.kernels.lines import moves_of
from pyrtool.answers.kernels.positions import as_dealt
from pyrtool.answers.solve import Limits, Lost, Unknown, Won, solve
from pyrtool.game.deals import Deal, deal, dealer
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.line import played
from pyrtool.game.position import Position
from pyrtool.kernel.bulk import OUTCOMES, Bulk
from pyrtool.kernel.numbers.buffers import halves
from pyrtool.kernel.verdict.pairing.choices import matched
from pyrtool.kernel.verdict.pairing.deductions import DEDUCTIONS
from pyrtool.kernel.verdict.pairing.pairing import Pairing

from ..dealing import STOCK_DECKS, STOCK_TABLEAUX, legal, shuffled
from ..oracle import Oracle, TooManyStates
from ..playouts import in_mid_game

PYRAMID = GAMES["pyramid"]
TWO = replace(PYRAMID, passes=2)
GOAL = replace(PYRAMID, goal="pyramid")
TABLEAUX = [*STOCK_TABLEAUX, {"tableau": "columns 2x3"}]
DECKS = [*STOCK_DECKS, {"ranks": 5, "pairs": "A-4, 2-3, 5 alone", "suits": 3}]
CHOICES: list[dict[str, Any]] = [
    {},
    {"stock_waste": "no"},
    {"stock_top": False, "stock_waste": "no"},
]
SMALL = [
    rules
    for tableau in TABLEAUX
    for deck in DECKS
    for choice in CHOICES
    for overlap in (False, True)
    for goal, passes in (("all", 1), ("all", 2), ("pyramid", 1), ("pyramid", 2))
    if (goal, passes) != ("pyramid", 2) or choice  # where stock cards go with each other: positions
    if (rules := legal(tableau, deck, choice, {"overlap": overlap, "goal": goal, "passes": passes}))
    is not None
]
"""Rules of every kind that the search takes, with decks that a brute force can exhaust."""

WITHOUT = [frozenset[str](), *(frozenset({name}) for name in DEDUCTIONS), frozenset(DEDUCTIONS)]
"""The deductions that are left out: none, each, all."""
DEALS = 3 if kernel.COMPILED else 1


def kernel_of(rules: Rules, without: frozenset[str] = frozenset()) -> Pairing:
    """The search over partners of these rules, which have one."""
    found = pairing(rules, without)
    assert found is not None
    return found


def test_it_takes_one_or_two_passes() -> None:
    assert len(SMALL) > 600
    more = (PYRAMID, TWO, GOAL, GAMES["clear"], GAMES["reserve"], GAMES["alonso"])
    for rules in (*SMALL, *more, replace(GAMES["clear"], passes=2), replace(TWO, rows=6)):
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


@pytest.mark.parametrize("share", [19, pytest.param(3, marks=pytest.mark.slow)])
def test_it_agrees_with_the_brute_force_under_all_its_rules(share: int) -> None:
    answers: Counter[bool | None] = Counter()
    for rules in SMALL[::share]:
        chance = random.Random(str(rules))
        for _ in range(2):
            cards = shuffled(rules, chance.randrange(10**9))
            try:
                known = Oracle(cards, rules).shortest(max_states=20_000) is not None
            except TooManyStates:
                answers[None] += 1
                continue
            found = solve(Deal.of(cards, rules))
            assert isinstance(found, Won if known else Lost), (rules, cards)
            answers[known] += 1
    assert answers[True] > 120 // share < answers[False], answers


@pytest.mark.parametrize(
    "without", WITHOUT, ids=lambda without: ", ".join(sorted(without)) or "none"
)
def test_it_agrees_with_the_plain_search_without_any_deduction(without: frozenset[str]) -> None:
    answers: Counter[str] = Counter()
    for rules in SMALL[:: 1 if kernel.COMPILED else 9]:
        chance = random.Random(str(rules))
        search = kernel_of(rules, without)
        for _ in range(DEALS):
            cards = shuffled(rules, chance.randrange(10**9))
            known = second_opinion.search(Deal.of(cards, rules)).answer
            search.load(bytes(cards))
            search.load_position(bytes(cards), b"\1" * len(cards), 0)
            assert search.search(10**7) == known, (rules, cards, without)
            answers[known] += 1
            if known == "won":
                start = Position.start(Deal.of(cards, rules))
                line = moves_of(search.line(), start, as_dealt(start).stock)
                assert line.end.is_won()
    assert min(answers["won"], answers["lost"]) > 10, answers


@pytest.mark.parametrize("deals", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_it_agrees_with_the_brute_force_in_mid_game(deals: int) -> None:
    answers: Counter[bool | None] = Counter()
    for rules, here, known in in_mid_game(SMALL[:: 1 if deals > 1 else 2], deals):
        answers[known] += 1
        if known is None:
            continue
        for without in WITHOUT:
            dealt, search = as_dealt(here), kernel_of(rules, without)
            search.load_position(bytes(dealt.cards), dealt.left, dealt.at)
            won = search.search(10**7) == "won"
            assert won == known, (rules, here, without)
        assert isinstance(solve(here), Won if known else Lost), here
    assert answers[True] > 40 * deals < answers[False], answers


def test_a_choice_of_all_partners_is_a_solution() -> None:
    """The deductions are complete: only without some of them a choice is played in vain."""
    vain: Counter[frozenset[str]] = Counter()
    overlapping = [replace(rules, overlap=True) for rules in (PYRAMID, GOAL)]
    for rules in (PYRAMID, GOAL, *overlapping, TWO, *SMALL[::5]):
        for without in (frozenset[str](), frozenset({"waste"}), frozenset({"turns"})):
            search = kernel_of(rules, without)
            for seed in range(1, 40 if kernel.COMPILED else 3):
                search.load_position(bytes(cards := shuffled(rules, seed)), b"\1" * len(cards), 0)
                search.search(2_000)
                vain[without] += search.vain
    assert vain[frozenset()] == 0 < min(vain[frozenset({"waste"})], vain[frozenset({"turns"})])


def by_positions(rules: Rules) -> Bulk:
    """The kernel for many deals that searches positions."""
    numbers = build.stock_game(rules)
    return Bulk(numbers, build.open_game(rules), build.search(rules), build.checker(rules))


@pytest.mark.parametrize(
    "deals", [300 if kernel.COMPILED else 5, pytest.param(5_000, marks=pytest.mark.slow)]
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
    ended = []
    for bulk in (by_positions(rules), build.bulk(rules)):
        outcomes = bytearray(deals)
        bulk.deal_outcomes(dealer(1, "native", rules), 1, outcomes, halves(deals), 2**62)
        ended.append([OUTCOMES[code] for code in outcomes])
    assert ended[0] == ended[1]
    few = deals < 50 or rules.stock_waste == "no"
    assert {"won", "exhausted", "set block"} <= set(ended[0]) or few


@pytest.mark.parametrize("rules", [PYRAMID, TWO, GOAL], ids=str)
def test_budgets_change_nothing(rules: Rules) -> None:
    search = kernel_of(rules)
    taken = []
    for number in range(1, 40):
        cards = bytes(deal(number, rules).cards)
        ended = []
        for budget in (1, 7, 10**9):
            answer = "lost"
            if search.load(cards):
                answer = search.search(budget)
                while answer == "paused":
                    answer = search.search(budget)
            ended.append((answer, search.nodes, search.line() if answer == "won" else []))
        assert ended[0] == ended[1] == ended[2], number
        taken.append(search.nodes)
    assert max(taken) > 20


def test_a_limit_leaves_the_deal_unknown() -> None:
    found = [solve(deal(number, PYRAMID), Limits(nodes=2)) for number in range(1, 100)]
    assert {one.limit for one in found if isinstance(one, Unknown)} == {"nodes"}
    assert all(one.nodes == 2 for one in found if isinstance(one, Unknown))


@pytest.mark.parametrize("rules", [PYRAMID, TWO, GOAL, GAMES["alonso"]], ids=str)
def test_its_solutions_are_played_by_the_referee(rules: Rules) -> None:
    won = 0
    for number in range(1, 150 if kernel.COMPILED else 20):
        found = solve(deal(number, rules))
        if isinstance(found, Won):
            assert played(Position.start(deal(number, rules)), found.moves).end.is_won()
            won += 1
    assert won > 0


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
