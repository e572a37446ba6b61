"""The painter of animated PNG: the colours of the PNG, and of each frame what has changed.

Decides how frames are put into the file; the colours are those of `png`. A program that does
not know animated PNG shows the first frame.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

from PIL.PngImagePlugin import Blend, Disposal

from pyrtool.base.arguments import guard
from pyrtool.pictures.painters.frames import changes, drawn
from pyrtool.pictures.painters.png import made_by, paint
from pyrtool.pictures.scenes.steps import Shot

__all__ = ["animate", "paint"]

COMPRESS_LEVEL: Final = 9


def animate(
    shots: Sequence[Shot], *, width_px: int, deck: str, background: str, loop: bool
) -> bytes:
    """The shots, of one size, as an animated PNG file."""
    scenes = [shot.scene for shot in shots]
    frames = drawn(scenes, width_px=width_px, deck=deck, background=background)
    (first, *rest), same = changes(frames)
    # Without a colour for what stays, each frame replaces the part of the page that it covers.
    how: dict[str, object] = {"blend": Blend.OP_SOURCE}
    if same is not None:
        how = {"blend": Blend.OP_OVER, "transparency": same}
    out = io.BytesIO()
    first.save(
        out,
        "PNG",
        save_all=True,
        append_images=rest,
        duration=[shot.ms for shot in shots],
        loop=0 if loop else 1,
        disposal=Disposal.OP_NONE,
        compress_level=COMPRESS_LEVEL,
        pnginfo=made_by(),
        **how,
    )
    return out.getvalue()


guard(__name__)
