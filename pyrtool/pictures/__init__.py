"""Pictures of deals and positions.

`draw_position` draws one position, `strip` several side by side, `step_strip` the steps of an
explanation, `draw_exchange` two deals that differ by two cards, and `animate` a game that moves;
each can write the file. `PictureSettings` has the texts, the size, and the colours. `scenes`
decides what is where, and a painter for each kind of file turns a scene into bytes.
`pyrtool.render` draws a position too, or makes a page.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

from pyrtool.answers.explain.explanation import LitStep
from pyrtool.base.files import write_whole
from pyrtool.base.messages import file_name
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal
from pyrtool.game.line import played
from pyrtool.game.position import Move, Position, Subject, start_of
from pyrtool.notation.pictured import format_pictured
from pyrtool.pictures.cards.marks import MARKS as MARKS
from pyrtool.pictures.decks import DECKS as DECKS, RenderError as RenderError, deck_named
from pyrtool.pictures.lettering.fonts import OwnFont as OwnFont, read_font as read_font
from pyrtool.pictures.lettering.typesetting import lacking as lacking
from pyrtool.pictures.scenes.animations import Shot, film, steps
from pyrtool.pictures.scenes.positions import compose
from pyrtool.pictures.scenes.scene import Scene
from pyrtool.pictures.scenes.strips import curve_sheet, exchange_sheet, sheet, step_sheet
from pyrtool.pictures.scenes.themes import THEMES as THEMES, theme_named
from pyrtool.pictures.settings import USUAL, PictureSettings as PictureSettings

NOTEBOOK_PX: Final = 480
STILL_PX: Final = 1200
MOVING_PX: Final = 600
MOST_MOVING_PX: Final = 2000  # memory holds all frames
LEAST_FRAME_MS: Final = 20  # browsers show shorter frames at a pace of their own
MOST_FRAME_MS: Final = 60_000

PAINTERS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        ".png": ("png", "paint"),
        ".svg": ("svg", "paint"),
        ".pdf": ("pdf", "paint"),
        ".webp": ("animated", "paint_webp"),
        ".apng": ("png", "paint"),
        ".gif": ("animated", "paint_gif"),
    }
)
"""File suffix -> the module of `painters` and its function for such files, imported when needed."""

ANIMATORS: Final = {".webp": "animate_webp", ".apng": "animate_apng", ".gif": "animate_gif"}
"""File suffix -> the function of `painters.animated` for such files that move."""

MOVING: Final = tuple(ANIMATORS)
"""The suffixes of files that can move."""

UNSIZED: Final = (".webp", ".gif")
"""The suffixes of files that cannot say how large they are to be printed."""

PAGE: Final = ".html"
"""The suffix of a page on which a deal is played: `page.page` makes it, of more than a position."""


Painter = Callable[[Scene, PictureSettings], bytes]
"""A function of `PAINTERS`: it returns the whole file."""

Animator = Callable[[Sequence[Shot], PictureSettings, bool], bytes]
"""A function of `ANIMATORS`: the same of several scenes; the last argument says whether they begin
again."""


def draw_position(
    subject: Subject,
    path: str | os.PathLike[str] | None = None,
    settings: PictureSettings = USUAL,
    *,
    marks: Mapping[Card, str] | None = None,
    as_seen: bool = False,
) -> bytes:
    """Draw a deal or a position, and write the file if `path` is given.

    The same arguments and Pillow give the same bytes. The file appears whole or not at all.

    Args:
        subject: A deal or a position.
        path: The file to write. Its suffix chooses the kind; without a path the kind is PNG.
        settings: The texts, the size, and the colours; the usual width is 1200 pixels.
        marks: Cards to kinds of `MARKS`.
        as_seen: Whether cards that lie face down show their backs, and the stock is one pile.

    Returns:
        The bytes of the picture file.

    Raises:
        RenderError: An argument is wrong, or a file cannot hold a character of a text.
        OSError: The file cannot be written.
    """
    settings = _carrying(subject, settings.with_width(STILL_PX))
    scene = compose(start_of(subject), settings, marks=marks, as_seen=as_seen)
    return _draw(scene, path, settings)


def notebook_svg(subject: Subject) -> str:
    """Draw a deal or a position plainly, as the SVG text that a notebook shows."""
    settings = PictureSettings(width_px=NOTEBOOK_PX)
    return _paint(compose(start_of(subject)), ".svg", settings).decode()


def strip(
    start: Position,
    moves: Sequence[Move],
    count: int,
    path: str | os.PathLike[str] | None = None,
    settings: PictureSettings = USUAL,
    *,
    mark_exposed: bool = False,
) -> bytes:
    """Draw `count` positions of a game, numbered: the start and later ones.

    They are at equal distances in `moves`, and the end is left out; there are 2 to 40 of them,
    and no more than moves. Other arguments are those of `draw_position`.
    """
    settings = _carrying(start, settings.with_width(STILL_PX))
    return _draw(sheet(start, moves, count, settings, mark_exposed=mark_exposed), path, settings)


def step_strip(
    start: Position,
    steps: Sequence[LitStep],
    path: str | os.PathLike[str] | None = None,
    settings: PictureSettings = USUAL,
) -> bytes:
    """Draw the steps of an explanation, 1 to 40, each with its cards marked.

    `steps` are those that `lit_steps` returns of an explanation of `start`. Other arguments are
    those of `draw_position`.
    """
    settings = _carrying(start, settings.with_width(STILL_PX))
    return _draw(step_sheet(start, steps, settings), path, settings)


def draw_curve(
    start: Position,
    moves: Sequence[Move],
    chances: Sequence[float],
    decisive: Sequence[int],
    path: str | os.PathLike[str] | None = None,
    settings: PictureSettings = USUAL,
    *,
    as_seen: bool = False,
) -> bytes:
    """Draw the curve of the chance in a game, and the positions before its decisive moves.

    `chances` has the chance before each move and at the end, `decisive` the indices of the moves.
    Other arguments are those of `draw_position`.
    """
    settings = _carrying(start, settings.with_width(STILL_PX))
    scene = curve_sheet(start, moves, chances, decisive, settings, as_seen=as_seen)
    return _draw(scene, path, settings)


def draw_exchange(
    deals: Sequence[Deal],
    cards: Sequence[Card],
    words: Sequence[str],
    path: str | os.PathLike[str] | None = None,
    settings: PictureSettings = USUAL,
) -> bytes:
    """Draw deals side by side that differ by an exchange of `cards`, which are marked.

    Each has its `words` above it. Other arguments are those of `draw_position`.
    """
    settings = _carrying(deals[0], settings.with_width(STILL_PX))
    return _draw(exchange_sheet(deals, cards, words, settings), path, settings)


def animate(
    start: Position,
    moves: Sequence[Move],
    path: str | os.PathLike[str],
    settings: PictureSettings = USUAL,
    *,
    frame_ms: int = 550,
    loop: bool = True,
) -> bytes:
    """Draw a game as an animation, and write it to `path`.

    The picture rests on the deal and on the end. Every move takes `frame_ms` (20 to 60000
    milliseconds), and so does every run of deals from the stock. The cards of a move are marked
    before they disappear. With `loop` the picture begins again. The path's suffix is one of
    `MOVING`; the width is 200 to 2000 pixels, usually 600.
    """
    if not LEAST_FRAME_MS <= frame_ms <= MOST_FRAME_MS:
        raise RenderError(
            f"frame-ms {frame_ms}: must be {LEAST_FRAME_MS} to {MOST_FRAME_MS} milliseconds"
        )
    settings = _carrying(start, settings.with_width(MOVING_PX, MOST_MOVING_PX))
    theme_named(settings.background)
    suffix = check_path(path)
    if suffix not in MOVING:
        raise RenderError(f"{file_name(path)}: does not move: choose from {', '.join(MOVING)}")
    deck_named(settings.deck)
    shots = film(steps(start, moves, settings), frame_ms, won=played(start, moves).end.is_won())
    # The table names functions: their types are known when a painter is imported.
    content = cast(Animator, _function("animated", ANIMATORS[suffix]))(shots, settings, loop)
    write_whole(Path(path), content)
    return content


def _carrying(subject: Subject, settings: PictureSettings) -> PictureSettings:
    """Have the file carry the deal that is drawn, unless it is to carry something else."""
    return replace(settings, carried=settings.carried or format_pictured(subject))


def _draw(scene: Scene, path: str | os.PathLike[str] | None, settings: PictureSettings) -> bytes:
    """Paint a scene in the format of a path, and write the file there."""
    content = _paint(scene, ".png" if path is None else check_path(path), settings)
    if path is not None:
        write_whole(Path(path), content)
    return content


def _paint(scene: Scene, suffix: str, settings: PictureSettings) -> bytes:
    theme_named(settings.background)
    if settings.dpi is not None and suffix in UNSIZED:
        raise RenderError(f"dpi {settings.dpi}: a {suffix} file has no place for a printed size")
    if suffix == PAGE:
        raise RenderError("a page is made of a deal and its verdict, not of a position")
    deck_named(settings.deck)
    # As above: a function of the table paints.
    return cast(Painter, _function(*PAINTERS[suffix]))(scene, settings)


def _function(module: str, name: str) -> object:
    """Import a function of `painters`, whose type is known only then."""
    return getattr(import_module(f"pyrtool.pictures.painters.{module}"), name)


def check_path(path: str | os.PathLike[str]) -> str:
    """Return the path's suffix in lower case; a `RenderError` names the known ones."""
    suffix = Path(path).suffix.lower()
    if suffix not in PAINTERS and suffix != PAGE:
        raise RenderError(
            f"{file_name(path)}: no picture can be written as "
            f"{file_name(suffix, 12) if suffix else 'a file without suffix'}"
            f": choose from {', '.join([*PAINTERS, PAGE])}"
        )
    return suffix
