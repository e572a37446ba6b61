"""Booklets: the options that `book` and `puzzles book` share, and how one is made.

Decides what is checked before any deal is solved; `pictures.booklet` decides the pages.
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
from pyrtool.cli.options.panels import OUTPUT, TEXT
from pyrtool.cli.options.render_options import DeckOption, font_for
from pyrtool.pictures.booklet import Problem, booklet, check_booklet
from pyrtool.pictures.booklet.book import check_path

BookFile = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Booklet to write, .pdf",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]


@dataclass(frozen=True)
class BookOptions:
    """The texts of a booklet, and how it looks."""

    per_page: Annotated[
        int,
        typer.Option(metavar="N", help="Problems on a page [2|4]", rich_help_panel=OUTPUT),
    ] = 2
    paper: Annotated[
        str,
        typer.Option(metavar="SIZE", help="Size of the pages [a4|letter]", rich_help_panel=OUTPUT),
    ] = "a4"
    title: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Title of the booklet",
            show_default="its games",
            rich_help_panel=TEXT,
        ),
    ] = None
    author: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Author on the title page",
            show_default=False,
            rich_help_panel=TEXT,
        ),
    ] = None
    date: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Date on the title page, printed as written",
            show_default=False,
            rich_help_panel=TEXT,
        ),
    ] = None
    deck: DeckOption = "2color"
    font: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Font (.ttf, .otf) for the title page",
            show_default=False,
            rich_help_panel=TEXT,
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
