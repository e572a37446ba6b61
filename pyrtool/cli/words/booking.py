"""Booklets: the options that `book` and `puzzles book` share, and how one is made.

Decides what is asked before any deal is solved; what stands on the pages is `render.booklet`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from pyrtool.base.files import write_whole
from pyrtool.cli.deals.naming import check_folder
from pyrtool.cli.deals.same_file import check_not_input
from pyrtool.cli.options.render_options import DeckOption, font_for
from pyrtool.pictures.booklet import Problem, booklet, check_booklet
from pyrtool.pictures.booklet.book import check_path

BookFile = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE", help="The file, a .pdf.", show_default=False),
]


@dataclass(frozen=True)
class BookOptions:
    """What a booklet says of itself, and how it looks."""

    per_page: Annotated[
        int, typer.Option(metavar="N", help="How many problems stand on a page: 2 or 4.")
    ] = 2
    paper: Annotated[str, typer.Option(help="The size of the pages: a4 or letter.")] = "a4"
    title: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help="What the title page says; else the games.", show_default=False
        ),
    ] = None
    author: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Who is named on the title page.", show_default=False),
    ] = None
    date: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help="The date on the title page, as you write it.", show_default=False
        ),
    ] = None
    deck: DeckOption = "2color"
    font: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="A font (.ttf, .otf) for the title page.", show_default=False
        ),
    ] = None

    def check(self, output: str, inputs: Sequence[str | None] = ()) -> None:
        """A `PyrtoolError` names what is wrong, before anything is solved; `inputs` are read."""
        check_path(output)
        check_folder(output)
        check_not_input(output, (self.font, *inputs))
        check_booklet([self.title, self.author, self.date], self.per_page, self.paper, self.deck)

    def write(self, problems: Sequence[Problem], output: str) -> None:
        """Make the booklet of these problems."""
        told = [text for one in problems for text in (one.title, one.teaser)]
        said = "".join(filter(None, [self.title, self.author, self.date, *told]))
        content = booklet(
            problems,
            title=self.title,
            author=self.author,
            date=self.date,
            per_page=self.per_page,
            paper=self.paper,
            deck=self.deck,
            font=font_for(said, self.font),
        )
        write_whole(Path(output), content)
