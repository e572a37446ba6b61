"""SVG and PDF pictures, and strips: whole, small, the same everywhere, and like the PNG."""

import io
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from pyrtool import Deal, DealStock, Position, Redeal, render
from pyrtool.game.cards import SUITS, Card
from pyrtool.game.games import GAMES, Rules
from pyrtool.pictures import DECKS, MARKS, THEMES, PictureSettings, RenderError, strip
from pyrtool.pictures.cards.faces import UNIT, drawn_faces, face, shared_shapes
from pyrtool.pictures.cards.sprites import face_in_pixels
from pyrtool.pictures.lettering.descriptions import name
from pyrtool.pictures.lettering.fonts import OUTLINE_EM, bundled
from pyrtool.pictures.painters import svg
from pyrtool.pictures.painters.pdf import (
    PRELUDE,
    SYMBOLS_FILE,
    picture,
    symbols,
    symbols_in,
    typeset,
)
from pyrtool.pictures.scenes.positions import compose
from pyrtool.pictures.scenes.scene import Scene
from pyrtool.pictures.scenes.strips import sheet

from ..pictured import (
    GIZA,
    GIZA_MOVES,
    LONG,
    SHAPES,
    assert_on_page,
    decoded,
    played,
    rasterised,
    start,
    winnable,
)

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
MOST_SVG_BYTES = 230_000
MOST_PDF_BYTES = 660_000


def parsed(content: bytes) -> ET.Element:
    return ET.fromstring(content.decode())


def uses(root: ET.Element) -> Iterator[str]:
    for use in root.iter(f"{SVG}use"):
        yield use.get(HREF, "")[1:]


def drawn_cards(root: ET.Element) -> list[str]:
    """The cards that the page itself, not its definitions, places."""
    ids = (use.get(HREF, "")[1:] for use in root.findall(f"{SVG}use"))
    return [name[::-1] for name in ids if len(name) == 2 and name[0] in SUITS]


def painted(scene: Scene, kind: str = "svg", **look: Any) -> bytes:
    """The file of a scene, 1200 pixels wide, unless said otherwise."""
    painter = import_module(f"pyrtool.pictures.painters.{kind}")
    content: bytes = painter.paint(scene, PictureSettings(**{"width_px": 1200} | look))
    return content


# The faces.


@pytest.mark.parametrize("share", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", DECKS)
def test_a_face_in_lines_is_the_face_in_pixels(name: str, share: int) -> None:
    deck = DECKS[name]
    for card in Card.ALL[::share]:  # five cards on: another suit and another rank
        drawing = (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
            f' viewBox="-120 -168 240 336"><path d="M-120-168h240v336h-240z" fill="#FFF"/>'
            f"<defs>{shared_shapes([card])}</defs>"
            f"{face(card, deck.colours, deck.dress, deck.trim)}</svg>"
        )
        seen = rasterised(drawing.encode(), (300, 420)).convert("RGB")
        off = ImageChops.difference(seen, face_in_pixels(card, deck, 300)).convert("L").histogram()
        assert sum(off[48:]) <= 0.01 * sum(off), card


def test_faces_refer_only_to_what_is_defined_and_ids_stand_once() -> None:
    table = drawn_faces()
    whole = shared_shapes(Card.ALL) + "".join(face(card, ["red"] * 4) for card in Card.ALL)
    ids = re.findall(r'id="(\w+)"', whole)
    assert len(ids) == len(set(ids))
    colours = {"F3BE4B", "27408B", "C4161C", "1A1A1A"}
    assert set(re.findall(r"#(\w+)[\")]", whole)) - colours <= set(ids)
    assert "{" not in whole
    assert len(table.faces) == 52
    assert not re.search(r'(?<!xlink:)href=|"http|<text|<image|<filter|font', whole)


@pytest.mark.parametrize("name", DECKS)
def test_no_face_comes_near_the_edge(name: str) -> None:
    for card in Card.ALL:
        dark = (
            face_in_pixels(card, DECKS[name], 600)
            .convert("L")
            .point(lambda level: 255 * (level < 128))
        )
        box = dark.getbbox()
        assert box is not None
        assert min(box[0], box[1], 600 - box[2], 840 - box[3]) >= 0.04 * 600, card


def test_the_sign_of_an_ace_is_the_largest() -> None:
    def sign(text: str) -> tuple[str, float]:
        (found,) = re.findall(r'#(p\w)" transform="[^"]*scale\((\S+)\)"/>', text)
        return found[0], float(found[1])

    for suit in SUITS:
        (shape, ace), (pip, two) = (
            sign(drawn_faces().faces[f"A{suit}"]),
            sign(drawn_faces().shared[f"n{suit}"]),
        )
        assert ace == pytest.approx(2.5 * two, rel=1e-3) if suit != "S" else ace > 2.5 * two
        assert (shape == pip) == (suit != "S")
    # The ace of spades is a spade with holes, so that it takes the colour of its suit.
    spade, ornate = (drawn_faces().shared[name].partition(' d="')[2][:-3] for name in ("pS", "pA"))
    assert ornate.startswith(spade) and ornate.count("z") > spade.count("z")


@pytest.mark.slow
def test_white_surrounds_the_signs_in_the_pictures_of_courts() -> None:
    """At least four of 600 pixels wide, whatever the picture has there."""
    for card in (card for card in Card.ALL if card.rank > 10):
        found = re.findall(
            rf'<use xlink:href="#p{SUITS[card.suit]}"[^>]*/>', drawn_faces().faces[str(card)]
        )
        sign = found[-1]  # the picture's own signs come before
        shapes = f'<g fill="#000">{sign}<g transform="scale(-1)">{sign}</g></g>'
        white = '<path d="M-120-168h240v336h-240z" fill="#FFF"/>'
        drawing = (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
            f' viewBox="-120 -168 240 336"><defs>{shared_shapes([card])}</defs>{white}'
            f"{shapes}</svg>"
        )
        mask = (
            rasterised(drawing.encode(), (600, 840)).convert("L").point(lambda v: 255 * (v < 250))
        )
        ring = ImageChops.subtract(
            mask.filter(ImageFilter.MaxFilter(9)), mask.filter(ImageFilter.MaxFilter(5))
        )
        levels = face_in_pixels(card, DECKS["2color"], 600).convert("L").histogram(ring)
        assert sum(levels) > 500 and sum(levels[200:]) > 0.98 * sum(levels), card


# SVG.


@pytest.mark.parametrize("name", SHAPES)
def test_an_svg_places_each_card_once_and_defines_it_once(name: str) -> None:
    position = start(SHAPES[name])
    content = painted(compose(position, PictureSettings(title="7", caption=LONG, stars=2)))
    root = parsed(content)
    assert sorted(drawn_cards(root)) == sorted(map(str, position.rules.deck))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert set(uses(root)) <= set(ids)
    assert not re.search(rb"<text|<image|<filter|<style|font|[^:]href=", content)


def test_the_svg_of_a_giza_deal_is_small() -> None:
    assert len(painted(compose(GIZA, PictureSettings(title="Giza, deal 2")))) < MOST_SVG_BYTES
    # A card that is not there is not defined.
    late = GIZA
    for move in GIZA_MOVES[:-2]:
        late = late.play(move)
    assert len(painted(compose(late))) < MOST_SVG_BYTES / 5


@pytest.mark.slow
@pytest.mark.parametrize(("deck", "background"), [*zip([*DECKS, *DECKS], THEMES, strict=False)])
def test_svg_and_png_look_the_same(deck: str, background: str) -> None:
    marks = dict(zip(Card.ALL[::3], list(MARKS) * 5, strict=False))
    position = played(GAMES["microsoft"], 12, 3)
    scene = compose(position, PictureSettings(title="Giza", caption=LONG, stars=3), marks=marks)
    assert scene.slots or position.waste
    assert_alike(scene, deck, background)


def assert_alike(scene: Scene, deck: str = "2color", background: str = "white") -> None:
    """The PNG and the SVG of a scene look the same."""
    look: dict[str, Any] = {"width_px": 800, "deck": deck, "background": background}
    png = decoded(painted(scene, "png", **look)).convert("RGBA")
    seen = rasterised(painted(scene, **look), png.size)
    assert THEMES[background].page is not None or seen.getpixel((1, 1)) == (0, 0, 0, 0)
    grey = Image.new("RGBA", png.size, "#808080")
    pair = [Image.alpha_composite(grey, one).convert("RGB") for one in (png, seen)]
    soft = [one.filter(ImageFilter.BoxBlur(2)) for one in pair]  # forgets a part of a pixel
    off = ImageChops.difference(*soft).convert("L").histogram()
    # Pillow sets letters to whole parts of a pixel, so that a long line's end is off by one.
    assert sum(off[40:]) < 0.008 * sum(off)
    assert sum(off[16:]) < 0.06 * sum(off)


def test_backs_look_the_same_and_give_nothing_away() -> None:
    position = played(GAMES["thirteen"], 6, 3)
    hidden = [*position.face_down(), *position.stock]
    scene = compose(position, as_seen=True)
    assert_alike(scene)
    drawing = painted(scene)
    assert list(uses(parsed(drawing))).count("d") == sum(face.down for face in scene.faces) > 10
    for card in hidden:
        assert f'id="{str(card)[::-1]}"'.encode() not in drawing
        assert name(card).encode() not in drawing
    (again,) = {painted(compose(one, as_seen=True)) for one in (position, reordered(position))}
    assert again == drawing


def reordered(position: Position) -> Position:
    """The same table with other cards face down."""
    others = sorted((*position.face_down(), *position.stock), key=lambda card: str(card)[::-1])
    swap = dict(zip((*position.face_down(), *position.stock), others, strict=True))
    tableau = tuple(swap.get(card, card) if card else None for card in position.tableau)
    return replace(position, tableau=tableau, stock=tuple(swap[card] for card in position.stock))


def test_an_empty_waste_is_drawn_as_a_slot() -> None:
    position = start(GAMES["microsoft"], 2)
    assert "s" not in set(uses(parsed(painted(compose(position)))))
    while position.turned is not None:
        position = position.play(DealStock())
    scene = compose(position.play(Redeal()))
    assert len(scene.slots) == 1
    assert list(uses(parsed(painted(scene)))).count("s") == 1


def test_the_size_of_an_svg_is_in_pixels_or_in_print() -> None:
    scene = compose(GIZA)
    root = parsed(painted(scene, width_px=1200))
    assert root.get("width") == "1200"
    high = int(root.get("height", ""))
    assert high == round(1200 * scene.height / scene.width)
    _, _, wide_units, high_units = map(float, root.get("viewBox", "").split())
    assert wide_units == pytest.approx(scene.width * UNIT, abs=0.01)
    assert high_units / wide_units == pytest.approx(high / 1200, abs=1e-5)
    printed = parsed(painted(scene, width_px=1200, dpi=300))
    assert printed.get("width") == "101.6mm"
    assert printed.get("viewBox") == root.get("viewBox")


def test_an_svg_can_be_heard() -> None:
    position = played(GAMES["microsoft"], 8, 5)
    card = position.available()[0]
    scene = compose(
        position, PictureSettings(title="Deal <5>", caption="A & B", stars=4), marks={card: "stuck"}
    )
    root = parsed(painted(scene))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Deal <5>"
    description = root.findtext(f"{SVG}desc") or ""
    assert "Stars: 4 of 5." in description and "A & B" in description
    assert f"Marked as stuck: {name(card)}." in description
    for face_ in scene.faces:
        assert len(re.findall(rf"\b{name(face_.card)}\b", description)) == 1 + (face_.card == card)
    ids = root.get("aria-labelledby", "").split()
    assert [root[0].get("id"), root[1].get("id")] == ids


def test_the_same_arguments_give_the_same_svg_and_pdf() -> None:
    for kind in ("svg", "pdf"):
        first = painted(compose(GIZA, PictureSettings(title="Giza")), kind)
        painted(compose(GIZA, PictureSettings(title="another")), kind, deck="4color")
        assert painted(compose(GIZA, PictureSettings(title="Giza")), kind) == first


# PDF.


@pytest.mark.parametrize(("dpi", "points"), [(None, 900.0), (300, 288.0)])
def test_a_pdf_is_one_page_of_the_pictures_size_without_fonts(
    dpi: int | None, points: float
) -> None:
    scene = compose(GIZA, PictureSettings(title="Giza, deal 2", caption="All go."))
    content = painted(scene, "pdf", width_px=1200, dpi=dpi)
    assert content.startswith(b"%PDF-") and content.rstrip().endswith(b"%%EOF")
    assert re.findall(rb"/Count (\d+)", content) == [b"1"]
    boxes = re.findall(rb"/MediaBox *\[([^]]*)\]", content)
    assert len(boxes) == 1
    left, top, wide, high = map(float, boxes[0].split())
    assert (left, top) == (0, 0)
    assert wide == pytest.approx(points, abs=0.01)
    assert high == pytest.approx(points * scene.height / scene.width, abs=0.01)
    assert len(re.findall(rb"/Subtype */Image", content)) == 12  # the pictures of the court cards
    assert not re.search(rb"/Type */Font", content)
    assert not re.search(rb"/(Creation|Mod)Date", content)
    assert len(content) < MOST_PDF_BYTES


def test_a_small_king_is_not_all_blue_in_popplers_splash(tmp_path: Path) -> None:
    if shutil.which("pdftoppm") is None:
        pytest.skip("Poppler is not installed")
    kings = Position.start(Deal.of(GIZA.rules.deck, GIZA.rules))
    (tmp_path / "x.pdf").write_bytes(painted(compose(kings), "pdf", width_px=500))
    words = ["pdftoppm", "-r", "96", "-png", "-singlefile", "x.pdf", "x"]
    subprocess.run(words, cwd=tmp_path, check=True)
    seen = Image.open(tmp_path / "x.png").convert("RGB")
    still = Image.open(io.BytesIO(painted(compose(kings), "png", width_px=500))).convert("RGB")
    red, green, blue = (
        abs(a - b)
        for a, b in zip(ImageStat.Stat(seen).mean, ImageStat.Stat(still).mean, strict=True)
    )
    assert max(red, green, blue) < 4


def test_a_booklet_keeps_each_card_once() -> None:
    scenes = [
        compose(start(GAMES["giza"], seed), PictureSettings(title=f"{seed}")) for seed in range(6)
    ]
    files = {SYMBOLS_FILE: symbols("2color", "white")}
    for i, scene in enumerate(scenes):
        files |= svg.layers(scene, f"{i}", "2color", "white")

    def book(count: int) -> bytes:
        pages = [picture(scenes[i], f"{i}", "white") for i in range(count)]
        code = "#pagebreak()\n".join(f"#({page})(10pt)\n" for page in pages)
        return typeset(PRELUDE + code, files)

    one, six = book(1), book(6)
    assert b"/Count 6" in six
    assert len(six) - len(one) < 5 * 19_000


@pytest.mark.parametrize(("deck", "background"), [("2color", "white"), ("4color", "transparent")])
def test_symbols_have_their_names_in_order(deck: str, background: str) -> None:
    """Pages find a symbol by its place in this list."""
    drawn = svg.symbols(deck, background, lambda card: "")
    assert tuple(drawn) == svg.SYMBOLS


def test_a_pdf_without_typst_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    symbols_in.cache_clear()
    with pytest.raises(RenderError, match=r"typst.*pip install \"\.\[print\]\"") as refused:
        render(GIZA, tmp_path / "x.pdf")
    assert "\n" not in str(refused.value)
    assert not list(tmp_path.iterdir())


def test_a_pdf_page_has_a_greatest_size() -> None:
    rules = Rules(rows=1, columns=(2, 20), stock="bouquet")
    high = Position.start(Deal.of(rules.deck, rules))
    for position, dpi, size in ((GIZA, 10, r"800 by \d+"), (high, 41, r"195 by 4\d\d")):
        with pytest.raises(RenderError, match=f"page of {size} inches; a PDF has at most 200"):
            painted(compose(position), "pdf", width_px=8000, dpi=dpi)


# Strips.


@pytest.mark.parametrize("count", [2, 3, 6, 7, 28])
def test_a_strip_shows_the_deal_and_later_positions(count: int) -> None:
    look = PictureSettings(title="Giza, deal 2", caption=LONG, stars=1)
    scene = sheet(GIZA, GIZA_MOVES, count, look)
    captions = [text for text in scene.texts if text.role == "label"]
    assert captions[0].text == "1. The deal"
    after = [int(re.findall(r"\d+", text.text)[1]) for text in captions[1:]]
    assert after == [i * 28 // count for i in range(1, count)]
    position, shown = GIZA, 0
    for number, move in enumerate(GIZA_MOVES):
        if number in [0, *after]:
            shown += position.cards_left()
        position = position.play(move)
    assert len(scene.faces) == shown
    assert f"Picture {count}, after" in scene.description


@pytest.mark.parametrize("game", ["giza", "par", "tut-single", "bouquet"])
@pytest.mark.parametrize("count", [2, 5, 9])
def test_nothing_of_a_strip_meets_or_leaves_the_page(game: str, count: int) -> None:
    position, moves = next(game_won for game_won in winnable(game))
    look = PictureSettings(title="A game", caption="Play on.")
    scene = sheet(position, moves, count, look, mark_exposed=True)
    assert_on_page(scene)
    assert all(text.size >= 0.006 * scene.width for text in scene.texts)
    assert any(spot.mark == "exposed" for spot in scene.faces)


def test_a_strip_in_lines_defines_each_card_once(tmp_path: Path) -> None:
    content = strip(GIZA, GIZA_MOVES, 6, tmp_path / "x.svg", PictureSettings(title="Giza, deal 2"))
    cards = drawn_cards(parsed(content))
    assert len(cards) > 52 == len(set(cards))
    assert len(content) < 1.15 * MOST_SVG_BYTES
    pdf = strip(GIZA, GIZA_MOVES, 6, tmp_path / "x.pdf")
    assert len(pdf) < 1.1 * MOST_PDF_BYTES


@pytest.mark.parametrize("bold", [False, True])
def test_every_letter_has_an_outline_as_wide_as_it_should_be(bold: bool) -> None:
    font = bundled(bold)
    for char in "AZaz09♠♥♦♣★☆–…ČšΩήЖя\N{SNOWMAN}":
        reach = [abs(float(part)) for part in re.findall(r"M(\d+)", font.outline(char))]
        assert reach and max(reach) <= OUTLINE_EM * font.advance(char) * 1.1
    assert font.outline(" ") == ""
    assert font.outline("\N{SNOWMAN}") == font.outline("\N{CLOUD}")
