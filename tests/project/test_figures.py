"""Figures in the pages are what their commands print."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrtool.game.named_games import KNOWN
from pyrtool.kernel import COMPILED

from .. import rates
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
        ("It wins 51.5% of 20.", "wins 51.5%", True),
        ("It wins 51% of 20.", "wins 51.5%", False),
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


RATES = [row for page in TEXTS for row in rates.rows(page)]


@pytest.mark.skipif(not COMPILED, reason="thousands of deals")
@pytest.mark.parametrize("part", [0.1, pytest.param(1.0, marks=pytest.mark.slow)])
def test_rates_agree_with_a_sample(part: float) -> None:
    assert {row.rules for row in RATES} >= KNOWN.keys()
    assert {row.player for row in RATES} == {None, "random", "greedy", "careful"}
    assert [wrong for row in RATES if (wrong := rates.fault(row, part))] == []


def test_a_wrong_rate_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "| `giza` | a | 1-1000000 | 36.53 | 36.43 to 36.62 | none | 63.47 | 8 |\n"
        "| `giza` | a | 1-1000000 | 46.53 | 46.43 to 46.62 | none | 53.47 | 8 |\n"
        "| `giza, overlap` | 59% | a | b | 59.30 | 59.26 to 59.33 | 10,000,000 | 8 |\n"
        "| `giza, overlap` | 59% | a | b | 49.30 | 49.26 to 49.33 | 10,000,000 | 8 |\n"
        "| giza | `careful` | 1–20,000 | 6.77 | 6.43–7.13 | 36.09 | 3 |\n"
        "| giza | `careful` | 1–20,000 | 1.77 | 1.43–2.13 | 36.09 | 3 |\n"
    )
    rows = rates.rows(page)
    assert [row.line for row in rows] == [1, 2, 3, 4, 5, 6]
    assert [bool(rates.fault(row)) for row in rows] == [False, True] * 3
    assert rates.fault(rows[1]) == "giza: 718 of the first 2,000 deals are won, not 46.53%"


def test_marks_below_each_other_share_their_paragraph(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("One 1.\n\nTwo 2.\n<!-- figure: a | (1) -->\n<!-- long figure: a | (2) -->\n")
    first, second = figures(page)
    assert (first.numbers, second.numbers) == (frozenset("2"), frozenset("2"))
    assert (first.long, second.long) == (False, True)
