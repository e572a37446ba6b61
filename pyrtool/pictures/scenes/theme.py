"""The colours of the page.

Decides what colours page, letters and stars have; the cards' own colours are the
deck's, the marks' are the scene's.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from pyrtool.base.arguments import guard, shown
from pyrtool.pictures.decks import RenderError

LEAST_WIDTH_PX: Final = 200
MOST_WIDTH_PX: Final = 8000


@dataclass(frozen=True)
class Theme:
    """Colours as ``#RRGGBB``; `page` is None for a transparent page.

    - `text` is for title and caption, `muted` for labels and empty piles.
    - `stars` is for stars, `edge` for the outline of the cards.
    - `halo` surrounds words and empty places on a page of unknown colour, so that they show on any.

    A page's red, green and blue are
    multiples of 4, or 255: others are not kept exactly when a PNG is reduced to 256 colours.
    """

    page: str | None
    text: str
    muted: str
    stars: str
    edge: str
    halo: str | None = None


THEMES: Final = MappingProxyType(
    {
        "white": Theme("#FFFFFF", "#111111", "#555555", "#B07A00", "#4A4A4A"),
        "dark": Theme("#1C2024", "#F2F2F2", "#B4B8BE", "#F0B429", "#000000"),
        "green": Theme("#205C44", "#FFFFFF", "#D3E4DB", "#FFD166", "#0B2A1E"),
        "transparent": Theme(None, "#111111", "#3A3A3A", "#7A5400", "#4A4A4A", halo="#FFFFFF"),
    }
)
"""The backgrounds by name; the first is the default."""


def check_width(width_px: int, most_px: int = MOST_WIDTH_PX) -> None:
    """A `RenderError` for a picture too narrow to be read, or too wide."""
    if not LEAST_WIDTH_PX <= width_px <= most_px:
        raise RenderError(f"width {shown(width_px)}: must be {LEAST_WIDTH_PX} to {most_px} pixels")


def theme_named(name: str) -> Theme:
    """The theme of this name; `RenderError` names the backgrounds when there is none."""
    try:
        return THEMES[name]
    except KeyError:
        raise RenderError(
            f"unknown background {shown(name)}: choose from {', '.join(THEMES)}"
        ) from None


guard(__name__)
