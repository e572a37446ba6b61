"""The arguments that name ledgers of surveys, and what is said of a disagreement in one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from pyrtool.cli.options.output import complain
from pyrtool.surveys.findings import Finding
from pyrtool.surveys.questions.verdict.counts import Tally

LedgerArgument = Annotated[str, typer.Argument(metavar="LEDGER", help="Ledger of `survey run`")]

LedgerArguments = Annotated[
    list[str], typer.Argument(metavar="LEDGERS", help="Ledgers of `survey run`")
]


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
