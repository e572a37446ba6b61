"""``pyrtool survey report``: what surveys found."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from pyrtool.cli.options.ledgers import LedgerArguments, complain_of
from pyrtool.cli.options.output import Output, tell
from pyrtool.cli.options.panels import OUTPUT
from pyrtool.cli.words.charting import check_chart_file
from pyrtool.surveys import findings as reports
from pyrtool.surveys import open_ledger
from pyrtool.surveys.charts import of_finding, outcomes_chart

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
    findings = []
    for name in ledgers:
        with open_ledger(Path(name)) as book:
            findings.append(reports.Finding.of_ledger(book))
    match format:
        case "text":
            tell("\n\n".join(map(reports.text, findings)))
        case "markdown":
            tell(reports.markdown(findings))
        case "csv":
            tell(reports.comma_separated(findings))
        case _:
            with Output(format) as output:
                for finding in findings:
                    output.record(reports.record(finding))
    if plot is not None:
        outcomes_chart(list(map(of_finding, findings)), Path(plot))
    return complain_of(findings)
