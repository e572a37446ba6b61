"""How answers reach the standard output, as text, one JSON array or NDJSON, and messages stderr.

Decides separators, when lines are flushed, and how a text that came from outside, such as a
file's name, is shown without harm.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from types import TracebackType
from typing import Final, Literal

from pyrtool.base.files import write_whole
from pyrtool.base.json_object import JsonObject
from pyrtool.base.version import STAMP
from pyrtool.base.words import file_name, printable
from pyrtool.cli.options.terminal import RED_CARD

Format = Literal["text", "json", "ndjson"]

_KEPT: Final = re.compile(rf"([\n\u00a0\u202f]|{RED_CARD.pattern})")
_LONG: Final = re.compile(r"[^ ]{161,}")


class Output:
    """Writes text or records; as a context manager it closes the JSON array.

    An array is closed after a failure too, so that what was answered before can be read.
    `prompt` flushes every answer; NDJSON always is. With `outlives_reader` a reader who has had
    enough is no error: what is written from then on goes nowhere. A `file` is written in place of
    the standard output: at the end, whole, and after a failure not at all.
    """

    def __init__(
        self,
        format: Format,
        *,
        prompt: bool = False,
        outlives_reader: bool = False,
        file: str | None = None,
    ) -> None:
        self.format = format
        self._file = None if file is None else Path(file)
        self._for_file: list[str] = []
        self._outlives_reader = outlives_reader
        self._prompt = prompt or format == "ndjson" or sys.stdout.isatty()
        self._records = self._parts = 0

    def __enter__(self) -> Output:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self.format == "json":
            self._write("\n]\n" if self._records else "[]\n", flush=self._outlives_reader)
        if self._file is not None and kind is None:
            write_whole(self._file, "".join(self._for_file).encode())

    def text(self, text: str) -> None:
        """Write one answer as harmless text; a line end is added."""
        self._write(harmless(text) + "\n")

    def part(self, text: str) -> None:
        """Write one answer of several lines; an empty line separates it from the one before."""
        self.text(f"\n{text}" if self._parts else text)
        self._parts += 1

    def lines(self, text: str) -> None:
        """Write answers of a line each, line ends and all."""
        self._write(text)

    def record(self, record: JsonObject) -> None:
        """Write one answer as JSON, on a line of its own. What is no record of a deal gets the
        versions that gave it here."""
        line = json.dumps(record | STAMP | record)
        if self.format == "json":
            line = (",\n" if self._records else "[\n") + line
        else:
            line += "\n"
        self._records += 1
        self._write(line)

    def _write(self, text: str, *, flush: bool = False) -> None:
        if self._file is not None:
            self._for_file.append(text)
            return
        try:
            sys.stdout.write(text)
            if self._prompt or flush:
                sys.stdout.flush()
        except BrokenPipeError:
            if not self._outlives_reader:
                raise
            drop_output()


def drop_output() -> None:
    """Let what is still buffered go nowhere, as Python would complain of it at its exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # the output is no file: nothing is left to flush
        pass


def show(text: str) -> None:
    """Print a text that is an answer, harmless, on the standard output."""
    print(harmless(text))


def complain(line: str) -> None:
    """Print something that is no answer, on stderr: one harmless line, long names cut."""
    if sys.stdout is not None:
        sys.stdout.flush()
    shown = _LONG.sub(lambda word: file_name(word[0]), printable(" ".join(line.split())))
    print(f"pyrtool: {shown}", file=sys.stderr, flush=True)


def harmless(text: str) -> str:
    """A text as a terminal may show it: what could move the cursor or hide letters is spelled out.

    Line ends stay, and so do spaces at which no line breaks and the red cards of
    `terminal.spelling`.
    """
    if text.isprintable():
        return text
    parts = _KEPT.split(text)  # what is kept is at the odd places
    return "".join(part if i % 2 else printable(part) for i, part in enumerate(parts))
