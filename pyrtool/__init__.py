"""Deal, solve, explain and draw Pyramid and Giza solitaire.

>>> import pyrtool
>>> giza = pyrtool.game("giza")
>>> two = pyrtool.deal(2, rules=giza)
>>> verdict = pyrtool.solve(two.cards, giza)
>>> len(verdict.moves)
28
>>> position = pyrtool.Position.start(two.cards, giza).play_all(verdict.moves[:20])
>>> print(position)
                       7S
                     KC  --
                   KD  --  --
                 AS  --  --  --
               JH  --  --  --  --
             --  --  --  --  --  --
           --  --  --  --  --  --  --
columns   1   2   3   4   5   6   7   8
         --  --  QH  AD  2H  9H  4C  --
         --  --  --  6H  5D  QS  8S  --
         --  --  --  --  --  --  --  --

In a notebook a position is a picture. What is here is the front door: functions and records that
most programs need, each imported when it is first used. Behind it, `pyrtool.blocks` says why a
deal is impossible, `pyrtool.render` draws, `pyrtool.survey` counts over millions of deals,
`pyrtool.notation` reads and writes deals and moves, `pyrtool.closed` has players who do not see the
stock, `pyrtool.session` games that are played move by move, and `pyrtool.collection` the problems
that come with the package.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in typing, which would take longer to import than all else here
if TYPE_CHECKING:
    from typing import Any, Final

    from pyrtool import blocks, closed, collection, notation, render, session, survey
    from pyrtool.advice.advise import advise
    from pyrtool.advice.worth import Advice
    from pyrtool.cards import Card, PyrtoolError
    from pyrtool.deals import Deal, deal
    from pyrtool.games import Rules, game
    from pyrtool.notation.line import parse_cards
    from pyrtool.notation.moves import parse_moves
    from pyrtool.notation.table import parse_position
    from pyrtool.optimum import Best, best
    from pyrtool.position import Position
    from pyrtool.rating.chance import rate
    from pyrtool.rating.scale import Rating
    from pyrtool.solver import Limits, Lost, Unknown, Won, shortest, solve

__version__ = "0.1.0"

__all__ = [
    "Advice",
    "Best",
    "Card",
    "Deal",
    "Limits",
    "Lost",
    "Position",
    "PyrtoolError",
    "Rating",
    "Rules",
    "Unknown",
    "Won",
    "advise",
    "best",
    "blocks",
    "closed",
    "collection",
    "deal",
    "game",
    "notation",
    "parse_cards",
    "parse_moves",
    "parse_position",
    "rate",
    "render",
    "session",
    "shortest",
    "solve",
    "survey",
]

_HOMES: Final = {
    "advice.advise": ("Advice", "advise"),
    "cards": ("Card", "PyrtoolError"),
    "deals": ("Deal", "deal"),
    "games": ("Rules", "game"),
    "notation.line": ("parse_cards",),
    "notation.moves": ("parse_moves",),
    "notation.table": ("parse_position",),
    "optimum": ("Best", "best"),
    "position": ("Position",),
    "rating.chance": ("rate",),
    "rating.scale": ("Rating",),
    "solver": ("Limits", "Lost", "Unknown", "Won", "shortest", "solve"),
}
_ROOMS: Final = ("blocks", "closed", "collection", "notation", "render", "session", "survey")
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """A name of the front door, imported when it is first asked for."""
    if name in _ROOMS:
        return import_module(f"{__name__}.{name}")
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
