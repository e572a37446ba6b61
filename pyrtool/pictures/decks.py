"""The decks: which card faces there are, and where their files lie.

Decides the names of the decks, the colours of their suits and the layout of
``assets``. Scaling and painting a face is for the
painters; how the files were made is described in ``assets/PROVENANCE.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pyrtool.base.arguments import guard, shown
from pyrtool.base.errors import PyrtoolError
from pyrtool.game.cards import SUITS, Card

ASSETS: Final = Path(__file__).resolve().parent / "assets"

FACE_HEIGHT: Final = 1.4
"""Height of a card, in card widths."""

RASTER_WIDTHS_PX: Final = (300, 600)
"""The widths in which each face is kept, ascending; the height is 1.4 times that."""


class RenderError(PyrtoolError):
    """A picture that cannot be drawn as it was asked for; the message is one line."""


GOLD: Final = "#F3BE4B"
"""The colour of hair and crowns."""

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

    @cached_property
    def folders(self) -> tuple[str, ...]:
        """For each suit the folder of its faces; suits alike in two decks are kept once."""
        return tuple(
            _BASE.name if self._suit(suit) == _BASE._suit(suit) else self.name
            for suit in range(len(SUITS))
        )

    def _suit(self, suit: int) -> tuple[str, str, str]:
        return self.colours[suit], self.dress[suit], self.trim[suit]

    def raster_path(self, card: Card, width_px: int) -> Path:
        """The file of the smallest kept raster at least `width_px` wide, or of the largest."""
        kept = next((w for w in RASTER_WIDTHS_PX if w >= width_px), RASTER_WIDTHS_PX[-1])
        return ASSETS / "cards" / str(kept) / self.folders[card.suit] / f"{card}.webp"


_RED: Final = "#C4161C"
_BLACK: Final = "#000000"
_BASE: Final = Deck(
    "2color", (_BLACK, _RED, _RED, _BLACK), dress=(_RED,) * 4, trim=("#27408B",) * 4
)
DECKS: Final = MappingProxyType(
    {
        deck.name: deck
        for deck in (
            _BASE,
            # Four colours that colour-blind readers distinguish (Okabe and Ito, 2008).
            Deck(
                "4color",
                ("#009E73", "#0072B2", "#D55E00", _BLACK),
                dress=("#009E73", "#0072B2", "#D55E00", "#6E6E6E"),
                trim=("#0B4F3C", "#0B3C5D", "#7A3300", "#333333"),
            ),
        )
    }
)
"""The decks by name; the first is the default. All have big indices."""


def palette_path(deck: str, background: str) -> Path:
    """The file of the 256 colours, as RGB bytes, that pictures of this kind are reduced to."""
    return ASSETS / "palettes" / f"{deck}-{background}.rgb"


def deck_named(name: str) -> Deck:
    """The deck of this name; `RenderError` names the decks when there is none."""
    try:
        return DECKS[name]
    except KeyError:
        raise RenderError(f"unknown deck {shown(name)}: choose from {', '.join(DECKS)}") from None


guard(__name__)
