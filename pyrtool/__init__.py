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

In a notebook, deals and positions are pictures. This package exports the functions and records
that most programs need, and imports each when it is first used. The functions are called as the
commands are:

- a deal: `solve`, `shortest`, `best`, `blocks` and `explain` (why it is impossible), `rate` (how
  hard it is), `twins` (exchanges of two cards);
- its moves: `advise` (what each is worth), `explain_move`, `review` (a game as it was played);
- many deals: `solve_many`, `survey` (win rates), `chart`, `find` (the hardest above all), `par`
  (matches of six), `challenge` (a target over several);
- what is made of them: `render` (a picture or a page), `book` (a booklet), `site` (a web site), and
  `verify` (does a record hold).

Four modules have the rest:

- `pyrtool.notation` reads and writes deals and moves;
- `pyrtool.closed` has players that do not see the stock;
- `pyrtool.session` has games that are played move by move;
- `pyrtool.collection` has the problems that come with the package.
"""

from importlib import import_module

TYPE_CHECKING = False  # as in typing, which would take longer to import than all else here
if TYPE_CHECKING:
    from typing import Final

    from pyrtool import notation
    from pyrtool.answers import closed
    from pyrtool.answers.advice.advise import advise
    from pyrtool.answers.advice.values import Advice
    from pyrtool.answers.best.best import Best, best
    from pyrtool.answers.best.matches import challenge, par
    from pyrtool.answers.blocks.certificate import blocks
    from pyrtool.answers.explain.explanation import Explanation, explain
    from pyrtool.answers.explain.reasons import MoveReason, explain_move
    from pyrtool.answers.rating.chances import RatingLimits, rate
    from pyrtool.answers.rating.scale import Rating
    from pyrtool.answers.review.judge import Review, review
    from pyrtool.answers.shortest import shortest
    from pyrtool.answers.solve import solve
    from pyrtool.answers.verdicts import Lost, Unknown, Verdict, Won
    from pyrtool.base.errors import PyrtoolError
    from pyrtool.base.limits import Limits
    from pyrtool.base.version import __version__
    from pyrtool.game.cards import Card
    from pyrtool.game.deals import Deal, deal
    from pyrtool.game.games import Rules, game
    from pyrtool.game.moves import DealStock, Discard, Redeal
    from pyrtool.game.position import Position
    from pyrtool.notation.deals import parse_cards
    from pyrtool.notation.moves import parse_moves
    from pyrtool.notation.positions import parse_position
    from pyrtool.pages.render import render
    from pyrtool.pages.site.site import site
    from pyrtool.pictures.booklet.book import book
    from pyrtool.records import collection, session
    from pyrtool.records.verification import verify
    from pyrtool.surveys import survey
    from pyrtool.surveys.charts.charts import chart
    from pyrtool.surveys.exchanges import twins
    from pyrtool.surveys.find.search import find
    from pyrtool.surveys.verdicts import solve_many


__all__ = [
    "Advice",
    "Best",
    "Card",
    "Deal",
    "DealStock",
    "Discard",
    "Explanation",
    "Limits",
    "Lost",
    "MoveReason",
    "Position",
    "PyrtoolError",
    "Rating",
    "RatingLimits",
    "Redeal",
    "Review",
    "Rules",
    "Unknown",
    "Verdict",
    "Won",
    "__version__",
    "advise",
    "best",
    "blocks",
    "book",
    "challenge",
    "chart",
    "closed",
    "collection",
    "deal",
    "explain",
    "explain_move",
    "find",
    "game",
    "notation",
    "par",
    "parse_cards",
    "parse_moves",
    "parse_position",
    "rate",
    "render",
    "review",
    "session",
    "shortest",
    "site",
    "solve",
    "solve_many",
    "survey",
    "twins",
    "verify",
]

_HOMES: "Final" = {
    "answers.advice.advise": ("Advice", "advise"),
    "base.errors": ("PyrtoolError",),
    "base.version": ("__version__",),
    "game.cards": ("Card",),
    "game.deals": ("Deal", "deal"),
    "game.games": ("Rules",),
    "game.moves": ("DealStock", "Discard", "Redeal"),
    "notation.deals": ("parse_cards",),
    "notation.moves": ("parse_moves",),
    "notation.positions": ("parse_position",),
    "answers.best.best": ("Best", "best"),
    "answers.best.matches": ("challenge", "par"),
    "answers.blocks.certificate": ("blocks",),
    "answers.explain.explanation": ("Explanation", "explain"),
    "answers.explain.reasons": ("MoveReason", "explain_move"),
    "game.position": ("Position",),
    "answers.rating.chances": ("RatingLimits", "rate"),
    "answers.rating.scale": ("Rating",),
    "answers.review.judge": ("Review", "review"),
    "answers.shortest": ("shortest",),
    "answers.solve": ("solve",),
    "answers.verdicts": ("Lost", "Unknown", "Verdict", "Won"),
    "base.limits": ("Limits",),
    "pages.render": ("render",),
    "pages.site.site": ("site",),
    "pictures.booklet.book": ("book",),
    "records.verification": ("verify",),
    "surveys": ("survey",),
    "surveys.charts.charts": ("chart",),
    "surveys.exchanges": ("twins",),
    "surveys.find.search": ("find",),
    "surveys.verdicts": ("solve_many",),
}
_ROOMS: "Final" = {
    "closed": "answers.closed",
    "collection": "records.collection",
    "game": "game",  # a room that can be called
    "notation": "notation",
    "session": "records.session",
}
_HOME_OF: "Final" = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
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
