"""What may come in: arguments of the types that the signatures name, or an `ArgumentError`.

``guard(__name__)`` at the end of a module puts the check before every public function, method and
record of it, so that none is forgotten. Decides types only, with nan no number; which values have
a meaning is for the functions and the records themselves, but for one: where `rules` come with
`cards` or a `deal`, these are the whole deck, by `Rules.check_deck`. A record with a
`__post_init__` checks itself there, with `check_fields` where types are to be told alike.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, wraps
from inspect import CO_VARARGS, CO_VARKEYWORDS, unwrap
from types import FunctionType, NoneType, UnionType
from typing import (
    IO,
    Any,
    Final,
    ForwardRef,
    Literal,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pyrtool.cards import Card, PyrtoolError, shorten

Wrong = str | None
"""What is wrong with a value, to stand after its place; None if nothing is."""

_Judge = Callable[[Any], Wrong]
_F = TypeVar("_F", bound=Callable[..., Any])


class ArgumentError(PyrtoolError):
    """An argument that is not what the function takes; the message begins with its name."""


def guard(module_name: str) -> None:
    """Have every public function, method and record of a module check its arguments."""
    module = sys.modules[module_name]
    for name, member in list(vars(module).items()):
        if name.startswith("_") or getattr(member, "__module__", None) != module_name:
            continue
        if isinstance(member, type):
            _guard_class(member)
        elif callable(member) and hasattr(member, "__name__"):
            setattr(module, name, checked(member))


def checked(function: _F, hints: Callable[[], Mapping[str, Any]] | None = None) -> _F:
    """`function`, which then refuses arguments of other types than its signature names, or
    `hints`: parameter -> type."""
    doors: list[_Parameters] = []  # made by the first call: hints name what is imported later

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not doors:
            doors.append(_Parameters(function, hints() if hints else _hints(function)))
        door = doors[0]  # two threads may have made it at once
        for (name, kinds, judge), value in zip(door.positional, args, strict=False):
            if type(value) not in kinds and (wrong := judge(value)) is not None:
                raise ArgumentError(_placed(name, wrong))
        for name, value in kwargs.items():
            kinds, judge = door.named.get(name, _judged(Any))
            if type(value) not in kinds and (wrong := judge(value)) is not None:
                raise ArgumentError(_placed(name, wrong))
        if door.deck:
            door.check_deck(args, kwargs)
        return function(*args, **kwargs)

    for name in ("cache_clear", "cache_info", "__wrapped__"):  # of a function with a cache
        if hasattr(function, name):
            setattr(call, name, getattr(function, name))
    call.__guarded__ = True  # type: ignore[attr-defined]
    return call  # type: ignore[return-value]


def check_fields(record: Any) -> None:
    """An `ArgumentError` when a field of a record is not of the type that it is declared with."""
    if not is_dataclass(record) or isinstance(record, type):
        raise ArgumentError(f"record: must be one, not {shown(record)}")
    for name, (kinds, judge) in _fields(type(record)).items():
        value = getattr(record, name)
        if type(value) not in kinds and (wrong := judge(value)) is not None:
            raise ArgumentError(_placed(name, wrong))


def shown(value: object) -> str:
    """A wrong value for a message: a text quoted, anything cut and on one line."""
    if isinstance(value, str):
        return shorten(value)
    try:
        return shorten(repr(value))[1:-1]
    except Exception:  # of numbers with thousands of digits, for one
        return f"a great {type(value).__name__}" if isinstance(value, int) else "that"


def _placed(name: str, wrong: str) -> str:
    """``cards`` and `` 3: must be`` make ``card 3: must be``."""
    return f"{name.removesuffix('s') if wrong[1].isdigit() else name}{wrong}"


# What is put before a function.


class _Parameters:
    """What a function's parameters may be: in their order, and by name."""

    def __init__(self, function: Callable[..., Any], hints: Mapping[str, Any]) -> None:
        code = unwrap(function).__code__
        self.named = {name: _judged(hint) for name, hint in hints.items() if name != "return"}
        self.positional = [
            (name, *self.named.get(name, _judged(Any)))
            for name in code.co_varnames[: code.co_argcount]
        ]
        # A deck is the `cards`, or those of the `deal`, where the rules are told too.
        of = [name for name in ("cards", "deal") if name in self.named and "rules" in self.named]
        self.deck = of[0] if of else ""
        self._places = {name: at for at, (name, *_) in enumerate(self.positional)}

    def check_deck(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        """Ask the rules whether the cards given are their deck."""
        rules, deck = self._given("rules", args, kwargs), self._given(self.deck, args, kwargs)
        if rules is not None and deck is not None:
            cards = deck if self.deck == "cards" else deck.cards
            if isinstance(cards, Sequence):  # not a position in the place of a deal
                # Past its own door: the types were judged here.
                rules.check_deck.__wrapped__(rules, cards)

    def _given(self, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        at = self._places.get(name, len(args))
        return args[at] if at < len(args) else kwargs.get(name)


def _guard_class(kind: type) -> None:
    if getattr(kind, "_is_protocol", False):
        return
    for name, member in list(vars(kind).items()):
        if name.startswith("_") and name != "__init__":
            continue
        if isinstance(member, classmethod | staticmethod):
            setattr(kind, name, type(member)(checked(member.__func__)))
        elif name == "__init__" and is_dataclass(kind):
            if not hasattr(kind, "__post_init__"):
                setattr(kind, name, checked(member, lambda: _hints(kind)))
        elif isinstance(member, FunctionType) and _takes_arguments(member):
            setattr(kind, name, checked(member))


def _takes_arguments(method: FunctionType) -> bool:
    """Whether a method takes more than what it is of; the referee calls many that do not."""
    code = method.__code__
    return code.co_argcount + code.co_kwonlyargcount > 1 or bool(code.co_flags & _VARIABLE)


_VARIABLE: Final = CO_VARARGS | CO_VARKEYWORDS


@cache
def _fields(kind: type) -> dict[str, tuple[frozenset[type], _Judge]]:
    hints = _hints(kind)
    return {field.name: _judged(hints[field.name]) for field in fields(kind)}


class _Array:
    """In place of `array` in a hint: before Python 3.12 it cannot be asked what is in it."""

    def __class_getitem__(cls, of: Any) -> type:
        return array


def _hints(of: Any) -> dict[str, Any]:
    """`get_type_hints` that knows ``array[int]`` under every Python."""
    return get_type_hints(of, localns={"array": _Array})


# What a value may be.


@cache
def _judged(hint: Any) -> tuple[frozenset[type], _Judge]:
    """The types whose values are right without a look at them, and the judge of all others."""
    return frozenset(_plain(hint)), _judge(hint)


def _plain(hint: Any) -> Iterator[type]:
    if get_origin(hint) in (Union, UnionType):
        for one in get_args(hint):
            yield from _plain(one)
    elif hint is float:
        yield int
    elif hint is None:
        yield NoneType
    elif isinstance(hint, type) and hint is not object and get_origin(hint) is None:
        yield hint


def _judge(hint: Any) -> _Judge:
    """The judge of values under one hint."""
    origin, of = get_origin(hint), get_args(hint)
    if hint is Any or hint is object or isinstance(hint, TypeVar | ForwardRef) or hint is Self:
        return lambda value: None
    if origin is Literal:
        return _of_words(of)
    if origin in (Union, UnionType):
        return _of_either(hint, of)
    if origin is tuple and of[-1:] != (...,):
        return _of_tuple(hint, of)
    if isinstance(origin or hint, type) and issubclass(origin or hint, IO):
        # No file is an instance of it, and what stands in for one is of any class.
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
    kind = origin or hint
    if kind in (int, bool):  # True is no number
        return lambda value: None if type(value) is kind else _is_not(hint, value)
    if kind is bytes:
        kind = bytes | bytearray | memoryview
    if getattr(kind, "_is_protocol", False):
        return lambda value: None if _offers(value, kind) else _is_not(hint, value)
    return lambda value: None if isinstance(value, kind) else _is_not(hint, value)


def _of_words(words: tuple[Any, ...]) -> _Judge:
    def judge(value: Any) -> Wrong:
        if any(type(value) is type(word) and value == word for word in words):
            return None
        return f" {shown(value)}: must be {', '.join(map(str, words))}"

    return judge


def _of_either(hint: Any, of: tuple[Any, ...]) -> _Judge:
    judges = [_judge(one) for one in of]
    meant = [(one, judge) for one, judge in zip(of, judges, strict=True) if one is not NoneType]

    def judge(value: Any) -> Wrong:
        wrongs = [judge(value) for judge in judges]
        if None in wrongs:
            return None
        for one, judge in meant:  # what holds the wrong member is told of it
            kind = get_origin(one)
            if len(meant) == 1 or (isinstance(kind, type) and isinstance(value, kind)):
                return judge(value)
        return _is_not(hint, value)

    return judge


def _of_tuple(hint: Any, of: tuple[Any, ...]) -> _Judge:
    judges = [_judge(one) for one in of]

    def judge(value: Any) -> Wrong:
        if not isinstance(value, tuple) or len(value) != len(of):
            return _is_not(hint, value)
        return _first_wrong(
            (f" {at}", judge(one))
            for at, (judge, one) in enumerate(zip(judges, value, strict=True), 1)
        )

    return judge


def _of_mapping(hint: Any, kind: Any, key: Any, content: Any) -> _Judge:
    of_key, of_content = _judge(key), _judge(content)

    def judge(value: Any) -> Wrong:
        if not isinstance(value, kind):
            return _is_not(hint, value)
        keys = ((" key", of_key(one)) for one in value)
        contents = ((f" {shown(at)}", of_content(one)) for at, one in value.items())
        return _first_wrong(keys) or _first_wrong(contents)

    return judge


def _of_many(hint: Any, kind: type, of: Any) -> _Judge:
    """Each member is looked at; those of an iterator only where they are used."""
    plain, of_one = _judged(of)

    def judge(value: Any) -> Wrong:
        if not isinstance(value, kind) or isinstance(value, str | bytes | bytearray):
            return _is_not(hint, value)
        if isinstance(value, range):
            return None if int in plain or of_one(0) is None else _is_not(hint, value)
        if not isinstance(value, Collection) or plain.issuperset(map(type, value)):
            return None
        return _first_wrong((f" {at}", of_one(one)) for at, one in enumerate(value, 1))

    return judge


def _first_wrong(found: Iterable[tuple[str, Wrong]]) -> Wrong:
    return next((f"{place}{wrong}" for place, wrong in found if wrong is not None), None)


def _offers(value: Any, protocol: Any) -> bool:
    wanted = {name for kind in protocol.__mro__ for name in vars(kind) if not name.startswith("_")}
    return all(hasattr(value, name) for name in wanted) and (
        "__call__" not in vars(protocol) or callable(value)
    )


def _is_not(hint: Any, value: object) -> str:
    """What to say of a value that is not of the hint's type."""
    of_type = "" if value is None or isinstance(value, str | bool) else f" ({type(value).__name__})"
    told = f": must be {_named(hint)}, not {shown(value)}{of_type}"
    if isinstance(value, str) and _named(hint).startswith(_NAMES[Card]):
        told += "; `parse_cards` reads cards"
    return told


_NAMES: Final[dict[Any, str]] = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "True or False",
    bytes: "bytes",
    Card: "a Card",
    NoneType: "None",
    Any: "anything",
}


def _named(hint: Any) -> str:
    """What a hint asks for, in words."""
    if hint in _NAMES:
        return _NAMES[hint]
    origin, of = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        *most, last = map(_named, of)
        return f"{', '.join(most)} or {last}"
    if origin is Literal:
        return "one of " + ", ".join(map(str, of))
    if origin is tuple and of[-1:] != (...,):
        return f"a tuple of {', '.join(map(_named, of))}"
    if origin is not None and of and issubclass(origin, Mapping):
        return "a dict"
    if origin is not None and of and issubclass(origin, Iterable):
        many = {tuple: "a tuple", list: "a list", Sequence: "a list or tuple", Iterable: "a list"}
        one = _named(of[0]).removeprefix("a ")
        several = one if get_args(of[0]) or of[0] is Any else f"{one}s"
        return f"{many.get(origin, origin.__name__)} of {several}"
    kind = origin or hint
    return "a function" if kind is Callable else getattr(kind, "__name__", str(kind))
