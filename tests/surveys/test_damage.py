"""Damaged ledgers: seen by every command, and what is not sound is done again."""

import json
import random
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pyrtool.base.arguments import ArgumentError
from pyrtool.game import ranges
from pyrtool.game.games import GAMES
from pyrtool.surveys.ledger import Ledger, head_of, open_ledger
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.questions import Survey, solve_shard
from pyrtool.surveys.questions.best import LeftLine, ScoredLine
from pyrtool.surveys.questions.player import GameEnd
from pyrtool.surveys.shards import ShardTask
from pyrtool.surveys.store import checksum_of

from .. import commands

pytestmark = pytest.mark.usefixtures("in_this_process")

GIZA = GAMES["giza"]
DEALS = 240
SHARD = 40

run = partial(commands.run, "survey")
answer = partial(commands.answer, "survey")
complaint = partial(commands.complaint, "survey")


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement)


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    path, plan = tmp_path / "giza.db", Plan(GIZA, "giza")
    with Ledger.create(path, head_of(Survey(plan), ((1, DEALS),))) as book:
        for first in range(1, DEALS, SHARD):
            book.add(solve_shard(ShardTask(plan, first, first + SHARD - 1)))
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


def sign(path: Path) -> None:
    """Give every shard the checksum of what it says."""
    with closing(Ledger.connect(path, "rw")) as connection:
        identity = Ledger.read_head(connection).identity
        for place, row, _ in list(Ledger.read_rows(connection)):
            cells = (checksum_of(row, identity), place)
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
        message = complaint(command, ledger)
        assert "the ledger is damaged (shard 41-80" in message and expected in message
    assert run("run", "--ledger", ledger, "--redo-damaged", "--workers", "1").exit_code == 0
    assert answer("report", ledger) == sound


@pytest.mark.parametrize(
    ("ends", "wrong"),
    [
        ((GameEnd(True, "won", 1, 50), GameEnd(False, "unknown", 0, -12)), "won won 1"),
        ((LeftLine(12, 8, 12), LeftLine(12, 8, 3, "nodes")), "12 8 3 nodes more"),
        ((ScoredLine(-12, 0, 12, -12), ScoredLine(-12, 0, 12, 5, "memory")), "12 8"),
    ],
    ids=["games", "cards left", "scores"],
)
def test_names_of_ends_are_read_back(ends: tuple[Any, Any], wrong: str) -> None:
    of_name = type(ends[0]).of_name
    for end in ends:
        assert of_name(end.name) == end
    endless = ("9" * 400 + " 1 0", f"won won 1 {9:9>400}")
    others = ("", "12", "a b", "won lost x 0", "won maybe 0 0", "maybe won 0 0")
    for name in (wrong, *endless, *others):
        with pytest.raises(ArgumentError, match=r"is not (how|what) a "):
            of_name(name)


@pytest.mark.parametrize("name", ALTERED)
def test_every_command_refuses_and_the_shard_is_done_again(
    name: str, ledger: Path, tmp_path: Path
) -> None:
    sound = answer("report", ledger), answer("export", ledger)
    change(ledger, ALTERED[name])
    before = ledger.read_bytes()
    commands: list[list[object]] = [
        ["report", ledger],
        ["run", "--ledger", ledger],
        ["export", ledger, "-o", tmp_path / "x.csv"],
    ]
    if name == "moved counts":  # they read a ledger by one function
        commands += [
            ["status", ledger],
            ["export", ledger],
            ["merge", ledger, "-o", tmp_path / "x.db"],
            ["run", "-g", "giza", f"1-{DEALS}", "--ledger", ledger],
        ]
    for words in commands:
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


SHARD_IN_TWO = (
    "INSERT INTO shard SELECT '7', '9', 3, counts, nodes, most_nodes, hardest, "
    "histogram, outcomes, seconds, checksum FROM shard LIMIT 1"
)


@pytest.mark.parametrize("statement", [SHARD_IN_TWO, "DELETE FROM survey WHERE key = 'identity'"])
def test_parts_that_overlap_or_are_of_nothing(statement: str, ledger: Path) -> None:
    change(ledger, statement)
    for command in ("report", "status"):
        assert f"{ledger}: the ledger is damaged" in complaint(command, ledger)


def test_a_damaged_head(ledger: Path) -> None:
    sound = answer("report", ledger)
    change(ledger, """UPDATE survey SET value = '"pyramid"' WHERE key = 'game'""")
    assert "its head does not agree" in complaint("report", ledger)
    assert "DEALS and rules" in complaint("run", "--ledger", ledger, "--redo-damaged")
    words = [f"1-{DEALS}", "--ledger", ledger, "--redo-damaged", "--workers", "1"]
    assert "no shard of it is sound" in complaint("run", "-g", "giza6x4", *words)
    assert run("run", "-g", "giza", *words).exit_code == 0
    assert answer("report", ledger) == sound
    with open_ledger(ledger) as book:
        assert ranges.count(book.done()) == DEALS


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
            words = [f"1-{DEALS}", "--ledger", ledger, "--redo-damaged"]
            result = run("run", "-g", "giza", *words, "--workers", "1")
            if result.exit_code == 0:
                assert read_parts(ledger)[:3] == sound[:3]
            else:
                assert (result.exit_code, result.stderr.count("\n")) == (2, 1), result.stderr
    assert seen > times / 4


def test_flipped_bytes_are_seen_or_change_nothing(ledger: Path, tmp_path: Path) -> None:
    check_flips(2, 20, ledger)
    assert [path.name for path in tmp_path.iterdir()] == ["giza.db"]


@pytest.mark.slow
def test_many_flipped_bytes(ledger: Path) -> None:
    check_flips(10, 300, ledger)


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
    for place in (tmp_path / "no" / "x", tmp_path, tmp_path / ("x" * 300)):
        assert complaint("export", ledger, "-o", place)
    full = run("export", ledger, "-o", "/dev/full")
    assert full.exit_code == 1 and "No space left" in full.stderr


def test_json_of_a_ledger_is_canonical(ledger: Path) -> None:
    with closing(sqlite3.connect(ledger)) as connection:
        stored = dict(connection.execute("SELECT key, value FROM survey"))
    assert stored.keys() == {"identity", "game", "wanted", "checksum"}
    assert len(json.loads(stored["checksum"])) == 64
