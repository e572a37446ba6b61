# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Questions about every line of play: the fewest moves to a win or to a value, and the most that
can be done.

Decides which lines are left out because none of them is better.
"""

import cython

from pyrtool.kernel.every_line.aim import Aim
from pyrtool.kernel.every_line.bounds import LineBounds
from pyrtool.kernel.every_line.line import Line
from pyrtool.kernel.every_line.moves import Moves, step_of
from pyrtool.kernel.every_line.walk import BoundedWalk
from pyrtool.kernel.numbers.buffers import halves, longer

if not cython.compiled:
    from pyrtool.kernel.every_line.level import LEVEL_WORDS, MUST, NEXT_MOVE, PYRAMID
    from pyrtool.kernel.numbers.buffers import Halves


@cython.cclass
class FewestMoves(BoundedWalk):
    """Whether a win has at most this many moves."""

    def least_moves(self) -> int:
        """No line to a win has fewer moves."""
        return self.bounds.moves_to_win(0)

    def _is_vain(self, d: cython.int) -> cython.bint:
        """Whether a card that must go stays, or too few moves are left."""
        return d + self.bounds.moves_to_win(d) > self.most or self.bounds.must_stay(d, MUST)


@cython.cclass
class FewestTo(BoundedWalk):
    """Whether a line of at most this many moves is worth a `goal`, and has the pyramid `cleared` if
    wanted."""

    def __init__(
        self, line: Line, moves: Moves, bounds: LineBounds, aim: Aim, goal: int, cleared: bool
    ) -> None:
        BoundedWalk.__init__(self, line, moves, bounds)
        self.aim, self.goal, self.cleared = aim, goal, cleared

    def least_moves(self) -> int:
        """No such line has fewer moves."""
        return self.aim.moves_to(0, self.goal, self.cleared)

    def _visit(self, d: cython.int) -> cython.bint:
        """Whether a line that ends here is such a one."""
        return self.aim.is_met(d, self.goal, self.cleared)

    def _is_vain(self, d: cython.int) -> cython.bint:
        """Whether too few moves are left, or the cards that stay are worth too much."""
        if d + self.aim.moves_to(d, self.goal, self.cleared) > self.most:
            return True
        if self.cleared and self.bounds.must_stay(d, PYRAMID):
            return True
        return self.aim.floor(d) > self.goal


@cython.cclass
class MostDone(BoundedWalk):
    """The line of the least value, and the one of those that clear the pyramid.

    `best`: the value of a line in hand; `clearing`: that of the one that clears the pyramid, None
    if there is none. `enough`: what need not be bettered, None for nothing. `apart`: where the best
    line does not clear the pyramid, the best that does is wanted, too.
    """

    def __init__(
        self,
        line: Line,
        moves: Moves,
        bounds: LineBounds,
        aim: Aim,
        *,
        best: int,
        clearing: int | None,
        enough: int | None,
        apart: bool,
    ) -> None:
        BoundedWalk.__init__(self, line, moves, bounds)
        self.aim = aim
        self.floor = aim.least()
        self.best, self.apart, self.has_clearing = best, apart, clearing is not None
        self.clearing = 0 if clearing is None else clearing
        self.enough_value = self.floor if enough is None else max(enough, self.floor)
        self.best_line, self.clearing_line = halves(64), halves(64)
        self.best_moves = self.clearing_moves = -1
        self.won = self._is_enough()
        if not self.won:
            self.begin()

    def least(self) -> int:
        """What no line falls below."""
        return self.floor

    def lines(self) -> tuple[list[tuple[int, int]] | None, list[tuple[int, int]] | None]:
        """The moves of both lines, None for one that was in hand."""
        return (
            _steps(self.best_line, self.best_moves),
            _steps(self.clearing_line, self.clearing_moves),
        )

    def _make_room(self) -> None:
        """Room for longer lines."""
        if self._lacks_room():
            self.best_line = longer(self.best_line)
            self.clearing_line = longer(self.clearing_line)

    def _lacks_room(self) -> cython.bint:
        """Whether the lines that are kept have no room for another move."""
        return self.depth + 2 >= self.best_line.shape[0]

    def _is_enough(self) -> cython.bint:
        """Whether nothing better is wanted."""
        if self.best > self.enough_value:
            return False
        return not self.apart or (self.has_clearing and self.clearing <= self.enough_value)

    def _keep(self, d: cython.int, kept: Halves) -> cython.void:
        """Keep the line to a level."""
        k: cython.int
        for k in range(d):
            kept[k] = self.moves.moves[self.line.levels[LEVEL_WORDS * k + NEXT_MOVE] - 1]

    def _visit(self, d: cython.int) -> cython.bint:
        """Whether a position is enough, with what was found before; a line to it that is better
        is kept."""
        value: cython.longlong = self.aim.value(d)
        if value < self.best:
            self.best, self.best_moves = value, d
            self._keep(d, self.best_line)
        if self.apart and not self.line.is_left(d, PYRAMID):
            if not self.has_clearing or value < self.clearing:
                self.clearing, self.clearing_moves, self.has_clearing = value, d, True
                self._keep(d, self.clearing_line)
        return self._is_enough()

    def _is_vain(self, d: cython.int) -> cython.bint:
        """Whether no line from here is better than is wanted."""
        least: cython.longlong = self.aim.floor(d)
        if self.enough_value < self.best and least < self.best:
            return False
        if not self.apart or self.bounds.must_stay(d, PYRAMID):
            return True
        return self.has_clearing and least >= self.clearing


def _steps(line: Halves, count: int) -> list[tuple[int, int]] | None:
    """The moves of a line, None where it has less than none."""
    return None if count < 0 else [step_of(line[k]) for k in range(count)]
