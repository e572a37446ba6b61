"""``pyrtool survey status``: how far surveys are."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pyrtool.cli.options.ledgers import LedgerArguments
from pyrtool.cli.options.output import tell
from pyrtool.surveys import open_ledger
from pyrtool.surveys.findings import status as status_of

EXAMPLES: Final = (
    (
        "pyrtool survey status giza.db",
        "How far a survey is.",
    ),
    (
        "pyrtool survey status giza.db half.db",
        "How far two are.",
    ),
)


def command(ledgers: LedgerArguments) -> int:
    """Tell how far surveys are, and at what speed; also while they run."""
    for i, name in enumerate(ledgers):
        with open_ledger(Path(name)) as book:
            tell(("\n" if i else "") + status_of(book))
    return 0
