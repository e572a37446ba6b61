"""What a line of play is worth to a question of the best that can be done.

Decides it by the position in which the line ends, for every search. The kernels of `best` pack it
into one number of their own.
"""

from __future__ import annotations

from pyrtool.answers.soundness import By
from pyrtool.base.arguments import guard
from pyrtool.game.cards import rank_of
from pyrtool.game.games import Rules
from pyrtool.game.position import Position

Value = tuple[int, ...]
"""What a line leaves, in the order of the question; of points less than none."""


def worth(position: Position, by: By) -> tuple[int, ...]:
    """What a line that ends here reaches, in the order of the question, as `Best.bound` has it."""
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
    """What was reached as what is left of it, of which the least is best, and the reverse."""
    if by in ("pyramid", "all"):
        return reached
    of_rank = sum(card.rank == rank_of(by) for card in rules.deck)
    return tuple(of_rank - number for number in reached)


guard(__name__)
