"""The options of ``pyrtool render`` that say what is drawn of a deal and how it looks.

Decides their names and their help; what they ask for is for `drawing`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer

from pyrtool.cli.options import completion
from pyrtool.cli.options.output import complain
from pyrtool.cli.options.panels import MOVING
from pyrtool.pictures import DECKS, OwnFont, lacking, read_font
from pyrtool.pictures.scenes.theme import THEMES

MOST_NAMED: Final = 8
"""How many letters that a font lacks are named."""


DeckOption = Annotated[
    str,
    typer.Option(
        metavar="DECK",
        help=f"The faces of the cards: {', '.join(DECKS)}.",
        autocompletion=completion.one_of(DECKS),
    ),
]
FontOption = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="A font (.ttf, .otf) for title and caption; else DejaVu Sans: Latin, Greek, Cyrillic.",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class ShowOptions:
    """What is shown of a deal."""

    block: Annotated[
        bool,
        typer.Option("--block", help="Mark what blocks the deal, with the argument as caption."),
    ] = False
    after: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Draw the table after N moves of the solution.", show_default=False
        ),
    ] = None
    strip: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Draw N positions of the solution side by side.", show_default=False
        ),
    ] = None
    rate: Annotated[
        bool, typer.Option("--rate", help="Show how hard the deal is, as 1 to 5 stars.")
    ] = False
    mark_exposed: Annotated[
        bool, typer.Option("--mark-exposed", help="Mark the cards that may be discarded now.")
    ] = False
    title: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help="What stands above; else game and number.", show_default=False
        ),
    ] = None
    no_title: Annotated[bool, typer.Option("--no-title", help="Nothing stands above.")] = False
    caption: Annotated[
        str | None, typer.Option(metavar="TEXT", help="A text below.", show_default=False)
    ] = None


@dataclass(frozen=True)
class LookOptions:
    """How a picture looks, and its pace if it moves."""

    width: Annotated[
        int | None,
        typer.Option(
            metavar="PX",
            help="Width in pixels; else 1200, or 600 of a moving picture.",
            show_default=False,
        ),
    ] = None
    dpi: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Pixels an inch, kept in the file: how large it prints. Else left open.",
            show_default=False,
        ),
    ] = None
    deck: DeckOption = "2color"
    background: Annotated[
        str,
        typer.Option(
            metavar="COLOUR",
            help=f"What the cards lie on: {', '.join(THEMES)}.",
            autocompletion=completion.one_of(THEMES),
        ),
    ] = "white"
    font: FontOption = None
    frame_ms: Annotated[
        int | None,
        typer.Option(
            metavar="MS",
            help="How long each move takes; else 550.",
            show_default=False,
            rich_help_panel=MOVING,
        ),
    ] = None
    loop: Annotated[
        bool | None,
        typer.Option(
            "--loop/--no-loop",
            help="Whether it begins again at the end; else it does.",
            show_default=False,
            rich_help_panel=MOVING,
        ),
    ] = None


def font_for(text: str, file: str | None) -> OwnFont | None:
    """The font of a file, if one is named; letters of `text` that are nowhere are told."""
    font = None if file is None else read_font(Path(file))
    missing = lacking(text, font)
    if missing:
        letters = " ".join(f"{char} (U+{ord(char):04X})" for char in missing[:MOST_NAMED])
        more = f" and {len(missing) - MOST_NAMED} more" if len(missing) > MOST_NAMED else ""
        lacking_font = "bundled font lacks" if font is None else "font lacks"
        instead = "; --font FILE takes another" if font is None else ""
        complain(f"drawn as boxes, as the {lacking_font} them: {letters}{more}{instead}")
    return font
