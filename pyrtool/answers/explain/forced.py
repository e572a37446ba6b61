"""Which pairs are in every solution: by deduction, by a single trial, or by search.

Decides whether a position can be won without a pair, by choosing partners for all cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pyrtool.answers.explain.closure import Closure, opposite
from pyrtool.answers.explain.problem import Problem
from pyrtool.base.arguments import guard
from pyrtool.base.bits import bits
from pyrtool.game.moves import DealStock, Discard, Move
from pyrtool.game.position import Position
from pyrtool.kernel.deduction import codes

MOST_CHOICES: Final = 2_000
"""Derivations of one search: a limit by count, so that every machine stops at the same."""

Pairs = frozenset[int]
"""Facts that two cards go together, as the kernel has them."""


def together(x: int, y: int) -> int:
    """The fact that two cards go together."""
    return codes.IN_PAIR << 12 | min(x, y) << 6 | max(x, y)


def pairs_of(problem: Problem, moves: Iterable[Move]) -> Pairs:
    """The pairs that some moves discard."""
    number = {card: x for x, card in enumerate(problem.cards)}
    pairs = [move.cards for move in moves if isinstance(move, Discard) and len(move.cards) == 2]
    return frozenset(together(number[one], number[other]) for one, other in pairs)


class OutOfChoicesError(Exception):
    """The search reached its limit."""


class Choosing:
    """The search for a solution by choosing partners: deduction first, then a supposition.

    Where every card has its partner, each pair is discarded as soon as it can be. Discarding
    earlier buries nothing, so this decides whether the choice is a solution.
    """

    def __init__(self, position: Position, closure: Closure, choices: int = MOST_CHOICES) -> None:
        self.position, self.closure = position, closure
        self._all = closure.problem.of_sets(range(len(closure.problem.sets)))
        self._end = closure.runs + choices

    def solution(self, known: Iterable[int] = (), without: int | None = None) -> Pairs | None:
        """The pairs of a solution, None if there is none.

        Args:
            known: Facts that hold in every solution.
            without: A pair that it must not have.

        Raises:
            OutOfChoicesError: The limit was reached, or the stock counts as open, so that partners
                do not decide whether there is a solution.
        """
        if self.closure.problem.opened:
            raise OutOfChoicesError
        chosen = [] if without is None else [opposite(without)]
        return self._search(list(known), chosen)

    def _search(self, known: list[int], chosen: list[int]) -> Pairs | None:
        if self.closure.runs >= self._end:
            raise OutOfChoicesError
        if self.closure.fails(self._all, chosen, known):
            return None
        facts = set(self.closure.facts())
        pairs = frozenset(fact for fact in facts if fact >> 12 == codes.IN_PAIR)
        branch = self._branch(facts, pairs)
        if branch is None:
            return pairs if plays(self.position, self.closure.problem, pairs) else None
        for supposed in (branch, opposite(branch)):
            found = self._search(known, [*chosen, supposed])
            if found is not None:
                return found
        return None

    def _branch(self, facts: set[int], pairs: Pairs) -> int | None:
        """A pair that is open yet, of the card with the fewest partners left."""
        paired = {x for fact in pairs for x in (fact >> 6 & 63, fact & 63)}
        best: list[int] = []
        for x, mask in enumerate(self.closure.partners):
            if x in paired:
                continue
            left = [together(x, y) for y in bits(mask) if y not in paired]
            left = [fact for fact in left if opposite(fact) not in facts]
            if not best or len(left) < len(best):
                best = left
        return best[0] if best else None


def plays(position: Position, problem: Problem, pairs: Pairs) -> bool:
    """Whether a choice of partners is a solution: the referee discards each pair and each king as
    soon as it can, and deals only when nothing else is left."""
    names = {frozenset((problem.cards[fact >> 6 & 63], problem.cards[fact & 63])) for fact in pairs}
    while not position.is_won():
        legal = list(position.legal_moves())
        discards = [m for m in legal if isinstance(m, Discard)]
        fitting = [m for m in discards if len(m.cards) == 1 or frozenset(m.cards) in names]
        if not fitting and DealStock() not in legal:
            return False
        position = position.play(fitting[0] if fitting else DealStock())
    return True


guard(__name__)
