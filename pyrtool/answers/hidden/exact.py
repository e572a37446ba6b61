"""The chance of the best player that does not know the hidden cards, over every deal there is.

Decides by the referee which positions look alike, and asks the solver about each deal alone: a deal
that is lost with every card known is lost for every player. So only the others are followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pyrtool.answers.choices import Key, ranks_of
from pyrtool.answers.hidden.sight import Sight
from pyrtool.answers.hidden.winnable import Winnable
from pyrtool.answers.kings import harmless_kings
from pyrtool.answers.solve import Budget, Limits
from pyrtool.base.arguments import guard
from pyrtool.base.errors import PyrtoolError
from pyrtool.game.position import Move, Position


class TooMuchError(PyrtoolError):
    """More positions than may be looked at, or a question that is left open."""


@dataclass(frozen=True)
class Weighed:
    """What a player sees of a deal, and how many deals are like it."""

    sight: Sight
    deals: int


@dataclass
class BestPlay:
    """The best that can be done by what is seen, within a number of `questions`.

    A question is a position that the solver decides, or one from which play goes on.
    """

    questions: int
    budget: Budget
    solver: Winnable
    _known: dict[Key, bool] = field(default_factory=dict)
    _values: dict[object, int] = field(default_factory=dict)

    def after(self, deals: Sequence[Weighed], move: Move) -> int:
        """How many of the deals the best player wins that makes this move.

        All deals must look alike. A `TooMuchError` where that takes more questions than allowed.
        """
        return sum(map(self._value, _alike(self._played(deals, [move] * len(deals)))))

    def winnable(self, position: Position) -> bool:
        """Whether a position is winnable with every card known."""
        key = ranks_of(position)
        if key not in self._known:
            self._ask()
            answer = self.solver.ask(position)
            if answer is None:
                raise TooMuchError("the solver leaves a deal open")
            self._known[key] = answer
        return self._known[key]

    def _ask(self) -> None:
        self.questions -= 1
        rest = self.budget.rest(self.solver.nodes, self.solver.memory_mib)
        if self.questions < 0 or not isinstance(rest, Limits):
            raise TooMuchError("more positions than may be looked at")

    def _played(self, deals: Sequence[Weighed], moves: Sequence[Move]) -> list[Weighed]:
        """The deals after a move each; those that are lost then are left out."""
        after = []
        for one, move in zip(deals, moves, strict=True):
            self._ask()
            sight = one.sight.play(move)
            if self.winnable(sight.position):
                after.append(Weighed(sight, one.deals))
        return after

    def _value(self, alike: Sequence[Weighed]) -> int:
        """How many of the deals, which look alike and can all be won, the best player wins."""
        first = alike[0].sight
        if len(alike) == 1 or first.position.is_won():
            return sum(one.deals for one in alike)
        # Deals of different weights can come to the same position.
        key = first.key, tuple((ranks_of(one.sight.position), one.deals) for one in alike)
        if key not in self._values:
            self._values[key] = self._best(alike)
        return self._values[key]

    def _best(self, alike: Sequence[Weighed]) -> int:
        """`_value` by looking at every move; kings that cannot hurt go first."""
        total = sum(one.deals for one in alike)
        choices = [*zip(*(one.sight.moves for one in alike), strict=True)]
        king = next(harmless_kings(alike[0].sight.position), None)
        if king is not None:
            choices = [choices[alike[0].sight.moves.index(king)]]
        after = [self._played(alike, moves) for moves in choices]
        after.sort(key=lambda deals: -sum(one.deals for one in deals))
        best = 0
        for deals in after:
            if sum(one.deals for one in deals) > best:
                best = max(best, sum(map(self._value, _alike(deals))))
            if best == total:
                break
        return best


def _alike(deals: Sequence[Weighed]) -> Iterator[list[Weighed]]:
    """The deals, those together that look alike."""
    groups: dict[Key, list[Weighed]] = {}
    for one in deals:
        groups.setdefault(one.sight.key, []).append(one)
    yield from groups.values()


guard(__name__)
