"""What a survey keeps: a SQLite file with a row for each shard that is done.

`ledger` is the file, and `database` is SQLite as ledgers use it. `checks` finds whether a ledger
holds what was written to it. `merge` makes a ledger of others, and `export` writes its deals one by
one.
"""

from pyrtool.surveys.ledger.database import LedgerError
from pyrtool.surveys.ledger.ledger import Ledger, create_ledger, is_begun, open_ledger

__all__ = ["Ledger", "LedgerError", "create_ledger", "is_begun", "open_ledger"]
