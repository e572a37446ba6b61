"""The view in which readers enter a table of their own: its style, its games.

Decides what the view knows of a game. The view is no part of a page of
one deal, and is for a frame around the app (a site); docs/development/pages-and-site.md describes
how it is mounted.
"""

from typing import Final

from pyrtool.base.json_object import JsonObject
from pyrtool.game.cards import RANKS
from pyrtool.game.games import ALIASES, GAMES, TITLES, Rules
from pyrtool.game.layout import Layout
from pyrtool.game.pairs import are_simple
from pyrtool.notation.diagrams import rows_of
from pyrtool.pages.page.problem import constant, geometry
from pyrtool.pages.page.scripts import PAGES
from pyrtool.pictures.lettering.descriptions import name
from pyrtool.pictures.lettering.how_to_play import how_to_play
from pyrtool.pictures.lettering.typesetting import typeset_signs
from pyrtool.records.links import id_of

STYLE: Final = PAGES / "style/entry.css"
"""The style sheet that the view adds to the app's."""


def entry_games() -> list[JsonObject]:
    """Make what ``mountEntry`` takes as ``games``: every named game, aliases with their games."""
    return [_game(game, GAMES[game]) for game in GAMES if game not in ALIASES]


def _game(game: str, rules: Rules) -> JsonObject:
    layout = Layout.of(rules)
    constants = constant(rules)
    return {
        "name": game,
        "aliases": [alias for alias, of in ALIASES.items() if of == game],
        "title": typeset_signs(TITLES[game]),
        "lesson": how_to_play(rules),
        "constant": constants,
        "rules": constants["rules"],
        "places": constants["places"],
        "inPyramid": constants["inPyramid"],
        "shapeOf": [k for k, shape in enumerate(layout.shapes) for _ in shape.places],
        "labels": [shape.label for shape in layout.shapes if shape.label],
        "lines": _lines(rules, layout),
        "deck": [id_of(card) for card in rules.deck],
        "sets": [[RANKS[rank - 1] for rank in ranks] for ranks in rules.sets]
        if are_simple(rules.partners)
        else None,  # where a rank goes with several
        "names": {id_of(card): name(card) for card in rules.deck},
        "layout": geometry(rules),
    }


def _lines(rules: Rules, layout: Layout) -> list[JsonObject]:
    """Return the lines of the tableau in text; `first` is the one with the label of its part."""
    lines: list[JsonObject] = []
    before: tuple[str, list[str] | None] = ("", None)
    for row in rows_of(rules):
        numbers = [str(layout.places[i].index) for i in row.places] if row.numbered else None
        first = bool(row.label) and (row.label, numbers) != before
        lines.append({"label": row.label, "places": row.places, "numbers": numbers, "first": first})
        before = (row.label, numbers)
    return lines
