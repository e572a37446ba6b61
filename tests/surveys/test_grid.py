"""Surveys over a grid of rules: which rules it has, its ledgers, and its one table."""

import json
from pathlib import Path

import pytest

from pyrtool.base.errors import PyrtoolError
from pyrtool.notation.rules import parse_named_rules
from pyrtool.surveys.grid import MOST_IN_GRID, file_of, grid

from ..commands import answer, complaint, sheet, surveyed

pytestmark = pytest.mark.usefixtures("in_this_process")

PYRAMID = parse_named_rules("pyramid")


def test_a_grid_has_every_combination_once() -> None:
    made = grid(PYRAMID, {"passes": [1, 2, "unlimited"], "overlap": [True, False]})
    assert [str(named) for named in made.rules] == [
        "pyramid, overlap",
        "pyramid",
        "pyramid, passes 2, overlap",
        "pyramid, passes 2",
        "pyramid, passes unlimited, overlap",
        "pyramid, passes unlimited",
    ]
    assert not made.left_out
    assert len(grid(PYRAMID, {"passes": [1, 1, 2]}).rules) == 2
    assert len({file_of(named) for named in made.rules}) == 6


def test_what_is_no_game_is_left_out_with_the_reason() -> None:
    made = grid(PYRAMID, {"rows": [7, 9], "columns": ["8x3", "none"]})
    assert len(made.rules) == 3
    assert made.left_out == (
        "rows 9, columns 8x3: the tableau needs 69 cards, the deck has 52: use packs 2",
    )
    with pytest.raises(PyrtoolError, match="the tableau needs 69 cards"):
        grid(PYRAMID, {"rows": [9], "columns": ["8x3"]})
    with pytest.raises(PyrtoolError, match=f"a grid has at most {MOST_IN_GRID:,}"):
        grid(PYRAMID, {"passes": list(range(1, 40)), "draw": list(range(1, 40))})


VARIED = ("--vary", "passes=1,2", "--vary", "overlap=no,yes")
GRID = ("survey", "grid", "1-30", *VARIED, "--workers", "1")


def test_its_table_is_that_of_its_surveys(tmp_path: Path) -> None:
    folder = tmp_path / "made" / "grid"
    printed = answer(*GRID, "--ledgers", str(folder), "--format", "csv")
    rows = sheet(printed)
    assert [row["rules"] for row in rows] == [
        "pyramid",
        "pyramid, overlap",
        "pyramid, passes 2",
        "pyramid, passes 2, overlap",
    ]
    for row in rows:
        name, *changes = row["rules"].split(", ")
        options = [word for change in changes for word in f"--{change}".split()]
        ledger = surveyed(tmp_path / "one.db", "1-30", "-g", name, *options)
        (alone,) = json.loads(answer("survey", "report", ledger, "--format", "json"))
        assert int(row["won"]) == alone["won"] and int(row["deals"]) == 30
        ledger.unlink()
    assert len(list(folder.iterdir())) == 4
    found = json.loads(answer(*GRID, "--ledgers", str(folder), "--format", "json"))
    first = json.loads(answer("survey", "report", str(folder / "pyramid.db"), "--format", "json"))
    assert found[0] == first[0] and len(found) == 4
    assert answer(*GRID, "--ledgers", str(folder), "--format", "csv") == printed
    listed = answer("survey", "report", *map(str, sorted(folder.iterdir())), "--format", "csv")
    assert sorted(listed.splitlines()[1:]) == sorted(printed.splitlines()[1:])


def test_a_grid_resumes(tmp_path: Path) -> None:
    ledger = surveyed(tmp_path / "pyramid.db", "1-30")
    before = ledger.read_bytes()
    answer(*GRID, "--ledgers", tmp_path)
    assert ledger.read_bytes() == before


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("")
    assert "is not a folder" in complaint(*GRID, "--ledgers", str(tmp_path / "f"))
