"""Places, moves, and letters of cards as a player reads and types them, in the chosen language.

Decides which of their words are translated. What programs read, the words of `notation`, is
English.
"""

from __future__ import annotations

import re
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.languages.spoken import message, say

_PLACES: Final = {
    "pyramid": message("pyramid"),
    "triangle": message("triangle"),
    "row": message("row"),
    "column": message("column"),
    "reserve": message("reserve"),
    "waste": message("waste"),
    "bottom": message("bottom"),
    "bouquet": message("bouquet"),
    "stock": message("stock"),
    "turned": message("turned card"),
}
_IN_MOVES: Final = {
    **_PLACES,
    "turned": message("turned"),
    "col": message("col"),
    "deal": message("deal"),
    "redeal": message("redeal"),
}
_WORD: Final = re.compile("|".join(sorted(_IN_MOVES, key=len, reverse=True)))
_RANK: Final = re.compile(r"(?<![^/\s])[JQK](?=[CDHS]\b|[@/\s]|$)")
_SUIT: Final = "[CDHScdhs♣♦♥♠]?"
_LONE: Final = re.compile(r"[dr]\d*|[dr]\*\d+")
"""Words that deal or redeal where they are all that is typed."""


def place_words(place: str) -> str:
    """A place or a pile in words.

    >>> from pyrtool.languages import speaking
    >>> with speaking("de"):
    ...     place_words("pyramid 2, row 3")
    'Pyramide 2, Reihe 3'
    """
    return re.sub("[a-z]+", lambda found: say(_PLACES.get(found[0], found[0])), place)


def move_words(words: str) -> str:
    """Words of moves with the words and card letters of the language.

    >>> from pyrtool.languages import speaking
    >>> with speaking("de"):
    ...     move_words("J@waste/2@col3"), move_words("QC/AS"), move_words("deal*3")
    ('B@Ablage/2@Sp3', 'DC/AS', 'aufdecken*3')
    """
    return untyped(card_letters(words))


def untyped(words: str) -> str:
    """Words of moves with the words of the language, and the card letters of English.

    >>> from pyrtool.languages import speaking
    >>> with speaking("de"):
    ...     untyped("J@waste/2@col3")
    'J@Ablage/2@Sp3'
    """
    return _WORD.sub(lambda found: say(_IN_MOVES[found[0]]), words)


def card_letters(text: str) -> str:
    """A text whose cards have the letters of the language: ``JC``, and ``J`` where it is alone.

    >>> from pyrtool.languages import speaking
    >>> with speaking("fr"):
    ...     card_letters("J/2 KD")
    'V/2 RD'
    """
    return _RANK.sub(lambda found: say(found[0]), text)


def set_words(name: str) -> str:
    """The name of a set, ``A-Q``, with the letters of the language."""
    return "-".join(map(say, name.split("-")))


def typed_cards(line: str) -> str:
    """A typed line whose cards have English letters, in place of those of the language.

    A letter that also deals, ``d`` or ``r``, deals where it is all that is typed.

    >>> from pyrtool.languages import speaking
    >>> with speaking("de"):
    ...     typed_cards("d♣ a"), typed_cards("bd/2h"), typed_cards("d"), typed_cards("undo 3")
    ('Q♣ a', 'Jd/2h', 'd', 'undo 3')
    """
    own = {say(rank).lower(): rank for rank in "JQK"}
    if own.keys() == set("jqk") or _LONE.fullmatch(line.strip().lower()):
        return line
    rank = rf"1[0-3]|[A2-9TJQK1{''.join(own)}]"
    word = re.compile(rf"(?:(?:{rank}){_SUIT}[/+-]?){{1,2}}", re.IGNORECASE)
    card = re.compile(rf"({rank})({_SUIT})", re.IGNORECASE)

    def english(found: re.Match[str]) -> str:
        if word.fullmatch(found[0]) is None:
            return found[0]
        return card.sub(lambda one: own.get(one[1].lower(), one[1]) + one[2], found[0])

    return re.sub(r"[^\s,]+", english, line)


guard(__name__)
