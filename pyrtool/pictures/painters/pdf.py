"""The painter of PDF pictures: one page of the picture's own size, all in lines.

Decides the page and what the file says about itself; the drawing is made by `typeset`.
"""

from __future__ import annotations

from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.version import MADE_BY
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.painters import svg
from pyrtool.pictures.painters.typeset import (
    PRELUDE,
    SYMBOLS_FILE,
    layers,
    picture,
    symbols,
    typeset,
)
from pyrtool.pictures.scenes.elements import Scene

CSS_PX_PER_INCH: Final = 96
POINTS_PER_INCH: Final = 72
MOST_INCHES: Final = 200  # what PDF allows, and viewers show

_NAME: Final = "picture"
_PAGE: Final = """\
#let given = sys.inputs
#set document(title: given.title, keywords: given.made_by, date: none)
#set text(lang: "en")
#set page(width: float(given.wide) * 1pt, height: float(given.high) * 1pt, margin: 0pt, fill: none)
#set figure(gap: 0pt)
#figure(alt: given.described, kind: "picture", supplement: none, drawn(float(given.unit) * 1pt))
"""


def paint(
    scene: Scene, *, width_px: int, deck: str, background: str, dpi: int | None = None
) -> bytes:
    """The scene as a PDF of one page, `width_px` wide at `dpi` pixels an inch (without it 96).

    The same arguments give the same bytes with the same typst. A `RenderError` says that the
    page would be too large, or that typst is missing.
    """
    dpi = dpi or CSS_PX_PER_INCH
    wide = width_px / dpi
    unit = wide / scene.width
    high = scene.height * unit
    if max(wide, high) > MOST_INCHES:
        raise RenderError(
            f"dpi {dpi}: {width_px} pixels make a page of {wide:.0f} by {high:.0f} inches;"
            f" a PDF has at most {MOST_INCHES}"
        )
    sizes = {"wide": wide, "high": high, "unit": unit}
    given = {name: f"{size * POINTS_PER_INCH:.4f}" for name, size in sizes.items()}
    given |= {"title": svg.title(scene), "described": svg.describe_scene(scene)}
    given["made_by"] = MADE_BY
    source = f"{PRELUDE}#let drawn = {picture(scene, _NAME, background)}\n{_PAGE}"
    files = {SYMBOLS_FILE: symbols(deck, background), **layers(scene, _NAME, deck, background)}
    return typeset(source, files, given)


guard(__name__)
