"""The deals of a survey, counted by the order of their block."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pyrtool.answers.solve import Lost, solve
from pyrtool.cli.app import app
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES
from pyrtool.surveys import SurveyError, open_ledger, survey, survey_scores
from pyrtool.surveys.orders import count_orders, orders_table


@pytest.mark.parametrize("name", ["pyramid", "tower", "giza", "thirteen"])
def test_orders_are_those_of_the_blocks_that_solve_names(name: str, tmp_path: Path) -> None:
    survey(GAMES[name], range(1, 61), ledger=tmp_path / "a.db")
    with open_ledger(tmp_path / "a.db") as book:
        found = count_orders(book)
    wanted: Counter[str] = Counter()
    for number in range(1, 61):
        verdict = solve(deal(number, name))
        how: str = verdict.reason if isinstance(verdict, Lost) else "won"
        if isinstance(verdict, Lost) and how in ("crossblock", "stock block"):
            assert verdict.block is not None
            how = f"{how} {verdict.block.order}"
        wanted[how] += 1
    assert found == wanted
    assert name != "pyramid" or found["stock block 2"] > 9


def test_the_report_has_a_row_for_each_ledger(tmp_path: Path) -> None:
    one, two = tmp_path / "one.db", tmp_path / "two.db"
    survey(GAMES["pyramid"], range(1, 21), ledger=one)
    survey(GAMES["giza"], range(1, 21), ledger=two)
    with open_ledger(one) as first, open_ledger(two) as second:
        table = orders_table([first, second])
    rows = [dict(zip(table.header, row, strict=True)) for row in table.rows]
    assert [row["rules"] for row in rows] == ["pyramid", "pyramid, columns 8x3, stock none"]
    for row in rows:
        assert sum(map(int, list(row.values())[2:])) == int(row["deals"]) == 20
    assert rows[1]["stock block 2"] == "0" != rows[0]["stock block 2"]
    words = ["survey", "report", str(one), str(two), "--orders"]
    sheet = CliRunner().invoke(app, [*words, "--format", "csv"]).stdout
    assert list(csv.reader(sheet.splitlines())) == [list(table.header), *table.rows]
    assert CliRunner().invoke(app, words).stdout.startswith("| rules | deals | won |")
    rejected = CliRunner().invoke(app, [*words, "--format", "json"])
    assert rejected.exit_code == 2 and "--orders and --format json exclude" in rejected.stderr


def test_other_questions_have_no_orders(tmp_path: Path) -> None:
    survey_scores(GAMES["par"], range(1, 3), ledger=tmp_path / "a.db")
    with open_ledger(tmp_path / "a.db") as book, pytest.raises(SurveyError, match="verdicts of"):
        count_orders(book)
