"""The options that say which deals are wanted, for `find` and `compose`.

Decides how levels, spans of numbers, and other rules are typed.
"""

import re
from dataclasses import dataclass
from math import inf
from typing import Final

from pyrtool.answers.rating.scale import LEVELS
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.options.values import nearest
from pyrtool.game.games import Rules
from pyrtool.notation.rules import parse_named_rules
from pyrtool.surveys.find.query import Span
from pyrtool.surveys.find.themes import THEMES, ThemeName

_SPAN: Final = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)?(-)?(\d{1,9}(?:\.\d{1,9})?)?", re.ASCII)
EVERY_LEVEL: Final = [name for name, _ in LEVELS]
"""The names of the levels, the easiest first."""

REASONINGS: Final = ("no trial", "one trial", "several trials")


@dataclass(frozen=True)
class FilterOptions:
    """The options of `find` and `compose` that filter deals."""

    level: str | None = None
    difficulty: str | None = None
    only_moves: str | None = None
    kings_in_stock: int | None = None
    theme: list[str] | None = None

    unwinnable: bool = False
    reasoning: str | None = None
    technique: str | None = None

    also_won: list[str] | None = None
    also_lost: list[str] | None = None

    @property
    def also(self) -> tuple[tuple[Rules, bool], ...]:
        """Return the other rules, and whether deals are to be won by them."""
        named = [("--also-won", text, True) for text in self.also_won or ()]
        named += [("--also-lost", text, False) for text in self.also_lost or ()]
        return tuple((rules_in(option, text), won) for option, text, won in named)

    @property
    def levels(self) -> tuple[str, ...]:
        """Return the levels, none for any."""
        return () if self.level is None else levels_in("--level", self.level)

    @property
    def themes(self) -> tuple[ThemeName, ...]:
        """Return the themes to look for, each of them one time."""
        names: dict[ThemeName, None] = {}
        for text in self.theme or ():
            name = next((one for one in THEMES if one == text), None)
            if name is None:
                raise PyrtoolError(f"--theme {text[:24]!r}: must be {', '.join(THEMES)}")
            names[name] = None
        return tuple(names)


@dataclass(frozen=True)
class FindFilterOptions(FilterOptions):
    """The options of `find` that filter deals."""

    differs_under: str | None = None


def levels_in(option: str, text: str) -> tuple[str, ...]:
    """Return ``hard``, ``easy,expert`` or ``hard-master`` as the levels, the easiest first."""
    chosen: set[str] = set()
    for part in text.split(","):
        low, dash, high = part.partition("-")
        ends = (low, high if dash else low)
        for end in ends:
            if end not in EVERY_LEVEL:
                hint = nearest(end, EVERY_LEVEL)
                raise PyrtoolError(
                    f"{option} {text[:24]!r}: must be {', '.join(EVERY_LEVEL)}{hint}"
                )
        first, last = map(EVERY_LEVEL.index, ends)
        if first > last:
            raise PyrtoolError(f"{option} {text[:24]}: runs backwards")
        chosen.update(EVERY_LEVEL[first : last + 1])
    return tuple(level for level in EVERY_LEVEL if level in chosen)


def rules_in(option: str, text: str) -> Rules:
    """Return the rules that an option names."""
    try:
        return parse_named_rules(text).rules
    except PyrtoolError as error:
        raise PyrtoolError(f"{option}: {error}") from None


def span_in(option: str, text: str | None) -> Span | None:
    """Return ``4-6``, ``4-``, ``-6`` or ``4`` as the two ends."""
    if text is None:
        return None
    ends = _SPAN.fullmatch(text)
    if ends is None or not (ends[1] or ends[3]) or (ends[3] and not ends[2]):
        raise PyrtoolError(f"{option} {text[:24]!r}: must be such as 4-6, 4-, -6 or 4")
    low = float(ends[1] or 0)
    high = float(ends[3]) if ends[3] else inf if ends[2] else low
    if low > high:
        raise PyrtoolError(f"{option} {text[:24]}: runs backwards")
    return low, high
