"""The help page of a command: what it does, examples, then its options in panels.

Decides how a page is set out, for terminals of any width: no word is broken, an option that is
too long for its column stands on a line of its own, and the options for rules, which many commands
share, are listed without what each means, as `pyrtool games GAME` tells that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any, Final

from rich.console import Console
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from pyrtool.cli.options.panels import ARGUMENTS, OPTIONS, ORDER, RULES

COMMANDS: Final = "Commands"
MOST_WIDE: Final = 100
"""Wider lines are hard to read."""
_LEAST_WIDE: Final = 20
"""What a terminal that tells less, or 0, is taken for: frames and columns need it."""

_MOST_OF_LINE: Final = 0.42  # that the column of the options may take
_FRAME: Final = 4  # of a panel: a line and a space at both sides
_RULES_TOLD: Final = "`pyrtool games GAME` tells the rules of a game, and what each means."

Row = tuple[str, str]
"""What is typed, and what it means."""


def show(command: Any, ctx: Any, examples: Sequence[Row]) -> None:
    """Print the help page of a command; `examples` are calls with what they do."""
    console = Console(highlight=False, soft_wrap=False)
    console.width = max(_LEAST_WIDE, min(console.width, MOST_WIDE))
    line = Text.assemble(("Usage: ", "bold yellow"), (usage(command, ctx), "bold"))
    console.print(Padding(line, 1), no_wrap=False)
    for paragraph in command.help.split("\n\n"):
        console.print(Padding(Text(paragraph), (0, 1, 1, 1)))
    if examples:
        console.print(Padding(_examples(examples, console.width - 2), (0, 1, 1, 1)))
    known = getattr(command, "commands", {})
    if known:
        rows = [(name, one.help) for name, one in known.items()]
        _print_panel(console, COMMANDS, _table(rows, console.width - _FRAME))
    for name, parameters in panels(command.get_params(ctx)):
        if name == RULES:
            _print_panel(console, name, _names(parameters, console.width - _FRAME))
        else:
            rows = [(typed(one), meaning(one)) for one in parameters]
            _print_panel(console, name, _table(rows, console.width - _FRAME))


def usage(command: Any, ctx: Any) -> str:
    """List in a line the words of a call."""
    parts = [ctx.command_path, "[OPTIONS]"]
    for parameter in command.get_params(ctx):
        if parameter.param_type_name == "argument":
            name = f"{parameter.metavar}{'...' if parameter.nargs == -1 else ''}"
            parts.append(name if parameter.required else f"[{name}]")
    if hasattr(command, "commands"):
        parts.append("COMMAND [ARGS]...")
    return " ".join(parts)


def _examples(examples: Iterable[Row], width: int) -> Text:
    text = Text("Examples:", style="bold yellow")
    for call, told in examples:
        for line in wrap(call, width - 2, break_on_hyphens=False, break_long_words=False):
            text.append(f"\n  {line}", style="cyan")
        for line in wrap(told, width - 6, break_on_hyphens=False, break_long_words=False):
            text.append(f"\n      {line}", style="not bold default")
    return text


def panels(parameters: Iterable[Any]) -> Iterator[tuple[str, list[Any]]]:
    """The parameters that are shown, by panel."""
    found: dict[str, list[Any]] = {}
    for one in parameters:
        if not one.hidden:
            ours = ARGUMENTS if one.param_type_name == "argument" else OPTIONS
            found.setdefault(one.rich_help_panel or ours, []).append(one)
    yield from sorted(found.items(), key=lambda item: ORDER.index(item[0]))


def typed(parameter: Any) -> str:
    """``-g, --game GAME``, or ``--loop/--no-loop``."""
    if parameter.param_type_name == "argument":
        return str(parameter.metavar)
    names = ", ".join(sorted(parameter.opts, key=len))
    if parameter.secondary_opts:
        names += "/" + "/".join(parameter.secondary_opts)
    return f"{names}{_value(parameter)}"


def _value(parameter: Any) -> str:
    """What stands for the value of an option: its metavar, or its name."""
    return "" if parameter.is_flag else f" {parameter.metavar or parameter.name.upper()}"


def meaning(parameter: Any) -> str:
    """The help, and in brackets what may be given and what holds otherwise."""
    notes = []
    choices = parameter.type_descriptor.choices
    if choices and len(choices) > 1:
        notes.append(f"one of {', '.join(map(str, choices))}")
    default = parameter.default if parameter.show_default is True else parameter.show_default
    if default not in (None, False, True, ""):
        notes.append(f"default: {default}")
    if parameter.required:
        notes.append("required")
    told = f" [{'; '.join(notes)}]" if notes else ""
    return f"{parameter.help}{told}"


def _table(rows: Sequence[Row], width: int) -> Text:
    """What is typed on the left, what it means on the right."""
    most = int(width * _MOST_OF_LINE)
    column = max((len(typed) for typed, _ in rows if len(typed) <= most), default=most) + 2
    text = Text()
    for typed, meaning in rows:
        told = wrap(meaning, width - column, break_on_hyphens=False, break_long_words=False)
        text.append("\n" if text else "")
        text.append(typed.ljust(column), style="bold cyan")
        if len(typed) > column - 2:
            text.append("\n" + " " * column)
        text.append(("\n" + " " * column).join(told))
    return text


def _names(parameters: Iterable[Any], width: int) -> Text:
    """The options in lines, without what they mean."""
    names = []
    for one in parameters:
        flag = one.opts[0].removeprefix("--")
        names.append(f"--[no-]{flag}" if one.secondary_opts else f"{one.opts[0]}{_value(one)}")
    lines = [""]
    for name in names:
        if len(lines[-1]) + len(name) + 2 > width:
            lines.append("")
        lines[-1] += f"{'  ' if lines[-1] else ''}{name}"
    text = Text("\n".join(lines), style="bold cyan")
    told = "\n".join(wrap(_RULES_TOLD, width, break_on_hyphens=False))
    return text.append(f"\n{told}", style="not bold default")


def _print_panel(console: Console, name: str, inside: Text) -> None:
    console.print(Panel(inside, title=name, title_align="left", border_style="dim"))
