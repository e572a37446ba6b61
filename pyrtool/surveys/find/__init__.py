"""Looking through many deals for those that are as wanted, the hardest above all.

`query` decides which deals match; `themes` and `measures` are what it may ask. `part` searches a
part of the deals. `journal` keeps what a long search needs to resume. `search` brings the parts
together, and `pick` chooses a few of them for a sheet. `seeds` writes winnable deals as PySolFC
keeps them.
"""

from pyrtool.surveys.find.journal import Journal, JournalError, open_journal
from pyrtool.surveys.find.part import Part
from pyrtool.surveys.find.pick import pick
from pyrtool.surveys.find.query import Found, Query
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
    "pick",
    "pysolfc_game",
]
