"""The covering relation of a tableau, and the masks derived from it.

Decides which places a tableau has, in dealing order, and which place lies on
which. A mask is an integer whose bit i stands for place i.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from pyrtool.door import guard
from pyrtool.games import Rules

Kind = Literal["pyramid", "column", "reserve"]


@dataclass(frozen=True)
class Place:
    """Where one card of the tableau lies, counted from 1.

    In the pyramid `row` counts from the apex and `index` from the left, on across
    pyramids that stand side by side. In a column `index` is the column and `row`
    the depth, the covered row first. In the reserve `row` is 1.
    """

    kind: Kind
    row: int
    index: int

    def __str__(self) -> str:
        if self.kind == "pyramid":
            return f"pyramid {self.row}.{self.index}"
        return f"{self.kind} {self.index}"


@dataclass(frozen=True)
class Layout:
    """`places` in dealing order; ``covers[i]`` are the places that lie directly on place i."""

    places: tuple[Place, ...]
    covers: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, rules: Rules) -> Layout:
        """The tableau of these rules (dealing order: DESIGN, section 3; docs/rules.md)."""
        return _layout(rules.rows, rules.pyramids, rules.columns, rules.reserve)

    @cached_property
    def direct(self) -> tuple[int, ...]:
        """For each place the mask of the places that lie directly on it."""
        return tuple(sum(1 << j for j in on_it) for on_it in self.covers)

    @cached_property
    def above(self) -> tuple[int, ...]:
        """For each place the mask of all places that cover it, transitively."""
        masks = [0] * len(self.places)
        for i in reversed(range(len(self.places))):  # what lies on a card is dealt after it
            for j in self.covers[i]:
                masks[i] |= 1 << j | masks[j]
        return tuple(masks)

    @cached_property
    def pyramid(self) -> int:
        """The mask of the pyramid's places."""
        return sum(1 << i for i, place in enumerate(self.places) if place.kind == "pyramid")


@lru_cache(maxsize=64)
def _layout(rows: int, pyramids: int, columns: tuple[int, int] | None, reserve: int) -> Layout:
    places: list[Place] = []
    covers: dict[Place, tuple[Place, ...]] = {}
    for pyramid in range(pyramids):
        for row in range(1, rows + 1):
            for column in range(1, row + 1):
                place = Place("pyramid", row, pyramid * row + column)
                places.append(place)
                if row < rows:
                    left = pyramid * (row + 1) + column
                    covers[place] = (
                        Place("pyramid", row + 1, left),
                        Place("pyramid", row + 1, left + 1),
                    )
    wide, deep = columns or (0, 0)
    for depth in range(1, deep + 1):
        for column in range(1, wide + 1):
            place = Place("column", depth, column)
            places.append(place)
            if depth < deep:
                covers[place] = (Place("column", depth + 1, column),)
    places += [Place("reserve", 1, index) for index in range(1, reserve + 1)]
    number = {place: i for i, place in enumerate(places)}
    return Layout(
        tuple(places),
        tuple(tuple(number[on_it] for on_it in covers.get(place, ())) for place in places),
    )


guard(__name__)
