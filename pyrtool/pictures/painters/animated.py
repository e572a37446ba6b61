"""The painters of animated PNG, GIF, and WebP, and of still pictures in GIF and WebP.

Decides which pixels of a frame a file keeps, and how it is compressed; the colours are those of
`png`. A program that does not know animated PNG shows its first frame.
"""

import io
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PIL import ExifTags, Image, ImageChops
from PIL.PngImagePlugin import Blend, Disposal

from pyrtool.base.version import MADE_BY
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.painters import png
from pyrtool.pictures.painters.png import made_by
from pyrtool.pictures.scenes.animations import Shot
from pyrtool.pictures.scenes.scene import Scene
from pyrtool.pictures.settings import PictureSettings

MOST_FRAMES: Final = 2000
"""Memory holds all frames of a moving picture."""


def drawn(scenes: Sequence[Scene], settings: PictureSettings) -> list[Image.Image]:
    """Return the scenes as pictures of one palette, or in RGBA on a transparent page."""
    if not 1 <= len(scenes) <= MOST_FRAMES:
        raise RenderError(f"{len(scenes)} frames: must be 1 to {MOST_FRAMES}")
    return [png.reduced(scene, settings) for scene in scenes]


def changes(frames: Sequence[Image.Image]) -> tuple[list[Image.Image], int | None]:
    """Return the frames with only the pixels that differ from the frame before, and the colour's
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
        pixels = Image.new("L", level.size, same)
        pixels.paste(level, (0, 0), differs)
        frame = Image.frombytes("P", level.size, pixels.tobytes())
        frame.putpalette(frames[0].getpalette() or [])
        changed.append(frame)
    return changed, same


COMPRESS_LEVEL: Final = 9


def animate_apng(shots: Sequence[Shot], settings: PictureSettings, loop: bool) -> bytes:
    """Write the shots, of one size, as an animated PNG file."""
    frames, same = changes(drawn([shot.scene for shot in shots], settings))
    # Without a colour for what stays, each frame replaces the part of the page that it covers.
    how: dict[str, object] = {"blend": Blend.OP_SOURCE}
    if same is not None:
        how = {"blend": Blend.OP_OVER, "transparency": same}
    how |= {"duration": [shot.ms for shot in shots], "loop": 0 if loop else 1}
    how |= {
        "disposal": Disposal.OP_NONE,
        "compress_level": COMPRESS_LEVEL,
        "pnginfo": made_by(settings),
    }
    return _saved(frames, "PNG", how)


def _saved(frames: Sequence[Image.Image], kind: str, how: dict[str, object]) -> bytes:
    """Write frames as a file of this kind."""
    first, *rest = frames
    if rest:
        how = {**how, "save_all": True, "append_images": rest}
    file = io.BytesIO()
    first.save(file, kind, **how)
    return file.getvalue()


# GIF: one palette for all frames, no dither.


def paint_gif(scene: Scene, settings: PictureSettings) -> bytes:
    """Write the scene as a GIF file; it has no place for `dpi`."""
    return _gif([scene], settings, {})


def animate_gif(shots: Sequence[Shot], settings: PictureSettings, loop: bool) -> bytes:
    """Write the shots, of one size, as a GIF file; its times are in hundredths of a second."""
    timing: dict[str, object] = {"duration": [shot.ms for shot in shots], "disposal": 1}
    if loop:
        timing["loop"] = 0
    return _gif([shot.scene for shot in shots], settings, timing)


def _gif(scenes: Sequence[Scene], settings: PictureSettings, timing: dict[str, object]) -> bytes:
    frames = drawn(scenes, settings)
    if frames[0].mode != "P":
        raise RenderError(
            f"background {settings.background}: a GIF has no soft edges; choose another, or .webp "
            "or .apng"
        )
    how = {**timing, "optimize": False, "comment": MADE_BY}
    if len(frames) > 1:
        frames, same = changes(frames)
        # With a given palette, Pillow writes it once and not with every frame.
        how["palette"] = bytes(frames[0].getpalette() or [])
        if same is not None:
            how["transparency"] = same
    return _saved(frames, "GIF", how)


# WebP, without loss: in the few colours of the palette such a picture is smaller than one with
# loss, as flat faces and sharp letters are what lossy WebP is worst at.

MOST_WEBP_PX: Final = 16_383
"""The longest side that the format allows."""

_COMPRESSION: Final[dict[str, object]] = {"lossless": True, "quality": 80, "method": 4}
# Slower methods save 1 %. Only the first frame is kept whole. Each other frame is kept as its
# difference from the one before, in the smaller of two ways, which saves 3 %.
_MOVING: Final[dict[str, object]] = {"minimize_size": True, "exact": False}


def paint_webp(scene: Scene, settings: PictureSettings) -> bytes:
    """Write the scene as a WebP file; it has no place for `dpi`."""
    return _webp([scene], settings, {})


def animate_webp(shots: Sequence[Shot], settings: PictureSettings, loop: bool) -> bytes:
    """Write the shots, of one size, as a moving WebP file."""
    timing = {"duration": [shot.ms for shot in shots], "loop": 0 if loop else 1}
    return _webp([shot.scene for shot in shots], settings, {**_MOVING, **timing})


def _webp(scenes: Sequence[Scene], settings: PictureSettings, moving: dict[str, object]) -> bytes:
    height_px = round(scenes[0].height * settings.known_px / scenes[0].width)
    if height_px > MOST_WEBP_PX:
        raise RenderError(
            f"width {settings.width_px}: makes a height of {height_px} pixels; WebP allows "
            f"{MOST_WEBP_PX}"
        )
    about = Image.Exif()
    about[ExifTags.Base.Software] = MADE_BY
    about[ExifTags.Base.ImageDescription] = settings.carried
    frames = drawn(scenes, settings)
    few = [frame.convert("RGB") if frame.mode == "P" else frame for frame in frames]
    return _saved(few, "WEBP", {**_COMPRESSION, **moving, "exif": about})
