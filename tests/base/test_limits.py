"""Limits, in one thread and several: what a search says depends on the deal and the limits."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import pytest

from pyrtool import Lost, Position, RatingLimits, Unknown, Verdict, Won, best, rate, shortest
from pyrtool.answers.blocks.find import find_block
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.objectives import By
from pyrtool.answers.plan import plan_of
from pyrtool.answers.solve import replay, solve, verdict_only
from pyrtool.base.limits import MIB, UNLIMITED_NODES, Limits
from pyrtool.game.deals import deal, dealer
from pyrtool.game.games import GAMES, Rules
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.kernel.numbers import halves
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.questions import solve_shard
from pyrtool.surveys.shards import ShardTask

from ..dealing import few_and_all

PYRAMID, KING_TUT, TUT = GAMES["pyramid"], GAMES["king-tut"], GAMES["tut"]
RULES: dict[str, Rules] = {
    **GAMES,
    "auto": replace(PYRAMID, stock_waste="auto"),
    "auto-on-turn": replace(PYRAMID, stock_waste="auto-on-turn"),
    "pyramid, overlap": replace(PYRAMID, goal="pyramid", overlap=True),
    "king-tut, two passes": replace(KING_TUT, passes=2),
    "tut, waste pairs": replace(TUT, waste_pairs=True),
    "pyramid of giza": replace(GAMES["giza"], goal="pyramid"),
}
OF_SETS = [
    name for name, rules in RULES.items() if plan_of(rules).sets_answer and plan_of(rules).is_plain
]
SEARCHED = [name for name in OF_SETS if not plan_of(RULES[name]).decided_by_matching]
DEALS = 60
LIMITS = (1, 20, 300)
GENEROUS_MIB = 1024

Outcome = tuple[str, int]


def outcomes(
    rules: Rules,
    numbers: range = range(1, DEALS + 1),
    limit_nodes: int = UNLIMITED_NODES,
    memory_mib: int = GENEROUS_MIB,
) -> list[Outcome]:
    """How native deals end, one after the other, and the nodes that takes."""
    kernel = build.bulk(rules)
    kernel.limit_memory(memory_mib * MIB)
    found = []
    ended, spent = bytearray(1), halves(1)
    for number in numbers:
        kernel.deal_outcomes(dealer(number, "native", rules), number, ended, spent, limit_nodes)
        found.append((OUTCOMES[ended[0]], spent[0]))
    return found


def within(limit: int, unlimited: list[Outcome]) -> list[Outcome]:
    """What is said with a limit on nodes."""
    return [one if one[1] <= limit else ("nodes", limit) for one in unlimited]


@pytest.mark.parametrize("name", OF_SETS)
def test_a_limit_on_nodes_holds_in_bulk(name: str) -> None:
    rules = RULES[name]
    unlimited = outcomes(rules)
    for limit in LIMITS:
        assert outcomes(rules, limit_nodes=limit) == within(limit, unlimited)


def outcome_of(verdict: Verdict) -> Outcome:
    match verdict:
        case Won():
            return "won", verdict.nodes
        case Lost():
            return verdict.reason, verdict.nodes
        case Unknown():
            return verdict.limit, verdict.nodes


@pytest.mark.parametrize(("name", "deals"), few_and_all(3, RULES, 8, 12))
def test_a_limit_on_nodes_holds_for_one_deal(name: str, deals: int) -> None:
    rules = RULES[name]
    dealt = [deal(number, rules) for number in range(1, deals + 1)]
    starts = [Position.start(one) for one in dealt]
    whole = [outcome_of(verdict_only(one)) for one in dealt]
    from_start = [outcome_of(verdict_only(start)) for start in starts]
    for limit in LIMITS:
        limits = Limits(nodes=limit)
        found = [outcome_of(verdict_only(one, limits)) for one in dealt]
        assert found == within(limit, whole)
        found = [outcome_of(verdict_only(start, limits=limits)) for start in starts]
        assert found == within(limit, from_start)


@pytest.mark.parametrize("name", OF_SETS)
def test_a_limit_on_nodes_holds_for_the_best_that_can_be_done(name: str) -> None:
    rules = RULES[name]
    for number in range(1, 9):
        dealt = deal(number, rules)
        for limit in LIMITS:
            limits = Limits(nodes=limit)
            verdict = verdict_only(dealt, limits)
            line = shortest(dealt, limits)
            assert line.nodes <= limit
            if not isinstance(verdict, Won):
                assert line == solve(dealt, limits)
            # The limit is for the verdict and for the search after it, each.
            by: By = "pyramid" if rules.has_pyramid else "all"
            found = best(dealt, by, limits)
            if isinstance(verdict, Unknown) and isinstance(found.verdict, Won):
                assert replay(dealt, found.verdict.moves).is_won()  # it was found later
            else:
                assert found.verdict == verdict
            assert found.nodes <= verdict.nodes + limit
            assert found.proved or found.nodes == verdict.nodes + limit


@pytest.mark.parametrize("name", SEARCHED)
def test_pauses_change_nothing(name: str) -> None:
    """Wherever they fall: in a relaxation, in the graph of tableaux, before a choice."""
    rules = RULES[name]
    kernel = build.search(rules)
    chance = random.Random(name)
    for number in range(1, DEALS + 1):
        cards = bytes(deal(number, rules).cards)
        if not kernel.load(cards):
            continue
        whole = kernel.search(2**40), kernel.nodes, kernel.line()
        kernel.load(cards)
        answer, spent = "paused", 0
        while answer == "paused":
            assert kernel.nodes == spent
            budget = chance.choice((0, 1, 2, 3, 7, 50, 400))
            answer, spent = kernel.search(budget), spent + budget
        assert kernel.nodes <= spent
        assert (answer, kernel.nodes, kernel.line()) == whole


@pytest.mark.parametrize(
    ("rules", "memory_mib", "last"),
    [(KING_TUT, 1, 300), (TUT, 1, 100), (TUT, 4, 100), (RULES["tut, waste pairs"], 1, 100)],
    ids=["king-tut", "tut", "tut, 4 MiB", "tut, waste pairs"],
)
def test_a_limit_on_memory_forgets_the_deals_before(
    rules: Rules, memory_mib: int, last: int
) -> None:
    numbers = range(1, last + 1)
    build.search.cache_clear()
    build.bulk.cache_clear()
    found = outcomes(rules, numbers, memory_mib=memory_mib)
    assert any(name == "memory" for name, _ in found)
    generous = outcomes(rules, numbers)
    assert all(name != "memory" for name, _ in generous)
    assert outcomes(rules, numbers, memory_mib=memory_mib) == found
    assert outcomes(rules, numbers[::-1], memory_mib=memory_mib) == found[::-1]
    for (limited, _), (unlimited, _) in zip(found, generous, strict=True):
        assert limited in ("memory", unlimited)


@pytest.mark.parametrize(
    ("rules", "memory_mib", "last"),
    [(replace(PYRAMID, passes=2), 1, 11), (TUT, 7, 5)],
    ids=["pyramid, 2 passes", "tut"],
)
def test_a_limit_on_memory_forgets_the_ratings_before(
    rules: Rules, memory_mib: int, last: int
) -> None:
    dealt = [deal(number, rules) for number in range(1, last + 1)]
    little = RatingLimits(memory_mib=memory_mib, playouts=10)
    build.chances.cache_clear()
    found = [rate(one, None, little) for one in dealt]
    assert len({rating.exact for rating in found}) == 2
    for one, rating in zip(dealt, found, strict=True):
        rate(one, None, RatingLimits())
        assert rate(one, None, little) == rating


def test_what_a_rating_fits_into_does_not_depend_on_the_ratings_before() -> None:
    rules, limits = GAMES["microsoft"], RatingLimits(memory_mib=8, playouts=1)
    dealt = [deal(number, rules) for number in range(1, 60)]
    won = [one for one in dealt if solve(one).is_won]
    alone = []
    for one in won:
        build.chances.cache_clear()
        alone.append(rate(one, None, limits))
    assert len({rating.exact for rating in alone}) == 2
    build.chances.cache_clear()
    assert [rate(one, None, limits) for one in won] == alone


THREADS = 8
FEW = Limits(nodes=1_000)
RATING = RatingLimits(positions=2_000, playouts=50, nodes=200)

Question = Callable[[], object]


def questions() -> list[Question]:
    """Every question about a deal of every third game of which all are answered, in any order."""
    asked: list[Question] = []
    games = [one for one in dict.fromkeys(GAMES.values()) if plan_of(one).searched_by_sets]
    for number, rules in enumerate(games[::3]):
        asked += about(1 + number % 2, rules)
    random.Random(0).shuffle(asked)
    return asked


def about(number: int, rules: Rules) -> list[Question]:
    """Every question about one deal; the deal itself is one."""
    dealt = deal(number, rules)
    start = Position.start(dealt)

    def rated() -> object:
        verdict = solve(dealt, FEW)
        return rate(dealt, verdict.moves if isinstance(verdict, Won) else None, RATING)

    def surveyed() -> object:
        shard = solve_shard(ShardTask(Plan(rules, limit_nodes=2_000), number, number + 5))
        return shard.tally, shard.packed

    return [
        lambda: deal(number, rules),
        lambda: solve(dealt, FEW),
        lambda: shortest(dealt, FEW),
        lambda: best(dealt, "pyramid" if rules.has_pyramid else "all", FEW),
        lambda: solve(start, limits=FEW),
        lambda: find_block(dealt),
        rated,
        surveyed,
    ]


def test_eight_threads_get_the_answers_of_one() -> None:
    asked = questions()
    alone = [question() for question in asked]
    begin = Barrier(THREADS)

    def work(worker: int) -> list[int]:
        begin.wait()
        order = list(range(len(asked)))
        random.Random(worker).shuffle(order)
        return [i for i in order if asked[i]() != alone[i]]

    with ThreadPoolExecutor(THREADS) as pool:
        for wrong in pool.map(work, range(THREADS)):
            assert wrong == []


def test_no_two_threads_share_a_kernel() -> None:
    rules = GAMES["pyramid"]
    kinds = "matcher search shortest chances playouts bulk block_finder checker"
    begin = Barrier(THREADS)

    def made(_: int) -> list[object]:
        begin.wait()
        kernels = [getattr(build, kind)(rules) for kind in kinds.split()]
        assert build.search(rules) is kernels[1]
        return [*kernels, build.best(rules, "all", ())]

    with ThreadPoolExecutor(THREADS) as pool:
        kernels = [kernel for some in pool.map(made, range(THREADS)) for kernel in some]
    assert len({id(kernel) for kernel in kernels}) == len(kernels)
