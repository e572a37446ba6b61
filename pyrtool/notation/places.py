"""Cards of a table in words: by rank and suit, or where suits do not matter by rank and place.

Decides how a card is named (``4C``, ``7@7.2``) and which card of a table a name means.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from pyrtool.cards import Card, CardError, PyrtoolError, RankCard
from pyrtool.door import guard
from pyrtool.position import Discard, Position

AT = "@"
"""Between a card without a suit and its place."""


class NoSuchCardError(PyrtoolError):
    """A name that is no card's of the table, or several cards'."""


@dataclass(frozen=True)
class Named:
    """A card as it was named: a card, or one without a suit, and its place if that was told."""

    card: Card
    place: str = ""

    def __str__(self) -> str:
        return f"{self.card}{AT}{self.place}" if self.place else str(self.card)


def short_place(place: str) -> str:
    """A place as players write it: ``pyramid 7.2`` is ``7.2``, ``column 3`` is ``col3``.

    >>> short_place("column 3")
    'col3'
    """
    return place.removeprefix("pyramid ").replace("column ", "col").replace(" ", "")


def format_card(card: Card, here: Position) -> str:
    """The name of a card of a table: its place is part of it where it has no suit."""
    return str(card) if card.has_suit else f"{card}{AT}{short_place(here.where(card))}"


def parse_named(word: str) -> Named:
    """Read ``4C``, ``7`` or ``7@7.2``; anything else is a `CardError`."""
    text, at, place = word.partition(AT)
    if at and not place:
        raise CardError(f"{word!r} ends before the place")
    try:
        return Named(Card.parse(text), short_place(place))
    except CardError as error:
        try:
            return Named(RankCard.parse(text), short_place(place.lower()))
        except CardError:
            raise error from None


def discard_of(names: Sequence[Named], here: Position) -> Discard:
    """The discard that is meant on a table.

    A card without a suit must be told by its place, unless one legal discard alone fits. A
    `NoSuchCardError` says which names fit no card, or several.
    """
    if all(named.card.has_suit for named in names):
        return Discard(tuple(_suited(named.card, here) for named in names))
    choices = [_fitting(named, here) for named in names]
    for named, cards in zip(names, choices, strict=True):
        if not cards:
            raise NoSuchCardError(f"there is no {named}")
    meant = [Discard(cards) for cards in product(*choices) if len(set(cards)) == len(cards)]
    legal = [move for move in meant if here.allows(move)] or meant
    words = {"/".join(format_card(card, here) for card in move.cards): move for move in legal[::-1]}
    if len(words) > 1 and not all(named.place or named.card.has_suit for named in names):
        raise NoSuchCardError(f"which? {' or '.join(reversed(words))}")
    return next(iter(reversed(words.values()))) if words else Discard(tuple(n.card for n in names))


def _suited(card: Card, here: Position) -> Card:
    """A card that was named with its suit, which must not be one that pyrtool gave it."""
    own = next((one for one in here.cards() if one == card), card)
    if not own.has_suit:
        rank = RankCard(card)
        raise NoSuchCardError(f"there is no {card}: write {rank}{AT} and the place of the {rank}")
    return own


def _fitting(named: Named, here: Position) -> list[Card]:
    """The cards that a name can mean, those that can be discarded first."""
    if named.card.has_suit:
        return [_suited(named.card, here)]
    fitting = [
        card
        for card in here.cards()
        if card.is_known
        and not card.has_suit
        and card.rank == named.card.rank
        and named.place in ("", short_place(here.where(card)))
    ]
    available = here.available()
    return sorted(fitting, key=lambda card: card not in available)


guard(__name__)
