"""Output: answers on standard output, as text, one JSON array or NDJSON; messages on stderr.

Decides separators, when lines are flushed, how cards look on a terminal, and how a text that came
from outside, such as a file's name, is shown without harm.
"""

import codecs
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

from pyrtool.base.files import write_whole
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import file_name, printable
from pyrtool.base.version import STAMP
from pyrtool.game.cards import RANK_FORM, SUIT_SIGNS, SUITS
from pyrtool.game.words import card_letters
from pyrtool.languages import chosen, say

_CARD: Final = re.compile(rf"(?<![\w.])({RANK_FORM})([{SUITS}])(?!\w)")
_TEN_OR_SPACES: Final = re.compile(rf"(?<![\w.])(T)(?=[{SUITS}@/\s]|$)|  +")
_SIGNS: Final = dict(zip(SUITS, SUIT_SIGNS, strict=True))
_RED: Final = "\x1b[31m{}\x1b[39m"  # the other suits have the terminal's own colour
RED_CARD: Final = re.compile(rf"\x1b\[31m\w+[{SUITS}{''.join(_SIGNS.values())}]\x1b\[39m")
"""A card as `spelling` may spell it: the only codes that a text for a terminal may hold."""

_REDS: Final = "DH"


def spelling(letters: bool = False) -> Callable[[str], str]:
    """Return how cards are spelled in a text for the standard output.

    On a terminal, a suit is a symbol, unless `letters` are requested or the encoding is not UTF-8.
    Hearts and diamonds are red, unless NO_COLOR is set or the terminal is dumb. Elsewhere a text in
    English stays as it is; in other languages ranks have their own letters, and suits are symbols.
    """
    shown = sys.stdout.isatty()
    if not shown and chosen().language == "en":
        return str
    signs = not letters and _is_utf8(sys.stdout.encoding)
    colour = shown and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def spell(match: re.Match[str]) -> str:
        rank, suit = match.groups()
        card = say(rank) + (_SIGNS[suit] if signs else suit)
        return _RED.format(card) if colour and suit in _REDS else card

    if len(say("T")) == 1:
        return lambda text: card_letters(_CARD.sub(spell, text))
    return lambda text: "\n".join(
        card_letters(_CARD.sub(spell, line)) for line in map(_with_room, text.split("\n"))
    )


def _with_room(line: str) -> str:
    """Return a line with a space less after each ten, which is a sign longer in some languages.

    The space is one of several, so what stands in columns stays there.
    """
    owed = 0

    def narrowed(match: re.Match[str]) -> str:
        nonlocal owed
        if match[1]:
            owed += 1
            return match[0]
        spared = min(owed, len(match[0]) - 1)
        owed -= spared
        return match[0][spared:]

    return _TEN_OR_SPACES.sub(narrowed, line)


def _is_utf8(encoding: str | None) -> bool:
    try:
        return codecs.lookup(encoding or "").name == "utf-8"
    except LookupError:
        return False


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

    def __enter__(self) -> "Output":
        return self

    def __exit__(self, kind: type[BaseException] | None, *raised: object) -> None:
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
    """Return a text as a terminal may show it: what could move the cursor or hide letters is
    spelled out.

    Line ends stay, and so do spaces at which no line breaks and the red cards of
    `terminal.spelling`.
    """
    if text.isprintable():
        return text
    parts = _KEPT.split(text)  # what is kept is at the odd places
    return "".join(part if i % 2 else printable(part) for i, part in enumerate(parts))
