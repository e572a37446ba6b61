"""Columns of face-up cards: of each only the last card is exposed."""

from __future__ import annotations

from pyrtool.base.arguments import guard
from pyrtool.game.layout.shape import Place, Shape, check_size
from pyrtool.languages import message


def columns(count: int, depth: int, earlier: int = 0) -> Shape:
    """`count` columns of `depth` cards, dealt row by row, the covered row first, and counted on
    from those that are dealt `earlier`."""
    check_size("columns", min(count, depth) if min(count, depth) < 1 else count * depth)
    at = [(row, column) for row in range(1, depth + 1) for column in range(1, count + 1)]
    return Shape(
        places=tuple(Place("column", row, earlier + column) for row, column in at),
        covers=tuple((i + count,) if row < depth else () for i, (row, _) in enumerate(at)),
        spots=tuple((column - 1, row - 1) for row, column in at),
        piles=tuple(f"Column {earlier + column}" for _, column in at),
        lesson=message("Only the last card of a column is free.") if depth > 1 else "",
        label="columns",
        numbered=True,
    )


guard(__name__)
