"""Commands that are imported when a user calls them.

The table commands.toml has all commands with their summaries, from which help pages and completion
list them, and with their examples. A command is a module with a function `command`; a module with
several has functions such as `list_command`. Their options are in options.toml (`options.groups`).
Decides how all of these are made Typer's commands.
"""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

import typer
from typer.core import TyperCommand, TyperGroup

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import file_name, shorten
from pyrtool.cli.options.conflicts import Row, check_together
from pyrtool.cli.options.errors import as_typed
from pyrtool.cli.options.groups import with_groups
from pyrtool.cli.options.parameters import Hidden
from pyrtool.cli.options.values import plainly
from pyrtool.languages import speaking

SETTINGS: Final = {"help_option_names": ["-h", "--help"]}
"""What holds for every command; of its parents' settings it would ask only as it is called."""


@cache
def _table() -> Mapping[str, JsonObject]:
    """Read the table of the commands, for which `--version` need not wait."""
    import tomllib

    return tomllib.loads(Path(__file__).with_name("commands.toml").read_text(encoding="utf-8"))


_PACKAGE: Final = "pyrtool.cli.commands"
HELP_ALL: Final = "--help-all"
"""Shows the help page with the options that few calls need."""


class _WithHelp:
    """A command or a group with our help page."""

    words = ""

    @cached_property
    def panels(self) -> Mapping[str, Mapping[str, str]]:
        """The summaries of the commands below it, panel by panel."""
        panels: dict[str, dict[str, str]] = {}
        for words, facts in _table().items():
            above, _, name = words.rpartition(" ")
            if name and above == self.words:
                panels.setdefault(facts.get("panel", "Commands"), {})[name] = facts["summary"]
        return panels

    @property
    def examples(self) -> Sequence[tuple[str, str]]:
        """Calls that the help page shows, each with what it does."""
        return [(call, does) for call, does in _table()[self.words]["examples"]]

    def get_params(self, ctx: Hidden) -> Hidden:
        """Return the options and arguments, their values taken plainly; `--help`, too, described as
        they are."""
        hidden: Hidden = super()
        parameters = plainly(hidden.get_params(ctx))
        for one in parameters:
            if one.name == "help":
                one.help = "Show this page"
        return parameters

    def format_help(self, ctx: Hidden, formatter: object, whole: bool = False) -> None:
        """Print the help page; with `whole`, also the options that few calls need."""
        from pyrtool.cli import help_page  # with Rich, which nothing else needs

        command: Hidden = self
        help_page.show(command, ctx, self.examples, self.panels, whole)


class LazyGroup(_WithHelp, TyperGroup):
    """A group whose commands are imported when one of them is called."""

    def __init__(self, **settings: Hidden) -> None:
        super().__init__(**settings)
        del self.commands  # Click's own, which are none

    @cached_property
    def commands(self) -> dict[str, Hidden]:  # type: ignore[override]
        """The commands below it, made when they are first asked for."""
        return {
            name: TyperCommand(name, help=summary)
            for panel in self.panels.values()
            for name, summary in panel.items()
        }

    def below(self, name: str) -> "Command | LazyGroup":
        """Import the command of this name, and make it a command of Typer."""
        return _command_of(f"{self.words} {name}".strip())

    def _which(self, word: str) -> str:
        """Name the command that may be meant, or all commands."""
        from difflib import get_close_matches  # which a right command need not wait for

        like = get_close_matches(word.lower(), self.commands)
        if like:
            return f"did you mean {' or '.join(like)}?"
        if not self.words and (call := _call_with(word)):
            return f"did you mean {call}?"
        return f"choose from {', '.join(self.commands)}"

    def resolve_command(
        self, ctx: Hidden, args: list[str]
    ) -> "tuple[str | None, Command | LazyGroup | None, list[str]]":
        """Return the command that the words begin with, imported, and the words left."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            raise PyrtoolError(f"unknown command {shorten(args[0])}: {self._which(args[0])}")
        name, known, rest = super().resolve_command(ctx, args)
        return name, self.below(name) if known and name else None, rest


def _call_with(word: str) -> str | None:
    """Return the call that is probably meant if its first word is a deal, a game, or a file."""
    from pyrtool.game.games import name_of  # which a right command need not wait for

    first, dash, last = word.partition("-")
    if first.isdecimal() and (last.isdecimal() or not dash) and len(word) < 40:
        return f"pyrtool solve {word}"
    with suppress(PyrtoolError):
        game = name_of(word)
        return f"pyrtool games {game}, or pyrtool solve 2 --game {game}"
    with suppress(OSError):  # a name that is too long
        if Path(word).is_file():
            return f"pyrtool solve {file_name(word)}"
    return None


class Command(_WithHelp, TyperCommand):
    """A command with its examples, and the options that exclude or need each other."""

    together: Sequence[Row] = ()

    def parse_args(self, ctx: Hidden, args: list[str]) -> list[str]:
        """Parse the arguments; each option may be there once."""
        if not ctx.resilient_parsing:
            if HELP_ALL in args:
                self.format_help(ctx, None, whole=True)
                raise typer.Exit()
            self._check_once(ctx, args)
        return super().parse_args(ctx, args)

    def _check_once(self, ctx: Hidden, args: Sequence[str]) -> None:
        """Reject an option that is given twice: only its last value would count."""
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        options = [one for one in given if one.param_type_name == "option" and not one.multiple]
        for at, one in enumerate(options):
            if one in options[:at] and not one.is_eager:
                raise PyrtoolError(f"{max(one.opts, key=len)} is given twice: give it once")

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


@cache  # Typer builds a command for its help and for its call: it is the same one
def _command_of(words: str) -> Command | LazyGroup:
    """Import the command of these words, such as ``survey run``."""
    *above, name = words.split()
    if any(other.startswith(f"{words} ") for other in _table()):
        return _group(import_module(f"{_PACKAGE}.{name}"), words)
    module = import_module(".".join([_PACKAGE, *above]))
    if hasattr(module, "__path__"):
        module = import_module(f"{module.__name__}.{_table()[words].get('file', name)}")
    return _command(getattr(module, f"{name}_command", None) or module.command, words)


def every_command(group: LazyGroup) -> Iterator[tuple[str, Command | LazyGroup]]:
    """Import every command below a group, and give each by its words: ``solve``, ``survey run``."""
    for name in group.commands:
        below = group.below(name)
        yield below.words, below
        if isinstance(below, LazyGroup):
            yield from every_command(below)


def _command(command: Callable[..., int], words: str) -> Command:
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    run, rows = with_groups(command, words)
    kind = type("Command", (Command,), {"words": words, "together": rows})
    name = words.split()[-1]
    app.command(name, cls=kind, help=paragraphs(run.__doc__), context_settings=SETTINGS)(run)
    built = typer.main.get_command(app)
    assert isinstance(built, Command)
    return built


def _group(module: ModuleType, words: str) -> LazyGroup:
    """Return a command that only has commands of its own."""
    app = typer.Typer(
        name=words,
        cls=type("Group", (LazyGroup,), {"words": words}),
        add_completion=False,
        context_settings=SETTINGS,
        invoke_without_command=True,
        rich_markup_mode=None,
    )

    @app.callback(help=paragraphs(module.__doc__))
    def run(ctx: typer.Context) -> None:
        if ctx.invoked_subcommand is None:
            assert isinstance(built, LazyGroup)
            names = ", ".join(built.commands)
            raise PyrtoolError(f"a command is missing: {names} (see pyrtool {words} --help)")

    built = typer.main.get_command(app)
    assert isinstance(built, LazyGroup)
    return built


def paragraphs(doc: str | None) -> str:
    """Return a docstring with a line a paragraph, which the help page wraps to the terminal."""
    return "\n\n".join(" ".join(part.split()) for part in (doc or "").split("\n\n"))
