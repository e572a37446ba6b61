"""The ledger: a SQLite file with a row for each shard that is done.

Decides what is written, when it is safe, and which ledgers a survey may resume. A shard is one
transaction, so a ledger holds whole shards whatever happens to the process. Only one process
writes: it keeps SQLite's write lock by always having the next transaction begun; readers may look
on meanwhile. Whoever opens a ledger checks all that it holds (`checks`).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.surveys.counts import Nodes, Outcomes
from pyrtool.surveys.ledger.checks import Head, Row, read_head, read_row, read_rows
from pyrtool.surveys.ledger.database import (
    APPLICATION_ID,
    FORMAT,
    LedgerError,
    check_format,
    connect,
    explained,
    is_former,
    lock,
    reading,
)
from pyrtool.surveys.plan import Plan, difference_in_words, differences
from pyrtool.surveys.questions import QUESTIONS
from pyrtool.surveys.questions.question import Cell
from pyrtool.surveys.shard import Shard
from pyrtool.surveys.work import ranges
from pyrtool.surveys.work.ranges import Ranges

_TABLES: Final = """
CREATE TABLE survey (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE shard (
  first TEXT PRIMARY KEY,      -- deal numbers, in digits: they may be beyond 64 bits
  last TEXT NOT NULL,
  deals INTEGER NOT NULL,      -- of them all, dropped ones too
  counts TEXT NOT NULL,        -- how many deals had which outcome, JSON
  nodes TEXT NOT NULL,         -- their sum, in digits
  most_nodes INTEGER NOT NULL,
  hardest TEXT,                -- the first deal with so many
  histogram BLOB NOT NULL,     -- of node counts (`Nodes.pack_histogram`)
  outcomes BLOB NOT NULL,      -- of each deal, and its nodes (Question.unpack)
  seconds REAL NOT NULL,       -- of processor time
  checksum TEXT NOT NULL       -- of the row and of what it belongs to (`checks`)
);
"""

_PLACES: Final = ", ".join("?" * (len(Row._fields) + 1))


class Ledger:
    """An open ledger, for reading, or for adding shards too (`open_ledger`, `create_ledger`).

    `plan` is what it was begun with.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, writing: bool) -> None:
        self.path = path
        self._connection = connection
        self._writing = writing
        with reading(path):
            self._former = is_former(connection)
            self._head = read_head(connection)
            self.identity = self._head.identity
            self.plan = self._head.plan()
            self.question = QUESTIONS[self.plan.question]
        with self.moment(), reading(path):
            self._check()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the file back; what was not added whole is not in it."""
        if self._connection.in_transaction:
            self._connection.rollback()
        self._connection.close()

    # What it holds.

    @property
    def wanted(self) -> Ranges:
        """The deals that it is to hold."""
        return self._head.wanted

    @contextmanager
    def moment(self) -> Iterator[None]:
        """What is read in it belongs together, whatever a survey adds meanwhile."""
        if self._connection.in_transaction:
            yield
            return
        with explained(self.path):
            self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.rollback()

    def done(self) -> Ranges:
        """The deals that it holds."""
        with reading(self.path):
            rows = self._connection.execute("SELECT first, last FROM shard NOT INDEXED").fetchall()
            return ranges.normal((int(first), int(last)) for first, last in rows)

    def missing(self) -> Ranges:
        """The deals that are wanted and not yet there."""
        return ranges.without(self.wanted, self.done())

    def tally(self) -> Outcomes:
        """The sum of all shards: a `Tally`, or `Scores` where they were asked for."""
        total = self.question.outcomes({}, Nodes())
        with reading(self.path):
            for _, row, _ in read_rows(self._connection):
                total += row.tally(self.question)
        return total

    def seconds(self) -> float:
        """The processor time that the shards took."""
        with explained(self.path):
            (seconds,) = self._connection.execute("SELECT total(seconds) FROM shard").fetchone()
        return float(seconds)

    def shards(self) -> Iterator[Shard]:
        """The shards in the order of their deals, each read when the caller reaches it."""
        with reading(self.path):
            rows = self._connection.execute("SELECT rowid, first FROM shard NOT INDEXED").fetchall()
            places = [place for place, _ in sorted(rows, key=lambda row: int(row[1]))]
        for place in places:
            with reading(self.path):
                row, _ = read_row(self._connection, place)
                shard = row.shard(self.question, self.identity["solver"])
            yield shard

    def deals(self) -> Iterator[tuple[int, *tuple[Cell, ...]]]:
        """The number and the columns of every deal that was not dropped, in the deals' order.

        The columns are those of the question; of verdicts, the outcome and the nodes.
        """
        for shard in self.shards():
            with reading(self.path):
                for offset, found in enumerate(self.question.unpack(shard.packed, shard.deals)):
                    if found is not None:
                        yield shard.first + offset, *found

    def _check(self) -> None:
        """A `ValueError` or an error of SQLite's unless all is as it was written."""
        found: list[tuple[int, int]] = []
        for _, row, checksum in read_rows(self._connection):
            row.check(self.identity, checksum)
            found.append((int(row.first), int(row.last)))
        if ranges.count(ranges.normal(found)) != sum(last - first + 1 for first, last in found):
            raise ValueError("deals are in two shards")
        (state,) = self._connection.execute("PRAGMA integrity_check(1)").fetchone()
        if state != "ok":
            raise ValueError(state)

    # What is added.

    def require(self, plan: Plan, *, any_solver: bool = False) -> None:
        """A `LedgerError` that names the first difference, unless the plan is the ledger's."""
        for name, here, there in differences(self.identity, plan.identity()):
            if any_solver and name == "solver":
                continue
            raise LedgerError(f"{self.path}: was begun {difference_in_words(name, here, there)}")

    def want(self, wanted: Ranges) -> None:
        """Let these deals be wanted too."""
        wanted = ranges.normal((*self.wanted, *wanted))
        if wanted == self.wanted:
            return
        self._head = self._head._replace(wanted=wanted)
        self._write(self._head_statements())

    def add(self, shard: Shard) -> None:
        """Write a shard, for good; when that fails (`OSError`) the ledger is as it was."""
        row = Row.of_shard(shard)
        cells = (*row, row.checksum(self.identity))
        self._write([(f"INSERT INTO shard VALUES ({_PLACES})", cells)])

    def upgrade(self) -> None:
        """Make a ledger of this version from one of the earlier version, which was checked."""
        if not self._former:
            return
        change = "UPDATE shard SET checksum = ? WHERE rowid = ?"
        with reading(self.path):
            rows = read_rows(self._connection)
            sums = [(row.checksum(self.identity), place) for place, row, _ in rows]
        self._write(
            [
                ("ALTER TABLE shard ADD COLUMN checksum TEXT NOT NULL DEFAULT ''", ()),
                *((change, cells) for cells in sums),
                *self._head_statements(),
                (f"PRAGMA user_version = {FORMAT}", ()),
            ]
        )
        self._former = False

    def _head_statements(self) -> list[tuple[str, tuple[str, str]]]:
        """The statements that write the head."""
        statement = "INSERT OR REPLACE INTO survey VALUES (?, ?)"
        return [(statement, text) for text in self._head.texts().items()]

    def _write(self, statements: Iterable[tuple[str, tuple[object, ...]]]) -> None:
        if not self._writing:
            raise LedgerError(f"{self.path}: was opened for reading")
        with explained(self.path, "another process has been reading the ledger for a minute"):
            try:
                for statement, values in statements:
                    self._connection.execute(statement, values)
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            finally:
                lock(self._connection)


def open_ledger(path: Path, *, writing: bool = False) -> Ledger:
    """The ledger at `path`, all of it checked.

    `LedgerError` when it is none, is damaged (`DamageError`) or cannot be written, `OSError` when
    the world is in the way. For writing, a ledger of the earlier form becomes one of this version.
    """
    if not path.exists():
        raise LedgerError(f"{path}: there is no such ledger")
    if path.is_dir():
        raise LedgerError(f"{path}: is a directory")
    if writing and not os.access(path, os.W_OK):
        raise LedgerError(f"{path}: the ledger is read-only")
    connection = connect(path, "rw" if os.access(path, os.W_OK) else "ro")
    try:
        with explained(path):
            check_format(path, connection)
            if writing:
                lock(connection)
        ledger = Ledger(path, connection, writing)
        if writing:
            ledger.upgrade()
        return ledger
    except BaseException:
        connection.close()
        raise


def create_ledger(
    path: Path, plan: Plan, wanted: Ranges, identity: JsonObject | None = None
) -> Ledger:
    """A new ledger at `path`, where nothing or an empty file may be; open for adding.

    `identity`: the plan's as another solver wrote it, for its shards. Where it cannot be written,
    nothing stays that was not there before.
    """
    if is_begun(path):
        raise LedgerError(f"{path}: is there already")
    if not path.parent.is_dir():
        raise LedgerError(f"{path}: there is no such directory")
    head = Head(identity or plan.identity(), plan.game, ranges.normal(wanted))
    was_there = path.exists()
    connection = connect(path, "rwc")
    try:
        with explained(path):
            lock(connection)
            for statement in _TABLES.strip().split(";\n"):
                connection.execute(statement)
            connection.executemany("INSERT INTO survey VALUES (?, ?)", head.texts().items())
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
            connection.execute("COMMIT")
            lock(connection)
        return Ledger(path, connection, writing=True)
    except BaseException:
        connection.close()
        if not was_there and not is_begun(path):
            with suppress(OSError):
                path.unlink(missing_ok=True)
        raise


def is_begun(path: Path) -> bool:
    """Whether more than an empty database is at `path`: a run that was killed may leave one."""
    if not path.is_file() or not os.access(path, os.W_OK):
        return path.exists()
    try:
        with closing(connect(path, "rw")) as connection:
            return bool(connection.execute("PRAGMA page_count").fetchone()[0])
    except (OSError, sqlite3.Error, UnicodeDecodeError):
        return True  # opening it reports what is wrong


guard(__name__)
