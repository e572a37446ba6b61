"""The colours of letters: those of a line's role, and of the suits in the cards that it names.

Decides the colour of every character; a suit that is black on the cards has that of its line.
"""

from __future__ import annotations

import re
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.colours import letters_in
from pyrtool.game.cards import SUIT_SIGNS
from pyrtool.pictures.decks import Deck
from pyrtool.pictures.lettering.typography import card_pattern
from pyrtool.pictures.scenes.elements import Role, Text
from pyrtool.pictures.scenes.theme import Theme

_CARD: Final = re.compile(card_pattern(SUIT_SIGNS))
_BLACK: Final = "#000000"
_PAPER: Final = "#FFFFFF"


def role_ink(role: Role, theme: Theme) -> str:
    """The colour of a line of this role."""
    match role:
        case "title" | "caption":
            return theme.text
        case "stars":
            return theme.stars
    return theme.muted


def inks(text: Text, theme: Theme, deck: Deck) -> list[str]:
    """The colour of each character of a line, each contrast with the page high enough.

    In the colour of a suit are its signs, and the ranks before them: ``7♥``.
    """
    colours = [role_ink(text.role, theme)] * len(text.text)
    suits = dict(zip(SUIT_SIGNS, deck.colours, strict=True))
    for found in _CARD.finditer(text.text):
        suit = suits[found[0][-1]]
        if suit != _BLACK:
            start, end = found.span()
            legible = letters_in(suit, theme.page or theme.halo or _PAPER)
            colours[start:end] = [legible] * (end - start)
    return colours


guard(__name__)
