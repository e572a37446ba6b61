"""SQLite as ledgers use it: which files are ledgers, who may write, what errors mean.

Decides the words in which a file or the world is blamed. What is in a ledger is for `ledger`.
"""

from __future__ import annotations

import errno
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.surveys.plan import SurveyError

APPLICATION_ID: Final = 0x50595254  # "PYRT"
FORMAT: Final = 2
"""The version of the tables (`ledger`)."""

FORMER: Final = 1
"""The version before, without checksums."""

UNREADABLE: Final = (
    ValueError,
    LookupError,
    TypeError,
    ArithmeticError,
    RuntimeError,  # a recursion without end
    MemoryError,
    zlib.error,
)
"""What reading anything else than what was written may raise, besides SQLite's errors."""

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
    """A `LedgerError` if there is a ledger at `path`: it is not to be written over."""
    if path.is_file():
        with path.open("rb") as file:
            head = file.read(100)
        if head.startswith(b"SQLite") and head[68:72] == APPLICATION_ID.to_bytes(4):
            raise LedgerError(f"{path}: is a ledger; it is not written over")


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection, `mode` as SQLite's addresses have it: ``ro``, ``rw`` or ``rwc``."""
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
    """A `LedgerError` unless it is a ledger of this version."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    version = _version(connection)
    if application != APPLICATION_ID:
        raise LedgerError(f"{path}: is not a ledger of pyrtool")
    if version not in (FORMER, FORMAT):
        raise LedgerError(f"{path}: is a ledger of version {version}; this is version {FORMAT}")


def is_former(connection: sqlite3.Connection) -> bool:
    """Whether a ledger is of the earlier version."""
    return _version(connection) == FORMER


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Whatever cannot be read as one line of ours: a `DamageError`."""
    try:
        with explained(path):
            yield
    except LedgerError:
        raise
    except UNREADABLE as error:
        raise DamageError(path, error or type(error).__name__) from None


@contextmanager
def explained(path: Path, busy: str = "another survey is writing to the ledger") -> Iterator[None]:
    """SQLite's errors as one line of ours: `LedgerError` for the file, `OSError` for the world."""
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


guard(__name__)
