"""Cards of a known rank alone, and unknown ones: letters on a card in place of a face.

Decides what is printed on them and where; an unknown card has it on its back. Edges are for the
painters, as of any card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.game.cards import RANKS, Card, RankCard, UnknownCard
from pyrtool.pictures.cards import backs
from pyrtool.pictures.decks import FACE_HEIGHT
from pyrtool.pictures.lettering import text as letters
from pyrtool.pictures.lettering.fonts import OUTLINE_EM
from pyrtool.pictures.lettering.words import short

INK: Final = "#4A4A4A"
"""For a rank without a suit: no suit's colour."""

_INDEX: Final = 0.34  # size of the letters in the corner, in card widths, as those of the faces
_MIDDLE: Final = 0.62
_CORNER: Final = 0.055  # from the card's left edge
_BASELINE: Final = 0.33  # from its top


@dataclass(frozen=True)
class Letters:
    """A text on a card, in card widths: where it begins on its baseline, from the card's centre."""

    text: str
    x: float
    y: float
    size: float


def letters_of(card: Card, lapped: bool) -> Iterator[Letters]:
    """List the letters of such a card: in the corner, so that a fan shows them, and in the middle
    if no card lies there (`Face.lapped`)."""
    text = short(card) if card.is_known else "?"
    index = _INDEX if len(text) == 1 else 0.8 * _INDEX  # within what a fan shows
    yield Letters(text, _CORNER - 0.5, _BASELINE - FACE_HEIGHT / 2, index)
    if lapped:
        return
    wide = _MIDDLE * letters.width(text, bold=True)
    yield Letters(text, -wide / 2, 0.22 + _MIDDLE * 0.36, _MIDDLE)


def drawing(card: Card, unit: float, lapped: bool) -> str:
    """The elements of such a card in SVG, its centre the origin, a card `unit` units wide."""
    parts = []
    ink = INK
    if not card.is_known:
        ink = "#FFF"
        parts.append(backs.drawing(unit, is_plain=True))
    for line in letters_of(card, lapped):
        scale = line.size * unit / OUTLINE_EM
        for font, char, pen in letters.placed(line.text, True)[:-1]:
            x, y = line.x * unit + pen * line.size * unit, line.y * unit
            place = f'transform="translate({x:.2f} {y:.2f}) scale({scale:.5f})"'
            parts.append(f'<path fill="{ink}" {place} d="{font.outline(char)}"/>')
    return "".join(parts)


def cards_without_faces() -> list[Card]:
    """A card of each kind that has no face: the ranks, and an unknown card."""
    return [*map(RankCard.parse, RANKS), UnknownCard(0)]


guard(__name__)
