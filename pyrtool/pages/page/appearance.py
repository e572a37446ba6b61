"""The look of a page: the choices that a reader has, its letters, and the stars of a deal.

The font lies in the style sheet: the first letters that show are its own, nothing moves, and a page
that is opened from a disk needs no other file.
"""

from base64 import b64encode
from typing import Final

from pyrtool.answers.explain.difficulty import Reasoning
from pyrtool.answers.rating.scale import LEVELS
from pyrtool.languages import message, say
from pyrtool.pictures.decks import ASSETS

DECK_WORDS: Final = {
    "2color": message("Two colours"),
    "4color-classic": message("Four colours"),
    "4color": message("Colour-blind"),
}
"""What the decks are called, from which a reader can choose."""

PALETTES: Final = {
    "papyrus": message("Papyrus"),
    "baize": message("Baize"),
    "nile": message("Nile"),
    "slate": message("Slate"),
}
"""The tables that a reader can choose from: name -> what it is called. style/palettes.css has
their colours."""

BACKS: Final = {
    "weave": message("Weave"),
    "courses": message("Courses"),
    "dunes": message("Dunes"),
    "stars": message("Stars"),
    "rays": message("Rays"),
}
"""The backs of cards: name -> what it is called. On a site, the first is everyone's, and the n-th
is earned by a win of the n-th level or a harder one. site/style/backs.css has their patterns."""

LIGHTS: Final = {
    "auto": message("Like the device"),
    "light": message("Light"),
    "dark": message("Dark"),
}
"""Choices of light and dark: name -> the words for it."""

BACKGROUNDS: Final = {
    "white": ("papyrus", "auto"),
    "dark": ("papyrus", "dark"),
    "green": ("baize", "auto"),
    "transparent": ("papyrus", "auto"),
}
"""The palette and light that a reader finds at first, by the backgrounds of pictures."""


FAMILY: Final = "Libertinus"
"""The name of the font in style sheets."""

FETCH: Final = f'document.fonts.load("1em {FAMILY}")'
"""The script that has the font read while the page is, and not when it is first needed: all would
be laid out again then."""


NOTICE: Final = (
    "/* Libertinus: Copyright 2012-2024 The Libertinus Project Authors "
    "(https://github.com/alerque/libertinus), under the SIL Open Font License 1.1: "
    "https://openfontlicense.org */"
)
"""The notice that its licence demands of whoever passes the font on."""


def font_face() -> str:
    """Write the rule of a style sheet that brings the font, with its notice."""
    content = (ASSETS / "fonts" / "LibertinusSerif-pages.woff2").read_bytes()
    address = f"data:font/woff2;base64,{b64encode(content).decode()}"
    return f'{NOTICE}@font-face{{font-family:{FAMILY};src:url("{address}")}}'


def dots(stars: int) -> str:
    """Return the level as dots, 1 to 5 of 5 filled."""
    return "●" * stars + "○" * (len(LEVELS) - stars)


def level(stars: int) -> str:
    """Return the name of the level; nothing for none."""
    return say(LEVELS[stars - 1][0]).title() if stars else ""


def level_element(stars: int, tag: str, reasoning: Reasoning | None = None) -> str:
    """Return the level and that of the reasoning, as HTML that a screen reader reads."""
    reasoned = say(reasoning.level) if reasoning and reasoning.level else None
    rank = say("{0} of {1}", stars, len(LEVELS))
    spoken = ", ".join(filter(None, [level(stars), rank, reasoned]))
    shown = " · ".join(filter(None, [f"{level(stars)} {dots(stars)}".strip(), reasoned]))
    return f'<{tag} class="stars" role="img" aria-label="{spoken}">{shown}</{tag}>'
