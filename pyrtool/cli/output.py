"""How answers reach the standard output: text, one JSON array, or NDJSON.

Decides separators and when lines are flushed.
"""

from __future__ import annotations

import json
import sys
from types import TracebackType
from typing import Any

from pyrtool.cli.options import Format


class Output:
    """Writes text or records; as a context manager it closes the JSON array.

    An array is closed after a failure too, so that what was answered before can be read.
    `prompt` flushes every answer; NDJSON always is.
    """

    def __init__(self, format: Format, *, prompt: bool = False) -> None:
        self.format = format
        self._prompt = prompt or format == "ndjson" or sys.stdout.isatty()
        self._records = 0

    def __enter__(self) -> Output:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self.format == "json":
            sys.stdout.write("\n]\n" if self._records else "[]\n")

    def text(self, text: str) -> None:
        """Write one answer as text; a line end is added."""
        sys.stdout.write(text + "\n")
        self._end()

    def lines(self, text: str) -> None:
        """Write answers of a line each, line ends and all."""
        sys.stdout.write(text)
        self._end()

    def record(self, record: dict[str, Any]) -> None:
        """Write one answer as JSON, on a line of its own."""
        line = json.dumps(record)
        if self.format == "json":
            sys.stdout.write((",\n" if self._records else "[\n") + line)
        else:
            sys.stdout.write(line + "\n")
        self._records += 1
        self._end()

    def _end(self) -> None:
        if self._prompt:
            sys.stdout.flush()


def complain(line: str) -> None:
    """Tell something that is no answer, on stderr."""
    sys.stdout.flush()
    print(f"pyrtool: {line}", file=sys.stderr, flush=True)
