"""What a search keeps on its way: a text file to which a line is added for each part that is done.

The first line is the query, every other a part, as JSON. A line that was not written whole, the
last after a kill, is dropped. One process writes: it holds a lock on the file.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pyrtool.cards import PyrtoolError
from pyrtool.door import guard
from pyrtool.files import lock
from pyrtool.find.query import Found, Part, Query
from pyrtool.rating import format_rating, parse_rating
from pyrtool.survey.plan import differences
from pyrtool.survey.ranges import Ranges, normal

_FORMAT = 1


class JournalError(PyrtoolError):
    """A file that is no journal, or one of another search."""


class Journal:
    """An open journal; `parts` are those that are done (`open_journal`)."""

    def __init__(self, path: Path, file: Any, parts: list[Part]) -> None:
        self.path = path
        self.parts = parts
        self._file = file

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def done(self) -> Ranges:
        """The deals that were looked through."""
        return normal((part.first, part.last) for part in self.parts)

    def add(self, part: Part) -> None:
        """Keep a part: it is on the disk when this returns."""
        _append(self._file, _format_part(part))
        self.parts.append(part)


def open_journal(path: Path, query: Query, deals: Ranges) -> Journal:
    """Begin a journal, or go on with that of the same query over the same deals.

    `JournalError` for a file that is none, belongs to another search, or is in use; `OSError` when
    it cannot be written.
    """
    if path.exists() and not path.is_file():
        raise JournalError(f"{path}: is not a file")
    file = path.open("a+b")
    try:
        try:
            lock(file)
        except BlockingIOError:
            raise JournalError(f"{path}: another search is writing it") from None
        identity = query.identity() | {"deals": [list(ends) for ends in deals]}
        return Journal(path, file, _read(path, file, identity))
    except BaseException:
        file.close()
        raise


def _read(path: Path, file: Any, identity: dict[str, Any]) -> list[Part]:
    """The parts of a journal; a new one is begun, a broken last line cut off."""
    file.seek(0)
    content = file.read()
    whole = content[: content.rfind(b"\n") + 1]
    lines = whole.splitlines()
    if not lines:
        if content and not content.startswith(b'{"pyrtool find'):
            raise JournalError(f"{path}: is not a journal of `find`")
        file.truncate(0)
        _append(file, {"pyrtool find": _FORMAT, "query": identity})
        return []
    head = _value(path, 1, lines[0])
    if not isinstance(head, dict) or head.get("pyrtool find") != _FORMAT:
        raise JournalError(f"{path}: is not a journal of `find`")
    for name, there, here in differences(head.get("query") or {}, identity):
        raise JournalError(f"{path}: belongs to a search with another {name}: {there}, not {here}")
    if len(whole) < len(content):
        file.truncate(len(whole))
    return [
        _parse_part(path, number, _value(path, number, line))
        for number, line in enumerate(lines[1:], 2)
    ]


def _append(file: Any, value: dict[str, Any]) -> None:
    file.write(json.dumps(value).encode() + b"\n")
    file.flush()
    os.fsync(file.fileno())


def _value(path: Path, number: int, line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        raise JournalError(f"{path}, line {number}: is not JSON") from None


def _format_part(part: Part) -> dict[str, Any]:
    found = [
        [one.number, None if one.rating is None else format_rating(one.rating)]
        for one in part.found
    ]
    return {"first": part.first, "last": part.last, "found": found}


def _parse_part(path: Path, number: int, value: Any) -> Part:
    try:
        found = tuple(
            Found(int(deal), None if rating is None else parse_rating(rating))
            for deal, rating in value["found"]
        )
        return Part(int(value["first"]), int(value["last"]), found)
    except (KeyError, TypeError, ValueError, PyrtoolError):
        raise JournalError(f"{path}, line {number}: is not a part of a search") from None


guard(__name__)
