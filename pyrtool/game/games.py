"""The named games by name, and how rules differ from theirs.

Which games have a name is for `named_games`, what rules are for `rules`; nothing in pyrtool asks
for a game's name.
"""

from __future__ import annotations

from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.game.deck import DeckError
from pyrtool.game.named_games import KNOWN, SAME, called_so
from pyrtool.game.rules import (
    STOCK_FIELDS,
    FaceDown,
    Goal,
    Rules,
    RulesError,
    Scoring,
    Stock,
    StockWaste,
    parse_columns,
)
from pyrtool.game.tableau import USUAL, format_tableau
from pyrtool.game.wastes import DealTo, WasteEnds

__all__ = [
    "ALIASES",
    "GAMES",
    "STOCK_FIELDS",
    "TITLES",
    "DealTo",
    "DeckError",
    "FaceDown",
    "Goal",
    "Rules",
    "RulesError",
    "Scoring",
    "Stock",
    "StockWaste",
    "WasteEnds",
    "changed",
    "differences",
    "game",
    "name_of",
    "parse_columns",
]

ALIASES: Final = MappingProxyType({other: name for other, (name, _) in SAME.items()})
"""Other names of named games, as other programs call them: other name -> name."""

GAMES: Final = MappingProxyType(
    {name: Rules(**told.differs) for name, told in KNOWN.items()}
    | {other: Rules(**KNOWN[name].differs) for other, name in ALIASES.items()}
)
"""The named games, by every name: name -> `Rules`."""

TITLES: Final = MappingProxyType(
    {name: told.title for name, told in KNOWN.items()}
    | {other: title for other, (_, title) in SAME.items()}
)
"""What the named games are called above a picture: name -> title."""


def name_of(called: str) -> str:
    """Find the name of a game from its name, its title or another name.

    Capitals and hyphens do not matter.

    Args:
        called: What the game is called anywhere.

    Returns:
        The name that `GAMES` lists.

    Raises:
        RulesError: No game is called so; the message suggests names.

    >>> name_of("Tower of Twenty-Eight")
    'tower'
    """
    name = called if called in GAMES else called_so(called)
    if name is None:
        raise RulesError(f"unknown game {called[:24]!r}: {_which(called)}")
    return name


def _which(called: str) -> str:
    """The games that may be meant, or if no name is like it the first ones; and how to see all."""
    like = get_close_matches(called[:24].lower(), GAMES, cutoff=0.75)
    if like:
        return f"did you mean {' or '.join(like)}? (`pyrtool games` lists all)"
    first = list(GAMES)[:12]
    more = len(GAMES) - len(first)
    return f"choose from {', '.join(first)}, and {more} more (`pyrtool games` lists all)"


def game(name: str) -> Rules:
    """Find the rules of a named game.

    Args:
        name: Its name, or another name that it is known by (`name_of`).

    Returns:
        The rules.

    Raises:
        RulesError: No game has the name.

    Examples:
        >>> game("giza").columns
        (8, 3)
    """
    return GAMES[name_of(name)]


STANDARD: Final = GAMES["pyramid"]


def differences(rules: Rules, usual: Rules = STANDARD) -> JsonObject:
    """List how `rules` differ from standard Pyramid, or from the `usual` rules.

    Args:
        rules: The rules to describe.
        usual: The rules to compare with.

    Returns:
        Each field that differs, in the form of `Rules.to_dict`. A tableau that either writes in
        words is written in words.

    >>> differences(game("triangle")), differences(Rules(rows=5), game("triangle"))
    ({'tableau': 'triangle 7', 'passes': 3}, {'tableau': 'pyramid 5', 'passes': 1})
    """
    told, other = rules.to_dict(), usual.to_dict()
    if rules.tableau is not None or usual.tableau is not None:
        shapes = {"tableau": format_tableau(rules.parts)}
        told = {n: v for n, v in (told | shapes).items() if n not in USUAL}
        other |= {"tableau": format_tableau(usual.parts)}
    return {name: value for name, value in told.items() if value != other[name]}


def changed(rules: Rules, changes: JsonObject) -> Rules:
    """The inverse of `differences`: `rules` with these changes, in the form of `Rules.to_dict`.

    >>> changed(game("giza"), {"tableau": "triangle 7 + columns 8x3"}) == game("giza-triangle")
    True
    """
    kept = rules.to_dict()
    if changes.get("tableau") not in (None, "none"):
        kept = {name: value for name, value in kept.items() if name not in USUAL}
    return Rules.from_dict(kept | changes)


guard(__name__)
