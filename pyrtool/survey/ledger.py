"""The ledger: a SQLite file with a row for each shard that is done.

Decides what is written, when it is safe, and which ledgers may be gone on with. A shard is one
transaction, so a ledger holds whole shards whatever happens to the process. Only one process
writes: it keeps SQLite's write lock by always having the next transaction begun; readers may look
on meanwhile.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from pyrtool.door import guard
from pyrtool.files import beside
from pyrtool.survey import ranges
from pyrtool.survey.database import (
    APPLICATION_ID,
    FORMAT,
    LedgerError,
    check_format,
    connect,
    explained,
    lock,
    reading,
)
from pyrtool.survey.plan import Plan, differences
from pyrtool.survey.questions import QUESTIONS
from pyrtool.survey.ranges import Ranges
from pyrtool.survey.shard import Shard
from pyrtool.survey.tally import Nodes, Outcomes, unpack_histogram

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
  histogram BLOB NOT NULL,     -- of node counts (survey/tally.py)
  outcomes BLOB NOT NULL,      -- of each deal, and its nodes (Question.unpack)
  seconds REAL NOT NULL        -- of processor time
);
"""


class Ledger:
    """An open ledger, for reading, or for adding shards too (`open_ledger`, `create_ledger`).

    `plan` and `game` are what it was begun with; `wanted` are the deals that it is to hold.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, writing: bool) -> None:
        self.path = path
        self._connection = connection
        self._writing = writing
        with reading(path):
            rows = connection.execute("SELECT key, value FROM survey").fetchall()
            stored = {key: json.loads(value) for key, value in rows}
            self.identity: dict[str, Any] = stored["identity"]
            self.plan = Plan.of_identity(self.identity, stored["game"])
            self.question = QUESTIONS[self.plan.question]
            self.wanted: Ranges = _ranges_of(stored["wanted"])

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
            rows = self._connection.execute("SELECT first, last FROM shard").fetchall()
            return ranges.normal((int(first), int(last)) for first, last in rows)

    def missing(self) -> Ranges:
        """The deals that are wanted and not yet there."""
        return ranges.without(self.wanted, self.done())

    def tally(self) -> Outcomes:
        """The sum of all shards: a `Tally`, or `Scores` where they were asked for."""
        total = self.question.outcomes({}, Nodes())
        found: list[tuple[int, int]] = []
        with reading(self.path):
            for first, last, *row in self._connection.execute(
                "SELECT first, last, counts, nodes, most_nodes, hardest, histogram FROM shard"
            ):
                found.append((int(first), int(last)))
                total += self._outcomes(*row)
            deals = sum(last - first + 1 for first, last in found)
            if not ranges.count(ranges.normal(found)) == deals == sum(total.counts.values()):
                raise ValueError("deals are missing in a shard, or are in two")
        return total

    def seconds(self) -> float:
        """The processor time that the shards took."""
        with explained(self.path):
            (seconds,) = self._connection.execute("SELECT total(seconds) FROM shard").fetchone()
        return float(seconds)

    def shards(self) -> Iterator[Shard]:
        """The shards in the order of their deals, each read when it is asked for."""
        with reading(self.path):
            rows = self._connection.execute("SELECT first FROM shard").fetchall()
            firsts = sorted((row[0] for row in rows), key=int)
        for first in firsts:
            with reading(self.path):
                last, outcomes, seconds, *row = self._connection.execute(
                    "SELECT last, outcomes, seconds, counts, nodes, most_nodes, hardest, histogram "
                    "FROM shard WHERE first = ?",
                    (first,),
                ).fetchone()
                tally = self._outcomes(*row)
            yield Shard(int(first), int(last), tally, outcomes, seconds, self.identity["solver"])

    def deals(self) -> Iterator[tuple[Any, ...]]:
        """The number and the columns of every deal that was not dropped, in the deals' order.

        The columns are those of the question; of verdicts, the outcome and the nodes.
        """
        for shard in self.shards():
            with reading(self.path):
                for offset, found in enumerate(self.question.unpack(shard.packed, shard.deals)):
                    if found is not None:
                        yield shard.first + offset, *found

    def _outcomes(
        self, counts: str, nodes: str, most: int, hardest: str | None, histogram: bytes
    ) -> Outcomes:
        at = None if hardest is None else int(hardest)
        spent = Nodes(int(nodes), most, at, unpack_histogram(histogram))
        return self.question.outcomes(json.loads(counts), spent)

    # What is added.

    def require(self, plan: Plan, *, any_solver: bool = False) -> None:
        """A `LedgerError` that names the first difference, unless the plan is the ledger's."""
        for name, here, there in differences(self.identity, plan.identity()):
            if any_solver and name == "solver":
                continue
            raise LedgerError(
                f"{self.path}: was begun with another {name}: {_shown(here)}, not {_shown(there)}"
            )

    def want(self, wanted: Ranges) -> None:
        """Let these deals be wanted too."""
        wanted = ranges.normal((*self.wanted, *wanted))
        if wanted == self.wanted:
            return
        self.wanted = wanted
        self._write(
            "UPDATE survey SET value = ? WHERE key = 'wanted'", (json.dumps(_texts(wanted)),)
        )

    def add(self, shard: Shard) -> None:
        """Write a shard, for good; when that fails (`OSError`) the ledger is as it was."""
        nodes = shard.tally.nodes
        self._write(
            "INSERT INTO shard VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                str(shard.first),
                str(shard.last),
                shard.deals,
                json.dumps({name: n for name, n in shard.tally.counts.items() if n}),
                str(nodes.total),
                nodes.most,
                None if nodes.hardest is None else str(nodes.hardest),
                nodes.pack_histogram(),
                shard.packed,
                shard.seconds,
            ),
        )

    def _write(self, statement: str, values: tuple[Any, ...]) -> None:
        if not self._writing:
            raise LedgerError(f"{self.path}: was opened for reading")
        with explained(self.path, "another process has been reading the ledger for a minute"):
            try:
                self._connection.execute(statement, values)
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            finally:
                lock(self._connection)


def open_ledger(path: Path, *, writing: bool = False) -> Ledger:
    """The ledger at `path`. `LedgerError` when it is none, `OSError` when it cannot be used."""
    if not path.exists():
        raise LedgerError(f"{path}: there is no such ledger")
    if path.is_dir():
        raise LedgerError(f"{path}: is a directory")
    if writing and not os.access(path, os.W_OK):
        raise OSError(errno.EACCES, "the ledger is read-only", str(path))
    connection = connect(path, "rw" if os.access(path, os.W_OK) else "ro")
    try:
        with explained(path):
            check_format(path, connection)
            if writing:
                lock(connection)
        return Ledger(path, connection, writing)
    except BaseException:
        connection.close()
        raise


def create_ledger(
    path: Path, plan: Plan, wanted: Ranges, identity: dict[str, Any] | None = None
) -> Ledger:
    """A new ledger at `path`, where nothing or an empty file may be; open for adding.

    `identity`: the plan's as another solver wrote it, for its shards.
    """
    if is_begun(path):
        raise LedgerError(f"{path}: is there already")
    if not path.parent.is_dir():
        raise OSError(errno.ENOENT, "there is no such directory", str(path.parent))
    connection = connect(path, "rwc")
    try:
        with explained(path):
            lock(connection)
            for statement in _TABLES.strip().split(";\n"):
                connection.execute(statement)
            stored = {
                "identity": identity or plan.identity(),
                "game": plan.game,
                "wanted": _texts(wanted),
            }
            connection.executemany(
                "INSERT INTO survey VALUES (?, ?)",
                [(key, json.dumps(value)) for key, value in stored.items()],
            )
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
            connection.execute("COMMIT")
            lock(connection)
        return Ledger(path, connection, writing=True)
    except BaseException:
        connection.close()
        raise


def is_begun(path: Path) -> bool:
    """Whether more than an empty database is at `path`: a run that was killed may leave one."""
    if not path.is_file() or not os.access(path, os.W_OK):
        return path.exists()
    try:
        with closing(connect(path, "rw")) as connection:
            return bool(connection.execute("PRAGMA page_count").fetchone()[0])
    except (OSError, sqlite3.Error):
        return True  # what is wrong is told when it is opened


def merge_ledgers(paths: list[Path], target: Path) -> Outcomes:
    """Put the shards of several ledgers into a new one; they must agree and share no deal.

    The new ledger appears when it is whole.
    """
    if target.exists():
        raise LedgerError(f"{target}: is there already")
    with (
        beside(target) as place,
        open_ledger(paths[0]) as first,
        create_ledger(place, first.plan, (), first.identity) as merged,
    ):
        for path in paths:
            with open_ledger(path) as part:
                _check_disjoint(part, merged)
                merged.want(part.wanted)
                for shard in part.shards():
                    merged.add(shard)
        return merged.tally()


def _check_disjoint(part: Ledger, merged: Ledger) -> None:
    for name, here, there in differences(merged.identity, part.identity):
        raise LedgerError(f"{part.path}: has another {name}: {_shown(there)}, not {_shown(here)}")
    twice = ranges.overlap(merged.done(), part.done())
    if twice:
        raise LedgerError(f"{part.path}: deals {ranges.words(twice)} are in another ledger too")


def _texts(wanted: Ranges) -> list[list[str]]:
    return [[str(first), str(last)] for first, last in wanted]


def _ranges_of(texts: list[list[str]]) -> Ranges:
    return ranges.normal((int(first), int(last)) for first, last in texts)


def _shown(value: object) -> str:
    if isinstance(value, str) and len(value) == 64:
        return f"{value[:12]}…"  # a digest
    return "none" if value is None else str(value)


guard(__name__)
