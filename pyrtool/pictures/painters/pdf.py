"""The painter of PDF: a picture on a page of its own size, and scenes on the pages of a booklet.

Decides how a scene becomes code of typst, in which every card of a deck is kept once however often
it is shown; the drawings are those of `svg`. Needs typst, which comes with the extra ``print``.
"""

import tempfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from pyrtool.base.messages import needs
from pyrtool.base.version import MADE_BY
from pyrtool.languages import chosen, speaking
from pyrtool.pictures.cards.faces import UNIT
from pyrtool.pictures.cards.sprites import court_images
from pyrtool.pictures.decks import FACE_HEIGHT, RenderError, deck_named
from pyrtool.pictures.lettering.fonts import GIVEN_FAMILY, OwnFont, no_font
from pyrtool.pictures.painters import svg
from pyrtool.pictures.scenes.scene import Scene
from pyrtool.pictures.scenes.themes import theme_named
from pyrtool.pictures.settings import PictureSettings

SYMBOLS_FILE: Final = "symbols.pdf"

_SUSPECTS: Final = b"/Suspects false"  # the default; Poppler reports it as a syntax error

PRELUDE: Final = f"""\
#let symbol(page, x, y, unit) = place(
  dx: (x - {0.5 + svg.SYMBOL_PAD / UNIT}) * unit,
  dy: (y - {FACE_HEIGHT / 2 + svg.SYMBOL_PAD / UNIT}) * unit,
  image("{SYMBOLS_FILE}", page: page, width: {1 + 2 * svg.SYMBOL_PAD / UNIT} * unit),
)
"""
"""Typst code that must precede that of `picture`."""


def picture(scene: Scene, name: str, background: str, trim: float = 0.0) -> str:
    """Make a typst function that takes the width of a card and gives the scene as a box.

    Among the files of the document must be the deck's `symbols` as `SYMBOLS_FILE` and the
    scene's `svg.layers` of this name. A box that is to `trim` is smaller on every side by as many
    widths of a card; it is transparent, and what lies there juts out.
    """
    pages = {name: page for page, name in enumerate(svg.SYMBOLS, start=1)}
    placed = [("slot", spot.x + 0.5, spot.y + FACE_HEIGHT / 2) for spot in scene.slots]
    for spot, is_mark in scene.painted():
        x, y = spot.x + 0.5, spot.y + FACE_HEIGHT / 2
        if is_mark:
            placed += [(f"frame {spot.mark}", x, y), (f"badge {spot.mark}", *spot.badge(False))]
            continue
        placed.append(("back", x, y))
        if f"tint {spot.mark}" in pages:
            placed.append((f"tint {spot.mark}", x, y))
        shown = f"{spot.card} lapped" if spot.lapped else str(spot.card)
        placed.append(("down" if spot.down else shown, x, y))
    page = None if trim else theme_named(background).page
    fill = f'rgb("{page}")' if page else "none"
    size = ", ".join(
        f"{side}: {length - 2 * trim:.5f} * unit"
        for side, length in (("width", scene.width), ("height", scene.height))
    )
    at = f"dx: {-trim:.5f} * unit, dy: {-trim:.5f} * unit"
    whole = f"width: {scene.width:.5f} * unit, height: {scene.height:.5f} * unit"
    return "\n".join(
        [
            f"unit => box({size}, fill: {fill}, clip: {str(not trim).lower()}, {{",
            f'place({at}, image("shade-{name}.svg", {whole}))',
            *(
                f"symbol({pages[name]}, {x - trim:.5f}, {y - trim:.5f}, unit)"
                for name, x, y in placed
            ),
            f'place({at}, image("words-{name}.svg", {whole}))',
            "})",
        ]
    )


def symbols(deck: str, background: str) -> bytes:
    """Make a PDF of what scenes are made of, one on a page, in the chosen language: about 450 kB,
    made once in a process."""
    return symbols_in(deck, background, chosen().language)


@lru_cache(maxsize=4)  # typst takes a second for them
def symbols_in(deck: str, background: str, language: str) -> bytes:
    """Make the same in a language."""
    with speaking(language):
        drawn = svg.symbols(deck, background, court_images(deck_named(deck)))
    files = {f"{page}.svg": drawn[name] for page, name in enumerate(svg.SYMBOLS, start=1)}
    wide, high = UNIT + 2 * svg.SYMBOL_PAD, UNIT * FACE_HEIGHT + 2 * svg.SYMBOL_PAD
    source = f"#set page(width: {wide}pt, height: {high}pt, margin: 0pt, fill: none)\n"
    source += "#pagebreak()\n".join(f'#image("{name}", width: 100%)\n' for name in files)
    return typeset(source, files, tags=False)


def typeset(
    source: str,
    files: Mapping[str, bytes],
    inputs: Mapping[str, str] | None = None,
    tags: bool = True,
    font: OwnFont | None = None,
) -> bytes:
    """Return the PDF that typst makes of a source, the `files` it names and ``sys.inputs``.

    The source can use a `font` that the user brings as the family `GIVEN_FAMILY`. Neither
    the time nor the fonts of the machine enter. A `RenderError` says when typst is missing.
    """
    try:
        import typst
    except ImportError:
        raise RenderError(needs("a PDF", "typst", "print")) from None
    with tempfile.TemporaryDirectory(prefix="pyrtool-") as folder:
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        if font is not None:
            (Path(folder) / "given.ttf").write_bytes(font.as_family(GIVEN_FAMILY))
        main = Path(folder) / "main.typ"
        main.write_text(source, encoding="utf-8")
        pdf, warnings = typst.compile_with_warnings(
            str(main),
            format="pdf",
            font_paths=[] if font is None else [folder],
            ignore_system_fonts=True,
            sys_inputs=dict(inputs or {}),
            timestamp=0,
            pdf_tags=tags,
        )
    if font is not None and any("unknown font" in str(warning) for warning in warnings):
        raise no_font(font.path)
    assert isinstance(pdf, bytes)  # one document, and no file to write it to
    return pdf.replace(_SUSPECTS, b" " * len(_SUSPECTS))


CSS_PX_PER_INCH: Final = 96
POINTS_PER_INCH: Final = 72
MOST_INCHES: Final = 200  # what PDF allows, and viewers show

_NAME: Final = "picture"
_PAGE: Final = """\
#let given = sys.inputs
#let keywords = (given.made_by, given.carried).filter(one => one != "")
#set document(title: given.title, keywords: keywords, date: none)
#set text(lang: "en")
#set page(width: float(given.wide) * 1pt, height: float(given.high) * 1pt, margin: 0pt, fill: none)
#set figure(gap: 0pt)
#figure(alt: given.described, kind: "picture", supplement: none, drawn(float(given.unit) * 1pt))
"""


def paint(scene: Scene, settings: PictureSettings) -> bytes:
    """Make the scene as a PDF of one page, as wide as `dpi` pixels an inch make it (without it 96).

    The same arguments give the same bytes with the same typst. A `RenderError` says that the
    page would be too large, or that typst is missing.
    """
    deck, background = settings.deck, settings.background
    dpi = settings.dpi or CSS_PX_PER_INCH
    wide = settings.known_px / dpi
    unit = wide / scene.width
    high = scene.height * unit
    if max(wide, high) > MOST_INCHES:
        raise RenderError(
            f"dpi {dpi}: {settings.width_px} pixels make a page of {wide:.0f} by {high:.0f} inches;"
            f" a PDF has at most {MOST_INCHES}"
        )
    sizes = {"wide": wide, "high": high, "unit": unit}
    given = {name: f"{size * POINTS_PER_INCH:.4f}" for name, size in sizes.items()}
    given |= {"title": svg.title(scene), "described": svg.describe_scene(scene)}
    given |= {"made_by": MADE_BY, "carried": settings.carried}
    source = f"{PRELUDE}#let drawn = {picture(scene, _NAME, background)}\n{_PAGE}"
    files = {SYMBOLS_FILE: symbols(deck, background), **svg.layers(scene, _NAME, deck, background)}
    return typeset(source, files, given)
