"""Pictures of deals and positions.

`render` draws one position and can write the file. `strip` draws several positions side by side,
and `step_strip` the steps of an explanation.
`animate` draws a game that moves. `scenes` decides what is where, and a painter for each kind of
file turns a scene into bytes. This module decides only which painter.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol, cast

from pyrtool.answers.explain.wording.sentence import LitStep
from pyrtool.answers.subject import Subject
from pyrtool.base.arguments import guard
from pyrtool.base.files import write_whole
from pyrtool.base.words import file_name
from pyrtool.game.cards import Card
from pyrtool.game.line import played
from pyrtool.game.position import Move, Position, start_of
from pyrtool.pictures.cards.looks import MARKS
from pyrtool.pictures.decks import DECKS, RenderError, deck_named
from pyrtool.pictures.lettering.fonts import OwnFont, read_font
from pyrtool.pictures.lettering.text import lacking
from pyrtool.pictures.scenes.elements import Scene
from pyrtool.pictures.scenes.explained import step_sheet
from pyrtool.pictures.scenes.scene import compose
from pyrtool.pictures.scenes.sheet import sheet
from pyrtool.pictures.scenes.steps import Shot, film, steps
from pyrtool.pictures.scenes.theme import MOST_WIDTH_PX, THEMES, check_width, theme_named

__all__ = [
    "DECKS",
    "DRAWN_PX",
    "MARKS",
    "MOVING",
    "PAGE",
    "PAINTERS",
    "THEMES",
    "OwnFont",
    "RenderError",
    "animate",
    "check_path",
    "lacking",
    "notebook_svg",
    "read_font",
    "render",
    "step_strip",
    "strip",
]

NOTEBOOK_PX: Final = 480
DRAWN_PX: Final = 1200
LEAST_DPI: Final = 10
MOST_DPI: Final = 10_000
MOST_MOVING_PX: Final = 2000  # memory holds all frames
LEAST_FRAME_MS: Final = 20  # browsers show shorter frames at a pace of their own
MOST_FRAME_MS: Final = 60_000

PAINTERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        ".png": "pyrtool.pictures.painters.png",
        ".svg": "pyrtool.pictures.painters.svg",
        ".pdf": "pyrtool.pictures.painters.pdf",
        ".webp": "pyrtool.pictures.painters.webp",
        ".apng": "pyrtool.pictures.painters.apng",
        ".gif": "pyrtool.pictures.painters.gif",
    }
)
"""File suffix -> the module whose `paint` makes such files; imported when first needed."""

MOVING: Final = (".webp", ".apng", ".gif")
"""The suffixes whose module has `animate` as well."""

UNSIZED: Final = (".webp", ".gif")
"""The suffixes of files that cannot say how large they are to be printed."""

PAGE: Final = ".html"
"""The suffix of a page on which a deal is played: `page.page` makes it, of more than a position."""


class Painter(Protocol):
    """What a painter's module offers as `paint`."""

    def __call__(
        self, scene: Scene, *, width_px: int, deck: str, background: str, dpi: int | None
    ) -> bytes:
        """The whole file."""


class Animator(Protocol):
    """What a module of a moving kind offers as `animate`."""

    def __call__(
        self, shots: Sequence[Shot], *, width_px: int, deck: str, background: str, loop: bool
    ) -> bytes:
        """The whole file."""


def render(
    subject: Subject,
    path: str | os.PathLike[str] | None = None,
    *,
    width_px: int = DRAWN_PX,
    dpi: int | None = None,
    deck: str = "2color",
    background: str = "white",
    title: str | None = None,
    subtitle: str | None = None,
    caption: str | None = None,
    stars: int | None = None,
    marks: Mapping[Card, str] | None = None,
    font: OwnFont | None = None,
    as_seen: bool = False,
) -> bytes:
    """Draw a deal or a position: the bytes of a picture file, written to `path` if one is given.

    The same arguments give the same bytes with the same Pillow. The file appears whole or not at
    all.

    Args:
        subject: A deal or a position.
        path: The file to write. Its suffix chooses the kind; without a path the kind is PNG.
        width_px: 200 to 8000 pixels. The height follows from what is drawn.
        dpi: 10 to 10000 pixels an inch, the printed size that the file records; None records none.
        deck: One of `DECKS`.
        background: One of `THEMES`.
        title: Text above the cards; None names the game and the deal.
        subtitle: Text below the title.
        caption: Text below the cards.
        stars: 0 to 5, how hard a problem is.
        marks: Cards to kinds of `MARKS`.
        font: What `read_font` returns, for title and caption. The bundled font has the rest.
        as_seen: Whether cards that lie face down show their backs, and the stock is one pile.

    Returns:
        The bytes of the picture file.

    Raises:
        RenderError: An argument is wrong, or a file cannot hold a character of a text.
        OSError: The file cannot be written.
    """
    check_width(width_px)
    scene = compose(
        start_of(subject),
        title=title,
        subtitle=subtitle,
        caption=caption,
        stars=stars,
        marks=marks,
        font=font,
        width_px=width_px,
        as_seen=as_seen,
    )
    return _draw(scene, path, width_px, dpi, deck, background)


def notebook_svg(position: Position) -> str:
    """A plain picture of a position as SVG text: what a notebook shows of it."""
    paint = _painter(".svg")
    return paint(
        compose(position), width_px=NOTEBOOK_PX, deck="2color", background="white", dpi=None
    ).decode()


def strip(
    start: Position,
    moves: Sequence[Move],
    count: int,
    path: str | os.PathLike[str] | None = None,
    *,
    width_px: int = DRAWN_PX,
    dpi: int | None = None,
    deck: str = "2color",
    background: str = "white",
    title: str | None = None,
    subtitle: str | None = None,
    caption: str | None = None,
    stars: int | None = None,
    mark_exposed: bool = False,
    font: OwnFont | None = None,
) -> bytes:
    """A picture of `count` positions of a game, numbered: the start and later ones.

    They are at equal distances in `moves`, and the end is left out; there are 2 to 40 of them,
    and no more than moves. The rest is as in `render`.
    """
    check_width(width_px)
    scene = sheet(
        start,
        moves,
        count,
        title=title,
        subtitle=subtitle,
        caption=caption,
        stars=stars,
        mark_exposed=mark_exposed,
        font=font,
        width_px=width_px,
    )
    return _draw(scene, path, width_px, dpi, deck, background)


def step_strip(
    start: Position,
    steps: Sequence[LitStep],
    path: str | os.PathLike[str] | None = None,
    *,
    width_px: int = DRAWN_PX,
    dpi: int | None = None,
    deck: str = "2color",
    background: str = "white",
    title: str | None = None,
    subtitle: str | None = None,
    caption: str | None = None,
    stars: int | None = None,
    font: OwnFont | None = None,
) -> bytes:
    """A picture of the steps of an explanation, 1 to 40, each with its cards marked.

    `steps` are those that `lit_steps` gives of an explanation of `start`. The rest is as in
    `render`.
    """
    check_width(width_px)
    scene = step_sheet(
        start,
        steps,
        title=title,
        subtitle=subtitle,
        caption=caption,
        stars=stars,
        font=font,
        width_px=width_px,
    )
    return _draw(scene, path, width_px, dpi, deck, background)


def animate(
    start: Position,
    moves: Sequence[Move],
    path: str | os.PathLike[str],
    *,
    width_px: int = 600,
    deck: str = "2color",
    background: str = "white",
    title: str | None = None,
    subtitle: str | None = None,
    caption: str | None = None,
    stars: int | None = None,
    frame_ms: int = 550,
    loop: bool = True,
    font: OwnFont | None = None,
) -> bytes:
    """Draw a moving picture of a game: the bytes of a file, written to `path`.

    The picture rests on the deal and on the end. Every move takes `frame_ms` (20 to 60000
    milliseconds), and so does every run of deals from the stock. The cards of a move are marked
    before they disappear. With `loop` the picture begins again. The path's suffix is one of
    `MOVING`; `width_px` is 200 to 2000. Other arguments are those of `render`.
    """
    if not LEAST_FRAME_MS <= frame_ms <= MOST_FRAME_MS:
        raise RenderError(
            f"frame-ms {frame_ms}: must be {LEAST_FRAME_MS} to {MOST_FRAME_MS} milliseconds"
        )
    _check_look(width_px, None, background, most_px=MOST_MOVING_PX)
    suffix = check_path(path)
    if suffix not in MOVING:
        raise RenderError(f"{file_name(path)}: does not move: choose from {', '.join(MOVING)}")
    deck = deck_named(deck).name
    scenes = steps(
        start,
        moves,
        title=title,
        subtitle=subtitle,
        caption=caption,
        stars=stars,
        font=font,
        width_px=width_px,
    )
    # The table names modules: what is in them is known when a painter is imported.
    content = cast(Animator, import_module(PAINTERS[suffix]).animate)(
        film(scenes, frame_ms, won=played(start, moves).end.is_won()),
        width_px=width_px,
        deck=deck,
        background=background,
        loop=loop,
    )
    write_whole(Path(path), content)
    return content


def _draw(
    scene: Scene,
    path: str | os.PathLike[str] | None,
    width_px: int,
    dpi: int | None,
    deck: str,
    background: str,
) -> bytes:
    _check_look(width_px, dpi, background)
    suffix = ".png" if path is None else check_path(path)
    if dpi is not None and suffix in UNSIZED:
        raise RenderError(f"dpi {dpi}: a {suffix} file has no place for a printed size")
    paint = _painter(suffix)
    content = paint(
        scene, width_px=width_px, deck=deck_named(deck).name, background=background, dpi=dpi
    )
    if path is not None:
        write_whole(Path(path), content)
    return content


def _check_look(
    width_px: int, dpi: int | None, background: str, most_px: int = MOST_WIDTH_PX
) -> None:
    check_width(width_px, most_px)
    if dpi is not None and not LEAST_DPI <= dpi <= MOST_DPI:
        raise RenderError(f"dpi {dpi}: must be {LEAST_DPI} to {MOST_DPI} pixels an inch")
    theme_named(background)


def check_path(path: str | os.PathLike[str]) -> str:
    """The path's suffix in lower case; `RenderError` names the known ones if it is not."""
    suffix = Path(path).suffix.lower()
    if suffix not in PAINTERS and suffix != PAGE:
        raise RenderError(
            f"{file_name(path)}: no picture can be written as "
            f"{file_name(suffix, 12) if suffix else 'a file without suffix'}"
            f": choose from {', '.join([*PAINTERS, PAGE])}"
        )
    return suffix


def _painter(suffix: str) -> Painter:
    if suffix == PAGE:
        raise RenderError("a page is made of a deal and its verdict, not of a position")
    # As above: a module of the table paints.
    return cast(Painter, import_module(PAINTERS[suffix]).paint)


guard(__name__)
