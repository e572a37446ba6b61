"""The lessons of a site: lessons in games, and the techniques that show a deal to be lost.

Decides which deals they are, and what is said of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pyrtool.answers.explain.explanation import Explanation, explain, lit_steps
from pyrtool.answers.shortest import shortest
from pyrtool.answers.verdicts import Won
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, TITLES, Rules
from pyrtool.languages import message, say
from pyrtool.notation import NamedRules
from pyrtool.notation.rules import STANDARD
from pyrtool.pages.site.problems import Day, Entry


@dataclass(frozen=True)
class Lesson:
    """One lesson: what it teaches, and the native number and rules of its deal, of this game if
    any."""

    title: str
    words: str
    number: int
    rules: Rules
    game: str = STANDARD


_SMALL: Final = Rules(suits=1, rows=3)  # 6 cards laid out, 7 in the stock
_GIZA: Final = Rules(suits=2, rows=4, columns=(8, 2), stock="none")

LESSONS: Final[Sequence[Lesson]] = (
    Lesson(
        message("Thirteen"),
        message(
            "Two cards match when they add to 13: ace and queen, 2 and jack, 3 and 10, 4 and 9, 5 "
            "and 8, 6 and 7. A king is 13 by itself and is discarded alone. Here every card lies "
            "open."
        ),
        2,
        Rules(suits=1, rows=1, reserve=12, stock="none"),
    ),
    Lesson(
        message("Covered cards"),
        message(
            "A card of the pyramid is free when no card lies on it any more. So the order counts: "
            "begin at the bottom and work your way up to the apex."
        ),
        112,
        Rules(suits=1, rows=4, reserve=3, stock="none"),
    ),
    Lesson(
        message("Columns"),
        message(
            "In Giza the other cards lie in columns, all face up. Only the last card of a column "
            "is free. Nothing is hidden, so you can plan every win."
        ),
        2,
        _GIZA,
    ),
    Lesson(
        message("Look ahead"),
        message(
            "You can discard several pairs at first, but some of them lose. When a card that "
            "another one needs is used up, the deal is lost. Ask for a hint to see whether it can "
            "still be won."
        ),
        11,
        _GIZA,
    ),
    Lesson(
        message("The stock"),
        message(
            "The stock's top card is turned, and is free. Deal puts it on the waste, whose top "
            "card is free as well, until the next one covers it. Here the stock is dealt once."
        ),
        106,
        _SMALL,
    ),
    Lesson(
        message("Stock and waste"),
        message(
            "The turned card may match the top card of the waste. This deal cannot be won without "
            "such a pair."
        ),
        78,
        _SMALL,
    ),
    Lesson(
        message("A second pass"),
        message(
            "Some games turn the waste over and deal it once more in the same order. In the first "
            "pass, plan what you leave for the second."
        ),
        7,
        replace(_SMALL, passes=2),
    ),
    Lesson(
        message("Only the pyramid"),
        message(
            "In many programs you win when the pyramid is cleared, whatever is left in stock and "
            "waste. This deal can be won only in that way."
        ),
        285,
        replace(_SMALL, goal="pyramid"),
    ),
    Lesson(
        message("Three at a time"),
        message(
            "In Tut's Tomb a deal puts three cards on the waste, and only the last one is free. "
            "You may turn the waste over as often as you like. Your discards change which cards "
            "come up."
        ),
        152,
        Rules(
            suits=2, rows=4, draw=3, passes=None, stock_top=False, stock_waste="no", goal="pyramid"
        ),
    ),
    Lesson(
        message("One upon the other"),
        message(
            "With overlap discards, you may discard two cards although one lies on the other, "
            "when nothing else covers the lower one. Without them, this deal cannot be won."
        ),
        52,
        replace(_SMALL, overlap=True),
    ),
    Lesson(
        message("An open stock"),
        message(
            "In Bouquet the whole stock lies open, and all of its cards are free from the start. "
            "If the stock were dealt, this deal could not be won."
        ),
        414,
        Rules(suits=1, rows=4, stock="bouquet"),
    ),
    Lesson(
        message("Other pairs"),
        message(
            "Some games have no pyramid. In Fourteen Out two cards match when they add to 14, in "
            "Nestor, as here, when they have the same rank. One of the six first moves loses."
        ),
        2,
        GAMES["nestor"],
        "nestor",
    ),
)
"""The lessons, in their order."""


def lesson_entries() -> list[Entry]:
    """Return the lessons as problems of a site."""
    return [_entry(number, lesson) for number, lesson in enumerate(LESSONS, 1)]


def _entry(number: int, lesson: Lesson) -> Entry:
    dealt = deal(lesson.number, lesson.rules)
    won = shortest(dealt)
    assert isinstance(won, Won), lesson.title
    return Entry(
        name=f"lesson-{number}",
        title=lesson.title,
        teaser=lesson.words,
        deal=dealt,
        named=NamedRules.of(lesson.game, lesson.rules),
        won=won,
    )


PER_LESSON: Final = 3
"""Deals of a lesson; fewer where no more were found."""


@dataclass(frozen=True)
class TechniqueLesson:
    """One lesson on a lost deal: a technique by its name in explanations, and the idea in words."""

    technique: str
    title: str
    words: str


TECHNIQUE_LESSONS: Final[Sequence[TechniqueLesson]] = (
    TechniqueLesson(
        "none left",
        message("No partner left"),
        message(
            "Each card needs a partner: one of four cards of the matching rank. Cards that lie on "
            "it or under it are out. If all four are out, the deal is lost."
        ),
    ),
    TechniqueLesson(
        "only",
        message("The only partner"),
        message(
            "If three of a card's four partners are out, it goes with the fourth. So you know one "
            "pair of every solution, and no other card may use its cards."
        ),
    ),
    TechniqueLesson(
        "crowd",
        message("Two cards for one"),
        message(
            "Two cards may each have a partner left, but the same one. It can go with one of them "
            "only."
        ),
    ),
    TechniqueLesson(
        "wait",
        message("Waiting for a card"),
        message(
            "Look at all partners that a card has left. If all of them lie on another card, that "
            "one waits for the card, whichever partner you choose. If all lie under it, the card "
            "waits."
        ),
    ),
    TechniqueLesson(
        "circle",
        message("A circle"),
        message(
            "One card waits for another, and that one waits for the first. Neither can be the "
            "first to go, so the deal is lost."
        ),
    ),
    TechniqueLesson(
        "share",
        message("Two cards for two"),
        message(
            "Two cards may have only the same two partners left. They need both for themselves, "
            "so no other card can go with either."
        ),
    ),
    TechniqueLesson(
        "clash",
        message("A pair that cannot be"),
        message(
            "Two cards must go together, as nothing else is left for one of them. But one of them "
            "goes first."
        ),
    ),
    TechniqueLesson(
        "buried",
        message("Buried in the waste"),
        message(
            "A stock card that waits is dealt onto the waste, and later cards are turned onto it. "
            "It is free again only when all of these are gone."
        ),
    ),
    TechniqueLesson(
        "late",
        message("Only when it is turned"),
        message(
            "Two cards of the stock go together only while the later one is turned. After that, "
            "both are in the waste, where they never match. If either has to wait longer, the "
            "pair is out."
        ),
    ),
    TechniqueLesson(
        "ahead",
        message("Before the next card covers it"),
        message(
            "If a stock card goes before a later one does, it must be gone before that is turned. "
            "Otherwise the later card lies on it in the waste, and has to go first."
        ),
    ),
    TechniqueLesson(
        "window",
        message("Turned too late"),
        message(
            "One card must be gone before a stock card is turned. A partner that is turned later, "
            "or that waits for a later card, comes too late for it."
        ),
    ),
    TechniqueLesson(
        "never",
        message("Too late for itself"),
        message(
            "A card waits for a stock card to be turned. But it must be gone before that happens."
        ),
    ),
    TechniqueLesson(
        "either",
        message("With it or later"),
        message(
            "A card may have one partner left, and others that all go later than that one. Then "
            "the card goes with it or later, and what waits for the card goes later still. The "
            "same holds the other way round in time."
        ),
    ),
    TechniqueLesson(
        "cross",
        message("What a pair would cost"),
        message(
            "Suppose that two cards went together, and look at a third card. If all its partners "
            "would then be out, the pair is out instead."
        ),
    ),
)
"""The lessons, in their order."""

# The table is written by docs/lessons.py.
DEALS: Final[Mapping[str, Sequence[tuple[str, int]]]] = {
    "none left": [("giza", 1), ("giza", 6), ("giza", 7)],
    "only": [("pyramid", 189), ("pyramid", 363), ("pyramid", 213)],
    "crowd": [("giza", 4), ("giza", 23), ("giza", 36)],
    "wait": [("giza", 551), ("pyramid", 45), ("pyramid", 306)],
    "circle": [("giza", 97), ("giza", 176), ("giza", 183)],
    "share": [("giza", 33), ("giza", 800), ("pyramid", 53)],
    "clash": [("giza", 174), ("giza", 214), ("giza", 491)],
    "buried": [("pyramid", 368), ("pyramid", 17), ("pyramid", 18)],
    "late": [("pyramid", 98), ("pyramid", 407), ("pyramid", 379)],
    "ahead": [("pyramid", 158), ("pyramid", 210), ("pyramid", 244)],
    "window": [("pyramid", 29), ("pyramid", 307), ("pyramid", 238)],
    "never": [("pyramid", 350), ("pyramid", 484), ("pyramid", 95)],
    "either": [("giza", 3), ("giza", 28), ("giza", 49)],
    "cross": [("giza", 37), ("giza", 38), ("giza", 57)],
}
"""Technique -> games and native numbers of deals that show it."""


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


def technique_deals(first: int) -> list[TechniqueDeal]:
    """Return the deals of all lessons on techniques; the first lesson has the number `first`."""
    return [
        _deal(number, count, lesson, game, deal_number)
        for number, lesson in enumerate(TECHNIQUE_LESSONS, first)
        for count, (game, deal_number) in enumerate(DEALS.get(lesson.technique, ()), 1)
    ]


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
