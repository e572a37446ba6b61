"""The deals, records, and solutions in a file: deals, deal numbers, diagrams, JSON, or words.

Decides which lines of a file belong together, and the game of each deal. It reads no further than
it must, so that each line is answered as it comes. The caller opens the files, and `records` says
whether a solution holds.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from pyrtool.base.arguments import public
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import shorten, shown
from pyrtool.game.cards import Card, CardError
from pyrtool.game.deals import NUMBERINGS, Numbering, deal, parse_number
from pyrtool.game.games import Rules
from pyrtool.game.line import played
from pyrtool.game.partly_seen import PartlySeen
from pyrtool.game.position import Move, Position, Subject, start_of
from pyrtool.notation.cells import begins_labels, begins_table, is_second_row, is_whole_line
from pyrtool.notation.deals import NotationError, parse_deal, placed
from pyrtool.notation.face_down import UnknownCountError, any_table
from pyrtool.notation.headings import Heading, parse_heading, parse_listed
from pyrtool.notation.moves import begins_moves, parse_event, parse_moves, replay
from pyrtool.notation.positions import TableReader, parse_position
from pyrtool.notation.rules import Defaults, NamedRules, carried_rules


class RepeatedFieldError(ValueError):
    """An object of JSON that has two fields of one name."""


def _without_repeats(pairs: list[tuple[str, object]]) -> JsonObject:
    """Return the object with these fields."""
    record: JsonObject = {}
    for name, value in pairs:
        if name in record:
            raise RepeatedFieldError(f"the field {shorten(name)} appears twice")
        record[name] = value
    return record


DECODER: Final = json.JSONDecoder(object_pairs_hook=_without_repeats)


UNFINISHED: Final = "unfinished"
"""The reason of a record of an unfinished game, whose verdict is unknown."""

_NUMBER: Final = re.compile(r"(ms)?[0-9]+")
_BESIDE: Final = re.compile(
    r"(?P<text>.*?)\s+# deal (?P<number>(?:ms)?[0-9]{1,40}) \((?P<numbering>[a-z]+)\)"
)
"""A line of cards with the number of its deal beside it, as `deal` prints it."""


@public
@dataclass(frozen=True)
class Item:
    """A line of text, a heading, or one JSON value of a file, and its place (``line 3``).

    `after_blank`: whether a blank line precedes a line of text. `number` and `numbering` stand
    beside a line of cards.
    """

    place: str
    text: str | None
    value: object = None
    heading: Heading | None = None
    after_blank: bool = False
    number: str | None = None
    numbering: str | None = None


@public
@dataclass(frozen=True)
class Found:
    """A deal, or a position in its place, where it was read, and its rules.

    `by` names the source of the rules, the record or the heading; it is None if the reader gave
    them. `numbering` is the one that the source names, even without a number. `moves` are the moves
    of an unfinished game, and `finished` those of a game that was won in `play`. A record of a
    problem has a `title`, and perhaps a `teaser`. `seen` is a
    table with any number of cards face down; `deal` is then one of its positions. `exchange` are
    the two cards of a record of `twins`.
    """

    place: str
    deal: Subject
    named: NamedRules
    by: Literal["record", "heading"] | None = None
    numbering: Numbering | None = None
    moves: tuple[Move, ...] = ()
    title: str = ""
    teaser: str = ""
    seen: PartlySeen | None = None
    finished: tuple[Move, ...] = ()
    exchange: tuple[Card, Card] | None = None


@public
def read_items(lines: Iterable[str]) -> Iterator[Item]:
    """Return the headings, JSON values, and lines of text of a file, each with its place.

    Blank lines, and other lines that begin with ``#``, are passed over. A line in which an answer
    names its deal is a heading. A JSON object may fill several lines; an array gives its members.

    Args:
        lines: The lines of the file; several blank lines may be one, with all their line ends.

    Raises:
        NotationError: A line is not JSON, or a wrong heading; the message names it.
    """
    yield from _items(_with_numbers(lines))


@public
def read_deals(
    lines: Iterable[str], defaults: Defaults, any_number: bool = False, prompt: bool = False
) -> Iterator[Found]:
    """Return the deals and positions of a file, each with its place and rules.

    A record has the rules that it names. So have a diagram, a line of cards, moves in words, and a
    list of numbers under a heading. A record keeps its number if that names its cards.

    Args:
        lines: The lines of the file.
        defaults: The rules and the numbering of what names none.
        any_number: Whether tables with any number of cards face down are read too.
        prompt: Whether to return a line of cards before the next line is read. Labels cannot
            follow it then.

    Raises:
        NotationError: A line is wrong; the message names the line and the card.
    """
    return _Reader(lines, defaults, any_number, prompt).read()


class _Reader:
    """Reads one file, with what the last heading says."""

    def __init__(
        self, lines: Iterable[str], defaults: Defaults, any_number: bool, prompt: bool
    ) -> None:
        self._items = read_items(lines)
        self._any_number, self._prompt = any_number, prompt
        self._ahead: Item | None = None  # looked at, and not taken yet
        self._defaults = defaults
        self._heading: Heading | None = None  # of the deal that comes next
        self._list: Heading | None = None
        self._at = ""  # the place of the heading
        self._last: Heading | None = None  # of the last deal, whose moves may follow

    def read(self) -> Iterator[Found]:
        """Yield all deals of the file."""
        for item in self._all():
            if item.heading is not None:
                yield from self._named_alone()
                self._begin(item.heading, item.place)
            elif item.text is None:
                yield from self._named_alone()
                yield _of_record(item, self._defaults, self._any_number)
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
        """Return what comes next, without taking it."""
        if self._ahead is None:
            self._ahead = next(self._items, None)
        return self._ahead

    def _begin(self, heading: Heading, place: str) -> None:
        self._at, self._last = place, None
        if heading.of_all:
            self._list, self._heading = heading, None
        else:
            self._heading = heading

    def _named_alone(self) -> Iterator[Found]:
        """Yield the deal of a heading that has no cards below it, but moves or nothing."""
        heading, self._heading = self._heading, None
        if heading is None:
            return
        if heading.number is None or heading.numbering is None:
            raise NotationError(f"{self._at}: the deal of this heading is missing")
        self._last = heading
        subject = deal(heading.number, heading.named.rules, heading.numbering)
        yield self._found(self._at, subject, heading)

    def _are_moves(self, text: str) -> bool:
        """Return whether a line is the moves of the deal that the last heading is about."""
        heading = self._heading or self._last
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
        read: Subject
        seen = None
        if _NUMBER.fullmatch(text) and not self._is_apex(text, named.rules):
            means = (heading and heading.numbering) or self._defaults.numbering
            try:
                read = deal(parse_number(text, means), named.rules, means)
            except PyrtoolError as error:
                raise NotationError(placed(item.place, error)) from None
        elif is_whole_line(text, named.rules) and not self._has_labels_below(named.rules):
            read = parse_deal(text, named.rules, item.place)
            read = _numbered(item.number, item.numbering, read, named.rules)
        elif begins_labels(text, named.rules):
            raise NotationError(f"{item.place}: a label, but no table is above it")
        else:
            read, seen = any_table(lambda: self._table(item, named.rules), self._any_number)
        if heading is None:
            return Found(item.place, read, named, seen=seen)
        if heading is self._heading:
            read = _numbered(heading.number, heading.numbering, read, named.rules)
            self._last, self._heading = heading, None
        return replace(self._found(item.place, read, heading), seen=seen)

    def _found(self, place: str, read: Subject, heading: Heading) -> Found:
        try:
            moves = parse_moves(heading.after, start_of(read))
        except PyrtoolError as error:
            raise NotationError(placed(self._at, error)) from None
        return Found(place, read, heading.named, "heading", heading.numbering, moves)

    def _table(self, item: Item, rules: Rules) -> Subject:
        """Read the table that begins with this line, read no further than it must be."""
        reader = TableReader(rules)
        reader.read(item.place, item.text or "")
        while not reader.is_complete or reader.may_go_on:
            after = self._peek()
            if not (after and after.text) or not reader.takes(after.text, after.after_blank):
                break
            reader.read(after.place, after.text)
            self._next()
        return reader.result()

    def _has_labels_below(self, rules: Rules) -> bool:
        """Return whether the line below a line of cards has the labels of its position."""
        if self._prompt or rules.passes == 1:  # only the pass can be missing
            return False
        after = self._peek()
        return after is not None and after.text is not None and begins_labels(after.text, rules)

    def _is_apex(self, text: str, rules: Rules) -> bool:
        """Return whether a line with a number heads a table of ranks, not a deal's number."""
        if not begins_table(text, rules):
            return False
        after = self._peek()
        below = after.text if after else None
        return below is not None and is_second_row(below, rules)


def parse_table_fields(record: JsonObject, rules: Rules, place: str) -> Subject:
    """Return the deal in the field `cards` of a record, or the position in its field `position`."""
    value = record.get("cards")
    if value is None and isinstance(record.get("position"), str):
        try:
            return parse_position(record["position"], rules)
        except UnknownCountError:
            raise
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
    """Return a line; raise a `NotationError` if an iterator gives something else."""
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
        place = f"line {number}"
        heading = parse_heading(text, place) if text[0] == "#" else parse_listed(text, place)
        if heading is not None:
            yield Item(place, None, heading=heading)
        if heading is not None or text[0] == "#":
            continue
        if text[0] not in "[{":
            beside = _BESIDE.fullmatch(text)
            text, *named = beside.groups() if beside else (text, None, None)
            yield Item(place, text, None, None, after_blank, *named)
            after_blank = False
            continue
        try:
            value = DECODER.decode(text)
        except RepeatedFieldError as error:
            raise NotationError(f"line {number}: {error}") from None
        except (ValueError, RecursionError):
            yield from _items_of_rest(number, text, numbered)
            return
        yield from _members(number, value)


def _items_of_rest(number: int, text: str, numbered: Iterator[tuple[int, str]]) -> Iterator[Item]:
    """Yield a JSON value that is longer than its line, and what follows it."""
    rest = "\n".join([text, *(line.rstrip("\r\n") for _, line in numbered)])
    try:
        value, end = DECODER.raw_decode(rest)
    except json.JSONDecodeError as error:
        line = number + error.lineno - 1
        why = error.msg.removesuffix(" at")
        raise NotationError(f"line {line}: not JSON: {why} at {error.colno}") from None
    except RepeatedFieldError as error:
        raise NotationError(f"line {number}: {error}") from None
    except (ValueError, RecursionError):
        raise NotationError(f"line {number}: not JSON that can be read") from None
    yield from _members(number, value)
    after = number + rest.count("\n", 0, end)
    yield from _items(enumerate(rest[end:].split("\n"), after))


def _members(number: int, value: object) -> Iterator[Item]:
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


def _of_record(item: Item, defaults: Defaults, any_number: bool) -> Found:
    record = item.value
    if not isinstance(record, dict) or not ("cards" in record or "position" in record):
        kind = "a record without the field 'cards'" if isinstance(record, dict) else "not a record"
        raise NotationError(f"{item.place}: {kind}: {shorten(json.dumps(record))}")
    carried = carried_rules(record, item.place)
    named = carried or defaults.named
    read, seen = any_table(lambda: parse_table_fields(record, named.rules, item.place), any_number)
    read = _numbered(record.get("deal"), record.get("numbering"), read, named.rules)
    numbering = record.get("numbering")
    won_in_play = record.get("verdict") == "won" and "ended" in record  # as no other command says
    played = "moves" if record.get("reason") == UNFINISHED else "after"  # before an answer's first
    return Found(
        item.place,
        read,
        named,
        None if carried is None else "record",
        next((name for name in NUMBERINGS if name == numbering), None),
        _moves_made(record, played, read, item.place),
        _text_of(record, "title"),
        _text_of(record, "teaser"),
        seen,
        _moves_made(record, "moves", read, item.place) if won_in_play else (),
        _exchange_of(record, read, item.place),
    )


def _exchange_of(record: JsonObject, read: Subject, place: str) -> tuple[Card, Card] | None:
    """Return the two cards of a problem in which cards are to be exchanged."""
    given = record.get("exchange")
    if given is None:
        return None
    try:
        one, other = map(Card.parse, given)
        if one != other and not isinstance(read, Position) and {one, other} <= set(read.cards):
            return one, other
    except (CardError, TypeError, ValueError):
        pass
    raise NotationError(f"{place}: the field 'exchange' must be two cards of the deal")


def _text_of(record: JsonObject, field: str) -> str:
    """Return a field that is a text, or else nothing: other programs have fields of their own."""
    text = record.get(field)
    return text if isinstance(text, str) else ""


def _moves_made(record: JsonObject, name: str, read: Subject, place: str) -> tuple[Move, ...]:
    """Return the moves in a field."""
    given = record.get(name) or []
    if not isinstance(given, list):
        raise NotationError(f"{place}: the field {name!r} must be a list of moves")
    try:
        events = [parse_event(event, f"event {k}") for k, event in enumerate(given, 1)]
        moves, _ = replay(events, start_of(read))
    except PyrtoolError as error:
        raise NotationError(placed(place, error)) from None
    return moves


def _numbered(number: object, numbering: object, read: Subject, rules: Rules) -> Subject:
    """Return the deal with its number, if that names these cards; without one, if it does not."""
    if isinstance(read, Position):
        return read
    known = next((name for name in NUMBERINGS if name == numbering), None)
    if known is None or isinstance(number, bool) or not isinstance(number, int | str):
        return read
    try:
        numbered = deal(parse_number(str(number), known), rules, known)
    except PyrtoolError:
        return read
    return numbered if numbered.cards == read.cards else read


MOST_LINES: Final = 10_000
"""More lines of words are no solution of one deal, but a stream that may never end."""


@dataclass(frozen=True)
class Words:
    """Lines of words, and the heading above them if there is one; `place` is the first line's."""

    place: str
    heading: Heading | None
    lines: tuple[Item, ...]

    @property
    def text(self) -> str:
        """All words of the solution, on one line."""
        return _joined(self.lines)


@dataclass(frozen=True)
class Solution:
    """The words of one solution, with its deal and rules, and the moves before its first one.

    `text` is None for a heading without words: it claims nothing. `remark` is what the heading says
    about the answer, None without a heading.
    """

    place: str
    deal: Subject
    named: NamedRules
    after: tuple[Move, ...]
    text: str | None
    remark: str | None

    @property
    def start(self) -> Position:
        """The table before the first of the words."""
        return played(start_of(self.deal), self.after).end


def read_claims(lines: Iterable[str]) -> Iterator[Item | Words]:
    """Yield the JSON values of a file, and its words: those under each heading, and those under
    none. Raise a `NotationError` if there are more than `MOST_LINES` of these."""
    heading: Heading | None = None
    place = ""
    words: list[Item] = []

    def gathered() -> Iterator[Words]:
        if words or (heading is not None and not heading.of_all):
            yield Words(place, heading, tuple(words))

    for item in read_items(lines):
        if item.text is not None:
            place = place or item.place
            words.append(item)
            if len(words) > MOST_LINES:
                raise NotationError(f"{item.place}: more lines of words than a solution has")
            continue
        yield from gathered()
        heading, place, words = item.heading, "", []
        if heading is None:
            yield item
        else:
            place = item.place
    yield from gathered()


def solution_of(words: Words) -> Solution:
    """Return the solution under a heading; a `NotationError` names the place if it is not one."""
    heading = words.heading
    if heading is None or heading.of_all:
        raise NotationError(f"{words.place}: words without a heading that names their deal")
    lines = words.lines
    rules = heading.named.rules
    table: Subject | None = None
    if lines and (heading.number is None or _is_deal(_text(lines[0]), rules)):
        table, lines = _read_table(lines, rules)
    try:
        subject = _chosen(heading, table)
        after = parse_moves(heading.after, start_of(subject))
    except PyrtoolError as error:
        raise NotationError(placed(words.place, error)) from None
    text = _joined(lines) if lines else None
    return Solution(words.place, subject, heading.named, after, text, heading.remark)


def _chosen(heading: Heading, table: Subject | None) -> Subject:
    """Return the deal of a heading: the table below it, or the one with its number."""
    if table is not None:
        return _numbered(heading.number, heading.numbering, table, heading.named.rules)
    if heading.number is None or heading.numbering is None:
        raise NotationError("the deal of this heading is missing")
    return deal(heading.number, heading.named.rules, heading.numbering)


def _is_deal(text: str, rules: Rules) -> bool:
    words = text.split()
    return len(words) == rules.deck_size and all(map(_is_card, words))


def _read_table(lines: tuple[Item, ...], rules: Rules) -> tuple[Subject, tuple[Item, ...]]:
    """Return the deal or the position that the lines begin with, and the other lines."""
    first = lines[0]
    if is_whole_line(_text(first), rules):
        return parse_deal(_text(first), rules, first.place), lines[1:]
    reader = TableReader(rules)
    for at, line in enumerate(lines):
        text = _text(line)
        if at and (begins_moves(text) or not reader.takes(text, line.after_blank)):
            return reader.result(), lines[at:]
        reader.read(line.place, text)
    return reader.result(), ()


def _text(line: Item) -> str:
    return line.text or ""


def _joined(lines: tuple[Item, ...]) -> str:
    return " ".join(map(_text, lines))
