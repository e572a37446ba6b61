"""The words at the places of a position: a card, a rank alone, an unknown card, or a gap.

Decides how words are separated, which are labels, and what a line can be by its words alone.
"""

from __future__ import annotations

import re
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.words import shorten
from pyrtool.game.cards import UNKNOWN, Card, CardError, RankCard, UnknownCard
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.languages import say
from pyrtool.notation.deals import PARTING
from pyrtool.notation.diagrams import CLEARED, GAP, GONE, PASS, rows_of

ROW_END: Final = "/"
WASTE: Final = "waste"
PILES: Final = ("bouquet", "turned", "stock", WASTE, PASS, CLEARED, GONE)
"""The labels after a tableau: of cards, of two numbers, and of discarded cards."""

GAPS: Final = frozenset({GAP, "..", "-", "__", "_", "–", "—", "none", "empty"})
UNKNOWNS: Final = frozenset({UNKNOWN, "?", "？", "？？"})

_WORD: Final = re.compile(r"/|[^\s/]+")
_WHOLE: Final = (3, 4)  # a line with this share of the deck is meant to be all of it


def is_whole_line(text: str, rules: Rules) -> bool:
    """Whether a line is meant to be a whole deal, and has nothing that only tables have."""
    words = words_of(text)
    part, of = _WHOLE
    if of * len(words) < part * rules.deck_size or begins_table(text, rules):
        return False
    return not any(_is_of_table(word, rules) for word in words)


def begins_table(text: str, rules: Rules) -> bool:
    """Whether a line can be the first of a table with rows, by its number of cards."""
    words = words_of(text)
    if ROW_END in words:
        words = words[: words.index(ROW_END)]
    size = len(rows_of(rules)[0].places)
    return 0 < len(words) == size != rules.deck_size and is_cell(words[0])


def is_second_row(text: str, rules: Rules) -> bool:
    """Whether a line can be the second of a table with rows."""
    words, rows = words_of(text), rows_of(rules)
    return len(rows) > 1 and len(words) == len(rows[1].places) and all(map(is_cell, words))


def words_of(text: str) -> list[str]:
    """The words of a line; the mark between rows is a word."""
    return _WORD.findall(text.translate(PARTING))


def _is_of_table(word: str, rules: Rules) -> bool:
    """Whether a word is a label, a gap, or an unknown card."""
    if word == ROW_END or word in GAPS or word in UNKNOWNS or label_of(word, rules):
        return True
    try:
        RankCard.parse(word)
    except CardError:
        return False
    return True


def label_of(word: str, rules: Rules) -> str:
    """The label that a word is, or nothing."""
    plain = word.rstrip(":").lower()
    shapes = (shape.label for shape in Layout.of(rules).shapes)
    return plain if plain in PILES or plain in filter(None, shapes) else ""


def is_cell(word: str) -> bool:
    """Whether something of a table is written so: a card, a rank alone, an unknown card, a gap."""
    try:
        parse_cell(word)
    except CardError:
        return False
    return True


def parse_cell(word: str) -> Card | None:
    """What lies at a place: a card, one without a suit, an unknown one, or None for a gap."""
    if word.lower() in GAPS:
        return None
    if word in UNKNOWNS:
        return UnknownCard(0)
    try:
        return Card.parse(word)
    except CardError:
        try:
            return RankCard.parse(word)
        except CardError:
            raise CardError(say("{0} is not a card", shorten(word))) from None


guard(__name__)
