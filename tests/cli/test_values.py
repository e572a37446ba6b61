"""Values of options that are taken plainly are those that Typer would make of them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from typer import BadParameter

from pyrtool.base.errors import PyrtoolError
from pyrtool.cli import lazy

TEXTS = (
    "",
    " ",
    "0",
    "-0",
    "+7",
    "7",
    "-12",
    "007",
    " 7",
    "7 ",
    "1_000",
    "12.0",
    "12.5",
    ".5",
    "1e3",
    "-3.25",
    "nan",
    "inf",
    "123456789012345",
    "1234567890123456789012",
    "12.0000000000000000001",
    "٣",
    "giza",
    "text",
    "TEXT",
    "json",
    "native",
    "none",
    "dealt",
    "score",
    "yes",
    "true",
    "\ud800",
    "7S",
)


def commands(package: str = "pyrtool.cli.commands") -> Iterator[Any]:
    for name in import_module(package).COMMANDS:
        if hasattr(import_module(f"{package}.{name}"), "COMMANDS"):
            yield from commands(f"{package}.{name}")
        else:
            yield lazy.command(package, name)


def coerced(judge: Any, value: Any, param: Any, context: Any) -> tuple[Any, ...]:
    try:
        found = judge.coerce(value, param=param, ctx=context)
    except Exception as error:
        return type(error), str(error)
    return type(found), repr(found)


def kinds() -> dict[tuple[Any, ...], tuple[Any, Any]]:
    """A parameter of each kind, with its command."""
    found: dict[tuple[Any, ...], tuple[Any, Any]] = {}
    for command in commands():
        context = command.context_class(command, **command.context_settings)
        for param in command.get_params(context):
            described = param.type_descriptor
            bounds = described.parameter_info.min, described.parameter_info.max
            key = (str(described.annotation), param.multiple, param.nargs, bounds)
            found.setdefault(key, (param, context))
    return found


KINDS = kinds()


@pytest.mark.parametrize("key", KINDS, ids=str)
def test_what_is_taken_plainly_is_what_typer_takes(key: tuple[Any, ...]) -> None:
    param, context = KINDS[key]
    plain, typer = param.get_runtime_param(), type(param).get_runtime_param(param)
    several = param.multiple or param.nargs == -1
    given: list[Any] = [None, True, False, 7, 2.5, *TEXTS]
    if several:
        given = [None, (), (7,), "7", TEXTS[2:9], *((text,) for text in TEXTS)]
    for value in given:
        found = coerced(plain, value, param, context)
        wanted = coerced(typer, value, param, context)
        if found != wanted:  # both reject it; what is typed is rejected in words of our own
            assert wanted[0] is BadParameter and type(value) is str, value
            assert found[0] is PyrtoolError
            assert found[1].startswith(f"{max(param.opts, key=len)} ") and ": must be " in found[1]


def test_usual_values_need_no_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []
    usual = {"int": ("1", 1), "float": ("1.5", 1.5), "str": ("giza", "giza")}
    taken = 0
    for key, (param, context) in KINDS.items():
        monkeypatch.setattr(
            type(param), "get_runtime_param", lambda param: judged.append(param.name)
        )
        for kind, (text, value) in usual.items():
            if key[0] == f"<class '{kind}'>":
                plain = param.get_runtime_param()
                assert plain.coerce(text, param, context) == value
                taken += 1
    assert taken >= 3 and not judged
