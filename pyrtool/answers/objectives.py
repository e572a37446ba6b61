"""Objectives: what can be the best of a game, and what a line of play reaches of it.

Decides it by the position in which the line ends, for every search. The kernels of `best` pack it
into one number of their own.
"""

from typing import Literal

from pyrtool.game.cards import rank_of
from pyrtool.game.games import Rules
from pyrtool.game.position import Position

_Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
By = Literal["pyramid", "all", "score", _Rank]
"""What there is to be most of: cards gone from the pyramid or from everywhere, points, a rank."""

Value = tuple[int, ...]
"""What a line leaves, in the order of the question. Points are negative: the least is best."""


def worth(position: Position, by: By) -> tuple[int, ...]:
    """Return what a line that ends here reaches, in the order of `Best.bound`."""
    in_pyramid, in_all = position.pyramid_left(), position.cards_left()
    if by == "pyramid":
        return in_pyramid, in_all
    if by == "all":
        return in_all, in_pyramid
    if by == "score":
        return (position.score(),)
    there = {*position.cards()}
    return (sum(card.rank == rank_of(by) and card not in there for card in position.rules.deck),)


def as_left(reached: tuple[int, ...], rules: Rules, by: By) -> Value:
    """Turn what was reached into what is left, where the least is best, and the reverse."""
    if by in ("pyramid", "all"):
        return reached
    of_rank = sum(card.rank == rank_of(by) for card in rules.deck)
    return tuple(of_rank - number for number in reached)
