"""The help page of a command: summary, examples, details, then the options in panels.

Decides how a page is set out for a terminal of any width. No word is broken, and an option that is
too long for its column gets a line of its own. Options that few calls need, such as limits and
changes of rules, are folded: listed by name. ``--help-all`` explains them too.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final

from rich.console import Console
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from pyrtool.cli.options.parameters import (
    ARGUMENTS,
    FOLDED,
    OPTIONS,
    ORDER,
    OUTPUT,
    RULES,
    Command,
    Context,
    Parameter,
    choices_of,
)
from pyrtool.game.cards import RANKS

MOST_WIDE: Final = 100
"""Wider lines are hard to read."""
_LEAST_WIDE: Final = 20
"""The width of a terminal that reports less, or 0: frames and columns need it."""

_MOST_OF_LINE: Final = 0.42  # for the column of the options
_FRAME: Final = 4  # of a panel: a line and a space at both sides
_OF_RULES: Final = "`pyrtool games GAME` lists the rules of a game, their values and their meaning."
_FOLDED: Final = "`{} --help-all` explains them."

Row = tuple[str, str]
"""What is typed, and what it means."""


def show(
    command: Command,
    ctx: Context,
    examples: Sequence[Row],
    groups: Mapping[str, Mapping[str, str]],
    whole: bool = False,
) -> None:
    """Print the help page of a command: with `examples`, with the summaries of the commands below
    it in `groups`, and with `whole` also the options that few calls need."""
    console = Console(highlight=False, soft_wrap=False)
    console.width = max(_LEAST_WIDE, min(console.width, MOST_WIDE))
    words = Text.assemble(("Usage: ", "bold yellow"), (usage(command, ctx), "bold"))
    console.print(Padding(words, 1), no_wrap=False)
    summary, *details = command.help.split("\n\n")
    _print_paragraph(console, Text(summary))
    if examples:
        console.print(Padding(Text("Examples:", style="bold yellow"), (0, 1)))
        console.print(Padding(_examples(examples, console.width - 4), (0, 1, 1, 3)))
    for paragraph in details:
        _print_paragraph(console, Text(paragraph))
    longest = max((len(name) for commands in groups.values() for name in commands), default=0)
    for title, commands in groups.items():  # in columns that are alike
        rows = [(name.ljust(longest), summary) for name, summary in commands.items()]
        _print_panel(console, title, _table(rows, console.width - _FRAME))
    for name, parameters in panels(command.get_params(ctx)):
        if name in FOLDED and not whole:
            remark = _OF_RULES if name == RULES else _FOLDED.format(ctx.command_path)
            _print_panel(console, name, _names(parameters, remark, console.width - _FRAME))
        else:
            rows = [(typed(one), meaning(one)) for one in parameters]
            _print_panel(console, name, _table(rows, console.width - _FRAME))


def usage(command: Command, ctx: Context) -> str:
    """Return the usage line: ``pyrtool solve [OPTIONS] DEALS...``"""
    parts = [ctx.command_path, "[OPTIONS]"]
    for parameter in command.get_params(ctx):
        if parameter.param_type_name == "argument":
            name = f"{parameter.metavar}{'...' if parameter.nargs == -1 else ''}"
            parts.append(name if parameter.required else f"[{name}]")
    if hasattr(command, "commands"):
        parts.append("COMMAND [ARGS]...")
    return " ".join(parts)


def panels(parameters: Iterable[Parameter]) -> Iterator[tuple[str, list[Parameter]]]:
    """Yield each panel with its parameters.

    A parameter without a panel, such as ``--help``, joins the output, or else the plain options.
    """
    shown = list(parameters)
    named = [getattr(one, "rich_help_panel", None) for one in shown]  # Typer's own have no panel
    rest = OUTPUT if OUTPUT in named else OPTIONS
    by_panel: dict[str, list[Parameter]] = {}
    for one, name in zip(shown, named, strict=True):
        own = ARGUMENTS if one.param_type_name == "argument" else rest
        by_panel.setdefault(name or own, []).append(one)
    yield from sorted(by_panel.items(), key=lambda item: ORDER.index(item[0]))


def typed(parameter: Parameter) -> str:
    """Return ``-g, --game GAME``, or ``--loop/--no-loop``."""
    if parameter.param_type_name == "argument":
        return str(parameter.metavar)
    names = ", ".join(sorted(parameter.opts, key=len))
    if parameter.secondary_opts:
        names += "/" + "/".join(parameter.secondary_opts)
    return f"{names}{_value(parameter)}"


def _value(parameter: Parameter) -> str:
    """Return the word for an option's value: its metavar, or its name."""
    return "" if parameter.is_flag else f" {parameter.metavar or parameter.name.upper()}"


def meaning(parameter: Parameter) -> str:
    """Return the help, then the values and the default: ``[text|json|ndjson, default text]``."""
    notes = []
    choices = choices_of(parameter)
    if len(choices) > 1:
        notes.append(
            "|".join(map(str, choices)).replace("|".join(RANKS), f"{RANKS[0]}..{RANKS[-1]}")
        )
    default = parameter.default if parameter.show_default is True else parameter.show_default
    if default is True and parameter.secondary_opts:
        default = max(parameter.opts, key=len).removeprefix("--")
    if type(default) is int and default >= 10_000:
        default = f"{default:,}"
    if default not in (None, "") and type(default) is not bool:  # 1 is a default, True is none
        notes.append(f"default {default}")
    if parameter.required:
        notes.append("required")
    text, bracket, values = parameter.help.removesuffix("]").rpartition(" [")
    if bracket and parameter.help.endswith("]"):  # values that Typer does not know
        notes.insert(0, values)
    else:
        text = parameter.help
    return f"{text} [{', '.join(notes)}]" if notes else text


def _examples(examples: Sequence[Row], width: int) -> Text:
    """Return the calls, each with what it does: beside it where all fit, else below."""
    if all(len(call) + len(does) + 2 <= width for call, does in examples):
        return _table(examples, width, width, "cyan")
    text = Text()
    for call, does in examples:
        text.append("\n" if text else "")
        text.append("\n".join(_lines(call, width)), style="cyan")
        text.append("".join(f"\n    {line}" for line in _lines(does, width - 4)))
    return text


def _table(
    rows: Sequence[Row], width: int, most: int | None = None, style: str = "bold cyan"
) -> Text:
    """Return what is typed on the left, in a column of at most `most`, its meaning on the right."""
    most = int(width * _MOST_OF_LINE) if most is None else most
    column = max((len(words) for words, _ in rows if len(words) <= most), default=most // 2) + 2
    text = Text()
    for words, explained in rows:
        text.append("\n" if text else "")
        lines = _lines(words, width) if len(words) > column - 2 else [words.ljust(column)]
        text.append("\n".join(lines), style=style)
        if len(words) > column - 2:
            text.append("\n" + " " * column)
        text.append(("\n" + " " * column).join(_lines(explained, width - column)))
    return text


def _lines(text: str, width: int) -> list[str]:
    """Wrap a text between words, and a list of values that is longer than a line at its bars."""
    words: list[str] = []
    for word in text.split():
        first, *others = word.split("|") if len(word) > width else [word]
        words.append(first)
        for other in others:
            if len(words[-1]) + len(other) + 1 < width:
                words[-1] += f"|{other}"
            else:
                words[-1] += "|"
                words.append(other)
    return wrap(" ".join(words), width, break_on_hyphens=False, break_long_words=False)


def _names(parameters: Iterable[Parameter], remark: str, width: int) -> Text:
    """Return the options in lines, and a remark in place of what they mean."""
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
    folded = "\n".join(wrap(remark, width, break_on_hyphens=False))
    return text.append(f"\n{folded}", style="not bold default")


def _print_paragraph(console: Console, text: Text) -> None:
    console.print(Padding(text, (0, 1, 1, 1)))


def _print_panel(console: Console, name: str, inside: Text) -> None:
    console.print(Panel(inside, title=name, title_align="left", border_style="dim"))
