"""``pyrtool survey report``: what surveys found."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from pyrtool.cli.options.ledgers import LedgerArguments, complain_of, show_findings
from pyrtool.cli.options.output import show
from pyrtool.cli.options.panels import OUTPUT
from pyrtool.cli.options.together import Excludes
from pyrtool.cli.words.charting import check_chart_file
from pyrtool.surveys import findings as reports
from pyrtool.surveys import open_ledger
from pyrtool.surveys.charts import of_finding, outcomes_chart
from pyrtool.surveys.orders import orders_table
from pyrtool.surveys.tables import csv_table, markdown_table

ReportFormat = Literal["text", "markdown", "csv", "json", "ndjson"]

EXAMPLES: Final = (
    (
        "pyrtool survey report giza.db",
        "Report wins and losses with reasons",
    ),
    (
        "pyrtool survey report giza.db --format csv > giza.csv",
        "The same as CSV",
    ),
    (
        "pyrtool survey report giza.db --orders",
        "Count the deals by the order of their block",
    ),
)

TOGETHER: Final = (
    Excludes("--orders", "--plot --format=json|ndjson", "orders are a table of their own"),
)


def command(
    ledgers: LedgerArguments,
    format: Annotated[
        ReportFormat,
        typer.Option(
            metavar="FORMAT",
            help="Text with bars, a table, one JSON array, or one JSON object a line",
            rich_help_panel=OUTPUT,
        ),
    ] = "text",
    orders: Annotated[
        bool,
        typer.Option(
            "--orders",
            help="Instead, count crossblocks and stock blocks by their order: takes a search a "
            "deal",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    plot: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Also draw the outcomes, as .png or .svg; needs the extra `plot`",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
) -> int:
    """Report what surveys found.

    The report has no times, hosts or dates: the same deals give the same report.
    """
    if plot is not None:
        check_chart_file(plot, ledgers)
    if orders:
        return _orders(ledgers, format)
    findings = []
    for name in ledgers:
        with open_ledger(Path(name)) as book:
            findings.append(reports.Finding.of_ledger(book))
    if format == "text":
        show("\n\n".join(map(reports.text, findings)))
    else:
        show_findings(findings, format)
    if plot is not None:
        outcomes_chart(list(map(of_finding, findings)), Path(plot))
    return complain_of(findings)


def _orders(ledgers: list[str], format: ReportFormat) -> int:
    """Print the table of orders."""
    with ExitStack() as books:
        opened = [books.enter_context(open_ledger(Path(name))) for name in ledgers]
        table = orders_table(opened)
    write = csv_table if format == "csv" else markdown_table
    show(write(table.header, table.rows))
    return 0
