"""Lessons on lost deals: one a technique of explanations, each with deals where it decides.

Decides what is taught, in which order and on which deals. ``python docs/lessons.py`` chooses the
deals again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pyrtool.answers.explain.explanation import Explanation, explain
from pyrtool.answers.explain.lit import lit_steps
from pyrtool.base.arguments import guard
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, TITLES
from pyrtool.languages import message, say
from pyrtool.notation import NamedRules

PER_LESSON: Final = 3
"""Deals of a lesson; fewer where no more were found."""


@dataclass(frozen=True)
class TechniqueLesson:
    """What one lesson teaches: a technique by its name in explanations, and the idea in words."""

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
    "late": [("pyramid", 407), ("pyramid", 249), ("pyramid", 379)],
    "ahead": [("pyramid", 158), ("pyramid", 172), ("pyramid", 210)],
    "window": [("pyramid", 29), ("pyramid", 307), ("pyramid", 238)],
    "never": [("pyramid", 447), ("pyramid", 85), ("pyramid", 448)],
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


def technique_deals(first: int) -> list[TechniqueDeal]:
    """The deals of all lessons on techniques; the first lesson has the number `first`."""
    return [
        _deal(number, count, lesson, game, chosen)
        for number, lesson in enumerate(TECHNIQUE_LESSONS, first)
        for count, (game, chosen) in enumerate(DEALS.get(lesson.technique, ()), 1)
    ]


def _deal(
    number: int, count: int, lesson: TechniqueLesson, game: str, chosen: int
) -> TechniqueDeal:
    dealt = deal(chosen, game)
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


guard(__name__)
