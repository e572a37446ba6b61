"""The steps of an explanation as pictures: the cards of each lit, its sentence below.

Decides which mark each card has, and how several steps lie on one page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pyrtool.answers.explain.wording.sentence import LitStep
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.position import Position
from pyrtool.languages import say
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.lettering.fonts import Font
from pyrtool.pictures.lettering.words import as_drawn, describe, stars_line
from pyrtool.pictures.scenes.elements import Scene
from pyrtool.pictures.scenes.scene import MOST_LABEL_TIMES, captioned, compose
from pyrtool.pictures.scenes.sheet import MOST, columns_of, gathered


def step_marks(step: LitStep) -> dict[Card, str]:
    """The kind of mark, of `looks.MARKS`, for each card: the step's own, or one of its reasons."""
    return dict.fromkeys(step.reasons, "reason") | dict.fromkeys(step.own, "step")


def step_caption(step: LitStep) -> str:
    """The sentence with its number, after what its trial supposes."""
    return as_drawn(str(step.numbered))


def step_sheet(
    start: Position,
    steps: Sequence[LitStep],
    *,
    title: str | None = None,
    subtitle: str | None = None,
    caption: str | None = None,
    stars: int | None = None,
    font: Font | None = None,
    width_px: int | None = None,
) -> Scene:
    """All these steps on one page; a `RenderError` for none, or more than a page holds."""
    if not steps:
        raise RenderError("no steps: there is nothing to draw")
    if len(steps) > MOST:
        raise RenderError(f"{len(steps)} steps: a page has at most {MOST}")
    bare = compose(start)
    columns = columns_of(len(steps), bare.width / bare.height)
    each_px = None if width_px is None else max(1, width_px // columns)
    times = min(columns, MOST_LABEL_TIMES)
    cells = [
        captioned(
            compose(start, marks=step_marks(step), label_times=times),
            step_caption(step),
            width_px=each_px,
        )
        for step in steps
    ]
    words = [say("Step {0}", step.number) for step in steps]
    rated = None if stars is None else stars_line(stars)
    page = gathered(columns, cells, words, (title, subtitle, rated), caption, font, width_px)
    texts = [f"{step_caption(step)}\n{describe(start, step_marks(step))}" for step in steps]
    return replace(page, description="\n".join(texts))


guard(__name__)
