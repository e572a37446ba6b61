"""Threads ask at the same time, and each gets the answer that it would get alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from pyrtool import packing
from pyrtool.blocks import find_block
from pyrtool.deals import deal
from pyrtool.games import GAMES, Rules
from pyrtool.optimum import best
from pyrtool.position import Position
from pyrtool.rating import RatingLimits, rate
from pyrtool.solver import Limits, Won, shortest, solve
from pyrtool.survey import Plan
from pyrtool.survey.questions import solve_shard
from pyrtool.survey.shard import Task
from pyrtool.theory import searched_by_sets

THREADS = 8
LIMITS = Limits(nodes=1_000)
RATING = RatingLimits(positions=2_000, playouts=50, nodes=200)

Question = Callable[[], object]


def questions() -> list[Question]:
    """Every question about a deal of every game of which all are answered, in any order."""
    asked: list[Question] = []
    for number, rules in enumerate(filter(searched_by_sets, dict.fromkeys(GAMES.values()))):
        asked += about(1 + number % 2, rules)
    random.Random(0).shuffle(asked)
    return asked


def about(number: int, rules: Rules) -> list[Question]:
    """Every question about one deal; the deal itself is one."""
    cards = deal(number, "native", rules).cards
    start = Position.start(cards, rules)

    def rated() -> object:
        verdict = solve(cards, rules, LIMITS)
        return rate(cards, rules, verdict.moves if isinstance(verdict, Won) else None, RATING)

    def surveyed() -> object:
        shard = solve_shard(Task(Plan(rules, limit_nodes=2_000), number, number + 5))
        return shard.tally, shard.packed

    return [
        lambda: deal(number, "native", rules),
        lambda: solve(cards, rules, LIMITS),
        lambda: shortest(cards, rules, LIMITS),
        lambda: best(cards, rules, "pyramid", LIMITS),
        lambda: solve(start, limits=LIMITS),
        lambda: find_block(cards, rules),
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
    begin = Barrier(THREADS)

    def made(_: int) -> list[object]:
        begin.wait()
        kernels = [
            make(rules)
            for make in (
                packing.matcher,
                packing.search,
                packing.shortest,
                packing.chances,
                packing.playouts,
                packing.bulk,
                packing.block_finder,
                packing.checker,
            )
        ]
        assert packing.search(rules) is kernels[1]
        return [*kernels, packing.best(rules, "all", ())]

    with ThreadPoolExecutor(THREADS) as pool:
        kernels = [kernel for some in pool.map(made, range(THREADS)) for kernel in some]
    assert len({id(kernel) for kernel in kernels}) == len(kernels)
