"""The lines that are entered in `play`: at a terminal, or by a script."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Final

_LONGEST_LINE_BYTES: Final = 2**16


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


def piped() -> Iterator[str]:
    """Lines from a script; a piece of one that is far too long counts as a line."""
    if sys.stdin is None:
        return
    while line := sys.stdin.buffer.readline(_LONGEST_LINE_BYTES):
        yield line.decode("utf-8", "replace").removeprefix("\ufeff")
