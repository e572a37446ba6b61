"""DEALS: numbers, ranges, files and the standard input, to a stream of deals.

Decides what a word of DEALS means, how a file is opened, and which rules each deal is played by:
its own, if its record or heading names them, else those of the options. `notation` reads what is in
a file.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import LimitError
from pyrtool.base.messages import counted, file_name, shorten
from pyrtool.cli.options.rules import RuleOptions
from pyrtool.cli.output import complain
from pyrtool.game import ranges
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, DealNumber, Numbering, deal, parse_number
from pyrtool.game.games import Rules
from pyrtool.game.line import played
from pyrtool.game.position import Move, Position, PositionError, Subject, start_of
from pyrtool.game.ranges import Ranges
from pyrtool.game.words import typed_words
from pyrtool.languages import chosen
from pyrtool.notation.deals import placed
from pyrtool.notation.pictured import parse_pictured
from pyrtool.notation.rules import Defaults, NamedRules

if TYPE_CHECKING:
    from pyrtool.game.partly_seen import PartlySeen
    from pyrtool.notation.files import Found

STDIN: Final = "-"

_NUMBER: Final = re.compile(r"(ms)?\d+", re.ASCII)
_RANGE: Final = re.compile(r"(?P<low>(ms)?\d+)-(?P<high>(ms)?\d+)", re.ASCII)
_LONGEST_LINE_BYTES: Final = 2**20  # of text; JSON lines may be longer

_TEXT: Final = "must be text, such as deals or solutions, or the JSON of this program"
_BYTES: Final = {
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"PK\x03\x04": "a ZIP archive, or a document in one",
    b"\x1f\x8b": "a gzip archive",
    b"SQLite format 3\0": "an SQLite database, such as a ledger",
}
"""How files that are no text begin, and what they are."""


_PICTURES: Final = {
    b"\x89PNG\r\n": "a PNG picture",
    b"RIFF": "a WebP picture",
    b"%PDF-": "a PDF document",
    b"<svg": "an SVG picture",
    b"<?xml": "an SVG picture",
    b"<!doctype html": "a page",
    b"<!DOCTYPE html": "a page",
    b"<html": "a page",
}
"""How files begin that carry a deal if pyrtool made them."""
_MOST_PICTURE_BYTES: Final = 2**28


class SelectionError(PyrtoolError):
    """A word of DEALS that selects nothing."""


class UnreadableError(SelectionError):
    """A file that cannot be read, or is no text; the message names it, and the line."""


@dataclass(frozen=True)
class SelectedDeal:
    """A deal, what to call it (``deal 12 (native)``, or ``deals.txt, line 3``), and its rules.

    Five attributes say what of it is meant:

    - `deal` is what was read: for records and headings, with `moves` beside it;
    - `position` is the position after `moves`: for what is drawn, shown, or played on;
    - `subject` is what solvers are asked about: the deal itself if no move was made;
    - `whole_deal` is for what takes no game in play;
    - `played_out` is the same with the moves of a game that was won, which `finished` are.

    A position can take the place of a deal. `moves` were made before, in a saved game. A problem's
    record has an `own_title`, and perhaps a `teaser`. `seen` is a table with any number of cards
    face down; `deal` is one position that it can be. `by_default`: nobody chose its rules.
    `exchange`: two cards that change places in the answer of a problem, as by `exchanges` in all
    if those were counted.
    """

    deal: Subject
    name: str
    named: NamedRules
    moves: tuple[Move, ...] = ()
    own_title: str = ""
    teaser: str = ""
    seen: "PartlySeen | None" = None
    finished: tuple[Move, ...] = ()
    by_default: bool = False
    exchange: tuple[Card, Card] | None = None
    exchanges: int = 0

    @property
    def rules(self) -> Rules:
        """Return the rules that the deal is played by."""
        return self.named.rules

    @property
    def game(self) -> str:
        """Return the game that they are, or change."""
        return self.named.game

    @property
    def position(self) -> Position:
        """Return the table, after the moves that were made."""
        return played(start_of(self.deal), self.moves).end

    @property
    def subject(self) -> Subject:
        """Return the deal or the position; a `SelectionError` names one with unknown cards."""
        if not self.is_in_play:
            return self.deal
        try:
            self.position.check_known()
        except PositionError as error:
            raise SelectionError(placed(self.name, error)) from None
        return self.position

    def check_hidden(self) -> None:
        """Raise a `PositionError` if no card is hidden from a closed player."""
        if not self.position.unseen():
            why = "no card is hidden here, so every chance is 0 or 1: leave out --closed"
            raise PositionError(why)

    @contextmanager
    def naming_errors(self) -> Iterator[None]:
        """Name this deal in the errors of a question about it: it may be one of several."""
        try:
            yield
        except (SelectionError, LimitError):  # named already, or not because of it
            raise
        except PositionError as error:
            raise SelectionError(placed(self.name, error)) from None
        except PyrtoolError as error:
            raise SelectionError(placed(self.title, error)) from None

    @property
    def is_in_play(self) -> bool:
        """Return whether it is a position in play, not the start of a deal."""
        return bool(self.moves) or isinstance(self.deal, Position)

    @property
    def whole_deal(self) -> Deal:
        """Return the deal; a `SelectionError` for a position that came without one."""
        if isinstance(self.deal, Position):
            raise SelectionError(f"{self.name}: a position, where a whole deal is wanted")
        return self.deal

    @property
    def played_out(self) -> "SelectedDeal":
        """Return the same after all that was played of it, also where that won it."""
        return replace(self, moves=self.finished or self.moves, finished=())

    @property
    def title(self) -> str:
        """Return what answers begin with: ``deal 12 (native), giza, overlap``."""
        after = f", after {counted(len(self.moves), 'move')}" if self.moves else ""
        return f"{self.name}, {self.named}{after}"

    @property
    def labels(self) -> dict[str, str]:
        """Return the fields that a record about it has first: its own title, its teaser."""
        texts = {"title": self.own_title, "teaser": self.teaser}
        return {field: words for field, words in texts.items() if words}

    @property
    def origin(self) -> str:
        """Return where a deal without a number was read, for the remark of a heading."""
        return self.name if self.deal.number is None else ""


@dataclass(frozen=True)
class Span:
    """A range of deal numbers, both ends included; `prefix` precedes each."""

    low: int
    high: int
    prefix: str
    numbering: Numbering
    named: NamedRules
    by_default: bool = False

    @property
    def rules(self) -> Rules:
        """Return the rules that the deals are played by."""
        return self.named.rules

    def number(self, at: int) -> DealNumber:
        """Return the number of the range's deal with these digits."""
        return parse_number(f"{self.prefix}{at}", self.numbering)

    def deal(self, at: int) -> SelectedDeal:
        """Deal the deal with this number of the range."""
        dealt = deal(self.number(at), self.rules, self.numbering)
        return SelectedDeal(dealt, _name(dealt), self.named, by_default=self.by_default)

    def __iter__(self) -> Iterator[SelectedDeal]:
        at = self.low
        while at <= self.high:  # a range may be longer than `range` can count
            yield self.deal(at)
            at += 1


class Selection(Iterator[SelectedDeal]):
    """The deals of all words in their order, made as they are options for.

    `sources` has the same deals, a source a word: a `Span`, or what a file holds.
    """

    def __init__(self, sources: Sequence[Iterable[SelectedDeal]]) -> None:
        self.sources = sources
        self._deals = (selected for source in sources for selected in source)

    def __next__(self) -> SelectedDeal:
        return next(self._deals)


@dataclass(frozen=True)
class SelectionOptions:
    """How the deals of all words are read; `in_play`: games in play are taken, not only whole
    deals. `any_number`: also tables with any number of cards face down."""

    ruling: RuleOptions
    numbering: Numbering | None = None
    in_play: bool = False
    any_number: bool = False

    @cached_property
    def defaults(self) -> Defaults:
        """Return the rules and the numbering of deals in files that do not say their own."""
        return OfOptions(self.ruling, self.ruling.numbering(self.numbering))

    def check(self, found: "Found") -> None:
        """Reject a deal that says otherwise, or is a game in play."""
        place = found.place
        if found.by is not None and (other := self.ruling.contradiction(found.named)):
            raise SelectionError(f"{place}: the {found.by} says {other}")
        if self.numbering is not None and found.numbering not in (None, self.numbering):
            raise SelectionError(
                f"{place}: the {found.by or 'record'} says {found.numbering}, "
                f"--numbering says {self.numbering}"
            )
        if not self.in_play and (found.moves or isinstance(found.deal, Position)):
            after = f", after {counted(len(found.moves), 'move')}" if found.moves else ""
            raise SelectionError(
                f"{place}: a game in play{after}: whole deals are wanted here; solve, rate, "
                "advise, blocks, render, book, play and watch continue from there"
            )


def select(
    words: Sequence[str],
    ruling: RuleOptions,
    numbering: Numbering | None = None,
    in_play: bool = False,
    any_number: bool = False,
) -> Selection:
    """Select the deals of all words; games in play are allowed only with `in_play`, and tables with
    any number of cards face down only with `any_number`.

    All words are checked immediately, so that an error comes before the first answer.
    """
    if words.count(STDIN) > 1:
        raise SelectionError("the standard input (-) can be read only once")
    options = SelectionOptions(ruling, numbering, in_play, any_number)
    own = ruling.numbering(None)
    if numbering is not None and numbering != own != "native":
        complain(
            f"--numbering {numbering} takes the place of {own}, the numbering of {ruling.base}"
        )
    return Selection([_source(word, options) for word in words])


@dataclass(frozen=True)
class DealOptions:
    """DEALS, and the rules and the numbering that they are read by."""

    deals: list[str]
    ruling: RuleOptions
    numbering: Numbering | None = None

    def select(self, any_number: bool = False, in_play: bool = True) -> Selection:
        """Select the deals, as `select` does."""
        return select(self.deals, self.ruling, self.numbering, in_play, any_number)


def read_lines(word: str) -> Iterator[str]:
    """Yield the lines of a file, or of standard input for ``-``; an `UnreadableError` names both.

    Blank lines that are read together come together, as there may be millions of them.
    """
    if word == STDIN:
        if sys.stdin is None:
            raise UnreadableError("the standard input is closed")
        yield from _decode(sys.stdin.buffer, source_name(word))
        return
    try:
        with Path(word).open("rb") as file:
            yield from _decode(file, source_name(word))
    except OSError as error:
        raise UnreadableError(f"{file_name(word)}: {error.strerror}") from None


def source_name(word: str) -> str:
    """Return what messages call a file."""
    return "stdin" if word == STDIN else file_name(word)


def check_file(word: str, no_such: str = "not a deal number, a range, or a file") -> None:
    """Reject a file that cannot be read; one that is not there is `no_such` thing."""
    if word == STDIN:
        return
    if not word:
        raise SelectionError("an empty word is not a deal number, a range, or a file")
    if Path(word).is_dir():
        raise SelectionError(f"{file_name(word)}: is a folder")
    if not Path(word).exists():
        hint = ": deals at random are for `pyrtool deal any`" if word == "any" else ""
        raise SelectionError(f"{shorten(word, 60)} is {no_such}{hint}")
    if not os.access(word, os.R_OK):
        raise SelectionError(f"{file_name(word)}: cannot be read")


def read_file(word: str, options: SelectionOptions) -> Iterator[SelectedDeal]:
    """Yield the deals of one file; a `SelectionError` if there is none."""
    from pyrtool.notation.files import read_deals

    name = source_name(word)
    found = None
    try:
        lines = read_lines(word)
        if chosen().language != "en":
            lines = map(typed_words, lines)
        for found in read_deals(lines, options.defaults, options.any_number, word == STDIN):
            options.check(found)
            numbered = found.deal.number is not None
            called = f"{name}, {found.place}"
            if isinstance(found.deal, Deal) and numbered:
                called = _name(found.deal)
            labels = (found.title, found.teaser)
            yield SelectedDeal(
                *(found.deal, called, found.named, found.moves, *labels),
                found.seen,
                found.finished,
                found.by is None and options.ruling.is_default,
                found.exchange,
            )
    except UnreadableError:
        raise
    except PyrtoolError as error:
        raise SelectionError(placed(name, error)) from None
    if found is None:
        raise SelectionError(f"no deals in {name}")


def is_number(word: str) -> bool:
    """Return whether a word of DEALS is a number or a range, not a file."""
    return bool(_NUMBER.fullmatch(word) or _RANGE.fullmatch(word))


def _source(word: str, options: SelectionOptions) -> Iterable[SelectedDeal]:
    ends = _RANGE.fullmatch(word)
    if ends is None and not _NUMBER.fullmatch(word):
        check_file(word)
        return read_file(word, options)
    named, numbering = options.ruling.named(), options.ruling.numbering(options.numbering)
    first, last = (ends["low"], ends["high"]) if ends else (word, word)
    prefix = "ms" if first.startswith("ms") else ""
    if prefix != ("ms" if last.startswith("ms") else ""):
        raise SelectionError(f"{word}: both ends of a range must be written alike")
    for end in first, last:
        parse_number(end, numbering)
    low, high = (int(end.removeprefix(prefix)) for end in (first, last))
    if low > high:
        raise SelectionError(f"{word}: the range runs backwards")
    return Span(low, high, prefix, numbering, named, options.ruling.is_default)


def _name(deal: Deal) -> str:
    return f"deal {deal.number} ({deal.numbering})"


def _decode(file: BinaryIO, name: str) -> Iterator[str]:
    number = 0
    while line := _blank_lines(file) or file.readline(_LONGEST_LINE_BYTES):
        if number == 0:
            other = next((kind for start, kind in _BYTES.items() if line.startswith(start)), "")
            if other:
                raise UnreadableError(f"{name}: not text but {other}: {_TEXT}")
            kind = next((kind for start, kind in _PICTURES.items() if line.startswith(start)), "")
            if kind:
                yield from _carried(line + file.read(_MOST_PICTURE_BYTES), f"{name}: {kind}")
                return
        number += max(line.count(b"\n"), 1)
        if len(line) == _LONGEST_LINE_BYTES and not line.endswith(b"\n"):
            if line.lstrip()[:1] not in (b"[", b"{"):
                raise UnreadableError(f"{name}, line {number}: too long for a deal")
            line += file.readline()
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise UnreadableError(f"{name}, line {number}: {_no_text(line)}") from None
        yield text


def _carried(content: bytes, named: str) -> Iterator[str]:
    """Yield the lines of the deal that a picture or a page carries."""
    lines = parse_pictured(content)
    if lines is None:
        raise UnreadableError(f"{named} without a deal: those that pyrtool draws carry theirs")
    yield from (f"{line}\n" for line in lines)


def _no_text(line: bytes) -> str:
    is_utf16 = line.startswith((b"\xff\xfe", b"\xfe\xff"))
    if not is_utf16 and any(byte < 32 and byte not in b"\t\n\v\f\r\x1b" for byte in line):
        return f"not text: {_TEXT}"
    return "not UTF-8 text: save it as UTF-8"


def _blank_lines(file: BinaryIO) -> bytes:
    """Return the blank lines that come next, of those that were read already."""
    read = file.peek() if isinstance(file, BufferedReader) else b""
    blank = read[: len(read) - len(read.lstrip())]
    return file.read(blank.rfind(b"\n") + 1)


class OfOptions(Defaults):
    """The rules of options, made only when a deal needs them: options given without a game may
    fit only the rules that the deals carry."""

    ruling: RuleOptions

    def __init__(self, ruling: RuleOptions, numbering: Numbering) -> None:
        object.__setattr__(self, "ruling", ruling)
        object.__setattr__(self, "numbering", numbering)

    @cached_property
    def named(self) -> NamedRules:
        """Return the rules that the options make, by their name."""
        return self.ruling.named()


def ranges_of(
    words: Sequence[str], sources: Sequence[Iterable[SelectedDeal]], numbering: Numbering | None
) -> tuple[str, Ranges]:
    """Return the prefix of the deals' numbers, and their ranges; `sources` are what the words
    select."""
    spans: list[Span] = []
    for word, source in zip(words, sources, strict=True):
        if not isinstance(source, Span):
            raise PyrtoolError(
                f"{source_name(word)}: only numbers and ranges are allowed here, such as 1-1000"
            )
        spans.append(source)
    prefixes = {span.prefix if numbering == "pysolfc" else "" for span in spans}
    if len(prefixes) > 1:
        raise PyrtoolError("numbers with ms and numbers without it cannot be mixed")
    return prefixes.pop(), ranges.normal((span.low, span.high) for span in spans)
