"""The options of ``pyrtool render``: what it draws of a deal, and how that looks.

Decides their names and their help; `drawing` does what they ask for.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer

from pyrtool.cli.options import completion
from pyrtool.cli.options.language import ENGLISH, LangOption
from pyrtool.cli.options.output import complain
from pyrtool.cli.options.panels import LOOK, MOVING, OUTPUT, SHOWING, TEXT
from pyrtool.cli.options.together import Excludes, Needs, Row
from pyrtool.pictures import DECKS, PAGE, OwnFont, lacking, read_font
from pyrtool.pictures import MOVING as MOVING_SUFFIXES
from pyrtool.pictures.scenes.theme import THEMES

MOST_NAMED: Final = 8
"""A message names at most this many of the letters that a font lacks."""


DeckOption = Annotated[
    str,
    typer.Option(
        metavar="DECK",
        help=f"Card faces [{'|'.join(DECKS)}]",
        autocompletion=completion.one_of(DECKS),
        rich_help_panel=LOOK,
    ),
]
FontOption = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Font (.ttf, .otf) for the title and the caption",
        show_default="Libertinus Serif: Latin, Greek, Cyrillic",
        rich_help_panel=TEXT,
    ),
]


@dataclass(frozen=True)
class PictureOptions:
    """What a picture shows of a solution, and its texts."""

    after: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="The position after N moves of the solution",
            show_default=False,
            rich_help_panel=SHOWING,
        ),
    ] = None
    strip: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="N positions of the solution side by side",
            show_default=False,
            rich_help_panel=SHOWING,
        ),
    ] = None
    mark_exposed: Annotated[
        bool,
        typer.Option("--mark-exposed", help="Mark the available cards", rich_help_panel=SHOWING),
    ] = False
    title: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Text above the picture",
            show_default="its own, or game and number",
            rich_help_panel=TEXT,
        ),
    ] = None
    no_title: Annotated[
        bool, typer.Option("--no-title", help="Omit the title", rich_help_panel=TEXT)
    ] = False
    caption: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Text below the picture; problems of the collection have their task",
            show_default=False,
            rich_help_panel=TEXT,
        ),
    ] = None


@dataclass(frozen=True)
class ShowOptions(PictureOptions):
    """What is shown of a deal."""

    block: Annotated[
        bool,
        typer.Option(
            "--block",
            help="The cards that block the deal, with the explanation as caption",
            rich_help_panel=SHOWING,
        ),
    ] = False
    step: Annotated[
        str | None,
        typer.Option(
            metavar="STEP",
            help="A step of the explanation with its cards marked: its number, such as 4 or a2, "
            "or all",
            show_default=False,
            rich_help_panel=SHOWING,
        ),
    ] = None
    as_seen: Annotated[
        bool,
        typer.Option(
            "--as-seen",
            help="The backs of cards that lie face down; the stock as one pile",
            rich_help_panel=SHOWING,
        ),
    ] = False
    rate: Annotated[
        bool,
        typer.Option("--rate", help="Difficulty as 1 to 5 stars", rich_help_panel=SHOWING),
    ] = False
    number: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Problem number before the title; several deals count on from it",
            show_default=False,
            rich_help_panel=TEXT,
        ),
    ] = None


@dataclass(frozen=True)
class LookOptions:
    """How a picture looks, and its pace if it moves."""

    width: Annotated[
        int | None,
        typer.Option(
            metavar="PX",
            help="Width in pixels",
            show_default="1200; animations 600",
            rich_help_panel=OUTPUT,
        ),
    ] = None
    dpi: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Print resolution that the file states, in pixels an inch",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ] = None
    deck: DeckOption = "2color"
    background: Annotated[
        str,
        typer.Option(
            metavar="COLOUR",
            help=f"Background [{'|'.join(THEMES)}]",
            autocompletion=completion.one_of(THEMES),
            rich_help_panel=LOOK,
        ),
    ] = "white"
    font: FontOption = None
    lang: LangOption = ENGLISH
    frame_ms: Annotated[
        int | None,
        typer.Option(
            metavar="MS",
            help="Duration of a move in milliseconds",
            show_default="550",
            rich_help_panel=MOVING,
        ),
    ] = None
    loop: Annotated[
        bool | None,
        typer.Option(
            "--loop/--no-loop",
            help="Repeat from the start",
            show_default="loop",
            rich_help_panel=MOVING,
        ),
    ] = None


def together(still: str) -> tuple[Row, ...]:
    """The table of a command that draws; `still` are the options that ask for a still picture,
    whatever the file's suffix."""
    moving = f"--output={'|'.join(f'*{suffix}' for suffix in MOVING_SUFFIXES)}"
    page = f"--output=*{PAGE}"
    return (
        Excludes("--title", "--no-title", "one of them is enough"),
        Excludes("--strip", "--after", "a strip has several positions"),
        Excludes("--strip", page, "a page steps through the solution"),
        Excludes("--frame-ms --loop", still, "it is for moving pictures"),
        Needs("--frame-ms --loop", moving, "it is for moving pictures"),
        Excludes("--width --dpi", page, "a page is as large as its window"),
        Excludes("--font", page, "a page has its reader's fonts"),
        Needs("--dpi", f"--output=*.png|*.svg|*.pdf {still}", "a moving picture is not printed"),
        Needs(
            "--mark-exposed",
            f"--output=*.png|*.svg|*.pdf|*.html {still}",
            "a moving picture marks the cards of the next move",
        ),
    )


def font_for(text: str, file: str | None) -> OwnFont | None:
    """Read the font of a file, if one is named, and warn of letters that no font has."""
    font = None if file is None else read_font(Path(file))
    missing = lacking(text, font)
    if missing:
        letters = " ".join(f"{char} (U+{ord(char):04X})" for char in missing[:MOST_NAMED])
        more = f" and {len(missing) - MOST_NAMED} more" if len(missing) > MOST_NAMED else ""
        lacking_font = "bundled font lacks" if font is None else "font lacks"
        instead = "; --font FILE takes another" if font is None else ""
        complain(f"drawn as boxes, as the {lacking_font} them: {letters}{more}{instead}")
    return font
