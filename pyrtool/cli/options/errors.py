"""Errors of the library, in terms of the option that was typed.

The library names its own arguments, "passes has no meaning with no stock"; at the command line
these are options, `--passes`. Decides which words of a message name an option. A message that
begins with a file's name or a line is of what was read, and stays as it is.
"""

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Final

from pyrtool.base.errors import PyrtoolError

_OTHERWISE: Final = {"kings_in_stock": "kings in the stock", "lang": "language"}
"""Options that the library calls otherwise: their names, and its words."""

_LIMIT: Final = re.compile(
    r"limit on (?P<name>\w+): (?P<value>.+) is "
    r"(?:(?P<sign>not a positive number)|over (?P<most>\d+), the greatest|not (?P<ends>\d+ to \d+))"
)
_VALUE: Final = r"(?=:| has no meaning| -?\d| '| a great )"
"""What follows an argument's name where a message is about its value."""

_WITHOUT_STOCK: Final = re.compile(
    r"(?P<name>\S+) has no meaning with (?P<where>no stock|an open bouquet): must be (?P<usual>.+)"
)
_REMEDY: Final = re.compile(
    r"(?<=: |; |, )((?:or )?(?:use|or)) (goal|scoring|stock-waste|deal-to|draw|passes) "
)
_SCORING: Final = re.compile(r"(par|microsoft) scoring ")


def as_typed(error: PyrtoolError, given: Mapping[str, object]) -> str:
    """Return the error's message with options where the library has its arguments. `given` are the
    command's parameters and their values; one that was not typed has its default, mostly None.

    >>> as_typed(PyrtoolError("width 5: must be 200 to 8000 pixels"), {"width": 5})
    '--width 5: must be 200 to 8000 pixels'
    """
    from pyrtool.game.rules import RulesError  # where there is such an error, it is here

    message = str(error)
    if isinstance(error, RulesError):
        return _of_rules(message, given)
    limit = _LIMIT.fullmatch(message)
    if limit:
        return _of_limit(limit, given)
    for name, value in given.items():
        if value is not None and (rest := _after(name, message, _VALUE)) is not None:
            return option(name) + rest
    return message


def option(name: str, value: object = None) -> str:
    """Return a parameter as typed: ``--stock-top``, and where it is false ``--no-stock-top``."""
    return f"--{'no-' if value is False else ''}{name.replace('_', '-')}"


def _after(name: str, message: str, then: str) -> str | None:
    """Return what a message says after the name of an argument that it begins with; None if it does
    not begin so."""
    words = {name, name.replace("_", "-"), name.replace("_", " "), _OTHERWISE.get(name, name)}
    begun = re.match(f"(?:{'|'.join(map(re.escape, words))}){then}", message)
    return message[begun.end() :] if begun else None


def _of_limit(limit: re.Match[str], given: Mapping[str, object]) -> str:
    name = limit["name"].removesuffix("_mib")
    typed = option(f"limit_{name}" if f"limit_{name}" in given else name)
    allowed = limit["ends"] or (limit["most"] and f"at most {limit['most']}")
    return f"{typed} {limit['value']}: must be {allowed or 'a positive number'}"


def _of_rules(message: str, given: Mapping[str, object]) -> str:
    """Name a rule by its option, typed or not: it may be the game's own rule that another
    option leaves no meaning."""
    from pyrtool.game.rules import Rules  # which a help page of commands needs not

    none = _WITHOUT_STOCK.fullmatch(message)
    if none:
        name = none["name"].replace("-", "_")
        value = given.get(name)
        usual = {"True": True, "False": False}.get(none["usual"], none["usual"])
        add = option(name, usual) + ("" if isinstance(usual, bool) else f" {usual}")
        remedy = f"add {add}" if value is None else "leave it out"
        return f"{option(name, value)} has no meaning with {none['where']}: {remedy}"
    rule_names = {field.name for field in fields(Rules)}
    for name in (one for one in given if one in rule_names):
        rest = _after(name, message, "(?=[: ])")
        if rest is not None:
            message = option(name, given[name]) + rest
            break
    return _REMEDY.sub(r"\1 --\2 ", _SCORING.sub(r"--scoring \1 ", message, count=1))
