"""Cards, marks, and letters as small pictures, ready to be laid on a page.

Decides how a card looks at a size in pixels: face, edge, round corners, the frame and badge of a
mark. Every sprite is made once for each size in a process, so that many pictures of one size are
quick.

The files in ``assets/cards`` hold no colours. For each ink of a face they say how much of every
pixel it covers, so that one set of files serves every deck and every size. `court_images` makes the
pictures on court cards for files whose viewers cannot draw their lines: these are so thin that some
viewers of PDF draw each of them several times too thick, which makes a small king all blue. All
viewers make pixels smaller alike.
"""

import io
from base64 import b64encode
from collections.abc import Callable
from functools import cached_property, lru_cache, reduce
from math import ceil, floor, hypot
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFont

from pyrtool.game.cards import Card
from pyrtool.pictures.cards import backs, marks
from pyrtool.pictures.cards.faces import (
    INK,
    LARGE,
    LARGE_BELOW_PX,
    LETTER_BOX,
    PLACE,
    SCALE,
    STROKE,
    UNIT,
    face,
    large_places,
    letters_of,
    lines_of,
    other_letters,
)
from pyrtool.pictures.decks import ASSETS, DARK, FACE_HEIGHT, GOLD, Deck, RenderError, deck_named
from pyrtool.pictures.lettering import typesetting as letters
from pyrtool.pictures.lettering.fonts import Font, no_font

SEPARATION_PX: Final = (600, 840)
"""The size in which the inks of a face are kept."""

WIDTH_PX: Final = 450
"""A card with a court image: 300 pixels an inch on one of an inch and a half."""

COLOURS: Final = 32
_LEFT, _TOP, _WIDE, _HIGH = -84, -130, 168, 260  # where a picture lies, in units of the face
_TEN: Final = 10  # the highest rank without a picture
_FRAME: Final = '<use xlink:href="#f"'


def inks_of(card: Card, deck: Deck) -> list[str]:
    """List the colours of a face's inks in the order of its file: that of index and pips, and of a
    court card those of its picture."""
    ink = deck.colours[card.suit]
    if card.rank <= _TEN:
        return [ink]
    return [ink, deck.dress[card.suit], deck.trim[card.suit], GOLD, DARK]


def face_in_pixels(card: Card, deck: Deck, width_px: int) -> Image.Image:
    """Print a face on white, `width_px` wide, without its edge."""
    wide, high = SEPARATION_PX
    size = (width_px, round(width_px * FACE_HEIGHT))
    # Hamming's filter reduces as finely as bicubic in half the time.
    fine = Image.Resampling.HAMMING if width_px <= wide else Image.Resampling.LANCZOS
    printed = Image.new("RGB", size, "white")
    colours = inks_of(card, deck)
    with Image.open(ASSETS / "cards" / f"{card}.webp") as file:
        sheets = file.convert("RGB")
    for at in range(0, len(colours), 3):  # three inks to a sheet, one sheet below the other
        top = at // 3 * high
        covered = sheets.resize(size, fine, box=(0, top, wide, top + high)).split()
        for colour, cover in zip(colours[at : at + 3], covered, strict=False):
            absorbed = [255 - part for part in ImageColor.getrgb(colour)]
            light = [cover.point([round(of * v / 255) for v in range(256)]) for of in absorbed]
            printed = ImageChops.subtract(printed, Image.merge("RGB", light))
    return printed


def large_in_pixels(printed: Image.Image, size: tuple[int, int], is_fanned: bool) -> Image.Image:
    """Make a large face of this size from the index of a usual face, `LARGE` times as wide."""
    made, unit = Image.new("RGB", size, "white"), printed.width / UNIT
    for _, box, x, y in large_places(is_fanned):
        left, top, right, below = (
            round(edge * unit + middle / 2)
            for edge, middle in zip(box, printed.size * 2, strict=True)
        )
        part = printed.crop((left, top, right, below))
        middle = (size[0] / 2 + x * size[0] / UNIT, size[1] / 2 + y * size[0] / UNIT)
        made.paste(part, (round(middle[0] - part.width / 2), round(middle[1] - part.height / 2)))
    return ImageChops.darker(made, made.rotate(180))


def court_images(deck: Deck) -> Callable[[Card], str]:
    """Return a function that writes a card's face with its picture in pixels, empty without one."""

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
    whole = face_in_pixels(card, deck, WIDTH_PX)
    left, top = whole.width / 2 + _LEFT * scale, whole.height / 2 + _TOP * scale
    right, below = left + _WIDE * scale, top + _HIGH * scale
    out = io.BytesIO()
    part = whole.crop((round(left), round(top), round(right), round(below)))
    few = part.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


KEPT_WIDTH_PX: Final = 640  # wider cards are not kept: a deck would fill the memory
_FINER: Final = 4  # shapes and letters are drawn this much larger, then reduced

_WHITE: Final = (255, 255, 255)

_MOST_SIZE_PX: Final = 2000  # letters of the widest picture are a tenth of that


@lru_cache(maxsize=2)  # the sprites of one picture serve the next, and every frame
def cards_of(deck: str, width_px: int, edge: str) -> "Cards":
    """Return the sprites of a deck's cards `width_px` wide, outlined in the colour `edge`."""
    return Cards(deck, width_px, edge)


class Cards:
    """The sprites of one deck in one size, each made when it is first asked for.

    All but badges are `pad_px` larger than the card on every side, for frames of marks and the
    halo of an empty pile.
    """

    def __init__(self, deck: str, width_px: int, edge: str) -> None:
        self._deck = deck_named(deck)
        self._edge = edge
        self._width_px, self._height_px = width_px, round(width_px * FACE_HEIGHT)
        self.is_large = width_px < LARGE_BELOW_PX
        self._edge_px = max(1.0, width_px * marks.EDGE)
        self._frame_px = max(2.0, marks.FRAME * width_px)
        self.pad_px = ceil(max(2 * self._edge_px, marks.REACH * self._frame_px))
        self._kept: dict[tuple[str, object], Image.Image] = {}

    def face(
        self, card: Card, mark: str | None = None, lapped: bool = False, is_fanned: bool = False
    ) -> Image.Image:
        """Make a card with its edge. The tint of a mark, if it has one, lies under the ink. `Face`
        describes `lapped` and `is_fanned`."""
        paper = self._paper(mark)
        letter = other_letters().get(str(card)[0])
        key = ("face", (str(card), paper, lapped, letter, self.is_large and is_fanned))
        if key not in self._kept:
            if not card.has_suit:
                self._kept[key] = self._lettered(card, paper, lapped)
                return self._kept[key]
            size = (self._width_px, self._height_px)
            wide = round(LARGE * self._width_px) if self.is_large else self._width_px
            scaled = face_in_pixels(card, self._deck, wide)
            if letter is not None:
                corner, at = corner_of(letter, wide, self._deck.colours[card.suit])
                scaled.paste(corner, at)
                far = (scaled.width - at[0] - corner.width, scaled.height - at[1] - corner.height)
                scaled.paste(corner.rotate(180), far)
            if self.is_large:
                scaled = large_in_pixels(scaled, size, is_fanned)
            if paper != _WHITE:
                scaled = ImageChops.multiply(scaled, Image.new("RGB", size, paper))
            sprite = self._printed(scaled)
            if self._width_px > KEPT_WIDTH_PX:
                return sprite
            self._kept[key] = sprite
        return self._kept[key]

    def _paper(self, mark: str | None) -> tuple[int, ...]:
        """Return the colour that a card is printed on: white, or with the tint of its mark."""
        if mark is None or not marks.LINES[marks.MARKS[mark].line].is_tinted:
            return _WHITE
        colour = ImageColor.getrgb(marks.MARKS[mark].colour)
        return tuple(round(255 + marks.TINT * (part - 255)) for part in colour)

    def _lettered(self, card: Card, paper: tuple[int, ...], lapped: bool) -> Image.Image:
        """Make a card without a suit, or an unknown one."""
        wide, high = self._width_px, self._height_px
        if card.is_known:
            drawn, ink = Image.new("RGB", (wide, high), paper), INK
        else:
            drawn, ink = self._woven(paper, is_plain=True), backs.EMBLEM
        for line in letters_of(card, lapped):
            x, y = (line.x + 0.5) * wide, line.y * wide + high / 2
            left, top = floor(x), floor(y)
            shown, above = line_of_text(line.text, line.size * wide, True, (x - left, y - top))
            drawn.paste(Image.new("RGB", shown.size, ink), (left, top - above), shown)
        return self._printed(drawn)

    def down(self, mark: str | None = None) -> Image.Image:
        """Make a card that lies face down."""
        paper = self._paper(mark)
        key = ("down", paper)
        if key not in self._kept:
            self._kept[key] = self._printed(self._woven(paper))
        return self._kept[key]

    def _printed(self, drawn: Image.Image) -> Image.Image:
        """Make a card with this on it, within its edge."""
        sprite = self._back.copy()
        sprite.paste(drawn, (self.pad_px, self.pad_px), self._window)
        return sprite

    def _woven(self, paper: tuple[int, ...], is_plain: bool = False) -> Image.Image:
        """Draw the back of a card; a plain one has no emblem."""
        finer = _FINER if self._width_px < 500 else 2
        wide, high = self._width_px * finer, self._height_px * finer
        large = Image.new("RGB", (wide, high), paper)
        pen = ImageDraw.Draw(large)

        def at(x: float, y: float) -> tuple[float, float]:
            return wide / 2 + x * wide, high / 2 + y * wide

        inset = backs.PANEL_INSET * wide
        box = (inset, inset, wide - inset - 1, high - inset - 1)
        pen.rounded_rectangle(box, backs.PANEL_CORNER * wide, fill=backs.BACK)
        for ends in backs.strands():
            pen.line([at(*end) for end in ends], backs.WEAVE, round(backs.STRAND * wide))
        if not is_plain:
            for side in backs.SIDES:
                pen.polygon([at(*corner) for corner in side], fill=backs.EMBLEM)
            *centre, radius = backs.SUN
            pen.circle(at(*centre), radius * wide, fill=backs.EMBLEM)
        return large.reduce(finer)

    def slot(self, colour: str, halo: str | None = None) -> Image.Image:
        """Make the outline of an empty pile, lighter on both its sides if it has a halo."""
        key = ("slot", (colour, halo))
        if key not in self._kept:
            thick = 1.5 * self._edge_px
            sprite = tinted(self._ring(0, thick), colour)
            if halo:
                around = tinted(self._ring(-min(thick, self.pad_px), 2 * thick), halo)
                around.alpha_composite(sprite)
                sprite = around
            self._kept[key] = sprite
        return self._kept[key]

    def frame(self, kind: str) -> Image.Image:
        """Make a mark's frame, to be laid on a card."""
        key = ("frame", kind)
        if key not in self._kept:
            mark = marks.MARKS[kind]
            thick = self._frame_px
            line = marks.LINES[mark.line]
            rings = [self._ring(outer * thick, inner * thick) for outer, inner in line.rings]
            ring = reduce(ImageChops.lighter, rings)
            if line.is_dashed:
                ring = ImageChops.multiply(ring, self._dashes())
            self._kept[key] = tinted(ring, mark.colour)
        return self._kept[key]

    def badge(self, kind: str) -> Image.Image:
        """Make a mark's badge: its sign, white on a disc with a white rim."""
        key = ("badge", kind)
        if key not in self._kept:
            mark = marks.MARKS[kind]
            radius = max(marks.LEAST_BADGE_PX, marks.BADGE * self._width_px)
            side = 2 * ceil(radius)
            large = Image.new("RGBA", (side * _FINER, side * _FINER))
            pen = ImageDraw.Draw(large)
            middle = side * _FINER / 2
            for part, colour in ((1.0, "#FFFFFF"), (0.88, mark.colour)):
                pen.circle((middle, middle), part * radius * _FINER, fill=colour)
            self._sign(pen, mark.sign, middle, radius * _FINER * marks.SIGN_REACH)
            self._kept[key] = large.reduce(_FINER)
        return self._kept[key]

    def _sign(self, pen: ImageDraw.ImageDraw, sign: str, middle: float, reach: float) -> None:
        """Draw the sign of a mark as strokes, which are clearer in a small disc than letters."""
        thick, shape = round(reach * 0.5), marks.SIGNS[sign]
        for points in shape.strokes:
            spots = [(middle + x * reach, middle + y * reach) for x, y in points]
            pen.line(spots, fill="#FFFFFF", width=thick, joint="curve")
        if shape.ring:
            pen.circle((middle, middle), reach * shape.ring, outline="#FFFFFF", width=thick)
        for x, y in shape.dots:
            spot = (middle + x * reach, middle + y * reach)
            pen.circle(spot, reach * marks.DOT, fill="#FFFFFF")

    # Shapes.

    @cached_property
    def _back(self) -> Image.Image:
        """A card without its face: the edge's colour all over."""
        return tinted(self._shape(0), self._edge)

    @cached_property
    def _window(self) -> Image.Image:
        """The part of a card within its edge, as coverage of a card without the padding."""
        pad = self.pad_px
        box = (pad, pad, pad + self._width_px, pad + self._height_px)
        return self._shape(self._edge_px).crop(box)

    def _shape(self, inset_px: float) -> Image.Image:
        """Coverage of a card made smaller by `inset_px` on every side."""
        finer = _FINER if self._width_px < 500 else 2
        width = self._width_px + 2 * self.pad_px
        height = self._height_px + 2 * self.pad_px
        large = Image.new("L", (width * finer, height * finer))
        low = max(0.0, self.pad_px + inset_px)
        box = (
            round(low * finer),
            round(low * finer),
            round((width - low) * finer) - 1,
            round((height - low) * finer) - 1,
        )
        radius = max(0.0, marks.CORNER * self._width_px - inset_px)
        ImageDraw.Draw(large).rounded_rectangle(box, radius * finer, fill=255)
        return large.reduce(finer)

    def _ring(self, outer_px: float, inner_px: float) -> Image.Image:
        return ImageChops.subtract(self._shape(outer_px), self._shape(inner_px))

    def _dashes(self) -> Image.Image:
        """Stripes that cut a frame into dashes along all four sides."""
        pad, dash = self.pad_px, self._width_px / marks.DASHES[0]
        width, height = self._width_px + 2 * pad, self._height_px + 2 * pad
        stripes = Image.new("L", (width, height))
        pen = ImageDraw.Draw(stripes)
        band = 3 * marks.FRAME * self._width_px + pad
        for k in range(0, marks.DASHES[0], 2):
            x = pad + k * dash
            pen.rectangle((x, 0, x + dash, band), fill=255)
            pen.rectangle((x, height - band, x + dash, height), fill=255)
        step = self._height_px / marks.DASHES[1]
        for k in range(0, marks.DASHES[1], 2):
            y = pad + k * step
            pen.rectangle((0, y, band, y + step), fill=255)
            pen.rectangle((width - band, y, width, y + step), fill=255)
        return stripes


def corner_of(letter: str, width_px: int, ink: str) -> tuple[Image.Image, tuple[int, int]]:
    """Draw a letter as the corner of a face `width_px` wide has it, and where that lies on it."""
    unit = width_px / UNIT
    x0, y0 = UNIT / 2, UNIT * FACE_HEIGHT / 2  # the middle of the face
    left, top = floor((x0 + LETTER_BOX[0]) * unit), floor((y0 + LETTER_BOX[1]) * unit)
    right, below = ceil((x0 + LETTER_BOX[2]) * unit), ceil((y0 + LETTER_BOX[3]) * unit)
    large = Image.new("L", ((right - left) * _FINER, (below - top) * _FINER))
    pen, width = ImageDraw.Draw(large), STROKE * SCALE * unit * _FINER

    def at(x: float, y: float) -> tuple[float, float]:
        return (
            ((x0 + PLACE[0] + x * SCALE) * unit - left) * _FINER,
            ((y0 + PLACE[1] + y * SCALE) * unit - top) * _FINER,
        )

    for line in lines_of(letter):
        spots = [at(*spot) for spot in line]
        for i, j in ((0, 1), (-1, -2)):  # Pillow ends a line without the square
            (x, y), (before_x, before_y) = spots[i], spots[j]
            reach = width / 2 / hypot(x - before_x, y - before_y)
            spots[i] = (x + (x - before_x) * reach, y + (y - before_y) * reach)
        pen.line(spots, 255, round(width), joint="curve")
    drawn = large.reduce(_FINER)
    corner = Image.new("RGB", drawn.size, _WHITE)
    corner.paste(ImageColor.getrgb(ink), mask=drawn)
    return corner, (left, top)


def tinted(coverage: Image.Image, colour: str) -> Image.Image:
    """Make a sprite of one colour."""
    sprite = Image.new("RGBA", coverage.size, colour)
    sprite.putalpha(coverage)
    return sprite


@lru_cache(maxsize=64)  # titles and labels are the same in each frame
def line_of_text(
    text: str,
    size_px: float,
    bold: bool,
    shift_px: tuple[float, float],
    own: Font | None = None,
    drawn: tuple[bool, ...] = (),
) -> tuple[Image.Image, int]:
    """Coverage of a line of text, and the baseline's distance from its top in pixels.

    The line begins `shift_px`, less than a pixel each way, from its left and baseline. Letters
    are set by BASIC layout from the bundled font, the same on every machine, or from the user's
    `own`. They are drawn one by one, where they were measured, kerned; with `drawn`, only some.
    """
    if not 0 < size_px <= _MOST_SIZE_PX or not all(0 <= shift <= 1 for shift in shift_px):
        raise RenderError(f"letters of {size_px:g} pixels, shifted by {shift_px}, cannot be drawn")
    above, below = ceil(size_px * 1.1) + 1, ceil(size_px * 0.4) + 1
    width = ceil(size_px * letters.width(text, bold, own)) + ceil(size_px * 0.3) + 2
    large = Image.new("L", (width * _FINER, (above + below) * _FINER))
    x, y = shift_px[0] * _FINER, (above + shift_px[1]) * _FINER
    pen = ImageDraw.Draw(large)
    faces: dict[Path, ImageFont.FreeTypeFont] = {}
    for k, (font, char, at) in enumerate(letters.placed(text, bold, own)[:-1]):
        if drawn and not drawn[k]:
            continue
        place = (x + size_px * _FINER * at, y)
        try:
            if font.path not in faces:
                faces[font.path] = ImageFont.truetype(
                    font.path, size_px * _FINER, layout_engine=ImageFont.Layout.BASIC
                )
            pen.text(place, char, fill=255, font=faces[font.path], anchor="ls")
        except OSError:
            raise no_font(font.path) from None
    return large.reduce(_FINER), above
