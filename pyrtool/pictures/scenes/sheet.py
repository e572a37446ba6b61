"""Several positions of a game in one scene, each with a number and a caption.

Decides which positions it has, and in how many rows; a single position is drawn as
`scene` decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import log
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.words import capital, counted
from pyrtool.game.line import played
from pyrtool.game.position import Move, Position
from pyrtool.languages import count_of, say
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.lettering import text as letters
from pyrtool.pictures.lettering.fonts import Font
from pyrtool.pictures.lettering.words import describe, move_in_words, stars_line
from pyrtool.pictures.scenes.elements import Scene, Text
from pyrtool.pictures.scenes.headings import heading, letter_size
from pyrtool.pictures.scenes.scene import MARGIN, MOST_LABEL_TIMES, captioned, compose

LEAST: Final = 2
MOST: Final = 40
SHAPE: Final = 1.4
"""The page's width in heights that is aimed at."""

GUTTER: Final = 1.1
"""Between two positions beside each other, besides their margins: wider than the place of a column
that is gone."""

EDGE: Final = 0.012
"""What the page has around all, in widths of what it holds, besides the positions' margins."""

_EMPTY: Final = 0.6  # what an empty place counts, as the logarithm of a page too wide
_FITS: Final = 0.92  # of a position's width that its caption may take


def sheet(
    start: Position,
    moves: Sequence[Move],
    count: int,
    *,
    title: str | None = None,
    subtitle: str | None = None,
    caption: str | None = None,
    stars: int | None = None,
    mark_exposed: bool = False,
    font: Font | None = None,
    width_px: int | None = None,
) -> Scene:
    """The deal and `count` - 1 later positions at equal distances, the end left out.

    A `RenderError` says how many there can be.
    """
    if not LEAST <= count <= MOST:
        raise RenderError(f"strip {count}: must be {LEAST} to {MOST} positions")
    if count > len(moves):
        raise RenderError(
            f"strip {count}: {counted(len(moves), 'move')} make at most {len(moves)} positions"
        )
    chosen = [i * len(moves) // count for i in range(count)]
    positions = played(start, moves).positions
    shown = [positions[made] for made in chosen]
    high = max(compose(position).height for position in shown)
    columns = columns_of(count, compose(start).width / high)
    cells = [
        compose(
            position,
            marks=dict.fromkeys(position.available(), "exposed") if mark_exposed else None,
            label_times=min(columns, MOST_LABEL_TIMES),
        )
        for position in shown
    ]
    words = [
        f"{i}. {_moment(position, moved)}"
        for i, (position, moved) in enumerate(zip(shown, chosen, strict=True), start=1)
    ]
    rated = None if stars is None else stars_line(stars)
    page = gathered(columns, cells, words, (title, subtitle, rated), caption, font, width_px)
    return replace(page, description=_description(start, moves, chosen))


def _moment(position: Position, moved: int) -> str:
    if not moved:
        return say("The deal")
    passed = "" if position.rules.passes == 1 else f", {say('pass {0}', position.pass_number)}"
    return capital(say("after {0}", count_of(moved, "move"))) + passed


def gathered(
    columns: int,
    cells: Sequence[Scene],
    words: Sequence[str],
    above: tuple[str | None, str | None, str | None],
    caption: str | None,
    font: Font | None,
    width_px: int | None,
) -> Scene:
    """Scenes in rows of `columns`, each with its `words` above it; `above` all are title, subtitle
    and stars, and the caption is below."""
    page = _grid(columns, cells, words, above, font, width_px)
    page = captioned(page, caption, font=font, width_px=width_px) if caption else page
    edge = EDGE * page.width  # a position's own margin is small beside the page
    whole = _moved(page, edge, edge)
    return replace(whole, width=page.width + 2 * edge, height=page.height + 2 * edge)


def _grid(
    columns: int,
    cells: Sequence[Scene],
    words: Sequence[str],
    above: tuple[str | None, str | None, str | None],
    font: Font | None,
    width_px: int | None,
) -> Scene:
    wide, high = cells[0].width, max(cell.height for cell in cells)
    width = columns * (wide + GUTTER) - GUTTER
    size = letter_size("label", width, width_px)
    size = min(size, _FITS * wide / max(map(letters.width, words)))
    band = letters.LINE_HEIGHT * size  # a cell's own margin is above it
    lines = heading(*above, width, width - 2 * MARGIN, font, width_px)
    texts = [replace(line, x=line.x + MARGIN, y=line.y + MARGIN) for line in lines]
    top = texts[-1].y + texts[-1].size * letters.DESCENT if texts else 0.0
    page = Scene(width, top + band + high, (), (), tuple(texts))
    for i, (cell, line) in enumerate(zip(cells, words, strict=True)):
        row, column = divmod(i, columns)
        x, y = column * (wide + GUTTER), top + row * (high + band)
        moved = _moved(cell, x, y + band)
        baseline = y + MARGIN + size * letters.ASCENT
        label = Text(line, x + wide / 2, baseline, size, "label", "centre")
        page = Scene(
            width,
            y + band + high,
            page.slots + moved.slots,
            page.faces + moved.faces,
            (*page.texts, label, *moved.texts),
        )
    return page


def _moved(scene: Scene, x: float, y: float) -> Scene:
    return replace(
        scene,
        slots=tuple(replace(spot, x=spot.x + x, y=spot.y + y) for spot in scene.slots),
        faces=tuple(replace(spot, x=spot.x + x, y=spot.y + y) for spot in scene.faces),
        texts=tuple(replace(text, x=text.x + x, y=text.y + y) for text in scene.texts),
    )


def columns_of(count: int, shape: float) -> int:
    """Choose the number of columns for positions that are `shape` heights wide."""

    def ugliness(columns: int) -> float:
        rows = -(-count // columns)
        return abs(log(columns * shape / rows / SHAPE)) + _EMPTY * (columns * rows - count)

    return min(range(1, count + 1), key=ugliness)


def _description(start: Position, moves: Sequence[Move], chosen: Sequence[int]) -> str:
    def lines() -> Iterator[str]:
        yield describe(start)
        for number, (since, until) in enumerate(pairwise(chosen), start=2):
            played = "; ".join(map(move_in_words, moves[since:until]))
            yield say("Picture {0}, after {1}: {2}.", number, count_of(until, "move"), played)

    return "\n".join(lines())


guard(__name__)
