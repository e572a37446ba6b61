"""Where the tableau's cards lie on a playable page, as data.

Decides nothing about the places: they are those of the pictures, taken from `scene`. Where the
piles lie depends on the reader's window, and is decided on the page (app/places.js).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypedDict

from pyrtool.base.arguments import guard
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.position import Position
from pyrtool.pictures.decks import FACE_HEIGHT
from pyrtool.pictures.scenes.scene import compose


class Geometry(TypedDict):
    """The size of a tableau and its places."""

    width: float
    height: float
    tableau: list[list[float]]


@lru_cache(maxsize=16)  # 0.4 ms, three times a page
def geometry(rules: Rules) -> Geometry:
    """The tableau's `width` and `height`, in card widths, and its places in dealing order.

    A place is [x, y, shown]: a card's upper left corner, from the tableau's, and how much of
    its width its neighbour leaves free.
    """
    start = Position.start(Deal.of(rules.deck, rules))
    spots = {face.card: face for face in compose(start).faces}
    faces = [spots[card] for card in start.tableau if card is not None]
    left, top = min(face.x for face in faces), min(face.y for face in faces)
    return {
        "width": _rounded(max(face.x for face in faces) + 1 - left),
        "height": _rounded(max(face.y for face in faces) + FACE_HEIGHT - top),
        "tableau": [
            [_rounded(face.x - left), _rounded(face.y - top), _rounded(face.shown, 3)]
            for face in faces
        ],
    }


def _rounded(number: float, digits: int = 4) -> float:
    """A length as a page has it: a whole one without ``.0``, as a page has little room."""
    found = round(number, digits)
    return int(found) if found.is_integer() else found


guard(__name__)
