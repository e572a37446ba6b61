"""Exports with chosen columns, what Parquet files say of themselves, and the frozen data set."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import shlex
from pathlib import Path

import duckdb
import pytest

from pyrtool.answers.rating import rate
from pyrtool.answers.solve import Won, solve
from pyrtool.game.deals import deal
from pyrtool.surveys import dataset, open_ledger
from pyrtool.surveys.ledger.columns import COLUMNS
from pyrtool.surveys.ledger.export import DERIVED, columns_of, metadata
from pyrtool.surveys.questions import QUESTIONS
from pyrtool.surveys.tables import markdown_table

from ..commands import answer, complaint
from ..paths import ROOT

DOCS = ROOT / "docs"


def surveyed(folder: Path, *words: str, status: int = 0) -> Path:
    """A ledger of these deals."""
    path = folder / "deals.db"
    answer("survey", "run", *words, "--ledger", str(path), "--workers", "1", status=status)
    return path


def read(text: str) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    return list(csv.DictReader(io.StringIO(text)))


# The data dictionary.


def test_the_dictionary_has_every_column_and_no_other(tmp_path: Path) -> None:
    with open_ledger(surveyed(tmp_path, "1-5")) as book:
        always = set(columns_of(book))
    of_questions = {name for one in QUESTIONS.values() for name in one.columns}
    assert set(COLUMNS) == always | of_questions | set(DERIVED)


def test_the_page_has_the_dictionary() -> None:
    rows = [[f"`{name}`", c.meaning, c.type, c.unit, c.values] for name, c in COLUMNS.items()]
    table = markdown_table(["column", "meaning", "type", "unit", "values"], rows, words=5)
    assert table in (DOCS / "reference" / "ledgers.md").read_text()


def test_values_are_those_of_the_dictionary(tmp_path: Path) -> None:
    path = surveyed(tmp_path, "1-200", "--limit-nodes", "60", status=3)
    columns = "verdict,reason,outcome,numbering"
    rows = read(answer("survey", "export", str(path), "--columns", columns))
    assert {row["verdict"] for row in rows} == {"won", "lost", "unknown"}
    for row in rows:
        for name in columns.split(","):
            assert not row[name] or row[name] in COLUMNS[name].values.split(", ")
        assert row["reason"] == ("" if row["verdict"] == "won" else row["outcome"])
        assert (row["verdict"] == "won") == (row["outcome"] == "won")
        assert (row["verdict"] == "unknown") == (row["outcome"] in ("nodes", "memory"))


# What is exported.


def test_rated_deals_have_the_difficulty_that_rate_finds(tmp_path: Path) -> None:
    path = surveyed(tmp_path, "1-30", "--game", "giza")
    rows = read(
        answer("survey", "export", str(path), "--columns", "deal,difficulty", "--rate-to", "20")
    )
    rated = 0
    for row in rows:
        given = deal(int(row["deal"]), "giza")
        wanted = isinstance(solve(given), Won) and int(row["deal"]) <= 20
        rated += wanted
        assert row["difficulty"] == (str(rate(given).difficulty) if wanted else "")
    assert rated > 2
    usual = read(answer("survey", "export", str(path), "--rate-to", "20"))
    assert [row["difficulty"] for row in usual] == [row["difficulty"] for row in rows]


def test_wrong_columns_are_named(tmp_path: Path) -> None:
    path = str(surveyed(tmp_path, "1-5"))
    for words, message in (
        (("--columns", "deal,x"), "there is no 'x': choose from deal, outcome, nodes, verdict"),
        (("--columns", "deal,deal"), "one is there twice"),
        (("--columns", "deal,difficulty"), "need each other"),
        (("--columns", "deal", "--rate-to", "3"), "need each other"),
    ):
        assert message in complaint("survey", "export", path, *words)


@pytest.mark.parametrize(
    "words",
    [
        ("3-40", "--game", "giza", "--overlap", "--keep-if", "winnable", "--limit-nodes", "9000"),
        ("1-9", "20-30", "--game", "pyramid", "--no-stock-top", "--stock-waste", "no"),
        ("ms40000-ms40020", "--game", "bouquet", "--rows", "6", "--numbering", "pysolfc"),
        ("1-4", "--game", "par", "--best", "score", "--limit-memory", "64"),
        ("1-4", "--player", "careful", "--seed", "3"),
        ("1-20", "--tableau", "pyramid 5 + columns 6x2", "--pairs", "sum 12, Q-K"),
    ],
    ids=lambda words: words[0],
)
def test_a_parquet_file_names_the_command_that_makes_it_again(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    path = surveyed(tmp_path, *words)
    target = tmp_path / "x.parquet"
    answer("survey", "export", str(path), "-o", str(target))
    found = duckdb.sql(f"SELECT key, value FROM parquet_kv_metadata('{target}')").fetchall()
    facts = {key.decode(): value.decode() for key, value in found}
    with open_ledger(path) as book:
        assert facts == metadata(book)
        assert list(json.loads(facts["columns"])) == list(columns_of(book))
    assert json.loads(facts["columns"])["nodes"]["unit"] == "nodes"
    again = shlex.split(facts["command"].replace("deals.db", str(tmp_path / "again.db")))
    answer(*again[1:], "--workers", "1")
    exported = [answer("survey", "export", str(tmp_path / f"{n}.db")) for n in ("deals", "again")]
    assert exported[0] == exported[1]


# The data set.


def test_the_data_set_resumes_and_is_the_same_again(tmp_path: Path) -> None:
    words = ("--workers", "1", "--format", "csv")
    answer("survey", "dataset", str(tmp_path / "a"), "--deals", "40", *words)
    table = read(answer("survey", "dataset", str(tmp_path / "a"), "--deals", "120", *words))
    answer("survey", "dataset", str(tmp_path / "b"), "--deals", "120", "--parquet", *words)
    assert [row["rules"] for row in table] == list(dataset.GAMES)
    assert all(row["deals"] == "120" and row["unknown"] == "0" for row in table)
    sums = (tmp_path / "a" / dataset.SUMS).read_text()
    assert sums == (tmp_path / "b" / dataset.SUMS).read_text()
    for line, (name, rated) in zip(sums.splitlines(), dataset.GAMES.items(), strict=True):
        content = (tmp_path / "b" / f"{name}.csv").read_bytes()
        assert line == f"{hashlib.sha256(content).hexdigest()}  {name}.csv"
        rows = read(content.decode())
        assert [int(row["deal"]) for row in rows] == list(range(1, 121))
        assert ("difficulty" in rows[0]) is rated
        if rated:
            assert all(bool(row["difficulty"]) == (row["verdict"] == "won") for row in rows)
        (count,) = duckdb.sql(f"SELECT count(*) FROM '{tmp_path}/b/{name}.parquet'").fetchall()
        assert count == (120,)


def test_the_page_publishes_a_checksum_of_each_game() -> None:
    lines = (DOCS / "data" / "data-set.sha256").read_text().splitlines()
    assert [line.split("  ")[1] for line in lines] == [f"{name}.csv" for name in dataset.GAMES]
    page = (DOCS / "reference" / "data-set.md").read_text()
    for line in lines:
        assert len(bytes.fromhex(line.split()[0])) == 32
        assert line.split()[0][:16] in page


def test_a_file_is_no_folder_of_the_data_set(tmp_path: Path) -> None:
    (tmp_path / "x").touch()
    assert "is not a folder" in complaint("survey", "dataset", str(tmp_path / "x"))
