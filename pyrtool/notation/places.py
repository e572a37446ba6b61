"""Cards of a table in words: by rank and suit, or where suits do not matter by rank and place.

Decides how a card is named (``4C``, ``7@7.2``) and which card of a table a name means.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import cut, shorten
from pyrtool.game.cards import Card, CardError, RankCard
from pyrtool.game.position import Discard, Position
from pyrtool.languages import listed, say

AT = "@"
"""Between a card without a suit and its place."""


class NoSuchCardError(PyrtoolError):
    """A name that is no card's of the table, or several cards'."""


@dataclass(frozen=True)
class Named:
    """A card as it was named: with or without a suit, and with its place if that was given."""

    card: Card
    place: str = ""

    def __str__(self) -> str:
        return f"{self.card}{AT}{cut(self.place)}" if self.place else str(self.card)


def short_place(place: str) -> str:
    """Return a place as players write it: ``pyramid 7.2`` is ``7.2``, ``column 3`` is ``col3``.

    >>> short_place("column 3")
    'col3'
    """
    return place.removeprefix("pyramid ").replace("column ", "col").replace(" ", "")


def format_card(card: Card, here: Position) -> str:
    """Name a card of a position.

    The name has the card's place if the card has no suit, or if its twin of the other pack can also
    be discarded, from elsewhere.
    """
    place = here.where(card)
    apart = here.rules.packs > 1 and card.twin in here.candidates()
    if card.has_suit and not (apart and here.where(card.twin) != place):
        return str(card)
    return f"{card}{AT}{short_place(place)}"


def parse_named(word: str) -> Named:
    """Read ``4C``, ``7`` or ``7@7.2``; anything else is a `CardError`."""
    text, at, place = word.partition(AT)
    if at and not place:
        raise CardError(f"{shorten(word)} ends before the place")
    try:
        return Named(Card.parse(text), short_place(place))
    except CardError as error:
        try:
            return Named(RankCard.parse(text), short_place(place.lower()))
        except CardError:
            raise error from None


def discard_of(names: Sequence[Named], here: Position) -> Discard:
    """Return the discard that is meant on a table.

    A card without a suit, or with a twin, must be named by its place, unless only one legal discard
    fits. A `NoSuchCardError` lists the names that fit no card, or several.
    """
    suited = all(named.card.has_suit for named in names)
    if suited and here.rules.packs == 1:
        return Discard(tuple(_suited(named.card, here) for named in names))
    choices = [_fitting(named, here) for named in names]
    for named, cards in zip(names, choices, strict=True):
        if not cards:
            raise NoSuchCardError(say("no card {0} is here", named))
    meant = [Discard(cards) for cards in product(*choices) if len(set(cards)) == len(cards)]
    legal = [move for move in meant if here.allows(move)] or meant[: 1 if suited else None]
    words = {"/".join(format_card(card, here) for card in move.cards): move for move in legal[::-1]}
    apart = here.rules.packs == 1  # a suit identifies a card
    if len(words) > 1 and not all(n.place or (n.card.has_suit and apart) for n in names):
        raise NoSuchCardError(say("which? {0}", listed(reversed(words), "or")))
    return next(iter(reversed(words.values()))) if words else Discard(tuple(n.card for n in names))


def _suited(card: Card, here: Position) -> Card:
    """Return a card that was named with its suit, which must not be one that pyrtool gave it."""
    own = next((one for one in here.cards() if one == card), card)
    if not own.has_suit:
        rank = RankCard(card)
        raise NoSuchCardError(
            say("no card {0} is here: write {1}{2} and the place of the {1}", card, rank, AT)
        )
    return own


def _fitting(named: Named, here: Position) -> list[Card]:
    """Return the cards that a name can mean, those that can be discarded first."""
    if named.card.has_suit and here.rules.packs == 1:
        return [_suited(named.card, here)]
    reading = [card for card in here.cards() if card.is_known and str(card) == str(named.card)]
    if named.card.has_suit and not reading:  # it is gone, as the referee says
        return [_suited(named.card, here)]
    fitting = [card for card in reading if named.place in ("", short_place(here.where(card)))]
    available = here.available()
    return sorted(fitting, key=lambda card: card not in available)
