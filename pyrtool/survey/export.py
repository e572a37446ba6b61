"""The deals of a ledger, one by one, as CSV, NDJSON or Parquet; and a picture of the outcomes."""

from __future__ import annotations

import csv
import errno
import importlib.util
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal, TextIO

from pyrtool.door import guard
from pyrtool.files import beside
from pyrtool.survey.database import refuse_ledger
from pyrtool.survey.ledger import Ledger
from pyrtool.survey.plan import SurveyError
from pyrtool.survey.report import JSON_INTEGER, Finding

Format = Literal["csv", "ndjson", "parquet"]

_COLOURS: Final = (
    "#009E73", "#000000", "#D55E00", "#E69F00", "#CC79A7", "#56B4E9", "#999999", "#BBBBBB",
)  # fmt: skip
"""Colours for plots: Okabe and Ito's."""

_HATCHES: Final = ("", "", "//", "..", "xx", "\\\\", "--", "||")
"""Hatches for plots, for those who do not see the colours."""

_PLOTS: Final = {
    ".png": ("png", {"Software": None}),
    ".svg": ("svg", {"Date": None, "Creator": None}),
}
"""Formats of plots by the endings of their files, without what differs between two of them."""


def write_file(ledger: Ledger, target: Path, format: Format) -> None:
    """The deals into a file, which appears whole, and never in the place of a ledger."""
    with _place(target) as place:
        if format == "parquet":
            _write_parquet(ledger, target, place)
            return
        write = write_csv if format == "csv" else write_ndjson
        with place.open("w", encoding="utf-8", newline="") as file:
            write(ledger, file)


@contextmanager
def _place(target: Path) -> Iterator[Path]:
    refuse_ledger(target)
    with beside(target) as place:
        yield place


def write_csv(ledger: Ledger, file: TextIO) -> None:
    """A header, then a line a deal: its number, then the question's columns, empty for none."""
    prefix = ledger.plan.prefix
    sheet = csv.writer(file, lineterminator="\n")
    sheet.writerow(["deal", *ledger.question.columns])
    sheet.writerows((f"{prefix}{n}", *found) for n, *found in ledger.deals())


def write_ndjson(ledger: Ledger, file: TextIO) -> None:
    """A JSON object a line: deal (a text beyond 2**53 - 1), then the question's columns."""
    prefix, names = ledger.plan.prefix, list(ledger.question.columns)
    for n, *found in ledger.deals():
        deal = f"{prefix}{n}" if prefix or n >= JSON_INTEGER else n
        file.write(json.dumps({"deal": deal, **dict(zip(names, found, strict=True))}) + "\n")


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


def check_plot(target: Path) -> None:
    """A `SurveyError` or `OSError` where no plot can be made, before anything is told."""
    if target.suffix.lower() not in _PLOTS:
        raise SurveyError(f"{target}: a plot is a {' or '.join(_PLOTS)}")
    refuse_ledger(target)
    if target.is_dir() or not target.parent.is_dir():
        number = errno.EISDIR if target.is_dir() else errno.ENOENT
        raise OSError(number, os.strerror(number), str(target))
    if importlib.util.find_spec("matplotlib") is None:
        raise SurveyError("a plot needs matplotlib: pip install 'pyrtool[plot]'")


def plot(findings: list[Finding], target: Path) -> None:
    """A .png or .svg of the outcomes' shares, a bar a survey; needs ``pyrtool[plot]``."""
    check_plot(target)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 1.6 + 0.45 * len(findings)), dpi=120, layout="constrained")
    axes = figure.add_subplot()
    names = [finding.title for finding in findings]
    places = range(len(findings))
    shares = [finding.teller.shares(finding.plan.rules, finding.tally) for finding in findings]
    left = [0.0] * len(findings)
    for i, part in enumerate(dict.fromkeys(part for one in shares for part in one)):
        widths = [100 * one.get(part, 0.0) for one in shares]
        colour = _COLOURS[i % len(_COLOURS)]
        hatch = _HATCHES[(i + 2 * (i // len(_COLOURS))) % len(_HATCHES)]  # no pair twice
        if any(widths):
            axes.barh(
                places, widths, left=left, color=colour, hatch=hatch, label=part, edgecolor="w"
            )
        left = [start + width for start, width in zip(left, widths, strict=True)]
    axes.set_yticks(list(places), names)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of the deals")
    figure.legend(loc="outside lower center", ncols=4, frameon=False)
    kind, nameless = _PLOTS[target.suffix.lower()]
    with rc_context({"svg.hashsalt": "pyrtool"}), _place(target) as place:
        figure.savefig(place, format=kind, metadata=nameless)


guard(__name__)
