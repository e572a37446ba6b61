"""The schema of records, and what it says of one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from pyrtool import records

SCHEMA: Final = Path(records.__file__).parent / "records.schema.json"


@cache
def validator() -> Any:
    """None where jsonschema is not installed: a wheel is tested without it."""
    try:
        import jsonschema
    except ImportError:
        return None
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def fits(record: Any) -> bool:
    """Whether the schema has such a record."""
    known = validator()
    return known is None or bool(known.is_valid(record))
