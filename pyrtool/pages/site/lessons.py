"""The lessons of a site: lessons in games, and the techniques that show a deal to be lost.

Decides how deals are taught: which they are, and what is said of them, is in lessons.toml.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from pyrtool.answers.explain.explanation import Explanation, explain, lit_steps
from pyrtool.answers.shortest import shortest
from pyrtool.answers.verdicts import Won
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, TITLES
from pyrtool.languages import say
from pyrtool.notation import NamedRules
from pyrtool.notation.rules import parse_named_rules
from pyrtool.pages.site.problems import Day, Entry


@dataclass(frozen=True)
class Lesson:
    """One lesson: what it teaches, and the native number of its deal, which is played by these
    rules, a game and its changes."""

    title: str
    words: str
    rules: str
    number: int


@dataclass(frozen=True)
class TechniqueLesson:
    """One lesson on a lost deal: a technique by its name in explanations, the idea in words, and
    games and native numbers of deals that show it."""

    technique: str
    title: str
    words: str
    deals: Sequence[tuple[str, int]]


TABLE: Final = Path(__file__).with_name("lessons.toml")
"""The file with all lessons, in their order."""

_LISTED: Final = tomllib.loads(TABLE.read_text(encoding="utf-8"))
LESSONS: Final = [Lesson(**one) for one in _LISTED["lesson"]]
TECHNIQUE_LESSONS: Final = [TechniqueLesson(**one) for one in _LISTED["technique"]]


def lesson_entries() -> list[Entry]:
    """Return the lessons as problems of a site."""
    return [_entry(number, lesson) for number, lesson in enumerate(LESSONS, 1)]


def _entry(number: int, lesson: Lesson) -> Entry:
    named = parse_named_rules(lesson.rules)
    dealt = deal(lesson.number, named.rules)
    won = shortest(dealt)
    assert isinstance(won, Won), lesson.title
    return Entry(f"lesson-{number}", lesson.title, lesson.words, dealt, named, won)


@dataclass(frozen=True)
class TechniqueDeal:
    """A lost deal of a lesson, with its explanation; step `at` is where the technique decides.

    Links and file names have `name`.
    """

    name: str
    lesson: TechniqueLesson
    count: int
    deal: Deal
    named: NamedRules
    explanation: Explanation
    at: int

    @property
    def title(self) -> str:
        """``The only partner, 2``, in the chosen language."""
        return say("{0}, {1}", say(self.lesson.title), self.count)

    @property
    def game_and_number(self) -> str:
        """``Giza, deal 29``."""
        return say("{0}, deal {1}", TITLES[self.named.game], self.deal.number)


@dataclass(frozen=True)
class Contents:
    """What a site has: its own problems, lessons in games and on techniques, and days, the first
    `reasoned_days` of which have reasons."""

    title: str
    address: str
    entries: Sequence[Entry]
    lessons: Sequence[Entry]
    techniques: Sequence[TechniqueDeal]
    days: Sequence[Day]
    reasoned_days: int


@cache  # every site has the same
def technique_deals(first: int) -> tuple[TechniqueDeal, ...]:
    """Return the deals of all lessons on techniques; the first lesson has the number `first`."""
    return tuple(
        _deal(number, count, lesson, game, deal_number)
        for number, lesson in enumerate(TECHNIQUE_LESSONS, first)
        for count, (game, deal_number) in enumerate(lesson.deals, 1)
    )


def _deal(
    number: int, count: int, lesson: TechniqueLesson, game: str, deal_number: int
) -> TechniqueDeal:
    dealt = deal(deal_number, game)
    explanation = explain(dealt)
    uses = [
        at
        for at, step in enumerate(lit_steps(explanation), 1)
        if lesson.technique in step.techniques
    ]
    return TechniqueDeal(
        name=f"lesson-{number}-{count}",
        lesson=lesson,
        count=count,
        deal=dealt,
        named=NamedRules(game, GAMES[game]),
        explanation=explanation,
        at=uses[0] if uses else 1,
    )
