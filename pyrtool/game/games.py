"""The named games by name, and how rules differ from theirs.

Which games have a name is for `named_games`, what rules are for `rules`; nothing in pyrtool asks
for a game's name.
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Final

from pyrtool.base.arguments import public
from pyrtool.base.json_object import JsonObject
from pyrtool.game.deck import DeckError as DeckError
from pyrtool.game.named_games import KNOWN, OF_OTHERS, SAME, another_game, called_alike, called_so
from pyrtool.game.rules import (
    STOCK_FIELDS as STOCK_FIELDS,
    Goal as Goal,
    Rules as Rules,
    RulesError as RulesError,
    StockWaste as StockWaste,
)
from pyrtool.game.tableau import USUAL, format_tableau

ALIASES: Final = MappingProxyType({other: name for other, (name, _) in SAME.items()})
"""Other names of named games, as other programs call them: other name -> name."""


class _Games(Mapping[str, Rules]):
    """The rules of the named games, each made when it is first asked for, as all of them take
    longer than solving a deal."""

    def __init__(self) -> None:
        self._made: dict[str, Rules] = {}

    def __getitem__(self, name: str) -> Rules:
        if name not in self._made:
            self._made[name] = Rules(**KNOWN[ALIASES.get(name, name)].differs)
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in KNOWN or name in ALIASES

    def __iter__(self) -> Iterator[str]:
        return chain(KNOWN, ALIASES)

    def __len__(self) -> int:
        return len(KNOWN) + len(ALIASES)


GAMES: Final[Mapping[str, Rules]] = _Games()
"""The named games, by every name: name -> `Rules`."""

TITLES: Final = MappingProxyType(
    {name: facts.title for name, facts in KNOWN.items()}
    | {other: title for other, (_, title) in SAME.items()}
)
"""The titles of the named games above a picture, by name."""


def name_of(called: str) -> str:
    """Find the name of a game from its name, its title or another name, as `GAMES` lists it.

    Capitals and hyphens do not matter. A `RulesError` suggests names where no game is called so.

    >>> name_of("Tower of Twenty-Eight")
    'tower'
    """
    name = called if called in GAMES else called_so(called)
    if name is None:
        raise RulesError(f"unknown game {called[:24]!r}: {_which(called)}")
    return name


def _which(called: str) -> str:
    """Return the games that may be meant, or if no name is like it the first ones; and how to see
    all."""
    if other := another_game(called):
        return f"that is {other} (`pyrtool games` lists all)"
    if like := called_alike(called):
        return f"did you mean {' or '.join(map(_called, like))}? (`pyrtool games` lists all)"
    first = list(GAMES)[:12]
    more = len(GAMES) - len(first)
    return f"choose from {', '.join(first)}, and {more} more (`pyrtool games` lists all)"


def _called(name: str) -> str:
    """Return a name, and what another program calls the game, if that says more."""
    theirs = OF_OTHERS.get(name, "")
    title = theirs.partition("'s ")[2].lower().replace(" ", "-")
    return name if title in ("", name) else f"{name} ({theirs})"


@public
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
    """List how `rules` differ from standard Pyramid, or from the `usual` rules: each field that
    differs, in the form of `Rules.to_dict`. A tableau that either writes in words is in words.

    >>> differences(game("triangle")), differences(Rules(rows=5), game("triangle"))
    ({'tableau': 'triangle 7', 'passes': 3}, {'tableau': 'pyramid 5', 'passes': 1})
    """
    values, other = rules.to_dict(), usual.to_dict()
    if rules.tableau is not None or usual.tableau is not None:
        shapes = {"tableau": format_tableau(rules.parts)}
        values = {n: v for n, v in (values | shapes).items() if n not in USUAL}
        other |= {"tableau": format_tableau(usual.parts)}
    return {name: value for name, value in values.items() if value != other[name]}


def parse_passes(text: str) -> int | None:
    """Return the number of passes; None for ``unlimited``."""
    if text == "unlimited":
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise RulesError(f"passes {text[:24]!r}: must be 1 to 99, or unlimited")
    return int(text)


def changed(rules: Rules, changes: JsonObject) -> Rules:
    """Return the inverse of `differences`: `rules` with these changes, in `Rules.to_dict` form.

    >>> changed(game("giza"), {"tableau": "triangle 7 + columns 8x3"}) == game("giza-triangle")
    True
    """
    fields = rules.to_dict()
    if changes.get("tableau") not in (None, "none"):
        fields = {name: value for name, value in fields.items() if name not in USUAL}
    return Rules.from_dict(fields | given_with(rules, changes) | changes)


def given_with(rules: Rules, changes: JsonObject) -> JsonObject:
    """Complete changes of rules: pairs take the place of a total, and leave the deck.

    >>> given_with(game("piramide"), {"pairs": "same"})
    {'total': 13, 'ranks': 10}
    """
    if changes.get("pairs") in (None, "none"):
        return {}
    return {"total": Rules.total, "ranks": rules.highest_rank}
