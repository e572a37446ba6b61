"""``pyrtool survey dataset``: a million deals of eight games, solved, rated and written."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import file_name
from pyrtool.cli.deals.sieve import SOME_UNKNOWN
from pyrtool.cli.options.ledgers import FindingsFormat, show_findings
from pyrtool.cli.options.panels import FINDING, OUTPUT
from pyrtool.cli.options.progress import SurveyProgress
from pyrtool.cli.options.workers import Workers, pool_of
from pyrtool.surveys import dataset, open_ledger
from pyrtool.surveys.findings import Finding, title
from pyrtool.surveys.run import run_in_ledger

EXAMPLES: Final = (
    (
        "pyrtool survey dataset data",
        "Make the data set, or resume it",
    ),
    (
        "pyrtool survey dataset trial --deals 10000 --parquet",
        "Make a small one, with Parquet files",
    ),
)


def command(
    folder: Annotated[
        str, typer.Argument(metavar="FOLDER", help="Folder for ledgers, files and checksums")
    ],
    deals: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            max=2**40,
            help="Solve the native deals 1 to N",
            rich_help_panel=FINDING,
        ),
    ] = dataset.DEALS,
    parquet: Annotated[
        bool,
        typer.Option(
            "--parquet",
            help="Write Parquet files too; needs the extra `analysis`",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    workers: Workers = None,
    format: FindingsFormat = "markdown",
) -> int:
    """Make the data set of a million deals of eight games.

    Each game gets a ledger and a CSV file in the folder: deal, verdict, reason, nodes and, in five
    games, the difficulty of the winnable deals up to 10,000. SHA256SUMS has the checksums of the
    files, and the manual those of the whole data set. After any interruption, the same command
    resumes.

    Exit status: 0 every deal decided; 2 invalid input; 3 a limit left a deal unknown.
    """
    place = Path(folder)
    if place.exists() and not place.is_dir():
        raise PyrtoolError(f"{file_name(folder)}: is not a folder")
    place.mkdir(parents=True, exist_ok=True)
    findings, sums = [], {}
    for name in dataset.GAMES:
        path, plan = place / f"{name}.db", dataset.plan_of(name)
        watching = partial(SurveyProgress, title(plan))
        run_in_ledger(path, plan, ((1, deals),), pool_of(workers), watching)
        with open_ledger(path) as book:
            findings.append(Finding.of_ledger(book))
            sums[name] = dataset.write_part(book, place, name, parquet=parquet)
    dataset.write_sums(place, sums)
    show_findings(findings, format)
    return SOME_UNKNOWN if any(finding.tally.unknown for finding in findings) else 0
