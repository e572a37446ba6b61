"""A copy of what comes in that is the library's own, so that nobody changes it later.

Decides which values are copied, once each, and how. Lists and tuples are copied as they are,
whatever their subclasses report; other sequences are copied by one walk. Iterators, numbers,
cards and records are not copied; records own their fields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, MutableMapping, MutableSequence
from itertools import islice
from types import MappingProxyType, UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin

from pyrtool.base.arguments.judges import ANYTHING, plain_types
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import shorten, shown

Owner = Callable[[object], object]
"""Gives the copy to use in the place of a value: the value itself where it cannot change."""

Checked = Any
"""A value whose class is found by `type`, which checkers do not follow: `isinstance` would ask the
value itself, which may say anything."""

_R = TypeVar("_R")
_V = TypeVar("_V")

MOST_NESTED: Final = 50
"""What lies deeper in a value that may be anything is left to whoever reads that far."""


_FILLED: Final = (MutableSequence, MutableMapping)
"""What a function asks for by these names it fills: that is the very thing that came in."""


class UnreadableError(Exception):
    """A value that cannot be read to its end; the message follows the name of the value."""


def owner(hint: object) -> Owner | None:
    """The owner of values under a hint; None where none of them can change."""
    origin, of = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _of_either(of)
    if hint in ANYTHING:
        return _own_anything
    if hint is str:
        return _own_text
    if hint is bytes:
        return _own_bytes
    if not isinstance(origin, type) or origin in _FILLED:
        return None
    if issubclass(origin, Mapping):
        return _of_mapping(origin, *map(owner, of))
    if origin is tuple and of[-1:] != (...,):
        return _of_fixed(tuple(map(owner, of)))
    if of and issubclass(origin, Iterable):
        return _of_many(origin, of[0])
    return None


def _of_either(of: tuple[object, ...]) -> Owner | None:
    """The owner for a union: that of the first member whose class the value has."""
    found = [(_class_of(one), own_one) for one in of if (own_one := owner(one)) is not None]

    def own(value: object) -> object:
        kind = type(value)
        for of_kind, own_one in found:
            if issubclass(kind, of_kind):
                return own_one(value)
        return value

    return own if found else None


def _class_of(hint: object) -> type | UnionType:
    if hint is bytes:
        return bytes | bytearray | memoryview
    if get_origin(hint) is MappingProxyType:
        return MappingProxyType
    kind = get_origin(hint) or hint
    return object if hint in ANYTHING or not isinstance(kind, type) else kind


def _of_many(kind: type, of: object) -> Owner:
    own_one, plain = owner(of), frozenset(plain_types(of))
    make: Callable[[tuple[object, ...]], object] = kind if kind in (list, set, frozenset) else tuple

    def own(value: object) -> object:
        if type(value) is not tuple:
            value = _members(value, kind)
            if type(value) is not tuple:
                return value
        if own_one is not None and not plain.issuperset(map(type, value)):
            value = tuple(map(own_one, value))
        return value if make is tuple else make(value)

    return own


def _of_fixed(owners: tuple[Owner | None, ...]) -> Owner:
    def own(value: object) -> object:
        if not issubclass(type(value), tuple):
            return value
        value = _base_copy(value, tuple)
        if len(value) != len(owners) or not any(owners):
            return value
        return tuple(
            one if own_one is None else own_one(one)
            for one, own_one in zip(value, owners, strict=True)
        )

    return own


def _of_mapping(
    kind: type, own_key: Owner | None = None, own_content: Owner | None = None
) -> Owner:
    def own(value: object) -> object:
        if not issubclass(type(value), kind):
            return value
        copy = _items(value)
        if own_key or own_content:
            try:
                copy = {
                    own_key(key) if own_key else key: own_content(one) if own_content else one
                    for key, one in copy.items()
                }
            except TypeError:  # a key that cannot be one, by its own methods
                raise UnreadableError(f" {shown(value)}: cannot be read") from None
        if type(value) is Counter:  # asked for what it does not count, it says 0
            return Counter(copy)
        return MappingProxyType(copy) if kind is MappingProxyType else copy

    return own


def _own_anything(value: Checked, depth: int = 0) -> object:
    """A copy of lists, tuples and dicts in each other, such as JSON is; of others the value."""
    kind = type(value)
    if depth > MOST_NESTED:
        return value
    if issubclass(kind, dict):
        return {key: _own_anything(one, depth + 1) for key, one in dict.copy(value).items()}
    if issubclass(kind, list):
        return [_own_anything(one, depth + 1) for one in _base_copy(value, list)]
    if kind is tuple:
        return tuple([_own_anything(one, depth + 1) for one in value])
    return _own_text(value)


def _own_text(value: object) -> object:
    return str.__str__(value) if issubclass(type(value), str) else value


def _own_bytes(value: Checked) -> object:
    kind = type(value)
    if kind is memoryview:
        return _read(value, memoryview.tobytes)
    for base in (bytes, bytearray):
        if issubclass(kind, base):
            return bytes(base.__getitem__(value, slice(None)))
    return value


def _members(value: Checked, kind: type) -> object:
    """The members of a collection of some kind as a tuple; the value itself where it is none."""
    own_kind = type(value)
    if own_kind is range or issubclass(own_kind, str | bytes | bytearray):
        return value
    if not issubclass(own_kind, kind) or not issubclass(own_kind, Collection):
        return value
    if issubclass(own_kind, list):
        return _base_copy(value, list)
    if issubclass(own_kind, tuple):
        return _base_copy(value, tuple)
    for of_each in (set, frozenset):
        if issubclass(own_kind, of_each):
            return tuple(of_each.copy(value))
    return _read(value, _walk)


def _base_copy(
    value: Checked, base: type[list[object]] | type[tuple[object, ...]]
) -> tuple[object, ...]:
    """What a list or a tuple holds, by no method of its own."""
    kind = type(value)
    return tuple(value if kind is base else base.__getitem__(value, slice(None)))


def _walk(value: Collection[object]) -> tuple[object, ...]:
    """The members of a sequence, which are as many as it says itself."""
    count = len(value)
    members = tuple(islice(iter(value), count + 1))
    if len(members) != count:
        raise UnreadableError(f" {shown(value)}: changes while it is read")
    return members


def _items(value: Checked) -> dict[object, object]:
    if issubclass(type(value), dict):
        return dict.copy(value)
    return _read(value, lambda value: dict(value.items()))


def _read(value: _V, how: Callable[[_V], _R]) -> _R:
    """What a value says of itself; an `UnreadableError` when it fails to."""
    try:
        return how(value)
    except (PyrtoolError, UnreadableError, MemoryError, RecursionError):
        raise
    except Exception as error:
        message = f"{type(error).__name__}: {shown_error(error)}"
        raise UnreadableError(f" {shown(value)}: cannot be read ({message})") from error


def shown_error(error: Exception) -> str:
    """The words of an error that a value raised; they may fail as well."""
    try:
        return shorten(str(error))[1:-1]
    except Exception:
        return "no words"
