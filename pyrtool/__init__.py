"""Deal, solve, explain and draw Pyramid and Giza solitaire.

>>> import pyrtool
>>> two = pyrtool.deal(2, "giza")
>>> verdict = pyrtool.solve(two)
>>> print(verdict)
winnable in 28 moves
>>> position = pyrtool.Position.start(two).play_all(verdict.moves[:20])
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
most programs need, each imported when it is first used. Behind it, `pyrtool.blocks` explains why
a deal is impossible, `pyrtool.render` draws, `pyrtool.survey` counts over millions of deals,
`pyrtool.notation` reads and writes deals and moves, `pyrtool.closed` has players that do not see
the stock, `pyrtool.session` has games that are played move by move, and `pyrtool.collection` the
problems that come with the package.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in typing, which would take longer to import than all else here
if TYPE_CHECKING:
    from typing import Any, Final

    from pyrtool import notation
    from pyrtool import pictures as render
    from pyrtool import surveys as survey
    from pyrtool.answers import blocks, closed
    from pyrtool.answers.advice.advise import advise
    from pyrtool.answers.advice.values import Advice
    from pyrtool.answers.best.best import Best, best
    from pyrtool.answers.rating.chances import rate
    from pyrtool.answers.rating.scale import Rating
    from pyrtool.answers.solve import Limits, Lost, Unknown, Verdict, Won, shortest, solve
    from pyrtool.base.errors import PyrtoolError
    from pyrtool.base.version import __version__
    from pyrtool.game.cards import Card
    from pyrtool.game.deals import Deal, deal
    from pyrtool.game.games import Rules, game
    from pyrtool.game.position import Position
    from pyrtool.notation.deals import parse_cards
    from pyrtool.notation.moves import parse_moves
    from pyrtool.notation.positions import parse_position
    from pyrtool.records import collection, session
    from pyrtool.surveys.many import solve_many


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
    "Verdict",
    "Won",
    "__version__",
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
    "solve_many",
    "survey",
]

_HOMES: Final = {
    "answers.advice.advise": ("Advice", "advise"),
    "base.errors": ("PyrtoolError",),
    "base.version": ("__version__",),
    "game.cards": ("Card",),
    "game.deals": ("Deal", "deal"),
    "game.games": ("Rules", "game"),
    "notation.deals": ("parse_cards",),
    "notation.moves": ("parse_moves",),
    "notation.positions": ("parse_position",),
    "answers.best.best": ("Best", "best"),
    "game.position": ("Position",),
    "answers.rating.chances": ("rate",),
    "answers.rating.scale": ("Rating",),
    "answers.solve": ("Limits", "Lost", "Unknown", "Verdict", "Won", "shortest", "solve"),
    "surveys.many": ("solve_many",),
}
_ROOMS: Final = {
    "blocks": "answers.blocks",
    "closed": "answers.closed",
    "collection": "records.collection",
    "notation": "notation",
    "render": "pictures",
    "session": "records.session",
    "survey": "surveys",
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """A name of the front door, imported when it is first asked for."""
    if name in _ROOMS:
        return import_module(f"{__name__}.{_ROOMS[name]}")
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
