"""The deals and records in a file: one deal a line, diagrams, or JSON.

Decides which lines of a file belong together, and reads no further than it must: what
comes line by line is answered line by line. Opening files is for the caller.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from pyrtool.cards import Card, CardError, PyrtoolError, shorten
from pyrtool.deals import NUMBERINGS, Deal, deal, parse_number
from pyrtool.door import guard
from pyrtool.games import Rules
from pyrtool.notation.diagram import first_row_size, read_diagram
from pyrtool.notation.line import NotationError, parse_deal, placed

_DECODER: Final = json.JSONDecoder()


@dataclass(frozen=True)
class Item:
    """A line of text, or one JSON value of a file, and its place (``line 3``)."""

    place: str
    text: str | None
    value: Any = None


@dataclass(frozen=True)
class Found:
    """A deal and the place where it was read."""

    place: str
    deal: Deal


def read_items(lines: Iterable[str]) -> Iterator[Item]:
    """Lines that are not blank nor begin with ``#``, and the JSON values among them.

    A JSON object is taken from its line alone where that is whole; the members of an
    array come singly.
    """
    yield from _items(enumerate(lines, 1))


def read_deals(lines: Iterable[str], rules: Rules) -> Iterator[Found]:
    """The deals of a file under `rules`; a `NotationError` names line and card.

    Of a JSON record only `cards` counts. It keeps its number where that names these cards.
    """
    items = read_items(lines)
    for item in items:
        if item.text is None:
            yield Found(item.place, _record_deal(item, rules))
        elif _begins_diagram(item.text, rules):
            yield Found(item.place, read_diagram(_text_lines(chain([item], items)), rules))
        else:
            yield Found(item.place, parse_deal(item.text, rules, item.place))


def parse_cards_field(value: object, rules: Rules, place: str) -> Deal:
    """The deal in the field `cards` of a record."""
    if not isinstance(value, str):
        raise NotationError(placed(place, "the field 'cards' must be a deal as one string"))
    return parse_deal(value, rules, f"{place}, cards" if place else "cards")


def _items(numbered: Iterator[tuple[int, str]]) -> Iterator[Item]:
    for number, line in numbered:
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if text[0] not in "[{":
            yield Item(f"line {number}", text)
            continue
        try:
            value = json.loads(text)
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
    except (ValueError, RecursionError):
        raise NotationError(f"line {number}: not JSON that can be read") from None
    yield from _members(number, value)
    after = number + rest.count("\n", 0, end)
    yield from _items(enumerate(rest[end:].split("\n"), after))


def _members(number: int, value: Any) -> Iterator[Item]:
    if not isinstance(value, list):
        yield Item(f"line {number}", None, value)
        return
    for k, member in enumerate(value, 1):
        yield Item(f"record {k}", None, member)


def _begins_diagram(text: str, rules: Rules) -> bool:
    """Whether the line is a diagram's first: the apex, not a whole deal nor a label alone."""
    words = text.split()
    if len(words) != first_row_size(rules) or len(words) == rules.deck_size:
        return False
    try:
        Card.parse(words[0])
    except CardError:
        return False
    return True


def _text_lines(items: Iterable[Item]) -> Iterator[tuple[str, str]]:
    for item in items:
        if item.text is None:
            raise NotationError(f"{item.place}: JSON inside a diagram")
        yield item.place, item.text


def _record_deal(item: Item, rules: Rules) -> Deal:
    record = item.value
    if not isinstance(record, dict) or "cards" not in record:
        kind = "a record without the field 'cards'" if isinstance(record, dict) else "not a record"
        raise NotationError(f"{item.place}: {kind}: {shorten(json.dumps(record))}")
    read = parse_cards_field(record["cards"], rules, item.place)
    named = numbered_deal(record.get("deal"), record.get("numbering"), rules)
    return named if named is not None and named.cards == read.cards else read


def numbered_deal(number: object, numbering: object, rules: Rules) -> Deal | None:
    """The deal that a record's `deal` and `numbering` name, or None if they name none."""
    known = next((name for name in NUMBERINGS if name == numbering), None)
    if known is None or isinstance(number, bool) or not isinstance(number, int | str):
        return None
    try:
        return deal(parse_number(str(number), known), known, rules)
    except PyrtoolError:
        return None


guard(__name__)
