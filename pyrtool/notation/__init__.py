"""Text and JSON for deals, diagrams and moves: pairs that parse and format.

`line`: a deal in one line; `diagram`: a table drawn in text; `source`: the deals in a
file; `moves`: words, and the events of a record; `solution`: a solution to be followed
at the table.
"""

from pyrtool.notation.diagram import format_diagram, parse_diagram
from pyrtool.notation.line import NotationError, format_deal, format_deals, parse_deal
from pyrtool.notation.moves import (
    Event,
    MoveError,
    ReplayError,
    events,
    format_event,
    format_moves,
    parse_event,
    parse_moves,
    replay,
)
from pyrtool.notation.solution import format_solution
from pyrtool.notation.source import Found, Item, read_deals, read_items

__all__ = [
    "Event",
    "Found",
    "Item",
    "MoveError",
    "NotationError",
    "ReplayError",
    "events",
    "format_deal",
    "format_deals",
    "format_diagram",
    "format_event",
    "format_moves",
    "format_solution",
    "parse_deal",
    "parse_diagram",
    "parse_event",
    "parse_moves",
    "read_deals",
    "read_items",
    "replay",
]
