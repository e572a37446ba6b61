"""The colours of the page and of the letters on it.

The deck has the cards' own colours, `marks` those of the marks. The name of a card in a line has
the colour of its suit, unless that is black on the cards: then it has the colour of its line. On a
page where red cannot be read, such names lie on small cards.
"""

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from pyrtool.base.colours import letters_in
from pyrtool.game.cards import SUIT_SIGNS
from pyrtool.pictures.decks import Deck, chosen_of
from pyrtool.pictures.lettering.typesetting import card_pattern, placed
from pyrtool.pictures.scenes.scene import Role, Text

_CARD: Final = re.compile(card_pattern(SUIT_SIGNS))
_BLACK: Final = "#000000"
_PAPER: Final = "#FFFFFF"


def role_ink(role: Role, theme: "Theme") -> str:
    """Return the colour of a line of this role."""
    if role == "stars":
        return theme.stars
    return theme.text if role in ("title", "caption") else theme.muted


def inks(text: Text, theme: "Theme", deck: Deck) -> list[str]:
    """Return the colour of each character of a line, in enough contrast with the page.

    In the colour of a suit are its signs, and the ranks before them: ``7♥``.
    """
    colours = [role_ink(text.role, theme)] * len(text.text)
    suits = dict(zip(SUIT_SIGNS, deck.colours, strict=True))
    for match in _CARD.finditer(text.text):
        suit = suits[match[0][-1]]
        if suit != _BLACK or theme.chip:
            start, end = match.span()
            legible = letters_in(suit, theme.chip or theme.page or theme.halo or _PAPER)
            colours[start:end] = [legible] * (end - start)
    return colours


CHIP: Final = (0.07, 0.8, 1.05)
"""How far a small card reaches before a name and above its line, and its height, in ems. It ends
with the name, as a comma may follow."""


def chips(text: Text, theme: "Theme") -> list[tuple[float, float]]:
    """Return where the small cards under the names in a line begin and end, in ems."""
    if theme.chip is None or not (names := list(_CARD.finditer(text.text))):
        return []
    pens = [pen for _, _, pen in placed(text.text, text.bold, text.font)]
    return [(pens[name.start()] - CHIP[0], pens[name.end()]) for name in names]


@dataclass(frozen=True)
class Theme:
    """Colours as ``#RRGGBB``; `page` is None for a transparent page.

    - `text` is for title and caption, `muted` for labels and empty piles.
    - `stars` is for stars, `edge` for the outline of the cards.
    - `halo` surrounds words and empty places on a page of unknown colour, so that they show on any.
    - `chip` is for the small cards on which the names of cards lie, if they do.

    A page's red, green and blue are
    multiples of 4, or 255: others are not kept exactly when a PNG is reduced to 256 colours.
    """

    page: str | None
    text: str
    muted: str
    stars: str
    edge: str
    halo: str | None = None
    chip: str | None = None


THEMES: Final = MappingProxyType(
    {
        "white": Theme("#FFFFFF", "#111111", "#555555", "#B07A00", "#4A4A4A"),
        "dark": Theme("#1C2024", "#F2F2F2", "#B4B8BE", "#F0B429", "#000000"),
        "green": Theme("#205C44", "#FFFFFF", "#D3E4DB", "#FFD166", "#0B2A1E", chip=_PAPER),
        "transparent": Theme(None, "#111111", "#3A3A3A", "#7A5400", "#4A4A4A", halo="#FFFFFF"),
    }
)
"""The backgrounds by name; the first is the default."""


def theme_named(name: str) -> Theme:
    """Return the theme of this name."""
    return chosen_of(THEMES, name, "background")
