"""Several positions in one scene: a strip of a solution, the steps of an explanation, or twins.

Decides which positions a strip shows, how many lie in a row, and which cards a step marks. Each
position is drawn as `positions` decides.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import log, sqrt
from typing import Final

from pyrtool.answers.blocks.certificate import Certificate
from pyrtool.answers.explain.explanation import LitStep
from pyrtool.base.messages import capital, counted
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal
from pyrtool.game.line import played
from pyrtool.game.position import Discard, Move, Position
from pyrtool.languages import count_of, message, percent, say
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.lettering import typesetting as letters
from pyrtool.pictures.lettering.descriptions import as_drawn, describe, move_in_words
from pyrtool.pictures.scenes.positions import MARGIN, MOST_LABEL_TIMES, captioned, compose
from pyrtool.pictures.scenes.scene import Scene, Stroke, Text, heading, letter_size
from pyrtool.pictures.settings import USUAL, PictureSettings

LEAST: Final = 2
MOST: Final = 40

MOST_STEPS: Final = 6
"""Pictures of a sheet of steps; if there are more steps, each picture shows several."""

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
    settings: PictureSettings = USUAL,
    *,
    mark_exposed: bool = False,
) -> Scene:
    """Compose the deal and `count` - 1 later positions at equal distances, the end left out.

    A `RenderError` says how many there can be.
    """
    if not LEAST <= count <= MOST:
        raise RenderError(f"strip {count}: must be {LEAST} to {MOST} positions")
    if count > len(moves):
        raise RenderError(
            f"strip {count}: {counted(len(moves), 'move')} make at most {len(moves)} positions"
        )
    indices = [i * len(moves) // count for i in range(count)]
    positions = played(start, moves).positions
    shown = [positions[index] for index in indices]
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
        for i, (position, moved) in enumerate(zip(shown, indices, strict=True), start=1)
    ]
    page = _gathered(columns, cells, words, settings)
    return replace(page, description=_description(start, moves, indices))


def _moment(position: Position, moved: int) -> str:
    if not moved:
        return say("The deal")
    passed = "" if position.rules.passes == 1 else f", {say('pass {0}', position.pass_number)}"
    return capital(say("after {0}", count_of(moved, "move"))) + passed


def _gathered(
    columns: int, cells: Sequence[Scene], words: Sequence[str], settings: PictureSettings
) -> Scene:
    """Put scenes in rows of `columns`, each below its `words`, if any, with texts around all."""
    wide, high = cells[0].width, max(cell.height for cell in cells)
    width = columns * (wide + GUTTER) - GUTTER
    size = letter_size("label", width, settings.width_px) if words else 0.0
    size = min(size, *(_FITS * wide / letters.width(line) for line in words), size)
    band = letters.LINE_HEIGHT * size  # a cell's own margin is above it
    times = sqrt(columns)  # a page is larger than one position, and its title not as much
    px = settings.width_px and max(1, round(settings.width_px / times))
    lines = heading(replace(settings, width_px=px), width / times, width - 2 * MARGIN)
    texts = [replace(line, x=line.x + MARGIN, y=line.y + MARGIN) for line in lines]
    top = texts[-1].y + texts[-1].size * letters.DESCENT if texts else 0.0
    page = Scene(width, top + band + high, (), (), tuple(texts))
    for i, (cell, line) in enumerate(zip(cells, words or [""] * len(cells), strict=True)):
        row, column = divmod(i, columns)
        x, y = column * (wide + GUTTER), top + row * (high + band)
        moved = cell.moved(x, y + band)
        baseline = y + MARGIN + size * letters.ASCENT
        labels = [Text(line, x + wide / 2, baseline, size, "label", "centre")] if line else []
        page = Scene(
            width,
            y + band + high,
            page.slots + moved.slots,
            page.faces + moved.faces,
            (*page.texts, *labels, *moved.texts),
        )
    if settings.caption:
        page = captioned(page, settings.caption, settings, times=1 / times)
    edge = EDGE * page.width  # a position's own margin is small beside the page
    return replace(page.moved(edge, edge), width=width + 2 * edge, height=page.height + 2 * edge)


CURVE_HEIGHT: Final = 0.18
"""Of a curve, in widths of the page."""

MOST_MOMENTS: Final = 6
"""Positions below a curve."""


def curve_sheet(
    start: Position,
    moves: Sequence[Move],
    chances: Sequence[float],
    decisive: Sequence[int],
    settings: PictureSettings = USUAL,
    *,
    as_seen: bool = False,
) -> Scene:
    """Compose the curve of the chance in a game, and below it the positions at which it turned.

    Args:
        chances: The chance to win, 0 to 1, before each move and at the end.
        decisive: The indices of the moves before which the positions are shown; the
            first `MOST_MOMENTS` of them.
        as_seen: Whether cards that lie face down show their backs.
    """
    positions = played(start, moves).positions
    shown = sorted(decisive[:MOST_MOMENTS]) or [0]
    cells = [
        compose(
            positions[at],
            marks=_marks_of(moves[at]),
            label_times=min(len(shown), 2),
            as_seen=as_seen,
        )
        for at in shown
    ]
    words = [
        f"{say('Move {0} of {1}', at + 1, len(moves))}: "
        f"{percent(chances[at])} → {percent(chances[at + 1])}"
        for at in shown
    ]
    columns = columns_of(len(cells), cells[0].width / max(cell.height for cell in cells))
    below = _gathered(columns, cells, words, PictureSettings(width_px=settings.width_px))
    width, high = below.width, CURVE_HEIGHT * below.width
    lines = heading(settings, width, width - 2 * MARGIN)
    texts = [replace(line, x=line.x + MARGIN, y=line.y + MARGIN) for line in lines]
    size = letter_size("label", width, settings.width_px)
    left, right = MARGIN + 4 * size, width - MARGIN
    top = (texts[-1].y + texts[-1].size if texts else MARGIN) + size
    strokes = []
    for part in (0.0, 0.5, 1.0):
        y = top + (1 - part) * high
        strokes.append(Stroke(((left, y), (right, y)), size / 20, faint=True))
        texts.append(Text(percent(part), MARGIN, y + size / 3, size, "label"))
    steps = max(len(chances) - 1, 1)
    points = [
        (left + (right - left) * k / steps, top + (1 - chance) * high)
        for k, chance in enumerate(chances)
    ]
    strokes.append(Stroke(tuple(points), size / 5))
    labelled = -size
    for at in shown:
        x, y = points[at]
        strokes.append(Stroke(((x, y), (x, top + high)), size / 10, faint=True))
        if x - labelled > 1.4 * size:  # a label beside the one before it would cover it
            texts.append(Text(str(at + 1), x, top + high + 1.2 * size, size, "label", "centre"))
            labelled = x
    lower = below.moved(0, top + high + 2 * size)
    return replace(
        lower,
        height=below.height + top + high + 2 * size,
        texts=(*texts, *lower.texts),
        strokes=tuple(strokes),
        description="\n".join(words),
    )


def _marks_of(move: Move) -> dict[Card, str]:
    return dict.fromkeys(move.cards, "move") if isinstance(move, Discard) else {}


def columns_of(count: int, shape: float) -> int:
    """Choose the number of columns for positions that are `shape` heights wide."""

    def ugliness(columns: int) -> float:
        rows = -(-count // columns)
        return abs(log(columns * shape / rows / SHAPE)) + _EMPTY * (columns * rows - count)

    return min(range(1, count + 1), key=ugliness)


def _description(start: Position, moves: Sequence[Move], indices: Sequence[int]) -> str:
    lines = [describe(start)]
    for number, (since, until) in enumerate(pairwise(indices), start=2):
        words = "; ".join(map(move_in_words, moves[since:until]))
        lines.append(say("Picture {0}, after {1}: {2}.", number, count_of(until, "move"), words))
    return "\n".join(lines)


def exchange_sheet(
    deals: Sequence[Deal], cards: Sequence[Card], words: Sequence[str], settings: PictureSettings
) -> Scene:
    """Compose deals that differ by an exchange of `cards`, marked, each below its words."""
    marks = dict.fromkeys(cards, "move")
    starts = [Position.start(deal) for deal in deals]
    cells = [compose(start, marks=marks, label_times=len(deals)) for start in starts]
    page = _gathered(len(deals), cells, words, settings)
    said = (f"{one}. {describe(start, marks)}" for one, start in zip(words, starts, strict=True))
    return replace(page, description="\n".join(said))


def block_marks(certificate: Certificate, deck: Sequence[Card] = ()) -> dict[Card, str]:
    """Return the kind of mark, of `MARKS`, for each card: stuck, one that those wait for, or among
    the cards of a `deck` another one of the block's sets."""
    ranks = {rank for ranks in certificate.block.sets for rank in ranks}
    marks = {card: "set" for card in deck if card.rank in ranks}
    marks |= dict.fromkeys(certificate.holding, "waits")
    return marks | dict.fromkeys(certificate.held, "stuck")


def step_marks(*steps: LitStep) -> dict[Card, str]:
    """Return the kind of mark, of `MARKS`, for each card: the steps' own, of their reasons, or of
    the order that one step shows; the orders of several would mix."""
    marks = {card: "reason" for step in steps for card in step.reasons}
    marks |= {card: "step" for step in steps for card in step.own}
    if len(steps) == 1:
        for kind, cards in zip(("first", "second"), steps[0].order, strict=False):
            marks |= dict.fromkeys(cards, kind)
    return marks


BLOCK_KEY: Final = message(
    "A solid frame marks what cannot go, a dashed one what it waits for, a thin one the other "
    "cards of these sets."
)
"""What the marks of a block mean, for the foot of its picture."""

_STEP_KEY: Final = message("A solid frame marks what the step is about, a dashed one its reasons.")
_ORDER_KEY: Final = message("1 must go before 2.")


def step_key(steps: Sequence[LitStep]) -> str:
    """Say what the marks of steps mean, for the foot of their picture."""
    has_order = any(step.order for step in steps)
    return f"{say(_STEP_KEY)} {say(_ORDER_KEY)}" if has_order else say(_STEP_KEY)


def step_caption(step: LitStep) -> str:
    """Return the sentence with its number, after what its trial supposes."""
    return as_drawn(str(step.numbered))


def _captions(steps: Sequence[LitStep]) -> str:
    """Return the sentences of steps, what their trial supposes only before the first of it."""
    said = [
        replace(step, supposed="") if step.heading == before.heading else step
        for before, step in pairwise(steps)
    ]
    return "\n".join(map(step_caption, (steps[0], *said)))


def step_sheet(
    start: Position, steps: Sequence[LitStep], settings: PictureSettings = USUAL
) -> Scene:
    """Compose these steps on one page; raise a `RenderError` for none, or over `MOST_STEPS`."""
    if not steps:
        raise RenderError("no steps: there is nothing to draw")
    if len(steps) > MOST:
        raise RenderError(f"{len(steps)} steps: a page has at most {MOST}")
    bare = compose(start)
    count = min(len(steps), MOST_STEPS)
    ends = [k * len(steps) // count for k in range(count + 1)]
    groups = [steps[begin:end] for begin, end in pairwise(ends)]
    columns = columns_of(len(groups), bare.width / bare.height)
    width_px = settings.width_px
    each_px = None if width_px is None else max(1, width_px // columns)
    times = min(columns, MOST_LABEL_TIMES)
    cells = [
        captioned(
            compose(start, marks=step_marks(*group), label_times=times),
            _captions(group),
            PictureSettings(width_px=each_px),
            times=sqrt(columns),
        )
        for group in groups
    ]
    key = step_key([group[0] for group in groups if len(group) == 1])
    settings = replace(settings, caption=settings.caption or key)
    page = _gathered(columns, cells, (), settings)
    texts = [f"{step_caption(step)}\n{describe(start, step_marks(step))}" for step in steps]
    return replace(page, description="\n".join(texts))
