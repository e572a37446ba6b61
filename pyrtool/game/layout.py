"""The tableau of a game: its shapes, the covering relation, and the masks derived from it.

Decides which shapes a game has, in dealing order; bit i of an integer mask stands for place i.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import groupby

from pyrtool.game.games import Rules
from pyrtool.game.shapes import KINDS, Place, Shape
from pyrtool.game.tableau import Parts


@dataclass(frozen=True)
class Layout:
    """`places` in dealing order; ``covers[i]`` are the places that lie directly on place i.

    `shapes` are what the places belong to, one after the other.
    """

    places: tuple[Place, ...]
    covers: tuple[tuple[int, ...], ...]
    shapes: tuple[Shape, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, rules: Rules) -> "Layout":
        """Return the tableau of these rules (dealing order: docs/reference/rules.md)."""
        return laid_out(rules.parts)

    @classmethod
    def of_shapes(cls, shapes: Iterable[Shape]) -> "Layout":
        """Return the tableau that these shapes make, dealt in their order."""
        shapes = tuple(shapes)
        covers: list[tuple[int, ...]] = []
        for shape in shapes:
            first = len(covers)
            covers += [tuple(first + i for i in on_it) for on_it in shape.covers]
        places = tuple(place for shape in shapes for place in shape.places)
        return cls(places, tuple(covers), shapes)

    def bands(self) -> Iterator[list[tuple[int, Shape]]]:
        """Yield the bands of the tableau from the top down.

        A band is the shapes that lie side by side, each with the number of its first place.
        """
        numbered: list[tuple[int, Shape]] = []
        first = 0
        for shape in self.shapes:
            numbered.append((first, shape))
            first += len(shape.places)
        for abreast, group in groupby(numbered, key=lambda one: one[1].abreast):
            members = list(group)
            yield from [members] if abreast else [[one] for one in members]

    @cached_property
    def direct(self) -> tuple[int, ...]:
        """The mask of the places that lie directly on each place."""
        return tuple(sum(1 << j for j in on_it) for on_it in self.covers)

    @cached_property
    def above(self) -> tuple[int, ...]:
        """The mask of all places that cover each place, transitively."""
        masks = [0] * len(self.places)
        for i in reversed(range(len(self.places))):  # what lies on a card is dealt after it
            for j in self.covers[i]:
                masks[i] |= 1 << j | masks[j]
        return tuple(masks)

    @cached_property
    def piles(self) -> tuple[str, ...]:
        """The row or pile that each place belongs to, in words."""
        return tuple(pile for shape in self.shapes for pile in shape.piles)

    @cached_property
    def in_pyramid(self) -> tuple[bool, ...]:
        """True for each place of a pyramid."""
        return tuple(shape.is_pyramid for shape in self.shapes for _ in shape.places)

    @cached_property
    def heights(self) -> tuple[int | None, ...]:
        """The row of the pyramid for each place, 0 for the lowest row; None elsewhere.

        Shapes that lie side by side begin on one line, others below the earlier ones.
        """
        rows = 0  # of the pyramid, from the top down to this band
        first_rows: list[tuple[Shape, int]] = []
        for band in self.bands():
            first_rows += [(shape, rows) for _, shape in band]
            rows += max((shape.rows for _, shape in band if shape.is_pyramid), default=0)
        return tuple(
            rows - first - place.row if shape.is_pyramid else None
            for shape, first in first_rows
            for place in shape.places
        )

    @cached_property
    def pyramid_rows(self) -> tuple[int, ...]:
        """The masks of the pyramid's rows, the bottom row first.

        A row is everything on one line, across pyramids and triangles that lie side by side.
        """
        rows: dict[int, int] = {}
        for i, height in enumerate(self.heights):
            if height is not None:
                rows[height] = rows.get(height, 0) | 1 << i
        return tuple(rows[height] for height in sorted(rows))

    @cached_property
    def pyramid(self) -> int:
        """The mask of the pyramid's places."""
        return sum(1 << i for i, inside in enumerate(self.in_pyramid) if inside)


@lru_cache(maxsize=256)  # 0.1 ms, asked for by every position
def laid_out(parts: Parts) -> Layout:
    """Return the tableau of these parts."""
    alike = [tuple(one for one in parts if one.kind == part.kind) for part in parts]
    before = [tuple(p for p in parts[:i] if p.kind == parts[i].kind) for i in range(len(parts))]
    return Layout.of_shapes(
        KINDS[part.kind].build(part, before[i], len(alike[i])) for i, part in enumerate(parts)
    )
