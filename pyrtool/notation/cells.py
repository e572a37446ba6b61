"""The words at the places of a position: a card, a rank alone, an unknown card, or a gap.

Decides how words are separated, which are labels, what a line can be by its words alone, and
where in the text a word is no card, or a card that the deck does not have.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pyrtool.base.messages import shorten
from pyrtool.game.cards import RANKS, UNKNOWN, Card, CardError, RankCard, UnknownCard
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.languages import say
from pyrtool.notation.deals import PARTING, NotationError
from pyrtool.notation.diagrams import CLEARED, GAP, GONE, PASS, card_form, rows_of

ROW_END: Final = "/"
WASTE: Final = "waste"
PILES: Final = ("bouquet", "turned", "stock", WASTE, PASS, CLEARED, GONE)
"""The labels after a tableau: of cards, of two numbers, and of discarded cards."""

GAPS: Final = frozenset({GAP, "..", "-", "__", "_", "–", "—", "none", "empty"})
UNKNOWNS: Final = frozenset({UNKNOWN, "?", "？", "？？"})

_WORD: Final = re.compile(r"/|[^\s/]+")
_WHOLE: Final = (3, 4)  # a line with this share of the deck is meant to be all of it


def is_whole_line(text: str, rules: Rules) -> bool:
    """Return whether a line is meant to be a whole deal, and has nothing that only tables have."""
    words = words_of(text)
    part, of = _WHOLE
    if of * len(words) < part * rules.deck_size or begins_table(text, rules):
        return False
    return not any(_is_of_table(word, rules) for word in words)


def begins_table(text: str, rules: Rules) -> bool:
    """Return whether a line can be the first of a table with rows, by its number of cards."""
    words = words_of(text)
    if ROW_END in words:
        words = words[: words.index(ROW_END)]
    size = len(rows_of(rules)[0].places)
    return 0 < len(words) == size != rules.deck_size and is_cell(words[0])


def begins_labels(text: str, rules: Rules) -> bool:
    """Return whether a line begins with the label of a pile or of a pass."""
    words = words_of(text)
    return bool(words) and label_of(words[0], rules) in PILES


def is_second_row(text: str, rules: Rules) -> bool:
    """Return whether a line can be the second of a table with rows."""
    words, rows = words_of(text), rows_of(rules)
    return len(rows) > 1 and len(words) == len(rows[1].places) and all(map(is_cell, words))


def words_of(text: str) -> list[str]:
    """Return the words of a line; the mark between rows is a word."""
    return _WORD.findall(text.translate(PARTING))


def _is_of_table(word: str, rules: Rules) -> bool:
    """Return whether a word is a label, a gap, or an unknown card."""
    if word == ROW_END or word in GAPS or word in UNKNOWNS or label_of(word, rules):
        return True
    try:
        RankCard.parse(word)
    except CardError:
        return False
    return True


def label_of(word: str, rules: Rules) -> str:
    """Return the label that a word is, or nothing."""
    plain = word.rstrip(":").lower()
    shapes = (shape.label for shape in Layout.of(rules).shapes)
    return plain if plain in PILES or plain in filter(None, shapes) else ""


def is_cell(word: str) -> bool:
    """Return whether a word is a card, a rank alone, an unknown card, or a gap."""
    try:
        parse_cell(word)
    except CardError:
        return False
    return True


def parse_cell(word: str) -> Card | None:
    """Read a card, one without a suit, an unknown one, or None for a gap."""
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


@dataclass(frozen=True)
class Word:
    """A word where a card is expected, and its place (``line 3, card 2``)."""

    place: str
    text: str


def check_words(words: Iterable[Word], rules: Rules) -> None:
    """Raise a `NotationError` for the first word that is no card; it says how one is written."""
    for word in words:
        try:
            parse_cell(word.text)
        except CardError as error:
            raise NotationError(f"{word.place}: {error}: {card_form(rules)}") from None


def parse_word(word: Word) -> Card | None:
    """Do as `parse_cell`, for a word that was checked."""
    return parse_cell(word.text)


def check_deck(words: Iterable[Word], rules: Rules) -> None:
    """Raise a `NotationError` for a card that comes twice, or too often, or is not the deck's."""
    seen: dict[Card, str] = {}
    ranks: Counter[int] = Counter()
    for word in words:
        card = parse_word(word)
        if card is None or not card.is_known:
            continue
        ranks[card.rank] += 1
        if card.rank > rules.highest_rank or (card.has_suit and card.suit >= rules.suits):
            raise NotationError(f"{word.place}: {card} is not in the deck of this game")
        if rules.packs > 1 and card.has_suit and card in seen:
            card = card.twin
        if card.has_suit and card in seen:
            times = "twice" if rules.packs == 1 else "more than twice"
            raise NotationError(f"{word.place}: {card} appears {times}, here and at {seen[card]}")
        if ranks[card.rank] > rules.of_a_rank:
            rank = RANKS[card.rank - 1]
            raise NotationError(
                f"{word.place}: {card}: the deck has only {rules.of_a_rank} of rank {rank}"
            )
        if card.has_suit:
            seen[card] = word.place
