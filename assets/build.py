"""Make the files under assets/ from their sources: ``python assets/build.py [PACKAGE]``.

Without arguments it makes the faces, the cards and the palettes from the drawings in assets/svg.
PACKAGE is the unpacked npm package named in PROVENANCE.md (the folder that holds
``src/images``), from which those drawings come. letters.py makes the fonts. Needs resvg-py and
pillow, and pyrtool itself installed editable. Everything it writes is committed, so that only
someone who changes a deck has to run it.
"""

import io
import sys
from pathlib import Path

import resvg_py
from faces import faces
from PIL import Image, ImageChops, ImageColor

from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal
from pyrtool.game.games import GAMES
from pyrtool.game.position import Position
from pyrtool.pictures.cards import backs
from pyrtool.pictures.cards.faces import face, shared_shapes
from pyrtool.pictures.cards.marks import LINES, MARKS, SHADE, TINT, Mark
from pyrtool.pictures.cards.sprites import SEPARATION_PX, inks_of
from pyrtool.pictures.decks import DARK, DECKS, GOLD, palette_path
from pyrtool.pictures.painters.png import draw
from pyrtool.pictures.scenes.positions import compose
from pyrtool.pictures.scenes.themes import THEMES
from pyrtool.pictures.settings import PictureSettings

Colour = tuple[int, int, int]

HERE = Path(__file__).resolve().parent
STYLE = "2color-bf"


def drawings(package: Path) -> None:
    """Write assets/svg anew."""
    for card in Card.ALL:
        drawing = (package / "src/images" / STYLE / f"{card}.svg").read_text(encoding="utf-8")
        write(HERE / "svg" / f"{card}.svg", drawing.encode())


def cards() -> None:
    """Write the faces and assets/cards anew."""
    write(HERE / "faces.json", faces().encode())
    for card in Card.ALL:
        write(HERE / "cards" / f"{card}.webp", separated(card))


def palettes() -> None:
    """Write assets/palettes anew, from the finished cards and letters."""
    for name in DECKS:
        for background, theme in THEMES.items():
            if theme.page is not None:
                exact = exact_colours(name, background)
                write(palette_path(name, background), palette(name, background, exact))


def exact_colours(deck: str, background: str) -> list[Colour]:
    """What a palette must hold: plain colours, and the ramps of soft edges and shadows."""
    theme = THEMES[background]
    inks = [rgb(colour) for colour in DECKS[deck].colours]
    page, white, black = rgb(theme.page or "white"), rgb("white"), rgb("black")
    exact = [page, white, *inks]
    for mark in tinting().values():
        tint = mix(white, rgb(mark.colour), TINT)
        exact += [rgb(mark.colour), tint, *(mix(tint, ink, 0.5) for ink in inks)]
    exact += ramp(white, rgb(backs.BACK), 8)
    exact += ramp(rgb(backs.BACK), rgb(backs.WEAVE), 3)
    exact += ramp(white, black, 32)
    exact += ramp(page, mix(page, black, SHADE), 8)
    for ink in inks:
        exact += ramp(white, ink, 12)
    for colour in (theme.text, theme.muted, theme.stars):
        exact += ramp(page, rgb(colour), 8)
    return list(dict.fromkeys(exact))


def tinting() -> dict[str, Mark]:
    """The marks that need colours of their own, each colour once: others have a grey of the ramp,
    or the colour of one of these."""
    first = {
        mark.colour: kind for kind, mark in reversed(MARKS.items()) if LINES[mark.line].is_tinted
    }
    return {kind: mark for kind, mark in MARKS.items() if kind in first.values()}


def palette(deck: str, background: str, exact: list[Colour]) -> bytes:
    """256 colours for pictures of this kind: the exact ones, and what else the deck needs."""
    position = Position.start(Deal.of(Card.ALL, GAMES["bouquet"]))
    kinds = tuple(tinting())
    some = {card: kinds[i % len(kinds)] for i, card in enumerate(Card.ALL[::2])}
    pages = []
    for width_px, marks in ((1200, {}), (1200, some), (700, {}), (2000, {})):
        scene = compose(position, marks=marks)
        pages.append(
            draw(scene, PictureSettings(width_px=width_px, deck=deck, background=background))
        )
    sheet = Image.new("RGB", (2000, sum(page.height for page in pages)), THEMES[background].page)
    top = 0
    for page in pages:
        sheet.paste(page, (0, top))
        top += page.height
    room = 256 - len(exact)
    few = sheet.quantize(room, method=Image.Quantize.MAXCOVERAGE, kmeans=4)
    flat = bytes(part for colour in exact for part in colour) + bytes(few.getpalette() or [])
    return flat[: 3 * 256].ljust(3 * 256, b"\0")


def rgb(colour: str) -> Colour:
    """A named or #RRGGBB colour as three numbers, 0..255."""
    return ImageColor.getrgb(colour)[:3]


def mix(low: Colour, high: Colour, part: float) -> Colour:
    """The colour at `part` of the way from `low` to `high`."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(low, high, strict=True))
    return red, green, blue


def ramp(low: Colour, high: Colour, steps: int) -> list[Colour]:
    """`steps` colours from `low` to `high`, both included."""
    return [mix(low, high, i / (steps - 1)) for i in range(steps)]


def separated(card: Card) -> bytes:
    """How much of every pixel each ink of a face covers, three inks to a sheet, as a lossless WebP:
    a sheet's red, green, and blue are those inks, and a second sheet lies below the first."""
    count = len(inks_of(card, DECKS["2color"]))
    covered = [coverage(card, at) for at in range(count)]
    if count == 1:
        covered *= 3  # a grey sheet is smaller than one of a single colour
    wide, high = SEPARATION_PX
    covered += [Image.new("L", SEPARATION_PX)] * (-len(covered) % 3)
    sheets = Image.new("RGB", (wide, high * len(covered) // 3))
    for at in range(0, len(covered), 3):
        sheets.paste(Image.merge("RGB", covered[at : at + 3]), (0, at // 3 * high))
    out = io.BytesIO()
    sheets.save(out, "WEBP", lossless=True, quality=100, method=6)
    return out.getvalue()


def coverage(card: Card, at: int) -> Image.Image:
    """How much of every pixel one ink of a face covers: black if all others are white."""
    ink, dress, trim, gold, dark = ("black" if k == at else "white" for k in range(5))
    shapes = face(card, [ink] * 4, [dress] * 4, [trim] * 4)
    shapes = shapes.replace(GOLD, gold).replace(DARK, dark)
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' viewBox="-120 -168 240 336"><defs>{shared_shapes([card])}</defs>{shapes}</svg>'
    )
    wide, high = SEPARATION_PX
    png = resvg_py.svg_to_bytes(
        svg_string=drawing, width=wide, height=high, dpi=96, background="white"
    )
    return ImageChops.invert(Image.open(io.BytesIO(bytes(png))).convert("L"))


def write(path: Path, content: bytes) -> None:
    """Write a file, making its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        raise SystemExit("usage: python assets/build.py [PACKAGE]")
    for package in sys.argv[1:]:
        drawings(Path(package))
    cards()
    palettes()
