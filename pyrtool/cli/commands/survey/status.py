"""``pyrtool survey status``: the progress of surveys."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pyrtool.cli.options.ledgers import LedgerArguments
from pyrtool.cli.options.output import show
from pyrtool.surveys import open_ledger
from pyrtool.surveys.findings import status as status_of

EXAMPLES: Final = (
    (
        "pyrtool survey status giza.db",
        "Show the progress of a survey",
    ),
    (
        "pyrtool survey status giza.db half.db",
        "Show the progress of two surveys",
    ),
)


def command(ledgers: LedgerArguments) -> int:
    """Show the progress and speed of surveys.

    It also works while a survey runs.
    """
    for i, name in enumerate(ledgers):
        with open_ledger(Path(name)) as book:
            show(("\n" if i else "") + status_of(book))
    return 0
