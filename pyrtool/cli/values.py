"""What is typed for an option, as a value: at once where it is plainly one, else by Typer.

Typer asks pydantic about every option of a command, given or not, and loading that takes longer
than solving a deal. Decides which texts need no such judge; what is wrong with the others, Typer
tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, Literal, get_args, get_origin

_NUMBERS: Final[dict[Any, re.Pattern[str]]] = {
    int: re.compile(r"0|-?[1-9][0-9]{0,14}"),
    float: re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?"),
}
_OPEN: Final = object()


def plainly(params: Iterable[Any]) -> list[Any]:
    """The options and arguments of a command, their values taken plainly where that can be."""
    found = list(params)
    for param in found:
        param.get_runtime_param = _Plain
    return found


class _Plain:
    """Stands for Typer's judge of a parameter, which is called only where it is needed."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """What was typed, or is the default, as a value; Typer's error where it is none."""
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        told = param.type_descriptor
        found = _OPEN
        if told.file_annotation is None and told.parameter_info.parser is None:
            found = (_several if several else _one)(value, told.annotation, told.parameter_info)
        if found is _OPEN:
            judge = type(param).get_runtime_param(param)
            return judge.coerce(value, param=param, ctx=ctx)
        return found


def _several(values: Any, kind: Any, info: Any) -> Any:
    """A list of values; `_OPEN` where one of them needs a judge."""
    if get_origin(kind) is not list or not isinstance(values, list | tuple):
        return _OPEN
    found = [_one(value, get_args(kind)[0], info) for value in values]
    return _OPEN if any(one is _OPEN for one in found) else found


def _one(value: Any, kind: Any, info: Any) -> Any:
    """A value of its kind; `_OPEN` where it needs a judge."""
    if get_origin(kind) is Literal:
        return value if type(value) is str and value in get_args(kind) else _OPEN
    if type(value) is str and kind in _NUMBERS and _NUMBERS[kind].fullmatch(value):
        value = kind(value)
    if type(value) is not kind or kind not in (str, *_NUMBERS):
        return _OPEN
    if kind is str:
        return value
    low, high = info.min, info.max
    return value if (low is None or low <= value) and (high is None or value <= high) else _OPEN
