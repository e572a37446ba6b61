"""The article's tables made again: the rows, the comparison, the command."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pyrtool.answers.blocks import countable_stocks
from pyrtool.answers.solve import Won, solve
from pyrtool.cli.app import app
from pyrtool.game.deals import Deal, deals
from pyrtool.game.games import GAMES, Rules
from pyrtool.surveys import Rate, Tally, open_ledger, survey
from pyrtool.surveys.article import (
    HEADER,
    NOTE,
    REASONS_HEADER,
    TABLES,
    cells,
    figures,
    kings_in_stock,
    notes,
    reason_cells,
    rows,
)
from pyrtool.surveys.ledger import create_ledger
from pyrtool.surveys.questions.verdict.counts import COUNTED

pytestmark = pytest.mark.usefixtures("in_this_process")

FEW = ["--scale", "0.00001", "--workers", "1"]


def answer(*words: str) -> str:
    result = CliRunner().invoke(app, ["survey", "article", *words])
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_every_row_of_the_article_is_there() -> None:
    full = {table: sum(row.deals for row in rows([table])) for table in ("bouquet", "giza")}
    assert full == {"bouquet": 1_000_000_000, "giza": 22_000_000}
    one_pass = rows(["one-pass"])
    assert len(one_pass) == 16  # twelve cells, four of them in two readings
    assert (
        sum(row.deals for row in one_pass if row.rules.stock_waste != "auto-on-turn") == 12 * 10**6
    )
    named = {row.ledger_name for row in rows()}
    assert len(named) == len({(row.rules, row.question) for row in rows()})


def test_the_rows_that_the_article_does_not_have() -> None:
    rules = {row.rules for row in rows(["more"])}
    for game in ("clear", "tut", "tut-single", "king-tut", "microsoft", "par-till-dawn"):
        assert GAMES[game] in rules
    for passes in (1, 2, 3, None):
        assert Rules(passes=passes) in rules


def test_the_comparison() -> None:
    row = rows(["bouquet"])[5]
    assert row.title == "bouquet"
    published = figures()["bouquet"]["rows"][5]
    counts = dict.fromkeys(COUNTED, 0) | {"won": published[2], "simple block": published[3]}
    counts["set block"] = figures()["bouquet"]["deals"] - sum(counts.values())
    line = dict(zip(HEADER, cells(row, Tally(counts)), strict=True))
    assert line["win %"] == line["article win %"] == "66.8650"
    assert line["win σ"] == line["simple σ"] == "+0.00"
    assert line["adjusted %"] == line["article adjusted %"] == "74.8429"
    assert len(reason_cells(row, Tally(counts))) == len(REASONS_HEADER)


def test_differences_in_standard_errors() -> None:
    pooled = 1100 / 3000
    error = (pooled * (1 - pooled) * (1 / 1000 + 1 / 2000)) ** 0.5
    assert Rate(600, 1000).errors_from(Rate(500, 2000)) == pytest.approx(0.35 / error)
    assert Rate(0, 10).errors_from(Rate(0, 99)) == 0
    assert Rate(0, 10).errors_from(Rate(0, 0)) == 0
    assert Rate(0, 1000).errors_from(Rate(70_000, 10**8)) == pytest.approx(-(0.7**0.5), rel=0.01)


def test_the_notes() -> None:
    chosen = [row for row in rows() if row.question == "verdict"]
    by_table = [[(row, Tally()) for row in chosen if row.table == table] for table in TABLES]
    bouquet, giza, one_pass, more, _ = ("\n".join(notes(pairs)) for pairs in by_table)
    assert "open bouquet differ" in bouquet and "Giza differ" in giza
    assert NOTE in one_pass and NOTE not in more + giza
    assert (
        "23,651,617,136,000 of 426,384,982,032,100 stocks (5.5470%)" in more
        and "stocks" not in bouquet + one_pass
    )


def test_countable_stocks() -> None:
    arrangement = figures()["stock_arrangement"]
    found = countable_stocks(GAMES["king-tut"])
    assert found == (arrangement["acceptable"], arrangement["all"])


def test_kings_in_the_stock(tmp_path: Path) -> None:
    rules = GAMES["microsoft"]
    survey(rules, range(1, 121), ledger=tmp_path / "x.db")
    with open_ledger(tmp_path / "x.db") as book:
        found = kings_in_stock(book)
    expected: dict[int, list[int]] = {}
    for one in deals(range(1, 121), rules):
        kings = sum(card.rank == 13 for card in one.cards[rules.tableau_size :])
        counts = expected.setdefault(kings, [0, 0])
        counts[0] += isinstance(solve(Deal.of(one.cards, rules)), Won)
        counts[1] += 1
    assert found == {kings: Rate(*counts) for kings, counts in sorted(expected.items())}


def test_the_command(tmp_path: Path) -> None:
    folder = str(tmp_path / "ledgers")
    output = answer("--ledger-dir", folder, "--table", "bouquet", "--table", "giza", *FEW)
    assert output.count("\n## ") == 2 and output.startswith("## Pyramid with an open bouquet")
    assert output == answer(
        "--ledger-dir", folder, "--report-only", "--table", "bouquet", "--table", "giza"
    )
    whole = ["survey", "article", "--ledger-dir", folder, "--report-only"]
    none = CliRunner().invoke(app, [*whole, "--table", "par"])
    assert (none.exit_code, none.stdout) == (2, "")
    assert "no ledger of these tables" in none.stderr
    rest = CliRunner().invoke(app, [*whole, "--table", "giza", "--table", "par"])
    assert rest.exit_code == 0 and "not made yet: par; " in rest.stderr
    table = answer("--ledger-dir", folder, "--report-only", "--table", "giza", "--format", "csv")
    assert table.splitlines()[1].startswith("rules,deals,won")
    predicted = answer("--estimate", "--table", "giza", *FEW)
    assert predicted.count("\n") == 5 and "together" in predicted


@pytest.mark.parametrize(
    "words", [["--scale", "0"], ["--table", "nonsense"], ["--scale", "1"], ["--report-only"]]
)
def test_what_cannot_be_made(words: list[str]) -> None:
    result = CliRunner().invoke(app, ["survey", "article", *words])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_what_is_not_the_rows_ledger_is_refused_and_what_is_unfinished_named(
    tmp_path: Path,
) -> None:
    words = ["survey", "article", "--report-only", "--table", "giza", "--ledger-dir", str(tmp_path)]
    path = tmp_path / rows(["giza"])[0].ledger_name
    create_ledger(path, rows(["giza"])[0].plan, ((1, 2000),)).close()
    unfinished = CliRunner().invoke(app, words)
    assert unfinished.exit_code == 0
    assert "giza: 2,000 of 2,000 deals are not done yet" in unfinished.stderr
    path.unlink()
    create_ledger(path, rows(["giza"])[0].plan, ((1, 1),)).close()
    assert "giza: 1 of 1 deals is not done yet" in CliRunner().invoke(app, words).stderr
    path.unlink()
    survey(GAMES["giza"], range(1, 11), numbering="pysolfc", ledger=path)
    other = CliRunner().invoke(app, words)
    assert (other.exit_code, other.stdout) == (2, "")
    assert "was begun with numbering pysolfc, not native" in other.stderr
