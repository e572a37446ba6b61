"""What a picture shows, in words: for readers who hear a page instead of seeing it.

Decides the wording. Every card on the table is named once, pile by pile, in the order of
dealing; the notations that are read back are those of `notation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pyrtool.base.arguments import guard, shown
from pyrtool.game.cards import RANKS, SUIT_SIGNS, SUITS, Card
from pyrtool.game.position import DealStock, Move, Position, Redeal
from pyrtool.pictures.decks import RenderError

RANK_WORDS: Final = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")
MARK_WORDS: Final = {
    "stuck": "Marked as stuck",
    "waits": "Marked as waiting",
    "move": "Marked to move",
    "exposed": "Marked as exposed",
}


_WRITTEN: Final = re.compile(r"\b([A2-9TJQK])([CDHS])\b|\b([2-9])-T\b")


def as_drawn(text: str) -> str:
    """Cards and sets as their faces show them: ``10♣`` for ``TC``, ``3-10`` for ``3-T``.

    For an argument below the cards; a caption that someone wrote stays as it is.
    """

    def drawn(found: re.Match[str]) -> str:
        rank, suit, low = found.groups()
        if low:
            return f"{low}-10"
        return f"{'10' if rank == 'T' else rank}{SUIT_SIGNS[SUITS.index(suit)]}"

    return _WRITTEN.sub(drawn, text)


def short(card: Card) -> str:
    """A card as its face shows it: ``10♥``; of one without a suit ``10``."""
    if card.is_known and not card.has_suit:
        return str(card).replace("T", "10")
    return as_drawn(str(card))


def name(card: Card | None) -> str:
    """``ace of spades``; of an empty place ``none``."""
    if card is None:
        return "none"
    if not card.is_known:
        return "an unknown card"
    rank = RANKS[card.rank - 1]
    if not card.has_suit:
        return RANK_WORDS.get(rank, rank)
    return f"{RANK_WORDS.get(rank, rank)} of {SUIT_WORDS[card.suit]}"


def describe(position: Position, marks: Mapping[Card, str] | None = None) -> str:
    """The cards on the table, a line for each row or pile, and then what is marked."""
    lines = [f"{pile}: {_listed(cards)}." for pile, cards in _piles(position)]
    by_kind: dict[str, list[Card]] = {}
    for card, kind in sorted((marks or {}).items()):
        if kind not in MARK_WORDS:
            raise RenderError(f"unknown mark {shown(kind)}: choose from {', '.join(MARK_WORDS)}")
        if position.where(card) != "gone":
            by_kind.setdefault(kind, []).append(card)
    lines += [f"{MARK_WORDS[kind]}: {_listed(cards)}." for kind, cards in by_kind.items()]
    return "\n".join(lines) or "The table is empty."


def stars_line(stars: int) -> str:
    """``★★★☆☆``; a `RenderError` for a number that is not 0 to 5."""
    if not 0 <= stars <= 5:
        raise RenderError(f"stars {stars}: must be 0 to 5")
    return "★" * stars + "☆" * (5 - stars)


def move_in_words(move: Move) -> str:
    """A move as one says it: ``discard 4 of clubs and 9 of hearts``."""
    if isinstance(move, DealStock):
        return f"deal to waste {move.to}" if move.to else "deal"
    if isinstance(move, Redeal):
        return "turn the waste over"
    return "discard " + " and ".join(map(name, move.cards))


def _piles(position: Position) -> Iterable[tuple[str, Sequence[Card | None]]]:
    rows: dict[str, list[Card | None]] = {}
    for pile, card in zip(position.layout.piles, position.tableau, strict=True):
        rows.setdefault(pile, []).append(card)
    if any(card is not None for row in rows.values() for card in row):
        yield from rows.items()
    if any(card is not None for card in position.bouquet):
        yield "Bouquet", position.bouquet
    for number, waste in enumerate(position.wastes, 1):
        if waste:
            yield f"{position.waste_name(number).capitalize()}, the top card last", waste
    if position.turned is not None:
        yield "Turned card", (position.turned,)
    if position.stock:
        yield "Stock, in the order of dealing", position.stock


def _listed(cards: Sequence[Card | None]) -> str:
    if not any(card is not None for card in cards):
        return "empty"
    return ", ".join(map(name, cards))


guard(__name__)
