"""Booklets: the options that `book` and `puzzles book` share, and how one is made.

Decides what is checked before any deal is solved; `pictures.booklet` decides the pages.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pyrtool
from pyrtool.base.files import write_whole
from pyrtool.cli.drawing import font_for
from pyrtool.cli.options.input_output import ENGLISH
from pyrtool.cli.output import complain
from pyrtool.cli.output_files import check_folder, check_not_input
from pyrtool.pictures import OwnFont
from pyrtool.pictures.booklet import pages
from pyrtool.pictures.booklet.book import check_path

PUBLISHING: Final = Path(pyrtool.__file__).parent / "publishing.toml"


def documentation() -> str:
    """Return the address of the documentation, empty until it is known."""
    address: str = tomllib.loads(PUBLISHING.read_text(encoding="utf-8"))["documentation"]
    return address


@dataclass(frozen=True)
class BookOptions:
    """The texts of a booklet, and how it looks."""

    sheet: pages.SheetKind | None = None
    per_page: int | None = None
    notes: bool = False
    comments: bool = False
    paper: str = "a4"
    title: str | None = None
    author: str | None = None
    date: str | None = None
    deck: str = "2color"
    font: str | None = None
    link: str | None = None

    lang: str = ENGLISH

    @property
    def is_weekly(self) -> bool:
        """Whether the first deal has one place, and the second another."""
        return self.sheet in pages.WEEKLY

    def check(self, output: str, inputs: Sequence[str | None] = ()) -> None:
        """Reject what is wrong, before anything is solved; `inputs` are read."""
        check_path(output)
        check_folder(output)
        check_not_input(output, (self.font, *inputs))
        pages.check_sheet(
            self.sheet,
            per_page=self.per_page,
            notes=self.notes,
            comments=self.comments,
            link=self.link or "",
        )
        self._settings()

    def _settings(self, font: OwnFont | None = None) -> pages.BookSettings:
        return pages.BookSettings(self.title, self.author, self.date, self.paper, self.deck, font)

    def write(self, problems: Sequence[pages.Problem], output: str) -> None:
        """Make the booklet of these problems, or the sheets."""
        labels = [text for one in problems for text in (one.title, one.teaser)]
        letters = "".join(filter(None, [self.title, self.author, self.date, *labels]))
        font = font_for(letters, self.font)
        link = self.link or ""
        if self.is_weekly and self.link is None:
            link = documentation()
        content = pages.pdf_of(
            problems,
            self.sheet,
            self._settings(font),
            per_page=self.per_page,
            notes=self.notes,
            link=link,
        )
        if self.is_weekly and not link:
            complain("no QR code: no address is known. --link URL gives one")
        write_whole(Path(output), content)
