"""The legal moves of a position, those together that come to the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.position import Move, Position


@dataclass(frozen=True)
class Choice:
    """Moves after each of which the same ranks lie at the same places, and the position after the
    first of them."""

    moves: tuple[Move, ...]
    after: Position


def choices_of(position: Position) -> list[Choice]:
    """The legal moves in their order: what can be done after a move depends on ranks alone."""
    found: dict[object, Choice] = {}
    for move in position.legal_moves():
        after = position.play(move)
        ranks = _ranks(after)
        same = found.get(ranks, Choice((), after))
        found[ranks] = replace(same, moves=(*same.moves, move))
    return list(found.values())


def _ranks(position: Position) -> object:
    """The rank at every place; of an open bouquet, where places say nothing, how many of each."""

    def of(cards: Iterable[Card | None]) -> tuple[int, ...]:
        return tuple(card.rank if card is not None and card.is_known else 0 for card in cards)

    return (
        of(card for card in position.tableau),
        tuple(sorted(of(card for card in position.bouquet))),
        tuple(map(of, position.wastes)),
        of(position.undealt()),
        position.pass_number,
        position.cleared_in_pass,
    )


guard(__name__)
