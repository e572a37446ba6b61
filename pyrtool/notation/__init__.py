"""Text and JSON for deals, diagrams and moves: pairs that parse and format.

- `deals`: a deal in one line.
- `diagrams`: a position drawn in text, or in one line; `positions` reads both.
- `rules`: rules by the name of a game.
- `places`: cards by rank and place.
- `headings`: comment lines that describe the lines below them.
- `files`: the deals in a file.
- `moves`: moves as words, and the events of a record.
- `solutions`: a solution to follow at the table.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyrtool.notation.deals import NotationError, format_deal, format_deals, parse_deal
    from pyrtool.notation.diagrams import format_diagram, format_position
    from pyrtool.notation.files import Found, Item, read_deals, read_items
    from pyrtool.notation.headings import (
        Heading,
        format_heading,
        format_list_heading,
        parse_heading,
    )
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
    from pyrtool.notation.positions import parse_diagram, parse_position
    from pyrtool.notation.rules import Defaults, NamedRules, format_rule, parse_named_rules
    from pyrtool.notation.solutions import format_solution
    from pyrtool.notation.typed_moves import AmbiguousMoveError, parse_typed

__all__ = [
    "AmbiguousMoveError",
    "Defaults",
    "Event",
    "Found",
    "Heading",
    "Item",
    "MoveError",
    "NamedRules",
    "NotationError",
    "ReplayError",
    "events",
    "format_deal",
    "format_deals",
    "format_diagram",
    "format_event",
    "format_heading",
    "format_list_heading",
    "format_moves",
    "format_position",
    "format_rule",
    "format_solution",
    "parse_deal",
    "parse_diagram",
    "parse_event",
    "parse_heading",
    "parse_moves",
    "parse_named_rules",
    "parse_position",
    "parse_typed",
    "read_deals",
    "read_items",
    "replay",
]

if not TYPE_CHECKING:  # who would believe that there is every name
    _HOMES = {
        "deals": "NotationError format_deal format_deals parse_deal",
        "diagrams": "format_diagram format_position",
        "files": "Found Item read_deals read_items",
        "headings": "Heading format_heading format_list_heading parse_heading",
        "moves": "Event MoveError ReplayError events format_event format_moves parse_event "
        "parse_moves replay",
        "positions": "parse_diagram parse_position",
        "rules": "Defaults NamedRules format_rule parse_named_rules",
        "solutions": "format_solution",
        "typed_moves": "AmbiguousMoveError parse_typed",
    }

    def __getattr__(name: str) -> object:
        # Imports a name when it is first asked for; else each command would import them all.
        home = next((home for home, names in _HOMES.items() if name in names.split()), None)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found = getattr(import_module(f"{__name__}.{home}"), name)
        return found
