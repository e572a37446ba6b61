"""The points of discards, cleared rows, and passes.

Decides the numbers only: `position` counts the discards and the rows that are cleared.
Source of the rules: docs/reference/rules.md.
"""

PAR_POINTS = (50, 35, 20)
"""Par scoring: for a pyramid cleared in the first, second, third pass."""

DISCARD_POINTS = 5
"""Microsoft scoring: for a pair, or a card that is discarded alone."""

ROW_POINTS = (25, 50, 75, 100, 150, 250, 500)
"""Microsoft scoring: for clearing the rows of the pyramid, the bottom row first; each row above the
seventh earns what the seventh earns."""

PAR_GAMES = 6
"""Games to a match, which makes par when their total is at least 0."""


def points(rows: int, discards: int) -> int:
    """Count the Microsoft points of `rows` cleared rows, from the bottom up, and of the discards.

    >>> points(7, 28)
    1290
    """
    return sum(row_points(rows)) + DISCARD_POINTS * discards


def row_points(rows: int) -> tuple[int, ...]:
    """List the Microsoft points for clearing each of `rows` rows, the bottom row first."""
    return tuple(ROW_POINTS[min(row, len(ROW_POINTS) - 1)] for row in range(rows))
