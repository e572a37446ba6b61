"""``pyrtool survey merge``: several ledgers into one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from pyrtool.cli.deals.same_file import check_not_input
from pyrtool.cli.options.ledgers import LedgerArguments, complain_of
from pyrtool.cli.options.output import tell
from pyrtool.surveys.findings import Finding, text
from pyrtool.surveys.ledger import open_ledger
from pyrtool.surveys.ledger.merge import merge_ledgers

EXAMPLES: Final = (
    (
        "pyrtool survey merge first.db second.db -o both.db",
        "Two halves of a survey in one ledger.",
    ),
    (
        "pyrtool survey merge first.db second.db third.db -o all.db",
        "The same with other deals besides.",
    ),
)


def command(
    ledgers: LedgerArguments,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", help="The new ledger.", show_default=False),
    ],
) -> int:
    """Put several ledgers into one.

    They are the parts of one survey, made with --shard or over other deals.
    """
    check_not_input(output, ledgers)
    merge_ledgers([Path(name) for name in ledgers], Path(output))
    with open_ledger(Path(output)) as book:
        finding = Finding.of_ledger(book)
    tell(text(finding))
    return complain_of([finding])
