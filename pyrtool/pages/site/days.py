"""The deal of each day: one that can be won, easy on Monday to master on Sunday.

Decides where the search for a day's deal begins, and which levels the days of the week have.
"""

from __future__ import annotations

import re
from calendar import monthrange, weekday
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

from pyrtool.answers.explain.reasoning import Reasoning, reason
from pyrtool.answers.solve import Won, decide
from pyrtool.base.arguments import guard, shown
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import shorten
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES
from pyrtool.surveys.find import Query
from pyrtool.surveys.find.part import Task, look_through
from pyrtool.surveys.find.query import Found, span_of_level
from pyrtool.surveys.plan import Plan

GAME: Final = "giza"
"""The named game whose deals are rated exactly within about a millisecond."""

WEEK: Final = ("easy", "moderate", "moderate", "hard", "hard", "expert", "master")
"""The level of each day, Monday first."""

MOST_DAYS: Final = 3660
"""Ten years."""

LEAST_DAYS: Final = len(WEEK)
"""Other dates have the deal of a date of the same day of the week."""

_DATE: Final = re.compile(r"([1-9][0-9]{3})-([0-9]{2})-([0-9]{2})", re.ASCII)
_NUMBERS: Final = 10_000  # to a day: one in 60 is a winnable master
_PIECE: Final = 50


class SiteError(PyrtoolError):
    """A site that cannot be made as it was asked for."""


@dataclass(frozen=True)
class Day:
    """A date, ``2026-11-22``, and its deal of `GAME`, with the rating that `find` prints."""

    date: str
    found: Found

    @property
    def deal(self) -> Deal:
        """The deal; its native number begins with the date: 20261122 and four digits."""
        return deal(self.found.number, GAME)

    @cached_property
    def won(self) -> Won:
        """How it is won."""
        won = decide(self.deal)
        assert isinstance(won, Won)
        return won

    @cached_property
    def reasoning(self) -> Reasoning | None:
        """What the explanation takes."""
        return reason(self.deal, self.won)


def check_days(days: int, called: str = "days") -> None:
    """A `SiteError` where a site cannot have a problem on this number of days."""
    if days and not LEAST_DAYS <= days <= MOST_DAYS:
        raise SiteError(f"{called} {shown(days)}: must be 0, or {LEAST_DAYS} to {MOST_DAYS}")


def day_deals(first: str, count: int) -> Iterator[Day]:
    """The deals of `count` days from `first` on, ``2026-11-22`` (1 to `MOST_DAYS`).

    A day's deal is the first from its date's number on, 202611220000, that can be won and has the
    level of its day of the week. So the same date has the same deal, whatever days are asked for.

    >>> next(day_deals("2026-11-22", 1)).found.rating.level
    'master'
    """
    if not 1 <= count <= MOST_DAYS:
        raise SiteError(f"{shown(count)} days: must be 1 to {MOST_DAYS}")
    dates = list(islice(_dates(first), count))
    if len(dates) < count:
        raise SiteError(f"{count} days from {first}: the calendar ends in 9999")
    return (_day(*date) for date in dates)


def _dates(first: str) -> Iterator[tuple[int, int, int]]:
    """Year, month and day from a date on."""
    written = _DATE.fullmatch(first)
    year, month, day = map(int, written.groups()) if written else (0, 0, 0)
    if not (year and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]):
        raise SiteError(f"{shorten(first)}: must be a date, as 2026-11-22")
    while year < 10_000:
        yield year, month, day
        day += 1
        if day > monthrange(year, month)[1]:
            month, day = month + 1, 1
        if month > 12:
            year, month = year + 1, 1


def _day(year: int, month: int, day: int) -> Day:
    date = f"{year}-{month:02}-{day:02}"
    least = int(date.replace("-", "")) * _NUMBERS
    level = WEEK[weekday(year, month, day)]
    query = Query(Plan(GAMES[GAME], GAME, "native"), difficulty=span_of_level(level))
    for low in range(least, least + _NUMBERS, _PIECE):
        found = look_through(Task(query, low, low + _PIECE - 1)).found
        if found:
            return Day(date, found[0])
    raise SiteError(f"{date}: no deal from {least} on has the level {level}")


guard(__name__)
