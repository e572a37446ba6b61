"""Ranks, suits, complements; a card to and from text.

Decides what a card is and how one is written. Which cards a game uses, and what
they must add up to, is for `games`.
"""

from __future__ import annotations

from typing import ClassVar, Final, Self

from pyrtool.base.arguments.judges import add_value_type
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import shorten, shown

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"

SUIT_SIGNS: Final = "♣♦♥♠"
"""How people write the suits, in the order of `SUITS`."""

_FROM_SIGNS: Final = str.maketrans(SUIT_SIGNS + "♧♢♡♤", SUITS * 2)
_VARIATION_SELECTORS: Final = str.maketrans("", "", "\ufe0e\ufe0f")


class CardError(PyrtoolError):
    """A text that is not a card."""


class Card(int):
    """A playing card, as the integer ``4 * (rank - 1) + suit``, 0..51; in the second of two packs
    52 more.

    `rank` is 1 (ace) to 13 (king), `suit` indexes ``CDHS``. Cards order by pack, then rank,
    then suit. Each card is one object: `Card(5)` is `Card.of(5)`, and so is a copy of it.
    """

    ALL: ClassVar[tuple[Card, ...]]
    """The cards of one pack."""
    has_suit: ClassVar[bool] = True
    """False of a card whose suit does not matter (`RankCard`), or that is unknown."""
    is_known: ClassVar[bool] = True
    """False of a card that nobody has seen yet (`UnknownCard`)."""
    __slots__ = ()

    def __new__(cls, code: int) -> Self:
        """`of`; a card of another kind is made with the code of one."""
        card = Card.of(code)
        return card if isinstance(card, cls) else int.__new__(cls, card)

    @classmethod
    def of(cls, code: int) -> Card:
        """Return the card with a code.

        Args:
            code: Its code, 0 to 103; from 52 on the cards of a second pack.

        Returns:
            The card.

        Raises:
            CardError: No card has this code.

        Examples:
            >>> Card.of(0)
            Card.parse('AC')
        """
        try:
            if code >= 0 and not isinstance(code, bool):
                return _TWO_PACKS[code]
        except (IndexError, TypeError):
            pass
        raise CardError(f"card {shown(code)}: must be 0 to {len(_TWO_PACKS) - 1}")

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card: ``TH``, ``10H``, ``th``, ``T♥`` or ``♥T``.

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
            card = _BY_TEXT.get(_by_letter(plain))
        if card is None:
            raise CardError(f"{shorten(text)} is not a card")
        return card

    @property
    def rank(self) -> int:
        """1 (ace) to 13 (king): what the card counts towards a total."""
        return int(self) % PACK // 4 + 1

    @property
    def suit(self) -> int:
        """Index into `SUITS`."""
        return int(self) % 4

    @property
    def twin(self) -> Card:
        """The same card of the other pack; it reads the same.

        Examples:
            >>> Card.parse("7S").twin, str(Card.parse("7S").twin), Card.parse("7S").twin.twin
            (Card.parse('7S').twin, '7S', Card.parse('7S'))
        """
        return _TWO_PACKS[(int(self) + PACK) % len(_TWO_PACKS)]

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
        return RANKS[int(self) % PACK // 4] + SUITS[int(self) % 4]

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r}){'.twin' if self >= PACK else ''}"


class RankCard(Card):
    """A card whose suit does not matter, written as its rank alone: ``7``.

    Internally it has a suit, so that it works like other cards; nothing shows which one.
    """

    has_suit = False
    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> RankCard:
        """Read a rank, ``7``, ``T``, ``10`` or ``t``; anything else is a `CardError`."""
        if not isinstance(text, str):
            raise CardError(f"{shown(text)} is not a rank: must be a text")
        plain = "T" if text == "10" else text.upper()
        if len(plain) != 1 or plain not in RANKS:
            raise CardError(f"{shorten(text)} is not a rank")
        return cls(4 * RANKS.index(plain))

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
"""What stands for a card that nobody has seen yet."""

PACK: Final = len(RANKS) * len(SUITS)
"""The cards of a pack."""

_TWO_PACKS: Final = tuple(int.__new__(Card, code) for code in range(2 * PACK))
Card.ALL = _TWO_PACKS[:PACK]
add_value_type(
    Card, "a Card", "`parse_cards` reads cards", (str,), own=(Card, RankCard, UnknownCard)
)
_BY_TEXT: Final[dict[str, Card]] = {str(card): card for card in Card.ALL}


_NUMBERS: Final = {"12": "Q", "11": "J", "10": "T", "1": "A"}
"""How ranks are written that have a letter, where cards are Spanish."""

_BY_LETTER: Final = {letter: number for number, letter in _NUMBERS.items()}


def _by_letter(text: str) -> str:
    """A card with the letter of its rank for the number: ``QS`` for ``12S``."""
    number = next((number for number in _NUMBERS if text.startswith(number)), "")
    return _NUMBERS.get(number, "") + text[len(number) :]


def set_name(*ranks: int) -> str:
    """What the set of these ranks is called: ``A-Q``, or ``6-6``."""
    return "-".join(RANKS[rank - 1] for rank in ranks)
