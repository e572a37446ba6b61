"""The lines that are entered in `play`: at a terminal, or by a script."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import Final

from pyrtool.base.errors import PyrtoolError

_LONGEST_LINE_BYTES: Final = 2**16
_STDIN: Final = 0  # what `input` reads and edits


def typed(words: Callable[[], list[str]]) -> Iterator[str]:
    """Lines from a terminal, edited and completed where Python can; the end key ends them."""
    try:
        import readline
    except ImportError:
        pass
    else:

        def complete(begun: str, number: int) -> str | None:
            fitting = [word for word in words() if word.lower().startswith(begun.lower())]
            return [*fitting, None][min(number, len(fitting))]

        readline.set_completer(complete)
        readline.set_completer_delims(" ,")
        readline.parse_and_bind("tab: complete")
    while True:
        try:
            yield input("> ")
        except EOFError:
            print(flush=True)
            return
        except UnicodeDecodeError:
            yield "\ufffd"


def open_terminal() -> int:
    """Open the terminal for moves, as the standard input holds the position.

    Returns:
        Its file descriptor.

    Raises:
        PyrtoolError: No terminal is here.
    """
    try:
        return os.open("CON" if sys.platform == "win32" else "/dev/tty", os.O_RDONLY)
    except OSError:
        raise PyrtoolError(
            "the standard input (-) holds the position, and no terminal is here to type moves: "
            "name a deal or a file"
        ) from None


def hear_terminal(terminal: int) -> None:
    """Take the terminal for the standard input, which was read to its end."""
    os.dup2(terminal, _STDIN)
    os.close(terminal)
    sys.stdin = open(_STDIN, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115


def piped() -> Iterator[str]:
    """Lines from a script; a piece of one that is far too long counts as a line."""
    if sys.stdin is None:
        return
    while line := sys.stdin.buffer.readline(_LONGEST_LINE_BYTES):
        yield line.decode("utf-8", "replace").removeprefix("\ufeff")
