"""The painter of GIF pictures, still and moving: one palette for all frames, no dither.

Decides how frames are put into the file; the colours are those of `png`.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from pyrtool.base.arguments import guard
from pyrtool.base.version import MADE_BY
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.painters.frames import changes, drawn
from pyrtool.pictures.scenes.elements import Scene
from pyrtool.pictures.scenes.steps import Shot


def paint(
    scene: Scene, *, width_px: int, deck: str, background: str, dpi: int | None = None
) -> bytes:
    """The scene as a GIF file; it has no place for `dpi`."""
    return _file(_drawn([scene], width_px, deck, background), {})


def animate(
    shots: Sequence[Shot], *, width_px: int, deck: str, background: str, loop: bool
) -> bytes:
    """The shots, of one size, as a moving GIF file; its times are in hundredths of a second."""
    frames, same = changes(_drawn([shot.scene for shot in shots], width_px, deck, background))
    how: dict[str, object] = {"duration": [shot.ms for shot in shots], "disposal": 1}
    if loop:
        how["loop"] = 0
    if same is not None:
        how["transparency"] = same
    return _file(frames, how)


def _drawn(scenes: Sequence[Scene], width_px: int, deck: str, background: str) -> list[Image.Image]:
    frames = drawn(scenes, width_px=width_px, deck=deck, background=background)
    if frames[0].mode != "P":
        raise RenderError(
            f"background {background}: a GIF has no soft edges; choose another, or .webp or .apng"
        )
    return frames


def _file(frames: Sequence[Image.Image], how: dict[str, object]) -> bytes:
    first, *rest = frames
    if rest:
        # With a given palette, Pillow writes it once and not with every frame.
        palette = bytes(first.getpalette() or [])
        how = {**how, "save_all": True, "append_images": rest, "palette": palette}
    out = io.BytesIO()
    first.save(out, "GIF", optimize=False, comment=MADE_BY, **how)
    return out.getvalue()


guard(__name__)
