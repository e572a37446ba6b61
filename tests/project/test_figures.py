"""Figures in the pages are what their commands print."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..figures import Figure, fault, figures, printed
from ..paths import TEXTS

FIGURES = [figure for page in TEXTS for figure in figures(page)]


@pytest.mark.parametrize(
    "figure",
    [pytest.param(one, marks=pytest.mark.slow if one.long else ()) for one in FIGURES],
    ids=lambda figure: figure.name,
)
def test_a_figure_is_what_its_command_prints(figure: Figure, programs: Path) -> None:
    assert fault(figure, printed(figure.command, programs)) is None


def test_some_figures_are_marked() -> None:
    assert len(FIGURES) >= 5


@pytest.mark.parametrize(
    ("says", "prints", "agrees"),
    [
        ("It wins 1,510 of 20.", "wins 1510", True),
        ("It wins 1,511 of 20.", "wins 1,510", False),
        ("It wins 51.5% of 20.", "wins 51.5 %", True),
        ("It wins 51% of 20.", "wins 51.5 %", False),
        ("It wins 7 of 20.", "loses 7", False),
        ("| 3 | 4 |\n| 7 | 8 |", "wins 7", True),
    ],
)
def test_a_stale_figure_is_found(tmp_path: Path, says: str, prints: str, agrees: bool) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"Elsewhere 1510, 7.\n\n{says}\n<!-- figure: a | b | wins +([\\d,.]+) -->\n")
    (figure,) = figures(page)
    assert (figure.command, figure.line) == ("a | b", 4 + says.count("\n"))
    assert (fault(figure, prints) is None) == agrees


def test_marks_below_each_other_share_their_paragraph(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("One 1.\n\nTwo 2.\n<!-- figure: a | (1) -->\n<!-- long figure: a | (2) -->\n")
    first, second = figures(page)
    assert (first.numbers, second.numbers) == (frozenset("2"), frozenset("2"))
    assert (first.long, second.long) == (False, True)
