"""The named games as data: how each differs from standard Pyramid, and what else is known of it.

Decides nothing; which rules there are is for `rules`, and the names for `games`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final, Literal

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
    `winnable` is the per cent of deals that can be won when every card is known, as in
    docs/results/win-rates.md; where some are unknown, at least and at most.
    """

    title: str
    family: str
    differs: JsonObject = field(default_factory=dict)
    also: tuple[str, ...] = ()
    source: str = ""
    numbering: Literal["native", "pysolfc"] = "native"
    winnable: str = field(kw_only=True)


_ARTICLE: Final = "Keller and Masten, Pyramid and Giza"

KNOWN: Final[dict[str, NamedGame]] = {
    "pyramid": NamedGame(
        "Pyramid",
        PYRAMIDS,
        source=_ARTICLE,
        also=("Standard Pyramid", "Pile of Twenty-Eight"),
        winnable="7.05",
    ),
    "bouquet": NamedGame("Bouquet", OPEN, {"stock": "bouquet"}, source=_ARTICLE, winnable="66.88"),
    "par": NamedGame(
        "Par Pyramid",
        PYRAMIDS,
        {"passes": 3, "scoring": "par"},
        source="Solitaire Till Dawn",
        winnable="66.15",
    ),
    "par-till-dawn": NamedGame(
        "Par Pyramid till Dawn",
        PYRAMIDS,
        {"passes": 3, "scoring": "par", "waste_pairs": True},
        source="Solitaire Till Dawn",
        winnable="66.15",
    ),
    "clear": NamedGame(
        "Clear the Pyramid",
        PYRAMIDS,
        {"stock_waste": "no", "goal": "pyramid"},
        source="a rules site",
        winnable="3.84",
    ),
    "microsoft": NamedGame(
        "Microsoft's Pyramid",
        PYRAMIDS,
        {"passes": 3, "goal": "pyramid", "scoring": "microsoft"},
        source="Microsoft Solitaire Collection",
        winnable="66.58",
    ),
    "tut": NamedGame("Tut's Tomb", TUT, TOMB, source="Tut's Tomb, 1990", winnable="73.99"),
    "tut-single": NamedGame(
        "Tut's Tomb by Single Cards",
        TUT,
        {**TOMB, "draw": 1, "passes": 1},
        source="Tut's Tomb, 1990",
        winnable="12.76",
    ),
    "king-tut": NamedGame(
        "King Tut",
        TUT,
        {**TOMB, "goal": "all"},
        source="Pretty Good Solitaire, its first rules",
        winnable="4.43",
    ),
    "giza": NamedGame(
        "Giza", OPEN, {"columns": (8, 3), "stock": "none"}, source="Keller, 1996", winnable="36.53"
    ),
    "giza6x4": NamedGame(
        "Giza 6x4",
        OPEN,
        {"columns": (6, 4), "stock": "none"},
        ("6x4 Giza",),
        _ARTICLE,
        winnable="17.99",
    ),
    "pysolfc": NamedGame(
        "PySolFC's Pyramid",
        PYRAMIDS,
        {"passes": 3},
        source="PySolFC, game 38",
        numbering="pysolfc",
        winnable="66.15",
    ),
    "king-tut-pysolfc": NamedGame(
        "PySolFC's King Tut",
        TUT,
        {**TOMB, "overlap": False},
        source="PySolFC, game 681",
        numbering="pysolfc",
        winnable="55.85",
    ),
    "elizabeth": NamedGame(
        "Elizabeth",
        PYRAMIDS,
        {"goal": "pyramid"},
        also=("Elizabeth's Solitaire",),
        source="Bryden, 1927; Johnson and Pope, 1928",
        winnable="9.39",
    ),
    "tower": NamedGame(
        "The Tower of Twenty-Eight",
        PYRAMIDS,
        {"goal": "pyramid", "passes": 2},
        ("Tower of Twenty-Eight",),
        "Bonaventure, 1930",
        winnable="59.27",
    ),
    "thirteen": NamedGame(
        "Thirteen",
        PYRAMIDS,
        {"stock_top": False, "stock_waste": "no", "waste_pairs": True, "face_down": "covered"},
        source="AisleRiot",
        winnable="7.05",
    ),
    "treize": NamedGame("Treize", WASTES, {**BOTH_ENDS}, source="AisleRiot", winnable="49.47"),
    "yield": NamedGame(
        "Yield",
        WASTES,
        {**BOTH_ENDS, "tableau": "triangle 7"},
        source="AisleRiot",
        winnable="38.85",
    ),
    "day": NamedGame(
        "Day's Pyramid",
        WASTES,
        {"wastes": 2, "deal_to": "choice", "passes": 2},
        source="Day, 1996, in Keller and Masten",
        winnable="66.69 to 66.82",
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
        winnable="66.75 to 66.82",
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
        winnable="13.60",
    ),
    "alonso": NamedGame(
        "Alonso",
        TABLEAUX,
        {"tableau": "pyramid 6 + pyramid 6", "passes": 2},
        source=_ARTICLE,
        winnable="29.20",
    ),
    "reserve": NamedGame(
        "Pyramid with a Reserve", TABLEAUX, {"reserve": 7}, source=_ARTICLE, winnable="48.61"
    ),
    "triangle": NamedGame(
        "Triangle",
        TABLEAUX,
        {"tableau": "triangle 7", "passes": 3},
        also=("Funnel", "Triangle Solitaire"),
        source="PySolFC, game 700; BVS Solitaire",
        winnable="65.50",
    ),
    "giza-triangle": NamedGame(
        "Giza on a Triangle",
        OPEN,
        {"tableau": "triangle 7 + columns 8x3", "stock": "none"},
        source="Keller's discarded try",
        winnable="36.46",
    ),
    "spanish": NamedGame(
        "Spanish Pyramid",
        PAIRS,
        {"total": 12},
        source="Wikipedia, Pyramid (solitaire)",
        winnable="8.54",
    ),
    "piramide": NamedGame(
        "Piramide", PAIRS, {"total": 10}, source="Italian sites", winnable="8.42"
    ),
    "make-ten": NamedGame(
        "Make Ten",
        PAIRS,
        {"rows": 6, "total": 10, "goal": "pyramid"},
        ("Make Ten Pyramid", "Make Ten Pyramid Solitaire"),
        "pages for schools",
        winnable="30.57",
    ),
    "dozen": NamedGame(
        "Pyramid Dozen",
        PAIRS,
        {"columns": (6, 4), "stock": "none", "pairs": "sum 12, Q-K"},
        source="PySolFC, game 846",
        winnable="9.78",
    ),
    "cheops": NamedGame(
        "Cheops",
        PAIRS,
        {"pairs": "same, next"},
        source="PySolFC, game 659",
        winnable="99.10 to 99.91",
    ),
    "double-pyramid": NamedGame(
        "Double Pyramid",
        PACKS,
        {"rows": 9, "packs": 2, "passes": 3},
        source="PySolFC, game 699",
        winnable="92.33 to 99.47",
    ),
    "two-pyramids": NamedGame(
        "Two Pyramids",
        PACKS,
        {"pyramids": 2, "packs": 2, "passes": 3},
        source="PySolFC, game 677",
        winnable="99.79 to 99.83",
    ),
    "up-and-down": NamedGame(
        "Up and Down",
        PACKS,
        {"tableau": "pyramid 7 + triangle 7", "packs": 2, "passes": 3},
        source="PySolFC, game 701",
        winnable="99.87 to 99.89",
    ),
    "fourteen-out": NamedGame(
        "Fourteen Out",
        SISTERS,
        {"tableau": "columns 4x5 + columns 8x4", "total": 14, "stock": "none"},
        ("Take Fourteen", "Fourteen Puzzle"),
        "Keller and Masten; PySolFC, game 96",
        winnable="92.74",
    ),
    "nestor": NamedGame(
        "Nestor", SISTERS, NESTOR, source="Parlett; Keller and Masten", winnable="13.90"
    ),
    "nestor-rectified": NamedGame(
        "Nestor Rectified",
        SISTERS,
        NESTOR | {"tableau": "columns 8x6 rectified + reserve 4"},
        source="the usual rule; PySolFC, game 235",
        winnable="53.18",
    ),
    "pharaohs": NamedGame(
        "Pharaohs",
        OPEN,
        {"tableau": "pyramid 2 + pyramid 7 + pyramid 6", "stock": "none"},
        ("Three Pharaohs",),
        "PySolFC, game 655",
        winnable="0.72",
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


@dataclass(frozen=True)
class Elsewhere:
    """A game in another program or book: its names there, the shown one first, and in `words` which
    rules it has, from the `source`."""

    called: tuple[str, ...]
    words: str
    source: str
    is_another: bool = False
    """Whether it is another game, so that ours is not called so."""


_SAME_RULES: Final = "the same rules"

ELSEWHERE: Final[dict[str, tuple[Elsewhere, ...]]] = {
    "king-tut": (
        Elsewhere(
            ("Pretty Good Solitaire's King Tut", "PGS's King Tut"),
            "its first rules; its list of wins fits a game that ends when the pyramid is cleared, "
            "as tut does",
            "Keller and Masten; its Top Scores",
        ),
    ),
    "giza": (
        Elsewhere(
            ("Pretty Good Solitaire's Giza", "PGS's Giza"),
            _SAME_RULES,
            "goodsol.com/pgshelp/giza.htm",
        ),
        Elsewhere(("Solitaire Plus's Giza",), _SAME_RULES, "mac.gamesforone.com/rules/giza.html"),
        Elsewhere(
            ("Solitaire Virtuoso's Giza", "Virtuoso's Giza"),
            "the same rules, but its numbers name other deals",
            "Keller and Masten",
        ),
        Elsewhere(
            ("solitaired.com's Giza", "Solitaired's Giza"),
            "another game: seven columns of three, which leaves three cards over",
            "solitaired.com/giza",
            is_another=True,
        ),
        Elsewhere(
            ("pyramidsolitaire.net's Giza",),
            "another game: three pyramids, the middle one a row taller, and four cards above them",
            "www.pyramidsolitaire.net/giza.html",
            is_another=True,
        ),
        Elsewhere(
            ("solitaire.city's Giza", "solitare.games' Giza"),
            "another game by its words: three pyramids side by side and eight columns",
            "solitaire.city/giza-strategy",
            is_another=True,
        ),
    ),
    "par-till-dawn": (
        Elsewhere(
            ("Solitaire Till Dawn's Pyramid", "Till Dawn's Pyramid"),
            "the same rules; a button discards the two top waste cards, and nothing vanishes by "
            "itself",
            "semicolon.com/Solitaire/Rules/Pyramid.html",
        ),
    ),
    "pysolfc": (
        Elsewhere(
            ("Solitaire Plus's Pyramid",),
            "the same rules, if the first of its two waste piles is the place of the turned card",
            "mac.gamesforone.com/rules/pyramid.html",
        ),
    ),
    "triangle": (
        Elsewhere(("BVS Solitaire's Funnel", "BVS's Funnel"), _SAME_RULES, "Keller and Masten"),
    ),
    "tut": (
        Elsewhere(("Microsoft's Tut's Tomb",), _SAME_RULES, "Microsoft Entertainment Pack 2, 1990"),
    ),
    "microsoft": (
        Elsewhere(("Microsoft's Pyramid",), _SAME_RULES, "Microsoft Solitaire Collection"),
    ),
    "thirteen": (Elsewhere(("AisleRiot's Thirteen",), _SAME_RULES, "its help"),),
    "treize": (Elsewhere(("AisleRiot's Treize",), _SAME_RULES, "its help"),),
    "yield": (Elsewhere(("AisleRiot's Yield",), _SAME_RULES, "its help"),),
    "tower": (
        Elsewhere(
            ("Coops' Tower of Twenty-Eight",),
            "two passes too, but all 52 cards must be discarded: --game tower --goal all",
            "Coops",
        ),
    ),
}
"""The named games elsewhere: our name -> what other programs and books call so."""

OF_OTHERS: Final = {name: theirs[0].called[0] for name, theirs in ELSEWHERE.items()} | {
    name: f"PySolFC's {title}" for name, (title, _) in OF_PYSOLFC.items()
}
"""Names in other programs: our name -> the program's, and its title."""

OTHER_GAMES: Final = frozenset(("pikespeak", "matrimony"))
"""Games that are sometimes taken for one of these, by their letters."""

WINNABLE_CHANGED: Final = {
    "bouquet, rows 5, overlap": "99.64",
    "bouquet, rows 5": "98.62",
    "bouquet, rows 6, overlap": "96.93",
    "bouquet, rows 6": "91.89",
    "bouquet, overlap": "83.15",
    "bouquet, rows 8, overlap": "38.35",
    "bouquet, rows 8": "16.31",
    "bouquet, rows 9, overlap": "1.28",
    "bouquet, rows 9": "0.07",
    "giza, overlap": "59.30",
    "giza, columns 6x4, overlap": "38.44",
    "pyramid, overlap, goal pyramid": "23.54",
    "pyramid, overlap": "16.47",
    "pyramid, stock-waste no, overlap, goal pyramid": "12.76",
    "pyramid, stock-waste no, overlap": "0.15",
    "pyramid, stock-waste no": "0.09",
    "pyramid, stock-waste auto, overlap, goal pyramid": "23.06",
    "pyramid, stock-waste auto-on-turn, overlap, goal pyramid": "21.16",
    "pyramid, stock-waste auto, goal pyramid": "8.92",
    "pyramid, stock-waste auto-on-turn, goal pyramid": "7.84",
    "pyramid, stock-waste auto, overlap": "16.18",
    "pyramid, stock-waste auto-on-turn, overlap": "15.01",
    "pyramid, stock-waste auto": "6.69",
    "pyramid, stock-waste auto-on-turn": "5.95",
    "pyramid, passes 2": "57.34",
    "pyramid, passes unlimited": "66.55",
    "pyramid, passes unlimited, goal pyramid": "66.88",
    "tut-single, no overlap": "3.84",
    "king-tut, no overlap": "3.90",
    "king-tut, draw 1, passes 1": "0.15",
    "king-tut, draw 1, passes 1, no overlap": "0.09",
}
"""The per cent of deals that can be won of games whose rules are changed, from
docs/results/article.md."""


def called_so(text: str) -> str | None:
    """Return the name of the game called so, whatever the capitals and hyphens; None if none is."""
    return _BY_LETTERS.get(_letters(text[:60]))


def called_alike(text: str) -> list[str]:
    """Return the games with names that are nearly so, the nearest first."""
    like = get_close_matches(_letters(text[:60]), _BY_LETTERS, n=6, cutoff=0.75)
    return list(dict.fromkeys(_BY_LETTERS[letters] for letters in like))[:3]


def another_game(text: str) -> str | None:
    """Return what is said of a game that is often taken for one of these; None of other names."""
    return _OTHERS.get(_letters(text[:60]))


def _letters(name: str) -> str:
    return "".join(c for c in name.lower().removeprefix("the ") if c.isalnum())


def _spellings(one: Elsewhere) -> Iterator[str]:
    for called in one.called:
        yield from (_letters(called), _letters(called.replace("'s ", " ")))


_EVERYWHERE: Final = [(name, one) for name, theirs in ELSEWHERE.items() for one in theirs]
_OTHERS: Final = dict.fromkeys(OTHER_GAMES, "another game, and none of these") | {
    letters: one.words for _, one in _EVERYWHERE if one.is_another for letters in _spellings(one)
}
_BY_LETTERS: Final = (
    {
        letters: name
        for name, one in _EVERYWHERE
        if not one.is_another
        for letters in _spellings(one)
    }
    | {
        _letters(f"PySolFC{owner} {title}"): name
        for name, (title, _) in OF_PYSOLFC.items()
        for owner in ("'s", "")
    }
    | {_letters(f"PySolFC {number}"): name for name, (_, number) in OF_PYSOLFC.items()}
    | {
        _letters(called): name
        for name, facts in reversed(KNOWN.items())
        for called in (*facts.also, facts.title, name)
    }
    | {_letters(called): other for other, (_, title) in SAME.items() for called in (title, other)}
)
