"""The layouts of the generalised games: where the gadgets' columns and the filling cards lie."""

from collections.abc import Callable
from dataclasses import dataclass

from .deal import Deal
from .formula import Formula
from .gadgets import ALONE, REDUCTIONS, Column, Reduction

HEIGHT = 3
"""The cards of a column."""

GIZA_ROWS = 7


def dealt(made: Reduction, rows: list[list[int]], columns: list[Column]) -> Deal:
    """The deal of these rows and columns, the ranks counted from 1."""
    sets = max(made.set_of, default=-1) + 1
    total = 2 * sets + 1

    def rank(its_set: int, side: int) -> int:
        if its_set == ALONE:
            return total
        return total - 1 - its_set if side else its_set + 1

    return Deal(
        tuple(rank(*both) for both in zip(made.set_of, made.side_of, strict=True)),
        0 if made.equal else total,
        tuple(map(tuple, rows)),
        tuple(tuple(column[::-1]) for column in columns),
    )


def columns_of_three(made: Reduction) -> list[Column]:
    """The columns, filled from below to exactly three cards.

    None or at least two columns are new, so that neighbours among the filling cards lie apart.
    """
    columns = sorted(made.columns, key=len)
    while sum(HEIGHT - len(column) for column in columns) % made.size or columns[:2].count([]) == 1:
        columns.insert(0, [])
    places = [
        column for level in range(HEIGHT) for column in columns if level < HEIGHT - len(column)
    ]
    for column, card in zip(places, made.fill(len(places)), strict=True):
        column.append(card)
    return columns


def on_columns(made: Reduction) -> Deal:
    """Columns of three cards and nothing else."""
    return dealt(made, [], columns_of_three(made))


def bare(made: Reduction) -> Deal:
    """The gadgets alone: columns of three cards at most."""
    return dealt(made, [], made.columns)


def from_below(made: Reduction, rows: list[list[int | None]]) -> list[list[int]]:
    """The pyramid with its free places filled, from the last row to the apex."""
    cards = iter(made.fill(sum(row.count(None) for row in rows)))
    for row in reversed(rows):
        row[:] = [next(cards) if card is None else card for card in row]
    return [[card for card in row if card is not None] for row in rows]


def giza(made: Reduction) -> Deal:
    """Giza: a pyramid of seven rows that hinders nothing, and columns of three cards."""
    columns = columns_of_three(made)
    rows: list[list[int | None]] = [[None] * length for length in range(1, GIZA_ROWS + 1)]
    return dealt(made, from_below(made, rows), columns)


def pyramid(made: Reduction) -> Deal:
    """A pyramid of all cards: the columns lie along its last three rows, each in a triangle."""
    triangles = 8
    while triangles < len(made.columns) or pyramid_size(3 * triangles) % 8 != 4:
        triangles += 8
    height = 3 * triangles
    rows: list[list[int | None]] = [[None] * length for length in range(1, height + 1)]
    for number, column in enumerate(made.columns):
        for level, card in enumerate(column):
            rows[height - 1 - level][3 * number] = card
    early = iter(made.fill(3 * triangles))
    for level, place in ((0, 1), (0, 2), (1, 1)):
        for number in range(triangles):
            rows[height - 1 - level][3 * number + place] = next(early)
    return dealt(made, from_below(made, rows), [])


def pyramid_size(height: int) -> int:
    """How many cards a pyramid of this height has."""
    return height * (height + 1) // 2


@dataclass(frozen=True)
class Game:
    """A generalised game: how its cards match and how they lie."""

    reduction: str
    layout: Callable[[Reduction], Deal]

    def reduce(self, formula: Formula) -> tuple[Reduction, Deal]:
        """The deal that is winnable exactly when the formula is satisfiable, and its meaning."""
        made = REDUCTIONS[self.reduction](formula)
        return made, self.layout(made)


GAMES = {
    "columns": Game("total", on_columns),
    "three-suits": Game("total, three suits", on_columns),
    "two-suits": Game("total, two suits", on_columns),
    "giza": Game("total", giza),
    "pyramid": Game("total", pyramid),
    "nestor": Game("equal", on_columns),
}
