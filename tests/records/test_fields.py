"""The reader of records and their schema: each record is read where it fits, and nowhere else.

True records are changed field by field. What fits the schema, and is yet no record, is so by the
rules of its game.
"""

import copy
import json
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from pyrtool import Position, PyrtoolError, Rules, deal, explain
from pyrtool.answers.closed import Player, View, weigh
from pyrtool.answers.explain.story import story_of
from pyrtool.records.collection import puzzle, puzzle_record
from pyrtool.records.explanations import explain_record
from pyrtool.records.fields import fields, kinds
from pyrtool.records.reading import parse_record
from pyrtool.records.session import Session
from pyrtool.records.writing import chances_record, closed_record, deal_record

from ..commands import fits
from ..drawing import drawn_seed
from .forging import PAR, SMALL, cases

JSON = dict[str, Any]
KINDS: Final = ("deal", "verdict", "best", "blocks", "explanation", "advice", "closed")
BY_RULES: Final = re.compile(
    r"^(rules: |cards[:,] |position: |rating: wins: |event \d+: |unknown game "
    r"|the field 'game' says |the fields of 'reasoning' contradict )"
    r"|is not a deal number|the field 'deal' must be |there is no set |reasoning: is that of"
    r"|the field '(score|pyramid_left|cards_left|removed|at_least|total|target|at_most|"
    r"game_of_match)' cannot be -?\d+$"
)
"""Messages about what fits the schema, and cannot be by the rules of the game."""

ODD: Final[tuple[Any, ...]] = (None, True, -1, 0, 7, 2.5, 10**30, "", "x", "4C", [], ["x"], {})


@cache
def records() -> tuple[JSON, ...]:
    """True records of every kind that is read."""
    small, par = deal(1, SMALL), deal(2, PAR)
    start = Position.start(small)
    found = explain(deal(2, "giza"))
    story = story_of(found, Position.start(deal(2, "giza")), found.moves)
    made = [
        *(one.record for one in cases(1)),
        deal_record(start, "pyramid"),
        deal_record(small, "pyramid", tuple(start.legal_moves())[:1]),
        explain_record(deal(2, "giza"), "giza", found, (), story),
        chances_record(small, "pyramid", weigh(View.of(start), orders=2)),
        closed_record(par, "pyramid", Player("random"), Player("random").play(par).moves),
        Session(small, "pyramid").record(),
        puzzle_record(puzzle(1)),
    ]
    return tuple(json.loads(json.dumps(record)) for record in made)


Path = tuple[str | int, ...]


def changes(record: JSON) -> Iterator[tuple[Path, JSON]]:
    """Where an object of a record is, and the object with one field changed, left out, or added."""
    for path in [*objects(record)]:
        held: Any = record
        for step in path:
            held = held[step]
        for name in held:
            for value in ODD:
                yield path, held | {name: value}
            yield path, {other: held[other] for other in held if other != name}
        yield path, held | {"colour": "red"}
    for name, value in every_field():
        yield (), record | {name: value}


def objects(value: Any, path: Path = ()) -> Iterator[Path]:
    """The places of the objects in a record; of a list only its first and its last member."""
    if isinstance(value, dict):
        yield path
        for name, held in value.items():
            yield from objects(held, (*path, name))
    elif isinstance(value, list):
        for at in {0, len(value) - 1} if value else ():
            yield from objects(value[at], (*path, at))


def put(record: JSON, path: Path, value: JSON) -> JSON:
    if not path:
        return value
    made = copy.deepcopy(record)
    holder: Any = made
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return made


@cache
def every_field() -> tuple[tuple[str, Any], ...]:
    """Each field that some record has, with values that it has there."""
    values = {
        (name, json.dumps(value)): value
        for record in records()
        for name, value in record.items()
        if len(json.dumps(value)) < 300
    }
    return tuple((name, value) for (name, _), value in values.items())


def check_agreement(record: JSON) -> None:
    """The reader and the schema agree about a record, except about fields that neither knows."""
    known = {name for kind in KINDS for name in fields(f"of_{kind}")}
    without = {name: value for name, value in record.items() if name in known}
    try:
        read = parse_record(record)
    except PyrtoolError as error:
        assert BY_RULES.search(str(error)) or not fits(without), (str(error), record)
    else:
        assert fits(without), record
        assert {*record} - known <= {*read.fields}


@pytest.mark.draws
def test_what_fits_is_read_and_nothing_else() -> None:
    chance = random.Random(drawn_seed())
    for record in records():
        assert fits(record)
        for path, value in chance.sample([*changes(record)], 1):
            check_agreement(put(record, path, value))


@pytest.mark.slow
def test_what_fits_is_read_and_nothing_else_whatever_is_changed() -> None:
    for record in records():
        for path, value in [*changes(record)][::40]:
            check_agreement(put(record, path, value))


KEYWORDS: Final = {
    *("type", "enum", "minimum", "maximum", "pattern", "minItems", "maxItems", "items"),
    *("properties", "required", "additionalProperties", "unevaluatedProperties"),
    *("$ref", "anyOf", "allOf", "if", "then", "else", "$comment", "title", "description"),
}
"""The keywords that `records.fields` knows."""


def keywords(schema: Any) -> Iterator[str]:
    if not isinstance(schema, dict):
        return
    yield from schema
    inner = [schema.get(name) for name in ("items", "additionalProperties", "if", "then", "else")]
    for name in ("anyOf", "allOf"):
        inner += schema.get(name, [])
    for one in (*inner, *schema.get("properties", {}).values()):
        yield from keywords(one)


def test_the_schema_has_no_keyword_that_the_reader_passes_over() -> None:
    found = {word for schema in kinds().values() for word in keywords(schema)}
    assert found == KEYWORDS


def test_the_rules_of_the_schema_are_all_rules() -> None:
    assert [*fields("rules")] == [*Rules().to_dict()]
