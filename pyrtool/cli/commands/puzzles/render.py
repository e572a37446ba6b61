"""``pyrtool puzzles render``: problems as pictures, and as pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final

import typer

from pyrtool.cli.deals.naming import Naming
from pyrtool.cli.deals.puzzles import (
    PLACEHOLDER,
    Puzzles,
    as_selected,
    chosen_puzzles,
    task,
)
from pyrtool.cli.options.options import with_groups
from pyrtool.cli.options.panels import OUTPUT
from pyrtool.cli.options.render_options import LookOptions, PictureOptions, ShowOptions, together
from pyrtool.cli.words.drawing import Drawing
from pyrtool.pictures import check_path

EXAMPLES: Final = (
    (
        "pyrtool puzzles render 13 -o maze.png",
        "Draw a problem",
    ),
    (
        "pyrtool puzzles render 1-3 -o problem-{puzzle}.html",
        "Make three pages to play on",
    ),
)

TOGETHER: Final = together("--after --strip")


@with_groups
def command(
    puzzles: Puzzles,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="File to write, as in `pyrtool render`; {puzzle} becomes the number, "
            "{n} the count from 1",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ],
    showing: PictureOptions,
    looking: LookOptions,
) -> int:
    """Draw problems, or make pages to play them on.

    A picture has the number, title, stars and task of the problem. The suffix .webp, .apng or .gif
    gives an animated solution, and .html a page. --title may contain {puzzle} and {n}.
    """
    check_path(output)
    naming = Naming(output, PLACEHOLDER)
    naming.check()
    chosen = chosen_puzzles(puzzles)
    if len(chosen) > 1 and not naming.several:
        raise naming.refuse_several("puzzle")
    paths = naming.names([f"{puzzle.number:02d}" for puzzle in chosen])
    for at, (puzzle, path) in enumerate(zip(chosen, paths, strict=True), 1):
        shown = ShowOptions(**vars(showing))
        if shown.caption is None and shown.strip is None:
            shown = replace(shown, caption=task(puzzle, shown.after))
        drawing = Drawing(
            output,
            shown,
            looking,
            heading=f"{puzzle.number}. {puzzle.title}",
            stars=puzzle.rating.stars,
        )
        drawing.check()
        title = showing.title and naming.fill(showing.title, at, f"{puzzle.number:02d}")
        drawing.write(as_selected(puzzle), puzzle.won, path, title)
    return 0
