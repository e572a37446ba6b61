"""The type of JSON objects, and numbers that every reader of JSON reads exactly."""

from json import dumps
from typing import Any, Final

JsonObject = dict[str, Any]
"""An object of JSON. Its values are of every type: a reader checks each before it is used."""

GREATEST_JSON_INTEGER: Final = 2**53 - 1
"""Greater deal numbers are strings, as many readers of JSON would round them."""


def number_field(number: int | str) -> int | str:
    """Return a deal's number as JSON has it: a string where a reader might round it."""
    is_great = isinstance(number, int) and number > GREATEST_JSON_INTEGER
    return str(number) if is_great else number


def is_same_json(one: object, other: object) -> bool:
    """Return whether two values are the same JSON: 1, 1.0 and true are three."""
    try:
        return dumps(one, sort_keys=True) == dumps(other, sort_keys=True)
    except (TypeError, ValueError, RecursionError):  # one is no JSON, or too large to be written
        return False
