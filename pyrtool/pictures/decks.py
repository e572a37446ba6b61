"""The decks: which card faces there are, and where their files lie.

Decides the names of the decks, the colours of their suits and the layout of
``assets``. Scaling and painting a face is for the
painters; how the files were made is described in ``assets/PROVENANCE.md``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

from pyrtool.base.data_folders import data_folder
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import shown

ASSETS: Final = data_folder("assets")

FACE_HEIGHT: Final = 1.4
"""Height of a card, in card widths."""


class RenderError(PyrtoolError):
    """A picture that cannot be drawn as it was asked for; the message is one line."""


GOLD: Final = "#F3BE4B"
"""The colour of hair and crowns."""

DARK: Final = "#1A1A1A"
"""The colour of the darkest lines of court cards."""

Kind = TypeVar("Kind")
_Four = tuple[str, str, str, str]


@dataclass(frozen=True)
class Deck:
    """A set of 52 faces: the artist's drawings with each suit, C D H S, in its colours.

    `colours` are those of indices and pips; the courts' clothes are in `dress` and `trim`.
    """

    name: str
    colours: _Four
    dress: _Four
    trim: _Four


_RED: Final = "#C4161C"
_BLACK: Final = "#000000"
DECKS: Final = MappingProxyType(
    {
        deck.name: deck
        for deck in (
            Deck("2color", (_BLACK, _RED, _RED, _BLACK), dress=(_RED,) * 4, trim=("#27408B",) * 4),
            # Four colours that colour-blind readers distinguish (Okabe and Ito, 2008).
            Deck(
                "4color",
                ("#009E73", "#0072B2", "#D55E00", _BLACK),
                dress=("#009E73", "#0072B2", "#D55E00", "#6E6E6E"),
                trim=("#0B4F3C", "#0B3C5D", "#7A3300", "#333333"),
            ),
            Deck(
                "4color-classic",
                ("#0A7D33", "#1F4FD8", "#C4161C", _BLACK),
                dress=("#0A7D33", "#1F4FD8", "#C4161C", "#6E6E6E"),
                trim=("#06451C", "#12307F", "#6E0C10", "#333333"),
            ),
        )
    }
)
"""The decks by name; the first is the default. All have big indices."""


def palette_path(deck: str, background: str) -> Path:
    """Return the file of 256 colours, as RGB bytes, that pictures of this kind are reduced to."""
    return ASSETS / "palettes" / f"{deck}-{background}.rgb"


def chosen_of(table: Mapping[str, Kind], name: str, what: str) -> Kind:
    """Return what a table has under a name; `RenderError` lists the names when there is none."""
    if name not in table:
        raise RenderError(f"unknown {what} {shown(name)}: choose from {', '.join(table)}")
    return table[name]


def deck_named(name: str) -> Deck:
    """Return the deck of this name."""
    return chosen_of(DECKS, name, "deck")
