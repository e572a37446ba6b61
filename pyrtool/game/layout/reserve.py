"""The reserve: cards that lie open and cover nothing."""

from __future__ import annotations

from pyrtool.base.arguments import guard
from pyrtool.game.layout.shape import Place, Shape, check_size
from pyrtool.languages import message


def reserve(count: int, earlier: int = 0) -> Shape:
    """`count` cards side by side, dealt from left to right, and counted on from those that are
    dealt `earlier`."""
    check_size("reserve", count)
    return Shape(
        places=tuple(Place("reserve", 1, earlier + index) for index in range(1, count + 1)),
        covers=((),) * count,
        spots=tuple((i, 0) for i in range(count)),
        piles=("Reserve",) * count,
        lesson=message("The cards of the reserve are free from the start."),
        label="reserve",
        flowing=True,
    )


guard(__name__)
