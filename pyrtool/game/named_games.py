"""The named games, which named_games.toml has: rules, titles, sources, and names elsewhere.

Decides which game a name means; which rules there are is for `rules`.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Final, Literal

from pyrtool.base.json_object import JsonObject


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
    also: Sequence[str] = ()
    source: str = ""
    numbering: Literal["native", "pysolfc"] = "native"
    winnable: str = field(kw_only=True)


@dataclass(frozen=True)
class Elsewhere:
    """A game in another program or book: its names there, the shown one first, and in `words` which
    rules it has, from the `source`."""

    called: Sequence[str]
    source: str
    words: str = "the same rules"
    is_another: bool = False
    """Whether it is another game, so that ours is not called so."""


_TABLE: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def _differing(facts: JsonObject) -> JsonObject:
    """Return how a game differs, as `Rules` takes it: TOML has no None and no tuples."""
    given = {
        name: None if value == "unlimited" else tuple(value) if isinstance(value, list) else value
        for name, value in facts.get("differs", {}).items()
    }
    return _differing(_TABLE["game"][facts["like"]]) | given if "like" in facts else given


KNOWN: Final = {
    name: NamedGame(
        **{key: value for key, value in facts.items() if key != "like"}
        | {"differs": _differing(facts)}
    )
    for name, facts in _TABLE["game"].items()
}
"""The named games: name -> the facts about each."""

SAME: Final[dict[str, tuple[str, str]]] = _TABLE["same"]
"""Other names under which a game is listed: other name -> (name, title)."""

OF_PYSOLFC: Final[dict[str, tuple[str, int]]] = _TABLE["pysolfc"]
"""The games that PySolFC has: our name -> its title and number."""

ELSEWHERE: Final = {
    name: [Elsewhere(**one) for one in theirs] for name, theirs in _TABLE["elsewhere"].items()
}
"""The named games elsewhere: our name -> what other programs and books call so."""

OF_OTHERS: Final = {name: theirs[0].called[0] for name, theirs in ELSEWHERE.items()} | {
    name: f"PySolFC's {title}" for name, (title, _) in OF_PYSOLFC.items()
}
"""Names in other programs: our name -> the program's, and its title."""

OTHER_GAMES: Final = frozenset(("pikespeak", "matrimony"))
"""Games that are sometimes taken for one of these, by their letters."""

WINNABLE_CHANGED: Final[dict[str, str]] = _TABLE["winnable_changed"]
"""The per cent of deals that can be won of games whose rules are changed."""


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
