"""Scenes on pages that typst sets: for PDF pictures and for whole booklets.

Decides how a scene becomes typst code, in which every card of a deck is kept once however often
it is shown; the drawings are those of `svg`. What a page looks like is for the caller. Needs
typst, which comes with the extra ``print``.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.languages import chosen, speaking
from pyrtool.pictures.cards.courts import court_images
from pyrtool.pictures.cards.faces import UNIT
from pyrtool.pictures.decks import FACE_HEIGHT, RenderError, deck_named
from pyrtool.pictures.lettering.fonts import GIVEN_FAMILY, OwnFont, no_font
from pyrtool.pictures.painters import svg
from pyrtool.pictures.scenes.elements import Scene
from pyrtool.pictures.scenes.theme import theme_named

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


def layers(scene: Scene, name: str, deck: str, background: str) -> dict[str, bytes]:
    """The files that `picture` needs of a scene: what lies under the cards, and the words."""
    words = svg.lettering(scene, deck, background)
    return {f"shade-{name}.svg": svg.shade(scene), f"words-{name}.svg": words}


def picture(scene: Scene, name: str, background: str, trim: float = 0.0) -> str:
    """A typst function that takes the width of a card and gives the scene as a box.

    Among the files of the document must be the deck's `symbols` as `SYMBOLS_FILE` and the
    scene's `layers` of this name. A box that is to `trim` is smaller on every side by as many
    widths of a card; it is transparent, and what lies there juts out.
    """
    pages = {name: page for page, name in enumerate(svg.SYMBOLS, start=1)}
    placed = [("slot", spot.x + 0.5, spot.y + FACE_HEIGHT / 2) for spot in scene.slots]
    for spot in scene.faces:
        x, y = spot.x + 0.5, spot.y + FACE_HEIGHT / 2
        placed.append(("back", x, y))
        if f"tint {spot.mark}" in pages:
            placed.append((f"tint {spot.mark}", x, y))
        shown = f"{spot.card} lapped" if spot.lapped else str(spot.card)
        placed.append(("down" if spot.down else shown, x, y))
        if spot.mark is not None:
            placed += [(f"frame {spot.mark}", x, y), (f"badge {spot.mark}", *spot.badge)]
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
    """A PDF of what scenes are made of, one on a page, in the chosen language: about 450 kB, made
    once in a process."""
    return symbols_in(deck, background, chosen().language)


@lru_cache(maxsize=4)  # typst takes a second for them
def symbols_in(deck: str, background: str, language: str) -> bytes:
    """The same in a language."""
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
    """The PDF that typst makes of a source, the `files` it names and ``sys.inputs``.

    The source can use a `font` that the user brings as the family `GIVEN_FAMILY`. Neither
    the time nor the fonts of the machine enter. A `RenderError` says when typst is missing.
    """
    try:
        import typst
    except ImportError:
        raise RenderError(
            "a PDF needs typst: install the extra, as in pip install 'pyrtool[print]'"
        ) from None
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


guard(__name__)
