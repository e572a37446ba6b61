"""Completion in shells: how it is installed, and how a shell's question is answered.

What is offered for a value is said where the option stands (`shared.completion`).
"""

from __future__ import annotations

import os
from typing import Annotated, Final, Literal

import typer
from shellingham import ShellDetectionFailure, detect_shell  # type: ignore[import-untyped]
from typer.completion import (  # type: ignore[attr-defined]
    completion_init,
    get_completion_script,
    install,
)

from pyrtool.cards import PyrtoolError

PROGRAM: Final = "pyrtool"
COMPLETE_VARIABLE: Final = "_PYRTOOL_COMPLETE"
"""Set by the script that a shell runs to complete a word."""

Shell = Literal["bash", "zsh", "fish", "powershell", "pwsh"]
_OPTIONS: Final = ("--install-completion", "--show-completion")


def answer_shells() -> None:
    """Make Typer know the shells, if one of them is asking."""
    if COMPLETE_VARIABLE in os.environ:
        completion_init()


def with_shell(args: list[str]) -> list[str]:
    """The arguments with the name of the shell, where one is wanted and none is named."""
    if args and args[0] in _OPTIONS and (len(args) == 1 or args[1].startswith("-")):
        return [args[0], _calling(args[0]), *args[1:]]
    return args


def _calling(option: str) -> str:
    """The shell that called."""
    try:
        return str(detect_shell()[0])
    except ShellDetectionFailure:
        raise PyrtoolError(
            f"{option}: which shell this is cannot be told: name it, as in {option} bash"
        ) from None


def _install(shell: str | None) -> None:
    if shell:
        _, path = install(shell, PROGRAM, COMPLETE_VARIABLE)
        print(f"{path}: completion for {shell} is there, and works in every new {shell}")
        raise typer.Exit()


def _show(shell: str | None) -> None:
    if shell:
        print(get_completion_script(prog_name=PROGRAM, complete_var=COMPLETE_VARIABLE, shell=shell))
        raise typer.Exit()


InstallOption = Annotated[
    Shell | None,
    typer.Option(
        metavar="[SHELL]",
        help="Make Tab complete commands, options and values in this shell, or the one named.",
        callback=_install,
        is_eager=True,
        show_default=False,
    ),
]
ShowOption = Annotated[
    Shell | None,
    typer.Option(
        metavar="[SHELL]",
        help="Print the script that does so, to be looked at or changed.",
        callback=_show,
        is_eager=True,
        show_default=False,
    ),
]
