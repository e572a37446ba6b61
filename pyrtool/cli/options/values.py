"""Option texts as values: immediately for plain texts, otherwise by Typer.

Typer asks pydantic about every option of a command, given or not, and loading that takes longer
than solving a deal. Decides which texts need no such judge, and the words for what is wrong with
the others.
"""

import re
from collections.abc import Iterable
from functools import partial
from typing import Final, Literal, get_args, get_origin

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import shorten
from pyrtool.cli.options.parameters import Context, Parameter, ValueInfo, choices_of

_NUMBERS: Final[dict[object, re.Pattern[str]]] = {
    int: re.compile(r"0|-?[1-9][0-9]{0,14}"),
    float: re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?"),
}
_OPEN: Final = object()
_MEANT: Final = {"medium": "moderate", "difficult": "hard", "simple": "easy"}


def plainly(params: Iterable[Parameter]) -> list[Parameter]:
    """Return the options and arguments of a command, their values taken plainly if possible."""
    parameters = list(params)
    for param in parameters:
        if hasattr(param, "type_descriptor"):
            param.get_runtime_param = _Plain
        else:
            param.type_cast_value = partial(_cast, param)
    return parameters


def _cast(param: Parameter, ctx: Context, value: object) -> object:
    """Return what was typed as a value, for Typer before 0.29, which has no judge to replace."""
    try:
        return type(param).type_cast_value(param, ctx, value)
    except Exception as error:
        raise _rejection(value, param, ctx, error) from None


def _rejection(value: object, param: Parameter, ctx: Context, error: Exception) -> Exception:
    """Return Typer's error about a value, in plain words where these are known here."""
    wrong = _wrong(value, param) if hasattr(error, "format_message") else None
    return error if wrong is None or ctx.resilient_parsing else PyrtoolError(wrong)


class _Plain:
    """Stands for Typer's judge of a parameter, which is called only where it is needed."""

    def coerce(self, value: object, param: Parameter, ctx: Context) -> object:
        """Return what was typed, or is the default, as a value; Typer's error where it is none."""
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
                raise _rejection(value, param, ctx, error) from None
        return found


def _wrong(value: object, param: Parameter) -> str | None:
    """Return what is wrong with a value and what is allowed; None where only Typer knows.

    Typer would print what pydantic says, in words for programmers.
    """
    if type(value) is not str:
        return None
    choices = choices_of(param)
    low, high, is_whole = _range(param)
    if choices:
        allowed = ", ".join(map(str, choices))
    elif is_whole is not None:
        allowed = "a whole number" if is_whole else "a number"
        if high is not None:
            allowed += f" from {low} to {high}"
        elif low is not None:
            allowed += f", at least {low}"
    else:
        return None
    is_number = not choices and _NUMBERS[int if is_whole else float].fullmatch(value) is not None
    typed = value if is_number else shorten(value)
    hint = nearest(value, choices) if choices else ""
    return f"{max(param.opts, key=len)} {typed}: must be {allowed}{hint}"


def _range(param: Parameter) -> tuple[float | None, float | None, bool | None]:
    """Return the least and the greatest number, and whether it is whole: None if it is none."""
    if hasattr(param, "type_descriptor"):
        kind, info = param.type_descriptor.annotation, param.type_descriptor.parameter_info
        return info.min, info.max, kind is int if kind in _NUMBERS else None
    name = param.type.name.removesuffix(" range")
    is_whole = {"integer": True, "int": True, "float": False}.get(name)
    return getattr(param.type, "min", None), getattr(param.type, "max", None), is_whole


def nearest(value: str, allowed: Iterable[object]) -> str:
    """Return ``; did you mean moderate?`` if an allowed word is like the value, else nothing."""
    from difflib import get_close_matches  # which right values need not wait for

    like = get_close_matches(_MEANT.get(value.lower(), value.lower()), map(str, allowed), n=1)
    return f"; did you mean {like[0]}?" if like else ""


def _several(values: object, kind: object, info: ValueInfo) -> object:
    if get_origin(kind) is not list or not isinstance(values, list | tuple):
        return _OPEN
    found = [_one(value, get_args(kind)[0], info) for value in values]
    return _OPEN if any(one is _OPEN for one in found) else found


def _one(value: object, kind: object, info: ValueInfo) -> object:
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
