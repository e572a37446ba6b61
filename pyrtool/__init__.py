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

    from pyrtool import notation as notation
    from pyrtool.answers import closed as closed
    from pyrtool.answers.advice.advise import advise as advise
    from pyrtool.answers.advice.values import Advice as Advice
    from pyrtool.answers.best.best import Best as Best, best as best
    from pyrtool.answers.best.matches import challenge as challenge, par as par
    from pyrtool.answers.blocks.certificate import blocks as blocks
    from pyrtool.answers.explain.explanation import Explanation as Explanation, explain as explain
    from pyrtool.answers.explain.reasons import (
        MoveReason as MoveReason,
        explain_move as explain_move,
    )
    from pyrtool.answers.rating.chances import RatingLimits as RatingLimits, rate as rate
    from pyrtool.answers.rating.scale import Rating as Rating
    from pyrtool.answers.review.judge import Review as Review, review as review
    from pyrtool.answers.shortest import shortest as shortest
    from pyrtool.answers.solve import solve as solve
    from pyrtool.answers.verdicts import (
        Lost as Lost,
        Unknown as Unknown,
        Verdict as Verdict,
        Won as Won,
    )
    from pyrtool.base.errors import PyrtoolError as PyrtoolError
    from pyrtool.base.limits import Limits as Limits
    from pyrtool.base.version import __version__ as __version__
    from pyrtool.game.cards import Card as Card
    from pyrtool.game.deals import Deal as Deal, deal as deal
    from pyrtool.game.games import Rules as Rules, game as game
    from pyrtool.game.moves import DealStock as DealStock, Discard as Discard, Redeal as Redeal
    from pyrtool.game.position import Position as Position
    from pyrtool.notation.deals import parse_cards as parse_cards
    from pyrtool.notation.moves import parse_moves as parse_moves
    from pyrtool.notation.positions import parse_position as parse_position
    from pyrtool.pages.render import render as render
    from pyrtool.pages.site.site import site as site
    from pyrtool.pictures.booklet.book import book as book
    from pyrtool.records import collection as collection, session as session
    from pyrtool.records.verification import verify as verify
    from pyrtool.surveys import survey as survey
    from pyrtool.surveys.charts.charts import chart as chart
    from pyrtool.surveys.exchanges import twins as twins
    from pyrtool.surveys.find.search import find as find
    from pyrtool.surveys.verdicts import solve_many as solve_many


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
__all__ = sorted([*_HOME_OF, *_ROOMS])


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
