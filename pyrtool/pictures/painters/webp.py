"""The painter of WebP pictures, still and moving, without loss.

Decides how frames are compressed. In the few colours of the palette a picture without loss is
smaller than one with: flat faces and sharp letters are what lossy WebP is worst at.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

from PIL import ExifTags, Image

from pyrtool.base.arguments import guard
from pyrtool.base.version import MADE_BY
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.painters.frames import drawn
from pyrtool.pictures.scenes.elements import Scene
from pyrtool.pictures.scenes.steps import Shot

MOST_PX: Final = 16_383
"""The longest side that the format allows."""

_COMPRESSION: Final[dict[str, object]] = {"lossless": True, "quality": 80, "method": 4}
# Slower methods save 1 %. Only the first frame is kept whole. Each other frame is kept as its
# difference from the one before, in the smaller of two ways, which saves 3 %.
_MOVING: Final[dict[str, object]] = {**_COMPRESSION, "minimize_size": True, "exact": False}


def paint(
    scene: Scene, *, width_px: int, deck: str, background: str, dpi: int | None = None
) -> bytes:
    """The scene as a WebP file; it has no place for `dpi`."""
    return _file([scene], width_px, deck, background, _COMPRESSION)


def animate(
    shots: Sequence[Shot], *, width_px: int, deck: str, background: str, loop: bool
) -> bytes:
    """The shots, of one size, as a moving WebP file."""
    timing = {"duration": [shot.ms for shot in shots], "loop": 0 if loop else 1}
    return _file([shot.scene for shot in shots], width_px, deck, background, {**_MOVING, **timing})


def _file(
    scenes: Sequence[Scene], width_px: int, deck: str, background: str, settings: dict[str, object]
) -> bytes:
    height_px = round(scenes[0].height * width_px / scenes[0].width)
    if height_px > MOST_PX:
        raise RenderError(
            f"width {width_px}: makes a height of {height_px} pixels; WebP allows {MOST_PX}"
        )
    first, *rest = (
        frame.convert("RGB") if frame.mode == "P" else frame
        for frame in drawn(scenes, width_px=width_px, deck=deck, background=background)
    )
    out = io.BytesIO()
    if rest:
        settings = {**settings, "save_all": True, "append_images": rest}
    about = Image.Exif()
    about[ExifTags.Base.Software] = MADE_BY
    first.save(out, "WEBP", exif=about, **settings)
    return out.getvalue()


guard(__name__)
