"""What a view in which one enters a table of one's own needs: its code, its style, its games.

Decides which files these are, and what the view knows of a game. The view is no part of a page of
one deal, and is for a frame around the app (a site); docs/development/pages-and-site.md describes
how it is mounted.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.game.cards import RANKS
from pyrtool.game.games import ALIASES, GAMES, TITLES, Rules
from pyrtool.game.layout import Layout
from pyrtool.game.pairs import are_simple
from pyrtool.notation.diagrams import rows_of
from pyrtool.pages.page.geometry import geometry
from pyrtool.pages.page.problem import constant, id_of
from pyrtool.pictures.lettering.how_to_play import how_to_play
from pyrtool.pictures.lettering.typography import typeset_signs
from pyrtool.pictures.lettering.words import name

_PAGES: Final = Path(__file__).parent.parent

SCRIPTS: Final = tuple(
    _PAGES / f"app/entry/{part}.js"
    for part in (
        *("cells", "tables", "partly_seen", "face_down", "reader", "events", "text"),
        *("at_the_table", "entered", "found", "view"),
    )
)
"""The view's scripts, in the order in which they run, after those of the app."""

STYLE: Final = _PAGES / "style/entry.css"
"""The style sheet that the view adds to the app's."""


def entry_games() -> list[JsonObject]:
    """What ``mountEntry`` takes as its ``games``: every named game, aliases with the game that
    they name."""
    return [_game(named, GAMES[named]) for named in GAMES if named not in ALIASES]


def _game(named: str, rules: Rules) -> JsonObject:
    layout = Layout.of(rules)
    constants = constant(rules)
    return {
        "name": named,
        "aliases": [alias for alias, of in ALIASES.items() if of == named],
        "title": typeset_signs(TITLES[named]),
        "lesson": how_to_play(rules),
        "constant": constants,
        "rules": constants["rules"],
        "places": constants["places"],
        "inPyramid": constants["inPyramid"],
        "shapeOf": [k for k, shape in enumerate(layout.shapes) for _ in shape.places],
        "labels": [shape.label for shape in layout.shapes if shape.label],
        "lines": _lines(rules, layout),
        "deck": [id_of(card) for card in rules.deck],
        "sets": _sets(rules),
        "names": {id_of(card): name(card) for card in rules.deck},
        "layout": geometry(rules),
    }


def _sets(rules: Rules) -> list[list[str]] | None:
    """The ranks of each set; none where a rank goes with several."""
    if not are_simple(rules.partners):
        return None
    return [[RANKS[rank - 1] for rank in ranks] for ranks in rules.sets]


def _lines(rules: Rules, layout: Layout) -> list[JsonObject]:
    """The lines of the tableau in text; `first` is the one that bears the label of its part."""
    lines: list[JsonObject] = []
    before: tuple[str, list[str] | None] = ("", None)
    for row in rows_of(rules):
        numbers = [str(layout.places[i].index) for i in row.places] if row.numbered else None
        first = bool(row.label) and (row.label, numbers) != before
        lines.append({"label": row.label, "places": row.places, "numbers": numbers, "first": first})
        before = (row.label, numbers)
    return lines


guard(__name__)
