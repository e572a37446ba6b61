"""Where pairs vanish by themselves, partners of the game with a choice decide what they can.

Verdicts are those of the brute force, of the plain search, and of the search over positions alone.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pyrtool import kernel
from pyrtool.answers import second_opinion
from pyrtool.answers.kernels import build
from pyrtool.answers.kernels.lines import moves_of
from pyrtool.answers.kernels.positions import as_dealt
from pyrtool.answers.solve import Limits, Lost, Unknown, Won, solve
from pyrtool.answers.soundness import ALL_PRUNES, loosened
from pyrtool.game.deals import Deal, deal, dealer
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.line import played
from pyrtool.game.position import Position
from pyrtool.kernel.bulk import OUTCOMES, Bulk
from pyrtool.kernel.numbers.buffers import halves
from pyrtool.kernel.numbers.codes import PRUNES
from pyrtool.kernel.verdict.automatic import Automatic
from pyrtool.kernel.verdict.positions import Positions

from ..dealing import STOCK_DECKS, STOCK_TABLEAUX, legal, shuffled
from ..playouts import in_mid_game

AUTO = replace(GAMES["pyramid"], stock_waste="auto")
ROWS = [
    replace(AUTO, stock_waste=reading, goal=goal, overlap=overlap)
    for reading in ("auto", "auto-on-turn")
    for goal in ("all", "pyramid")
    for overlap in (False, True)
]
"""The rows of the article in which pairs vanish."""
SMALL = [
    rules
    for tableau in STOCK_TABLEAUX
    for deck in STOCK_DECKS
    for reading in ("auto", "auto-on-turn")
    for overlap in (False, True)
    for goal in ("all", "pyramid")
    if (
        rules := legal(
            tableau, deck, {"stock_waste": reading, "overlap": overlap, "goal": goal, "passes": 1}
        )
    )
    is not None
]
"""Rules of every kind that the search takes, with decks that a brute force can exhaust."""
DEALS = 4 if kernel.COMPILED else 1


@pytest.fixture(autouse=True)
def anew() -> Iterator[None]:
    """The searches of a test are no others'."""
    build.search.cache_clear()
    yield
    build.search.cache_clear()


def kernel_of(rules: Rules, rejected: int | None = None) -> Automatic:
    """The search of these rules, which plays this many choices of partners at most."""
    found = build.search(rules)
    assert isinstance(found, Automatic)
    if rejected is not None:
        found.reject_at_most(rejected)
    return found


def answer_of(search: Positions, cards: bytes, budget: int = 10**7) -> str:
    """Whether a deal is won."""
    return search.search(budget) if search.load(cards) else "lost"


def test_it_takes_one_pass_of_single_cards() -> None:
    assert len(SMALL) > 200
    for rules in (*ROWS, *SMALL):
        assert isinstance(build.search(rules), Automatic), rules
    for change in (
        {"passes": 2},
        {"passes": None},
        {"waste_pairs": True},
        {"total": 12},  # sixes go together
    ):
        assert not isinstance(build.search(replace(AUTO, **change)), Automatic), change
    for prune in ("partners", "relaxed"):
        assert not isinstance(build.search(AUTO, frozenset({prune})), Automatic)


def test_it_agrees_with_the_plain_search_and_the_referee() -> None:
    """By partners, by positions after one choice of partners, and after none."""
    ended: Counter[tuple[str, bool]] = Counter()
    for rules in SMALL[:: 1 if kernel.COMPILED else 9]:
        chance = random.Random(str(rules))
        for _ in range(DEALS):
            dealt = Deal.of(shuffled(rules, chance.randrange(10**9)), rules)
            known = second_opinion.search(dealt).answer
            for most in (0, 1, 10):
                search = kernel_of(rules, most)
                assert answer_of(search, bytes(dealt.cards)) == known, (rules, dealt, most)
                ended[known, search.rejected > 0] += 1
                if known == "won":
                    start = Position.start(dealt)
                    assert moves_of(search.line(), start, as_dealt(start).stock).end.is_won()
    assert len(ended) == 4 and min(ended.values()) > DEALS // 2, ended


@pytest.mark.parametrize("share", [7, pytest.param(1, marks=pytest.mark.slow)])
def test_it_agrees_with_the_brute_force_in_mid_game(share: int) -> None:
    answers: Counter[bool | None] = Counter()
    for rules, here, known in in_mid_game(SMALL[::share], 3):
        answers[known] += 1
        if known is None:
            continue
        for most in (0, 1, 10):
            dealt, search = as_dealt(here), kernel_of(rules, most)
            search.load_position(bytes(dealt.cards), dealt.left, dealt.at)
            assert (search.search(10**7) == "won") == known, (rules, here, most)
        assert isinstance(solve(here), Won if known else Lost), here
    assert answers[True] > 100 // share < answers[False], answers


def test_partners_by_choice_that_are_rejected_prove_nothing() -> None:
    """What is lost after a choice of partners was rejected is searched, and some of it is won."""
    rejected: Counter[str] = Counter()
    for rules in ROWS:
        search = kernel_of(rules)
        for number in range(1, 200 if kernel.COMPILED else 5):
            answer = answer_of(search, bytes(deal(number, rules).cards))
            rejected[answer] += search.rejected >= 10
    assert min(rejected["won"], rejected["lost"]) > 0 or not kernel.COMPILED


def test_a_stricter_game_in_place_of_that_with_a_choice_loses_what_is_won() -> None:
    wrong = 0
    for rules in SMALL[::3]:
        stricter = replace(loosened(rules), stock_waste="no")
        prunes = sum(PRUNES[name] for name in ALL_PRUNES - {"relaxed"})
        search = Automatic(build.stock_game(rules), prunes, None, build.stock_game(stricter))
        for seed in range(6):
            cards = bytes(shuffled(rules, seed))
            wrong += answer_of(search, cards) != answer_of(kernel_of(rules), cards)
    assert wrong > 10


@pytest.mark.parametrize(
    "deals", [300 if kernel.COMPILED else 3, pytest.param(5_000, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("rules", ROWS, ids=str)
def test_many_deals_end_as_in_the_search_over_positions(rules: Rules, deals: int) -> None:
    positions = build.search(rules, frozenset({"partners"}))
    assert type(positions) is Positions
    alone = Bulk(build.stock_game(rules), build.open_game(rules), positions, build.checker(rules))
    ended = []
    for bulk in (alone, build.bulk(rules)):
        outcomes = bytearray(deals)
        bulk.deal_outcomes(dealer(1, "native", rules), 1, outcomes, halves(deals), 2**62)
        ended.append([OUTCOMES[code] for code in outcomes])
    assert ended[0] == ended[1]
    assert {"won", "exhausted", "set block"} <= set(ended[0]) or deals < 50


@pytest.mark.parametrize("rules", ROWS, ids=str)
def test_budgets_change_nothing(rules: Rules) -> None:
    taken = []
    for number in range(1, 40 if kernel.COMPILED else 4):
        cards = bytes(deal(number, rules).cards)
        ended = []
        for budget in (1, 7, 10**9):
            search = kernel_of(rules)
            answer = "lost"
            if search.load(cards):
                answer = search.search(budget)
                while answer == "paused":
                    answer = search.search(budget)
            ended.append((answer, search.nodes, search.line() if answer == "won" else []))
            search.load_position(cards, b"\1" * len(cards), 0)
            if ended[-1][1]:
                assert search.search(2**60) == answer and search.nodes == ended[-1][1]
        assert ended[0] == ended[1] == ended[2], number
        taken.append(search.nodes)
    assert max(taken) > 20 or not kernel.COMPILED


@pytest.mark.parametrize("rules", ROWS, ids=str)
def test_its_solutions_are_played_by_the_referee(rules: Rules) -> None:
    won = 0
    for number in range(1, 150 if kernel.COMPILED else 12):
        found = solve(deal(number, rules))
        if isinstance(found, Won):
            assert played(Position.start(deal(number, rules)), found.moves).end.is_won()
            won += 1
    assert won > 0 or not kernel.COMPILED


def test_a_limit_leaves_the_deal_unknown() -> None:
    found = [solve(deal(number, AUTO), Limits(nodes=2)) for number in range(1, 60)]
    assert {one.limit for one in found if isinstance(one, Unknown)} == {"nodes"}
    assert all(one.nodes == 2 for one in found if isinstance(one, Unknown))
