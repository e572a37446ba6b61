"""Words of a table where a card is expected.

Decides what lies at the place of each word, and where in the text a word is no card, or a card that
the deck does not have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pyrtool.base.arguments import guard
from pyrtool.game.cards import RANKS, Card, CardError
from pyrtool.game.games import Rules
from pyrtool.notation.cells import parse_cell
from pyrtool.notation.deals import NotationError
from pyrtool.notation.diagrams import card_form


@dataclass(frozen=True)
class Word:
    """A word where a card is expected, and its place (``line 3, card 2``)."""

    place: str
    text: str


def check_words(words: Iterable[Word], rules: Rules) -> None:
    """A `NotationError` names the first word that is no card, and says how one is written."""
    for word in words:
        try:
            parse_cell(word.text)
        except CardError as error:
            raise NotationError(f"{word.place}: {error}: {card_form(rules)}") from None


def parse_word(word: Word) -> Card | None:
    """`parse_cell` of a word that was checked."""
    return parse_cell(word.text)


def check_deck(words: Iterable[Word], rules: Rules) -> None:
    """A `NotationError` for a card that comes twice, or too often, or is not the deck's."""
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


guard(__name__)
