"""The deck of a game: are these cards the whole of it?

Decides the message for cards that are not. Which cards a deck has is for `rules`.
"""

from collections.abc import Sequence
from typing import TypeVar

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import counted
from pyrtool.game.cards import Card

_C = TypeVar("_C", Card, Card | None)


class DeckError(PyrtoolError):
    """Cards that are not the deck of the rules; the message names the place."""


def as_packs(cards: Sequence[_C]) -> list[_C]:
    """Return the cards of two packs as they read, None for gaps: of a card that is there twice the
    first is the first pack's and the second its `twin`. Cards without a suit, and unknown ones,
    stay.

    >>> as_packs([Card.parse("7S"), None, Card.parse("7S")])
    [Card.parse('7S'), None, Card.parse('7S').twin]
    """
    seen: set[Card] = set()
    distinct: list[_C] = []
    for card in cards:
        if card is not None and card.has_suit:
            first = card.twin if card.pack else card
            card = first.twin if first in seen else first
            seen.add(first)
        distinct.append(card)
    return distinct


def check_whole(cards: Sequence[Card], deck: Sequence[Card]) -> None:
    """Raise a `DeckError` if `cards` are not the whole `deck`, each card once for each pack of it.

    >>> one = Card.parse("7S")
    >>> check_whole([one, one], [one, one.twin])
    >>> check_whole([one, one], [one])
    Traceback (most recent call last):
    pyrtool.game.deck.DeckError: card 2: 7S appears twice, at 1 and 2
    """
    packs = 2 if any(card.pack for card in deck) else 1
    given = as_packs(cards) if packs > 1 else list(cards)
    whole = set(deck)
    seen: dict[Card, int] = {}
    for place, card in enumerate(given, start=1):
        if card in seen:
            times = "twice" if packs == 1 else "more than twice"
            raise DeckError(f"card {place}: {card} appears {times}, at {seen[card]} and {place}")
        if card not in whole:
            raise DeckError(f"card {place}: {card} is not in the deck of this game")
        seen[card] = place
    missing = [card for card in deck if card not in seen]
    if missing:
        names = " ".join(map(str, missing[:4])) + (" .." if len(missing) > 4 else "")
        has = counted(len(cards), "card")
        raise DeckError(f"{has}: the deck has {len(deck)}; missing {names}")
