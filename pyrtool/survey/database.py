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

from pyrtool.cards import PyrtoolError
from pyrtool.door import ArgumentError, guard
from pyrtool.survey.plan import SurveyError

APPLICATION_ID: Final = 0x50595254  # "PYRT"
FORMAT: Final = 1
"""The version of the tables (`ledger`)."""

_PATIENCE_SECONDS: Final = 60.0  # for readers to finish with a page
_LOCK_SECONDS: Final = 0.5  # for another writer, who will not go


class LedgerError(SurveyError):
    """A file that is no ledger, or one that does not fit."""


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
    """Begin the next transaction: another process that tries the same is refused."""
    connection.execute(f"PRAGMA busy_timeout = {int(1000 * _LOCK_SECONDS)}")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA busy_timeout = {int(1000 * _PATIENCE_SECONDS)}")


def check_format(path: Path, connection: sqlite3.Connection) -> None:
    """A `LedgerError` unless it is a ledger of this version."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise LedgerError(f"{path}: is not a ledger of pyrtool")
    if version != FORMAT:
        raise LedgerError(f"{path}: is a ledger of version {version}; this is version {FORMAT}")


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Whatever cannot be read as one line of ours."""
    with explained(path):
        try:
            yield
        except (ValueError, LookupError, TypeError, RuntimeError, zlib.error) as error:
            if isinstance(error, PyrtoolError) and not isinstance(error, ArgumentError):
                raise
            raise LedgerError(f"{path}: the ledger is damaged ({error})") from None


@contextmanager
def explained(path: Path, busy: str = "another survey is writing to the ledger") -> Iterator[None]:
    """SQLite's errors as one line of ours: `LedgerError` for the file, `OSError` for the world."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            raise LedgerError(f"{path}: is not a ledger of pyrtool") from None
        if code == sqlite3.SQLITE_BUSY:
            raise OSError(errno.EBUSY, busy, str(path)) from None
        number, reason = _REASONS.get(code, (errno.EIO, str(error)))
        raise OSError(number, reason, str(path)) from None


_REASONS: Final = {
    sqlite3.SQLITE_FULL: (errno.ENOSPC, "the disk is full; the ledger holds all that was done"),
    sqlite3.SQLITE_READONLY: (errno.EACCES, "the ledger is read-only"),
    sqlite3.SQLITE_CANTOPEN: (errno.EACCES, "the ledger cannot be opened"),
    sqlite3.SQLITE_IOERR: (errno.EIO, "the ledger cannot be written or read (is the disk full?)"),
}


guard(__name__)
