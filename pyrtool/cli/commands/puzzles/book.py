"""``pyrtool puzzles book``: a booklet of problems."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from pyrtool.cards import PyrtoolError, file_name
from pyrtool.cli.shared.naming import check_folder
from pyrtool.cli.shared.puzzles import (
    ALL,
    PLACEHOLDER,
    GameOption,
    LevelOption,
    chosen_puzzles,
    kept_puzzles,
    task,
)
from pyrtool.cli.shared.render_options import font_for
from pyrtool.files import write_whole
from pyrtool.games import TITLES
from pyrtool.render.booklet import Problem, booklet


def command(
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The file, a .pdf.", show_default=False
        ),
    ],
    puzzles: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PUZZLES]",
            help="Problems: numbers (7), ranges (1-10), names (a-small-maze); else all.",
            show_default=False,
        ),
    ] = None,
    game: GameOption = None,
    level: LevelOption = None,
    per_page: Annotated[
        int, typer.Option(metavar="N", help="How many problems stand on a page: 2 or 4.")
    ] = 2,
    paper: Annotated[str, typer.Option(help="The size of the pages: a4 or letter.")] = "a4",
    title: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help="What the title page says; else the games.", show_default=False
        ),
    ] = None,
    deck: Annotated[str, typer.Option(help="The faces of the cards.")] = "2color",
    font: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="A font (.ttf, .otf) for the title page.", show_default=False
        ),
    ] = None,
) -> int:
    """Make a booklet of problems to be printed.

    It has a title page, problems with number, stars and room for notes, and the solutions at the
    end. It needs the extra `print`.
    """
    if Path(output).suffix.lower() != ".pdf":
        raise PyrtoolError(f"{file_name(output)}: a booklet is a .pdf")
    check_folder(output, PLACEHOLDER)
    kept = kept_puzzles(chosen_puzzles(puzzles or [ALL]), level, game)
    if not kept:
        raise PyrtoolError("none of these puzzles is of that game and level")
    problems = [
        Problem(one.number, one.title, task(one), one.rating.stars, one.start, one.moves)
        for one in kept
    ]
    named = _listed(list(dict.fromkeys(TITLES[one.game] for one in kept)))
    content = booklet(
        problems,
        title=named if title is None else title,
        per_page=per_page,
        paper=paper,
        deck=deck,
        font=font_for(title or "", font),
    )
    write_whole(Path(output), content)
    return 0


def _listed(names: Sequence[str]) -> str:
    """``Giza, Pyramid and King Tut``."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
