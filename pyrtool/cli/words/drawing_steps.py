"""What ``pyrtool render --step`` draws of an explanation: one step, or all of them.

Decides which steps are drawn, and the names of their files.
"""

from __future__ import annotations

from typing import Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.words import shorten
from pyrtool.cli.deals.selection import Selected
from pyrtool.pictures import render, step_strip

ALL: Final = "all"
PLACEHOLDER: Final = "{step}"


def draw_steps(chosen: Selected, wanted: str, path: str, options: JsonObject) -> None:
    """Draw one step, or all: in one picture, or if `path` has a place for its number, in one each.

    `options` are those of `render`; its caption replaces a sentence.
    """
    from pyrtool.answers.explain.explanation import (
        explain,
    )  # which other pictures need not wait for
    from pyrtool.answers.explain.lit import lit_steps
    from pyrtool.pictures.scenes.explained import step_caption, step_marks
    from pyrtool.pictures.scenes.sheet import MOST

    try:
        found = explain(chosen.asked)
    except PyrtoolError as error:
        raise PyrtoolError(f"{chosen.name}: {error}") from None
    steps = lit_steps(found)
    if not steps:
        raise PyrtoolError(f"{chosen.name}: {found.conclusion} There is no step to draw")
    if wanted == ALL and PLACEHOLDER not in path:
        if len(steps) > MOST:
            raise PyrtoolError(
                f"{chosen.name}: a picture has room for {MOST} of its {len(steps)} steps: "
                f"{PLACEHOLDER} in the file name draws each"
            )
        step_strip(chosen.position, steps, path, **options)
        return
    drawn = [step for step in steps if wanted in (ALL, step.number)]
    if not drawn:
        numbers = ", ".join(step.number for step in steps)
        raise PyrtoolError(f"{chosen.name}: no step {shorten(wanted)}: the steps are {numbers}")
    for step in drawn:
        caption = step_caption(step) if options["caption"] is None else options["caption"]
        render(
            chosen.position,
            path.replace(PLACEHOLDER, step.number),
            **options | {"caption": caption, "marks": step_marks(step)},
        )
