"""The store of long work: a SQLite file with a row for each part of the deals that is done.

Decides what is written, when it is safe, which store may be resumed, and the words in which a file
or the world is blamed. A part is one transaction, so a store holds whole parts whatever happens to
the process. Only one process writes: it keeps SQLite's write lock by always having the next
transaction begun; readers may look on meanwhile.

A checksum covers the head and each part: all that its row says, and what it belongs to (the
question, the rules, what numbers mean, the limits, the solver's version). Whoever opens a store
checks all that it holds.
"""

import errno
import hashlib
import json
import os
import sqlite3
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, NamedTuple, Self, TypeVar

from pyrtool.base.files import beside
from pyrtool.base.json_object import JsonObject
from pyrtool.game import ranges
from pyrtool.game.ranges import Ranges, normal
from pyrtool.surveys.plan import SurveyError, difference_in_words, differences
from pyrtool.surveys.pool import OfDeals

UNREADABLE: Final = (
    ValueError,
    LookupError,
    TypeError,
    ArithmeticError,
    RuntimeError,  # a recursion without end
    MemoryError,
    zlib.error,
)
"""The errors that reading a damaged store may raise, besides SQLite's errors."""

_PATIENCE_SECONDS: Final = 60.0  # for readers to finish with a page
_LOCK_SECONDS: Final = 0.5  # for another writer, who will not go


class StoreError(SurveyError):
    """A file that is no store of this kind, or one that does not fit."""


class DamageError(StoreError):
    """A store that does not hold what was written to it."""


class BegunError(StoreError):
    """A store that is to be begun, and is there already."""


_WRONG_PLACES: Final = {
    sqlite3.SQLITE_READONLY: "the {} is read-only",
    sqlite3.SQLITE_CANTOPEN: "the {} cannot be opened",
    sqlite3.SQLITE_PERM: "the {} cannot be opened",
}
_WORLD: Final = {
    sqlite3.SQLITE_FULL: (errno.ENOSPC, "the disk is full"),
    sqlite3.SQLITE_IOERR: (errno.EIO, "the {} cannot be written or read (is the disk full?)"),
    sqlite3.SQLITE_NOMEM: (errno.ENOMEM, "out of memory"),
    sqlite3.SQLITE_CONSTRAINT: (errno.EEXIST, "a shard of these deals is there already"),
}


def lock(connection: sqlite3.Connection) -> None:
    """Begin the next transaction: another process that tries the same gets an error."""
    connection.execute(f"PRAGMA busy_timeout = {int(1000 * _LOCK_SECONDS)}")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA busy_timeout = {int(1000 * _PATIENCE_SECONDS)}")


def _release(connection: sqlite3.Connection) -> None:
    """Close a connection and give its lock back, even while an error holds what it was reading."""
    with suppress(sqlite3.Error, UnicodeDecodeError):
        if connection.in_transaction:
            connection.rollback()
    connection.close()


def refuse_store(path: Path) -> None:
    """Raise a `StoreError` if there is a store at `path`: it is not to be written over."""
    if path.is_file():
        with path.open("rb") as file:
            head = file.read(100)
        for kind in Store.__subclasses__():
            if head.startswith(b"SQLite") and head[68:72] == kind.application_id.to_bytes(4):
                raise StoreError(f"{path}: is a {kind.noun}; it is not written over")


CHECKSUM: Final = "checksum"
"""The key of the head's checksum, and the column of a part's."""


_TABLES: Final = """\
CREATE TABLE survey (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE shard (
  first TEXT PRIMARY KEY,      -- numbers, in digits: they may be beyond 64 bits
  last TEXT NOT NULL,
  {}
  checksum TEXT NOT NULL       -- of the row and of what it belongs to
)"""
"""The tables of the head and of the parts; their names are those of the first kind of store."""


class Head(NamedTuple):
    """The head of a store: identity, the game's name, the deals that it is to hold."""

    identity: JsonObject
    game: str
    wanted: Ranges

    @classmethod
    def of_texts(cls, texts: Mapping[str, str]) -> Self:
        """Read what `texts` wrote; a `ValueError` unless it is so, and has its checksum."""
        stored = {key: json.loads(text) for key, text in texts.items()}
        identity, game, wanted = (stored[name] for name in cls._fields)
        found = cls(identity, game, normal((int(first), int(last)) for first, last in wanted))
        if not isinstance(game, str) or not isinstance(identity, dict):
            raise ValueError("the name of its game is none")
        if found.texts() != dict(texts):
            raise ValueError("its head does not agree with its checksum")
        return found

    def texts(self) -> dict[str, str]:
        """Write the head as it is stored, by its keys: JSON texts, deal numbers in digits."""
        wanted = [[str(first), str(last)] for first, last in self.wanted]
        content = {"identity": self.identity, "game": self.game, "wanted": wanted}
        return {k: json.dumps(v) for k, v in (content | {CHECKSUM: _digest(content)}).items()}


Row = tuple[Any, ...]
"""The first and last deal of a part, in digits, and what else is stored of it."""


def part_name(row: Row) -> str:
    """Return the name of a part in words: ``shard 1-2000``."""
    ends = [str(end) for end in row[:2]]
    readable = all(end.isdecimal() and len(end) <= 40 for end in ends)
    return f"shard {'-'.join(ends)}" if readable else "a shard without a name"


def checksum_of(row: Row, identity: JsonObject) -> str:
    """Return the SHA-256 of what a row says, and of what it belongs to."""
    cells = [hashlib.sha256(c).hexdigest() if isinstance(c, bytes) else c for c in row]
    return _digest([identity, cells])


def _digest(content: object) -> str:
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


P = TypeVar("P", bound=OfDeals)


class Store(ABC, Generic[P]):
    """An open store, for reading, or for adding parts too.

    `noun` and `work`: what it is called, and what writes to it; `redo`: what makes damaged parts
    again. `columns`: what the table of the parts has of each, one a line. SQLite's file names
    `application_id` and `version`.
    """

    noun: ClassVar[str]
    work: ClassVar[str]
    redo: ClassVar[str]
    columns: ClassVar[str]
    application_id: ClassVar[int]
    version: ClassVar[int]

    def __init__(self, path: Path, connection: sqlite3.Connection, writing: bool) -> None:
        self.path = path
        self._connection = connection
        self._writing = writing
        with self.reading(path):
            self._head = self.read_head(connection)
            self._begin()
        with self.moment(), self.reading(path):
            self._check()

    def _begin(self) -> None:
        """Learn from the head what the parts belong to."""

    @abstractmethod
    def row_of(self, part: P) -> Row:
        """Return what is stored of a part, its first and last deal in digits."""

    @abstractmethod
    def part_of(self, row: Row) -> P:
        """Undo `row_of`; raise one of `UNREADABLE` for rows that no part has."""

    # How it is opened.

    @classmethod
    def open(cls, path: Path, *, writing: bool = False) -> Self:
        """Open the store at `path`, and check all of it.

        `StoreError` when it is none, is damaged (`DamageError`) or cannot be written, `OSError`
        when the world is in the way.
        """
        if not path.exists():
            raise StoreError(f"{path}: there is no such {cls.noun}")
        cls._check_file(path)
        if writing and not os.access(path, os.W_OK):
            raise StoreError(f"{path}: the {cls.noun} is read-only")
        connection = cls.connect(path, "rw" if os.access(path, os.W_OK) else "ro")
        try:
            with cls.explained(path):
                cls._check_format(path, connection)
                if writing:
                    lock(connection)
            return cls(path, connection, writing)
        except BaseException:
            _release(connection)
            raise

    @classmethod
    def create(cls, path: Path, head: Head) -> Self:
        """Create a store at `path`, where nothing or an empty file may be; open for adding.

        Where it cannot be written, nothing stays that was not there before. A `BegunError` where
        another process began it first.
        """
        if cls.is_begun(path):
            raise BegunError(f"{path}: is there already")
        if not path.parent.is_dir():
            raise StoreError(f"{path}: there is no such folder")
        is_ours = not path.exists()
        connection = cls.connect(path, "rwc")
        try:
            with cls.explained(path):
                try:
                    lock(connection)
                except sqlite3.Error as error:
                    if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                        is_ours = False  # whoever holds the lock writes to the file
                    raise
                if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                    is_ours = False
                    raise BegunError(f"{path}: is there already")
                for statement in _TABLES.format(cls.columns.strip()).split(";\n"):
                    connection.execute(statement)
                connection.executemany("INSERT INTO survey VALUES (?, ?)", head.texts().items())
                connection.execute(f"PRAGMA application_id = {cls.application_id}")
                connection.execute(f"PRAGMA user_version = {cls.version}")
                connection.execute("COMMIT")
                is_ours = False
                lock(connection)
            return cls(path, connection, writing=True)
        except BaseException:
            if is_ours:
                with suppress(OSError):
                    path.unlink(missing_ok=True)  # before the lock is given back: others look again
            _release(connection)
            raise

    @classmethod
    def resume(cls, path: Path, head: Head) -> Self:
        """Return the store at `path` for adding these deals: a new one, or of the same identity."""
        if not cls.is_begun(path):
            with suppress(BegunError):  # another process may begin it at this moment
                return cls.create(path, head)
        store = cls.open(path, writing=True)
        try:
            store.require(head.identity)
            store.want(head.wanted)
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def connect(cls, path: Path, mode: str) -> sqlite3.Connection:
        """Connect to a store, `mode` as SQLite's addresses have it: ``ro``, ``rw`` or ``rwc``."""
        with cls.explained(path):
            connection = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None
            )
            connection.execute(f"PRAGMA busy_timeout = {int(1000 * _PATIENCE_SECONDS)}")
        return connection

    @classmethod
    def is_begun(cls, path: Path) -> bool:
        """Return whether more than an empty database is at `path`: a killed run may leave one."""
        if not path.is_file() or not os.access(path, os.W_OK):
            return path.exists()
        try:
            with closing(cls.connect(path, "rw")) as connection:
                return bool(connection.execute("PRAGMA page_count").fetchone()[0])
        except (OSError, sqlite3.Error, UnicodeDecodeError):
            return True  # opening it reports what is wrong

    @classmethod
    def _check_file(cls, path: Path) -> None:
        """Raise a `StoreError` unless it is a file that can be read."""
        if path.is_dir():
            raise StoreError(f"{path}: is a folder")
        if not path.is_file():
            raise StoreError(f"{path}: is no file")
        try:
            with path.open("rb") as file:
                file.read(1)
        except OSError as error:
            raise StoreError(f"{path}: cannot be read: {error.strerror}") from None

    @classmethod
    def _check_format(cls, path: Path, connection: sqlite3.Connection) -> None:
        """Raise a `StoreError` unless it is a store of this kind and version."""
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if application != cls.application_id:
            raise StoreError(f"{path}: is not a {cls.noun} of pyrtool")
        if version != cls.version:
            raise StoreError(
                f"{path}: is a {cls.noun} of version {version}; this is version {cls.version}"
            )

    # Which errors it raises.

    @classmethod
    def damage(cls, path: Path, what: object) -> DamageError:
        """Make the error of a store that is damaged, with the remedy."""
        return DamageError(f"{path}: the {cls.noun} is damaged ({what}); {cls.redo}")

    @classmethod
    @contextmanager
    def reading(cls, path: Path) -> Iterator[None]:
        """Turn each error of reading into one line of ours: a `DamageError`."""
        try:
            with cls.explained(path):
                yield
        except StoreError:
            raise
        except UNREADABLE as error:
            raise cls.damage(path, error or type(error).__name__) from None

    @classmethod
    @contextmanager
    def explained(cls, path: Path, busy: str = "another {} is writing to the {}") -> Iterator[None]:
        """Turn SQLite's errors into ours: `StoreError` for the file, `OSError` for the world."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            if code == sqlite3.SQLITE_NOTADB:
                raise StoreError(f"{path}: is not a {cls.noun} of pyrtool") from None
            if code == sqlite3.SQLITE_BUSY:
                raise OSError(errno.EBUSY, busy.format(cls.work, cls.noun), str(path)) from None
            if code in _WRONG_PLACES:
                raise StoreError(f"{path}: {_WRONG_PLACES[code].format(cls.noun)}") from None
            if code in _WORLD:
                number, what = _WORLD[code]
                raise OSError(number, what.format(cls.noun), str(path)) from None
            raise cls.damage(path, error) from None
        except UnicodeDecodeError:
            raise cls.damage(path, "its tables' own description") from None

    # What it holds.

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the file back; what was not added whole is not in it."""
        _release(self._connection)

    @property
    def identity(self) -> JsonObject:
        """What it was begun with."""
        return self._head.identity

    @property
    def wanted(self) -> Ranges:
        """The deals that it is to hold."""
        return self._head.wanted

    @contextmanager
    def moment(self) -> Iterator[None]:
        """Keep together what is read in it, whatever is added meanwhile."""
        if self._connection.in_transaction:
            yield
            return
        with self.explained(self.path):
            self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.rollback()

    def done(self) -> Ranges:
        """Return the deals that it holds."""
        with self.reading(self.path):
            rows = self._connection.execute("SELECT first, last FROM shard NOT INDEXED").fetchall()
            return ranges.normal((int(first), int(last)) for first, last in rows)

    def missing(self) -> Ranges:
        """Return the deals that are wanted and not yet there."""
        return ranges.without(self.wanted, self.done())

    def parts(self) -> Iterator[P]:
        """Yield the parts in the order of their deals, each read when the caller reaches it."""
        with self.reading(self.path):
            rows = self._connection.execute("SELECT rowid, first FROM shard NOT INDEXED").fetchall()
            places = [place for place, _ in sorted(rows, key=lambda row: int(row[1]))]
        for place in places:
            with self.reading(self.path):
                row, _ = self.read_row(self._connection, place)
                part = self.part_of(row)
            yield part

    @classmethod
    def read_head(cls, connection: sqlite3.Connection) -> Head:
        """Return the head; one of `UNREADABLE` or of SQLite's errors unless it is sound."""
        return Head.of_texts(dict(connection.execute("SELECT key, value FROM survey").fetchall()))

    @classmethod
    def read_rows(
        cls, connection: sqlite3.Connection, which: str = ""
    ) -> Iterator[tuple[int, Row, str]]:
        """Yield the parts as they were read, unchecked: place, row and checksum."""
        rows = connection.execute(f"SELECT rowid, * FROM shard NOT INDEXED {which}")
        for place, *row, checksum in rows:
            yield place, tuple(row), checksum

    @classmethod
    def read_row(cls, connection: sqlite3.Connection, place: int) -> tuple[Row, str]:
        """Read one part by its place; raise a `LookupError` if there is none."""
        for _, row, checksum in cls.read_rows(connection, f"WHERE rowid = {place:d}"):
            return row, checksum
        raise LookupError("a shard is there and is not")

    def _check(self) -> None:
        """Raise a `ValueError` or an error of SQLite's unless all is as it was written."""
        found: list[tuple[int, int]] = []
        for _, row, checksum in self.read_rows(self._connection):
            part = self._sound_part(row, checksum)
            found.append((part.first, part.last))
        if ranges.count(ranges.normal(found)) != sum(last - first + 1 for first, last in found):
            raise ValueError("deals are in two shards")
        (state,) = self._connection.execute("PRAGMA integrity_check(1)").fetchone()
        if state != "ok":
            raise ValueError(state)

    def _sound_part(self, row: Row, checksum: str) -> P:
        """Return the part of a row; a `ValueError` that names it if it disagrees with its checksum,
        or cannot be."""
        try:
            sound = checksum_of(row, self.identity) == checksum
            part = self.part_of(row)
        except UNREADABLE as error:
            raise ValueError(f"{part_name(row)}: {error}") from None
        if not sound:
            raise ValueError(f"{part_name(row)} does not agree with its checksum")
        return part

    # What is added.

    def require(self, identity: JsonObject, *, any_solver: bool = False) -> None:
        """Raise a `StoreError` that names the first difference of an identity from its own."""
        for name, here, there in differences(self.identity, identity):
            if not (any_solver and name == "solver"):
                raise StoreError(f"{self.path}: was begun {difference_in_words(name, here, there)}")

    def want(self, wanted: Ranges) -> None:
        """Let these deals be wanted too."""
        wanted = ranges.normal((*self.wanted, *wanted))
        if wanted == self.wanted:
            return
        self._head = self._head._replace(wanted=wanted)
        statement = "INSERT OR REPLACE INTO survey VALUES (?, ?)"
        self._write([(statement, text) for text in self._head.texts().items()])

    def add(self, part: P) -> None:
        """Write a part, for good; when that fails (`OSError`) the store is as it was."""
        row = self.row_of(part)
        cells = (*row, checksum_of(row, self.identity))
        self._write([(f"INSERT INTO shard VALUES ({', '.join('?' * len(cells))})", cells)])

    def _write(self, statements: Iterable[tuple[str, tuple[object, ...]]]) -> None:
        if not self._writing:
            raise StoreError(f"{self.path}: was opened for reading")
        with self.explained(self.path, "another process has been reading the {1} for a minute"):
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

    # What is left of it.

    @classmethod
    def take_out_damage(cls, path: Path, head: Head | None) -> Ranges | None:
        """Put the sound parts of a damaged store into a new one in its place.

        The deals that are wanted and missing then; None where nothing was damaged. The store's own
        head holds where it is sound; else `head`, provided that some part of the store belongs to
        it. `DamageError` when nothing can be read, or nothing says what it is about.
        """
        try:
            with cls.open(path):
                return None
        except DamageError:
            pass
        with beside(path) as place, closing(cls.connect(path, "rw")) as connection:
            with cls.explained(path):
                cls._check_format(path, connection)
                _lock_if_possible(connection)
            own = head
            with suppress(sqlite3.Error, *UNREADABLE):
                own = cls.read_head(connection)
            if own is None:
                raise cls.damage(path, "its head, too: name its DEALS and rules again")
            with cls.create(place, own) as fresh:
                done: Ranges = ()
                for part in fresh._sound_parts(connection):
                    deals = ((part.first, part.last),)
                    if not ranges.overlap(done, deals):
                        fresh.add(part)
                        done = ranges.normal((*done, *deals))
                if own is head and not done:
                    raise cls.damage(path, "no shard of it is sound and was made by these rules")
                return fresh.missing()

    def _sound_parts(self, connection: sqlite3.Connection) -> Iterator[P]:
        """Yield the sound parts of another file, from both ends to where nothing can be read, each
        once."""
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
                        yield self._sound_part(*self.read_row(connection, place))


def _lock_if_possible(connection: sqlite3.Connection) -> None:
    """Keep other writers out; a database too damaged to be locked has none."""
    try:
        lock(connection)
    except UnicodeDecodeError:
        pass  # SQLite's message quotes the damaged bytes
    except sqlite3.Error as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise
