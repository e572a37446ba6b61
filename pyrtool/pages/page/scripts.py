"""The scripts of a page, in their order.

Decides which of them a game needs; docs/development/pages-and-site.md describes what they do.
"""

from __future__ import annotations

from typing import Final

from pyrtool.answers.soundness import searched_by_sets
from pyrtool.base.arguments import guard
from pyrtool.game.games import Rules

SAY: Final = "engine/say.js"
"""What looks messages up; a page in one language has no need of it."""

REFEREE: Final = (SAY, *(f"engine/{name}.js" for name in ("numbers", "position", "known")))
"""What knows the game, in its order."""

SEARCHES: Final = tuple(
    f"engine/{name}.js"
    for name in (
        *("bits", "hash_table", "sets", "state", "discards", "search", "shortest"),
        *("solve", "blocks", "advice", "closed", "worker"),
    )
)
"""What searches it, in its order, after the rules. Beside a frame it is loaded with the first
question."""

ENGINE: Final = (*REFEREE, *SEARCHES)
"""Both. They run on the page and, the same text again, in a worker."""

GENERAL: Final = "engine/general.js"

LATER: Final = ("engine/best.js", GENERAL)
"""What the engine needs besides, to find the best that is left and to search games that it does
not know by sets. It is loaded late: with the searches beside a frame; on a page text, or none."""

HIDDEN: Final = tuple(
    f"engine/hidden/{name}.js"
    for name in ("prior", "sight", "winnable", "exact", "playing", "chances", "table")
)
"""What the engine needs besides for tables with unknown cards. It is loaded late, too."""

APP: Final = tuple(
    f"app/{name}.js"
    for name in (
        *("dom", "solver", "play", "places", "words", "motion", "faces", "board"),
        *("pointer", "keys", "storage", "clock", "link", "table", "hints", "whys", "panels"),
        *("advice", "explained", "lost", "share", "main"),
    )
)
"""What a reader sees and presses, in its order, after the engine."""

ALONE: Final = "app/alone.js"
"""What starts a page without a frame, after the app."""

WHYS: Final = "app/whys.js"
"""What shows the reasons that come with an answer: on a site, later than the first view."""

_BY_SETS: Final = frozenset(
    f"engine/{name}.js"
    for name in ("bits", "sets", "state", "discards", "search", "shortest", "blocks")
)


def engine_of(rules: Rules) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a page of this game runs, and what later: one kind of search, not both."""
    if searched_by_sets(rules):
        return ENGINE, tuple(file for file in LATER if file != GENERAL)
    return (GENERAL, *(file for file in ENGINE if file not in _BY_SETS)), ()


guard(__name__)
