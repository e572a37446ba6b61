"""The settings of a picture: its texts, its size, and its colours."""

from dataclasses import dataclass, replace
from typing import Final

from pyrtool.base.messages import shown
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.lettering.fonts import OwnFont

LEAST_WIDTH_PX: Final = 200
MOST_WIDTH_PX: Final = 8000
LEAST_DPI: Final = 10
MOST_DPI: Final = 10_000


@dataclass(frozen=True)
class PictureSettings:
    """The texts of a picture, and how its file looks.

    Attributes:
        title: The text above the cards.
        subtitle: The text below the title.
        caption: The text below the cards.
        stars: How hard a problem is, 0 to 5.
        font: A font for title and caption, from `read_font`. The bundled font has the rest.
        width_px: The width in pixels; None is the usual one. The height follows from what is drawn.
        dpi: The printed size that the file records, 10 to 10000 pixels an inch; None records none.
        deck: One of `DECKS`.
        background: One of `THEMES`.
        carried: What the file's metadata says of its deal, in place of the deal that is drawn
            (`notation.pictured`).
    """

    title: str | None = None
    subtitle: str | None = None
    caption: str | None = None
    stars: int | None = None
    font: OwnFont | None = None
    width_px: int | None = None
    dpi: int | None = None
    deck: str = "2color"
    background: str = "white"
    carried: str = ""

    def __post_init__(self) -> None:
        if self.dpi is not None and not LEAST_DPI <= self.dpi <= MOST_DPI:
            raise RenderError(f"dpi {self.dpi}: must be {LEAST_DPI} to {MOST_DPI} pixels an inch")

    def with_width(self, usual_px: int, most_px: int = MOST_WIDTH_PX) -> "PictureSettings":
        """Fill in the usual width, and raise a `RenderError` for a wrong one."""
        if self.width_px is None:
            return replace(self, width_px=usual_px)
        check_width(self.width_px, most_px)
        return self

    @property
    def known_px(self) -> int:
        """The width that painters take, which is filled in then."""
        assert self.width_px is not None
        return self.width_px


USUAL: Final = PictureSettings()
"""The settings of a picture without texts."""


def check_width(width_px: int, most_px: int = MOST_WIDTH_PX) -> None:
    """Raise a `RenderError` for a picture too narrow to be read, or too wide."""
    if not LEAST_WIDTH_PX <= width_px <= most_px:
        raise RenderError(f"width {shown(width_px)}: must be {LEAST_WIDTH_PX} to {most_px} pixels")
