"""The deals and records in a file: one deal a line, deal numbers, diagrams, or JSON.

Decides which lines of a file belong together, and the game of each deal. It reads no further than
it must, so that each line is answered as it comes. The caller opens the files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from pyrtool.base.arguments import guard, shown
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.words import shorten
from pyrtool.game.cards import Card, CardError
from pyrtool.game.deals import NUMBERINGS, Deal, Numbering, deal, parse_number
from pyrtool.game.games import Rules
from pyrtool.game.position import Move, Position, start_of
from pyrtool.notation.cells import begins_table, is_second_row, is_whole_line
from pyrtool.notation.deals import NotationError, parse_deal, placed
from pyrtool.notation.headings import Heading, parse_heading
from pyrtool.notation.moves import begins_moves, parse_event, parse_moves, replay
from pyrtool.notation.positions import TableReader, parse_position
from pyrtool.notation.rules import NamedRules, carried_rules

UNFINISHED: Final = "unfinished"
"""The reason of a record of an unfinished game, whose verdict is unknown."""

_NUMBER: Final = re.compile(r"(ms)?[0-9]+")


@dataclass(frozen=True)
class Item:
    """A line of text, a heading, or one JSON value of a file, and its place (``line 3``).

    `after_blank`: whether a blank line precedes a line of text.
    """

    place: str
    text: str | None
    value: Any = None
    heading: Heading | None = None
    after_blank: bool = False


@dataclass(frozen=True)
class Found:
    """A deal, or a position in its place, where it was read, and its rules.

    `by` names the source of the rules, the record or the heading; it is None if the reader gave
    them. `numbering` is the one that the source names, even without a number. `moves` are the moves
    of an unfinished game. A record of a problem has a `title`, and perhaps a `teaser`.
    """

    place: str
    deal: Deal | Position
    named: NamedRules
    by: Literal["record", "heading"] | None = None
    numbering: Numbering | None = None
    moves: tuple[Move, ...] = ()
    title: str = ""
    teaser: str = ""


@dataclass(frozen=True)
class Defaults:
    """The rules and the numbering of what does not say its own."""

    named: NamedRules
    numbering: Numbering = "native"


def read_items(lines: Iterable[str]) -> Iterator[Item]:
    """Lines that are not blank, headings, and the JSON values among them; other lines that
    begin with ``#`` are passed over.

    A JSON object is taken from its line alone where that is whole; the members of an
    array come singly. Several blank lines may be given as one, with all their line ends.
    """
    yield from _items(_with_numbers(lines))


def read_deals(lines: Iterable[str], defaults: Defaults) -> Iterator[Found]:
    """The deals and positions of a file; a `NotationError` names line and card.

    A record has the rules that it says, and so have a diagram, a line of cards, moves in words
    and a list of numbers under a heading. A record keeps its number where that names its cards.
    """
    return _Reader(lines, defaults).read()


class _Reader:
    """Reads one file, with what the last heading says."""

    def __init__(self, lines: Iterable[str], defaults: Defaults) -> None:
        self._items = read_items(lines)
        self._ahead: Item | None = None  # looked at, and not taken yet
        self._defaults = defaults
        self._heading: Heading | None = None  # of the deal that comes next
        self._list: Heading | None = None
        self._at = ""  # the place of the heading
        self._told: Heading | None = None  # of the last deal, whose moves may follow

    def read(self) -> Iterator[Found]:
        """All deals."""
        for item in self._all():
            if item.heading is not None:
                yield from self._named_alone()
                self._begin(item.heading, item.place)
            elif item.text is None:
                yield from self._named_alone()
                yield _of_record(item, self._defaults)
            elif self._are_moves(item.text):
                yield from self._named_alone()
            else:
                yield self._of_text(item, item.text)
        yield from self._named_alone()

    def _all(self) -> Iterator[Item]:
        while item := self._next():
            yield item

    def _next(self) -> Item | None:
        item, self._ahead = self._peek(), None
        return item

    def _peek(self) -> Item | None:
        """What comes next, and stays there."""
        if self._ahead is None:
            self._ahead = next(self._items, None)
        return self._ahead

    def _begin(self, heading: Heading, place: str) -> None:
        self._at, self._told = place, None
        if heading.of_all:
            self._list, self._heading = heading, None
        else:
            self._heading = heading

    def _named_alone(self) -> Iterator[Found]:
        """The deal of a heading that has no cards below it, but moves or nothing."""
        heading, self._heading = self._heading, None
        if heading is None:
            return
        if heading.number is None or heading.numbering is None:
            raise NotationError(f"{self._at}: the deal of this heading is missing")
        self._told = heading
        chosen = deal(heading.number, heading.named.rules, heading.numbering)
        yield self._found(self._at, chosen, heading)

    def _are_moves(self, text: str) -> bool:
        """Whether a line is the moves of the deal that the last heading is about."""
        heading = self._heading or self._told
        if heading is None or (heading is self._heading and heading.number is None):
            return False
        if begins_moves(text):
            return True
        words, rules = text.split(), heading.named.rules
        if len(words) == rules.deck_size or not all(map(_is_card, words)):
            return False
        # A king that goes alone looks like the apex of a diagram, but nothing follows below.
        if not begins_table(text, rules):
            return True
        after = self._peek()
        return not (after and after.text)

    def _of_text(self, item: Item, text: str) -> Found:
        heading = self._heading or self._list
        named = heading.named if heading else self._defaults.named
        read: Deal | Position
        if _NUMBER.fullmatch(text) and not self._is_apex(text, named.rules):
            means = (heading and heading.numbering) or self._defaults.numbering
            try:
                read = deal(parse_number(text, means), named.rules, means)
            except PyrtoolError as error:
                raise NotationError(placed(item.place, error)) from None
        elif is_whole_line(text, named.rules):
            read = parse_deal(text, named.rules, item.place)
        else:
            read = self._table(item, named.rules)
        if heading is None:
            return Found(item.place, read, named)
        if heading is self._heading:
            read = _numbered(heading.number, heading.numbering, read, named.rules)
            self._told, self._heading = heading, None
        return self._found(item.place, read, heading)

    def _found(self, place: str, read: Deal | Position, heading: Heading) -> Found:
        try:
            moves = parse_moves(heading.after, start_of(read))
        except PyrtoolError as error:
            raise NotationError(placed(self._at, error)) from None
        return Found(place, read, heading.named, "heading", heading.numbering, moves)

    def _table(self, item: Item, rules: Rules) -> Deal | Position:
        """The table that begins with this line, read no further than it must be."""
        reader = TableReader(rules)
        reader.read(item.place, item.text or "")
        while not reader.is_complete or reader.may_go_on:
            after = self._peek()
            if not (after and after.text) or not reader.takes(after.text, after.after_blank):
                break
            reader.read(after.place, after.text)
            self._next()
        return reader.result()

    def _is_apex(self, text: str, rules: Rules) -> bool:
        """Whether a line with a number is the first of a table of ranks, not a deal's number."""
        if not begins_table(text, rules):
            return False
        after = self._peek()
        below = after.text if after else None
        return below is not None and is_second_row(below, rules)


def parse_table_fields(record: JsonObject, rules: Rules, place: str) -> Deal | Position:
    """The deal in the field `cards` of a record, or the position in its field `position`."""
    value = record.get("cards")
    if value is None and isinstance(record.get("position"), str):
        try:
            return parse_position(record["position"], rules)
        except PyrtoolError as error:
            wrong = str(error).removeprefix("line 1, ").removeprefix("line 1: ")
            raise NotationError(placed(place, f"position: {wrong}")) from None
    if not isinstance(value, str):
        raise NotationError(placed(place, "the field 'cards' must be a deal as one string"))
    if record.get("position") is not None:
        raise NotationError(placed(place, "'cards' and 'position' exclude each other"))
    return parse_deal(value, rules, f"{place}, cards" if place else "cards")


def _with_numbers(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    number = 1
    for line in map(_line, lines):
        yield number, line
        number += max(line.count("\n"), 1)


def _line(line: object) -> str:
    """A line, which of an iterator nobody has looked at."""
    if not isinstance(line, str):
        raise NotationError(f"a line must be a text, not {shown(line)}")
    return line


def _items(numbered: Iterator[tuple[int, str]]) -> Iterator[Item]:
    after_blank = False
    for number, line in numbered:
        text = line.strip()
        if not text:
            after_blank = True
            continue
        if text.startswith("#"):
            heading = parse_heading(text, f"line {number}")
            if heading is not None:
                yield Item(f"line {number}", None, heading=heading)
            continue
        if text[0] not in "[{":
            yield Item(f"line {number}", text, after_blank=after_blank)
            after_blank = False
            continue
        try:
            value = _DECODER.decode(text)
        except _ToldTwice as error:
            raise NotationError(f"line {number}: {error}") from None
        except (ValueError, RecursionError):
            yield from _items_of_rest(number, text, numbered)
            return
        yield from _members(number, value)


def _items_of_rest(number: int, text: str, numbered: Iterator[tuple[int, str]]) -> Iterator[Item]:
    """A JSON value that is longer than its line, and what follows it."""
    rest = "\n".join([text, *(line.rstrip("\r\n") for _, line in numbered)])
    try:
        value, end = _DECODER.raw_decode(rest)
    except json.JSONDecodeError as error:
        line = number + error.lineno - 1
        why = error.msg.removesuffix(" at")
        raise NotationError(f"line {line}: not JSON: {why} at {error.colno}") from None
    except _ToldTwice as error:
        raise NotationError(f"line {number}: {error}") from None
    except (ValueError, RecursionError):
        raise NotationError(f"line {number}: not JSON that can be read") from None
    yield from _members(number, value)
    after = number + rest.count("\n", 0, end)
    yield from _items(enumerate(rest[end:].split("\n"), after))


class _ToldTwice(ValueError):
    """An object of JSON that has two fields of one name."""


def _told_once(pairs: list[tuple[str, Any]]) -> JsonObject:
    """The object with these fields."""
    told: JsonObject = {}
    for name, value in pairs:
        if name in told:
            raise _ToldTwice(f"the field {shorten(name)} appears twice")
        told[name] = value
    return told


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_told_once)


def _members(number: int, value: Any) -> Iterator[Item]:
    if not isinstance(value, list):
        yield Item(f"line {number}", None, value)
        return
    for k, member in enumerate(value, 1):
        yield Item(f"record {k}", None, member)


def _is_card(word: str) -> bool:
    try:
        Card.parse(word)
    except CardError:
        return False
    return True


def _of_record(item: Item, defaults: Defaults) -> Found:
    record = item.value
    if not isinstance(record, dict) or not ("cards" in record or "position" in record):
        kind = "a record without the field 'cards'" if isinstance(record, dict) else "not a record"
        raise NotationError(f"{item.place}: {kind}: {shorten(json.dumps(record))}")
    carried = carried_rules(record, item.place)
    named = carried or defaults.named
    read = parse_table_fields(record, named.rules, item.place)
    read = _numbered(record.get("deal"), record.get("numbering"), read, named.rules)
    told = record.get("numbering")
    return Found(
        item.place,
        read,
        named,
        None if carried is None else "record",
        next((name for name in NUMBERINGS if name == told), None),
        _moves_made(record, read, named.rules, item.place),
        _told(record, "title"),
        _told(record, "teaser"),
    )


def _told(record: JsonObject, field: str) -> str:
    """A field that is a text, or else nothing: other programs' records have fields of their own."""
    text = record.get(field)
    return text if isinstance(text, str) else ""


def _moves_made(
    record: JsonObject, read: Deal | Position, rules: Rules, place: str
) -> tuple[Move, ...]:
    """The moves of a game in play, and those before the first move of an answer."""
    name = "moves" if record.get("reason") == UNFINISHED else "after"
    told = record.get(name) or []
    if not isinstance(told, list):
        raise NotationError(f"{place}: the field {name!r} must be a list of moves")
    try:
        events = [parse_event(event, f"event {k}") for k, event in enumerate(told, 1)]
        moves, _ = replay(events, start_of(read))
    except PyrtoolError as error:
        raise NotationError(placed(place, error)) from None
    return moves


def _numbered(
    number: object, numbering: object, read: Deal | Position, rules: Rules
) -> Deal | Position:
    """The deal with its number, where that names these cards; without one, where it does not."""
    if isinstance(read, Position):
        return read
    known = next((name for name in NUMBERINGS if name == numbering), None)
    if known is None or isinstance(number, bool) or not isinstance(number, int | str):
        return read
    try:
        named = deal(parse_number(str(number), known), rules, known)
    except PyrtoolError:
        return read
    return named if named.cards == read.cards else read


guard(__name__)
