"""The faces of cards as SVG shapes, for every painter that draws with lines.

Decides how the shapes are put together and coloured; the shapes themselves are data, made
short by ``assets/faces.py`` from the artist's drawings. Edges, shadows and places are for
the painters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pyrtool.cards import SUITS, Card
from pyrtool.door import guard
from pyrtool.render.deck import ASSETS, RenderError

UNIT: Final = 240
"""A card's width in the units of its face; the height is 336."""

_USED: Final = re.compile(r"#(k|[pr]\w)\b")
_LINES: Final = re.compile(r"\{(\w{3})\}")


@dataclass(frozen=True)
class Faces:
    """SVG text: `shared` shapes by their id, and for each card the elements of its `faces`.

    A face has its origin at the card's centre and its colour as ``{ink}``. It refers to shared
    shapes and defines ids that end in the card's name, so that a page holds each face once.
    ``{eKC}`` in it stands for one of `lines`.
    """

    shared: dict[str, str]
    faces: dict[str, str]
    lines: dict[str, str]


@lru_cache(maxsize=1)
def all_faces() -> Faces:
    """The 52 faces, read once."""
    return Faces(**json.loads((ASSETS / "faces.json").read_text(encoding="utf-8")))


def face(card: Card, inks: Sequence[str], *, filled: bool = False) -> str:
    """The elements of a card's face; `inks` are what SVG takes as a colour, for C, D, H, S.

    `filled` gives the thin lines of the pictures as shapes: twice as long, but right also
    where a line is drawn at least a pixel thick, as viewers of PDF do.
    """
    if len(inks) != len(SUITS):
        raise RenderError(f"inks: {len(inks)} are given, there are {len(SUITS)} suits")
    lines = _filled_lines() if filled else all_faces().lines
    text = all_faces().faces[str(card)].replace("{ink}", inks[card.suit])
    return _LINES.sub(lambda found: lines[found[1]], text)


def shared_shapes(cards: Iterable[Card]) -> str:
    """The definitions, to stand in ``<defs>``, that the faces of these cards refer to."""
    table = all_faces()
    used = {name for card in cards for name in _USED.findall(table.faces[str(card)])}
    return "".join(shape for name, shape in table.shared.items() if name in used)


@lru_cache(maxsize=1)
def _filled_lines() -> dict[str, str]:
    table: dict[str, str] = json.loads((ASSETS / "lines.json").read_text(encoding="utf-8"))
    return table


guard(__name__)
