"""``pyrtool survey export``: every deal of a ledger in a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Final, get_args

import typer

from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.options.ledgers import LedgerArgument
from pyrtool.cli.options.panels import OUTPUT
from pyrtool.cli.options.together import Needs
from pyrtool.surveys import open_ledger
from pyrtool.surveys.ledger import export as exports
from pyrtool.surveys.ledger.export import Chosen

ExportFormat = exports.Format

EXAMPLES: Final = (
    (
        "pyrtool survey export giza.db -o deals.csv",
        "Write one line a deal",
    ),
    (
        "pyrtool survey export giza.db --format ndjson",
        "Print one JSON object a deal",
    ),
    (
        "pyrtool survey export giza.db --columns deal,verdict,difficulty --rate-to 1000",
        "Rate the first winnable deals",
    ),
)

TOGETHER: Final = (Needs("--format=parquet", "--output", "a Parquet file is not text"),)


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
    columns: Annotated[
        str | None,
        typer.Option(
            metavar="A,B",
            help="Columns to write; of verdicts also verdict, reason, difficulty",
            show_default="all but these three",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    rate_to: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            max=2**63,
            help="Rate the winnable deals with numbers up to N",
            show_default="none is rated",
            rich_help_panel=OUTPUT,
        ),
    ] = 0,
) -> int:
    """Write every deal of a ledger with its outcome or score.

    The columns are the number, the outcome or the score, the nodes, the game, its rules, the
    numbering, the version, and the solver version. A Parquet file also names the deals, the limits,
    the command that solves them again, and the meaning of each column.
    """
    format = _format_of(output, format)
    chosen = Chosen(tuple(columns.split(",")) if columns else (), rate_to)
    with open_ledger(Path(ledger)) as book:
        if output == "-":
            write = exports.write_csv if format == "csv" else exports.write_ndjson
            write(book, sys.stdout, chosen)
        else:
            exports.write_file(book, Path(output), format, chosen)
    return 0


def _format_of(output: str, format: ExportFormat | None) -> ExportFormat:
    """The requested format, or that of the file's suffix; they must not contradict each other."""
    ending = "" if output == "-" else Path(output).suffix.removeprefix(".").lower()
    suffix_format = next((name for name in get_args(ExportFormat) if name == ending), None)
    if format is not None and suffix_format is not None and format != suffix_format:
        raise PyrtoolError(f"{output}: does not go with --format {format}")
    if format is None and suffix_format is None and ending:
        raise PyrtoolError(f"{output}: does not end with .csv, .ndjson or .parquet; add --format")
    return format or suffix_format or "csv"
