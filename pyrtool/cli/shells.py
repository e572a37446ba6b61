"""Completion in shells: how it is installed, and how a shell's question is answered.

Each option names what completes its value (`options.completion`).
"""

import os
from collections.abc import Sequence
from typing import Annotated, Final

import typer
from shellingham import ShellDetectionFailure, detect_shell
from typer.completion import completion_init, get_completion_script, install  # type: ignore[attr-defined] # it lists what it has nowhere

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import shorten

PROGRAM: Final = "pyrtool"
COMPLETE_VARIABLE: Final = "_PYRTOOL_COMPLETE"
"""Set by the script that a shell runs to complete a word."""

SHELLS: Final = ("bash", "zsh", "fish", "powershell", "pwsh")
INSTALL: Final = "--install-completion"
SHOW: Final = "--show-completion"

InstallOption = Annotated[
    bool,
    typer.Option(
        INSTALL,
        help="Make Tab complete commands, options, and values in this shell, or in a named one",
    ),
]
ShowOption = Annotated[bool, typer.Option(SHOW, help="Print the completion script")]


def answer_shells() -> None:
    """Make Typer know the shells, if one of them is asking."""
    if COMPLETE_VARIABLE in os.environ:
        completion_init()


def install_or_show(args: Sequence[str]) -> None:
    """Do what the arguments say if they begin with one of the two options, and end the program.

    Here, not in callbacks of the options, as the name of the shell may be left out.
    """
    if not args or args[0] not in (INSTALL, SHOW):
        return
    option, *words = args
    shell = words[0] if words else _calling(option)
    if shell not in SHELLS or len(words) > 1:
        named = shorten(" ".join(words) or shell)
        raise PyrtoolError(f"{option} {named}: must be one of {', '.join(SHELLS)}")
    if option == INSTALL:
        _, path = install(shell, PROGRAM, COMPLETE_VARIABLE)
        print(f"{path}: completion for {shell} is there, and works in every new {shell}")
    else:
        print(get_completion_script(prog_name=PROGRAM, complete_var=COMPLETE_VARIABLE, shell=shell))
    raise typer.Exit()


def _calling(option: str) -> str:
    try:
        return str(detect_shell()[0])
    except ShellDetectionFailure:
        raise PyrtoolError(
            f"{option}: cannot identify this shell: name it, such as {option} bash"
        ) from None
