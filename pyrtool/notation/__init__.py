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
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyrtool.notation.deals import (
        NotationError as NotationError,
        format_deal as format_deal,
        format_deals as format_deals,
        parse_deal as parse_deal,
    )
    from pyrtool.notation.diagrams import (
        format_diagram as format_diagram,
        format_position as format_position,
    )
    from pyrtool.notation.files import (
        Found as Found,
        Item as Item,
        read_deals as read_deals,
        read_items as read_items,
    )
    from pyrtool.notation.headings import (
        Heading as Heading,
        format_heading as format_heading,
        format_list_heading as format_list_heading,
        parse_heading as parse_heading,
    )
    from pyrtool.notation.moves import (
        Event as Event,
        MoveError as MoveError,
        ReplayError as ReplayError,
        events as events,
        format_event as format_event,
        format_moves as format_moves,
        parse_event as parse_event,
        parse_moves as parse_moves,
        replay as replay,
    )
    from pyrtool.notation.positions import (
        parse_diagram as parse_diagram,
        parse_position as parse_position,
    )
    from pyrtool.notation.rules import (
        Defaults as Defaults,
        NamedRules as NamedRules,
        format_rule as format_rule,
        parse_named_rules as parse_named_rules,
    )
    from pyrtool.notation.solutions import format_solution as format_solution
    from pyrtool.notation.typed_moves import (
        AmbiguousMoveError as AmbiguousMoveError,
        parse_typed as parse_typed,
    )

_HOMES: Final = {
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
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names.split()}
__all__ = sorted(_HOME_OF)

if not TYPE_CHECKING:  # who would believe that there is every name

    def __getattr__(name: str) -> object:
        """Import a name when it is first asked for; else each command would import them all."""
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
        globals()[name] = found
        return found
