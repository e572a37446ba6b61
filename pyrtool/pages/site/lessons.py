"""Lessons: small deals, each of which needs one rule to be won.

Decides what is taught, in which order and on which deals. They are dealt from small decks, mostly
one suit of 13 cards, so that a lesson takes a minute.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from pyrtool.answers.solve import Won, shortest
from pyrtool.base.arguments import guard
from pyrtool.game.deals import deal
from pyrtool.game.games import Rules
from pyrtool.notation import NamedRules
from pyrtool.notation.rules import STANDARD
from pyrtool.pages.site.entries import Entry


@dataclass(frozen=True)
class Lesson:
    """What one lesson teaches, and the native number and rules of its deal."""

    title: str
    words: str
    number: int
    rules: MappingProxyType[str, Any]


def _lesson(title: str, words: str, number: int, **rules: Any) -> Lesson:
    return Lesson(title, words, number, MappingProxyType({"suits": 1, **rules}))


_SMALL: Final[dict[str, Any]] = {"rows": 3}  # 6 cards laid out, 7 in the stock
_GIZA: Final[dict[str, Any]] = {"suits": 2, "rows": 4, "columns": (8, 2), "stock": "none"}

LESSONS: Final[Sequence[Lesson]] = (
    _lesson(
        "Thirteen",
        "Two cards go together when they add to 13: ace and queen, 2 and jack, 3 and 10, 4 and 9, "
        "5 and 8, 6 and 7. A king is 13 by itself and goes alone. Here every card lies open.",
        2,
        rows=1,
        reserve=12,
        stock="none",
    ),
    _lesson(
        "Covered cards",
        "A card of the pyramid is free when no card lies on it any more. So the order counts: "
        "begin at the bottom and work your way up to the apex.",
        112,
        rows=4,
        reserve=3,
        stock="none",
    ),
    _lesson(
        "Columns",
        "In Giza the other cards lie in columns, all face up. Of a column only the last card is "
        "free. Nothing is hidden, so every win can be planned.",
        2,
        **_GIZA,
    ),
    _lesson(
        "Look ahead",
        "Several pairs can go at first, and not all of them should. When a card that another one "
        "needs is used up, the deal is lost. Ask for a hint to see whether it still can be won.",
        11,
        **_GIZA,
    ),
    _lesson(
        "The stock",
        "The stock's top card is turned, and is free. Deal puts it on the waste, whose top card "
        "is free as well, until the next one covers it. Here the stock is dealt once.",
        106,
        **_SMALL,
    ),
    _lesson(
        "Stock and waste",
        "The turned card may go with the top card of the waste. This deal cannot be won without "
        "such a pair.",
        78,
        **_SMALL,
    ),
    _lesson(
        "A second pass",
        "Some games turn the waste over, to be dealt once more in the same order. What is left "
        "for the second pass has to be planned in the first.",
        7,
        **_SMALL,
        passes=2,
    ),
    _lesson(
        "Only the pyramid",
        "Many programs call it a win when the pyramid is gone, whatever is left in stock and "
        "waste. This deal can be won in that way only.",
        285,
        **_SMALL,
        goal="pyramid",
    ),
    _lesson(
        "Three at a time",
        "In Tut's Tomb a deal puts three cards on the waste, and only the last one is free. The "
        "waste is turned over as often as you like: which cards come up changes as others go.",
        152,
        suits=2,
        rows=4,
        draw=3,
        passes=None,
        stock_top=False,
        stock_waste="no",
        goal="pyramid",
    ),
    _lesson(
        "One upon the other",
        "With overlap discards two cards may go together although one lies on the other, when "
        "nothing else covers the lower one. Without it this deal is lost.",
        52,
        **_SMALL,
        overlap=True,
    ),
    _lesson(
        "An open stock",
        "In Bouquet the whole stock lies open, and all of its cards are free from the start. "
        "Dealt one by one, this deal would be lost.",
        414,
        rows=4,
        stock="bouquet",
    ),
)
"""The lessons, in their order."""


def lesson_entries() -> list[Entry]:
    """The lessons as problems of a site."""
    return [_entry(number, lesson) for number, lesson in enumerate(LESSONS, 1)]


def _entry(number: int, lesson: Lesson) -> Entry:
    rules = Rules(**lesson.rules)
    dealt = deal(lesson.number, rules)
    won = shortest(dealt)
    assert isinstance(won, Won), lesson.title
    return Entry(
        name=f"lesson-{number}",
        title=lesson.title,
        teaser=lesson.words,
        deal=dealt,
        named=NamedRules.of(STANDARD, rules),
        won=won,
    )


guard(__name__)
