"""The moves of a game: discard, deal, and redeal.

Decides what a move is made of; which moves are legal is for `position`.
"""

from dataclasses import dataclass

from pyrtool.base.arguments import public
from pyrtool.base.errors import PyrtoolError
from pyrtool.game.cards import Card


class IllegalMoveError(PyrtoolError):
    """The rules do not allow the move; the message says why.

    `number`: which of several moves it is, from 1 on; 0 where one was played by itself.
    """

    number = 0


@public
@dataclass(frozen=True)
class Discard:
    """Discard a pair that adds to the total, or one card alone."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return "/".join(map(str, self.cards))


@public
@dataclass(frozen=True)
class DealStock:
    """Deal the turned card, or without the stock top the next `draw` cards, to the waste.

    With several wastes, the deal puts a card on each, or by choice the next card on waste `to`,
    counted from 1.
    """

    to: int = 0

    def __str__(self) -> str:
        return f"deal{self.to}" if self.to else "deal"


@public
@dataclass(frozen=True)
class Redeal:
    """Turn the waste over to be the stock again, in the same order; the first of several first."""

    def __str__(self) -> str:
        return "redeal"


Move = Discard | DealStock | Redeal
