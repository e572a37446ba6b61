"""Tables of docs/reference: the fields and kinds of JSON records, and the columns of exports.

``python docs/schema.py`` writes them again, from the schema of records and from the questions of
surveys. A table stands between ``<!-- table: NAME -->`` and ``<!-- end -->``.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pyrtool.records.fields import schema
from pyrtool.surveys.export import DEAL, ORIGIN
from pyrtool.surveys.questions import QUESTIONS
from pyrtool.surveys.tables import markdown_table

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "reference"
TABLE = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def columns() -> str:
    """List each column that an export can have."""
    known = {"deal": DEAL}
    for one in QUESTIONS.values():
        known.update(one.columns, **one.derived)
    known.update(ORIGIN)
    rows = [[f"`{name}`", c.meaning, c.type, c.unit, c.values] for name, c in known.items()]
    return markdown_table(["column", "meaning", "type", "unit", "values"], rows, words=5)


def kinds(known: dict[str, Any]) -> str:
    """List each kind of record with who writes it, and the fields that it must and may have."""
    lines = ["| kind | written by | always has | may have |", "|---|---|---|---|"]
    for one in known["anyOf"]:
        kind = known["$defs"][one["$ref"].rpartition("/")[2]]
        must = kind["required"]
        may = [name for name in kind["properties"] if name not in must]
        fields = [names_of(must), names_of(may)]
        lines.append(" | ".join([f"| {kind['title']}", kind["description"], *fields]) + " |")
    return "\n".join(lines)


def fields(kind: dict[str, Any]) -> str:
    """List the fields of a kind that have words, those with the same words together."""
    together: dict[str, list[str]] = {}
    for name, field in kind["properties"].items():
        together.setdefault(field.get("description", ""), []).append(name)
    rows = (f"| {names_of(names)} | {words} |" for words, names in together.items() if words)
    return "\n".join(["| field | value |", "|---|---|", *rows])


def names_of(names: Iterable[str]) -> str:
    """Write names as code."""
    return ", ".join(f"`{name}`" for name in names)


def filled(name: str) -> str:
    """Return the page of this name, with its tables between the marks."""
    known = schema()

    def table(found: re.Match[str]) -> str:
        what = found[2]
        if what == "columns":
            made = columns()
        else:
            made = kinds(known) if what == "kinds" else fields(known["$defs"][what])
        return f"{found[1]}\n{made}\n\n{found[3]}"

    return TABLE.sub(table, (PAGES / name).read_text("utf-8"))


if __name__ == "__main__":
    for page in ("json.md", "ledgers.md"):
        (PAGES / page).write_text(filled(page), "utf-8")
