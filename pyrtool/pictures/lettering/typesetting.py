"""Lines of text: which characters a picture can show, their widths, and where lines break.

Decides measures in ems, so that every painter breaks a caption at the same places, and which signs
replace those of a keyboard: apostrophes, quotation marks, and dashes. A character is set in the
font that the user brings, if it has that character, else in the bundled one.
"""

import re
import unicodedata
from typing import Final

from pyrtool.base.messages import shorten
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.lettering.fonts import Font, bundled

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
    """Return a text with the quotation marks, apostrophes and dashes of print.

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
    """Return a text with en dashes between two ranks: ``3–10`` for ``3-10``.

    >>> typeset_pairs("A-Q, 3-10 and 4-9; not 1931-05")
    'A–Q, 3–10 and 4–9; not 1931-05'
    """
    return _PAIR.sub(r"\1–\2", text)


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
    """Return a text as every picture, page and booklet takes it: its letters composed (NFC).

    A `RenderError` names a character that a text may not have: a control character, half of a
    surrogate pair, or a code point that is no character. Line breaks and tabs may.
    """
    match = _FORBIDDEN.search(text)
    if match is not None:
        raise RenderError(
            f"{shorten(text)}: the character U+{ord(match[0]):04X} at {match.start() + 1} "
            "cannot be written in a picture"
        )
    return unicodedata.normalize("NFC", text).translate(_UNSEEN)


def lacking(text: str, own: Font | None = None) -> str:
    """Return the characters of a text, each once, for which there is no letter: a box is drawn."""
    seen = dict.fromkeys(plain(text))
    return "".join(c for c in seen if not c.isspace() and c not in font_of(c, False, own))


def font_of(char: str, bold: bool = False, own: Font | None = None) -> Font:
    """Return the font that a character is set in."""
    return own if own is not None and char in own else bundled(bold)


def placed(text: str, bold: bool = False, own: Font | None = None) -> list[tuple[Font, str, float]]:
    """Return a line's characters, each with its font and the place of its pen, in ems; then an
    empty one where the line ends. Two that follow each other in one font are kerned."""
    pen, last = 0.0, ""
    glyphs: list[tuple[Font, str, float]] = []
    for char in text:
        font = font_of(char, bold, own)
        if glyphs and glyphs[-1][0] is font and char in font and last in font:
            pen += font.kern(last + char)
        glyphs.append((font, char, pen))
        pen, last = pen + font.advance(char), char
    return [*glyphs, (font_of(" ", bold, own), "", pen)]


def width(text: str, bold: bool = False, own: Font | None = None) -> float:
    """Width of a line, in ems; a character that no font has counts as the box drawn for it."""
    return placed(text, bold, own)[-1][2]


def wrap(text: str, width_em: float, bold: bool = False, own: Font | None = None) -> list[str]:
    """Return the text's lines, none wider than `width_em` ems.

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
    """Return the word in pieces that fit, each of at least one character."""
    pieces = [""]
    for char in word:
        if pieces[-1] and width(pieces[-1] + char, bold, own) > width_em:
            pieces.append("")
        pieces[-1] += char
    return pieces
