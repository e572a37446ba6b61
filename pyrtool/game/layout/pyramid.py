"""The pyramid: each row one card longer, each card covered by two of the row below it."""

from __future__ import annotations

from collections.abc import Sequence

from pyrtool.base.arguments import guard
from pyrtool.game.layout.shape import Place, Shape, check_size
from pyrtool.languages import message


def pyramid(rows: int, earlier: Sequence[int] = (), of: int = 1) -> Shape:
    """A pyramid, dealt from its apex, row by row; one of `of` pyramids side by side.

    `earlier`: the rows of those dealt before it; the places of a row are counted on from theirs.
    """
    check_size("pyramid", rows if rows < 1 else rows * (rows + 1) // 2)
    at = [(row, index) for row in range(1, rows + 1) for index in range(1, row + 1)]
    numbers = {place: i for i, place in enumerate(at)}
    name = f"Pyramid {len(earlier) + 1}" if of > 1 else "Pyramid"
    counted = [row * sum(other >= row for other in earlier) for row in range(rows + 1)]
    return Shape(
        places=tuple(Place("pyramid", row, counted[row] + index, by_row=True) for row, index in at),
        covers=tuple(
            (numbers[row + 1, index], numbers[row + 1, index + 1]) if row < rows else ()
            for row, index in at
        ),
        spots=tuple(((rows - row) / 2 + index - 1, row - 1) for row, index in at),
        piles=tuple(f"{name}, row {row}" for row, _ in at),
        lesson=message(
            "A card of the pyramid is free when both cards that lie on it are discarded."
        ),
        touching=True,
        abreast=True,
        is_pyramid=True,
    )


guard(__name__)
