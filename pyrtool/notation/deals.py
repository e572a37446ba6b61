"""A deal as one line of text.

Decides how a deal is written in a line and how an error names its place. Whether
the cards are a deck is for `deals`; which lines of a file are deals for `source`.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from pyrtool.base.arguments import public
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import shown
from pyrtool.game.cards import Card, CardError
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.kernel.shuffle import Dealer
from pyrtool.notation.diagrams import card_form


class NotationError(PyrtoolError):
    """A text that cannot be read; the message begins with the place."""


PARTING: Final = str.maketrans(",;|\t\u00a0", "     ")
"""What parts cards as a space does."""

_INNER_PLACE: Final = re.compile(r"(card|line|move|event|record) \d+\b")


def placed(place: str, message: object) -> str:
    """Write `message` with its place before it, joined to the place it may itself begin with.

    ``line 3`` and ``card 17: 7H appears twice`` make ``line 3, card 17: 7H appears twice``.
    """
    text = str(message)
    return text if not place else f"{place}{', ' if _INNER_PLACE.match(text) else ': '}{text}"


@public
def format_deal(cards: Iterable[Card]) -> str:
    """Write cards in dealing order, separated by single spaces.

    Args:
        cards: The cards.

    Returns:
        The line, without a line end.
    """
    return " ".join(map(str, cards))


@public
def format_deals(dealer: Dealer, first: int, wanted: bytearray) -> str:
    """Write the chosen deals of a numbering, a line each.

    Args:
        dealer: Deals the numbers of one numbering.
        first: The number of the first deal.
        wanted: A byte for each deal from `first` on; deals with a 0 are left out.

    Returns:
        The lines, each with its line end.

    Raises:
        NotationError: The numbering has no such deals.
    """
    if not 0 <= first <= 2**128 - len(wanted):  # the kernel takes numbers of two words
        raise NotationError(f"deal {shown(first)}: no such deal, or too few from there on")
    return dealer.lines(first, wanted, _NAMES).decode("ascii")


_NAMES: Final = "".join(f"{card!s:3}" for card in Card.EVERY).encode("ascii")


@public
def parse_deal(text: str, rules: Rules, place: str = "") -> Deal:
    """Read a deck in dealing order; the inverse of `format_deal`.

    Args:
        text: The cards, separated by white space.
        rules: The rules, which decide the deck.
        place: Where the text stands, such as ``line 3``; messages begin with it.

    Returns:
        The deal, without a number.

    Raises:
        NotationError: A card is wrong; the message names the first one (``card 5: 'XX' is not a
            card``).
    """
    words = text.translate(PARTING).split()
    try:
        cards = parse_cards(words)
    except NotationError as error:
        raise NotationError(placed(place, f"{error}: {card_form(rules)}")) from None
    try:
        return Deal.of(cards, rules)
    except PyrtoolError as error:
        raise NotationError(placed(place, error)) from None


@public
def parse_cards(words: Sequence[str]) -> tuple[Card, ...]:
    """Read each word as a card.

    Args:
        words: Cards in the order of the deal, each as rank and suit: ``7S``, ``10h``, ``K♦``.

    Returns:
        The cards, in the same order.

    Raises:
        NotationError: A word is no card; the message counts the words from 1.

    Examples:
        >>> parse_cards(["7S", "10h", "K♦"])
        (Card.parse('7S'), Card.parse('TH'), Card.parse('KD'))
    """
    cards = []
    for number, word in enumerate(words, 1):
        try:
            cards.append(Card.parse(word))
        except CardError as error:
            raise NotationError(f"card {number}: {error}") from None
    return tuple(cards)
