"""Where the tableau's cards lie on a playable page, as data.

Decides nothing about the places: they are those of the pictures, asked of `scene`. Where the piles
lie depends on the reader's window, and is decided on the page (app/places.js).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pyrtool.door import guard
from pyrtool.games import Rules
from pyrtool.position import Position
from pyrtool.render.deck import FACE_HEIGHT
from pyrtool.render.scene import compose


@lru_cache(maxsize=16)
def geometry(rules: Rules) -> dict[str, Any]:
    """The tableau's `width` and `height`, in card widths, and its places in dealing order.

    A place is [x, y, shown]: a card's upper left corner, from the tableau's, and how much of
    its width its neighbour leaves free.
    """
    start = Position.start(rules.deck, rules)
    spots = {face.card: face for face in compose(start).faces}
    faces = [spots[card] for card in start.tableau if card is not None]
    left, top = min(face.x for face in faces), min(face.y for face in faces)
    return {
        "width": round(max(face.x for face in faces) + 1 - left, 4),
        "height": round(max(face.y for face in faces) + FACE_HEIGHT - top, 4),
        "tableau": [
            [round(face.x - left, 4), round(face.y - top, 4), round(face.shown, 3)]
            for face in faces
        ],
    }


guard(__name__)
