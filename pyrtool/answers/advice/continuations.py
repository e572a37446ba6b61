"""A line of play taken up elsewhere: after another move, or with the stock otherwise.

Decides which line may follow; the referee decides whether it can. If it cannot, that proves
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.position import DealStock, Discard, Move, Position, Redeal


def follow(
    move: Move, line: Sequence[Move], after: Position
) -> tuple[tuple[Move, ...], Position] | None:
    """The discards of `line` except those of `move`, from the position `after` it, each as soon as
    the stock brings it, and where that leads; None if they cannot all be made.

    Where `move` takes two cards that went with others, those go together.
    """
    position = after
    moves: list[Move] = []
    for discard in _without(move, line):
        if position.is_over():
            break
        for dealing in _until(discard, position):
            moves.append(dealing)
            position = position.play(dealing)
        if not position.allows(discard):
            return None
        moves.append(discard)
        position = position.play(discard)
    return tuple(moves), position


def _without(move: Move, line: Sequence[Move]) -> Iterator[Discard]:
    taken = set(move.cards) if isinstance(move, Discard) else set()
    alone: tuple[Card, ...] = ()
    for discard in line:
        if not isinstance(discard, Discard):
            continue
        if not taken.intersection(discard.cards):
            yield discard
            continue
        alone += tuple(card for card in discard.cards if card not in taken)
        taken.difference_update(discard.cards)
        if len(alone) == 2:
            yield Discard(alone)


def _until(discard: Discard, position: Position) -> Iterator[Move]:
    """Deals and redeals until the discard is legal, or the stock comes round again."""
    most = 2 * (len(position.passed()) + len(position.undealt()) + 1)
    while most and not position.allows(discard):
        dealing = next((m for m in (DealStock(), Redeal()) if position.allows(m)), None)
        if dealing is None:
            return
        yield dealing
        position = position.play(dealing)
        most -= 1


guard(__name__)
