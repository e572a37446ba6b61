"""Everything that the front door exports: functions, methods and records, each by its name."""

import inspect
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pyrtool
from pyrtool import closed, collection, notation, session

Call = Callable[..., object]

MODULES = {"": pyrtool, "closed.": closed, "collection.": collection, "notation.": notation}
MODULES["session."] = session


def exported() -> Iterator[tuple[str, Any]]:
    """Every function and class of the front door, with its name, once."""
    known: set[object] = set()
    for prefix, module in MODULES.items():
        names = getattr(module, "__all__", None) or [
            name
            for name, member in vars(module).items()
            if name[0] != "_" and getattr(member, "__module__", None) == module.__name__
        ]
        for name in names:
            member = getattr(module, name)
            is_own = inspect.isfunction(member) or isinstance(member, type)
            if is_own and member not in known:
                known.add(member)
                yield f"{prefix}{name}", member


def is_error(member: object) -> bool:
    """Whether a member is a class of errors, which nobody calls."""
    return isinstance(member, type) and issubclass(member, Exception)


def calls(fixed: dict[str, dict[str, Any]]) -> Iterator[tuple[str, Call]]:
    """Every function, method and record; a record that checks itself gets its `fixed` fields."""
    for name, member in exported():
        if not isinstance(member, type):
            yield name, member
            continue
        if is_error(member):
            continue
        if "__init__" in vars(member) and not inspect.isabstract(member):
            yield name, partial(member, **fixed.get(member.__name__, {}))
        for at, method in vars(member).items():
            if isinstance(method, classmethod | staticmethod) and at[0] != "_":
                yield f"{name}.{at}", getattr(member, at)
            elif inspect.isfunction(method) and at[0] != "_":
                yield f"{name}.{at}", method


def parameters(function: Call) -> Iterator[inspect.Parameter]:
    """What a function takes by name, without the record of a method."""
    plain = function.func.__init__ if isinstance(function, partial) else function
    for parameter in inspect.signature(plain).parameters.values():
        variable = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        if parameter.name != "self" and not variable:
            yield parameter.replace(annotation=written(parameter.annotation))


def written(hint: object) -> str:
    """A hint as a signature writes it, without modules. An alias becomes what it stands for."""
    text = hint if isinstance(hint, str) else inspect.formatannotation(hint)
    return re.sub(r"~|\b[\w.]+\.(?=\w)", "", text)
