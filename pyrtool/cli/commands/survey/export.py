"""``pyrtool survey export``: every deal of a ledger in a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Final, Literal, get_args

import typer

from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.options.ledgers import LedgerArgument
from pyrtool.cli.options.panels import OUTPUT
from pyrtool.surveys import open_ledger
from pyrtool.surveys.ledger import export as exports

ExportFormat = Literal["csv", "ndjson", "parquet"]

EXAMPLES: Final = (
    (
        "pyrtool survey export giza.db -o deals.csv",
        "Write one line a deal",
    ),
    (
        "pyrtool survey export giza.db --format ndjson",
        "Print one JSON object a deal",
    ),
)


def command(
    ledger: LedgerArgument,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="File to write; - is standard output",
            rich_help_panel=OUTPUT,
        ),
    ] = "-",
    format: Annotated[
        ExportFormat | None,
        typer.Option(
            metavar="FORMAT",
            help="Format; parquet needs the extra `analysis`, and a file",
            show_default="the suffix of FILE, or csv",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
) -> int:
    """Write every deal of a ledger with its outcome or score.

    The columns are the number, the outcome or the score, the nodes, the game, its rules, the
    numbering, the version, and the solver version.
    """
    format = _format_of(output, format)
    if format == "parquet" and output == "-":
        raise PyrtoolError("--format parquet: name a file with -o")
    with open_ledger(Path(ledger)) as book:
        if output == "-":
            write = exports.write_csv if format == "csv" else exports.write_ndjson
            write(book, sys.stdout)
        else:
            exports.write_file(book, Path(output), format)
    return 0


def _format_of(output: str, format: ExportFormat | None) -> ExportFormat:
    """The requested format, or that of the file's suffix; they must not contradict each other."""
    ending = "" if output == "-" else Path(output).suffix.removeprefix(".").lower()
    told = next((name for name in get_args(ExportFormat) if name == ending), None)
    if format is not None and told is not None and format != told:
        raise PyrtoolError(f"{output}: does not go with --format {format}")
    if format is None and told is None and ending:
        raise PyrtoolError(f"{output}: does not end with .csv, .ndjson or .parquet; add --format")
    return format or told or "csv"
