"""How large things are on the pages of a booklet.

Decides the room of a problem, how large its diagram is, and that all labels are of one size;
``pages.typ`` places them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from pyrtool.base.arguments import guard
from pyrtool.game.position import Position
from pyrtool.pictures.scenes.elements import Scene
from pyrtool.pictures.scenes.headings import letter_size
from pyrtool.pictures.scenes.scene import MARGIN, MOST_LABEL_TIMES, compose

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres by name; the first is the default."""

PER_PAGE: Final = (1, 2, 4)
"""How many problems a page can have; the first is the default."""

MARGIN_MM: Final = 15.0
"""The margin on every side; the page number is in the lower one."""

FOOT_MM: Final = 8.0

_GUTTER_MM: Final = 6.0
_LABEL_MM: Final = 2.6  # the letters of stock and waste, on every diagram
_HEAD_MM: Final = {1: 21.0, 2: 17.0, 4: 17.0}  # title, teaser and task above a diagram
_NOTES_MM: Final = {1: 40.0, 2: 48.0, 4: 9.0}  # at least: below a diagram, or beside it
_ROUNDING_MM: Final = 0.1  # so that rounding moves no problem to the next page
_COVER_MM: Final = 130.0


@dataclass(frozen=True)
class Sheet:
    """The pages of a booklet, in millimetres."""

    paper: str
    per_page: int
    notes: bool

    @property
    def across(self) -> int:
        """How many problems lie side by side."""
        return 2 if self.per_page == 4 else 1

    @property
    def place(self) -> Literal["", "beside", "below"]:
        """Where the lines for notes are."""
        if not self.notes:
            return ""
        return "beside" if self.per_page == 2 else "below"

    @property
    def inner(self) -> tuple[float, float]:
        """The width and the height of the text."""
        wide, high = PAPERS[self.paper]
        return wide - 2 * MARGIN_MM, high - 2 * MARGIN_MM - FOOT_MM

    @property
    def cell(self) -> tuple[float, float]:
        """The width and the height of a problem."""
        wide, high = self.inner
        down = 1 if self.per_page == 1 else 2
        gutters = (self.across - 1) * _GUTTER_MM, (down - 1) * _GUTTER_MM
        return (wide - gutters[0]) / self.across, (high - gutters[1]) / down - _ROUNDING_MM

    @property
    def room(self) -> tuple[float, float]:
        """The width and the height that a diagram can have."""
        wide, high = self.cell
        wide -= _NOTES_MM[2] + _GUTTER_MM if self.place == "beside" else 0.0
        high -= _NOTES_MM[self.per_page] if self.place == "below" else 0.0
        return wide, high - _HEAD_MM[self.per_page]

    def to_dict(self) -> dict[str, object]:
        """What ``pages.typ`` knows of the pages."""
        wide, high = PAPERS[self.paper]
        return {
            "each": self.per_page,
            "across": self.across,
            "notes": self.place,
            "wide": wide,
            "high": high,
            "margin": MARGIN_MM,
            "foot": FOOT_MM,
            "gutter": _GUTTER_MM,
            "head": _HEAD_MM[self.per_page],
            "cell": self.cell,
            "cover-size": _COVER_MM,
        }


def unit_in(scene: Scene, room: tuple[float, float]) -> float:
    """How wide a card is, in millimetres, where the cards of a scene fill a room."""
    return min(room[0] / (scene.width - 2 * MARGIN), room[1] / (scene.height - 2 * MARGIN))


def diagram(position: Position, room: tuple[float, float]) -> tuple[Scene, float]:
    """Compose a position with labels of the one size; and how wide a card of it is, in mm."""
    scene = compose(position)
    for _ in range(2):  # larger labels make the scene higher, and its cards smaller
        label = unit_in(scene, room) * letter_size("label", scene.width, None)
        scene = compose(position, label_times=min(_LABEL_MM / label, MOST_LABEL_TIMES))
    return scene, unit_in(scene, room)


guard(__name__)
