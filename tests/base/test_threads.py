"""Threads ask at the same time, and each gets the answer that it would get alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from pyrtool.answers.best.best import best
from pyrtool.answers.blocks import find_block
from pyrtool.answers.kernels import build
from pyrtool.answers.rating import RatingLimits, rate
from pyrtool.answers.solve import Limits, Won, shortest, solve
from pyrtool.answers.soundness import searched_by_sets
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Position
from pyrtool.surveys import Plan
from pyrtool.surveys.questions import solve_shard
from pyrtool.surveys.shard import Task

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
    cards = deal(number, rules).cards
    start = Position.start(Deal.of(cards, rules))

    def rated() -> object:
        verdict = solve(Deal.of(cards, rules), LIMITS)
        return rate(
            Deal.of(cards, rules), verdict.moves if isinstance(verdict, Won) else None, RATING
        )

    def surveyed() -> object:
        shard = solve_shard(Task(Plan(rules, limit_nodes=2_000), number, number + 5))
        return shard.tally, shard.packed

    return [
        lambda: deal(number, rules),
        lambda: solve(Deal.of(cards, rules), LIMITS),
        lambda: shortest(Deal.of(cards, rules), LIMITS),
        lambda: best(Deal.of(cards, rules), "pyramid" if rules.has_pyramid else "all", LIMITS),
        lambda: solve(start, limits=LIMITS),
        lambda: find_block(Deal.of(cards, rules)),
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
                build.matcher,
                build.search,
                build.shortest,
                build.chances,
                build.playouts,
                build.bulk,
                build.block_finder,
                build.checker,
            )
        ]
        assert build.search(rules) is kernels[1]
        return [*kernels, build.best(rules, "all", ())]

    with ThreadPoolExecutor(THREADS) as pool:
        kernels = [kernel for some in pool.map(made, range(THREADS)) for kernel in some]
    assert len({id(kernel) for kernel in kernels}) == len(kernels)
