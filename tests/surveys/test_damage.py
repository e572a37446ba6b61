"""Damaged ledgers: seen by every command, and what is not sound is done again."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pyrtool.base.arguments import ArgumentError
from pyrtool.cli.app import app
from pyrtool.game.deals import KeepIf
from pyrtool.game.games import GAMES, Rules
from pyrtool.surveys import Plan, open_ledger, survey, survey_scores
from pyrtool.surveys.article import rows
from pyrtool.surveys.ledger import create_ledger
from pyrtool.surveys.ledger.checks import read_head, read_rows
from pyrtool.surveys.ledger.database import connect
from pyrtool.surveys.questions import solve_shard
from pyrtool.surveys.questions.player.counts import Ended
from pyrtool.surveys.questions.question import Question
from pyrtool.surveys.questions.score.counts import Scored
from pyrtool.surveys.shard import Task
from pyrtool.surveys.work import ranges

pytestmark = pytest.mark.usefixtures("in_this_process")

GIZA = GAMES["giza"]
SMALL = Rules(rows=3, total=5, suits=2, passes=3, scoring="par")
DEALS = 240
SHARD = 40


def run(*words: object) -> Result:
    return CliRunner().invoke(app, ["survey", *map(str, words)])


def answer(*words: object) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def complaint(*words: object) -> str:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement)


def make_former(path: Path) -> None:
    """Make of a ledger what the version before wrote."""
    change(path, "ALTER TABLE shard DROP COLUMN checksum")
    change(path, "DELETE FROM survey WHERE key = 'checksum'")
    change(path, "PRAGMA user_version = 1")


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    path, plan = tmp_path / "giza.db", Plan(GIZA, "giza")
    with create_ledger(path, plan, ((1, DEALS),)) as book:
        for first in range(1, DEALS, SHARD):
            book.add(solve_shard(Task(plan, first, first + SHARD - 1)))
    return path


MOVED = (
    "UPDATE shard SET counts = json_set(counts, '$.won', json_extract(counts, '$.won') + 5, "
    "'$.crossblock', json_extract(counts, '$.crossblock') - 5) WHERE first = '41'"
)
ALTERED = {
    "moved counts": MOVED,
    "negative counts": """UPDATE shard SET counts = '{"won": -9, "crossblock": 49}' """
    "WHERE first = '41'",
    "more nodes": "UPDATE shard SET nodes = nodes + 1 WHERE first = '41'",
    "another hardest deal": "UPDATE shard SET hardest = '42', first = '41' WHERE first = '41'",
    "not a number": "UPDATE shard SET most_nodes = 'NaN' WHERE first = '41'",
    "a huge number": f"UPDATE shard SET nodes = '{'9' * 5000}' WHERE first = '41'",
    "a blob": "UPDATE shard SET counts = x'00FF' WHERE first = '41'",
    "deep JSON": f"UPDATE shard SET counts = '{'[' * 100_000}' WHERE first = '41'",
    "other outcomes": "UPDATE shard SET outcomes = (SELECT outcomes FROM shard WHERE first = '81') "
    "WHERE first = '41'",
    "no bytes": "UPDATE shard SET histogram = x'' WHERE first = '41'",
}


CASES = [
    *((name, False) for name in ALTERED),
    *((name, True) for name in ("moved counts", "negative counts", "deep JSON", "no bytes")),
]


def sign(path: Path) -> None:
    """Give every shard the checksum of what it says."""
    with closing(connect(path, "rw")) as connection:
        identity = read_head(connection).identity
        for place, row, _ in list(read_rows(connection)):
            cells = (row.checksum(identity), place)
            connection.execute("UPDATE shard SET checksum = ? WHERE rowid = ?", cells)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("counts = 'null'", "counts that are none"),
        ("""counts = '{"won": -9, "crossblock": 49}'""", "counts that are none"),
        ("""counts = '{"won": 4000000}'""", "sums that this number of deals cannot have"),
        (f"nodes = '{9:9>400}'", "sums that this number of deals cannot have"),
        ("last = '80000000000', deals = 79999999960", "sums that this number of deals cannot have"),
        ("histogram = x''", "is not a histogram"),
    ],
)
def test_a_checksum_does_not_allow_what_cannot_be(
    statement: str, expected: str, ledger: Path
) -> None:
    sound = answer("report", ledger)
    change(ledger, f"UPDATE shard SET {statement} WHERE first = '41'")
    sign(ledger)
    for command in ("report", "status", "export"):
        assert "the ledger is damaged (shard 41-80" in complaint(command, ledger)
        assert expected in complaint(command, ledger)
    assert run("run", "--ledger", ledger, "--redo-damaged", "--workers", "1").exit_code == 0
    assert answer("report", ledger) == sound


@pytest.mark.parametrize("name", ["9" * 400 + " 1 0", f"won won 1 {9:9>400}"])
def test_no_outcome_has_numbers_without_end(name: str) -> None:
    for of_name in (Scored.of_name, Ended.of_name):
        with pytest.raises(ArgumentError, match="is not"):
            of_name(name)


@pytest.mark.parametrize(("name", "former"), CASES)
def test_every_command_refuses_and_the_shard_is_done_again(
    name: str, former: bool, ledger: Path, tmp_path: Path
) -> None:
    sound = answer("report", ledger), answer("export", ledger)
    if former:
        make_former(ledger)
    change(ledger, ALTERED[name])
    before = ledger.read_bytes()
    for words in (
        ["report", ledger],
        ["status", ledger],
        ["export", ledger],
        ["export", ledger, "-o", tmp_path / "x.csv"],
        ["merge", ledger, "-o", tmp_path / "x.db"],
        ["run", "--ledger", ledger],
        ["run", "-g", "giza", "--deals", f"1-{DEALS}", "--ledger", ledger],
    ):
        message = complaint(*words)
        assert f"{ledger}: the ledger is damaged (shard 41-80" in message
        assert "--redo-damaged" in message
    assert ledger.read_bytes() == before
    assert list(tmp_path.iterdir()) == [ledger]
    again = run("run", "--ledger", ledger, "--redo-damaged", "--workers", "1")
    assert again.exit_code == 0
    assert "missing deals are: 41-80" in again.stderr
    assert (answer("report", ledger), answer("export", ledger)) == sound
    assert list(tmp_path.iterdir()) == [ledger]


def test_the_article_refuses_a_damaged_ledger(tmp_path: Path) -> None:
    (row, *_) = rows(["giza"])
    path = tmp_path / row.ledger_name
    survey(row.rules, range(1, 51), ledger=path)
    change(path, "UPDATE shard SET counts = replace(counts, 'won', 'count')")
    result = CliRunner().invoke(
        app,
        ["survey", "article", "--report-only", "--table", "giza", "--ledgers", str(tmp_path)],
    )
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the ledger is damaged (shard 1-50 does not agree" in result.stderr


def test_a_sound_ledger_is_left_as_it_is(ledger: Path) -> None:
    before = ledger.read_bytes()
    result = run("run", "--ledger", ledger, "--redo-damaged", "--workers", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    assert ledger.read_bytes() == before


def test_a_wrong_command_changes_no_damaged_ledger(ledger: Path) -> None:
    change(ledger, "UPDATE shard SET counts = replace(counts, 'won', 'count')")
    damaged = ledger.read_bytes()
    message = complaint("run", "--ledger", ledger, "--redo-damaged", "--limit-nodes", "9")
    assert "--limit-nodes needs DEALS: " in message
    assert ledger.read_bytes() == damaged


def test_a_damaged_head(ledger: Path) -> None:
    sound = answer("report", ledger)
    change(ledger, """UPDATE survey SET value = '"pyramid"' WHERE key = 'game'""")
    assert "its head does not agree" in complaint("report", ledger)
    assert "DEALS and rules" in complaint("run", "--ledger", ledger, "--redo-damaged")
    words = ["--deals", f"1-{DEALS}", "--ledger", ledger, "--redo-damaged", "--workers", "1"]
    assert "no shard of it is sound" in complaint("run", "-g", "giza6x4", *words)
    assert run("run", "-g", "giza", *words).exit_code == 0
    assert answer("report", ledger) == sound
    with open_ledger(ledger) as book:
        assert ranges.count(book.done()) == DEALS


def test_ledgers_of_the_former_form(ledger: Path, tmp_path: Path) -> None:
    sound = [answer(word, ledger) for word in ("report", "export")]
    make_former(ledger)
    before = ledger.read_bytes()
    assert [answer(word, ledger) for word in ("report", "export")] == sound
    merged = tmp_path / "merged.db"
    answer("merge", ledger, "-o", merged)
    assert [answer(word, merged) for word in ("report", "export")] == sound
    assert ledger.read_bytes() == before  # reading leaves it as it is
    answer("run", "--ledger", ledger, "--workers", "1")
    change(ledger, "UPDATE shard SET seconds = seconds + 1 WHERE first = '1'")
    assert "does not agree with its checksum" in complaint("report", ledger)


@pytest.mark.parametrize("keep_if", [None, "winnable", "lost"])
def test_sums_are_counted_again(keep_if: KeepIf | None, tmp_path: Path) -> None:
    verdicts, scores = tmp_path / "verdicts.db", tmp_path / "scores.db"
    survey(GIZA, range(1, 101), keep_if=keep_if, limit_nodes=60, ledger=verdicts)
    survey_scores(SMALL, range(1, 101), keep_if=keep_if, limit_nodes=9, ledger=scores)
    for path in verdicts, scores:
        with open_ledger(path) as book:
            whole = book.tally()
            for shard in book.shards():
                again = book.question.recount(shard.packed, shard.first, shard.deals)
                slow = Question.recount(book.question, shard.packed, shard.first, shard.deals)
                assert again == slow
                assert again.nodes == shard.tally.nodes
                for name in again.counts.keys() | shard.tally.counts.keys():
                    assert again.counts.get(name, 0) == shard.tally.counts.get(name, 0)
        make_former(path)
        with open_ledger(path) as book:
            assert book.tally() == whole


def read_parts(path: Path) -> list[str]:
    """What each command says of a ledger: what it prints, or that it rejects the ledger."""
    found = []
    for words in (["report", "--format", "json"], ["report"], ["export"], ["status"]):
        result = run(*words, path)
        if result.exit_code == 0:
            found.append(result.stdout)
        else:
            assert (result.exit_code, result.stdout) == (2, ""), result.stderr
            assert result.stderr.count("\n") == 1
            found.append("refused")
    return found


def check_flips(seed: int, times: int, ledger: Path) -> None:
    sound, content = read_parts(ledger), ledger.read_bytes()
    chance = random.Random(seed)
    seen = 0
    for kind in range(times):
        changed = bytearray(content)
        for _ in range((1, 1, 3, 50)[kind % 4]):
            changed[chance.randrange(len(changed))] ^= chance.randrange(1, 256)
        ledger.write_bytes(changed)
        found = read_parts(ledger)
        for one, other in zip(found, sound, strict=True):
            assert one in (other, "refused")
        if found == sound:
            continue
        seen += 1
        if kind % 12 == 0:
            words = ["--deals", f"1-{DEALS}", "--ledger", ledger, "--redo-damaged"]
            result = run("run", "-g", "giza", *words, "--workers", "1")
            if result.exit_code == 0:
                assert read_parts(ledger)[:3] == sound[:3]
            else:
                assert (result.exit_code, result.stderr.count("\n")) == (2, 1), result.stderr
    assert seen > times / 4


@pytest.mark.parametrize("seed", [2])
def test_flipped_bytes_are_seen_or_change_nothing(seed: int, ledger: Path, tmp_path: Path) -> None:
    check_flips(seed, 32, ledger)
    assert [path.name for path in tmp_path.iterdir()] == ["giza.db"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 13))
def test_many_flipped_bytes(seed: int, ledger: Path) -> None:
    check_flips(seed, 200, ledger)


def test_foreign_files_and_places(tmp_path: Path, ledger: Path) -> None:
    bare = tmp_path / "bare.db"
    change(bare, "PRAGMA application_id = 1348031060")
    change(bare, "PRAGMA user_version = 2")
    nulls = tmp_path / "nulls.db"
    nulls.write_bytes(ledger.read_bytes())
    change(nulls, "DROP TABLE shard")
    change(nulls, "CREATE TABLE shard AS SELECT NULL AS first, NULL AS last")
    empty = tmp_path / "empty.db"
    empty.touch()
    for path in (bare, nulls):
        assert "the ledger is damaged" in complaint("report", path)
    assert "not a ledger" in complaint("report", empty)
    for place in (tmp_path / "no" / "x", tmp_path, Path("/dev/full"), tmp_path / ("x" * 300)):
        words = ["run", "-g", "giza", "--deals", "1-5", "--ledger", place, "--workers", "1"]
        assert complaint(*words)
    for place in (tmp_path / "no" / "x", tmp_path, tmp_path / ("x" * 300)):
        assert complaint("export", ledger, "-o", place)
    full = run("export", ledger, "-o", "/dev/full")
    assert full.exit_code == 1 and "No space left" in full.stderr


def test_json_of_a_ledger_is_canonical(ledger: Path) -> None:
    with closing(sqlite3.connect(ledger)) as connection:
        stored = dict(connection.execute("SELECT key, value FROM survey"))
    assert stored.keys() == {"identity", "game", "wanted", "checksum"}
    assert len(json.loads(stored["checksum"])) == 64
