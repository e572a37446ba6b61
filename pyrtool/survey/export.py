"""The deals of a ledger, one by one, as CSV, NDJSON or Parquet; and a picture of the outcomes."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, TextIO

from pyrtool.survey.ledger import Ledger
from pyrtool.survey.plan import SurveyError
from pyrtool.survey.report import JSON_INTEGER, Finding, rules_text
from pyrtool.survey.shard import unpack
from pyrtool.survey.tally import DROPPED, LIMITS, LOST_REASONS, WON

Format = Literal["csv", "ndjson", "parquet"]
FORMATS: Final[tuple[Format, ...]] = ("csv", "ndjson", "parquet")


def rows(ledger: Ledger) -> Iterator[tuple[int, str, int]]:
    """The number, outcome and nodes of every deal that was not dropped, in the deals' order."""
    for shard in ledger.shards():
        for offset, (outcome, nodes) in enumerate(unpack(shard.packed, shard.deals)):
            if outcome != DROPPED:
                yield shard.first + offset, outcome, nodes


def write_csv(ledger: Ledger, file: TextIO) -> None:
    """A header, then a line a deal: deal, outcome, nodes."""
    prefix = ledger.plan.prefix
    file.write("deal,outcome,nodes\n")
    file.writelines(f"{prefix}{n},{outcome},{nodes}\n" for n, outcome, nodes in rows(ledger))


def write_ndjson(ledger: Ledger, file: TextIO) -> None:
    """A JSON object a line: deal (a text beyond 2**53 - 1), outcome, nodes."""
    prefix = ledger.plan.prefix
    for n, outcome, nodes in rows(ledger):
        deal = f"{prefix}{n}" if prefix or n >= JSON_INTEGER else n
        file.write(json.dumps({"deal": deal, "outcome": outcome, "nodes": nodes}) + "\n")


def write_parquet(ledger: Ledger, target: Path) -> None:
    """A Parquet file with the same columns; needs ``pyrtool[analysis]``.

    The deals are numbers where they fit into 64 bits, else texts.
    """
    try:
        import duckdb
    except ImportError:
        raise SurveyError("Parquet needs DuckDB: pip install 'pyrtool[analysis]'") from None
    numeric = not ledger.plan.prefix and all(last < 2**64 for _, last in ledger.done())
    kind = "UBIGINT" if numeric else "VARCHAR"
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        sheet = Path(folder) / "deals.csv"
        with sheet.open("w", encoding="utf-8", newline="") as file:
            write_csv(ledger, file)
        finished = Path(folder) / "deals.parquet"
        with duckdb.connect() as base:
            base.execute(
                "COPY (SELECT * FROM read_csv($sheet, header = true, columns = "
                f"{{'deal': '{kind}', 'outcome': 'VARCHAR', 'nodes': 'UBIGINT'}})) "
                f"TO '{_quoted(finished)}' (FORMAT parquet)",
                {"sheet": str(sheet)},
            )
        finished.replace(target)


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")


def plot(findings: list[Finding], target: Path) -> None:
    """A PNG of the outcomes' shares, a bar a survey; needs ``pyrtool[plot]``."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise SurveyError("a plot needs matplotlib: pip install 'pyrtool[plot]'") from None
    figure = Figure(figsize=(9, 1.6 + 0.45 * len(findings)), dpi=120, layout="constrained")
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    names = [rules_text(finding.plan.rules, finding.plan.game) for finding in findings]
    places = range(len(findings))
    left = [0.0] * len(findings)
    for outcome, colour, hatch in _INKS:
        shares = [
            100 * finding.tally.counts[outcome] / max(1, finding.tally.deals)
            for finding in findings
        ]
        if any(shares):
            axes.barh(
                places, shares, left=left, color=colour, hatch=hatch, label=outcome, edgecolor="w"
            )
        left = [start + share for start, share in zip(left, shares, strict=True)]
    axes.set_yticks(list(places), names)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of the deals")
    figure.legend(loc="outside lower center", ncols=4, frameon=False)
    canvas.print_png(target, metadata={"Software": None})


_INKS: Final = tuple(
    zip(
        (WON, *LOST_REASONS, *LIMITS),
        # Okabe and Ito's palette, and hatches for those who do not see its colours
        ("#009E73", "#000000", "#D55E00", "#E69F00", "#CC79A7", "#56B4E9", "#999999", "#BBBBBB"),
        ("", "", "//", "..", "xx", "\\\\", "--", "||"),
        strict=True,
    )
)
