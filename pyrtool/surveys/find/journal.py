"""The journal of a search for deals, from which it resumes.

A journal is a text file to which a line is added for each part that is done. Its first line
is the query, and every other line a part, as JSON, with a checksum of the part and of the query. A
line that was not written whole, the last after a kill, is dropped. Any other that is not as it was
written is damage. One process writes: it holds a lock on the file.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, Self

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.files import beside, lock
from pyrtool.base.json_object import JsonObject
from pyrtool.game.ranges import Ranges, normal, overlap
from pyrtool.records.ratings import format_rating, format_reasoning, parse_rating, parse_reasoning
from pyrtool.surveys.find.query import Found, Query
from pyrtool.surveys.plan import difference_in_words, differences


@dataclass(frozen=True)
class FindPart:
    """The deals found among `first` to `last`, in their order, or the hardest first.

    `left_open`: of how many deals, found or not, a limit leaves open whether they are as wanted.
    """

    first: int
    last: int
    found: tuple[Found, ...]
    left_open: int = 0

    @property
    def deals(self) -> int:
        """The number of deals that this part of a search looked through."""
        return self.last - self.first + 1


_FORMAT: Final = 2
_HEAD: Final = "pyrtool find"
_BEGIN: Final = b'{"pyrtool find'
_SUM: Final = "sum"


class JournalError(PyrtoolError):
    """A file that is no journal, or one of another search."""


class DamagedLineError(JournalError):
    """A line of a journal that is not as it was written."""

    def __init__(self, path: Path, number: int, what: str) -> None:
        super().__init__(
            f"{path}, line {number}: {what}; `find --redo-damaged` searches the damaged parts again"
        )


class Journal:
    """An open journal; `parts` are those that are done (`open_journal`)."""

    def __init__(self, path: Path, file: IO[bytes], head: bytes, parts: list[FindPart]) -> None:
        self.path = path
        self.parts = parts
        self._file, self._head = file, head

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        _close(self.path, self._file)

    def done(self) -> Ranges:
        """Return the deals that were looked through."""
        return normal((part.first, part.last) for part in self.parts)

    def add(self, part: FindPart) -> None:
        """Keep a part: it is on the disk when this returns."""
        _append(self.path, self._file, _format_line(part, self._head))
        self.parts.append(part)


def open_journal(path: Path, query: Query, deals: Ranges, *, redo_damaged: bool = False) -> Journal:
    """Begin a journal, or resume that of the same query over the same deals.

    `JournalError` for a file that is none, belongs to another search or cannot be written, and for
    a damaged one; with `redo_damaged` its sound parts are kept. `OSError` where another search is
    writing to it.
    """
    if path.exists() and not path.is_file():
        raise JournalError(f"{path}: is not a file")
    identity = query.identity() | {"deals": [list(ends) for ends in deals]}
    head = json.dumps({_HEAD: _FORMAT, "query": identity}).encode()
    if redo_damaged and path.exists():
        _take_out_damage(path, head, query, deals)
    file = _open_file(path)
    try:
        lines = _lines(path, file, identity)
        if not lines:
            _begin(path, file, head)
            return Journal(path, file, head, [])
        return Journal(path, file, lines[0], list(_read_parts(path, lines, query, deals)))
    except BaseException:
        _close(path, file)
        raise


def _open_file(path: Path) -> IO[bytes]:
    try:
        file = path.open("a+b", buffering=0)  # nothing that failed is written later
    except OSError as error:
        raise JournalError(f"{path}: cannot be written ({error.strerror})") from None
    if lock(file):
        return file
    file.close()
    raise OSError(errno.EBUSY, "another search is writing to the journal", str(path))


def _lines(path: Path, file: IO[bytes], identity: JsonObject) -> list[bytes]:
    """Get the whole lines of a journal of this search; what follows the last of them is cut off."""
    file.seek(0)
    content = file.read()
    whole = content[: content.rfind(b"\n") + 1]
    lines = whole.split(b"\n")[:-1]
    if not lines and content and not (_BEGIN.startswith(content) or content.startswith(_BEGIN)):
        raise JournalError(f"{path}: is not a journal of `find`")
    if lines:
        _check_head(path, lines[0], identity)
    if len(whole) < len(content):
        file.truncate(len(whole))
    return lines


def _check_head(path: Path, line: bytes, identity: JsonObject) -> None:
    """Raise a `JournalError` unless the line begins a journal of this search."""
    head = _read_json(line)
    if not isinstance(head, dict) or head.get(_HEAD) != _FORMAT:
        raise JournalError(f"{path}: is not a journal of `find`")
    query = head.get("query")
    for name, there, here in differences(query if isinstance(query, dict) else {}, identity):
        raise JournalError(f"{path}: was begun {difference_in_words(name, there, here)}")


def _read_parts(
    path: Path, lines: Sequence[bytes], query: Query, deals: Ranges, only_sound: bool = False
) -> Iterator[FindPart]:
    """Yield the parts in the lines after the head; raise a `DamagedLineError` for a line that is
    not sound, or pass it over."""
    done: Ranges = ()
    for number, line in enumerate(lines[1:], 2):
        try:
            part = _read_part(path, number, line, lines[0], query, deals)
            if overlap(done, ((part.first, part.last),)):
                raise DamagedLineError(path, number, "has deals of another line")
        except DamagedLineError:
            if only_sound:
                continue
            raise
        yield part
        done = normal((*done, (part.first, part.last)))


def _read_part(
    path: Path, number: int, line: bytes, head: bytes, query: Query, deals: Ranges
) -> FindPart:
    """Read the part in a line; a `DamagedLineError` unless it is as it was written."""
    try:
        part = _parse_part(_read_json(line))
        sound = line == _format_line(part, head) and _can_have(part, query, deals)
    except (LookupError, TypeError, ValueError, ArithmeticError):
        raise DamagedLineError(path, number, "is not a part of a search") from None
    if not sound:
        raise DamagedLineError(path, number, "is not as it was written")
    return part


def _take_out_damage(path: Path, head: bytes, query: Query, deals: Ranges) -> None:
    """Write the journal again, with the lines that are sound."""
    identity = json.loads(head)["query"]
    with beside(path) as place, _open_file(path) as file:
        lines = _lines(path, file, identity)
        kept = [head] if lines else []
        parts = _read_parts(path, lines, query, deals, only_sound=True)
        kept += [_format_line(part, head) for part in parts]
        place.write_bytes(b"".join(line + b"\n" for line in kept))


def _begin(path: Path, file: IO[bytes], head: bytes) -> None:
    """Write the head; a file that has no room for it does not stay."""
    try:
        _append(path, file, head)
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise


def _append(path: Path, file: IO[bytes], line: bytes) -> None:
    """Write a line, whole or not at all."""
    size = file.seek(0, os.SEEK_END)
    left = memoryview(line + b"\n")
    try:
        while left:
            left = left[file.write(left) :]
        os.fsync(file.fileno())
    except OSError as error:
        with suppress(OSError):
            file.truncate(size)
        error.filename = str(path)
        raise


def _close(path: Path, file: IO[bytes]) -> None:
    """Close the file; an error, as what could not be written is tried once more, names it."""
    try:
        file.close()
    except OSError as error:
        error.filename = str(path)
        raise


def _read_json(line: bytes) -> object:
    """Read a line; None if it is not JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _format_line(part: FindPart, head: bytes) -> bytes:
    fields = _format_part(part)
    canonical = head + json.dumps(fields).encode()
    return json.dumps(fields | {_SUM: hashlib.sha256(canonical).hexdigest()[:16]}).encode()


def _format_part(part: FindPart) -> JsonObject:
    found = [
        [one.number, None if one.rating is None else format_rating(one.rating)]
        + ([] if one.measured is None else [one.measured])
        + ([] if one.reasoning is None else [format_reasoning(one.reasoning)])
        for one in part.found
    ]
    fields: JsonObject = {"first": part.first, "last": part.last, "found": found}
    return fields | ({"open": part.left_open} if part.left_open else {})


def _parse_part(value: object) -> FindPart:
    """Undo `_format_part`; raise a `KeyError`, `TypeError` or `ValueError` for other values."""
    if not isinstance(value, dict):
        raise TypeError("a part is an object")
    found = []
    for number, rating, *others in value["found"]:
        reasoning = parse_reasoning(others.pop()) if others and type(others[-1]) is dict else None
        measured = others.pop() if others else None
        rated = None if rating is None else parse_rating(rating)
        found.append(Found(number, rated, measured, reasoning))
    return FindPart(value["first"], value["last"], tuple(found), value.get("open", 0))


def _can_have(part: FindPart, query: Query, deals: Ranges) -> bool:
    """Return whether the query can have such a part."""
    numbers = [one.number for one in part.found]
    counts = (part.first, part.last, part.left_open)
    if any(type(number) is not int for number in (*counts, *numbers)):
        return False
    span = ((part.first, part.last),)
    most, key = query.ranking or (part.deals, lambda one: (0.0, one.number))
    return (
        part.first <= part.last
        and 0 <= part.left_open <= part.deals
        and overlap(span, deals) == span
        and all(part.first <= number <= part.last for number in numbers)
        and len(set(numbers)) == len(numbers) <= most
        and sorted(part.found, key=key) == list(part.found)
        and all((one.rating is not None) == query.rated for one in part.found)
        and all((one.measured is not None) == (query.by is not None) for one in part.found)
        and all((one.reasoning is not None) == query.explains for one in part.found)
    )
