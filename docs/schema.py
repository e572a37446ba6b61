"""Tables of docs/reference: the kinds of JSON records, and the columns of exported surveys.

``python docs/schema.py`` writes them again, from the schema and from the questions of surveys.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pyrtool.surveys.export import COLUMNS
from pyrtool.surveys.tables import markdown_table

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = ROOT / "pyrtool" / "records" / "records.schema.json"
PAGES = ROOT / "docs" / "reference"
BEGIN, END = "<!-- schema -->\n", "<!-- end of schema -->"


def columns() -> str:
    """List each column that an export can have."""
    rows = [[f"`{name}`", c.meaning, c.type, c.unit, c.values] for name, c in COLUMNS.items()]
    return f"\n{markdown_table(['column', 'meaning', 'type', 'unit', 'values'], rows, words=5)}\n\n"


def kinds() -> str:
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


TABLES = {"json.md": kinds, "ledgers.md": columns}


def filled(name: str) -> str:
    """Return the page of this name, with its table between the marks."""
    page = (PAGES / name).read_text("utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{TABLES[name]()}{END}{after}"


if __name__ == "__main__":
    for page in TABLES:
        (PAGES / page).write_text(filled(page), "utf-8")
