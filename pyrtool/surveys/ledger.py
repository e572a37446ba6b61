"""The ledger: a SQLite file with a row for each shard that is done.

Decides what is written, when it is safe, which ledgers a survey may resume, and the words in which
a file or the world is blamed. A shard is one transaction, so a ledger holds whole shards whatever
happens to the process. Only one process writes: it keeps SQLite's write lock by always having the
next transaction begun; readers may look on meanwhile.

A checksum covers the head and each shard: all that its row says, and what it belongs to (the
question, the rules, what numbers mean, the limits, the solver's version). Whoever opens a ledger
checks all that it holds.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple, Self

from pyrtool.base.files import beside
from pyrtool.base.json_object import JsonObject
from pyrtool.game import ranges
from pyrtool.game.deals import MOST_DEALS
from pyrtool.game.ranges import Ranges, normal
from pyrtool.surveys.counts import Nodes, Outcomes, unpack_histogram
from pyrtool.surveys.plan import SurveyError, difference_in_words, differences
from pyrtool.surveys.questions import QUESTIONS, Survey
from pyrtool.surveys.questions.question import AnyQuestion, Cell
from pyrtool.surveys.shards import Shard

APPLICATION_ID: Final = 0x50595254  # "PYRT"
FORMAT: Final = 2
"""The version of the tables (`ledger`)."""

UNREADABLE: Final = (
    ValueError,
    LookupError,
    TypeError,
    ArithmeticError,
    RuntimeError,  # a recursion without end
    MemoryError,
    zlib.error,
)
"""The errors that reading a damaged ledger may raise, besides SQLite's errors."""

_PATIENCE_SECONDS: Final = 60.0  # for readers to finish with a page
_LOCK_SECONDS: Final = 0.5  # for another writer, who will not go


class LedgerError(SurveyError):
    """A file that is no ledger, or one that does not fit."""


class DamageError(LedgerError):
    """A ledger that does not hold what was written to it."""

    def __init__(self, path: Path, what: object) -> None:
        super().__init__(
            f"{path}: the ledger is damaged ({what}); "
            "`survey run --redo-damaged` solves the damaged parts again"
        )


def refuse_ledger(path: Path) -> None:
    """Raise a `LedgerError` if there is a ledger at `path`: it is not to be written over."""
    if path.is_file():
        with path.open("rb") as file:
            head = file.read(100)
        if head.startswith(b"SQLite") and head[68:72] == APPLICATION_ID.to_bytes(4):
            raise LedgerError(f"{path}: is a ledger; it is not written over")


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Connect to a ledger, `mode` as SQLite's addresses have it: ``ro``, ``rw`` or ``rwc``."""
    with explained(path):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None
        )
        connection.execute(f"PRAGMA busy_timeout = {int(1000 * _PATIENCE_SECONDS)}")
    return connection


def lock(connection: sqlite3.Connection) -> None:
    """Begin the next transaction: another process that tries the same gets an error."""
    connection.execute(f"PRAGMA busy_timeout = {int(1000 * _LOCK_SECONDS)}")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA busy_timeout = {int(1000 * _PATIENCE_SECONDS)}")


def check_format(path: Path, connection: sqlite3.Connection) -> None:
    """Raise a `LedgerError` unless it is a ledger of this version."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise LedgerError(f"{path}: is not a ledger of pyrtool")
    if version != FORMAT:
        raise LedgerError(f"{path}: is a ledger of version {version}; this is version {FORMAT}")


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn each error of reading into one line of ours: a `DamageError`."""
    try:
        with explained(path):
            yield
    except LedgerError:
        raise
    except UNREADABLE as error:
        raise DamageError(path, error or type(error).__name__) from None


@contextmanager
def explained(path: Path, busy: str = "another survey is writing to the ledger") -> Iterator[None]:
    """Turn SQLite's errors into ours: `LedgerError` for the file, `OSError` for the world."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code == sqlite3.SQLITE_NOTADB:
            raise LedgerError(f"{path}: is not a ledger of pyrtool") from None
        if code == sqlite3.SQLITE_BUSY:
            raise OSError(errno.EBUSY, busy, str(path)) from None
        if code in _WRONG_PLACES:
            raise LedgerError(f"{path}: {_WRONG_PLACES[code]}") from None
        if code in _WORLD:
            raise OSError(*_WORLD[code], str(path)) from None
        raise DamageError(path, error) from None
    except UnicodeDecodeError:
        raise DamageError(path, "its tables' own description") from None


_WRONG_PLACES: Final = {
    sqlite3.SQLITE_READONLY: "the ledger is read-only",
    sqlite3.SQLITE_CANTOPEN: "the ledger cannot be opened",
    sqlite3.SQLITE_PERM: "the ledger cannot be opened",
}
_WORLD: Final = {
    sqlite3.SQLITE_FULL: (errno.ENOSPC, "the disk is full"),
    sqlite3.SQLITE_IOERR: (errno.EIO, "the ledger cannot be written or read (is the disk full?)"),
    sqlite3.SQLITE_NOMEM: (errno.ENOMEM, "out of memory"),
    sqlite3.SQLITE_CONSTRAINT: (errno.EEXIST, "a shard of these deals is there already"),
}


CHECKSUM: Final = "checksum"
"""The key of the head's checksum, and the column of a shard's."""


class Head(NamedTuple):
    """The head of a ledger: identity, the game's name, the deals that it is to hold."""

    identity: JsonObject
    game: str
    wanted: Ranges

    @classmethod
    def of_texts(cls, texts: Mapping[str, str]) -> Self:
        """Read what `texts` wrote; a `ValueError` unless it is so, and has its checksum."""
        stored = {key: json.loads(text) for key, text in texts.items()}
        identity, game, wanted = (stored[name] for name in cls._fields)
        found = cls(identity, game, normal((int(first), int(last)) for first, last in wanted))
        if not isinstance(game, str):
            raise ValueError("the name of its game is none")
        found.survey()
        if found.texts() != dict(texts):
            raise ValueError("its head does not agree with its checksum")
        return found

    def texts(self) -> dict[str, str]:
        """Write the head as it is stored, by its keys: JSON texts, deal numbers in digits."""
        wanted = [[str(first), str(last)] for first, last in self.wanted]
        content = {"identity": self.identity, "game": self.game, "wanted": wanted}
        return {
            key: json.dumps(one) for key, one in (content | {CHECKSUM: _digest(content)}).items()
        }

    def survey(self) -> Survey:
        """Return the survey, whatever solver it names."""
        return Survey.of_identity(self.identity, self.game)


class ShardRow(NamedTuple):
    """A shard as it is stored; the fields are the columns (`ledger`)."""

    first: str
    last: str
    deals: int
    counts: str
    nodes: str
    most_nodes: int
    hardest: str | None
    histogram: bytes
    outcomes: bytes
    seconds: float

    @classmethod
    def of_shard(cls, shard: Shard) -> Self:
        """Return the row of a shard."""
        nodes = shard.tally.nodes
        return cls(
            str(shard.first),
            str(shard.last),
            shard.deals,
            json.dumps(shard.tally.kept),
            str(nodes.total),
            nodes.most,
            None if nodes.hardest is None else str(nodes.hardest),
            nodes.pack_histogram(),
            shard.packed,
            shard.seconds,
        )

    def shard(self, question: AnyQuestion, solver: str) -> Shard:
        """Undo `of_shard`; raise a `ValueError`, `TypeError` or `LookupError` for other rows."""
        first, last = int(self.first), int(self.last)
        return Shard(first, last, self.tally(question), self.outcomes, self.seconds, solver)

    def tally(self, question: AnyQuestion) -> Outcomes:
        """Return the counts; a `ValueError` if these deals cannot have such sums."""
        hardest = None if self.hardest is None else int(self.hardest)
        histogram = unpack_histogram(self.histogram)
        spent = Nodes(int(self.nodes), self.most_nodes, hardest, histogram)
        counts = json.loads(self.counts)
        if not isinstance(counts, dict) or any(
            type(deals) is not int or deals < 0 for deals in counts.values()
        ):
            raise ValueError("counts that are none")
        outcomes: Outcomes = question.outcomes(counts, spent)
        deals = int(self.last) - int(self.first) + 1
        if not (
            0 < deals == self.deals == sum(outcomes.counts.values()) <= MOST_DEALS
            and type(spent.most) is int
            and 0 <= spent.total <= spent.most * deals
            and spent.deals <= deals
        ):
            raise ValueError("sums that this number of deals cannot have")
        return outcomes

    @property
    def name(self) -> str:
        """The name in words: ``shard 1-2000``."""
        named = str(self.first), str(self.last)
        readable = all(end.isdecimal() and len(end) <= 40 for end in named)
        return f"shard {'-'.join(named)}" if readable else "a shard without a name"

    def checksum(self, identity: JsonObject) -> str:
        """Return the SHA-256 of what it says, and of what it belongs to."""
        cells = [hashlib.sha256(c).hexdigest() if isinstance(c, bytes) else c for c in self]
        return _digest([identity, cells])

    def check(self, identity: JsonObject, checksum: str) -> None:
        """Raise a `ValueError` that names the shard if it disagrees with its checksum or has sums
        that its deals cannot have."""
        try:
            sound = self.checksum(identity) == checksum
            self.tally(QUESTIONS[identity["question"]])
        except UNREADABLE as error:
            raise ValueError(f"{self.name}: {error}") from None
        if not sound:
            raise ValueError(f"{self.name} does not agree with its checksum")


def _digest(content: object) -> str:
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def read_head(connection: sqlite3.Connection) -> Head:
    """Return the head of a ledger; one of `UNREADABLE` or of SQLite's errors unless it is sound."""
    texts = dict(connection.execute("SELECT key, value FROM survey").fetchall())
    return Head.of_texts(texts)


def read_rows(
    connection: sqlite3.Connection, which: str = ""
) -> Iterator[tuple[int, ShardRow, str]]:
    """Yield the shards of a ledger as they were read, unchecked: place, row and checksum."""
    columns = ", ".join(("rowid", *ShardRow._fields, CHECKSUM))
    rows = connection.execute(f"SELECT {columns} FROM shard NOT INDEXED {which}")
    for place, *cells, checksum in rows:
        yield place, ShardRow(*cells), checksum


def read_row(connection: sqlite3.Connection, place: int) -> tuple[ShardRow, str]:
    """Read one shard by its place; raise a `LookupError` if there is none."""
    for _, row, checksum in read_rows(connection, f"WHERE rowid = {place:d}"):
        return row, checksum
    raise LookupError("a shard is there and is not")


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

_PLACES: Final = ", ".join("?" * (len(ShardRow._fields) + 1))


class Ledger:
    """An open ledger, for reading, or for adding shards too (`open_ledger`, `create_ledger`).

    `plan` and `question` are what it was begun with.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, writing: bool) -> None:
        self.path = path
        self._connection = connection
        self._writing = writing
        with reading(path):
            self._head = read_head(connection)
            self.identity = self._head.identity
            survey = self._head.survey()
            self.plan, self.question = survey.plan, survey.question
        with self.moment(), reading(path):
            self._check()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
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
        """Keep together what is read in it, whatever a survey adds meanwhile."""
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
        """Return the deals that it holds."""
        with reading(self.path):
            rows = self._connection.execute("SELECT first, last FROM shard NOT INDEXED").fetchall()
            return ranges.normal((int(first), int(last)) for first, last in rows)

    def missing(self) -> Ranges:
        """Return the deals that are wanted and not yet there."""
        return ranges.without(self.wanted, self.done())

    def tally(self) -> Outcomes:
        """Return the sum of all shards: a `Tally`, or `Scores` where they were asked for."""
        total: Outcomes = self.question.outcomes({}, Nodes())
        with reading(self.path):
            for _, row, _ in read_rows(self._connection):
                total += row.tally(self.question)
        return total

    def seconds(self) -> float:
        """Return the processor time that the shards took."""
        with explained(self.path):
            (seconds,) = self._connection.execute("SELECT total(seconds) FROM shard").fetchone()
        return float(seconds)

    def shards(self) -> Iterator[Shard]:
        """Yield the shards in the order of their deals, each read when the caller reaches it."""
        with reading(self.path):
            rows = self._connection.execute("SELECT rowid, first FROM shard NOT INDEXED").fetchall()
            places = [place for place, _ in sorted(rows, key=lambda row: int(row[1]))]
        for place in places:
            with reading(self.path):
                row, _ = read_row(self._connection, place)
                shard = row.shard(self.question, self.identity["solver"])
            yield shard

    def deals(self) -> Iterator[tuple[int, *tuple[Cell, ...]]]:
        """Yield the number and the columns of every deal that was not dropped, in the deals' order.

        The columns are those of the question; of verdicts, the outcome and the nodes.
        """
        for shard in self.shards():
            with reading(self.path):
                for offset, found in enumerate(self.question.unpack(shard.packed, shard.deals)):
                    if found is not None:
                        yield shard.first + offset, *found

    def _check(self) -> None:
        """Raise a `ValueError` or an error of SQLite's unless all is as it was written."""
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

    @property
    def survey(self) -> Survey:
        """The question, and the deals of which it is asked."""
        return Survey(self.plan, self.question)

    def require(self, survey: Survey, *, any_solver: bool = False) -> None:
        """Raise a `LedgerError` that names the first difference of a survey from the ledger's."""
        for name, here, there in differences(self.identity, survey.identity()):
            if any_solver and name == "solver":
                continue
            raise LedgerError(f"{self.path}: was begun {difference_in_words(name, here, there)}")

    def want(self, wanted: Ranges) -> None:
        """Let these deals be wanted too."""
        wanted = ranges.normal((*self.wanted, *wanted))
        if wanted == self.wanted:
            return
        self._head = self._head._replace(wanted=wanted)
        statement = "INSERT OR REPLACE INTO survey VALUES (?, ?)"
        self._write([(statement, text) for text in self._head.texts().items()])

    def add(self, shard: Shard) -> None:
        """Write a shard, for good; when that fails (`OSError`) the ledger is as it was."""
        row = ShardRow.of_shard(shard)
        cells = (*row, row.checksum(self.identity))
        self._write([(f"INSERT INTO shard VALUES ({_PLACES})", cells)])

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


class BegunError(LedgerError):
    """A ledger that is to be begun, and is there already."""


def open_ledger(path: Path, *, writing: bool = False) -> Ledger:
    """Open the ledger at `path`, and check all of it.

    `LedgerError` when it is none, is damaged (`DamageError`) or cannot be written, `OSError` when
    the world is in the way.
    """
    if not path.exists():
        raise LedgerError(f"{path}: there is no such ledger")
    _check_file(path)
    if writing and not os.access(path, os.W_OK):
        raise LedgerError(f"{path}: the ledger is read-only")
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
    path: Path, survey: Survey, wanted: Ranges, identity: JsonObject | None = None
) -> Ledger:
    """Create a ledger at `path`, where nothing or an empty file may be; open for adding.

    `identity`: the survey's as another solver wrote it, for its shards. Where it cannot be written,
    nothing stays that was not there before. A `BegunError` where another process began it first.
    """
    if is_begun(path):
        raise BegunError(f"{path}: is there already")
    if not path.parent.is_dir():
        raise LedgerError(f"{path}: there is no such folder")
    head = Head(identity or survey.identity(), survey.plan.game, ranges.normal(wanted))
    is_ours = not path.exists()
    connection = connect(path, "rwc")
    try:
        with explained(path):
            try:
                lock(connection)
            except sqlite3.Error as error:
                if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                    is_ours = False  # whoever holds the lock writes to the file
                raise
            if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                raise BegunError(f"{path}: is there already")
            for statement in _TABLES.strip().split(";\n"):
                connection.execute(statement)
            connection.executemany("INSERT INTO survey VALUES (?, ?)", head.texts().items())
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
            connection.execute("COMMIT")
            is_ours = False
            lock(connection)
        return Ledger(path, connection, writing=True)
    except BegunError:
        connection.close()
        raise
    except BaseException:
        if is_ours:
            with suppress(OSError):
                path.unlink(missing_ok=True)  # before the lock is given back: others look again
        connection.close()
        raise


def is_begun(path: Path) -> bool:
    """Return whether more than an empty database is at `path`: a killed run may leave one."""
    if not path.is_file() or not os.access(path, os.W_OK):
        return path.exists()
    try:
        with closing(connect(path, "rw")) as connection:
            return bool(connection.execute("PRAGMA page_count").fetchone()[0])
    except (OSError, sqlite3.Error, UnicodeDecodeError):
        return True  # opening it reports what is wrong


def _check_file(path: Path) -> None:
    """Raise a `LedgerError` unless it is a file that can be read."""
    if path.is_dir():
        raise LedgerError(f"{path}: is a folder")
    if not path.is_file():
        raise LedgerError(f"{path}: is no file")
    try:
        with path.open("rb") as file:
            file.read(1)
    except OSError as error:
        raise LedgerError(f"{path}: cannot be read: {error.strerror}") from None


def merge_ledgers(paths: list[Path], target: Path) -> Outcomes:
    """Put the shards of several ledgers into a new one; they must agree and share no deal.

    The new ledger appears when it is whole.
    """
    if not paths:
        raise LedgerError("no ledgers to merge")
    if target.exists():
        raise LedgerError(f"{target}: is there already")
    with (
        beside(target) as place,
        open_ledger(paths[0]) as first,
        create_ledger(place, first.survey, (), first.identity) as merged,
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
        difference = difference_in_words(name, there, here)
        raise LedgerError(f"{part.path}: was begun {difference} as the first ledger")
    twice = ranges.overlap(merged.done(), part.done())
    if twice:
        raise LedgerError(f"{part.path}: deals {ranges.words(twice)} are in another ledger too")


def take_out_damage(path: Path, survey: Survey | None, wanted: Ranges) -> Ranges | None:
    """Put the sound shards of a damaged ledger into a new one in its place.

    The deals that are wanted and missing then; None where nothing was damaged. The ledger's own
    head holds where it is sound; else `survey`, for deals `wanted`, provided that some shard of the
    ledger was made by it. `DamageError` when nothing can be read, or nothing says what it is about.
    """
    try:
        with open_ledger(path):
            return None
    except DamageError:
        pass
    with beside(path) as place, closing(connect(path, "rw")) as connection:
        with explained(path):
            check_format(path, connection)
            _lock(connection)
        head = _sound_head(connection)
        if head is None and survey is None:
            raise DamageError(path, "its head, too: name its DEALS and rules again")
        if head is None:
            assert survey is not None
            head = Head(survey.identity(), survey.plan.game, wanted)
            if not any(_sound_rows(connection, head)):
                raise DamageError(path, "no shard of it is sound and was made by these rules")
        with create_ledger(place, head.survey(), head.wanted, head.identity) as fresh:
            done: Ranges = ()
            for row in _sound_rows(connection, head):
                shard = row.shard(fresh.question, fresh.identity["solver"])
                deals = ((shard.first, shard.last),)
                if not ranges.overlap(done, deals):
                    fresh.add(shard)
                    done = ranges.normal((*done, *deals))
            return fresh.missing()


def _lock(connection: sqlite3.Connection) -> None:
    """Keep other writers out; a database too damaged to be locked has none."""
    try:
        lock(connection)
    except UnicodeDecodeError:
        pass  # SQLite's message quotes the damaged bytes
    except sqlite3.Error as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise


def _sound_head(connection: sqlite3.Connection) -> Head | None:
    try:
        return read_head(connection)
    except (sqlite3.Error, *UNREADABLE):
        return None


def _sound_rows(connection: sqlite3.Connection, head: Head) -> Iterator[ShardRow]:
    """Yield the rows that are sound, from both ends to where nothing can be read, each once."""
    seen: set[int] = set()
    for order in ("ASC", "DESC"):
        with suppress(sqlite3.Error, *UNREADABLE):
            places = connection.execute(
                f"SELECT rowid FROM shard NOT INDEXED ORDER BY rowid {order}"
            )
            for (place,) in places:
                if place in seen:
                    continue
                seen.add(place)
                with suppress(sqlite3.Error, *UNREADABLE):
                    row, checksum = read_row(connection, place)
                    row.check(head.identity, checksum)
                    yield row
