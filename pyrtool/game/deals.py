"""Deals, and the deal numbers that name them.

Decides what a number means in each numbering (specified in docs/reference/deal-numbers.md). A deal
number is a promise: what it names never changes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import chain, combinations
from typing import Final, Literal

from pyrtool.base.arguments import check_fields, public
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import shorten, shown
from pyrtool.base.threads import per_thread
from pyrtool.base.type_checks import add_value_type
from pyrtool.game.cards import PACK, RANKS, SUITS, Card
from pyrtool.game.games import GAMES, Rules, game, name_of
from pyrtool.game.layout import Layout
from pyrtool.game.named_games import KNOWN
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


@public
@dataclass(frozen=True)
class Deal:
    """The whole deck in dealing order, the rules of its game, and the number that names it, if any.

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
    def of(cls, cards: Sequence[Card], rules: str | Rules) -> "Deal":
        """Make a deal of your own cards, without a number.

        Args:
            cards: The whole deck in dealing order.
            rules: A game by its name, or its rules.

        Returns:
            The deal.

        Raises:
            DeckError: `cards` are not the deck of this game.

        Examples:
            >>> Deal.of(deal(1).cards, "giza").rules.columns
            (8, 3)
        """
        return cls(None, None, tuple(cards), rules_of(rules))

    def exchanged(self, one: Card, other: Card) -> "Deal":
        """Make the deal in which two cards have changed places; it has no number.

        Args:
            one: A card of the deal.
            other: Another one.

        Returns:
            The deal.

        Examples:
            >>> three = deal(3, "giza")
            >>> three.exchanged(*three.cards[:2]).cards[:2] == three.cards[1::-1]
            True
        """
        swapped = {one: other, other: one}
        return Deal.of(tuple(swapped.get(card, card) for card in self.cards), self.rules)

    def exchanges(self) -> tuple[tuple[Card, Card], ...]:
        """List every two cards whose exchange matters: those of one rank are alike.

        Returns:
            The cards in the order of the deal.
        """
        pairs = combinations(self.cards, 2)
        return tuple((one, other) for one, other in pairs if one.rank != other.rank)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return str(import_module("pyrtool.pictures").notebook_svg(self))  # which is above


add_value_type(Deal, "a Deal", "`Deal.of(cards, rules)` makes one", (list, tuple))


def rules_of(rules: str | Rules) -> Rules:
    """Return the rules of a game that is named, or the rules themselves."""
    return GAMES.get(rules) or game(rules) if isinstance(rules, str) else rules


def parse_number(text: str, numbering: Numbering) -> DealNumber:
    """Read a deal number: digits, or ``ms`` and digits in PySolFC's numbering. Raise a `DealError`
    if it names no deal."""
    digits = text.removeprefix("ms")
    if not _is_digits(digits):
        raise DealError(f"{shorten(text)} is not a deal number")
    value = int(digits)
    return check_number(value if digits == text else f"ms{value}", numbering)


def _is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 40


def check_number(number: DealNumber, numbering: Numbering) -> DealNumber:
    """Return `number` in its normal form; raise a `DealError` if it names no deal."""
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
    """Raise a `DealError` unless the `count` numbers from `first` on name deals of one shuffle.

    `prefix` is "ms" for PySolFC's Microsoft deals, else empty; `count` may be 0.
    """
    if not 0 <= count <= MOST_DEALS:
        raise DealError(f"{shown(count)} deals: must be 0 to {MOST_DEALS}")
    for number in (first, first + max(count, 1) - 1):
        check_number(f"{prefix}{number}" if prefix else number, numbering)
    if numbering == "pysolfc" and not prefix and first < _MS_PLAIN < first + count:
        raise DealError(f"deals {first} to {first + count - 1}: the shuffle changes at {_MS_PLAIN}")


def numbering_of(rules: str | Rules) -> Numbering:
    """Return the numbering of a game if none is named: PySolFC's of its own games, else native."""
    name = None if not isinstance(rules, str) else name_of(rules)
    return "native" if name not in KNOWN else KNOWN[name].numbering


@public
def deal(
    number: DealNumber, rules: str | Rules = "pyramid", numbering: Numbering | None = None
) -> Deal:
    """Deal the cards of a number.

    PySolFC lays out its games in its own order, so there the cards depend on the tableau.

    Args:
        number: The deal number, or for PySolFC's Microsoft deals a name such as ``ms40000``.
        rules: A game by its name, or its rules.
        numbering: What the number means (docs/reference/deal-numbers.md); None: what it means in
            the game that is named, in most of them ``native``.

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
    numbering = numbering or numbering_of(rules)
    rules = rules_of(rules)
    number = check_number(number, numbering)
    cards = dealer(number, numbering, rules).deal(int(str(number).removeprefix("ms")))
    return Deal(number, numbering, tuple(map(Card.of, cards)), rules)


def deals(
    numbers: Iterable[DealNumber],
    rules: str | Rules = "pyramid",
    numbering: Numbering | None = None,
) -> Iterator[Deal]:
    """Deal the cards of these numbers, one after the other."""
    return (deal(number, rules, numbering) for number in numbers)


def dealer(number: DealNumber, numbering: Numbering, rules: Rules) -> Dealer:
    """Return the kernel's dealer for this number's shuffle and these rules."""
    packs = rules.packs if numbering == "pysolfc" else 1
    if numbering != "native" and rules.deck_size != PACK * packs:
        raise DealError(
            f"deal {number}: {numbering} deals have {PACK * packs} cards, the deck has "
            f"{rules.deck_size}: use --numbering native"
        )
    columns = [part for part in rules.parts if part.kind == "columns"]
    if numbering == "pysolfc" and columns[1:] and any(part.rectified for part in columns):
        raise DealError(f"deal {number}: PySolFC rectifies columns of one shape only")
    scheme: str = numbering
    if numbering == "pysolfc" and (isinstance(number, str) or number < _MS_PLAIN):
        scheme = "pysolfc-ms"
    return _dealer(scheme, rules)


@per_thread(64)
def _dealer(scheme: str, rules: Rules) -> Dealer:
    size = rules.deck_size
    columns, depth = rectified_columns(rules)
    order = _pysolfc_order(rules) if scheme.startswith("pysolfc") else bytes(range(size))
    if scheme == "native":
        deck = bytes(rules.deck[: size // rules.packs])
    elif scheme == "freecell" or (scheme == "pysolfc-ms" and rules.packs == 1):
        suits = [SUITS.index(suit) for suit in _MICROSOFT_SUITS]
        deck = bytes(4 * rank + suit for rank in range(len(RANKS)) for suit in suits)
    else:
        suits = [SUITS.index(suit) for suit in _PYSOLFC_SUITS]
        deck = bytes(4 * rank + suit for suit in suits for rank in range(len(RANKS)))
    return Dealer(SCHEMES[scheme], deck * rules.packs, order, columns, depth)


def rectified_columns(rules: Rules) -> tuple[bytes, int]:
    """Return, for each place laid out, the number of its rectified column, else 0, and the depth of
    these; empty if there are none."""
    depth = max((part.depth for part in rules.parts if part.rectified), default=0)
    if not depth:
        return b"", 0
    laid_out = chain.from_iterable([part] * part.cards for part in rules.parts)
    places = zip(laid_out, Layout.of(rules).places, strict=True)
    return bytes(place.index if part.rectified else 0 for part, place in places), depth


def _pysolfc_order(rules: Rules) -> bytes:
    """PySolFC deals from the deck's end, and the columns before the pyramid, all of them row by
    row. Rectified columns it deals from the deck's beginning, one after the other."""
    places = Layout.of(rules).places
    rectified = any(part.rectified for part in rules.parts)

    def turn(i: int) -> tuple[int, ...]:
        if i >= len(places) or places[i].kind != "column":
            return (1,)
        at = (places[i].row, places[i].index)
        return (0, *(reversed(at) if rectified else at))

    order = bytearray(rules.deck_size)
    for at, i in enumerate(sorted(range(rules.deck_size), key=turn)):
        order[i] = at if rectified else rules.deck_size - 1 - at
    return bytes(order)
