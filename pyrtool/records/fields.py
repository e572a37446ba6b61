"""The fields of one JSON object, each read by its name, its type and its range.

Decides the message for a field that is missing or wrong, and which fields were not read.
"""

from __future__ import annotations

from typing import TypeVar, overload

from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.base.words import shorten
from pyrtool.records.record import RecordError

_A = TypeVar("_A")
_B = TypeVar("_B")
_C = TypeVar("_C")


class Fields:
    """Reads an object; `of` precedes the names in errors, as in ``block: ``."""

    def __init__(self, value: JsonObject, of: str = "") -> None:
        self._value = value
        self._unread = dict.fromkeys(value)
        self._of = of

    def __contains__(self, name: str) -> bool:
        return name in self._value

    @property
    def unread(self) -> tuple[str, ...]:
        """The names that nothing has asked for, in their order."""
        return tuple(self._unread)

    @overload
    def take(self, name: str, kind: type[_A], /) -> _A: ...
    @overload
    def take(self, name: str, kind: type[_A], other: type[_B], /) -> _A | _B: ...
    @overload
    def take(
        self, name: str, kind: type[_A], other: type[_B], third: type[_C], /
    ) -> _A | _B | _C: ...
    def take(self, name: str, *kinds: type) -> object:
        """The value of a field that must be there, and be exactly of one of the types."""
        self._unread.pop(name, None)
        if name not in self._value:
            raise RecordError(f"{self._of}the field {name!r} is missing")
        value: object = self._value[name]
        if type(value) not in kinds:
            raise self.wrong(name)
        return value

    def number(self, name: str, least: int, most: int = 2**63 - 1) -> int:
        """The value of a field that must be a whole number in this range."""
        value = self.take(name, int)
        if not least <= value <= most:
            raise self.wrong(name)
        return value

    def wrong(self, name: str) -> RecordError:
        """Word the message for a field that has a value which it cannot have."""
        shown = shorten(repr(self._value[name]))[1:-1]  # cut, but not quoted twice
        return RecordError(f"{self._of}the field {name!r} cannot be {shown}")

    def refuse(self, names: tuple[str, ...], why: str) -> None:
        """A `RecordError` if one of the fields is there, where it has no meaning."""
        for name in names:
            if name in self._value:
                raise RecordError(f"{self._of}the field {name!r} has no meaning {why}")


guard(__name__)
