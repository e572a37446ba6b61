"""The ledger: what it holds, what it rejects, and that nothing is lost."""

import csv
import errno
import io
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pytest

from pyrtool import Deal, deal, solve
from pyrtool.base.arguments import ArgumentError
from pyrtool.game import ranges
from pyrtool.game.games import GAMES, Rules
from pyrtool.notation import format_deal
from pyrtool.surveys import store, survey
from pyrtool.surveys.ledger import Ledger, head_of, open_ledger
from pyrtool.surveys.plan import Plan, SurveyError
from pyrtool.surveys.questions import Survey, solve_shard
from pyrtool.surveys.reports import SurveyResult
from pyrtool.surveys.shards import ShardTask
from pyrtool.surveys.store import StoreError

from .. import commands

pytestmark = pytest.mark.usefixtures("in_this_process")

GIZA = GAMES["giza"]
GAME = ["--game", "giza"]

run = partial(commands.run, "survey")
answer = partial(commands.answer, "survey")
complaint = partial(commands.complaint, "survey")


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    path = tmp_path / "giza.db"
    survey(GIZA, range(1, 301), ledger=path)
    return path


def test_a_ledger_goes_on_and_grows(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    assert survey(GIZA, range(1, 101), ledger=path) == survey(GIZA, range(1, 101))
    assert survey(GIZA, range(51, 301), ledger=path) == survey(GIZA, range(1, 301))
    with open_ledger(path) as book:
        assert book.done() == book.wanted == ((1, 300),)
        assert not book.missing()
        assert book.seconds() > 0
        assert [shard.first for shard in book.parts()] == sorted(s.first for s in book.parts())


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["--game", "giza6x4"], "was begun with columns 8x3, not 6x4"),
        (["--game", "giza", "--overlap"], "was begun without overlap, not with"),
        (["--game", "giza", "--numbering", "pysolfc"], "with numbering native, not pysolfc"),
        (["--game", "giza", "--limit-nodes", "99"], "without limit on nodes, not with 99"),
        (["--game", "giza", "--limit-memory", "99"], "with limit on memory 256, not 99"),
        (["--game", "giza", "--keep-if", "winnable"], "without keep if, not with winnable"),
    ],
)
def test_another_survey_is_refused(words: list[str], what: str, ledger: Path) -> None:
    before = ledger.read_bytes()
    assert what in complaint("run", *words, "1-400", "--ledger", ledger)
    assert ledger.read_bytes() == before


def test_another_solver_is_refused(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrtool.surveys.plan.SOLVER_VERSION", 99)
    words = ["run", *GAME, "1-400", "--ledger", ledger]
    assert "was begun with solver" in complaint(*words)


def test_files_that_are_no_ledger(tmp_path: Path, ledger: Path) -> None:
    other, older, text = tmp_path / "other.db", tmp_path / "older.db", tmp_path / "text"
    sqlite3.connect(other).execute("CREATE TABLE a (b)").connection.close()
    older.write_bytes(ledger.read_bytes())
    with sqlite3.connect(older) as connection:
        connection.execute("PRAGMA user_version = 77")
    text.write_text("no database" * 100)
    cut = tmp_path / "cut.db"
    cut.write_bytes(ledger.read_bytes()[:5000])
    for path, what in (
        (other, "not a ledger"),
        (older, "version 77"),
        (text, "not a ledger"),
        (tmp_path, "is a folder"),
        (cut, "the ledger is damaged"),
    ):
        before = path.read_bytes() if path.is_file() else b""
        assert what in complaint("run", *GAME, "1-5", "--ledger", path)
        assert what in complaint("report", path)
        assert before == (path.read_bytes() if path.is_file() else b"")
    assert "no such ledger" in complaint("report", tmp_path / "none.db")
    assert "no such folder" in complaint("run", *GAME, "1-5", "--ledger", tmp_path / "no" / "x.db")
    assert "is no file" in complaint("run", *GAME, "1-5", "--ledger", "/dev/full")


def test_an_empty_file_is_begun(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    assert not Ledger.is_begun(path)
    assert survey(GIZA, range(1, 20), ledger=path).deals == 19


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.db"
    plan = Plan(GIZA)
    shards = [solve_shard(ShardTask(plan, n, n + 1999)) for n in range(1, 40000, 2000)]
    with Ledger.create(path, head_of(Survey(plan), ((1, 40000),))) as book:
        book.add(shards[0])
        book._connection.execute("PRAGMA max_page_count = 12")
        with pytest.raises(OSError, match="disk is full"):
            for shard in shards[1:]:
                book.add(shard)
        held = book.done()
    assert 2000 <= sum(last - first + 1 for first, last in held) < 40000
    with open_ledger(path, writing=True) as book:
        assert book.done() == held
        for shard in shards:
            if shard.first > held[-1][1]:
                book.add(shard)
        assert book.tally() == survey(GIZA, range(1, 40001))


def test_a_read_only_ledger(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger.chmod(0o444)
    access = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: mode != os.W_OK and access(path, mode)
    )  # root may write everything
    words = ["run", *GAME, "1-400", "--ledger", ledger]
    assert "read-only" in complaint(*words)
    assert "300 of 300" in answer("status", ledger)


def test_a_ledger_that_is_being_written_to(ledger: Path) -> None:
    with open_ledger(ledger, writing=True) as book:
        words = ["run", *GAME, "1-400", "--ledger", ledger]
        assert "another survey is writing" in complaint(*words, status=1)
        assert "300 of 300" in answer("status", ledger)  # readers may look on
        book.want(((1, 320),))
        book.add(solve_shard(ShardTask(book.plan, 301, 320)))
    assert "320 of 320" in answer("status", ledger)


def test_adding_a_shard_twice_is_refused(ledger: Path) -> None:
    with open_ledger(ledger, writing=True) as book:
        shard = next(book.parts())
        with pytest.raises(OSError, match="there already"):
            book.add(shard)
        assert book.tally() == survey(GIZA, range(1, 301))
    with open_ledger(ledger) as book, pytest.raises(StoreError, match="for reading"):
        book.add(shard)


def test_shards_of_machines_merge_to_the_whole(tmp_path: Path) -> None:
    parts = [tmp_path / f"{k}.db" for k in (1, 2, 3)]
    for k, path in enumerate(parts, start=1):
        words = ["1-500", "--ledger", path, "--workers", "1", "--shard", f"{k}/3"]
        answer("run", *GAME, *words)
    merged, whole = tmp_path / "merged.db", tmp_path / "whole.db"
    output = answer("merge", *reversed(parts), "-o", merged)
    assert output == answer("run", *GAME, "1-500", "--ledger", whole)
    for format in ("text", "json", "csv"):
        texts = {answer("report", path, "--format", format) for path in (merged, whole)}
        assert len(texts) == 1
    assert answer("export", merged) == answer("export", whole)
    assert "there already" in complaint("merge", *parts, "-o", merged)
    again = tmp_path / "again.db"
    assert "another ledger too" in complaint("merge", parts[0], parts[0], "-o", again)
    other = tmp_path / "other.db"
    survey(replace(GIZA, overlap=True), range(900, 910), ledger=other)
    assert "was begun with overlap, not without" in complaint("merge", parts[0], other, "-o", again)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "1.db", "2.db", "3.db", "merged.db", "other.db", "whole.db",
    ]  # fmt: skip


# The command line.


def test_going_on_without_naming_the_deals(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    plan = Plan(GIZA, "giza")
    with Ledger.create(path, head_of(Survey(plan), ((1, 200),))) as book:
        book.add(solve_shard(ShardTask(plan, 31, 90)))
    assert "missing 1-30, 91-200" in answer("status", path)
    assert "140 deals that are wanted are not done yet" in answer("report", path)
    with open_ledger(path, writing=True) as book:
        book.add(solve_shard(ShardTask(plan, 1, 30)))
        book.add(solve_shard(ShardTask(plan, 91, 199)))
    assert "\n1 deal that is wanted is not done yet\n" in answer("report", path)
    assert answer("run", "--ledger", path, "--workers", "1") == answer("report", path)
    assert "no such ledger" in complaint("run", "--ledger", tmp_path / "none.db")


def test_a_survey_of_a_file_of_deals(tmp_path: Path) -> None:
    file, path = tmp_path / "deals.txt", tmp_path / "x.db"
    given = [deal(number, GIZA).cards for number in range(1, 31)]
    file.write_text("# some deals\n" + "\n".join(map(format_deal, given)))
    output = answer("run", *GAME, file, "--ledger", path, "--workers", "1")
    assert "deals 1-30 (a text" in output
    for row, cards in zip(commands.sheet(answer("export", path)), given, strict=True):
        assert (row["outcome"] == "won") == solve(Deal.of(cards, GIZA)).is_won
    file.write_text("\n".join(map(format_deal, given[:-1])))
    assert "was begun with text" in complaint("run", *GAME, file, "--ledger", path)
    assert "name that, too" in complaint("run", "--ledger", path)
    mixed = complaint("run", *GAME, file, "1-9", "--ledger", path)
    assert "cannot be mixed" in mixed


def test_the_name_of_an_export_decides_its_format(ledger: Path, tmp_path: Path) -> None:
    exported = {name: answer("export", ledger, "--format", name) for name in ("csv", "ndjson")}
    for file, format in (("x.csv", "csv"), ("x.NDJSON", "ndjson"), ("x", "csv")):
        answer("export", ledger, "-o", tmp_path / file)
        assert (tmp_path / file).read_text() == exported[format]
    answer("export", ledger, "-o", tmp_path / "x.txt", "--format", "ndjson")
    assert (tmp_path / "x.txt").read_text() == exported["ndjson"]
    target = tmp_path / "y.csv"
    assert "does not go with --format ndjson" in complaint(
        "export", ledger, "-o", target, "--format", "ndjson"
    )
    assert "add --format" in complaint("export", ledger, "-o", tmp_path / "y.zzz")
    assert not target.exists() and not (tmp_path / "y.zzz").exists()


@pytest.mark.parametrize("format", ["csv", "ndjson", "parquet"])
def test_no_ledger_is_written_over(format: str, ledger: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    survey(GIZA, range(1, 11), ledger=other)
    before = other.read_bytes()
    for source in (ledger, other):
        message = complaint("export", source, "-o", other, "--format", format)
        assert message.endswith("other.db: is a ledger; it is not written over")
    assert other.read_bytes() == before


def test_what_is_reported_belongs_together(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Ledger.done

    def done(self: Ledger) -> Any:
        found = whole(self)
        with closing(sqlite3.connect(ledger, isolation_level=None, timeout=0)) as other:
            try:  # what a survey would do at this moment
                other.execute("DELETE FROM shard WHERE first = '1'")
            except sqlite3.OperationalError as error:
                assert "locked" in str(error)
        return found

    monkeypatch.setattr(Ledger, "done", done)
    with open_ledger(ledger) as book:
        result = SurveyResult.of_ledger(book)
    assert result.tally.deals == ranges.count(result.done) == 300


def test_an_export_that_fails_leaves_what_was_there(
    ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deals(_: object) -> Iterator[tuple[Any, ...]]:
        yield 1, "won", 2
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("pyrtool.surveys.ledger.Ledger.deals", deals)
    target = tmp_path / "x.csv"
    target.write_text("before")
    assert "No space left" in complaint("export", ledger, "-o", target, status=1)
    assert target.read_text() == "before"
    assert {path.name for path in tmp_path.iterdir()} == {"giza.db", target.name}


def test_export_to_parquet(ledger: Path, tmp_path: Path) -> None:
    target = tmp_path / "it's.parquet"
    answer("export", ledger, "--format", "parquet", "-o", target)
    found = duckdb.read_parquet(str(target)).fetchall()
    rows = csv.reader(io.StringIO(answer("export", ledger)))
    assert [list(map(str, row)) for row in found] == list(rows)[1:]
    assert {path.name for path in tmp_path.iterdir()} == {"giza.db", target.name}


def test_a_plot(ledger: Path, tmp_path: Path) -> None:
    for ending, begin in (".png", b"\x89PNG"), (".SVG", b"<?xml"):
        pictures = [tmp_path / f"{name}{ending}" for name in "ab"]
        for picture in pictures:
            answer("report", ledger, ledger, "--plot", picture)
        assert pictures[0].read_bytes().startswith(begin)
        assert pictures[0].read_bytes() == pictures[1].read_bytes()


def test_names_of_deals_in_an_export(tmp_path: Path) -> None:
    for numbering, deals, first in (
        ("native", "18446744073709551610-18446744073709551615", "18446744073709551610"),
        ("pysolfc", "ms40000-ms40003", "ms40000"),
    ):
        path = tmp_path / f"{numbering}.db"
        words = ["--numbering", numbering, deals, "--ledger", path, "--workers", "1"]
        assert first in answer("run", *GAME, *words)
        record = json.loads(answer("export", path, "--format", "ndjson").split("\n")[0])
        assert record["deal"] == first
        assert json.loads(answer("report", path, "--format", "json"))[0]["ranges"][0][0] == first
    mixed = ["--numbering", "pysolfc", "1-3", "ms40000", "--ledger"]
    assert "cannot be mixed" in complaint("run", *GAME, *mixed, tmp_path / "x.db")


def test_an_unknown_deal_makes_the_status_3(tmp_path: Path) -> None:
    words = ["1-60", "--limit-nodes", "20", "--ledger", tmp_path / "x.db"]
    output = answer("run", *GAME, *words, "--workers", "1", status=3)
    assert "unknown" in output and "bounds, unknown both ways" in output


def test_json_has_everything(ledger: Path) -> None:
    record: dict[str, Any] = json.loads(answer("report", ledger, "--format", "json"))[0]
    assert record["deals"] == 300 == record["won"] + sum(record["lost"].values())
    assert record["interval"][0] < record["win_rate"] < record["interval"][1]
    assert record["rules"] == GIZA.to_dict()
    assert record["complete"] is True
    for word in ("seconds", "host", "date", "time"):
        assert word not in json.dumps(record)


def test_deals_of_another_deck_are_refused() -> None:
    short = Rules(rows=3, total=5, suits=2)
    with pytest.raises(SurveyError, match="deal 2: is not dealt from the deck of these rules"):
        survey(GIZA, [deal(1), deal(1, short)])
    with pytest.raises(SurveyError, match="deal 1: is not dealt from the deck"):
        survey(short, [deal(1)])
    for mixed, place in (([deal(1), 3], 1), ([3, deal(1)], 2), (["3"], 1)):
        with pytest.raises(ArgumentError, match=f"deal {place}: must be a whole number, not "):
            survey(GIZA, mixed)  # type: ignore[arg-type]


def test_two_surveys_of_the_same_rules_have_their_own_names(tmp_path: Path) -> None:
    paths = [tmp_path / f"{i}.db" for i in range(3)]
    survey(GIZA, range(1, 31), ledger=paths[0])
    survey(GIZA, range(1, 31), keep_if="lost", ledger=paths[1])
    survey(GIZA, range(1, 31), limit_nodes=9, limit_memory_mib=64, ledger=paths[2])
    sheet = commands.sheet(answer("report", *paths, "--format", "csv"))
    plain, *others = (row["rules"] for row in sheet)
    assert others == [f"{plain}, kept if lost", f"{plain}, at most 9 nodes, at most 64 MiB"]
    assert "kept     if lost" in answer("status", paths[1])


# Two surveys that begin one ledger at the same time.


def at_the_lock(monkeypatch: pytest.MonkeyPatch, other: Callable[[], object]) -> None:
    """Let another survey act when the next one has seen no ledger, and has not yet locked it."""
    place = "pyrtool.surveys.store.lock"
    real = store.lock

    def lock(connection: sqlite3.Connection) -> None:
        monkeypatch.setattr(place, real)
        other()
        real(connection)

    monkeypatch.setattr(place, lock)


def test_a_survey_goes_on_with_a_ledger_that_another_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.db"
    at_the_lock(monkeypatch, lambda: survey(GIZA, range(1, 101), ledger=path))
    assert survey(GIZA, range(51, 201), ledger=path) == survey(GIZA, range(1, 201))
    with open_ledger(path) as book:
        assert book.done() == ((1, 200),)


def test_a_survey_leaves_a_ledger_that_another_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, plan = tmp_path / "x.db", Plan(GIZA, "giza")
    head = head_of(Survey(plan), ((1, 64),))
    others: list[Ledger] = []
    at_the_lock(monkeypatch, lambda: others.append(Ledger.create(path, head)))
    with pytest.raises(OSError, match="another survey is writing"):
        survey(GIZA, range(1, 101), ledger=path)
    with others[0] as book:
        book.add(solve_shard(ShardTask(plan, 1, 64)))
    with open_ledger(path) as book:
        assert book.done() == ((1, 64),)


def test_a_file_that_another_gave_up_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.db"
    at_the_lock(monkeypatch, path.unlink)
    with pytest.raises(OSError, match="cannot be written"):
        survey(GIZA, range(1, 101), ledger=path)
    assert not path.exists()
