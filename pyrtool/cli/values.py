"""Option texts as values: immediately for plain texts, otherwise by Typer.

Typer asks pydantic about every option of a command, given or not, and loading that takes longer
than solving a deal. Decides which texts need no such judge, and the words for what is wrong with
the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal, get_args, get_origin

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import shorten
from pyrtool.cli.options.parameters import Context, Parameter, ValueInfo

_NUMBERS: Final[dict[object, re.Pattern[str]]] = {
    int: re.compile(r"0|-?[1-9][0-9]{0,14}"),
    float: re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?"),
}
_OPEN: Final = object()


def plainly(params: Iterable[Parameter]) -> list[Parameter]:
    """The options and arguments of a command, their values taken plainly where that can be."""
    found = list(params)
    for param in found:
        param.get_runtime_param = _Plain
    return found


class _Plain:
    """Stands for Typer's judge of a parameter, which is called only where it is needed."""

    def coerce(self, value: object, param: Parameter, ctx: Context) -> object:
        """What was typed, or is the default, as a value; Typer's error where it is none."""
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        described = param.type_descriptor
        found = _OPEN
        if described.file_annotation is None and described.parameter_info.parser is None:
            found = (_several if several else _one)(
                value, described.annotation, described.parameter_info
            )
        if found is _OPEN:
            judge = type(param).get_runtime_param(param)
            try:
                return judge.coerce(value, param=param, ctx=ctx)
            except Exception as error:  # Typer hides its classes
                wrong = _wrong(value, param) if hasattr(error, "format_message") else None
                if wrong is None or ctx.resilient_parsing:
                    raise
                raise PyrtoolError(wrong) from None
        return found


def _wrong(value: object, param: Parameter) -> str | None:
    """What is wrong with a value that is none, and what is allowed; None where only Typer knows.

    Typer would print what pydantic says, in words for programmers.
    """
    kind, info = param.type_descriptor.annotation, param.type_descriptor.parameter_info
    if type(value) is not str:
        return None
    if get_origin(kind) is Literal:
        allowed = ", ".join(map(str, get_args(kind)))
    elif kind in _NUMBERS:
        allowed = "a whole number" if kind is int else "a number"
        if info.max is not None:
            allowed += f" from {info.min} to {info.max}"
        elif info.min is not None:
            allowed += f", at least {info.min}"
    else:
        return None
    is_number = kind in _NUMBERS and _NUMBERS[kind].fullmatch(value) is not None
    typed = value if is_number else shorten(value)
    return f"{max(param.opts, key=len)} {typed}: must be {allowed}"


def _several(values: object, kind: object, info: ValueInfo) -> object:
    """A list of values; `_OPEN` where one of them needs a judge."""
    if get_origin(kind) is not list or not isinstance(values, list | tuple):
        return _OPEN
    found = [_one(value, get_args(kind)[0], info) for value in values]
    return _OPEN if any(one is _OPEN for one in found) else found


def _one(value: object, kind: object, info: ValueInfo) -> object:
    """A value of its kind; `_OPEN` where it needs a judge."""
    if get_origin(kind) is Literal:
        return value if type(value) is str and value in get_args(kind) else _OPEN
    if kind is str:
        return value if type(value) is str else _OPEN
    number = value
    if type(value) is str and kind in _NUMBERS and _NUMBERS[kind].fullmatch(value):
        number = int(value) if kind is int else float(value)
    if type(number) is not kind or (type(number) is not int and type(number) is not float):
        return _OPEN
    low, high = info.min, info.max
    return number if (low is None or low <= number) and (high is None or number <= high) else _OPEN
