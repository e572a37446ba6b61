"""The check of arguments at the front door.

`@public` stands before every function and record that the front door exports: the names of
``pyrtool.__all__`` and those of its four modules `notation`, `closed`, `session` and `collection`.
It raises an `ArgumentError` for a value that is not of the type in the signature. The rooms behind
the door trust their callers. Only types are checked, with nan no number; the functions and the
records themselves reject values without a meaning. A record with a `__post_init__` checks itself
there, by `check_fields`.

The check copies each value that could change, examines only the copy, and passes the copy to the
function (see `hints.owner`). So a list that another thread changes becomes one tuple first.

Everything is checked once: a public function that the library calls within a checked call gets
values that were checked. Where that is not sure, as with functions that are called back, iterators
and values that may be anything, the inner call checks again.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache, cached_property, wraps
from inspect import CO_GENERATOR, CO_VARARGS, CO_VARKEYWORDS, unwrap
from types import FunctionType
from typing import Final, ParamSpec, Self, TypeVar, overload

from pyrtool.base import type_checks
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import shorten, shown

_P = ParamSpec("_P")
_R = TypeVar("_R")
_K = TypeVar("_K", bound=type)


class ArgumentError(PyrtoolError):
    """An argument that is not what the function takes; the message begins with its name."""


@overload
def public(member: _K) -> _K: ...
@overload
def public(member: Callable[_P, _R]) -> Callable[_P, _R]: ...
def public(member: type | Callable[..., object]) -> object:
    """Make a function or a record of the front door check its arguments."""
    if isinstance(member, type):
        for kind in member.__mro__[:-1]:
            if kind.__module__.startswith("pyrtool."):
                _guard_class(kind)
        type.__setattr__(member, "__guarded__", True)
        return member
    return checked(member)


def checked(
    function: Callable[_P, _R],
    hints: Callable[[], Mapping[str, object]] | None = None,
    of: type | None = None,
) -> Callable[_P, _R]:
    """Make a function, or the method `of` a record, reject arguments of other types than its
    signature names, or else the `hints` by parameter."""
    door: _Parameters | None = None  # made by the first call: hints name what is imported later
    behind: Callable[..., _R] = function

    @wraps(function)
    def call(*args: object, **kwargs: object) -> _R:
        nonlocal door
        if _here.is_inside:
            return behind(*args, **kwargs)
        if door is None:  # two threads may make it at the same time
            door = _Parameters(
                function, hints() if hints else type_checks.parameter_hints(function), of
            )
        for at, (entry, value) in enumerate(zip(door.positional, args, strict=False)):
            if type(value) not in entry.plain and (own := entry.take(value)) is not value:
                args = (*args[:at], own, *args[at + 1 :])
        for name, value in kwargs.items():
            entry = door.named.get(name) or door.unhinted(name)
            if type(value) not in entry.plain:
                kwargs[name] = entry.take(value)
        if door.open_for and not door.shuts(args, kwargs):
            return behind(*args, **kwargs)
        _here.is_inside = True
        try:
            return behind(*args, **kwargs)
        finally:
            _here.is_inside = False

    for name in ("cache_clear", "cache_info", "__wrapped__"):  # of a function with a cache
        if hasattr(function, name):
            setattr(call, name, getattr(function, name))
    call.__dict__["__guarded__"] = True
    return call


class _Here(threading.local):
    """The state of a thread: inside, behind a door that shut after all arguments were checked, so
    that the library may call itself without checks."""

    is_inside: bool = False


_here = _Here()


def names_checked(kind: _K) -> _K:
    """Make a record that checks its fields itself reject fields that it does not have."""
    make: Callable[..., None] = vars(kind)["__init__"]
    names = [one.name for one in fields(kind) if one.init]
    known = frozenset(names)

    @wraps(make)
    def made(self: object, *args: object, **kwargs: object) -> None:
        if not known.issuperset(kwargs):
            wrong = next(name for name in kwargs if name not in known)
            raise _no_argument(kind.__name__, wrong, names, None)
        make(self, *args, **kwargs)

    type.__setattr__(kind, "__init__", made)
    return kind


def _no_argument(called: str, name: str, names: Sequence[str], how: str | None) -> ArgumentError:
    """Make the error of a call of `called` with an unknown argument `name`; `how` is a hint."""
    from difflib import get_close_matches  # which right calls need not wait for

    near = get_close_matches(name, names, n=1)
    hint = f"; {how}" if how else f"; did you mean {near[0]}?" if near else ""
    takes = ", ".join(names)
    return ArgumentError(f"{called}: there is no argument {shorten(name)}: takes {takes}{hint}")


def check_fields(record: object) -> None:
    """Raise an `ArgumentError` if a field of a record is not of the type that it is declared with;
    a field that could change becomes a copy (see `hints.owner`)."""
    if _here.is_inside:
        return
    if not is_dataclass(record) or isinstance(record, type):
        raise ArgumentError(f"record: must be one, not {shown(record)}")
    kind: type = type(record)
    for entry in _entries_of(kind):
        value = getattr(record, entry.name)
        if type(value) not in entry.plain and (own := entry.take(value)) is not value:
            object.__setattr__(record, entry.name, own)


def own_fields(record: object) -> None:
    """Have a record that checks its fields itself hold copies of those that could change."""
    if _here.is_inside:
        return
    kind: type = type(record)
    for entry in _entries_of(kind):
        value = getattr(record, entry.name)
        if type(value) not in entry.plain and (own := entry.own(value)) is not value:
            object.__setattr__(record, entry.name, own)


@cache  # every record that is made asks for the fields of its kind
def _entries_of(kind: type) -> "tuple[_Entry, ...]":
    return tuple(_Entry(name, hint) for name, hint in type_checks.fields_of(kind).items())


class _Hint:
    """A type hint as checks: its `plain` types, its judges, and its owner, if any."""

    def __init__(self, hint: object) -> None:
        self._hint = hint
        self.plain, self.judge = type_checks.judged(hint)
        self.judge_member = type_checks.member_judge(hint)
        self.own = type_checks.owner(hint)

    @cached_property
    def is_settled(self) -> bool:
        """Return whether a correct value of this hint is settled (`type_checks.is_settled`)."""
        return type_checks.is_settled(self._hint)


@cache  # 2,600 hints of the library are 54 different ones
def _hint(hint: object) -> _Hint:
    return _Hint(hint)


class _Entry:
    """A parameter or field: values of its `plain` types pass unseen, others go through `take`."""

    __slots__ = ("_judge", "_judge_member", "_own", "name", "plain")

    def __init__(self, name: str, hint: object, of: type | None = None) -> None:
        self.name = name
        known = _hint(hint)
        self.plain, self._judge, self._own = known.plain, known.judge, known.own
        self._judge_member = known.judge_member
        if of is not None:
            self.plain |= {of}

    def own(self, value: object) -> object:
        """Return a copy that is the library's own, if the value could change."""
        if self._own is None:
            return value
        try:
            return self._own(value)
        except type_checks.UnreadableError as error:
            raise ArgumentError(_placed(self.name, str(error))) from error.__cause__

    def take(self, value: object) -> object:
        """Own a value of the right type; the copy is looked at, and an iterator as it goes on."""
        value = self.own(value)
        if type(value) in self.plain:
            return value
        if (wrong := self._judge(value)) is not None:
            raise ArgumentError(_placed(self.name, wrong))
        if self._judge_member is not None and isinstance(value, Iterator):
            return self._each(value, self._judge_member)
        return value

    def _each(self, members: Iterator[object], judge: type_checks.Judge) -> Iterator[object]:
        for at, member in enumerate(members, 1):
            if (wrong := judge(member)) is not None:
                raise ArgumentError(_placed(self.name, f" {at}{wrong}"))
            yield member


def _placed(name: str, wrong: str) -> str:
    """Make ``card 3: must be`` of ``cards`` and `` 3: must be``."""
    return f"{name.removesuffix('s') if wrong[1].isdigit() else name}{wrong}"


# What is put before a function.


class _Parameters:
    """The parameters of a function: in their order, and by name.

    `open_for` holds the parameters whose values may bring something unchecked: inside the argument,
    or by its own code, such as a callback.
    """

    def __init__(
        self, function: Callable[..., object], hints: Mapping[str, object], of: type | None
    ) -> None:
        code = unwrap(function).__code__
        self.named = {name: _Entry(name, hint) for name, hint in hints.items()}
        self.positional = [
            self.named.get(name) or _Entry(name, Self, of)
            for name in code.co_varnames[: code.co_argcount]
        ]
        every = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        self._function, self._names, self._hints = function, every, [*hints.values()]
        self._places = {entry.name: at for at, entry in enumerate(self.positional)}
        known = {"self": of, "cls": of} if of else {}
        self.open_for = [
            name for name in every if not _hint(hints.get(name, known.get(name, object))).is_settled
        ]
        self._stays_open = bool(code.co_flags & (_VARIABLE | CO_GENERATOR))
        if self._stays_open:  # more arguments come in, or it goes on after it has returned
            self.open_for.append("...")

    def unhinted(self, name: str) -> _Entry:
        """Return the entry of a name without a hint; raise an `ArgumentError` for no parameter."""
        if name in self._names or unwrap(self._function).__code__.co_flags & CO_VARKEYWORDS:
            return _Entry(name, object)
        names = [one for one in self._names if one not in ("self", "cls")]
        called = self._function.__qualname__.removesuffix(".__init__")
        hints = self._hints
        with suppress(NameError):  # of what is imported where the function makes it
            hints = [*hints, type_checks.type_hints(self._function).get("return")]
        raise _no_argument(called, name, names, type_checks.how_made_of(name, hints))

    def shuts(self, args: Sequence[object], kwargs: Mapping[str, object]) -> bool:
        """Return whether the door shuts in this call: not if one of `open_for` is given."""
        return not self._stays_open and all(
            self._given(name, args, kwargs) is None for name in self.open_for
        )

    def _given(self, name: str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
        at = self._places.get(name, len(args))
        return args[at] if at < len(args) else kwargs.get(name)


def _guard_class(kind: type) -> None:
    if getattr(kind, "_is_protocol", False):
        return
    for name, member in list(vars(kind).items()):
        if (name.startswith("_") and name != "__init__") or hasattr(member, "__guarded__"):
            continue
        if isinstance(member, classmethod | staticmethod):
            setattr(kind, name, type(member)(checked(member.__func__, of=kind)))
        elif name == "__init__" and is_dataclass(kind):
            if not hasattr(kind, "__post_init__"):
                setattr(kind, name, checked(member, lambda: type_checks.type_hints(kind), kind))
        elif isinstance(member, FunctionType) and _takes_arguments(member):
            setattr(kind, name, checked(member, of=kind))


def _takes_arguments(method: FunctionType) -> bool:
    """Return whether there is an argument besides `self`: the referee often gives none."""
    code = method.__code__
    return code.co_argcount + code.co_kwonlyargcount > 1 or bool(code.co_flags & _VARIABLE)


_VARIABLE: Final = CO_VARARGS | CO_VARKEYWORDS
