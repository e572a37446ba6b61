"""The deals of a ledger, one by one, as CSV, NDJSON or Parquet."""

from __future__ import annotations

import csv
import errno
import json
import tempfile
from pathlib import Path
from typing import Literal, TextIO

from pyrtool.base.arguments import guard
from pyrtool.base.files import beside
from pyrtool.notation.rules import NamedRules
from pyrtool.records.record import GREATEST_JSON_INTEGER
from pyrtool.surveys.ledger.database import refuse_ledger
from pyrtool.surveys.ledger.ledger import Ledger
from pyrtool.surveys.plan import SurveyError

Format = Literal["csv", "ndjson", "parquet"]


def write_file(ledger: Ledger, target: Path, format: Format) -> None:
    """The deals into a file, which appears whole, and never in the place of a ledger."""
    refuse_ledger(target)
    with beside(target) as place:
        if format == "parquet":
            _write_parquet(ledger, target, place)
            return
        write = write_csv if format == "csv" else write_ndjson
        with place.open("w", encoding="utf-8", newline="") as file:
            write(ledger, file)


def _origin(ledger: Ledger) -> dict[str, str]:
    """The columns that are the same for all deals: what was played, and what answered."""
    named = NamedRules.nearest(ledger.plan.rules)
    version, _, solver = ledger.identity["solver"].partition("/")
    return {
        "game": named.game,
        "rules": str(named),
        "numbering": "text" if ledger.plan.text else ledger.plan.numbering,
        "version": version,
        "solver": solver,
    }


def write_csv(ledger: Ledger, file: TextIO) -> None:
    """Write a header, then a line a deal: its number, the question's columns, empty for none, its
    game and rules, and the versions of the program and its solver."""
    prefix, origin = ledger.plan.prefix, _origin(ledger)
    sheet = csv.writer(file, lineterminator="\n")
    sheet.writerow(["deal", *ledger.question.columns, *origin])
    same = origin.values()
    sheet.writerows((f"{prefix}{n}", *found, *same) for n, *found in ledger.deals())


def write_ndjson(ledger: Ledger, file: TextIO) -> None:
    """Write a JSON object a line: deal (a text beyond 2**53 - 1), then the columns of CSV."""
    origin = _origin(ledger)
    prefix, names = ledger.plan.prefix, list(ledger.question.columns)
    for n, *found in ledger.deals():
        deal = f"{prefix}{n}" if prefix or n > GREATEST_JSON_INTEGER else n
        file.write(
            json.dumps({"deal": deal, **dict(zip(names, found, strict=True)), **origin}) + "\n"
        )


def _write_parquet(ledger: Ledger, target: Path, place: Path) -> None:
    """A Parquet file with the same columns; needs ``pyrtool[analysis]``.

    The deals are numbers where they fit into 64 bits, else texts.
    """
    try:
        import duckdb
    except ImportError:
        raise SurveyError("Parquet needs DuckDB: pip install 'pyrtool[analysis]'") from None
    numeric = not ledger.plan.prefix and all(last < 2**64 for _, last in ledger.done())
    kinds = {"deal": "UBIGINT" if numeric else "VARCHAR", **ledger.question.columns}
    kinds |= dict.fromkeys(_origin(ledger), "VARCHAR")
    columns = ", ".join(f"'{name}': '{kind}'" for name, kind in kinds.items())
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        sheet = Path(folder) / "deals.csv"
        with sheet.open("w", encoding="utf-8", newline="") as file:
            write_csv(ledger, file)
        try:
            with duckdb.connect() as base:
                base.execute(
                    "COPY (SELECT * FROM read_csv($sheet, header = true, columns = "
                    f"{{{columns}}})) TO '{_quoted(place)}' (FORMAT parquet)",
                    {"sheet": str(sheet)},
                )
        except duckdb.Error as error:
            raise OSError(errno.EIO, str(error).partition("\n")[0], str(target)) from None


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")


guard(__name__)
