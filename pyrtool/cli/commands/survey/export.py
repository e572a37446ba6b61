"""``pyrtool survey export``: every deal of a ledger in a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from pyrtool.cards import PyrtoolError
from pyrtool.cli.shared.ledgers import LedgerArgument
from pyrtool.survey import open_ledger
from pyrtool.survey.ledger import export as exports

ExportFormat = Literal["csv", "ndjson", "parquet"]

EXAMPLES: Final = (
    (
        "pyrtool survey export giza.db -o deals.csv",
        "A line for each deal.",
    ),
    (
        "pyrtool survey export giza.db --format ndjson",
        "A JSON object for each deal, on the standard output.",
    ),
)


def command(
    ledger: LedgerArgument,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", help="Where to; - is standard output."),
    ] = "-",
    format: Annotated[
        ExportFormat, typer.Option(help="Parquet needs the extra `analysis`, and a file.")
    ] = "csv",
) -> int:
    """Write every deal of a ledger, with its outcome or score.

    The columns are the number, the outcome or the score, and the nodes.
    """
    if format == "parquet" and output == "-":
        raise PyrtoolError("--format parquet: name a file with -o")
    with open_ledger(Path(ledger)) as book:
        if output == "-":
            write = exports.write_csv if format == "csv" else exports.write_ndjson
            write(book, sys.stdout)
        else:
            exports.write_file(book, Path(output), format)
    return 0
