"""How cards look on a terminal: suits as signs, and in colour.

Decides when, and changes only how a text that is already set out spells its cards: the
lines keep their width. What is piped in English keeps the letters, to be read back.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Callable
from typing import Final

from pyrtool.game.cards import RANK_FORM, SUIT_SIGNS, SUITS
from pyrtool.languages import chosen, say
from pyrtool.languages.table import card_letters

_CARD: Final = re.compile(rf"(?<![\w.])({RANK_FORM})([{SUITS}])(?!\w)")
_SIGNS: Final = dict(zip(SUITS, SUIT_SIGNS, strict=True))
_RED: Final = "\x1b[31m{}\x1b[39m"  # the other suits have the terminal's own colour
RED_CARD: Final = re.compile(rf"\x1b\[31m\w+[{SUITS}{''.join(_SIGNS.values())}]\x1b\[39m")
"""A card as `spelling` may spell it: the only codes that a text for a terminal may hold."""

_REDS: Final = "DH"


def spelling(letters: bool = False) -> Callable[[str], str]:
    """How cards are spelled in a text for the standard output.

    On a terminal, a suit is a symbol, unless `letters` are requested or the encoding is not UTF-8.
    Hearts and diamonds are red, unless NO_COLOR is set or the terminal is dumb. Elsewhere a text in
    English stays as it is; in other languages ranks have their own letters, and suits are symbols.
    """
    shown = sys.stdout.isatty()
    if not shown and chosen().language == "en":
        return str
    signs = not letters and _is_utf8(sys.stdout.encoding)
    colour = shown and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def spell(found: re.Match[str]) -> str:
        rank, suit = found.groups()
        card = say(rank) + (_SIGNS[suit] if signs else suit)
        return _RED.format(card) if colour and suit in _REDS else card

    return lambda text: card_letters(_CARD.sub(spell, text))


def _is_utf8(encoding: str | None) -> bool:
    try:
        return codecs.lookup(encoding or "").name == "utf-8"
    except LookupError:
        return False
