"""``pyrtool survey article``: the article's tables, recomputed and compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.sieve import SOME_UNKNOWN
from pyrtool.cli.options import completion
from pyrtool.cli.options.options import with_groups
from pyrtool.cli.options.output import complain, show
from pyrtool.cli.options.panels import FINDING, OUTPUT
from pyrtool.cli.options.progress import SurveyProgress, duration
from pyrtool.cli.options.workers import ONE_POOL, Cluster, Workers, pool_of
from pyrtool.surveys import article as tables
from pyrtool.surveys import open_ledger
from pyrtool.surveys.article import TABLES, Row, rows
from pyrtool.surveys.findings import title
from pyrtool.surveys.questions.score.counts import Scores
from pyrtool.surveys.questions.verdict.counts import Tally
from pyrtool.surveys.run import deal_seconds, run_in_ledger
from pyrtool.surveys.tables import Table, csv_table, markdown_table
from pyrtool.surveys.work import ranges
from pyrtool.surveys.work.pools import Pool

TableFormat = Literal["markdown", "csv"]

EXAMPLES: Final = (
    (
        "pyrtool survey article --estimate",
        "Predict the time",
    ),
    (
        "pyrtool survey article --ledgers tables --table giza --scale 0.01",
        "The table of Giza from 1% of the deals",
    ),
)

TOGETHER: Final = (ONE_POOL,)

ALSO: Final = {"--ledger-dir": "--ledgers"}
"""The older name of the folder; `survey grid` calls its own as this one is called now."""


@dataclass(frozen=True)
class _TableOptions:
    """Which tables, of how many deals, and how much is done for them."""

    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help=f"Only this table, repeatable; more and par are not in the article "
            f"[{'|'.join(TABLES)}]",
            show_default=False,
            rich_help_panel=FINDING,
            autocompletion=completion.one_of(TABLES),
        ),
    ] = None
    scale: Annotated[
        float,
        typer.Option(
            metavar="S",
            min=0,
            max=1000,
            help="Number of deals, as a multiple of the article's",
            rich_help_panel=FINDING,
        ),
    ] = 1.0
    estimate: Annotated[
        bool,
        typer.Option(
            "--estimate",
            help="Only predict the time, from a short measurement",
            rich_help_panel=FINDING,
        ),
    ] = False
    report_only: Annotated[
        bool,
        typer.Option(
            "--report-only", help="Only report the existing ledgers", rich_help_panel=FINDING
        ),
    ] = False

    def rows(self) -> list[Row]:
        """The rows of the tables; a `PyrtoolError` for a wrong option."""
        if not self.scale > 0:
            raise PyrtoolError(f"--scale {self.scale:g}: must be more than 0")
        for name in self.table or ():
            if name not in TABLES:
                raise PyrtoolError(f"--table {name[:24]!r}: choose from {', '.join(TABLES)}")
        return rows(self.table or TABLES)


@with_groups
def command(
    asking: _TableOptions,
    ledgers: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder of the ledgers",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    format: Annotated[
        TableFormat,
        typer.Option(
            metavar="FORMAT",
            help="Markdown with notes, or the tables as CSV",
            rich_help_panel=OUTPUT,
        ),
    ] = "markdown",
) -> int:
    """Recompute the tables of the article "Pyramid and Giza".

    The tables show our figures next to the article's. At full size they need 1,000 million bouquet
    deals, 22 million of Giza, and 12 million with one pass. Each row has its own ledger, so that an
    interrupted run resumes. σ is the difference from the article in standard errors of the
    difference.
    """
    chosen = asking.rows()
    pool = pool_of(workers, cluster)
    if asking.estimate:
        _estimate(chosen, asking.scale, pool)
        return 0
    if ledgers is None:
        raise PyrtoolError("--ledgers is missing: where the ledgers are to be")
    folder = Path(ledgers)
    if not asking.report_only:
        folder.mkdir(exist_ok=True)
        for row in chosen:
            _run(row, folder / row.ledger_name, row.scaled(asking.scale), pool)
    made = [row for row in chosen if (folder / row.ledger_name).exists()]
    if not made:
        raise PyrtoolError(f"{folder}: no ledger of these tables is here")
    if len(made) < len(chosen):
        complain(f"not made yet: {'; '.join(row.title for row in chosen if row not in made)}")
    return _report(made, folder, format)


def _run(row: Row, path: Path, deals: int, pool: Pool) -> None:
    run_in_ledger(path, row.plan, ((1, deals),), pool, partial(SurveyProgress, title(row.plan)))


def _estimate(rows: Sequence[Row], scale: float, pool: Pool) -> None:
    """Print how long each row takes, and all of them with the workers of the pool."""
    try:
        pool.start()  # how many workers a cluster has is known then
        workers = pool.width
    finally:
        pool.stop()
    total = 0.0
    known: set[str] = set()
    for row in rows:
        if row.ledger_name in known:  # made once
            continue
        known.add(row.ledger_name)
        deals = row.scaled(scale)
        each = deal_seconds(row.plan, ((1, deals),))
        total += each * deals
        show(
            f"{row.table:<9} {row.title:<56} {deals:>12,} deals, {1e6 * each:>10,.2f} µs each, "
            f"{duration(each * deals / workers)}"
        )
    processes = "1 process" if workers == 1 else f"{workers} processes"
    show(f"together {duration(total / workers)} with {processes}")


def _report(rows: Sequence[Row], folder: Path, format: TableFormat) -> int:
    verdicts: list[tuple[Row, Tally]] = []
    scores: list[tuple[Row, Scores]] = []
    kings: list[list[str]] = []
    for row in rows:
        with open_ledger(folder / row.ledger_name) as book:
            book.require(row.plan, any_solver=True)
            if book.missing():
                left, wanted = ranges.count(book.missing()), ranges.count(book.wanted)
                are = "is" if left == 1 else "are"
                complain(f"{row.title}: {left:,} of {wanted:,} deals {are} not done yet")
            match book.tally():
                case Tally() as tally:
                    verdicts.append((row, tally))
                case Scores() as found:
                    scores.append((row, found))
            if row.kings:
                kings += tables.kings_cells(row, tables.kings_in_stock(book))
    sections = _verdict_tables(verdicts, kings) if verdicts else []
    if scores:
        sections += tables.score_tables(scores)
    show("\n\n".join(_section(section, format) for section in sections))
    if format == "markdown":
        for note in tables.notes(verdicts):
            show(f"\n{note}")
    unknown = any(counts.unknown for _, counts in (*verdicts, *scores))
    return SOME_UNKNOWN if unknown else 0


def _verdict_tables(found: Sequence[tuple[Row, Tally]], kings: list[list[str]]) -> list[Table]:
    compared: dict[str, list[list[str]]] = {}
    reasons: dict[str, list[str]] = {}
    for row, tally in found:
        compared.setdefault(row.table, []).append(tables.cells(row, tally))
        reasons.setdefault(row.ledger_name, tables.reason_cells(row, tally))
    sections = [Table(_TITLES[name], tables.HEADER, lines) for name, lines in compared.items()]
    sections.append(Table("How they end, %", tables.REASONS_HEADER, list(reasons.values())))
    if kings:
        sections.append(Table("By the number of kings in the stock", tables.KINGS_HEADER, kings))
    return sections


def _section(table: Table, format: TableFormat) -> str:
    """One table, without the columns that are empty in it."""
    used = [i for i in range(len(table.header)) if any(line[i] for line in table.rows)]
    shown = [table.header[i] for i in used], [[line[i] for i in used] for line in table.rows]
    if format == "csv":
        return f"# {table.title}\n{csv_table(*shown)}"
    return f"## {table.title}\n\n{markdown_table(*shown)}"


_TITLES = {
    "bouquet": "Pyramid with an open bouquet",
    "giza": "Giza",
    "one-pass": "Pyramid with one pass",
    "more": "What the article does not have",
}
