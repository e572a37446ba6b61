"""A problem as the page's app takes it: the game with its cards, where they lie, what is known.

Decides the fields only: docs/pages.md tells what each is for.
"""

from __future__ import annotations

from typing import Any

from pyrtool.deals import Deal
from pyrtool.door import guard
from pyrtool.games import GAMES, Rules
from pyrtool.layout import Layout
from pyrtool.render.deck import RenderError
from pyrtool.render.page.answer import answer_of
from pyrtool.render.page.geometry import geometry
from pyrtool.render.words import name
from pyrtool.solver import Verdict
from pyrtool.theory import early_never_hurts


def problem(
    deal: Deal, rules: Rules, verdict: Verdict, *, game: str | None = None, after: int = 0
) -> dict[str, Any]:
    """What ``openProblem`` takes; arguments are those of `page`.

    A `RenderError` if the solution has fewer moves than `after`.
    """
    answer = answer_of(deal.cards, rules, verdict)
    if not 0 <= after <= len(answer["moves"]):
        raise RenderError(f"after {after}: the solution has {len(answer['moves'])} moves")
    return {
        "game": _game(deal, rules),
        "layout": geometry(rules),
        "names": {str(card): name(card) for card in rules.deck},
        "answer": answer,
        "after": after,
        "identity": _identity(deal, rules, game),
    }


def _game(deal: Deal, rules: Rules) -> dict[str, Any]:
    layout = Layout.of(rules)
    return {
        "rules": rules.to_dict(),
        "cards": [str(card) for card in deal.cards],
        "places": [str(place) for place in layout.places],
        "inPyramid": layout.in_pyramid,
        "heights": layout.heights,
        "pileNames": layout.piles,
        "covers": layout.covers,
        "monotone": early_never_hurts(rules),
    }


def _identity(deal: Deal, rules: Rules, named: str | None) -> dict[str, Any]:
    """What a link to the deal says of it."""
    usual = {} if named is None else GAMES[named].to_dict()
    changes = {k: v for k, v in rules.to_dict().items() if usual and v != usual[k]}
    return {
        "game": named,
        "number": None if deal.number is None else str(deal.number),
        "numbering": deal.numbering,
        "changes": changes,
    }


guard(__name__)
