"""DEALS: numbers, ranges, files and the standard input, to a stream of deals.

Decides what a word of DEALS means and how a file is opened; what is in a file is for
`notation`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from pyrtool.cards import PyrtoolError, file_name, shorten
from pyrtool.deals import Deal, DealNumber, Numbering, deal, parse_number
from pyrtool.games import Rules
from pyrtool.notation import read_deals
from pyrtool.notation.line import placed

STDIN: Final = "-"

_NUMBER: Final = re.compile(r"(ms)?\d+", re.ASCII)
_RANGE: Final = re.compile(r"(?P<low>(ms)?\d+)-(?P<high>(ms)?\d+)", re.ASCII)
_LONGEST_LINE_BYTES: Final = 2**20  # of text; JSON lines may be longer


class SelectionError(PyrtoolError):
    """A word of DEALS that selects nothing."""


@dataclass(frozen=True)
class Selected:
    """A deal and what to call it: ``deal 12 (native)``, or ``deals.txt, line 3``."""

    deal: Deal
    name: str


@dataclass(frozen=True)
class Span:
    """A range of deal numbers, both ends included; `prefix` is what stands before each."""

    low: int
    high: int
    prefix: str
    numbering: Numbering
    rules: Rules

    def number(self, at: int) -> DealNumber:
        """The number of the range's deal with these digits."""
        return parse_number(f"{self.prefix}{at}", self.numbering)

    def deal(self, at: int) -> Selected:
        """That deal."""
        return _selected(self.number(at), self.numbering, self.rules)

    def __iter__(self) -> Iterator[Selected]:
        at = self.low
        while at <= self.high:  # a range may be longer than `range` can count
            yield self.deal(at)
            at += 1


class Selection(Iterator[Selected]):
    """The deals of all words in their order, made as they are asked for.

    `sources` has the same deals, a source a word: a `Span`, or what a file holds.
    """

    def __init__(self, sources: Sequence[Iterable[Selected]]) -> None:
        self.sources = sources
        self._deals = (selected for source in sources for selected in source)

    def __next__(self) -> Selected:
        return next(self._deals)


def select(words: Sequence[str], numbering: Numbering, rules: Rules) -> Selection:
    """The deals of all words.

    The words are checked at once, so that a wrong one is told before the first answer.
    """
    if words.count(STDIN) > 1:
        raise SelectionError("the standard input (-) can be read only once")
    return Selection([_source(word, numbering, rules) for word in words])


def read_lines(word: str) -> Iterator[str]:
    """The lines of a file, or of the standard input for ``-``; errors name the line."""
    if word == STDIN:
        if sys.stdin is None:
            raise SelectionError("the standard input is closed")
        yield from _decode(sys.stdin.buffer)
        return
    try:
        with Path(word).open("rb") as file:
            yield from _decode(file)
    except OSError as error:
        raise SelectionError(f"{file_name(word)}: {error.strerror}") from None


def source_name(word: str) -> str:
    """What messages call a file."""
    return "stdin" if word == STDIN else file_name(word)


def check_file(word: str) -> None:
    """A `SelectionError` if the file cannot be read."""
    if word == STDIN:
        return
    if not word:
        raise SelectionError("an empty word is no deal number, range, nor file")
    if Path(word).is_dir():
        raise SelectionError(f"{file_name(word)}: is a directory")
    if not Path(word).exists():
        raise SelectionError(f"{shorten(word, 60)} is no deal number, range, nor file")
    if not os.access(word, os.R_OK):
        raise SelectionError(f"{file_name(word)}: cannot be read")


def read_file(word: str, rules: Rules) -> Iterator[Selected]:
    """The deals of one file; a `SelectionError` if there is none."""
    name = source_name(word)
    found = None
    try:
        for found in read_deals(read_lines(word), rules):
            named = found.deal.numbering is not None
            yield Selected(found.deal, _name(found.deal) if named else f"{name}, {found.place}")
    except SelectionError:
        raise
    except PyrtoolError as error:
        raise SelectionError(placed(name, error)) from None
    if found is None:
        raise SelectionError(f"no deals in {name}")


def _source(word: str, numbering: Numbering, rules: Rules) -> Iterable[Selected]:
    if _NUMBER.fullmatch(word):
        parse_number(word, numbering)
        prefix = "ms" if word.startswith("ms") else ""
        at = int(word.removeprefix(prefix))
        return Span(at, at, prefix, numbering, rules)
    ends = _RANGE.fullmatch(word)
    if ends is None:
        check_file(word)
        return read_file(word, rules)
    prefix = "ms" if ends["low"].startswith("ms") else ""
    if prefix != ("ms" if ends["high"].startswith("ms") else ""):
        raise SelectionError(f"{word}: both ends of a range must be written alike")
    for end in ends["low"], ends["high"]:
        parse_number(end, numbering)
    low, high = (int(end.removeprefix(prefix)) for end in (ends["low"], ends["high"]))
    if low > high:
        raise SelectionError(f"{word}: the range runs backwards")
    return Span(low, high, prefix, numbering, rules)


def _selected(number: DealNumber, numbering: Numbering, rules: Rules) -> Selected:
    found = deal(number, numbering, rules)
    return Selected(found, _name(found))


def _name(deal: Deal) -> str:
    return f"deal {deal.number} ({deal.numbering})"


def _decode(file: BinaryIO) -> Iterator[str]:
    number = 0
    while line := file.readline(_LONGEST_LINE_BYTES):
        number += 1
        if len(line) == _LONGEST_LINE_BYTES and not line.endswith(b"\n"):
            if line.lstrip()[:1] not in (b"[", b"{"):
                raise PyrtoolError(f"line {number}: too long for a deal")
            line += file.readline()
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise PyrtoolError(f"line {number}: not UTF-8 text") from None
        yield text
