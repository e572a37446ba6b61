"""The icons of an installed site: a pair that adds to 13, of our own cards.

Decides how they are drawn; their sizes are those that browsers ask for.
"""

from __future__ import annotations

from io import BytesIO
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageDraw

from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.pictures.cards.sprites import cards_of

SIZES_PX: Final = MappingProxyType(
    {"icon-192.png": 192, "icon-512.png": 512, "icon-maskable.png": 512}
)
"""The icons: name -> width and height."""

_FELT: Final = (36, 96, 74)
_PAIR: Final = (("9S", 9.0, -0.13), ("4H", -9.0, 0.13))  # card, degrees, to the right
_WHOLE_PX: Final = 1024


def icons() -> dict[str, bytes]:
    """The icons as PNG files. A maskable one leaves its edge free, which systems cut off."""
    return {name: _icon(size, "maskable" in name) for name, size in SIZES_PX.items()}


def _icon(size_px: int, is_maskable: bool) -> bytes:
    whole = Image.new("RGBA", (_WHOLE_PX, _WHOLE_PX), (*_FELT, 255 if is_maskable else 0))
    if not is_maskable:
        shape = (0, 0, _WHOLE_PX - 1, _WHOLE_PX - 1)
        ImageDraw.Draw(whole).rounded_rectangle(shape, radius=200, fill=(*_FELT, 255))
    width_px = 400 if is_maskable else 500
    for name, degrees, right in _PAIR:
        card = cards_of("2color", width_px, "#000000").face(Card.parse(name)).convert("RGBA")
        turned = card.rotate(degrees, Image.Resampling.BICUBIC, expand=True)
        left = round(_WHOLE_PX * (0.5 + right) - turned.width / 2)
        whole.alpha_composite(turned, (left, (_WHOLE_PX - turned.height) // 2))
    icon = whole.resize((size_px, size_px), Image.Resampling.LANCZOS)
    file = BytesIO()
    icon.quantize(128).save(file, "PNG", optimize=True)
    return file.getvalue()


guard(__name__)
