"""Pictures of deals and positions.

`render` makes one and, if asked, writes it. `scene` decides what is where, a painter
for each kind of file turns that into bytes; this module decides only which painter.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol, cast

from pyrtool.cards import Card
from pyrtool.position import Position
from pyrtool.render.deck import DECKS, RenderError, deck_named
from pyrtool.render.scene import MARKS, Scene, compose
from pyrtool.render.theme import THEMES

__all__ = ["DECKS", "MARKS", "PAINTERS", "THEMES", "RenderError", "check_path", "render"]

LEAST_WIDTH_PX: Final = 200
MOST_WIDTH_PX: Final = 8000
LEAST_DPI: Final = 10
MOST_DPI: Final = 10_000

PAINTERS: Final[Mapping[str, str]] = MappingProxyType({".png": "pyrtool.render.png"})
"""File suffix -> the module whose `paint` makes such files; imported when first needed."""


class Painter(Protocol):
    """What a painter's module offers as `paint`."""

    def __call__(
        self, scene: Scene, *, width_px: int, deck: str, background: str, dpi: int | None
    ) -> bytes:
        """The whole file."""


def render(
    position: Position,
    path: str | os.PathLike[str] | None = None,
    *,
    width_px: int = 1200,
    dpi: int | None = None,
    deck: str = "2color",
    background: str = "white",
    title: str | None = None,
    caption: str | None = None,
    stars: int | None = None,
    marks: Mapping[Card, str] | None = None,
) -> bytes:
    """A picture of the position as the bytes of a file, written to `path` if one is given.

    The file's suffix chooses its kind; without a path it is PNG. `width_px` is 200 to 8000;
    the height follows from what is drawn. `dpi`, 10 to 10000 pixels an inch, says how large it
    is to be printed; without it the file leaves that open. `deck` is one of `DECKS`,
    `background` one of `THEMES`. `title` stands above, `caption` is wrapped below, `stars`
    (0..5) say how hard a problem is, `marks` maps cards to kinds in `MARKS`. The same
    arguments give the same bytes with the same Pillow.

    A `RenderError` names what is wrong with the arguments; an `OSError` comes from writing.
    The file appears whole or not at all.
    """
    if not LEAST_WIDTH_PX <= width_px <= MOST_WIDTH_PX:
        raise RenderError(f"width {width_px}: must be {LEAST_WIDTH_PX} to {MOST_WIDTH_PX} pixels")
    if dpi is not None and not LEAST_DPI <= dpi <= MOST_DPI:
        raise RenderError(f"dpi {dpi}: must be {LEAST_DPI} to {MOST_DPI} pixels an inch")
    if background not in THEMES:
        raise RenderError(
            f"there is no background {background[:24]!r}: choose from {', '.join(THEMES)}"
        )
    paint = _painter(".png" if path is None else check_path(path))
    scene = compose(position, title=title, caption=caption, stars=stars, marks=marks)
    content = paint(
        scene, width_px=width_px, deck=deck_named(deck).name, background=background, dpi=dpi
    )
    if path is not None:
        _write_whole(Path(path), content)
    return content


def check_path(path: str | os.PathLike[str]) -> str:
    """The path's suffix in lower case; `RenderError` names the known ones if it is not."""
    suffix = Path(path).suffix.lower()
    if suffix not in PAINTERS:
        raise RenderError(
            f"{os.fspath(path)}: no picture can be written as {suffix or 'a file without suffix'}"
            f": choose from {', '.join(PAINTERS)}"
        )
    return suffix


def _painter(suffix: str) -> Painter:
    return cast(Painter, import_module(PAINTERS[suffix]).paint)


def _write_whole(path: Path, content: bytes) -> None:
    """Write beside, then rename; a device or pipe is written to directly."""
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    target = path.resolve()  # a link stays a link
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
