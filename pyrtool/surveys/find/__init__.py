"""Looking through many deals for those that are as wanted, the hardest above all.

`query` decides what is asked of a deal and how a part of the deals is looked through, `journal`
what is kept so that a long search goes on where it stopped, `search` how the parts come together,
`seeds` how PySolFC keeps winnable deals.
"""

from pyrtool.surveys.find.journal import Journal, JournalError, open_journal
from pyrtool.surveys.find.query import Found, Part, Query
from pyrtool.surveys.find.search import find, look_for
from pyrtool.surveys.find.seeds import format_seeds, pysolfc_game

__all__ = [
    "Found",
    "Journal",
    "JournalError",
    "Part",
    "Query",
    "find",
    "format_seeds",
    "look_for",
    "open_journal",
    "pysolfc_game",
]
