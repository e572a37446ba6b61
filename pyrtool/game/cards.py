"""Ranks, suits, complements; a card to and from text.

Decides what a card is and how one is written. Which cards a game uses, and what
they must add up to, is for `games`.
"""

from typing import ClassVar, Final, Self

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import shorten, shown
from pyrtool.base.type_checks import add_value_type

RANKS: Final[tuple[str, ...]] = tuple("A23456789TJQK")
"""How each rank is written, from the ace on."""

RANK_FORM: Final = "[A2-9TJQK]"
"""A regular expression that matches a written rank."""

SUITS: Final = "CDHS"

SUIT_SIGNS: Final = "♣♦♥♠"
"""How people write the suits, in the order of `SUITS`."""

_FROM_SIGNS: Final = str.maketrans(SUIT_SIGNS + "♧♢♡♤", SUITS * 2)
_VARIATION_SELECTORS: Final = str.maketrans("", "", "\ufe0e\ufe0f")


class CardError(PyrtoolError):
    """A text that is not a card."""


class Card(int):
    """A playing card, an integer: ``4 * (rank - 1) + suit``, 0..51; in a second pack 52 more.

    `rank` is 1 (ace) to 13 (king); `suit` indexes ``CDHS``. Cards order by their codes. Each card
    is one object: `Card(5)` is `Card.of(5)`, and so is a copy of it.
    """

    ALL: "ClassVar[tuple[Card, ...]]"
    """The cards of a French pack."""
    EVERY: "ClassVar[tuple[Card, ...]]"
    """Every card, by its code."""
    has_suit: ClassVar[bool] = True
    """False of a card whose suit does not matter (`RankCard`), or that is unknown."""
    is_known: ClassVar[bool] = True
    """False of a card that nobody has seen yet (`UnknownCard`)."""
    __slots__ = ()

    def __new__(cls, code: int) -> Self:
        """Do as `of`; a card of another kind is made with the code of one."""
        card = Card.of(code)
        return card if isinstance(card, cls) else int.__new__(cls, card)

    @classmethod
    def of(cls, code: int) -> "Card":
        """Return the card with a code.

        Args:
            code: Its code, 0 to 103.

        Raises:
            CardError: No card has this code.

        Examples:
            >>> Card.of(0)
            Card.parse('AC')
        """
        try:
            if code >= 0 and not isinstance(code, bool):
                return Card.EVERY[code]
        except (IndexError, TypeError, ArithmeticError):  # some numbers cannot be compared
            pass
        raise CardError(f"card {shown(code)}: must be 0 to {len(Card.EVERY) - 1}")

    @classmethod
    def of_rank(cls, rank: int, suit: int, pack: int = 0) -> "Card":
        """Return the card of a rank.

        Args:
            rank: 1 (ace) to 13 (king).
            suit: Index into `SUITS`.
            pack: 0, or 1 for the second of two packs.

        Raises:
            CardError: There is no such card.

        Examples:
            >>> Card.of_rank(1, 0), Card.of_rank(13, 2)
            (Card.parse('AC'), Card.parse('KH'))
        """
        code = _CODE_OF.get((rank, suit, pack))
        if code is None:
            raise CardError(f"rank {shown(rank)}, suit {shown(suit)}: there is no such card")
        return Card.EVERY[code]

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read a card: ``TH``, ``10H``, ``th``, ``T♥``, or ``♥T``.

        Spanish cards are read as ``1H``, ``11H`` and ``12H`` too.

        Args:
            text: The card as text.

        Returns:
            The card.

        Raises:
            CardError: The text is not a card.
        """
        if not isinstance(text, str):
            raise CardError(f"{shown(text)} is not a card: must be a text")
        card = _BY_TEXT.get(text)
        if card is None:
            plain = text.translate(_VARIATION_SELECTORS).translate(_FROM_SIGNS).upper()
            if plain[:1] and plain[0] in SUITS:
                plain = plain[1:] + plain[0]
            card = _BY_TEXT.get(_NUMBERS.get(plain[:-1], plain[:-1]) + plain[-1:])  # 12S is QS
        if card is None:
            raise CardError(f"{shorten(text)} is not a card")
        return card

    @property
    def rank(self) -> int:
        """1 (ace) to 13 (king): what the card counts towards a total."""
        return _RANK_OF[self]

    @property
    def suit(self) -> int:
        """The suit of a card, an index into `SUITS`."""
        return int(self) % 4

    @property
    def pack(self) -> int:
        """The pack that the card is of, 0 or 1."""
        return _PACK_OF[self]

    @property
    def twin(self) -> "Card":
        """The same card of the other pack; it reads the same.

        Examples:
            >>> Card.parse("7S").twin, str(Card.parse("7S").twin), Card.parse("7S").twin.twin
            (Card.parse('7S').twin, '7S', Card.parse('7S'))
        """
        return Card.of_rank(self.rank, self.suit, 1 - self.pack)

    @property
    def spanish(self) -> str:
        """The card as a Spanish deck has it, its rank a number. A rank alone keeps its letter, as
        numbers alone stand for other things in a diagram.

        Examples:
            >>> Card.parse("QS").spanish, Card.parse("12S"), Card.parse("7D").spanish
            ('12S', Card.parse('QS'), '7D')
        """
        text = str(self)
        return _BY_LETTER.get(text[0], text[0]) + text[1:] if self.has_suit else text

    def __bool__(self) -> bool:
        return True  # the ace of clubs is a card too

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r}){'.twin' if self.pack else ''}"


class RankCard(Card):
    """A card whose suit does not matter, written as its rank alone: ``7``.

    Internally it has a suit, so that it works like other cards; nothing shows which one.
    """

    has_suit = False
    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> "RankCard":
        """Read a rank, ``7``, ``T``, ``10``, or ``t``; anything else is a `CardError`."""
        if not isinstance(text, str):
            raise CardError(f"{shown(text)} is not a rank: must be a text")
        if not (rank := rank_of(text.upper())):
            raise CardError(f"{shorten(text)} is not a rank")
        return cls(Card.of_rank(rank, 0))

    def __str__(self) -> str:
        return RANKS[self.rank - 1]

    def __repr__(self) -> str:
        return f"RankCard.parse({str(self)!r})"


class UnknownCard(Card):
    """A card that nobody has seen yet, written ``??``.

    Inside it is one of those that it can be, so that it has a place among the others.
    """

    has_suit = is_known = False
    __slots__ = ()

    def __str__(self) -> str:
        return UNKNOWN

    def __repr__(self) -> str:
        return f"UnknownCard({int(self)})"


UNKNOWN: Final = "??"
"""The sign of a card that nobody has seen yet."""

PACK: Final = len(RANKS) * len(SUITS)
"""The cards of a French pack."""

_PARTS: Final = [
    (rank, suit, pack)
    for pack in (0, 1)
    for rank in range(1, len(RANKS) + 1)
    for suit in range(len(SUITS))
]
"""Rank, suit, and pack of each card, by code."""

_CODE_OF: Final = {parts: code for code, parts in enumerate(_PARTS)}
_RANK_OF: Final = bytes(rank for rank, _, _ in _PARTS)
_PACK_OF: Final = bytes(pack for _, _, pack in _PARTS)
Card.EVERY = tuple(int.__new__(Card, code) for code in range(len(_PARTS)))
Card.ALL = Card.EVERY[:PACK]
add_value_type(
    Card, "a Card", "`parse_cards` reads cards", (str,), own=(Card, RankCard, UnknownCard)
)
_BY_TEXT: Final[dict[str, Card]] = {str(card): card for card in Card.EVERY if card.pack == 0}


_NUMBERS: Final = {"12": "Q", "11": "J", "10": "T", "1": "A"}
"""How ranks are written that have a letter, where cards are Spanish."""

_BY_LETTER: Final = {letter: number for number, letter in _NUMBERS.items()}


def rank_of(name: str) -> int:
    """Return the rank that is written so, 0 if none is; the ten may be a number.

    >>> rank_of("A"), rank_of("10"), rank_of("S")
    (1, 10, 0)
    """
    return _RANK_NAMED.get(name, 0)


_RANK_NAMED: Final = {name: rank for rank, name in enumerate(RANKS, 1)} | {"10": 10}


def rank_noun(rank: int, count: int = 1) -> str:
    """Return a rank in words for this many cards: ``ace``, ``sixes``; a `CardError` if none."""
    if not 0 < rank <= len(RANKS):
        raise CardError(f"rank {shown(rank)}: must be 1 to {len(RANKS)}")
    word = _WORDS[rank - 1]
    return word if count == 1 else f"{word}{'es' if word == 'six' else 's'}"


_WORDS: Final = (
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
)


def set_name(*ranks: int) -> str:
    """Name the set of these ranks: ``A-Q``, or ``6-6``."""
    return "-".join(RANKS[rank - 1] for rank in ranks)
