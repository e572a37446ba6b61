"""The fields of records, which `records.schema.json` describes, with the table of rules.

That schema is the one description of every record: the names and the order of its fields, what each
can be, which need each other, and what they mean. `write` takes names and order from it, `check`
interprets the keywords of JSON Schema that it has, and docs/schema.py writes the page.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import shorten, shown
from pyrtool.game.rules import rules_schema
from pyrtool.notation.deals import NotationError

SCHEMA: Final = Path(__file__).with_name("records.schema.json")


class RecordError(NotationError):
    """A value that is not a record; the message names the record and the field."""


@cache
def schema() -> JsonObject:
    """Return the JSON Schema of every record."""
    known: JsonObject = json.loads(SCHEMA.read_text("utf-8"))
    known["$defs"]["rules"]["properties"] = rules_schema()
    return known


def kinds() -> JsonObject:
    """Return the schema of each kind of object by its name."""
    known: JsonObject = schema()["$defs"]
    return known


@cache
def fields(kind: str) -> JsonObject:
    """Return the schemas of the fields of a kind by their names, in the order of a record."""
    return _properties(kinds()[kind])


def _properties(schema: JsonObject) -> JsonObject:
    """Return the fields of a schema, after those of the schemas that it extends."""
    known: JsonObject = {}
    for extended in schema.get("allOf", ()):
        if "$ref" in extended:
            known |= _properties(_resolved(extended))
    known |= schema.get("properties", {})
    return known


def _resolved(schema: JsonObject) -> JsonObject:
    """Return the schema that a reference names; any other as it is."""
    while "$ref" in schema:
        schema = kinds()[schema["$ref"].removeprefix("#/$defs/")]
    return schema


# Writing.


def write(kind: str, source: object, **given: object) -> JsonObject:
    """Write an object of a kind, whose fields are `given`, or else attributes of the `source`.

    None is left out where the field may be missing, unless it is given and the field can be null.
    """
    schema = kinds()[kind]
    assert given.keys() <= schema["properties"].keys()
    record: JsonObject = {}
    for name, known in schema["properties"].items():
        is_needed = name in given or name in schema["required"]
        value = given[name] if name in given else getattr(source, name, None)
        if value is not None or (is_needed and next(_faults(known, None, ()), None) is None):
            record[name] = _written(value)
    return record


_WRITTEN: Final = (type(None), bool, int, float, str, dict)


def _written(value: object) -> object:
    """Return a value as JSON has it: tuples as lists, and cards and fractions as text."""
    if isinstance(value, tuple | list):
        return list(map(_written, value))
    return value if type(value) in _WRITTEN else str(value)


# Reading.


def check(kind: str, value: object, *path: str) -> None:
    """Raise a `RecordError` that names the first fault of a value, which stands at `path`."""
    for _, message in _faults(kinds()[kind], value, path):
        raise RecordError(message)


_TYPES: Final = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "null": (type(None),),
    "integer": (int,),
    "number": (int, float),
}


def _fits(schema: JsonObject, value: object) -> bool:
    """Return whether a value has the type, the range, and the size that a schema names."""
    named = schema.get("type", ())
    types = [_TYPES[one] for one in ((named,) if isinstance(named, str) else named)]
    if types and not any(type(value) in one for one in types):
        return False
    if "enum" in schema and not any(
        type(value) is type(one) and value == one for one in schema["enum"]
    ):
        return False
    if isinstance(value, str):
        return re.search(schema.get("pattern", ""), value) is not None
    if isinstance(value, list):
        least, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
        return bool(least <= len(value) <= most)
    if type(value) is int or type(value) is float:
        least, most = schema.get("minimum", value), schema.get("maximum", value)
        return bool(not (value < least or value > most))
    return True


def _faults(schema: JsonObject, value: object, path: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Yield the faults of a value, each with the depth at which it lies."""
    schema = _resolved(schema)
    if not _fits(schema, value):
        held = shorten(repr(value))[1:-1] if isinstance(value, str) else shown(value)
        words = f"the field {path[-1]!r} cannot be {held}" if path else f"cannot be {held}"
        yield len(path), ": ".join([*path[:-1], words])
        return
    found = []
    for one in schema.get("anyOf", ()):
        if (fault := next(_faults(one, value, path), None)) is None:
            break
        found.append(fault)
    else:
        if found:
            yield max(found, key=lambda fault: fault[0])
    if isinstance(value, dict):
        yield from _faults_inside(schema, value, path)
    if isinstance(value, list):
        for count, item in enumerate(value, 1):
            place = (*path[:-1], f"{path[-1]} {count}") if path else (str(count),)
            yield from _faults(schema.get("items", {}), item, place)
    for case in schema.get("allOf", ()):
        then = case
        if "if" in case:
            is_so = next(_faults(case["if"], value, path), None) is None
            then = case.get("then" if is_so else "else", {})
        for depth, message in _faults(then, value, path):
            yield depth, f"{message} {then['$comment']}" if "$comment" in then else message


def _faults_inside(
    schema: JsonObject, value: JsonObject, path: tuple[str, ...]
) -> Iterator[tuple[int, str]]:
    """Yield the faults of the fields of an object."""

    def fault(words: str) -> tuple[int, str]:
        return len(path), ": ".join([*path, words])

    properties = schema.get("properties", {})
    others = schema.get("additionalProperties", {})
    known = _properties(schema) if "unevaluatedProperties" in schema else properties
    is_closed = others is False or "unevaluatedProperties" in schema
    for name in value:
        if is_closed and name not in known:
            yield fault(f"there is no {shorten(name)}")
        elif properties.get(name) is False:
            yield fault(f"the field {name!r} has no meaning")
    for name, held in value.items():
        if inner := properties.get(name, others):
            yield from _faults(inner, held, (*path, name))
    for name in schema.get("required", ()):
        if name not in value:
            yield fault(f"the field {name!r} is missing")
