"""Shapes of a tableau side by side: how wide they are, and where each begins.

Decides the distances between cards and between shapes, in card widths; what is painted where on a
page is `scene`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.game.games import Rules
from pyrtool.game.layout import Shape
from pyrtool.game.position import Position
from pyrtool.pictures.decks import FACE_HEIGHT
from pyrtool.pictures.scenes.elements import Face

ROW_STEP: Final = 0.44 * FACE_HEIGHT  # shows the big index whole; 0.40 clips the suit
TOUCH: Final = 0.985  # step in a pyramid's row: the corners leave no hole where they meet
BESIDE: Final = 1.06  # step of cards that lie free, side by side
PART_GAP: Final = 0.32  # between pyramid, columns, reserve and stock
LEAST_WIDTH: Final = 6 * TOUCH + 1  # so that a small pyramid's stock does not make a tower
MOST_ABREAST: Final = 9  # open cards of one row that a picture is made wider for


def band_width(shapes: Sequence[Shape], down: Sequence[int]) -> float:
    """How wide the shapes of a band are together."""
    begins = lefts(shapes, down)
    return max(left + _shape_width(shape) for left, shape in zip(begins, shapes, strict=True))


def content_width(position: Position) -> float:
    """How wide a picture is without its margins."""
    bands = ([shape for _, shape in band] for band in position.layout.bands())
    widths = [band_width(shapes, drops(shapes, position.rules)) for shapes in bands]
    return max(*widths, LEAST_WIDTH if position.rules.stock_size else 0.0)


def is_lapped(face: Face, later: Sequence[tuple[float, float]]) -> bool:
    """Whether a card painted `later` lies on one without a suit; touching corners do not count."""
    return not face.card.has_suit and any(
        abs(x - face.x) < TOUCH - 0.05 and abs(y - face.y) < FACE_HEIGHT - 0.05 for x, y in later
    )


def lefts(shapes: Sequence[Shape], down: Sequence[int]) -> list[float]:
    """Where the shapes of a band begin: each as near to those before it as its cards can lie."""
    found = [0.0]
    for k, shape in enumerate(shapes[1:], 1):
        before = zip(found, shapes[:k], down, strict=False)
        found.append(
            max(left + _apart(other, shape, drop - down[k]) for left, other, drop in before)
        )
    return found


def drops(shapes: Sequence[Shape], rules: Rules) -> list[int]:
    """How many rows lower than the highest of a band each shape begins.

    All end on one base line; but where rows score, they begin on one line, since a line is a row.
    """
    if rules.scoring == "microsoft":
        return [0 for _ in shapes]
    most = max(shape.rows for shape in shapes)
    return [most - shape.rows for shape in shapes]


def _apart(one: Shape, other: Shape, lower: int) -> float:
    """How far from where a shape begins, which is as many rows `lower`, one to the right of it
    does: cards that lie as high keep a gap between them."""
    if one.flowing or other.flowing:
        return _shape_width(one) + PART_GAP
    ends = (
        x * step_of(one) + 1 - other_x * step_of(other)
        for x, row in one.spots
        for other_x, other_row in other.spots
        if abs(row + lower - other_row) * ROW_STEP < FACE_HEIGHT
    )
    return max(0.0, PART_GAP + max(ends))


def _shape_width(shape: Shape) -> float:
    cards = min(shape.width, MOST_ABREAST) if shape.flowing else shape.width
    return (cards - 1) * step_of(shape) + 1


def step_of(shape: Shape) -> float:
    """From one card of a row to the next."""
    return TOUCH if shape.touching else BESIDE


guard(__name__)
