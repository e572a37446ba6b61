"""``pyrtool survey article``: the article's tables made again, ours beside theirs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from pyrtool.survey.article import Row
    from pyrtool.survey.scores import Scores
    from pyrtool.survey.tally import Tally
    from pyrtool.survey.telling import Table

TableFormat = Literal["markdown", "csv"]


def article(
    ledger_dir: Annotated[
        str | None,
        typer.Option(
            metavar="DIR", help="Where the ledgers are, or are to be.", show_default=False
        ),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Only this table: bouquet, giza, one-pass, or what the article does not have: "
            "more, and par, the best par scores; may be repeated.",
            show_default=False,
        ),
    ] = None,
    scale: Annotated[
        float,
        typer.Option(
            metavar="S", min=0, max=1000, help="How many deals, in proportion to the article's."
        ),
    ] = 1.0,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Processes to use.",
            show_default="as many as there are cores",
        ),
    ] = None,
    estimate: Annotated[
        bool,
        typer.Option("--estimate", help="Only predict the time, from a short measurement."),
    ] = False,
    report_only: Annotated[
        bool, typer.Option("--report-only", help="Only tell what the ledgers hold.")
    ] = False,
    format: Annotated[
        TableFormat, typer.Option(help="Markdown with notes, or the tables as CSV.")
    ] = "markdown",
) -> int:
    """Make the tables of the article "Pyramid and Giza" again, ours beside theirs.

    At full size: 1,000 million bouquet deals, 22 million Giza, 12 million with one pass, each row
    in a ledger of its own, so that an interrupted run goes on. σ is the difference from the
    article in standard errors of the difference.
    """
    from pyrtool.cards import PyrtoolError
    from pyrtool.survey.article import TABLES, rows
    from pyrtool.survey.pools import cores

    if not scale > 0:
        raise PyrtoolError(f"--scale {scale:g}: must be more than 0")
    for name in table or ():
        if name not in TABLES:
            raise PyrtoolError(f"--table {name[:24]!r}: choose from {', '.join(TABLES)}")
    chosen = rows(table or TABLES)
    width = workers or cores()
    if estimate:
        _estimate(chosen, scale, width)
        return 0
    if ledger_dir is None:
        raise PyrtoolError("--ledger-dir is missing: where the ledgers are to be")
    folder = Path(ledger_dir)
    if not report_only:
        folder.mkdir(parents=True, exist_ok=True)
        for row in chosen:
            _run(row, folder / row.ledger_name, row.scaled(scale), width)
    made = [row for row in chosen if (folder / row.ledger_name).exists()]
    if not made:
        raise PyrtoolError(f"{folder}: no ledger of these tables is here")
    if len(made) < len(chosen):
        missing = [row.title for row in chosen if row not in made]
        print(f"not made yet: {'; '.join(missing)}", file=sys.stderr)
    return _report(made, folder, format)


def _run(row: Row, path: Path, deals: int, workers: int) -> None:
    from pyrtool.cli.progress import SurveyProgress
    from pyrtool.survey import open_for, ranges
    from pyrtool.survey.pools import LocalPool
    from pyrtool.survey.report import title
    from pyrtool.survey.run import run

    wanted: ranges.Ranges = ((1, deals),)
    with open_for(path, row.plan, wanted) as book:
        missing = ranges.overlap(wanted, book.missing())
        with SurveyProgress(title(row.plan), deals - ranges.count(missing), deals) as progress:
            run(row.plan, missing, LocalPool(workers), book.add, progress)


def _estimate(rows: Sequence[Row], scale: float, workers: int) -> None:
    from pyrtool.cli.progress import duration
    from pyrtool.survey.estimate import deal_seconds

    total = 0.0
    known: set[str] = set()
    for row in rows:
        if row.ledger_name in known:  # made once
            continue
        known.add(row.ledger_name)
        deals = row.scaled(scale)
        each = deal_seconds(row.plan, ((1, deals),))
        total += each * deals
        print(
            f"{row.table:<9} {row.title:<56} {deals:>12,} deals, {1e6 * each:>10,.2f} µs each, "
            f"{duration(each * deals / workers)}"
        )
    processes = "1 process" if workers == 1 else f"{workers} processes"
    print(f"together {duration(total / workers)} with {processes}")


def _report(rows: Sequence[Row], folder: Path, format: TableFormat) -> int:
    from pyrtool.survey import Scores, Tally, open_ledger
    from pyrtool.survey import article as tables

    verdicts: list[tuple[Row, Tally]] = []
    scores: list[tuple[Row, Scores]] = []
    kings: list[list[str]] = []
    for row in rows:
        with open_ledger(folder / row.ledger_name) as book:
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
    print("\n\n".join(_section(section, format) for section in sections))
    if format == "markdown" and verdicts:
        _print_notes(verdicts)
    return 3 if any(counts.unknown for _, counts in (*verdicts, *scores)) else 0


def _verdict_tables(found: Sequence[tuple[Row, Tally]], kings: list[list[str]]) -> list[Table]:
    from pyrtool.survey import article as tables
    from pyrtool.survey.telling import Table

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
    from pyrtool.survey.tables import csv_table, markdown_table

    used = [i for i in range(len(table.header)) if any(line[i] for line in table.rows)]
    shown = [table.header[i] for i in used], [[line[i] for i in used] for line in table.rows]
    if format == "csv":
        return f"# {table.title}\n{csv_table(*shown)}"
    return f"## {table.title}\n\n{markdown_table(*shown)}"


def _print_notes(found: Sequence[tuple[Row, Tally]]) -> None:
    from pyrtool.blocks import countable_stocks
    from pyrtool.games import game
    from pyrtool.survey import article as tables

    for name, title in ("bouquet", "open bouquet"), ("giza", "Giza"):
        pairs = [(row, tally) for row, tally in found if row.table == name]
        if pairs:
            worst = tables.greatest_difference(pairs)
            print(f"\nThe rows of {title} differ from the article's by at most {worst:.2f} σ.")
    countable, stocks = countable_stocks(game("king-tut"))
    print(
        f"\nOf {stocks:,} stocks of `king-tut`, {countable:,} ({100 * countable / stocks:.4f} %) "
        f"hold at most four cards of every set.\n\n{tables.NOTE}"
    )


_TITLES = {
    "bouquet": "Pyramid with an open bouquet",
    "giza": "Giza",
    "one-pass": "Pyramid with one pass",
    "more": "What the article does not have",
}
