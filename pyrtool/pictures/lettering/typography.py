"""Texts as a printer sets them: apostrophes, quotation marks and dashes.

Decides which signs replace those of a keyboard, and what of a text is a card; numbers, dates and
addresses stay as they are.
"""

from __future__ import annotations

import re
from typing import Final

from pyrtool.base.arguments import guard

_RANK: Final = "(?:[2-9]|10|[ABDJKQRV])"  # with the letters of all languages
_PAIR: Final = re.compile(rf"(?<![\w-])({_RANK})-({_RANK})(?![\w-])")
_OPENS: Final = r"(?<![^\s(\[—–-])"  # at the beginning of a word
_SIGNS: Final = (
    (re.compile(rf'{_OPENS}"(?=\S)'), "“"),
    (re.compile('"'), "”"),
    (re.compile(rf"{_OPENS}'(?=[^\s\d][^']*'(?!\w))"), "‘"),
    (re.compile("'"), "’"),
    (re.compile(r"(?<=\s)--?(?=\s)"), "–"),
)


def typeset_signs(text: str) -> str:
    """A text with the quotation marks, apostrophes and dashes of print.

    >>> typeset_signs('''O'Brien's "maze" - the 'last' one of '31''')
    'O’Brien’s “maze” – the ‘last’ one of ’31'
    """
    for keyed, printed in _SIGNS:
        text = keyed.sub(printed, text)
    return text


def card_pattern(signs: str) -> str:
    """Write a regular expression for the signs of suits, each with the rank before it.

    It is one of Python's and of typst's.

    >>> re.findall(card_pattern("♦♥"), "10♦, not 10♣; all ♥, or B♥")
    ['10♦', '♥', 'B♥']
    """
    return rf"(?:\b(?:[2-9A-Z]|1\d|20))?[{signs}]"


def typeset_pairs(text: str) -> str:
    """A text with en dashes between two ranks: ``3–10`` for ``3-10``.

    >>> typeset_pairs("A-Q, 3-10 and 4-9; not 1931-05")
    'A–Q, 3–10 and 4–9; not 1931-05'
    """
    return _PAIR.sub(r"\1–\2", text)


guard(__name__)
