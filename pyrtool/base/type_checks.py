"""Type hints as checks of values: is a value of its type, and the library's own copy of it.

`judged` says in words what is wrong with a value under a hint. Only types are checked, with nan no
number. `owner` copies each value that could change, once. Lists and tuples are copied as they are,
whatever their subclasses report; other sequences are copied by one walk. Iterators, numbers, cards
and records are not copied; records own their fields.
"""

import re
from array import array
from collections import Counter
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    MutableMapping,
    MutableSequence,
    Sequence,
)
from dataclasses import fields, is_dataclass
from inspect import unwrap
from itertools import islice
from os import PathLike
from pathlib import Path
from types import MappingProxyType, NoneType, SimpleNamespace, UnionType
from typing import (
    IO,
    Any,
    ClassVar,
    Final,
    ForwardRef,
    Literal,
    NamedTuple,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import one_of, shorten, shown

Wrong = str | None
"""The fault of a value, worded to follow its place; None if there is none."""

Judge = Callable[[object], Wrong]
"""Says what is wrong with a value."""

ANYTHING: Final = frozenset((Any, object))
"""The hints under which every value is right."""


def fields_of(kind: type) -> dict[str, object]:
    """Return the fields of a record by name, and their hints."""
    hints = type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


class _Array:
    """In place of `array` in a hint: before Python 3.12 it cannot be asked what is in it."""

    def __class_getitem__(cls, of: object) -> type:
        return array


def type_hints(of: object) -> dict[str, object]:
    """Do as `get_type_hints`, without class variables; know ``array[int]`` in every Python."""
    hints = get_type_hints(of, localns={"array": _Array})
    return {name: hint for name, hint in hints.items() if get_origin(hint) is not ClassVar}


def parameter_hints(function: Callable[..., object]) -> dict[str, object]:
    """Read the hints of the parameters: what a function returns may be imported as it is made."""
    original = unwrap(function)
    given = {name: hint for name, hint in original.__annotations__.items() if name != "return"}
    return type_hints(SimpleNamespace(__annotations__=given, __wrapped__=original))


# What a value may be.


def judged(hint: object) -> tuple[frozenset[type], Judge]:
    """Find the types whose values are right without a look at them, and the judge of all others."""
    return frozenset(plain_types(hint)), _judge(hint)


def plain_types(hint: object) -> Iterator[type]:
    """Yield the types whose values are right under a hint without a look at them."""
    if get_origin(hint) in (Union, UnionType):
        for one in get_args(hint):
            yield from plain_types(one)
    elif hint is float:
        yield int
    elif hint is None:
        yield NoneType
    elif isinstance(hint, type) and hint is not object and get_origin(hint) is None:
        yield hint


def member_judge(hint: object) -> Judge | None:
    """Return the judge of each member that an iterator under this hint yields, if it can be one."""
    if get_origin(hint) in (Union, UnionType):
        return next((judge for one in get_args(hint) if (judge := member_judge(one))), None)
    of = get_args(hint)
    return _judge(of[0]) if of and get_origin(hint) in (Iterable, Iterator) else None


def is_settled(hint: object) -> bool:
    """Return whether a correct value is correct in all its parts, and without code of its own.

    Numbers, texts, cards and names are settled, and so are records and lists of them. Functions,
    files, iterators and values of any type are not.
    """
    return _is_settled(hint, frozenset())


def _is_settled(hint: object, within: frozenset[type]) -> bool:
    origin, of = get_origin(hint), get_args(hint)
    if origin is Literal or hint in _SETTLED or hint in _VALUES or hint in within:
        return True
    if origin in _HOLDERS:
        return all(one is ... or _is_settled(one, within) for one in of)
    if not isinstance(hint, type) or not is_dataclass(hint):
        return False
    return all(_is_settled(one, within | {hint}) for one in fields_of(hint).values())


_SETTLED: Final = frozenset((int, float, str, bool, bytes, None, NoneType, Path, Self))


class _ValueType(NamedTuple):
    name: str
    how: str
    given: tuple[type, ...]
    own: frozenset[type]


_VALUES: Final[dict[object, _ValueType]] = {}
"""Types of the game whose values bring no code of their own."""


def add_value_type(
    kind: type, name: str, how: str, given: tuple[type, ...], own: tuple[type, ...] = ()
) -> None:
    """Make a type of the game known, as the checks of arguments know no game.

    Its values are settled (`is_settled`), and messages call one by its `name`. Where a value of one
    of the types `given` comes in its place, they say `how` one is made. `own` are the only classes
    that come in, where there are others.
    """
    _VALUES[kind] = _ValueType(name, how, given, frozenset(own))


def how_made_of(name: str, hints: Iterable[object]) -> str | None:
    """Say how a value of these types is made of an argument of this name: a deal of ``rules``."""
    kinds = (kind for hint in hints for kind in plain_types(hint) if kind in _VALUES)
    return next((how for kind in kinds if name in _WORD.findall(how := _VALUES[kind].how)), None)


_WORD: Final = re.compile(r"\w+")
_HOLDERS: Final = frozenset(
    (Union, UnionType, tuple, list, set, frozenset, dict, Mapping, Sequence, PathLike)
)


def _judge(hint: object) -> Judge:
    if isinstance(hint, TypeVar) and hint.__constraints__:
        hint = Union[hint.__constraints__]  # noqa: UP007 (of a tuple)
    elif isinstance(hint, TypeVar) and hint.__bound__ is not None:
        hint = hint.__bound__
    origin, of = get_origin(hint), get_args(hint)
    if hint in ANYTHING or isinstance(hint, TypeVar | ForwardRef) or hint is Self:
        return lambda value: None
    if origin is Literal:
        return _of_words(of)
    if origin in (Union, UnionType):
        return _of_either(hint, of)
    if origin is tuple and of[-1:] != (...,):
        return _of_tuple(hint, of)
    kind: Any = origin or hint  # a class, where it is looked at
    if isinstance(kind, type) and issubclass(kind, IO):
        # No file is an instance of it, and a substitute for a file can have any class.
        return lambda value: None if hasattr(value, "write") else _is_not(hint, value)
    if origin is not None and issubclass(origin, Mapping):
        return _of_mapping(hint, origin, *of)
    if origin is not None and of and issubclass(origin, Iterable):
        return _of_many(hint, origin, of[0])
    if hint is float:
        return lambda value: (
            None
            if type(value) is int or (isinstance(value, float) and value == value)
            else _is_not(hint, value)
        )
    if kind in (int, bool):  # True is no number
        return lambda value: None if type(value) is kind else _is_not(hint, value)
    if kind is bytes:
        kind = bytes | bytearray | memoryview
    if kind in _VALUES and (own := _VALUES[kind].own):  # others could read otherwise
        return lambda value: None if type(value) in own else _is_not(hint, value)
    if getattr(kind, "_is_protocol", False):
        return lambda value: None if _offers(value, kind) else _is_not(hint, value)
    return lambda value: None if isinstance(value, kind) else _is_not(hint, value)


def _of_words(words: tuple[object, ...]) -> Judge:
    def judge(value: object) -> Wrong:
        if any(type(value) is type(word) and value == word for word in words):
            return None
        return f" {shown(value)}: must be {', '.join(map(str, words))}"

    return judge


def _of_either(hint: object, of: tuple[object, ...]) -> Judge:
    plain = frozenset(plain_types(hint))
    judges = [_judge(one) for one in of]
    meant = [(one, judge) for one, judge in zip(of, judges, strict=True) if one is not NoneType]

    def judge(value: object) -> Wrong:
        if type(value) in plain or any(judge(value) is None for judge in judges):
            return None
        for one, judge in meant:  # the message names the wrong member
            kind = get_origin(one)
            if len(meant) == 1 or (isinstance(kind, type) and isinstance(value, kind)):
                return judge(value)
        return _is_not(hint, value)

    return judge


def _of_tuple(hint: object, of: tuple[object, ...]) -> Judge:
    judges = [_judge(one) for one in of]

    def judge(value: object) -> Wrong:
        if not isinstance(value, tuple) or len(value) != len(of):
            return _is_not(hint, value)
        return _first_wrong(
            (f" {at}", judge(one))
            for at, (judge, one) in enumerate(zip(judges, value, strict=True), 1)
        )

    return judge


def _of_mapping(
    hint: object, kind: type[Mapping[object, object]], key: object, content: object
) -> Judge:
    of_key, of_content = _judge(key), _judge(content)

    def judge(value: object) -> Wrong:
        if not isinstance(value, kind):
            return _is_not(hint, value)
        keys = ((" key", of_key(one)) for one in value)
        contents = ((f" {shown(at)}", of_content(one)) for at, one in value.items())
        return _first_wrong(keys) or _first_wrong(contents)

    return judge


def _of_many(hint: object, kind: type[Iterable[object]], of: object) -> Judge:
    """Judge each member; `member_judge` judges those of an iterator as they come."""
    plain, of_one = judged(of)
    quick = [one for one in (tuple, list) if issubclass(one, kind)]

    def judge(value: object) -> Wrong:
        if (
            isinstance(value, list | tuple)
            and type(value) in quick
            and plain.issuperset(map(type, value))
        ):
            return None
        if not isinstance(value, kind) or isinstance(value, str | bytes | bytearray):
            return _is_not(hint, value)
        if isinstance(value, range):
            return None if int in plain or of_one(0) is None else _is_not(hint, value)
        if not isinstance(value, Collection) or plain.issuperset(map(type, value)):
            return None
        return _first_wrong((f" {at}", of_one(one)) for at, one in enumerate(value, 1))

    return judge


def _first_wrong(places: Iterable[tuple[str, Wrong]]) -> Wrong:
    return next((f"{place}{wrong}" for place, wrong in places if wrong is not None), None)


def _offers(value: object, protocol: type) -> bool:
    wanted = {name for kind in protocol.__mro__ for name in vars(kind) if not name.startswith("_")}
    return all(hasattr(value, name) for name in wanted) and (
        "__call__" not in vars(protocol) or callable(value)
    )


def _is_not(hint: object, value: object) -> str:
    """Describe a value that is not of the hint's type."""
    of_type = "" if value is None or isinstance(value, str | bool) else f" ({type(value).__name__})"
    message = f": must be {_named(hint)}, not {shown(value)}{of_type}"
    named = _named(hint)
    for one in _VALUES.values():
        if named.startswith(one.name) and isinstance(value, one.given):
            message += f"; {one.how}"
    return message


_NAMES: Final[dict[object, str]] = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "True or False",
    bytes: "bytes",
    NoneType: "None",
    **dict.fromkeys(ANYTHING, "anything"),
}


def _named(hint: object) -> str:
    if hint in _NAMES:
        return _NAMES[hint]
    if hint in _VALUES:
        return _VALUES[hint].name
    origin, of = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return one_of(map(_named, of))
    if origin is Literal:
        return "one of " + ", ".join(map(str, of))
    if origin is tuple and of[-1:] != (...,):
        return f"a tuple of {', '.join(map(_named, of))}"
    if origin is not None and of and issubclass(origin, Mapping):
        return "a dict"
    if origin is not None and of and issubclass(origin, Iterable):
        many = {tuple: "a tuple", list: "a list", Sequence: "a list or tuple", Iterable: "a list"}
        one = _named(of[0]).removeprefix("a ")
        several = one if get_args(of[0]) or of[0] in ANYTHING else f"{one}s"
        return f"{many.get(origin, origin.__name__)} of {several}"
    kind = origin or hint
    return "a function" if kind is Callable else getattr(kind, "__name__", str(kind))


# Copies that are the library's own.

Owner = Callable[[object], object]
"""Gives the copy to use in the place of a value: the value itself where it cannot change."""

Checked = Any
"""A value whose class is found by `type`, which checkers do not follow: `isinstance` would ask the
value itself, which may say anything."""

_R = TypeVar("_R")
_V = TypeVar("_V")

MOST_NESTED: Final = 50
"""The depth to which a value of any type is copied; readers check what lies deeper."""


_FILLED: Final = (MutableSequence, MutableMapping)
"""Types that a function fills: it gets the very object that came in, not a copy."""


class UnreadableError(Exception):
    """A value that cannot be read to its end; the message follows the name of the value."""


def owner(hint: object) -> Owner | None:
    """Return the owner of values under a hint; None if none of them can change."""
    origin, of = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _own_either(of)
    if hint in ANYTHING:
        return _own_anything
    if hint is str:
        return _own_text
    if hint is bytes:
        return _own_bytes
    if not isinstance(origin, type) or origin in _FILLED:
        return None
    if issubclass(origin, Mapping):
        return _own_mapping(origin, *map(owner, of))
    if origin is tuple and of[-1:] != (...,):
        return _own_fixed(tuple(map(owner, of)))
    if of and issubclass(origin, Iterable):
        return _own_many(origin, of[0])
    return None


def _own_either(of: tuple[object, ...]) -> Owner | None:
    """Return the owner for a union: that of the first member whose class the value has."""
    owners = [(_class_of(one), own_one) for one in of if (own_one := owner(one)) is not None]

    def own(value: object) -> object:
        kind = type(value)
        for of_kind, own_one in owners:
            if issubclass(kind, of_kind):
                return own_one(value)
        return value

    return own if owners else None


def _class_of(hint: object) -> type | UnionType:
    if hint is bytes:
        return bytes | bytearray | memoryview
    if get_origin(hint) is MappingProxyType:
        return MappingProxyType
    kind = get_origin(hint) or hint
    return object if hint in ANYTHING or not isinstance(kind, type) else kind


def _own_many(kind: type, of: object) -> Owner:
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


def _own_fixed(owners: tuple[Owner | None, ...]) -> Owner:
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


def _own_mapping(
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
    """Get a copy of lists, tuples and dicts in each other, such as JSON is; of others the value."""
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
        return _read_value(value, memoryview.tobytes)
    for base in (bytes, bytearray):
        if issubclass(kind, base):
            return bytes(base.__getitem__(value, slice(None)))
    return value


def _members(value: Checked, kind: type) -> object:
    """Return the members of a collection as a tuple; the value itself where it is none."""
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
    return _read_value(value, _walk)


def _base_copy(
    value: Checked, base: type[list[object]] | type[tuple[object, ...]]
) -> tuple[object, ...]:
    """Copy the members of a list or a tuple, by no method of its own."""
    kind = type(value)
    return tuple(value if kind is base else base.__getitem__(value, slice(None)))


def _walk(value: Collection[object]) -> tuple[object, ...]:
    """Return the members of a sequence, which are as many as it says itself."""
    count = len(value)
    members = tuple(islice(iter(value), count + 1))
    if len(members) != count:
        raise UnreadableError(f" {shown(value)}: changes while it is read")
    return members


def _items(value: Checked) -> dict[object, object]:
    if issubclass(type(value), dict):
        return dict.copy(value)
    return _read_value(value, lambda value: dict(value.items()))


def _read_value(value: _V, how: Callable[[_V], _R]) -> _R:
    """Read a value by its own methods; raise an `UnreadableError` if they fail."""
    try:
        return how(value)
    except (PyrtoolError, UnreadableError, MemoryError, RecursionError):
        raise
    except Exception as error:
        message = f"{type(error).__name__}: {shown_error(error)}"
        raise UnreadableError(f" {shown(value)}: cannot be read ({message})") from error


def shown_error(error: Exception) -> str:
    """Return the words of an error that a value raised; they may fail as well."""
    try:
        return shorten(str(error))[1:-1]
    except Exception:
        return "no words"
