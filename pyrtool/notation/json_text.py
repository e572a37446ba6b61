"""JSON as it is read from files: an object may not have two fields of one name."""

from __future__ import annotations

import json
from typing import Final

from pyrtool.base.json_object import JsonObject
from pyrtool.base.words import shorten


class RepeatedFieldError(ValueError):
    """An object of JSON that has two fields of one name."""


def _without_repeats(pairs: list[tuple[str, object]]) -> JsonObject:
    """The object with these fields."""
    record: JsonObject = {}
    for name, value in pairs:
        if name in record:
            raise RepeatedFieldError(f"the field {shorten(name)} appears twice")
        record[name] = value
    return record


DECODER: Final = json.JSONDecoder(object_pairs_hook=_without_repeats)
