"""Which words a picture can say, in which font, how wide they are, and where lines break.

Decides measures in ems, so that every painter breaks a caption at the same places. A character
is set in the font that the user brings, where it has that character, else in the bundled one.
Drawing the letters is for the painters.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.words import shorten
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.lettering.fonts import Font, bundled

LINE_HEIGHT: Final = 1.25
"""Distance of two baselines, in ems."""

ASCENT: Final = 0.72
"""What capitals and ascenders reach above the baseline, in ems."""

DESCENT: Final = 0.24
"""What descenders reach below the baseline, in ems."""

_FORBIDDEN: Final = re.compile(
    # What XML 1.0 forbids, the other control characters but NEL, and all noncharacters.
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f\\ud800-\\udfff\\ufdd0-\\ufdef"
    + "".join(rf"\U{plane:04x}fffe\U{plane:04x}ffff" for plane in range(17))
    + "]"
)
_UNSEEN: Final = str.maketrans("", "", "\ufe0e\ufe0f")  # whether a sign is an emoji


def plain(text: str) -> str:
    """A text as every picture, page and booklet takes it: its letters composed (NFC).

    A `RenderError` names a character that a text may not have: a control character, half of a
    surrogate pair, or a code point that is no character. Line breaks and tabs may.
    """
    found = _FORBIDDEN.search(text)
    if found is not None:
        raise RenderError(
            f"{shorten(text)}: the character U+{ord(found[0]):04X} at {found.start() + 1} "
            "cannot be written in a picture"
        )
    return unicodedata.normalize("NFC", text).translate(_UNSEEN)


def lacking(text: str, own: Font | None = None) -> str:
    """The characters of a text, each once, for which there is no letter: a box is drawn."""
    seen = dict.fromkeys(plain(text))
    return "".join(c for c in seen if not c.isspace() and c not in font_of(c, False, own))


def font_of(char: str, bold: bool = False, own: Font | None = None) -> Font:
    """The font that a character is set in."""
    return own if own is not None and char in own else bundled(bold)


def placed(text: str, bold: bool = False, own: Font | None = None) -> list[tuple[Font, str, float]]:
    """A line's characters, each with its font and the place of its pen, in ems; then an empty one
    where the line ends. Two that follow each other in one font are kerned."""
    pen, last = 0.0, ""
    found: list[tuple[Font, str, float]] = []
    for char in text:
        font = font_of(char, bold, own)
        if found and found[-1][0] is font and char in font and last in font:
            pen += font.kern(last + char)
        found.append((font, char, pen))
        pen, last = pen + font.advance(char), char
    return [*found, (font_of(" ", bold, own), "", pen)]


def width(text: str, bold: bool = False, own: Font | None = None) -> float:
    """Width of a line, in ems; a character that no font has counts as the box drawn for it."""
    return placed(text, bold, own)[-1][2]


def wrap(text: str, width_em: float, bold: bool = False, own: Font | None = None) -> list[str]:
    """The text's lines, none wider than `width_em` ems.

    Lines break at white space, and inside a word only when it alone is too wide. A line
    break in the text is kept; other white space counts as one space. The text is made `plain`.
    """
    lines: list[str] = []
    for paragraph in plain(text).strip().splitlines():
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if width(longer, bold, own) <= width_em:
                line = longer
                continue
            if line:
                lines.append(line)
            *full, line = _split(word, width_em, bold, own)
            lines += full
        lines.append(line)
    return lines


def _split(word: str, width_em: float, bold: bool, own: Font | None) -> list[str]:
    """The word in pieces that fit, each of at least one character."""
    pieces = [""]
    for char in word:
        if pieces[-1] and width(pieces[-1] + char, bold, own) > width_em:
            pieces.append("")
        pieces[-1] += char
    return pieces


guard(__name__)
