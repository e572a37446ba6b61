"""Booklets: the options that `book` and `puzzles book` share, and how one is made.

Decides what is checked before any deal is solved; `pictures.booklet` decides the pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.files import write_whole
from pyrtool.cli.deals.naming import check_folder
from pyrtool.cli.deals.same_file import check_not_input
from pyrtool.cli.options.language import ENGLISH, LangOption
from pyrtool.cli.options.output import complain
from pyrtool.cli.options.panels import OUTPUT, TEXT
from pyrtool.cli.options.render_options import DeckOption, font_for
from pyrtool.cli.words.citation import publishing
from pyrtool.pictures.booklet import Look, Problem, booklet, check_booklet
from pyrtool.pictures.booklet.book import check_path
from pyrtool.pictures.booklet.sizes import PER_PAGE
from pyrtool.pictures.booklet.sunday import check_link, sunday_page

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
        typer.Option(metavar="N", help="Problems on a page [1|2|4]", rich_help_panel=OUTPUT),
    ] = PER_PAGE[0]
    notes: Annotated[
        bool,
        typer.Option(
            "--notes/--no-notes", help="Lines for notes at each problem", rich_help_panel=OUTPUT
        ),
    ] = False
    comments: Annotated[
        bool,
        typer.Option(
            "--comments/--no-comments",
            help="Comments on each solution: forced pairs, reasons",
            rich_help_panel=OUTPUT,
        ),
    ] = False
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

    sunday: Annotated[
        bool,
        typer.Option(
            "--sunday",
            help="One sheet: the first deal large, and the solution of a second, last week's",
            rich_help_panel=OUTPUT,
        ),
    ] = False
    link: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="With --sunday: address of the first deal, for the QR code",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ] = None

    lang: LangOption = ENGLISH

    def check(self, output: str, inputs: Sequence[str | None] = ()) -> None:
        """A `PyrtoolError` names what is wrong, before anything is solved; `inputs` are read."""
        check_path(output)
        check_folder(output)
        check_not_input(output, (self.font, *inputs))
        check_booklet([self.title, self.author, self.date], self.per_page, self.paper, self.deck)
        check_link(self.link or "")
        if self.link is not None and not self.sunday:
            raise PyrtoolError("--link is for --sunday: a booklet has no QR code")
        if self.sunday and (self.notes or self.comments or self.per_page != PER_PAGE[0]):
            raise PyrtoolError("--sunday makes one sheet: no --notes, --comments, --per-page")

    def write(self, problems: Sequence[Problem], output: str) -> None:
        """Make the booklet of these problems, or the Sunday page."""
        labels = [text for one in problems for text in (one.title, one.teaser)]
        letters = "".join(filter(None, [self.title, self.author, self.date, *labels]))
        look: Look = {
            "title": self.title,
            "author": self.author,
            "date": self.date,
            "paper": self.paper,
            "deck": self.deck,
            "font": font_for(letters, self.font),
        }
        if self.sunday:
            link = self.link if self.link is not None else publishing().documentation
            content = sunday_page(problems, link=link, **look)
            if not link:
                complain("no QR code: no address is known. --link URL gives one")
        else:
            content = booklet(problems, per_page=self.per_page, notes=self.notes, **look)
        write_whole(Path(output), content)
