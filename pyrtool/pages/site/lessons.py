"""Lessons: small deals, each of which needs one rule to be won.

Decides what is taught, in which order and on which deals. They are dealt from small decks, mostly
one suit of 13 cards, so that a lesson takes a minute.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pyrtool.answers.solve import Won, shortest
from pyrtool.base.arguments import guard
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.languages import message
from pyrtool.notation import NamedRules
from pyrtool.notation.rules import STANDARD
from pyrtool.pages.site.entries import Entry


@dataclass(frozen=True)
class Lesson:
    """What one lesson teaches, and the native number and rules of its deal, of this game if any."""

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
    """The lessons as problems of a site."""
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


guard(__name__)
