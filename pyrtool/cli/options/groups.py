"""Groups of options: how a command takes a dataclass of options as one parameter.

The table options.toml describes every option and argument by the group or the command that has it,
and has the rows of which options exclude or need each other. A field of a group has its name, its
type, and its default; an option of rules has its description as the metadata of its field. A group
may have groups.
"""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, get_type_hints

import typer

from pyrtool.base.json_object import JsonObject
from pyrtool.cli.options.conflicts import Excludes, Needs, Row
from pyrtool.cli.options.parameters import Hidden


@cache
def _texts() -> Mapping[str, str]:
    """Return the sections of the table by their names."""
    text = (Path(__file__).parents[1] / "options.toml").read_text(encoding="utf-8")
    _, *parts = re.split(r'(?m)^\["?([\w ]+)"?\]$', text)
    return dict(zip(parts[::2], parts[1::2], strict=True))


@cache
def _section(name: str) -> JsonObject:
    """Read a section: to read all of them takes longer than to solve a deal."""
    import tomllib  # for which `--version` need not wait

    return tomllib.loads(_texts().get(name, ""))


def _rows(sections: Sequence[str]) -> Iterator[Row]:
    """Yield the rows of the first section that has some, or names the section that has them.

    Of the options in a row, ``{rules}`` are those of `RuleOptions`, and ``{still}`` those of the
    command that ask for a still picture.
    """
    known = map(_section, sections)
    own: JsonObject = next((one for one in known if "together" in one), {"together": ()})
    of_others = _section(own["of"])["together"] if "of" in own else ()
    for options, relation, others, why in (*own["together"], *of_others):
        if "{rules}" in options:
            from pyrtool.cli.options.rules import RULE_OPTIONS  # few rows need it

            options = options.replace("{rules}", RULE_OPTIONS)
        row = Needs if relation == "needs" else Excludes
        yield row(options, others.replace("{still}", own.get("still", "")), why)


def _described(name: str, facts: Mapping[str, Hidden]) -> Hidden:
    """Return what Typer is to know of an option or an argument with these facts."""
    words, completed = facts["help"], None
    if "completed" in facts:
        module, _, named = facts["completed"].partition(":")
        completed = getattr(import_module(module), named)
        if not callable(completed):
            from pyrtool.cli.options.completion import one_of  # few options need it

            words = words.replace("[{}]", f"[{'|'.join(completed)}]")
            words = words.replace("{}", ", ".join(completed))
            completed = one_of(completed)
    if "argument" in facts:
        return typer.Argument(help=words, metavar=facts["argument"], autocompletion=completed)
    typed = name.replace("_", "-")
    switch = [f"--{typed}/--no-{typed}" if facts.get("no") else f"--{typed}"]
    return typer.Option(
        *facts.get("names", [] if "value" in facts else switch),
        help=words,
        metavar=facts.get("value"),
        rich_help_panel=facts["panel"],
        show_default=facts.get("shown", True),
        autocompletion=completed,
        min=facts.get("min"),
        max=facts.get("max"),
    )


def with_groups(command: Callable[..., int], words: str) -> tuple[Callable[..., int], list[Row]]:
    """Return the command of these words as Typer is to see it, and the rows of the groups' tables.

    Options replace every parameter that is a group of them, such as `RuleOptions`.
    """
    hints = get_type_hints(command)
    del hints["return"]
    shown: list[inspect.Parameter] = []
    rows: list[Row] = []
    sections = [words, words.split()[0]]
    for name, one in inspect.signature(command).parameters.items():
        _add(name, hints[name], one.default, sections, shown, rows)
    rows += _rows(sections)

    def run(**given: object) -> int:
        return command(**{name: _taken(name, kind, given) for name, kind in hints.items()})

    run.__dict__["__signature__"] = inspect.Signature(shown)
    run.__annotations__ = {one.name: one.annotation for one in shown}
    run.__doc__ = command.__doc__
    return run, rows


def _add(
    name: str,
    kind: Hidden,
    default: object,
    sections: Sequence[str],
    shown: list[inspect.Parameter],
    rows: list[Row],
) -> None:
    """Add what Typer is to see of a parameter, and the rows of its tables.

    The first of the `sections` that names it describes it; its `default` may be the field of a
    group.
    """
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        own = [one.__name__.strip("_") for one in kind.__mro__]
        rows += _rows(own)
        for one in fields(kind):
            _add(one.name, hints[one.name], one, own, shown, rows)
        return
    facts: Mapping[str, Hidden] = {}
    if isinstance(default, Field):
        facts = default.metadata
        default = inspect.Parameter.empty if default.default is MISSING else default.default
    if not facts:
        section = next(one for one in map(_section, (*sections, "shared")) if name in one)
        facts = {"panel": section.get("panel"), **section[name]}
    kind = Annotated[kind, _described(name, facts)]
    only = inspect.Parameter.KEYWORD_ONLY
    shown.append(inspect.Parameter(name, only, default=default, annotation=kind))


def _taken(name: str, kind: Hidden, given: Mapping[str, object]) -> object:
    """Return the value of a parameter of the command, from those of its options."""
    if not (isinstance(kind, type) and is_dataclass(kind)):
        return given[name]
    hints = get_type_hints(kind)
    value: object = kind(**{f.name: _taken(f.name, hints[f.name], given) for f in fields(kind)})
    return value
