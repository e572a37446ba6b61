"""The named games as data: how each differs from standard Pyramid, and what else is known of it.

Decides nothing; which rules there are is for `rules`, and the names for `games`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final, Literal

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

SISTERS: Final = "Sister games without a pyramid"

NESTOR: Final[JsonObject] = {
    "tableau": "columns 8x6 + reserve 4",
    "pairs": "same",
    "stock": "none",
}
"""The rules of Nestor."""

BOTH_ENDS: Final[JsonObject] = {
    "stock_top": False,
    "stock_waste": "no",
    "waste_pairs": True,
    "waste_ends": "both",
}
"""The rules of AisleRiot's Treize."""


@dataclass(frozen=True)
class NamedGame:
    """The facts about a game.

    They are its `title` above a picture, its `family`, how it `differs` from standard Pyramid, its
    other names (`also`), its `source`, and the `numbering` of its deals where nothing names one.
    """

    title: str
    family: str
    differs: JsonObject = field(default_factory=dict)
    also: tuple[str, ...] = ()
    source: str = ""
    numbering: Literal["native", "pysolfc"] = "native"


_ARTICLE: Final = "Keller and Masten, Pyramid and Giza"

KNOWN: Final[dict[str, NamedGame]] = {
    "pyramid": NamedGame(
        "Pyramid",
        PYRAMIDS,
        source=_ARTICLE,
        also=("Standard Pyramid", "Pile of Twenty-Eight"),
    ),
    "bouquet": NamedGame("Bouquet", OPEN, {"stock": "bouquet"}, source=_ARTICLE),
    "par": NamedGame(
        "Par Pyramid", PYRAMIDS, {"passes": 3, "scoring": "par"}, source="Solitaire Till Dawn"
    ),
    "par-till-dawn": NamedGame(
        "Par Pyramid till Dawn",
        PYRAMIDS,
        {"passes": 3, "scoring": "par", "waste_pairs": True},
        source="Solitaire Till Dawn",
    ),
    "clear": NamedGame(
        "Clear the Pyramid",
        PYRAMIDS,
        {"stock_waste": "no", "goal": "pyramid"},
        source="a rules site",
    ),
    "microsoft": NamedGame(
        "Microsoft's Pyramid",
        PYRAMIDS,
        {"passes": 3, "goal": "pyramid", "scoring": "microsoft"},
        source="Microsoft Solitaire Collection",
    ),
    "tut": NamedGame("Tut's Tomb", TUT, TOMB, source="Tut's Tomb, 1990"),
    "tut-single": NamedGame(
        "Tut's Tomb by Single Cards",
        TUT,
        {**TOMB, "draw": 1, "passes": 1},
        source="Tut's Tomb, 1990",
    ),
    "king-tut": NamedGame(
        "King Tut", TUT, {**TOMB, "goal": "all"}, source="Pretty Good Solitaire, its first rules"
    ),
    "giza": NamedGame("Giza", OPEN, {"columns": (8, 3), "stock": "none"}, source="Keller, 1996"),
    "giza6x4": NamedGame(
        "Giza 6x4", OPEN, {"columns": (6, 4), "stock": "none"}, ("6x4 Giza",), _ARTICLE
    ),
    "pysolfc": NamedGame(
        "PySolFC's Pyramid",
        PYRAMIDS,
        {"passes": 3},
        source="PySolFC, game 38",
        numbering="pysolfc",
    ),
    "king-tut-pysolfc": NamedGame(
        "PySolFC's King Tut",
        TUT,
        {**TOMB, "overlap": False},
        source="PySolFC, game 681",
        numbering="pysolfc",
    ),
    "elizabeth": NamedGame(
        "Elizabeth",
        PYRAMIDS,
        {"goal": "pyramid"},
        also=("Elizabeth's Solitaire",),
        source="Bryden, 1927; Johnson and Pope, 1928",
    ),
    "tower": NamedGame(
        "The Tower of Twenty-Eight",
        PYRAMIDS,
        {"goal": "pyramid", "passes": 2},
        ("Tower of Twenty-Eight",),
        "Bonaventure, 1930",
    ),
    "thirteen": NamedGame(
        "Thirteen",
        PYRAMIDS,
        {"stock_top": False, "stock_waste": "no", "waste_pairs": True, "face_down": "covered"},
        source="AisleRiot",
    ),
    "treize": NamedGame(
        "Treize",
        WASTES,
        {**BOTH_ENDS},
        source="AisleRiot",
    ),
    "yield": NamedGame(
        "Yield",
        WASTES,
        {**BOTH_ENDS, "tableau": "triangle 7"},
        source="AisleRiot",
    ),
    "day": NamedGame(
        "Day's Pyramid",
        WASTES,
        {"wastes": 2, "deal_to": "choice", "passes": 2},
        source="Day, 1996, in Keller and Masten",
    ),
    "apophis": NamedGame(
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
    "eleven-triangle": NamedGame(
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
    "alonso": NamedGame(
        "Alonso",
        TABLEAUX,
        {"tableau": "pyramid 6 + pyramid 6", "passes": 2},
        source=_ARTICLE,
    ),
    "reserve": NamedGame("Pyramid with a Reserve", TABLEAUX, {"reserve": 7}, source=_ARTICLE),
    "triangle": NamedGame(
        "Triangle",
        TABLEAUX,
        {"tableau": "triangle 7", "passes": 3},
        also=("Funnel", "Triangle Solitaire"),
        source="PySolFC, game 700; BVS Solitaire",
    ),
    "giza-triangle": NamedGame(
        "Giza on a Triangle",
        OPEN,
        {"tableau": "triangle 7 + columns 8x3", "stock": "none"},
        source="Keller's discarded try",
    ),
    "spanish": NamedGame(
        "Spanish Pyramid",
        PAIRS,
        {"total": 12},
        source="Wikipedia, Pyramid (solitaire)",
    ),
    "piramide": NamedGame("Piramide", PAIRS, {"total": 10}, source="Italian sites"),
    "dozen": NamedGame(
        "Pyramid Dozen",
        PAIRS,
        {"columns": (6, 4), "stock": "none", "pairs": "sum 12, Q-K"},
        source="PySolFC, game 846",
    ),
    "cheops": NamedGame(
        "Cheops",
        PAIRS,
        {"pairs": "same, next"},
        source="PySolFC, game 659",
    ),
    "double-pyramid": NamedGame(
        "Double Pyramid",
        PACKS,
        {"rows": 9, "packs": 2, "passes": 3},
        source="PySolFC, game 699",
    ),
    "two-pyramids": NamedGame(
        "Two Pyramids",
        PACKS,
        {"pyramids": 2, "packs": 2, "passes": 3},
        source="PySolFC, game 677",
    ),
    "up-and-down": NamedGame(
        "Up and Down",
        PACKS,
        {"tableau": "pyramid 7 + triangle 7", "packs": 2, "passes": 3},
        source="PySolFC, game 701",
    ),
    "fourteen-out": NamedGame(
        "Fourteen Out",
        SISTERS,
        {"tableau": "columns 4x5 + columns 8x4", "total": 14, "stock": "none"},
        ("Take Fourteen", "Fourteen Puzzle"),
        "Keller and Masten; PySolFC, game 96",
    ),
    "nestor": NamedGame("Nestor", SISTERS, NESTOR, source="Parlett; Keller and Masten"),
    "nestor-rectified": NamedGame(
        "Nestor Rectified",
        SISTERS,
        NESTOR | {"tableau": "columns 8x6 rectified + reserve 4"},
        source="the usual rule; PySolFC, game 235",
    ),
    "pharaohs": NamedGame(
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


OF_PYSOLFC: Final = {
    "pysolfc": ("Pyramid", 38),
    "relaxed": ("Relaxed Pyramid", 193),
    "giza": ("Giza", 592),
    "pharaohs": ("Pharaohs", 655),
    "apophis": ("Apophis", 658),
    "cheops": ("Cheops", 659),
    "two-pyramids": ("Two Pyramids", 677),
    "king-tut-pysolfc": ("King Tut", 681),
    "double-pyramid": ("Double Pyramid", 699),
    "triangle": ("Triangle", 700),
    "up-and-down": ("Up and Down", 701),
    "dozen": ("Pyramid Dozen", 846),
    "eleven-triangle": ("Eleven Triangle", 969),
    "fourteen-out": ("Fourteen", 96),
    "nestor-rectified": ("Nestor", 235),
}
"""The games that PySolFC has: our name -> its title and number."""

OF_OTHERS: Final = {
    "thirteen": "AisleRiot's Thirteen",
    "treize": "AisleRiot's Treize",
    "yield": "AisleRiot's Yield",
    "king-tut": "Pretty Good Solitaire's King Tut",
    "microsoft": "Microsoft's Pyramid",
} | {name: f"PySolFC's {title}" for name, (title, _) in OF_PYSOLFC.items()}
"""What another program calls a game: our name -> the program's, and its title."""

OTHER_GAMES: Final = frozenset(("pikespeak", "matrimony"))
"""Games that are sometimes taken for one of these, by their letters."""

WINNABLE: Final = {
    "pyramid": "7.05",
    "par": "66.15",
    "par-till-dawn": "66.15",
    "clear": "3.84",
    "microsoft": "66.58",
    "pysolfc": "66.15",
    "elizabeth": "9.39",
    "tower": "59.27",
    "thirteen": "7.05",
    "bouquet": "66.88",
    "giza": "36.53",
    "giza6x4": "17.99",
    "giza-triangle": "36.46",
    "pharaohs": "0.72",
    "tut": "73.99",
    "tut-single": "12.76",
    "king-tut": "4.43",
    "king-tut-pysolfc": "55.85",
    "treize": "49.47",
    "yield": "38.85",
    "day": "66.69 to 66.82",
    "apophis": "66.75 to 66.82",
    "eleven-triangle": "13.60",
    "alonso": "29.20",
    "reserve": "48.61",
    "triangle": "65.50",
    "spanish": "8.54",
    "fourteen-out": "92.74",
    "nestor": "13.90",
    "nestor-rectified": "53.18",
    "piramide": "8.42",
    "dozen": "9.78",
    "cheops": "99.10 to 99.91",
    "double-pyramid": "92.33 to 99.47",
    "two-pyramids": "99.79 to 99.83",
    "up-and-down": "99.87 to 99.89",
}
"""The per cent of deals that can be won when every card is known, from docs/results/win-rates.md;
where some are unknown, at least and at most."""


def called_so(text: str) -> str | None:
    """The name of the game called so, whatever the capitals and hyphens; None if none is."""
    return _BY_LETTERS.get(_letters(text[:60]))


def called_alike(text: str) -> list[str]:
    """The games with names that are nearly so, the nearest first."""
    like = get_close_matches(_letters(text[:60]), _BY_LETTERS, n=6, cutoff=0.75)
    return list(dict.fromkeys(_BY_LETTERS[letters] for letters in like))[:3]


def is_another(text: str) -> bool:
    """Whether a game that is none of these is called so."""
    return _letters(text[:60]) in OTHER_GAMES


def _letters(name: str) -> str:
    return "".join(c for c in name.lower().removeprefix("the ") if c.isalnum())


_BY_LETTERS: Final = (
    {
        _letters(called): name
        for name, theirs in OF_OTHERS.items()
        for called in (theirs, theirs.replace("'s ", " "))
    }
    | {_letters(f"PySolFC {number}"): name for name, (_, number) in OF_PYSOLFC.items()}
    | {
        _letters(called): name
        for name, facts in reversed(KNOWN.items())
        for called in (*facts.also, facts.title, name)
    }
    | {_letters(called): other for other, (_, title) in SAME.items() for called in (title, other)}
)


guard(__name__)
