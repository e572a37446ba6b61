"""The font of pages, as a part of their style.

Decides that it lies in the style sheet: the first letters that show are its own, nothing moves,
and a page that is opened from a disk needs no other file.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.pictures.decks import ASSETS

FAMILY: Final = "Libertinus"
"""What style sheets call the font."""

FETCH: Final = f'document.fonts.load("1em {FAMILY}")'
"""The script that has the font read while the page is, and not when it is first needed: all would
be laid out again then."""


def font_face() -> str:
    """The rule of a style sheet that brings the font."""
    content = (ASSETS / "fonts" / "LibertinusSerif-pages.woff2").read_bytes()
    address = f"data:font/woff2;base64,{b64encode(content).decode()}"
    return f'@font-face{{font-family:{FAMILY};src:url("{address}")}}'


guard(__name__)
