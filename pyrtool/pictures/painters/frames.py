"""Scenes as the frames of a moving picture.

Decides what the formats share: which pixels of a frame have to be kept. How long each is shown is
for `steps`, the files are for the painters.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PIL import Image, ImageChops

from pyrtool.base.arguments import guard
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.painters import png
from pyrtool.pictures.scenes.elements import Scene

MOST_FRAMES: Final = 2000
"""Memory holds all frames of a moving picture."""


def drawn(
    scenes: Sequence[Scene], *, width_px: int, deck: str, background: str
) -> list[Image.Image]:
    """The scenes as pictures of one palette, or in all colours (RGBA) on a transparent page."""
    if not 1 <= len(scenes) <= MOST_FRAMES:
        raise RenderError(f"{len(scenes)} frames: must be 1 to {MOST_FRAMES}")
    return [
        png.reduced(scene, width_px=width_px, deck=deck, background=background) for scene in scenes
    ]


def changes(frames: Sequence[Image.Image]) -> tuple[list[Image.Image], int | None]:
    """The frames with only the pixels that differ from the frame before, and the colour's
    number that represents the others; None, and the frames themselves, where there is none.

    Frames are of one palette; a colour that none of them uses is taken.
    """
    if not frames or frames[0].mode != "P":
        return list(frames), None
    levels = [Image.frombytes("L", frame.size, frame.tobytes()) for frame in frames]
    used = [sum(counts) for counts in zip(*(level.histogram() for level in levels), strict=True)]
    if all(used):
        return list(frames), None
    same = used.index(0)
    changed = [frames[0]]
    for before, level in pairwise(levels):
        differs = ImageChops.difference(before, level).point([0] + [255] * 255)
        kept = Image.new("L", level.size, same)
        kept.paste(level, (0, 0), differs)
        frame = Image.frombytes("P", level.size, kept.tobytes())
        frame.putpalette(frames[0].getpalette() or [])
        changed.append(frame)
    return changed, same


guard(__name__)
