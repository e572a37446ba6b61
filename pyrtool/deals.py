"""Deal numbers to deals.

Decides what a number means in each numbering (specified in docs/numberings.md). A deal number is a
promise: what it names never changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pyrtool.cards import PACK, SUITS, Card, PyrtoolError, shorten
from pyrtool.door import guard, shown
from pyrtool.games import Rules
from pyrtool.kernel.shuffle import SCHEMES, Dealer
from pyrtool.layout import Layout
from pyrtool.threads import per_thread

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
"""At once: they are answered in one piece of memory."""

_MS_LAST: Final = 8_589_934_591
_MS_PLAIN: Final = 32_000  # PySolFC: smaller numbers are Microsoft deals, named or not
_PYSOLFC_SUITS: Final = "CSHD"  # in the fresh deck
_MICROSOFT_SUITS: Final = "CDHS"


class DealError(PyrtoolError):
    """A number that names no deal."""


@dataclass(frozen=True)
class Deal:
    """The whole deck in dealing order, with the number that names it, if one does."""

    number: DealNumber | None
    numbering: Numbering | None
    cards: tuple[Card, ...]

    @classmethod
    def of_cards(cls, cards: Sequence[Card], rules: Rules) -> Deal:
        """A deal without a number; `DeckError` when `cards` are not the deck of `rules`."""
        return cls(None, None, rules.in_deal(cards))


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
        raise DealError(f"{shown(count)} deals: must be 0 to {MOST_DEALS} at once")
    for number in (first, first + max(count, 1) - 1):
        check_number(f"{prefix}{number}" if prefix else number, numbering)
    if numbering == "pysolfc" and not prefix and first < _MS_PLAIN < first + count:
        raise DealError(f"deals {first} to {first + count - 1}: the shuffle changes at {_MS_PLAIN}")


def deal(number: DealNumber, numbering: Numbering = "native", rules: Rules = Rules()) -> Deal:
    """The deal of that number; `DealError` when there is none.

    PySolFC lays out its games in its own order, so there the deal depends on the tableau.

    >>> deal(1).cards[:3]
    (Card.parse('QS'), Card.parse('QD'), Card.parse('TD'))
    """
    number = check_number(number, numbering)
    cards = dealer(number, numbering, rules).deal(_integer(number))
    return Deal(number, numbering, rules.in_deal([Card.ALL[code] for code in cards]))


def deals(
    numbers: Iterable[DealNumber], numbering: Numbering, rules: Rules = Rules()
) -> Iterator[Deal]:
    """The deals of those numbers, one after the other."""
    return (deal(number, numbering, rules) for number in numbers)


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
