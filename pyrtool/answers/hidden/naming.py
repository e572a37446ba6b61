"""Unknown cards named: the position with every card known.

Decides that play can have led there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pyrtool.base.arguments import guard
from pyrtool.base.words import counted
from pyrtool.game.cards import Card
from pyrtool.game.position import Position, PositionError


def with_cards(position: Position, cards: Sequence[Card]) -> Position:
    """The position with these cards for its unknown ones, in the order of `Position.unknown`.

    A `PositionError` where that cannot be.
    """
    unknown = position.unknown()
    if len(cards) != len(unknown):
        raise PositionError(f"{counted(len(cards), 'card')} given, {len(unknown)} are unknown")
    names = dict(zip(unknown, cards, strict=True))

    def known_card(card: Card | None) -> Card | None:
        return card if card is None or card.is_known else names[card]

    def pile(held: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(card if card.is_known else names[card] for card in held)

    known = replace(
        position,
        tableau=tuple(map(known_card, position.tableau)),
        bouquet=tuple(map(known_card, position.bouquet)),
        stock=pile(position.stock),
        turned=known_card(position.turned),
        waste=pile(position.waste),
        further_wastes=tuple(map(pile, position.further_wastes)),
        gone=(),
    )
    known.check_played()
    return known


guard(__name__)
