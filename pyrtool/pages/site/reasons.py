"""The reasons for moves on a site: files that no first view waits for.

Decides which problems and days have them, and how they are divided into files: one for each
problem, and one for each month of days.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from pyrtool.answers.explain.reasoning import Reasoning
from pyrtool.answers.solve import Won
from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.game.deals import Deal
from pyrtool.game.position import start_of
from pyrtool.pages.page.answer import reasoned_words
from pyrtool.pages.page.problem import ids_of
from pyrtool.pages.page.whys import page_whys
from pyrtool.pages.site.days import Day
from pyrtool.pages.site.entries import Entry
from pyrtool.pages.site.packed import Pool, translations

MOST_MONTHS: Final = 13
"""How many months have reasons, from that of the first day on: those of a year of days."""


def of_problems(entries: Sequence[Entry]) -> dict[str, JsonObject]:
    """The reasons of the problems that have some, by their names."""
    found = {one.name: _reasons(one.deal, one.won, one.reasoning) for one in entries}
    return {name: reasons for name, reasons in found.items() if reasons is not None}


def months_of(days: Sequence[Day]) -> list[str]:
    """The months whose days have reasons, ``2026-11``."""
    return sorted({day.date[:7] for day in days})[:MOST_MONTHS]


def of_days(days: Sequence[Day]) -> dict[str, JsonObject]:
    """The reasons of days, by their months and their dates."""
    explained = set(months_of(days))
    return {
        month: {day.date: _reasons(day.deal, day.won, day.reasoning) for day in some}
        for month, some in groupby(days, lambda day: day.date[:7])
        if month in explained
    }


def _reasons(deal: Deal, won: Won, reasoning: Reasoning | None) -> JsonObject | None:
    """Why each move of the solution is made, and the sentence on what the explanation takes."""
    why = page_whys(deal, won, ids_of(start_of(deal)))
    if why is None:
        return None
    pool = Pool()
    found: JsonObject = {"why": why.data(pool.packed), "pool": pool.messages}
    if reasoning is None:
        return found | {"reasoning": None}
    words = translations(lambda: [reasoned_words(reasoning)])
    return found | {"reasoning": reasoned_words(reasoning), "words": words}


guard(__name__)
