"""The named games as data: how each differs from standard Pyramid, and what else is known of it.

Decides nothing; which rules there are is for `rules`, and the names for `games`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject

PYRAMIDS: Final = "Pyramid with a stock"
TUT: Final = "Tut's Tomb"
TABLEAUX: Final = "Other tableaux with a stock"
PAIRS: Final = "Other pairs"
WASTES: Final = "Several wastes, or both ends of one"
PACKS: Final = "Two packs"
OPEN: Final = "Open games: every card is free or waits for cards that cover it"

TOMB: Final[JsonObject] = {
    "draw": 3,
    "passes": None,
    "stock_top": False,
    "stock_waste": "no",
    "overlap": True,
    "goal": "pyramid",
}
"""The rules of Tut's Tomb."""

BOTH_ENDS: Final[JsonObject] = {
    "stock_top": False,
    "stock_waste": "no",
    "waste_pairs": True,
    "waste_ends": "both",
}
"""The rules of AisleRiot's Treize."""


@dataclass(frozen=True)
class Told:
    """The facts about a game.

    They are its `title` above a picture, its `family`, how it `differs` from standard Pyramid, its
    other names (`also`), and its `source`.
    """

    title: str
    family: str
    differs: JsonObject = field(default_factory=dict)
    also: tuple[str, ...] = ()
    source: str = ""


_ARTICLE: Final = "Keller and Masten, Pyramid and Giza"

KNOWN: Final[dict[str, Told]] = {
    "pyramid": Told(
        "Pyramid",
        PYRAMIDS,
        source=_ARTICLE,
        also=("Standard Pyramid",),
    ),
    "bouquet": Told("Bouquet", OPEN, {"stock": "bouquet"}, source=_ARTICLE),
    "par": Told(
        "Par Pyramid", PYRAMIDS, {"passes": 3, "scoring": "par"}, source="Solitaire Till Dawn"
    ),
    "par-till-dawn": Told(
        "Par Pyramid till Dawn",
        PYRAMIDS,
        {"passes": 3, "scoring": "par", "waste_pairs": True},
        source="Solitaire Till Dawn",
    ),
    "clear": Told(
        "Clear the Pyramid",
        PYRAMIDS,
        {"stock_waste": "no", "goal": "pyramid"},
        source="a rules site",
    ),
    "microsoft": Told(
        "Microsoft's Pyramid",
        PYRAMIDS,
        {"passes": 3, "goal": "pyramid", "scoring": "microsoft"},
        source="Microsoft Solitaire Collection",
    ),
    "tut": Told("Tut's Tomb", TUT, TOMB, source="Tut's Tomb, 1990"),
    "tut-single": Told(
        "Tut's Tomb by Single Cards",
        TUT,
        {**TOMB, "draw": 1, "passes": 1},
        source="Tut's Tomb, 1990",
    ),
    "king-tut": Told(
        "King Tut", TUT, {**TOMB, "goal": "all"}, source="Pretty Good Solitaire, its first rules"
    ),
    "giza": Told("Giza", OPEN, {"columns": (8, 3), "stock": "none"}, source="Keller, 1996"),
    "giza6x4": Told("Giza 6x4", OPEN, {"columns": (6, 4), "stock": "none"}, source=_ARTICLE),
    "pysolfc": Told("PySolFC's Pyramid", PYRAMIDS, {"passes": 3}, source="PySolFC, game 38"),
    "king-tut-pysolfc": Told(
        "PySolFC's King Tut", TUT, {**TOMB, "overlap": False}, source="PySolFC, game 681"
    ),
    "elizabeth": Told(
        "Elizabeth",
        PYRAMIDS,
        {"goal": "pyramid"},
        source="Bryden, 1927; Johnson and Pope, 1928",
    ),
    "tower": Told(
        "The Tower of Twenty-Eight",
        PYRAMIDS,
        {"goal": "pyramid", "passes": 2},
        ("Tower of Twenty-Eight",),
        "Bonaventure, 1930",
    ),
    "thirteen": Told(
        "Thirteen",
        PYRAMIDS,
        {"stock_top": False, "stock_waste": "no", "waste_pairs": True, "face_down": "covered"},
        source="AisleRiot",
    ),
    "treize": Told(
        "Treize",
        WASTES,
        {**BOTH_ENDS},
        source="AisleRiot",
    ),
    "yield": Told(
        "Yield",
        WASTES,
        {**BOTH_ENDS, "tableau": "triangle 7"},
        source="AisleRiot",
    ),
    "day": Told(
        "Day's Pyramid",
        WASTES,
        {"wastes": 2, "deal_to": "choice", "passes": 2},
        source="Day, 1996, in Keller and Masten",
    ),
    "apophis": Told(
        "Apophis",
        WASTES,
        {
            "wastes": 3,
            "stock_top": False,
            "stock_waste": "no",
            "waste_match": True,
            "passes": 3,
        },
        ("Spider Deal",),
        "PySolFC, game 658",
    ),
    "eleven-triangle": Told(
        "Eleven Triangle",
        WASTES,
        {
            "tableau": "triangle 7",
            "wastes": 3,
            "stock_top": False,
            "stock_waste": "no",
            "waste_match": True,
            "pairs": "sum 11, J-J, Q-Q, K-K",
        },
        source="PySolFC, game 969",
    ),
    "alonso": Told(
        "Alonso",
        TABLEAUX,
        {"tableau": "pyramid 6 + pyramid 6", "passes": 2},
        source=_ARTICLE,
    ),
    "reserve": Told("Pyramid with a Reserve", TABLEAUX, {"reserve": 7}, source=_ARTICLE),
    "triangle": Told(
        "Triangle",
        TABLEAUX,
        {"tableau": "triangle 7", "passes": 3},
        also=("Funnel",),
        source="PySolFC, game 700; BVS Solitaire",
    ),
    "giza-triangle": Told(
        "Giza on a Triangle",
        OPEN,
        {"tableau": "triangle 7 + columns 8x3", "stock": "none"},
        source="Keller's discarded try",
    ),
    "spanish": Told(
        "Spanish Pyramid",
        PAIRS,
        {"total": 12},
        source="Wikipedia, Pyramid (solitaire)",
    ),
    "dozen": Told(
        "Pyramid Dozen",
        PAIRS,
        {"columns": (6, 4), "stock": "none", "pairs": "sum 12, Q-K"},
        source="PySolFC, game 846",
    ),
    "cheops": Told(
        "Cheops",
        PAIRS,
        {"pairs": "same, next"},
        source="PySolFC, game 659",
    ),
    "double-pyramid": Told(
        "Double Pyramid",
        PACKS,
        {"rows": 9, "packs": 2, "passes": 3},
        source="PySolFC, game 699",
    ),
    "two-pyramids": Told(
        "Two Pyramids",
        PACKS,
        {"pyramids": 2, "packs": 2, "passes": 3},
        source="PySolFC, game 677",
    ),
    "up-and-down": Told(
        "Up and Down",
        PACKS,
        {"tableau": "pyramid 7 + triangle 7", "packs": 2, "passes": 3},
        source="PySolFC, game 701",
    ),
    "pharaohs": Told(
        "Pharaohs",
        OPEN,
        {"tableau": "pyramid 2 + pyramid 7 + pyramid 6", "stock": "none"},
        ("Three Pharaohs",),
        "PySolFC, game 655",
    ),
}
"""The named games: name -> the facts about each."""

SAME: Final = {"relaxed": ("microsoft", "Relaxed Pyramid")}
"""Other names under which a game is listed: other name -> (name, title)."""


def called_so(text: str) -> str | None:
    """The name of the game called so, whatever the capitals and hyphens; None if none is."""
    return _BY_LETTERS.get(_letters(text[:60]))


def _letters(name: str) -> str:
    return "".join(c for c in name.lower().removeprefix("the ") if c.isalnum())


_BY_LETTERS: Final = {
    _letters(called): name
    for name, told in reversed(KNOWN.items())
    for called in (*told.also, told.title, name)
} | {_letters(called): other for other, (_, title) in SAME.items() for called in (title, other)}


guard(__name__)
