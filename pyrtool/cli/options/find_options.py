"""The options of `find`: those that filter deals, rank or choose them, and save its progress."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Annotated, Final

import typer

from pyrtool.answers.explain.reasoning import ORDER, Level, check_technique, reasoning_named
from pyrtool.answers.rating import LEVELS
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.options import completion
from pyrtool.cli.options.panels import FILTERS, RANKING, WORK
from pyrtool.surveys.find.journal import Journal, open_journal
from pyrtool.surveys.find.measures import MeasureName
from pyrtool.surveys.find.query import Query, Span
from pyrtool.surveys.find.themes import THEMES, ThemeName
from pyrtool.surveys.work.ranges import Ranges

_SPAN: Final = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)?(-)?(\d{1,9}(?:\.\d{1,9})?)?", re.ASCII)
_LEVELS: Final = [name for name, _ in LEVELS]
_REASONINGS: Final = ("no trial", "one trial", "several trials")


def _option(
    help: str, metavar: str, panel: str, completed: completion.Completion | None = None
) -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(
        help=help,
        metavar=metavar,
        show_default=False,
        rich_help_panel=panel,
        autocompletion=completed,
    )
    return option


@dataclass(frozen=True)
class FilterOptions:
    """Which deals are found."""

    level: Annotated[
        str | None,
        _option(
            "Only these levels: hard, easy,expert or hard-master",
            "LEVELS",
            FILTERS,
            completion.one_of(_LEVELS),
        ),
    ] = None
    difficulty: Annotated[
        str | None, _option("Only these difficulties: 4.5-6, 6- or -2", "A-B", FILTERS)
    ] = None
    only_moves: Annotated[
        str | None, _option("Only these numbers of only moves: 12-, 3-5 or 0", "A-B", FILTERS)
    ] = None
    kings_in_stock: Annotated[
        int | None, _option("Only deals with N kings in the stock", "N", FILTERS)
    ] = None
    theme: Annotated[
        list[str] | None,
        _option(
            f"Only deals with this theme, of {', '.join(THEMES)}; may be repeated",
            "NAME",
            FILTERS,
            completion.one_of(THEMES),
        ),
    ] = None

    unwinnable: Annotated[
        bool,
        typer.Option(
            "--unwinnable",
            help="Unwinnable deals instead; they have no difficulty",
            rich_help_panel=FILTERS,
        ),
    ] = False
    reasoning: Annotated[
        str | None,
        _option(
            "Only deals whose explanation needs no trial, one trial, or several trials",
            "LEVEL",
            FILTERS,
            completion.one_of(_REASONINGS),
        ),
    ] = None
    technique: Annotated[
        str | None,
        _option(
            "Only deals whose explanation has this technique as its hardest",
            "NAME",
            FILTERS,
            completion.one_of(ORDER),
        ),
    ] = None

    @property
    def reasoning_level(self) -> Level | None:
        """How many trials an explanation takes, in words."""
        return None if self.reasoning is None else reasoning_named(self.reasoning)

    @property
    def hardest_technique(self) -> str | None:
        """The hardest technique of an explanation."""
        return None if self.technique is None else check_technique(self.technique)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels, none for any."""
        return () if self.level is None else levels_in("--level", self.level)

    @property
    def difficulties(self) -> Span | None:
        """The least and the greatest difficulty."""
        return span_in("--difficulty", self.difficulty)

    @property
    def numbers_of_only_moves(self) -> Span | None:
        """The least and the greatest number of only moves."""
        return span_in("--only-moves", self.only_moves)

    @property
    def themes(self) -> tuple[ThemeName, ...]:
        """The themes, each once."""
        names: dict[ThemeName, None] = {}
        for text in self.theme or ():
            name = next((one for one in THEMES if one == text), None)
            if name is None:
                raise PyrtoolError(f"--theme {text[:24]!r}: must be {', '.join(THEMES)}")
            names[name] = None
        return tuple(names)


@dataclass(frozen=True)
class RankingOptions:
    """How many deals are found, and in which order."""

    hardest: Annotated[int | None, _option("Only the N hardest, hardest first", "N", RANKING)] = (
        None
    )
    easiest: Annotated[int | None, _option("Only the N easiest, easiest first", "N", RANKING)] = (
        None
    )
    first: Annotated[
        int | None, _option("Only the first N that fit; then the search ends", "N", RANKING)
    ] = None
    pick: Annotated[
        int | None,
        _option("N deals for a sheet, evenly spread and unlike each other", "N", RANKING),
    ] = None
    spread: Annotated[
        str,
        typer.Option(
            help="Levels over which --pick spreads them", metavar="A-B", rich_help_panel=RANKING
        ),
    ] = f"{_LEVELS[0]}-{_LEVELS[-1]}"
    by: Annotated[
        MeasureName | None,
        _option(
            "Rank by this measure instead of the difficulty: longest shortest solution, most "
            "passes needed, most or fewest cards that must stay, block of the highest order, or "
            "fewest winning matchings",
            "MEASURE",
            RANKING,
        ),
    ] = None

    @property
    def spread_levels(self) -> tuple[str, ...]:
        """The levels of a sheet, without gaps."""
        if self.pick is not None and not 0 < self.pick < 1000:
            raise PyrtoolError(f"--pick {self.pick}: must be 1 to 999")
        levels = levels_in("--spread", self.spread)
        ends = [_LEVELS.index(level) for level in levels]
        return tuple(_LEVELS[ends[0] : ends[-1] + 1])


@dataclass(frozen=True)
class JournalOptions:
    """Where the progress of a search is saved."""

    journal: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Save progress in this file; the same command resumes from it",
            show_default=False,
            rich_help_panel=WORK,
        ),
    ] = None
    redo_damaged: Annotated[
        bool,
        typer.Option(
            "--redo-damaged",
            help="Drop the damaged entries of a journal, and search those deals again",
            rich_help_panel=WORK,
        ),
    ] = False

    def open(self, query: Query, deals: Ranges) -> Journal | None:
        """Begin or resume the journal, if one is named."""
        if self.journal is None:
            return None
        return open_journal(Path(self.journal), query, deals, redo_damaged=self.redo_damaged)


def levels_in(option: str, text: str) -> tuple[str, ...]:
    """``hard``, ``easy,expert`` or ``hard-master`` as the levels, the easiest first."""
    chosen: set[str] = set()
    for part in text.split(","):
        low, dash, high = part.partition("-")
        ends = (low, high if dash else low)
        for end in ends:
            if end not in _LEVELS:
                raise PyrtoolError(f"{option} {text[:24]!r}: must be {', '.join(_LEVELS)}")
        first, last = map(_LEVELS.index, ends)
        if first > last:
            raise PyrtoolError(f"{option} {text[:24]}: runs backwards")
        chosen.update(_LEVELS[first : last + 1])
    return tuple(level for level in _LEVELS if level in chosen)


def span_in(option: str, text: str | None) -> Span | None:
    """``4-6``, ``4-``, ``-6`` or ``4`` as the two ends."""
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
