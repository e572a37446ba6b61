"""The pictures on court cards in pixels, for files whose viewers cannot draw their lines.

Decides their size and colours; `faces` places a picture on its card. The lines of these
pictures are so thin that some viewers of PDF draw each of them several times too thick, which
makes a small king all blue. Pixels are made smaller alike by all of them.
"""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Callable
from typing import Final

from PIL import Image

from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.pictures.cards.faces import UNIT, face
from pyrtool.pictures.decks import RASTER_WIDTHS_PX, Deck

WIDTH_PX: Final = 450
"""The whole card: 300 pixels an inch on one of an inch and a half."""

COLOURS: Final = 32
_LEFT, _TOP, _WIDE, _HIGH = -84, -130, 168, 260  # where a picture lies, in units of the face
_FRAME: Final = '<use xlink:href="#f"'


def court_images(deck: Deck) -> Callable[[Card], str]:
    """For a card's face its elements with the picture in pixels; empty where it has none."""

    def drawn(card: Card) -> str:
        lines = face(card, deck.colours, deck.dress, deck.trim)
        _, frame, rest = lines.partition(_FRAME)
        if not frame:
            return ""
        place = f'x="{_LEFT}" y="{_TOP}" width="{_WIDE}" height="{_HIGH}"'
        link = f"data:image/png;base64,{b64encode(_pixels(deck, card)).decode()}"
        return f'<g clip-path="url(#k)"><image {place} xlink:href="{link}"/></g>{frame}{rest}'

    return drawn


def _pixels(deck: Deck, card: Card) -> bytes:
    scale = WIDTH_PX / UNIT
    with Image.open(deck.raster_path(card, RASTER_WIDTHS_PX[-1])) as raster:
        size = (WIDTH_PX, round(WIDTH_PX * raster.height / raster.width))
        whole = raster.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    left, top = size[0] / 2 + _LEFT * scale, size[1] / 2 + _TOP * scale
    box = (left, top, left + _WIDE * scale, top + _HIGH * scale)
    out = io.BytesIO()
    part = whole.crop((round(box[0]), round(box[1]), round(box[2]), round(box[3])))
    few = part.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


guard(__name__)
