"""What a ledger holds while others write to it."""

from __future__ import annotations

from pathlib import Path

from pyrtool.surveys import LedgerError, open_ledger
from pyrtool.surveys.work import ranges


def done(ledger: Path) -> int:
    """How many deals the ledger holds, 0 while there is none."""
    try:
        with open_ledger(ledger) as book:
            return ranges.count(book.done())
    except LedgerError:
        return 0
