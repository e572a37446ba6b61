"""One shape of a tableau: all that anyone has to know about it, made by its one builder.

Decides nothing: it is the record that the builders fill (`pyramid`, `columns`, `reserve`), and from
which the covering relation, diagrams, pictures, pages and lessons take what they need.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from pyrtool.base.arguments import ArgumentError, check_fields, guard, shown
from pyrtool.game.cards import Card


@dataclass(frozen=True)
class Place:
    """Where one card of the tableau lies, counted from 1.

    In the pyramid `row` counts from the apex and `index` from the left, on across
    pyramids that lie side by side. In a column `index` is the column and `row`
    the depth, the covered row first. In the reserve `row` is 1. `by_row`: whether
    the row belongs to the place's name.
    """

    kind: str
    row: int
    index: int
    by_row: bool = field(default=False, compare=False, repr=False)

    def __str__(self) -> str:
        within = f"{self.row}.{self.index}" if self.by_row else str(self.index)
        return f"{self.kind} {within}"


MOST_PLACES: Final = 2 * len(Card.ALL)
"""In a shape: no game has more cards than two packs."""


def check_size(name: str, cards: int) -> None:
    """An `ArgumentError` for a shape of no card, or of more than there are."""
    if not 1 <= cards <= MOST_PLACES:
        raise ArgumentError(f"{name} of {shown(cards)} cards: must be 1 to {MOST_PLACES}")


@dataclass(frozen=True)
class Shape:
    """A part of the tableau; all tuples have an entry a place, in dealing order.

    `covers`: the places, by their number within the shape, that lie directly on each place; each is
    dealt after it, and none of them covers another. `spots`: where its card is drawn, in cards from
    the left (halves allowed) and rows from the top. `piles`: the row or pile it belongs to, in
    words. `label`: the word before the shape in a diagram; `numbered`: its columns have numbers
    there. `touching`: the cards of a row touch. `abreast`: neighbours that are both abreast lie
    side by side, others below. `flowing`: one row of open cards, broken where it gets too long.
    `lesson`: when its cards are free, for beginners. `is_pyramid`: its cards are those that the
    goal `pyramid` is about.
    """

    places: tuple[Place, ...]
    covers: tuple[tuple[int, ...], ...]
    spots: tuple[tuple[float, int], ...]
    piles: tuple[str, ...]
    lesson: str = ""
    label: str = ""
    numbered: bool = False
    touching: bool = False
    abreast: bool = False
    flowing: bool = False
    is_pyramid: bool = False

    def __post_init__(self) -> None:
        check_fields(self)
        of = {len(self.places), len(self.covers), len(self.spots), len(self.piles)}
        if of != {len(self.places)} or not self.places:
            raise ArgumentError("a shape has a place at least, and all of each place")
        self._check_covers()

    def _check_covers(self) -> None:
        """An `ArgumentError` where a card is dealt before one that it lies on, or where it lies
        directly on one that it also covers by way of another.

        The search for matchings rests on it: a king between two cards that overlap would keep them
        apart (docs/development/proofs.md, "Kings between overlapping cards").
        """
        above = [0] * len(self.covers)
        for i in reversed(range(len(self.covers))):
            for j in self.covers[i]:
                if not i < j < len(self.covers):
                    raise ArgumentError(f"place {j + 1} lies on place {i + 1}, and is dealt before")
                above[i] |= 1 << j | above[j]
            for j in self.covers[i]:
                on_it = [k for k in self.covers[i] if above[j] >> k & 1]
                if on_it:
                    raise ArgumentError(
                        f"place {on_it[0] + 1} lies directly on place {i + 1}, "
                        f"and on place {j + 1}, which lies on it"
                    )

    @property
    def width(self) -> float:
        """From the left edge to the right, in cards."""
        return max(x for x, _ in self.spots) + 1

    @property
    def rows(self) -> int:
        """How many rows of cards lie below one another."""
        return max(row for _, row in self.spots) + 1


guard(__name__)
