"""Exports with chosen columns, and what Parquet files say of themselves."""

import json
import shlex
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from pyrtool import deal, rate, solve
from pyrtool.surveys.export import Chosen, columns_of, metadata
from pyrtool.surveys.ledger import open_ledger
from pyrtool.surveys.questions import QUESTIONS
from pyrtool.surveys.questions.question import Column

from ..commands import answer, complaint, sheet, surveyed

pytestmark = pytest.mark.usefixtures("in_this_process")


def test_a_column_means_the_same_to_every_question() -> None:
    """So that one table has them all; only their types in SQL may differ."""
    known: dict[str, Column] = {}
    for question in QUESTIONS.values():
        for name, column in (*question.columns.items(), *question.derived.items()):
            first = known.setdefault(name, column)
            assert replace(column, sql=first.sql) == first, (question.name, name)


def test_values_are_those_of_the_dictionary(tmp_path: Path) -> None:
    path = surveyed(tmp_path / "deals.db", "1-200", "--limit-nodes", "60", status=3)
    columns = "verdict,reason,outcome,numbering"
    rows = sheet(answer("survey", "export", path, "--columns", columns))
    with open_ledger(path) as book:
        known = columns_of(book, Chosen(tuple(columns.split(","))))
    assert {row["verdict"] for row in rows} == {"won", "lost", "unknown"}
    for row in rows:
        for name in columns.split(","):
            assert not row[name] or row[name] in known[name].values.split(", ")
        assert row["reason"] == ("" if row["verdict"] == "won" else row["outcome"])
        assert (row["verdict"] == "won") == (row["outcome"] == "won")
        assert (row["verdict"] == "unknown") == (row["outcome"] in ("nodes", "memory"))


def test_rated_deals_have_the_difficulty_that_rate_finds(tmp_path: Path) -> None:
    path = surveyed(tmp_path / "deals.db", "1-30", "--game", "giza")
    columns = ("--columns", "deal,difficulty", "--rate-to", "20")
    rows = sheet(answer("survey", "export", path, *columns))
    rated = 0
    for row in rows:
        given = deal(int(row["deal"]), "giza")
        wanted = solve(given).is_won and int(row["deal"]) <= 20
        rated += wanted
        assert row["difficulty"] == (str(rate(given).difficulty) if wanted else "")
    assert rated > 2
    usual = sheet(answer("survey", "export", path, "--rate-to", "20"))
    assert [row["difficulty"] for row in usual] == [row["difficulty"] for row in rows]


def test_wrong_columns_are_named(tmp_path: Path) -> None:
    path = surveyed(tmp_path / "deals.db", "1-5")
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
    path = surveyed(tmp_path / "deals.db", *words)
    target = tmp_path / "x.parquet"
    answer("survey", "export", path, "-o", target)
    found = duckdb.sql(f"SELECT key, value FROM parquet_kv_metadata('{target}')").fetchall()
    facts = {key.decode(): value.decode() for key, value in found}
    with open_ledger(path) as book:
        assert facts == metadata(book)
        assert list(json.loads(facts["columns"])) == list(columns_of(book))
    assert json.loads(facts["columns"])["nodes"]["unit"] == "nodes"
    again = shlex.split(facts["command"].replace("deals.db", str(tmp_path / "again.db")))
    answer(*again[1:], "--workers", "1")
    exported = [answer("survey", "export", tmp_path / f"{n}.db") for n in ("deals", "again")]
    assert exported[0] == exported[1]
