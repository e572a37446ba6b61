"""How wide a text is, where its lines break, and its letters' outlines, of the bundled font.

Decides measures in ems, so that every painter breaks a caption at the same places. Drawing
the letters is for the painters.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Final

from pyrtool.door import guard
from pyrtool.render.deck import ASSETS

LINE_HEIGHT: Final = 1.35
"""Distance of two baselines, in ems."""

ASCENT: Final = 0.76
"""What capitals and ascenders reach above the baseline, in ems."""

DESCENT: Final = 0.24
"""What descenders reach below the baseline, in ems."""

OUTLINE_EM: Final = 2048
"""An em in the units of `outline`."""


def font_path(bold: bool) -> Path:
    """The font's file: DejaVu Sans, cut down to Latin letters and the signs of cards."""
    return ASSETS / "fonts" / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")


def width(text: str, bold: bool = False) -> float:
    """Width of a line, in ems; a character the font lacks counts as the box drawn for it."""
    advances = _advances(bold)
    missing = advances[""]
    return sum(advances.get(char, missing) for char in text) / 1000


def advance(char: str, bold: bool = False) -> float:
    """How far a character moves the pen, in ems."""
    advances = _advances(bold)
    return advances.get(char, advances[""]) / 1000


def outline(char: str, bold: bool = False) -> str:
    """A character's outline as SVG path data, y downwards, `OUTLINE_EM` units to an em.

    It begins at the pen on the baseline; of a space it is empty, and a box of a character
    that the font lacks.
    """
    outlines = _outlines(bold)
    return outlines.get(char, outlines[""])


def wrap(text: str, width_em: float, bold: bool = False) -> list[str]:
    """The text's lines, none wider than `width_em` ems.

    Lines break at white space, and inside a word only when it alone is too wide. A line
    break in the text is kept; other white space counts as one space.
    """
    lines: list[str] = []
    for paragraph in text.strip().splitlines():
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if width(longer, bold) <= width_em:
                line = longer
                continue
            if line:
                lines.append(line)
            *full, line = _split(word, width_em, bold)
            lines += full
        lines.append(line)
    return lines


def _split(word: str, width_em: float, bold: bool) -> list[str]:
    """The word in pieces that fit, each of at least one character."""
    pieces = [""]
    for char in word:
        if pieces[-1] and width(pieces[-1] + char, bold) > width_em:
            pieces.append("")
        pieces[-1] += char
    return pieces


@lru_cache(maxsize=2)
def _advances(bold: bool) -> dict[str, int]:
    table: dict[str, int] = json.loads(
        font_path(bold).with_suffix(".json").read_text(encoding="utf-8")
    )
    return table


@lru_cache(maxsize=2)
def _outlines(bold: bool) -> dict[str, str]:
    table: dict[str, str] = json.loads(
        font_path(bold).with_suffix(".outlines.json").read_text(encoding="utf-8")
    )
    return table


guard(__name__)
