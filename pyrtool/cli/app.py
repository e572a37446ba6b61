"""The Typer app: its commands, `--version`, and what becomes of failures.

Decides exit statuses and how an error is worded: one line on stderr, never a traceback.
"""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Annotated, Final, NoReturn

import typer

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import LeftOpenError
from pyrtool.base.messages import file_name
from pyrtool.cli import commands, shells
from pyrtool.cli.lazy_commands import SETTINGS, LazyGroup, paragraphs
from pyrtool.cli.options.parameters import Hidden
from pyrtool.cli.out_of_memory import is_of_memory
from pyrtool.cli.output import complain, drop_output

OK: Final = 0
FAILED: Final = 1
WRONG_INPUT: Final = 2
UNKNOWN: Final = 3
INTERRUPTED: Final = 130
WRONG_PLACE: Final = frozenset(
    (
        errno.ENOENT,
        errno.ENOTDIR,
        errno.EISDIR,
        errno.EACCES,
        errno.EPERM,
        errno.EROFS,
        errno.ENAMETOOLONG,
        errno.ELOOP,
        errno.EINVAL,
    )
)
"""Errors about the named file, rather than about the system."""

TRACEBACK_VARIABLE: Final = "PYRTOOL_TRACEBACK"


class OneLineErrors(LazyGroup):
    """A group that exits with its command's status, or with one line about what failed."""

    def main(self, args: Sequence[str] | None = None, *others: Hidden, **more: Hidden) -> NoReturn:
        more["standalone_mode"] = False
        shells.answer_shells()
        status = _guarded(lambda: super(OneLineErrors, self).main(args, *others, **more))
        status = _guarded(sys.stdout.flush) or status
        sys.exit(status)

    def parse_args(self, ctx: Hidden, args: list[str]) -> list[str]:
        """Return the arguments, after completion was done if they only ask for that."""
        if not ctx.resilient_parsing:
            shells.install_or_show(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Hidden) -> int:
        # Here, as Typer would end a closed pipe with status 1.
        return _guarded(lambda: super(OneLineErrors, self).invoke(ctx))


def _guarded(call: Callable[[], int | None]) -> int:
    """Call it; return its status, or report its failure and return the status of that."""
    try:
        return call() or OK
    except SystemExit as error:
        if isinstance(error.__context__, BrokenPipeError):  # Rich ends so under a help page
            return OK
        raise
    except typer.Exit:
        raise
    except (KeyboardInterrupt, typer.Abort):  # Typer's own name for it, while it parses
        return INTERRUPTED
    except BrokenPipeError:  # the reader has had enough: no failure
        drop_output()
        return OK
    except LeftOpenError as error:
        return _report(str(error), UNKNOWN)
    except PyrtoolError as error:
        return _report(str(error), WRONG_INPUT)
    except OSError as error:
        if is_of_memory(error):
            raise  # `main` reports it
        reason = error.strerror or str(error)
        if error.filename is not None:
            status = WRONG_INPUT if error.errno in WRONG_PLACE else FAILED
            return _report(f"{file_name(error.filename)}: {reason}", status)
        drop_output()
        return _report(f"the output cannot be written: {reason}", FAILED)
    except Exception as error:
        if is_of_memory(error) or os.environ.get(TRACEBACK_VARIABLE):
            raise
        if (message := _usage_error(error)) is not None:
            return _report(message, WRONG_INPUT)
        return _report(
            f"internal error: {type(error).__name__}: {error} "
            f"({TRACEBACK_VARIABLE}=1 shows where; please report it)",
            FAILED,
        )


def _usage_error(error: Exception) -> str | None:
    """Return what Typer says of wrong usage, in the form of our messages; None of another error."""
    if not hasattr(error, "format_message"):  # the errors that have it are of classes that it hides
        return None
    if hasattr(error, "possibilities") and hasattr(error, "option_name"):
        from difflib import get_close_matches  # which right options need not wait for

        like = get_close_matches(error.option_name, error.possibilities or (), cutoff=0.75)
        hint = f"did you mean {' or '.join(like)}?" if like else "--help lists all"
        return f"unknown option {error.option_name}: {hint}"
    message: str = error.format_message().replace(": Value error, ", ": ")
    if message.startswith("Missing "):  # argument 'DEALS'.
        return "missing " + message.removeprefix("Missing ").rstrip(".").replace("'", "")
    return message


def _report(message: str, status: int) -> int:
    """Print the message, if that is possible, and return the status."""
    with suppress(OSError):
        complain(message)
    return status


app = typer.Typer(
    cls=OneLineErrors,
    add_completion=False,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=SETTINGS,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from pyrtool import kernel
        from pyrtool.base.version import __version__

        how = "compiled" if kernel.COMPILED else "interpreted"
        print(f"pyrtool {__version__} ({how} kernel){' with BMI2' if kernel.WITH_BMI2 else ''}")
        raise typer.Exit()


_FIRST_STEPS = """\
pyrtool deals, solves, explains and draws Pyramid and Giza solitaire. Try:

  pyrtool open                            problems and lessons in your browser
  pyrtool open 2 --game giza              deal 2 of Giza, to be played there
  pyrtool play                            a winnable deal, to be played here
  pyrtool deal 2 --game giza --diagram    the deal as a diagram
  pyrtool solve 2 --game giza             whether it can be won, and how
  pyrtool blocks 3 --game giza            why another one cannot
  pyrtool render 2 -g giza -o deal.png    its picture; deal.html is a page
  pyrtool puzzles list                    problems, from easy to hard
  pyrtool games                           the games and their rules
  pyrtool --help                          every command"""


@app.callback(help=paragraphs(commands.__doc__))
def pyrtool(
    ctx: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version, and whether the kernel is compiled",
            callback=_print_version,
            is_eager=True,
        ),
    ] = False,
    install_completion: shells.InstallOption = False,
    show_completion: shells.ShowOption = False,
) -> None:
    if ctx.invoked_subcommand is None:
        print(_FIRST_STEPS)
