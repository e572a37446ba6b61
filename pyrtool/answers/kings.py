"""Which cards that are discarded alone, as kings are, go before any other move.

Decides it for everything that plays by the referee. The searches of the kernel and of `every_line`
have the same rule on their own positions; `soundness` has what it rests on.
"""

from __future__ import annotations

from collections.abc import Iterator

from pyrtool.answers.soundness import early_never_hurts, early_never_hurts_from
from pyrtool.base.arguments import guard
from pyrtool.game.position import Discard, Move, Position


def kings(position: Position) -> Iterator[Discard]:
    """The kings that can go immediately: all except one whose discard may end the game."""
    covering = {place for on_it in position.layout.covers for place in on_it}
    for move in position.legal_moves():
        if isinstance(move, Discard) and len(move.cards) == 1:
            (card,) = move.cards
            ends = position.rules.ends_when_cleared and card in position.tableau
            place = position.tableau.index(card) if ends else -1
            if not ends or place in covering or not position.layout.in_pyramid[place]:
                yield move


def harmless_kings(position: Position) -> Iterator[Discard]:
    """Those of the `kings` that go immediately at no loss: all of the tableau, and those of the
    stock where removing early never hurts from here on. Any other may have to wait."""
    early = early_never_hurts_from(position)
    return (king for king in kings(position) if _goes_at_once(king, position, early))


def is_free_king(move: Move, position: Position) -> bool:
    """Whether a move discards a king that goes immediately in every position of the game, as
    ratings count it: the last pass does not differ from those before."""
    if not isinstance(move, Discard) or len(move.cards) > 1:
        return False
    if not position.rules.goes_alone(move.cards[0].rank):
        return False
    return _goes_at_once(move, position, early_never_hurts(position.rules))


def settled(position: Position) -> Position:
    """The position after the free kings went, in the order of `Position.available`."""
    while not position.is_won():
        alone = (Discard((card,)) for card in position.available())
        king = next((move for move in alone if is_free_king(move, position)), None)
        if king is None:
            break
        position = position.play(king)
    return position


def _goes_at_once(king: Discard, position: Position, early: bool) -> bool:
    """Whether a king goes at no loss; `early`: whether removing early never hurts."""
    return early or king.cards[0] in position.tableau


guard(__name__)
