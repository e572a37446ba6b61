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
from functools import cached_property
from pathlib import Path
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.game.cards import SUITS, Card
from pyrtool.pictures.cards.letters import lettered
from pyrtool.pictures.decks import ASSETS, DECKS, GOLD, RenderError

UNIT: Final = 240
"""A card's width in the units of its face; the height is 336."""

_USED: Final = re.compile(r"#(f|k|r\d\d|[hinpr]\w)\b")
_PLAIN: Final = DECKS["2color"]


@dataclass(frozen=True)
class Faces:
    """SVG text: `shared` shapes by their id, and for each card the elements of its `faces`.

    A face has its origin at the card's centre and its colour as ``{ink}``; those of a court card's
    picture are ``{dress}``, ``{trim}`` and ``{gold}``. It refers to shared shapes and defines ids
    that end in the card's name, so that a page holds each face once.
    """

    path: Path

    @cached_property
    def _read(self) -> dict[str, dict[str, str]]:
        read: dict[str, dict[str, str]] = json.loads(self.path.read_text(encoding="utf-8"))
        return read

    @property
    def shared(self) -> dict[str, str]:
        """The shapes that faces refer to."""
        return self._read["shared"]

    @property
    def faces(self) -> dict[str, str]:
        """The elements of each face, by the card's name."""
        return self._read["faces"]


FACES: Final = Faces(ASSETS / "faces.json")
"""The faces; the file is read when the first one is drawn."""


def face(
    card: Card,
    inks: Sequence[str],
    dress: Sequence[str] = _PLAIN.dress,
    trim: Sequence[str] = _PLAIN.trim,
) -> str:
    """The elements of a card's face; colours are what SVG takes as one, for C, D, H, S.

    `inks` are those of indices and pips; `dress` is what the clothes of the courts have, `trim`
    what their other clothes and their lines have.
    """
    for name, given in (("inks", inks), ("dress", dress), ("trim", trim)):
        if len(given) != len(SUITS):
            raise RenderError(f"{name}: {len(given)} are given, there are {len(SUITS)} suits")
    colours = {"ink": inks, "dress": dress, "trim": trim}
    text = FACES.faces[str(card)].replace("{gold}", GOLD)
    for name, given in colours.items():
        text = text.replace(f"{{{name}}}", given[card.suit])
    return text


def shared_shapes(cards: Iterable[Card]) -> str:
    """Make the ``<defs>`` that the faces of these cards refer to, in the chosen language."""
    used = {n for card in cards if card.has_suit for n in _USED.findall(FACES.faces[str(card)])}
    used |= {n for name in used for n in _USED.findall(FACES.shared[name])}
    return lettered("".join(shape for name, shape in FACES.shared.items() if name in used))


guard(__name__)
