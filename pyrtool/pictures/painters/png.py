"""The painter of PNG pictures.

Decides how a scene becomes pixels and how those are compressed. What is where is
decided by `scene`, how a card looks by `sprites`.
"""

import io
from functools import lru_cache
from math import ceil, floor
from typing import Final

from PIL import Image, ImageDraw, ImageFilter
from PIL.PngImagePlugin import PngInfo

from pyrtool.base.version import MADE_BY
from pyrtool.pictures.cards.marks import BLUR, CORNER, DROP, HALO, SHADE
from pyrtool.pictures.cards.sprites import Cards, cards_of, line_of_text, tinted
from pyrtool.pictures.decks import deck_named, palette_path
from pyrtool.pictures.scenes.scene import Face, Pile, Scene, Slot, Stroke, Text
from pyrtool.pictures.scenes.themes import CHIP, Theme, chips, inks, theme_named
from pyrtool.pictures.settings import PictureSettings, check_width

COMPRESS_LEVEL: Final = 3
KEPT_WIDTH_PX: Final = 2000  # wider grounds are not kept: they would fill the memory


def paint(scene: Scene, settings: PictureSettings) -> bytes:
    """Paint the scene as a PNG file, in a deck and on a background that exist.

    An opaque page has 256 colours chosen for its deck and background. The eye sees no
    difference; the file has a third of the bytes and is written six times as fast. `dpi` adds
    the printed size (chunk pHYs); the pixels are the same.
    """
    page = reduced(scene, settings)
    out = _File()
    size = None if settings.dpi is None else (settings.dpi, settings.dpi)
    page.save(out, compress_level=COMPRESS_LEVEL, pnginfo=made_by(settings), dpi=size)
    return out.getvalue()


class _File(io.BytesIO):
    """A file whose name says its format: to save in a format by its name, Pillow would first import
    others."""

    name = "picture.png"


def made_by(settings: PictureSettings) -> PngInfo:
    """Say in chunks of text which program made the file, and which deal it carries."""
    chunks = PngInfo()
    chunks.add_text("Software", MADE_BY)
    chunks.add_text("Description", settings.carried)
    return chunks


def reduced(scene: Scene, settings: PictureSettings) -> Image.Image:
    """Make the scene in the palette of its kind, undithered; in RGBA on a transparent page."""
    page = draw(scene, settings)
    if page.mode != "RGB":
        return page
    palette = Image.new("P", (1, 1))
    palette.putpalette(palette_path(settings.deck, settings.background).read_bytes())
    return page.quantize(palette=palette, dither=Image.Dither.NONE)


def draw(scene: Scene, settings: PictureSettings) -> Image.Image:
    """Make the scene in all its colours: RGB, or RGBA on a transparent page."""
    width_px, deck, theme = settings.known_px, settings.deck, theme_named(settings.background)
    check_width(width_px)
    scale = width_px / scene.width
    place = _ground if width_px <= KEPT_WIDTH_PX else _ground.__wrapped__
    size = (width_px, round(scene.height * scale))
    page = place(size, scale, deck, theme, scene.slots, scene.piles).copy()
    cards = _cards(deck, scale, theme)
    pad = cards.pad_px
    for face, is_mark in scene.painted():
        spot = (round(face.x * scale) - pad, round(face.y * scale) - pad)
        if not is_mark:
            _lay(page, _sprite(cards, face), spot)
        elif face.mark is not None:
            _lay(page, cards.frame(face.mark), spot)
            badge = cards.badge(face.mark)
            x, y = (centre * scale - badge.width / 2 for centre in face.badge(cards.is_large))
            _lay(page, badge, (round(x), round(y)))
    for stroke in scene.strokes:
        _draw_line(page, stroke, scale, theme.muted if stroke.faint else theme.text)
    for text in scene.texts:
        for begins, ends in chips(text, theme):
            _lay_chip(page, text, scale, begins, ends, theme.chip or "")
        _write(page, text, scale, inks(text, theme, deck_named(deck)), theme.halo)
    return page


def _sprite(cards: Cards, face: Face) -> Image.Image:
    """Return the sprite of a card, as it shows."""
    if face.down:
        return cards.down(face.mark)
    return cards.face(face.card, face.mark, face.lapped, face.is_fanned)


def _cards(deck: str, scale: float, theme: Theme) -> Cards:
    return cards_of(deck, ceil(scale), theme.edge)  # rounded up: cards that touch leave no gap


@lru_cache(maxsize=2)  # shadows take most of the time of a small picture
def _ground(
    size: tuple[int, int],
    scale: float,
    deck: str,
    theme: Theme,
    slots: tuple[Slot, ...],
    piles: tuple[Pile, ...],
) -> Image.Image:
    """Make the page with its empty places and its shadows: the same for all deals of a game."""
    page = Image.new("RGB", size, theme.page) if theme.page else Image.new("RGBA", size)
    cards = _cards(deck, scale, theme)
    for slot in slots:
        spot = (round(slot.x * scale) - cards.pad_px, round(slot.y * scale) - cards.pad_px)
        _lay(page, cards.slot(theme.muted, theme.halo), spot)
    _cast(page, piles, scale)
    return page


def _cast(page: Image.Image, piles: tuple[Pile, ...], scale: float) -> None:
    """Draw the shadow of every pile on the page."""
    mask = Image.new("L", page.size)
    pen = ImageDraw.Draw(mask)
    for pile in piles:
        left, top, right, bottom = (
            round(edge * scale) for edge in (pile.left, pile.top, pile.right, pile.bottom)
        )
        down = round(DROP * scale)
        pen.rounded_rectangle(
            (left, top + down, right - 1, bottom + down - 1), CORNER * scale, fill=255
        )
    soft = mask.filter(ImageFilter.GaussianBlur(BLUR * scale))
    _lay(
        page, tinted(soft.point([round(SHADE * level) for level in range(256)]), "#000000"), (0, 0)
    )


SOFT: Final = 4
"""A line is drawn this many times as large, so that its edges become soft."""


def _draw_line(page: Image.Image, stroke: Stroke, scale: float, colour: str) -> None:
    """Draw a line through points."""
    xs, ys = zip(*stroke.points, strict=True)
    left, top = (floor((min(these) - stroke.width) * scale) for these in (xs, ys))
    right, bottom = (ceil((max(these) + stroke.width) * scale) for these in (xs, ys))
    size = (right - left, bottom - top)
    mask = Image.new("L", (SOFT * size[0], SOFT * size[1]))
    points = [(SOFT * (x * scale - left), SOFT * (y * scale - top)) for x, y in stroke.points]
    width_px = max(SOFT, round(SOFT * stroke.width * scale))
    ImageDraw.Draw(mask).line(points, fill=255, width=width_px, joint="curve")
    _lay(page, tinted(mask.resize(size, Image.Resampling.BOX), colour), (left, top))


def _lay_chip(
    page: Image.Image, text: Text, scale: float, begins: float, ends: float, colour: str
) -> None:
    """Draw the small card under a name in a line."""
    size_px = text.size * scale
    _, above, high = CHIP
    left, top = text.left * scale + begins * size_px, text.y * scale - above * size_px
    x, y = floor(left), floor(top)
    width, height = (ends - begins) * size_px, high * size_px
    mask = Image.new("L", (SOFT * (ceil(width) + 1), SOFT * (ceil(height) + 1)))
    box = (
        SOFT * (left - x),
        SOFT * (top - y),
        SOFT * (left - x + width),
        SOFT * (top - y + height),
    )
    ImageDraw.Draw(mask).rounded_rectangle(box, SOFT * size_px / 8, fill=255)
    small = (mask.width // SOFT, mask.height // SOFT)
    _lay(page, tinted(mask.resize(small, Image.Resampling.BOX), colour), (x, y))


def _write(page: Image.Image, text: Text, scale: float, inks: list[str], halo: str | None) -> None:
    left, baseline = text.left * scale, text.y * scale
    x, y = int(left), int(baseline)
    shift_px = (round((left - x) * 4) / 4, round((baseline - y) * 4) / 4)
    size_px = text.size * scale

    def covered(colour: str = "") -> tuple[Image.Image, int]:
        drawn = tuple(one == colour for one in inks) if colour else ()
        return line_of_text(text.text, size_px, text.bold, shift_px, text.font, drawn)

    if halo:
        coverage, above = covered()
        reach = max(1, round(HALO * size_px))
        wider = Image.new("L", (coverage.width + 2 * reach, coverage.height + 2 * reach))
        wider.paste(coverage, (reach, reach))
        wider = wider.filter(ImageFilter.MaxFilter(2 * reach + 1))
        around = wider.filter(ImageFilter.GaussianBlur(reach / 4))
        _lay(page, tinted(around, halo), (x - reach, y - above - reach))
    used = dict.fromkeys(inks)
    for colour in used:
        coverage, above = covered(colour if len(used) > 1 else "")
        _lay(page, tinted(coverage, colour), (x, y - above))


def _lay(page: Image.Image, sprite: Image.Image, spot: tuple[int, int]) -> None:
    """Put a sprite on a page with or without transparency."""
    if page.mode == "RGBA":
        left, top = max(0, -spot[0]), max(0, -spot[1])
        page.alpha_composite(sprite, (spot[0] + left, spot[1] + top), (left, top))
    else:
        page.paste(sprite, spot, sprite)
