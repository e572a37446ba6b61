"""Numbers and ranks as the sentences of a block have them: ``three of the aces``, ``no other six``.

Decides how languages inflect ranks: numbers alike, ace, jack, queen and king each by itself. A
message here is a list of forms.
"""

from __future__ import annotations

from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.game.cards import FRENCH_RANKS, RANKS
from pyrtool.languages import message, say

_NUMBERS: Final = message("one, two, three, four, five, six, seven, eight, nine, ten")
_ONE_OF_A_RANK: Final = message("two, three, four, five, six, seven, eight, nine, ten")
_SEVERAL: Final = message(
    "aces, twos, threes, fours, fives, sixes, sevens, eights, nines, tens, jacks, queens, kings"
)
_HIGHER: Final = message("{0}s")
"""Several cards of a rank above the king, 14 and so on."""

NONE_WITH: Final = message("with no ace, with no {0}, with no jack, with no queen, with no king")
"""Forms of a rank: of the ace, of numbers, of jack, queen, and king. A sixth is of the eight, whose
article is another in Italian."""

NONE: Final = message("ace, {0}, jack, queen, king")
"""After ``no``, as is the next; in other languages they have it."""
NO_OTHER: Final = message("other ace, other {0}, other jack, other queen, other king")
EVERY_OTHER: Final = message(
    "every other ace, every other {0}, every other jack, every other queen, every other king"
)
THE_OTHER: Final = message(
    "the other ace, the other {0}, the other jack, the other queen, the other king"
)
_ONE: Final = message("one ace, one {0}, one jack, one queen, one king")
_ONE_OF: Final = message(
    "one of the aces, one of the {0}, one of the jacks, one of the queens, one of the kings"
)
_SOME_OF: Final = message(
    "{0} of the aces, {0} of the {1}, {0} of the jacks, {0} of the queens, {0} of the kings"
)
_ALL_OF: Final = message(
    "all of the aces, all of the {0}, all of the jacks, all of the queens, all of the kings"
)
_THE_OTHERS: Final = message(
    "the other aces, the other {0}, the other jacks, the other queens, the other kings"
)
_AT: Final = {1: 0, 8: 5, 11: 2, 12: 3, 13: 4}
_OF_NUMBERS: Final = 1


def number(count: int) -> str:
    """A number from 1 on in words; from 11 on in digits."""
    words = say(_NUMBERS).split(", ")
    return words[count - 1] if count <= len(words) else str(count)


def one_of_a_rank(text: str, rank: int) -> str:
    """A form of one card of a rank.

    >>> one_of_a_rank(EVERY_OTHER, 6), one_of_a_rank(NO_OTHER, 12)
    ('every other six', 'other queen')
    """
    return _form(text, rank, _singular(rank))


def counted_cards(count: int, rank: int) -> str:
    """So many cards of a rank: ``two aces``."""
    if count == 1:
        return _form(_ONE, rank, _singular(rank))
    return f"{number(count)} {_plural(rank)}"


def all_of(rank: int) -> str:
    """``all of the aces``."""
    return _form(_ALL_OF, rank, _plural(rank))


def some_of(count: int, rank: int) -> str:
    """``two of the aces``."""
    if count == 1:
        return _form(_ONE_OF, rank, _plural(rank))
    return _form(_SOME_OF, rank, number(count), _plural(rank))


def the_others(rank: int) -> str:
    """``the other aces``."""
    return _form(_THE_OTHERS, rank, _plural(rank))


def _form(text: str, rank: int, *values: str) -> str:
    forms = say(text).split(", ")
    at = _AT.get(rank, _OF_NUMBERS)
    return forms[at if at < len(forms) else _OF_NUMBERS].format(*values)


def _singular(rank: int) -> str:
    words = say(_ONE_OF_A_RANK).split(", ")
    return words[rank - 2] if 2 <= rank < len(words) + 2 else RANKS[rank - 1]


def _plural(rank: int) -> str:
    if rank > FRENCH_RANKS:
        return say(_HIGHER, RANKS[rank - 1])
    return say(_SEVERAL).split(", ")[rank - 1]


guard(__name__)
