"""Title, subtitle and stars above the cards, and how large letters are.

Decides the sizes and the lines; where they have room is decided by `scene`.
"""

from __future__ import annotations

from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.pictures.lettering import text as letters
from pyrtool.pictures.lettering.fonts import Font
from pyrtool.pictures.lettering.typography import typeset_signs
from pyrtool.pictures.scenes.elements import Role, Text

LETTERS: Final[dict[Role, tuple[float, float]]] = {
    "title": (0.04, 18),
    "subtitle": (0.025, 13),
    "stars": (0.034, 15),
    "caption": (0.025, 13),
    "label": (0.0195, 11.5),
}
"""Letter sizes by role: parts of the page's width, and pixels that they have at least."""


def letter_size(role: Role, width: float, width_px: int | None) -> float:
    """How large the letters of a role are on a page of this width."""
    part, least_px = LETTERS[role]
    return width * max(part, least_px / width_px if width_px else 0.0)


def heading(
    title: str | None,
    subtitle: str | None,
    stars: str | None,
    page_width: float,
    width: float,
    font: Font | None,
    width_px: int | None,
) -> list[Text]:
    """Title, subtitle and stars as lines from (0, 0) downwards, none wider than `width`."""
    lines: list[Text] = []
    down = 0.0
    wanted: tuple[tuple[str | None, Role], ...] = (
        (title, "title"),
        (subtitle, "subtitle"),
        (stars, "stars"),
    )
    for words, role in wanted:
        size = letter_size(role, page_width, width_px)
        for line in letters.wrap(typeset_signs(words or ""), width / size, role == "title", font):
            apart = letters.LINE_HEIGHT if not lines or lines[-1].role == role else 1.6
            down += size * (apart if lines else letters.ASCENT)
            lines.append(Text(line, 0.0, down, size, role, font=font))
    return lines


guard(__name__)
