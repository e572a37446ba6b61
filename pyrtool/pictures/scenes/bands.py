"""Shapes of a tableau side by side: how wide they are, and where each begins.

Decides the distances between cards and between shapes, in card widths; what is painted where on a
page is `scene`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.game.layout import Shape
from pyrtool.pictures.decks import FACE_HEIGHT

ROW_STEP: Final = 0.44 * FACE_HEIGHT  # shows the big index whole; 0.40 clips the suit
TOUCH: Final = 0.985  # step in a pyramid's row: the corners leave no hole where they meet
BESIDE: Final = 1.06  # step of cards that lie free, side by side
PART_GAP: Final = 0.32  # between pyramid, columns, reserve and stock
MOST_ABREAST: Final = 9  # open cards of one row that a picture is made wider for


def band_width(shapes: Sequence[Shape]) -> float:
    """How wide the shapes of a band are together."""
    return max(
        left + _shape_width(shape) for left, shape in zip(lefts(shapes), shapes, strict=True)
    )


def lefts(shapes: Sequence[Shape]) -> list[float]:
    """Where the shapes of a band begin: each as near to those before it as its cards can lie."""
    found = [0.0]
    for k, shape in enumerate(shapes[1:], 1):
        before = zip(found, shapes[:k], strict=True)
        found.append(max(left + _apart(other, shape) for left, other in before))
    return found


def _apart(one: Shape, other: Shape) -> float:
    """How far from where a shape begins one to the right of it does: cards that lie as high keep
    a gap between them."""
    if one.flowing or other.flowing:
        return _shape_width(one) + PART_GAP
    ends = (
        x * step_of(one) + 1 - other_x * step_of(other)
        for x, row in one.spots
        for other_x, other_row in other.spots
        if abs(row - other_row) * ROW_STEP < FACE_HEIGHT
    )
    return max(0.0, PART_GAP + max(ends))


def _shape_width(shape: Shape) -> float:
    cards = min(shape.width, MOST_ABREAST) if shape.flowing else shape.width
    return (cards - 1) * step_of(shape) + 1


def step_of(shape: Shape) -> float:
    """From one card of a row to the next."""
    return TOUCH if shape.touching else BESIDE


guard(__name__)
