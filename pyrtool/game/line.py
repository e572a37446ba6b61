"""A line of play as the referee played it, and the last few of them, remembered.

A verdict, its record, its text and its pictures show the same line: the referee plays it once, and
who shows it next finds its positions here. What a move does is for `position`.
"""

import threading
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from pyrtool.game.cards import Card
from pyrtool.game.position import Move, Position

_KEPT: Final = 8  # lines that are compared: the verdict's, the best, one that clears the pyramid


class Played:
    """`moves`, and the `positions` from the one before the first move to the one after the last.

    The referee played every move; an `IllegalMoveError` names the first illegal one.
    """

    def __init__(self, start: Position, moves: Iterable[Move] = ()) -> None:
        self.moves: tuple[Move, ...] = tuple(moves)
        self.positions: tuple[Position, ...] = tuple(start.along(self.moves))

    @property
    def end(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    def steps(self) -> Iterator[tuple[Position, Move, Position]]:
        """Return each move between the position before it and the one after it."""
        return zip(self.positions, self.moves, self.positions[1:], strict=False)

    def then(self, move: Move) -> "Played":
        """Return the line with one more move."""
        longer = object.__new__(Played)
        longer.positions = (*self.positions, self.end.play(move))
        longer.moves = (*self.moves, move)
        return longer

    def remember(self) -> "Played":
        """Return the line itself, which `played` then finds."""
        _remembered.lines.append(self)
        return self


def played(start: Position, moves: Iterable[Move]) -> Played:
    """Return the line of these moves: one that this thread remembers, or played now.

    >>> from pyrtool.game.deals import deal
    >>> from pyrtool.game.games import game
    >>> from pyrtool.game.position import DealStock
    >>> start = Position.start(deal(2, "pyramid"))
    >>> played(start, [DealStock(), DealStock()]).end.waste
    (Card.parse('3D'), Card.parse('JS'))
    """
    moves = tuple(moves)
    for line in _remembered.lines:
        if line.moves == moves and line.positions[0] == start:
            return line
    return Played(start, moves).remember()


class _Remembered(threading.local):
    """The last lines that a thread played."""

    def __init__(self) -> None:
        self.lines: deque[Played] = deque(maxlen=_KEPT)


_remembered = _Remembered()


def uncovered(before: Position, after: Position) -> list[Card]:
    """Return the tableau cards that the move between the two exposed, in dealing order."""
    exposed = set(before.exposed())
    return [card for card in after.exposed() if card not in exposed]
