"""The arguments and limits of surveys, and how their findings are printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

import typer

from pyrtool.cli.options.output import Output, complain, show
from pyrtool.cli.options.panels import LIMITS, OUTPUT
from pyrtool.surveys import findings as reports
from pyrtool.surveys.findings import Finding
from pyrtool.surveys.questions.verdict.counts import Tally

TableFormat = Literal["markdown", "csv", "json", "ndjson"]

FindingsFormat = Annotated[
    TableFormat,
    typer.Option(
        metavar="FORMAT",
        help="A table, one JSON array, or one JSON object a line",
        rich_help_panel=OUTPUT,
    ),
]

LedgerArgument = Annotated[str, typer.Argument(metavar="LEDGER", help="Ledger of `survey run`")]

LedgerArguments = Annotated[
    list[str], typer.Argument(metavar="LEDGERS", help="Ledgers of `survey run`")
]

NodesForDeal = Annotated[
    int | None,
    typer.Option(
        metavar="N", help="Search nodes per deal; beyond, it is unknown", rich_help_panel=LIMITS
    ),
]
MemoryForDeal = Annotated[
    int,
    typer.Option(
        metavar="MIB",
        help="Memory per search, in MiB; less than elsewhere, as each worker has a search",
        rich_help_panel=LIMITS,
    ),
]


def show_findings(findings: Sequence[Finding], format: TableFormat) -> None:
    """Print findings as tables, or a record for each."""
    if format == "markdown":
        show(reports.markdown(findings))
    elif format == "csv":
        show(reports.comma_separated(findings))
    else:
        with Output(format) as output:
            for finding in findings:
                output.record(reports.record(finding))


def complain_of(findings: Iterable[Finding]) -> int:
    """Name the deals that count as lost and that the plain search wins; the exit status, 1 or 0."""
    status = 0
    for finding in findings:
        tally = finding.tally
        if isinstance(tally, Tally) and tally.opinions.disagreed:
            deals = ", ".join(tally.opinions.disagreed)
            complain(f"{finding.title}: the plain search wins what counts as lost, deals {deals}")
            status = 1
    return status
