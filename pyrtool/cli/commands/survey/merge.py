"""``pyrtool survey merge``: several ledgers into one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from pyrtool.cli.deals.same_file import check_not_input
from pyrtool.cli.options.ledgers import LedgerArguments, complain_of
from pyrtool.cli.options.output import show
from pyrtool.cli.options.panels import OUTPUT
from pyrtool.surveys.findings import Finding, text
from pyrtool.surveys.ledger import open_ledger
from pyrtool.surveys.ledger.merge import merge_ledgers

EXAMPLES: Final = (
    (
        "pyrtool survey merge first.db second.db -o both.db",
        "Merge two parts of a survey",
    ),
    (
        "pyrtool survey merge first.db second.db third.db -o all.db",
        "Merge three parts",
    ),
)


def command(
    ledgers: LedgerArguments,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="New ledger to write",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ],
) -> int:
    """Merge several ledgers into one.

    They must be parts of one survey: made with --shard, or over different deals.
    """
    check_not_input(output, ledgers)
    merge_ledgers([Path(name) for name in ledgers], Path(output))
    with open_ledger(Path(output)) as book:
        finding = Finding.of_ledger(book)
    show(text(finding))
    return complain_of([finding])
