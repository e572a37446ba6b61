"""Commands that are imported when they are asked for.

A package of commands has a table, `COMMANDS`, of names and summaries, from which help pages and
completion list them. A command is a module of that package with a function `command`; one with
commands of its own is a package again. Decides how both are made Typer's commands.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import Final

import typer
from typer.core import TyperCommand, TyperGroup

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import shorten
from pyrtool.cli.as_typed import as_typed
from pyrtool.cli.options.parameters import Hidden
from pyrtool.cli.options.together import Row, check_together
from pyrtool.cli.values import plainly
from pyrtool.languages import speaking

Examples = Sequence[tuple[str, str]]
"""Calls that a help page shows, each with what it does."""

SETTINGS: Final = {"help_option_names": ["-h", "--help"]}
"""What holds for every command; of its parents' settings it would ask only as it is called."""


class LazyGroup(TyperGroup):
    """A group whose commands are imported when one of them is called."""

    package = "pyrtool.cli.commands"

    def __init__(self, **settings: Hidden) -> None:
        super().__init__(**settings)
        module = import_module(self.package)
        self.examples: Examples = module.EXAMPLES
        self.commands = {
            name: TyperCommand(name, help=summary) for name, summary in module.COMMANDS.items()
        }

    def get_params(self, ctx: Hidden) -> Hidden:
        """The options, `--help` too."""
        return _with_help(super().get_params(ctx))

    def format_help(self, ctx: Hidden, formatter: object) -> None:
        """Print the help page."""
        _show_help(self, ctx)

    def _which(self, word: str) -> str:
        """The commands that may be meant, or if no name is like it all."""
        from difflib import get_close_matches  # which a right command need not wait for

        like = get_close_matches(word.lower(), self.commands)
        if like:
            return f"did you mean {' or '.join(like)}?"
        return f"choose from {', '.join(self.commands)}"

    def resolve_command(
        self, ctx: Hidden, args: list[str]
    ) -> tuple[str | None, Command | LazyGroup | None, list[str]]:
        """The command that the words begin with, imported, and the words left."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            raise PyrtoolError(f"unknown command {shorten(args[0])}: {self._which(args[0])}")
        name, known, rest = super().resolve_command(ctx, args)
        return name, command(self.package, name) if known and name else None, rest


class Command(TyperCommand):
    """A command with its examples, the options that exclude or need each other, and what else an
    option may be called."""

    examples: Examples = ()
    together: Sequence[Row] = ()
    also: Mapping[str, str] = MappingProxyType({})

    def parse_args(self, ctx: Hidden, args: list[str]) -> list[str]:
        """The arguments, in which another name of an option is replaced by its own."""
        end = args.index("--") if "--" in args else len(args)
        return super().parse_args(ctx, [*map(self._own_name, args[:end]), *args[end:]])

    def _own_name(self, word: str) -> str:
        name, equals, value = word.partition("=")
        return f"{self.also.get(name, name)}{equals}{value}"

    def invoke(self, ctx: Hidden) -> object:
        """Call it in its language, if its options go together; an error about an argument names the
        option."""
        if self.together:
            check_together(self.together, self.get_params(ctx), ctx.params)
        if not gc.isenabled():  # `main` switched it off; what is there now needs no second look
            gc.freeze()
            gc.enable()
        try:
            with speaking(ctx.params.get("lang", "en")):
                return super().invoke(ctx)
        except PyrtoolError as error:
            error.args = (as_typed(error, ctx.params),)
            raise

    def get_params(self, ctx: Hidden) -> Hidden:
        """The options and arguments, `--help` too."""
        return _with_help(super().get_params(ctx))

    def format_help(self, ctx: Hidden, formatter: object) -> None:
        """Print the help page."""
        _show_help(self, ctx)


def _with_help(hidden: Hidden) -> Hidden:
    """The parameters of a command, their values taken plainly, and `--help` described as the other
    options are."""
    parameters = plainly(hidden)
    for one in parameters:
        if one.name == "help":
            one.help = "Show this page"
    return parameters


def _show_help(command: LazyGroup | Command, ctx: Hidden) -> None:
    from pyrtool.cli import help_page  # with Rich, which nothing else needs

    hidden: Hidden = command
    help_page.show(hidden, ctx, command.examples)


@cache  # Typer builds a command for its help and for its call: it is the same one
def command(package: str, name: str) -> Command | LazyGroup:
    """A command of a package as Typer has it."""
    module = import_module(f"{package}.{name}")
    return _group(module, name) if hasattr(module, "COMMANDS") else _command(module, name)


def every_command(group: LazyGroup, *above: str) -> Iterator[tuple[str, Command | LazyGroup]]:
    """Import every command below a group, and give each by its words: ``solve``, ``survey run``."""
    for name in group.commands:
        found = command(group.package, name)
        yield " ".join((*above, name)), found
        if isinstance(found, LazyGroup):
            yield from every_command(found, *above, name)


def _command(module: ModuleType, name: str) -> Command:
    made = typer.Typer(add_completion=False, rich_markup_mode=None)
    tables = {
        "examples": module.EXAMPLES,
        "together": (*getattr(module.command, "together", ()), *getattr(module, "TOGETHER", ())),
        "also": getattr(module, "ALSO", {}),
    }
    kind = type("Command", (Command,), tables)
    made.command(
        name, cls=kind, help=paragraphs(module.command.__doc__), context_settings=SETTINGS
    )(module.command)
    found = typer.main.get_command(made)
    assert isinstance(found, Command)
    return found


def _group(module: ModuleType, name: str) -> LazyGroup:
    """A command that only has commands of its own."""
    kind = type("Group", (LazyGroup,), {"package": module.__name__})
    made = typer.Typer(
        name=name,
        cls=kind,
        add_completion=False,
        context_settings=SETTINGS,
        invoke_without_command=True,
        rich_markup_mode=None,
    )

    @made.callback(help=paragraphs(module.__doc__))
    def run(ctx: typer.Context) -> None:
        if ctx.invoked_subcommand is None:
            names = ", ".join(module.COMMANDS)
            raise PyrtoolError(f"a command is missing: {names} (see pyrtool {name} --help)")

    found = typer.main.get_command(made)
    assert isinstance(found, LazyGroup)
    return found


def paragraphs(doc: str | None) -> str:
    """A docstring with a line for each paragraph, as the help page wraps it to the terminal."""
    return "\n\n".join(" ".join(part.split()) for part in (doc or "").split("\n\n"))
