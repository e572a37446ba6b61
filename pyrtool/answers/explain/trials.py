"""Where deduction alone does not decide: suppositions that fail, as few as are found.

A trial supposes one thing, and deduction refutes it; nothing is supposed within a trial.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from pyrtool.answers.explain.closure import Closure, opposite
from pyrtool.base.arguments import guard
from pyrtool.base.bits import bits
from pyrtool.kernel.deduction import codes

MOST_PLANS: Final = 12
"""Plans of one size that are compared."""

MOST_TRIALS: Final = 12
"""A proof with more is none that a person follows: none is made."""

MOST_RUNS: Final = 1_600
"""Derivations to find what decides: a limit by count."""


@dataclass(frozen=True)
class Plan:
    """Sets, by their numbers, that alone lead to a contradiction after some trials, in order."""

    sets: tuple[int, ...]
    trials: tuple[int, ...] = ()


class Planning:
    """The search for the fewest trials, and then for the fewest sets."""

    def __init__(self, closure: Closure) -> None:
        self.closure = closure
        self._every = tuple(range(len(closure.problem.sets)))
        self._all = closure.problem.of_sets(self._every)

    def plans(self) -> list[Plan]:
        """Plans with the fewest trials that were found and the fewest sets; none if there is
        none."""
        if self.closure.fails(self._all):
            return self._fewest_sets([()])
        self.closure.keep()
        base = set(self.closure.facts())
        pairs = list(self._open_pairs(base))
        failing = [f for f in pairs if self.closure.fails_on([f])]
        one = self._deciding(failing)
        if not one:
            late = [f for f in self._moments(base) if self.closure.fails_on([f])]
            one = self._deciding(late)
            failing += late
        if one:
            return self._fewest_sets([(f,) for f in one[:MOST_PLANS]])
        order = self._several(failing)
        return self._fewest_sets([order]) if 0 < len(order) <= MOST_TRIALS else []

    def refutable(self, possible: Container[int] = ()) -> tuple[int, ...]:
        """The pairs of a winnable deal that single trials refute, each after those before it.
        `possible`: pairs that are known to be in a solution."""
        end = self.closure.runs + MOST_RUNS
        found: list[int] = []
        tried: dict[int, int] = {}
        self.closure.fails(self._all)
        self.closure.keep()
        while True:
            before = len(found)
            for fact in list(self._open_pairs(set(self.closure.facts()))):
                if fact in possible or tried.get(fact) == len(found):
                    continue
                tried[fact] = len(found)
                if self.closure.runs < end and self.closure.fails_on([fact]):
                    found.append(fact)
                    self._refute(fact)
            if len(found) == before:
                return tuple(found)
            self.closure.fails_on()

    def _refute(self, fact: int) -> bool:
        """Keep what follows from the failure of a trial; whether that decides."""
        if self.closure.fails_on((), [opposite(fact)]):
            return True
        self.closure.keep()
        return False

    def _deciding(self, failing: Sequence[int]) -> list[int]:
        """The trials after which deduction alone decides."""
        return [f for f in failing if self.closure.fails_on((), [opposite(f)])]

    def _open_pairs(self, base: set[int]) -> Iterator[int]:
        """The pairs that may still go together, of cards that have a choice."""
        closed = set()
        for fact in base:
            if fact >> 12 == codes.IN_PAIR:
                closed |= {fact >> 6 & 63, fact & 63}
        for x, mask in enumerate(self.closure.partners):
            for y in bits(mask >> x << x):
                apart = codes.APART << 12 | x << 6 | y
                if x not in closed and y not in closed and apart not in base:
                    yield codes.IN_PAIR << 12 | x << 6 | y

    def _moments(self, base: set[int]) -> Iterator[int]:
        """Whether a stock card goes before a later one is turned, as long as both are open."""
        problem = self.closure.problem
        low, high = [0] * len(problem.cards), [problem.slots + 1] * len(problem.cards)
        for fact in base:
            x, v = fact >> 6 & 63, fact & 63
            if fact >> 12 == codes.NOT_BEFORE:
                low[x] = max(low[x], v)
            elif fact >> 12 == codes.IN_TIME and fact != codes.CONTRADICTION:
                high[x] = min(high[x], v)
        for x, turn in enumerate(problem.turn):
            if turn:
                for v in range(low[x] + 1, high[x]):
                    yield codes.IN_TIME << 12 | x << 6 | v
                    yield codes.NOT_BEFORE << 12 | x << 6 | v

    def _several(self, failing: Sequence[int]) -> tuple[int, ...]:
        """Trials that decide together, and that are all needed; none if they do not decide."""
        order: list[int] = []
        end = self.closure.runs + MOST_RUNS
        while failing:
            for fact in failing:
                order.append(fact)
                if self._refute(fact):
                    return self._needed(order)
            facts = set(self.closure.facts())
            if self.closure.runs > end:
                return ()
            failing = [
                fact
                for fact in (*self._open_pairs(facts), *self._moments(facts))
                if self.closure.fails_on([fact])
            ]
        return ()

    def _needed(self, order: Sequence[int]) -> tuple[int, ...]:
        """Leave out trial after trial, from the last but one back, while the others decide."""
        end = self.closure.runs + MOST_RUNS
        kept = list(order)
        for fact in reversed(order[:-1]):
            shorter = [other for other in kept if other != fact]
            if self.closure.runs < end and self._refutes(self._all, shorter):
                kept = shorter
        return tuple(kept)

    def _refutes(self, chosen: int, order: Sequence[int]) -> bool:
        """Whether trials, one after the other, decide for some cards."""
        if not all(self.closure.is_about(fact, chosen) for fact in order):
            return False
        if self.closure.fails(chosen):
            return True
        self.closure.keep()
        for fact in order:
            if not self.closure.fails_on([fact]):
                return False
            if self._refute(fact):
                return True
        return False

    def _fewest_sets(self, orders: Sequence[tuple[int, ...]]) -> list[Plan]:
        """The plans with as few sets as any."""
        end = self.closure.runs + MOST_RUNS
        for count in range(1, len(self._every)):
            found = []
            for sets in combinations(self._every, count):
                chosen = self.closure.problem.of_sets(sets)
                for order in orders:
                    if self.closure.runs < end and self._refutes(chosen, order):
                        found.append(Plan(sets, order))
                        if len(found) == MOST_PLANS:
                            return found
            if found:
                return found
        return [Plan(self._every, order) for order in orders]


guard(__name__)
