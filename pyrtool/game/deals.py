"""Deal numbers to deals.

Decides what a number means in each numbering (specified in docs/reference/deal-numbers.md). A deal
number is a promise: what it names never changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pyrtool.base.arguments import check_fields, guard, shown
from pyrtool.base.arguments.judges import add_value_type
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.threads import per_thread
from pyrtool.base.words import shorten
from pyrtool.game.cards import PACK, SUITS, Card
from pyrtool.game.games import GAMES, Rules, game
from pyrtool.game.layout import Layout
from pyrtool.kernel.shuffle import SCHEMES, Dealer

Numbering = Literal["native", "freecell", "pysolfc"]
NUMBERINGS: Final[tuple[Numbering, ...]] = ("native", "freecell", "pysolfc")

KeepIf = Literal["unblocked", "blocked", "winnable", "lost"]
"""The kinds of deals that can be asked for."""

DealNumber = int | str
"""A number, or for PySolFC's Microsoft deals from 32000 on its name, such as ``ms40000``."""

_RANGES: Final[dict[Numbering, tuple[int, int]]] = {
    "native": (0, 2**64 - 1),
    "freecell": (1, 2**31 - 1),
    "pysolfc": (1, 10**20),
}
MOST_DEALS: Final = 2**24
"""The most deals in one call, whose answers share one piece of memory."""

_MS_LAST: Final = 8_589_934_591
_MS_PLAIN: Final = 32_000  # PySolFC: smaller numbers are Microsoft deals, named or not
_PYSOLFC_SUITS: Final = "CSHD"  # in the fresh deck
_MICROSOFT_SUITS: Final = "CDHS"


class DealError(PyrtoolError):
    """A number that names no deal."""


@dataclass(frozen=True)
class Deal:
    """The whole deck in dealing order, the rules of its game, and the number that names it, if one
    does.

    A `DeckError` when `cards` are not the deck of `rules`.
    """

    number: DealNumber | None
    numbering: Numbering | None
    cards: tuple[Card, ...]
    rules: Rules

    def __post_init__(self) -> None:
        check_fields(self)
        cards = self.rules.in_deal(self.cards)
        self.rules.check_deck(cards)
        object.__setattr__(self, "cards", cards)

    @classmethod
    def of(cls, cards: Sequence[Card], rules: str | Rules) -> Deal:
        """A deal of one's own cards, without a number.

        Args:
            cards: The whole deck in dealing order.
            rules: A game by its name, or its rules.

        Raises:
            DeckError: `cards` are not the deck of this game.

        Examples:
            >>> Deal.of(deal(1).cards, "giza").rules.columns
            (8, 3)
        """
        return cls(None, None, tuple(cards), rules_of(rules))


add_value_type(Deal, "a Deal", "`Deal.of(cards, rules)` makes one", (list, tuple))


def rules_of(named: str | Rules) -> Rules:
    """The rules of a game that is named, or the rules themselves."""
    if isinstance(named, str):
        return GAMES.get(named) or game(named)
    return named


def parse_number(text: str, numbering: Numbering) -> DealNumber:
    """The deal number written as `text`: digits, or ``ms`` and digits in PySolFC's numbering.
    `DealError` when it names no deal."""
    digits = text.removeprefix("ms")
    if not _is_digits(digits):
        raise DealError(f"{shorten(text)} is not a deal number")
    value = int(digits)
    return check_number(value if digits == text else f"ms{value}", numbering)


def _is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 40


def check_number(number: DealNumber, numbering: Numbering) -> DealNumber:
    """`number` in its normal form; `DealError` when it names no deal."""
    if isinstance(number, str):
        digits = number.removeprefix("ms")
        if digits == number or not _is_digits(digits):
            raise DealError(f"{shorten(number)} is not a deal number")
        value = int(digits)
        if numbering != "pysolfc":
            raise DealError(
                f"deal {number}: only PySolFC's numbering has such deals: use --numbering pysolfc"
            )
        if not 1 <= value <= _MS_LAST:
            raise DealError(f"deal {number}: pysolfc has ms1 to ms{_MS_LAST}")
        return value if value < _MS_PLAIN else number
    low, high = _RANGES[numbering]
    if not low <= number <= high:
        raise DealError(f"deal {shown(number)}: {numbering} deals are numbered {low} to {high}")
    return number


def check_span(first: int, count: int, numbering: Numbering, prefix: str = "") -> None:
    """A `DealError` unless the `count` numbers from `first` on name deals of one shuffle.

    `prefix` is "ms" for PySolFC's Microsoft deals, else empty; `count` may be 0.
    """
    if not 0 <= count <= MOST_DEALS:
        raise DealError(f"{shown(count)} deals: must be 0 to {MOST_DEALS}")
    for number in (first, first + max(count, 1) - 1):
        check_number(f"{prefix}{number}" if prefix else number, numbering)
    if numbering == "pysolfc" and not prefix and first < _MS_PLAIN < first + count:
        raise DealError(f"deals {first} to {first + count - 1}: the shuffle changes at {_MS_PLAIN}")


def deal(
    number: DealNumber, rules: str | Rules = "pyramid", numbering: Numbering = "native"
) -> Deal:
    """Deal the cards of a number.

    PySolFC lays out its games in its own order, so there the cards depend on the tableau.

    Args:
        number: The deal number, or for PySolFC's Microsoft deals a name such as ``ms40000``.
        rules: A game by its name, or its rules.
        numbering: What the number means (docs/reference/deal-numbers.md).

    Returns:
        The deal, with its rules and number.

    Raises:
        DealError: The number names no deal.

    Examples:
        >>> deal(1).cards[:3]
        (Card.parse('QS'), Card.parse('QD'), Card.parse('TD'))
        >>> deal(2, "giza").rules.columns
        (8, 3)
    """
    if isinstance(rules, str) and rules in NUMBERINGS and rules not in GAMES:
        raise DealError(
            f"rules: {rules} is a numbering: deal({shown(number)}, numbering={rules!r})"
        )
    rules = rules_of(rules)
    number = check_number(number, numbering)
    cards = dealer(number, numbering, rules).deal(_integer(number))
    return Deal(number, numbering, tuple(map(Card.ALL.__getitem__, cards)), rules)


def deals(
    numbers: Iterable[DealNumber], rules: str | Rules = "pyramid", numbering: Numbering = "native"
) -> Iterator[Deal]:
    """Deal the cards of these numbers, one after the other."""
    return (deal(number, rules, numbering) for number in numbers)


def dealer(number: DealNumber, numbering: Numbering, rules: Rules) -> Dealer:
    """The kernel's dealer for this number's shuffle and these rules."""
    packs = rules.packs if numbering == "pysolfc" else 1
    if numbering != "native" and rules.deck_size != PACK * packs:
        raise DealError(
            f"deal {number}: {numbering} deals have {PACK * packs} cards, the deck has "
            f"{rules.deck_size}: use --numbering native"
        )
    scheme: str = numbering
    if numbering == "pysolfc" and (isinstance(number, str) or number < _MS_PLAIN):
        scheme = "pysolfc-ms"
    return _dealer(scheme, rules)


def _integer(number: DealNumber) -> int:
    return number if isinstance(number, int) else int(number.removeprefix("ms"))


@per_thread(64)
def _dealer(scheme: str, rules: Rules) -> Dealer:
    size = rules.deck_size
    if scheme == "native":
        pack = rules.deck[: size // rules.packs]
        return Dealer(SCHEMES[scheme], bytes(pack) * rules.packs, bytes(range(size)))
    if scheme == "freecell":
        return Dealer(SCHEMES[scheme], _deck(_MICROSOFT_SUITS), bytes(range(size)))
    if scheme == "pysolfc-ms" and rules.packs == 1:
        return Dealer(SCHEMES[scheme], _deck(_MICROSOFT_SUITS), _pysolfc_order(rules))
    by_suit = bytes(4 * rank + SUITS.index(suit) for suit in _PYSOLFC_SUITS for rank in range(13))
    return Dealer(SCHEMES[scheme], by_suit * rules.packs, _pysolfc_order(rules))


def _deck(suits: str) -> bytes:
    """The codes of a deck by rank, then in this order of the suits."""
    return bytes(4 * rank + SUITS.index(suit) for rank in range(13) for suit in suits)


def _pysolfc_order(rules: Rules) -> bytes:
    """PySolFC deals from the deck's end, and the columns before the pyramid."""
    places = Layout.of(rules).places
    in_its_order = sorted(range(len(places)), key=lambda i: places[i].kind != "column")
    in_its_order += range(len(places), rules.deck_size)
    order = bytearray(rules.deck_size)
    for at, i in enumerate(in_its_order):
        order[i] = rules.deck_size - 1 - at
    return bytes(order)


guard(__name__)
