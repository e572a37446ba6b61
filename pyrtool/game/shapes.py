"""The shapes of a tableau: pyramid, triangle, columns, and reserve, each made by its builder.

A `Shape` is all that anyone has to know about one: the covering relation, diagrams, pictures,
pages, and lessons take what they need from it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from pyrtool.base.arguments import ArgumentError, check_fields
from pyrtool.base.messages import shown
from pyrtool.game.cards import Card
from pyrtool.languages import count_of, message, say

MOST_ROWS: Final = 10
"""Of a pyramid: one of eleven has more cards than a search has places."""
MOST_COLUMNS: Final = 26
"""The most columns of one shape, and the most cards in a column."""


@dataclass(frozen=True)
class Part:
    """One shape of a tableau: its `kind`, and how large it is.

    `size`: the rows of a pyramid or triangle, the number of columns, the cards of a reserve;
    `depth`: the cards of each column, 1 elsewhere. `rectified`: no column has two cards of a rank,
    as a card whose rank lies in its column goes to the bottom of the pack while it is dealt.
    """

    kind: str
    size: int
    depth: int = 1
    rectified: bool = False

    def __str__(self) -> str:
        depth = f"x{self.depth}" if KINDS[self.kind].has_depth else ""
        return f"{self.kind} {self.size}{depth}{' rectified' if self.rectified else ''}"

    @property
    def has_rows(self) -> bool:
        """True if it is one of the shapes that the goal `pyramid` is about."""
        return KINDS[self.kind].has_rows

    @property
    def cards(self) -> int:
        """The number of cards that it takes."""
        return KINDS[self.kind].cards(self)

    @property
    def words(self) -> str:
        """The shape in the chosen language: ``a pyramid of 7 rows``."""
        return KINDS[self.kind].words(self)


@dataclass(frozen=True)
class Place:
    """The place of one card of the tableau, counted from 1.

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
"""The most places of a shape: no game has more cards than two packs."""


def _check_size(name: str, cards: int) -> None:
    """Raise an `ArgumentError` for a shape of no card, or of more than there are."""
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
        sizes = {len(self.places), len(self.covers), len(self.spots), len(self.piles)}
        if sizes != {len(self.places)} or not self.places:
            raise ArgumentError("a shape has a place at least, and all of each place")
        self._check_covers()

    def _check_covers(self) -> None:
        """Raise an `ArgumentError` if a card is dealt before one that it lies on, or if it lies
        directly on a card that it also covers by way of another.

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
        """The width of the shape, in cards."""
        return max(x for x, _ in self.spots) + 1

    @property
    def rows(self) -> int:
        """The number of rows that lie below one another."""
        return max(row for _, row in self.spots) + 1


Before = tuple[Part, ...]
"""The shapes of the same kind that are dealt before one: its places are counted on from theirs."""


def pyramid(part: Part, before: Before, of: int) -> Shape:
    """Build a pyramid: each row is one card longer, and two cards of the next row cover each card.

    It is dealt from its apex, row by row, and is one of `of` pyramids.
    """
    lesson = message("A card of the pyramid is free when both cards that lie on it are discarded.")
    return _in_rows(part, before, of, lambda rows, row: row if row <= rows else 0, 0, lesson)


def triangle(part: Part, before: Before, of: int) -> Shape:
    """Build a triangle, a pyramid upside down: each row is one card shorter than the row it covers.

    It is dealt from its longest row, and is one of `of` triangles. Places j - 1 and j of the next
    row cover place j of a row. So one card each covers the two ends of a row.
    """
    lesson = message("A card of the triangle is free when the cards that lie on it are discarded.")
    return _in_rows(part, before, of, lambda rows, row: max(rows - row + 1, 0), -1, lesson)


def _in_rows(
    part: Part,
    before: Before,
    of: int,
    length: Callable[[int, int], int],
    first_cover: int,
    lesson: str,
) -> Shape:
    """Build a pyramid or a triangle, one `of` several.

    `length` gives the cards of a row, by the number of rows and the row. `first_cover` is the index
    of the first of two covering places, less that of the covered place.
    """
    rows = part.size
    _check_size(part.kind, rows if rows < 1 else part.cards)
    at = [(row, k) for row in range(1, rows + 1) for k in range(1, length(rows, row) + 1)]
    numbers = {place: i for i, place in enumerate(at)}
    name = part.kind.title() + (f" {len(before) + 1}" if of > 1 else "")
    earlier = [sum(length(other.size, row) for other in before) for row in range(rows + 1)]
    return Shape(
        places=tuple(Place(part.kind, row, earlier[row] + k, by_row=True) for row, k in at),
        covers=tuple(
            tuple(
                numbers[row + 1, cover]
                for cover in (k + first_cover, k + first_cover + 1)
                if (row + 1, cover) in numbers
            )
            for row, k in at
        ),
        spots=tuple(((rows - length(rows, row)) / 2 + k - 1, row - 1) for row, k in at),
        piles=tuple(f"{name}, row {row}" for row, _ in at),
        lesson=lesson,
        touching=True,
        abreast=True,
        is_pyramid=True,
    )


def columns(part: Part, before: Before, of: int) -> Shape:
    """Build columns of cards, dealt row by row, the covered row first; only the last is exposed."""
    count, depth = part.size, part.depth
    _check_size("columns", min(count, depth) if min(count, depth) < 1 else part.cards)
    earlier = sum(other.size for other in before)
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


def reserve(part: Part, before: Before, of: int) -> Shape:
    """Build a reserve: open cards side by side, which cover nothing, dealt from left to right."""
    count, earlier = part.size, sum(other.size for other in before)
    _check_size("reserve", count)
    return Shape(
        places=tuple(Place("reserve", 1, earlier + index) for index in range(1, count + 1)),
        covers=((),) * count,
        spots=tuple((i, 0) for i in range(count)),
        piles=("Reserve",) * count,
        lesson=message("The cards of the reserve are free from the start."),
        label="reserve",
        flowing=True,
    )


@dataclass(frozen=True)
class Kind:
    """A kind of shape: all that readers of tableaux have to know about it.

    `build` takes the part of the tableau, those of its kind before it, and the number of all of its
    kind. `form`: how it is written. `most`: its largest size. `cards`: how many a part takes.
    `place`: the word in the names of its places. `words`: a part in the chosen language.
    `has_depth`: its size is COUNTxDEPTH. `has_rows`: the goal `pyramid` is about it. `covers`: its
    cards cover one another.
    """

    build: Callable[[Part, Before, int], Shape]
    form: str
    most: int
    place: str
    words: Callable[[Part], str]
    cards: Callable[[Part], int] = lambda part: part.size * part.depth
    has_depth: bool = False
    has_rows: bool = False
    covers: bool = True


def _triangular(part: Part) -> int:
    return part.size * (part.size + 1) // 2


def _columns_words(part: Part) -> str:
    columns = say("{0} of {1} each", count_of(part.size, "column"), part.depth)
    return say("{0} without a rank twice", columns) if part.rectified else columns


KINDS: Final = {
    "pyramid": Kind(
        pyramid,
        "pyramid ROWS",
        MOST_ROWS,
        message("pyramid"),
        lambda part: say("a pyramid of {0}", count_of(part.size, "row")),
        _triangular,
        has_rows=True,
    ),
    "triangle": Kind(
        triangle,
        "triangle ROWS",
        MOST_ROWS,
        message("triangle"),
        lambda part: say("a triangle of {0}", count_of(part.size, "row")),
        _triangular,
        has_rows=True,
    ),
    "columns": Kind(
        columns,
        "columns COUNTxDEPTH, perhaps rectified",
        MOST_COLUMNS,
        message("column"),
        _columns_words,
        has_depth=True,
    ),
    "reserve": Kind(
        reserve,
        "reserve CARDS",
        len(Card.ALL),
        message("reserve"),
        lambda part: say("a reserve of {0}", part.size),
        covers=False,
    ),
}
"""The kinds of shapes, by the word that begins each in a tableau."""
