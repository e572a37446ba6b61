"""The kinds of JSON records, as their schema has them, in a table of docs/reference/json.md.

``python docs/schema.py`` writes the table again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = ROOT / "pyrtool" / "records" / "records.schema.json"
PAGE = ROOT / "docs" / "reference" / "json.md"
BEGIN, END = "<!-- schema -->\n", "<!-- end of schema -->"


def table() -> str:
    """List each kind with who writes it, and the fields that it must and may have."""
    known: dict[str, Any] = json.loads(SCHEMA.read_text("utf-8"))
    lines = ["", "| kind | written by | always has | may have |", "|---|---|---|---|"]
    for one in known["anyOf"]:
        kind = known["$defs"][one["$ref"].rpartition("/")[2]]
        must = kind["required"]
        may = [name for name in kind["properties"] if name not in must]
        fields = [", ".join(f"`{name}`" for name in names) for names in (must, may)]
        lines.append(" | ".join([f"| {kind['title']}", kind["description"], *fields]) + " |")
    return "\n".join(lines) + "\n\n"


def filled(page: str) -> str:
    """Put the table between its marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{table()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")
