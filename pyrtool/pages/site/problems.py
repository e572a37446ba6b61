"""The problems of a site: the collection's, deals that are added, and those of days.

Decides what is known of a problem, what it is called in links, and which deal a day has.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Final

from pyrtool.answers.explain.difficulty import Reasoning, reason
from pyrtool.answers.rating.scale import Rating
from pyrtool.answers.solve import verdict_only
from pyrtool.answers.verdicts import Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import capital, shorten, shown
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES
from pyrtool.notation import NamedRules
from pyrtool.pictures.lettering.titles import deal_title
from pyrtool.records.collection import puzzles
from pyrtool.surveys.find.query import Found, Query, span_of_level
from pyrtool.surveys.find.search import FindTask, look_through
from pyrtool.surveys.plan import Plan


@dataclass(frozen=True)
class Entry:
    """A problem of a site: a deal, the game it is played by, and how it is won.

    Links and file names have `name`: letters, digits and hyphens. `teaser` is a sentence on
    what is special; `rating` is None where it has no stars. With `exchange`, the deal is lost, and
    it is won when these two cards have changed places, as by `exchanges` exchanges in all.
    """

    name: str
    title: str
    teaser: str
    deal: Deal
    named: NamedRules
    won: Won
    rating: Rating | None = None
    exchange: tuple[Card, Card] | None = None
    exchanges: int = 0

    @property
    def solved(self) -> Deal:
        """The deal that is won: after the exchange, if there is one."""
        return self.deal.exchanged(*self.exchange) if self.exchange else self.deal

    @cached_property
    def reasoning(self) -> Reasoning | None:
        """The reasoning that the explanation takes; None without stars, or if deductions do not
        hold."""
        return None if self.rating is None else reason(self.solved, self.won)


def title_for(deal: Deal, number: int) -> str:
    """Return the title of a deal that has none: its own number, or else that of the problem."""
    return capital(deal_title(deal) or f"deal {number}")


def of_collection() -> Sequence[Entry]:
    """Return the problems of the collection, by their numbers."""
    return [
        Entry(
            name=str(puzzle.number),
            title=puzzle.title,
            teaser=puzzle.teaser,
            deal=puzzle.deal,
            named=NamedRules.of(puzzle.game, puzzle.rules),
            won=puzzle.won,
            rating=puzzle.rating,
            exchange=puzzle.exchange,
            exchanges=puzzle.exchanges,
        )
        for puzzle in puzzles()
    ]


GAME: Final = "giza"
"""The named game whose deals are rated exactly within about a millisecond."""

WEEK: Final = ("easy", "moderate", "moderate", "hard", "hard", "expert", "master")
"""The level of each day, Monday first."""

MOST_DAYS: Final = 3660
"""Ten years."""

LEAST_DAYS: Final = len(WEEK)
"""Other dates have the deal of a date of the same day of the week."""

_DATE: Final = re.compile(r"[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}", re.ASCII)
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
        """The solution."""
        won = verdict_only(self.deal)
        assert isinstance(won, Won)
        return won

    @property
    def rating(self) -> Rating:
        """The rating by which the deal was found."""
        assert self.found.rating is not None
        return self.found.rating

    @cached_property
    def reasoning(self) -> Reasoning | None:
        """The reasoning that the explanation takes."""
        return reason(self.deal, self.won)


def check_days(days: int, called: str = "days", least: int = LEAST_DAYS) -> None:
    """Raise a `SiteError` if a site cannot have a problem, or reasons, on this number of days."""
    if days and not least <= days <= MOST_DAYS:
        from_0 = "0 to" if least == 0 else f"0, or {least} to"
        raise SiteError(f"{called} {shown(days)}: must be {from_0} {MOST_DAYS}")


def day_deals(first: str, count: int) -> Iterator[Day]:
    """Return the deals of `count` days from `first` on, ``2026-11-22`` (1 to `MOST_DAYS`).

    A day's deal is the first from its date's number on, 202611220000, that can be won and has the
    level of its day of the week. So the same date has the same deal, whatever days are asked for.

    >>> next(day_deals("2026-11-22", 1)).found.rating.level
    'master'
    """
    if not 1 <= count <= MOST_DAYS:
        raise SiteError(f"{shown(count)} days: must be 1 to {MOST_DAYS}")
    try:
        begin = date.fromisoformat(first if _DATE.fullmatch(first) else "")
    except ValueError:
        raise SiteError(f"{shorten(first)}: must be a date, as 2026-11-22") from None
    if count > (date.max - begin).days + 1:
        raise SiteError(f"{count} days from {first}: the calendar ends in 9999")
    return (_day(begin + timedelta(days)) for days in range(count))


def _day(day: date) -> Day:
    least = int(f"{day:%Y%m%d}") * _NUMBERS
    level = WEEK[day.weekday()]
    query = Query(Plan(GAMES[GAME], GAME, "native"), difficulty=span_of_level(level))
    for low in range(least, least + _NUMBERS, _PIECE):
        deals = look_through(FindTask(query, low, low + _PIECE - 1)).found
        if deals:
            return Day(f"{day}", deals[0])
    raise SiteError(f"{day}: no deal from {least} on has the level {level}")
