"""Commands that are imported when they are asked for.

A package of commands has a table, `COMMANDS`, of names and summaries, from which help pages and
completion list them. A command is a module of that package with a function `command`; one with
commands of its own is a package again. Decides how both are made Typer's commands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import shorten
from pyrtool.cli.as_typed import as_typed
from pyrtool.cli.options.parameters import Context, Parameter
from pyrtool.cli.values import plainly

Examples = Sequence[tuple[str, str]]
"""Calls that a help page shows, each with what it does."""

SETTINGS: Final = {"help_option_names": ["-h", "--help"]}
"""What holds for every command; of its parents' settings it would ask only as it is called."""


class LazyGroup(TyperGroup):
    """A group whose commands are imported when one of them is called."""

    package = "pyrtool.cli.commands"

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        module = import_module(self.package)
        self.examples: Examples = module.EXAMPLES
        self.commands = {
            name: TyperCommand(name, help=summary) for name, summary in module.COMMANDS.items()
        }

    def get_params(self, ctx: Any) -> Any:
        """The options, `--help` too."""
        hidden: Any = super().get_params(ctx)  # classes that Typer hides
        return _with_help(plainly(hidden))

    def format_help(self, ctx: Any, formatter: object) -> None:
        """Print the help page."""
        _show_help(self, ctx)

    def _which(self, word: str) -> str:
        """The commands that may be meant, or if no name is like it all."""
        from difflib import get_close_matches  # which a right command need not wait for

        like = get_close_matches(word.lower(), self.commands)
        if like:
            return f"did you mean {' or '.join(like)}?"
        return f"choose from {', '.join(self.commands)}"

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that the words begin with, imported, and the words left."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            raise PyrtoolError(f"unknown command {shorten(args[0])}: {self._which(args[0])}")
        name, known, rest = super().resolve_command(ctx, args)
        return name, known and command(self.package, name or ""), rest


class _Command(TyperCommand):
    """A command with its examples."""

    examples: Examples = ()

    def invoke(self, ctx: Any) -> Any:
        """Call it; an error about an argument names the option."""
        try:
            return super().invoke(ctx)
        except PyrtoolError as error:
            error.args = (as_typed(error, ctx.params),)
            raise

    def get_params(self, ctx: Any) -> Any:
        """The options and arguments, `--help` too."""
        hidden: Any = super().get_params(ctx)  # classes that Typer hides
        return _with_help(plainly(hidden))

    def format_help(self, ctx: Any, formatter: object) -> None:
        """Print the help page."""
        _show_help(self, ctx)


def _with_help(parameters: list[Parameter]) -> list[Parameter]:
    """The parameters, in which `--help` is described as the other options are."""
    for one in parameters:
        if one.name == "help":
            one.help = "Show this page"
    return parameters


def _show_help(command: LazyGroup | _Command, ctx: Context) -> None:
    from pyrtool.cli import help_page  # with Rich, which nothing else needs

    typed: Any = command  # its base class names classes that Typer hides
    help_page.show(typed, ctx, command.examples)


@cache
def command(package: str, name: str) -> Any:
    """A command of a package as Typer has it."""
    module = import_module(f"{package}.{name}")
    return _group(module, name) if hasattr(module, "COMMANDS") else _command(module, name)


def every_command(group: Any, *above: str) -> Iterator[tuple[str, Any]]:
    """Import every command below a group, and give each by its words: ``solve``, ``survey run``."""
    for name in group.commands:
        found = command(group.package, name)
        yield " ".join((*above, name)), found
        if hasattr(found, "commands"):
            yield from every_command(found, *above, name)


def _command(module: ModuleType, name: str) -> Any:
    made = typer.Typer(add_completion=False, rich_markup_mode=None)
    kind = type("Command", (_Command,), {"examples": module.EXAMPLES})
    made.command(
        name, cls=kind, help=paragraphs(module.command.__doc__), context_settings=SETTINGS
    )(module.command)
    return typer.main.get_command(made)


def _group(module: ModuleType, name: str) -> Any:
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

    return typer.main.get_command(made)


def paragraphs(doc: str | None) -> str:
    """A docstring with a line for each paragraph, as the help page wraps it to the terminal."""
    return "\n\n".join(" ".join(part.split()) for part in (doc or "").split("\n\n"))
