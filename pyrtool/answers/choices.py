"""The legal moves of a position, those together that come to the same.

Decides when positions are the same: by rank for advice and for chances, card by card for ratings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pyrtool.answers.kings import settled
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.position import Move, Position

Key = tuple[object, ...]


@dataclass(frozen=True)
class Choice:
    """Moves after each of which the same ranks lie at the same places, and the position after the
    first of them."""

    moves: tuple[Move, ...]
    after: Position


def choices_of(position: Position) -> list[Choice]:
    """The legal moves in their order: what can be done after a move depends on ranks alone."""
    found: dict[Key, Choice] = {}
    for move in position.legal_moves():
        after = position.play(move)
        ranks = ranks_of(after)
        same = found.get(ranks, Choice((), after))
        found[ranks] = replace(same, moves=(*same.moves, move))
    return list(found.values())


def settled_choices(position: Position) -> Iterator[tuple[Move, Position]]:
    """The legal moves, the first of those that lead to the same cards at the same places, and the
    position after each with the free kings gone."""
    seen = set()
    for move in position.legal_moves():
        after = settled(position.play(move))
        if key_of(after) not in seen:
            seen.add(key_of(after))
            yield move, after


def key_of(position: Position) -> Key:
    """All of a position that decides what can still be done in it, card by card."""
    return (
        position.tableau,
        position.bouquet,
        position.stock,
        position.turned,
        position.wastes,
        position.pass_number,
    )


def ranks_of(position: Position) -> Key:
    """The rank at every place, 0 where a card is gone and -1 where it is unknown; of an open
    bouquet, where places say nothing, how many of each."""

    def of(cards: Iterable[Card | None]) -> tuple[int, ...]:
        return tuple(0 if card is None else card.rank if card.is_known else -1 for card in cards)

    return (
        of(position.tableau),
        tuple(sorted(of(position.bouquet))),
        tuple(map(of, position.wastes)),
        of(position.undealt()),
        position.pass_number,
        position.cleared_in_pass,
    )


guard(__name__)
