"""The triangle, a pyramid upside down: each row one card shorter, and it lies on the row before."""

from __future__ import annotations

from collections.abc import Sequence

from pyrtool.base.arguments import guard
from pyrtool.game.layout.shape import Place, Shape, check_size
from pyrtool.languages import message


def triangle(rows: int, earlier: Sequence[int] = (), of: int = 1) -> Shape:
    """A triangle, dealt row by row from its longest row; one of `of` triangles.

    Places j - 1 and j of the next, shorter row cover place j of a row. So one card each covers the
    two ends of a row. `earlier`: the rows of the triangles dealt before.
    """
    check_size("triangle", rows if rows < 1 else rows * (rows + 1) // 2)
    at = [(row, index) for row in range(1, rows + 1) for index in range(1, rows - row + 2)]
    numbers = {place: i for i, place in enumerate(at)}
    name = f"Triangle {len(earlier) + 1}" if of > 1 else "Triangle"
    counted = [sum(max(other - row + 1, 0) for other in earlier) for row in range(rows + 1)]
    return Shape(
        places=tuple(
            Place("triangle", row, counted[row] + index, by_row=True) for row, index in at
        ),
        covers=tuple(
            tuple(
                numbers[row + 1, below]
                for below in (index - 1, index)
                if (row + 1, below) in numbers
            )
            for row, index in at
        ),
        spots=tuple(((row - 1) / 2 + index - 1, row - 1) for row, index in at),
        piles=tuple(f"{name}, row {row}" for row, _ in at),
        lesson=message(
            "A card of the triangle is free when the cards that lie on it are discarded."
        ),
        touching=True,
        abreast=True,
        is_pyramid=True,
    )


guard(__name__)
