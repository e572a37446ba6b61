"""What may be written in pictures, and in which letters."""

import unicodedata
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from hypothesis import example, given, strategies as st
from PIL import Image

from pyrtool import Position, Won, deal, render, solve
from pyrtool.game.games import game
from pyrtool.notation import NamedRules
from pyrtool.pages.page import page
from pyrtool.pictures import PictureSettings, RenderError, lacking, read_font, strip
from pyrtool.pictures.booklet.pages import BookSettings, Problem, booklet
from pyrtool.pictures.lettering.fonts import bundled
from pyrtool.pictures.lettering.typesetting import placed, plain, width
from pyrtool.pictures.painters.svg import paint
from pyrtool.pictures.scenes.positions import compose

from ..commands import answer, complaint, run

RULES = game("giza")
DEAL = deal(2, RULES)
START = Position.start(DEAL)
SOLVED = solve(DEAL)
FORBIDDEN = [*map(chr, range(9)), "\x0b", "\x0c", "\x1b", "\x7f", "\x9b", "\ud800", "\udcff"]
FORBIDDEN += ["\ufdd0", "\ufffe", "\uffff", "\U0001fffe", "\U0010ffff"]


@pytest.fixture
def font_file(tmp_path: Path) -> Path:
    """A font with two letters, a square each: ``漢`` and ``A``."""
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    for point in (100, 700), (800, 700), (800, 0):
        pen.lineTo(point)
    pen.closePath()
    square = pen.glyph()
    build = FontBuilder(1000)
    build.setupGlyphOrder([".notdef", "han", "A"])
    build.setupCharacterMap({0x6F22: "han", 0x41: "A"})
    build.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "han": square, "A": square})
    build.setupHorizontalMetrics({".notdef": (500, 0), "han": (1000, 100), "A": (1000, 100)})
    build.setupHorizontalHeader(ascent=800, descent=-200)
    build.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    build.setupOS2()
    build.setupPost()
    path = tmp_path / "squares.ttf"
    build.save(path)
    return path


# What may not be written.


@pytest.mark.parametrize("char", FORBIDDEN[::5], ids=lambda char: f"U+{ord(char):04X}")
def test_what_xml_forbids_is_refused_everywhere(char: str) -> None:
    assert isinstance(SOLVED, Won)
    text = f"a{char}b"
    problem = Problem(1, "one", "task", NamedRules("giza", RULES), START, SOLVED.moves)
    draws: list[Callable[[], object]] = [
        lambda: render(START, caption=text),
        lambda: render(START, title=text),
        lambda: strip(START, SOLVED.moves, 2, settings=PictureSettings(title=text)),
        lambda: strip(START, SOLVED.moves, 2, settings=PictureSettings(caption=text)),
        lambda: page(DEAL, SOLVED, PictureSettings(title=text)),
        lambda: page(DEAL, SOLVED, PictureSettings(caption=text)),
        lambda: booklet([problem], BookSettings(title=text)),
    ]
    for draw in draws:
        with pytest.raises(RenderError, match=rf"U\+{ord(char):04X} at 2"):
            draw()


@given(st.text(max_size=40))
@example("a\tb\r\nc\x85d\u2028e")
def test_what_is_not_refused_makes_an_svg_that_is_well_formed(text: str) -> None:
    try:
        scene = compose(START, PictureSettings(caption=text, title=text))
    except RenderError:
        return
    svg = paint(scene, PictureSettings(width_px=300))
    ElementTree.fromstring(svg)


def test_accents_join_their_letters() -> None:
    assert plain("e\u0301 \u2665\ufe0f") == "é ♥"


# Letters that are there, and letters that are not.

_BLOCKS = (
    *((0x20, 0x250), (0x37A, 0x37E), (0x384, 0x3CF), (0x400, 0x460), (0x490, 0x4C3)),
    *((0x4D0, 0x4FA), (0x1E00, 0x1E9C), (0x1EA0, 0x1EFA), (0x1F00, 0x2000)),
)
"""Letters that living languages use, and ancient Greek."""


@pytest.mark.parametrize("bold", [False, True])
def test_latin_greek_and_cyrillic_are_there(bold: bool) -> None:
    font = bundled(bold)
    for script in ("LATIN", "GREEK", "CYRILLIC"):
        letters = [
            chr(code)
            for block in _BLOCKS
            for code in range(*block)
            if unicodedata.name(chr(code), "").startswith(script)
        ]
        assert len(letters) > 180
        assert not [letter for letter in letters if letter not in font]


def test_what_no_font_has_is_named() -> None:
    assert lacking("Съешь ещё, Ὀδυσσεύς, Tiếng Việt: 10 € ♥\n") == ""
    assert lacking("漢字 漢 ✈") == "漢字✈"


def test_missing_letters_are_reported(tmp_path: Path) -> None:
    words = ("render", "2", "-g", "giza", "-o", str(tmp_path / "x.png"), "--caption")
    result = run(*words, "漢字 and words")
    assert result.exit_code == 0
    assert result.stderr == (
        "pyrtool: drawn as boxes, as the bundled font lacks them: 漢 (U+6F22) 字 (U+5B57); "
        "--font FILE takes another\n"
    )
    result = run(*words, "".join(map(chr, range(0x4E00, 0x4E20))))
    assert "and 24 more; --font" in result.stderr
    assert run(*words, "Русский, Ελληνικά").stderr == ""


@pytest.mark.parametrize("bold", [False, True])
def test_letters_are_kerned(bold: bool) -> None:
    font = bundled(bold)
    for pair in ("To", "AV", "Ty"):
        assert font.kern(pair) < -0.03, pair
        assert width(pair, bold) == pytest.approx(sum(map(font.advance, pair)) + font.kern(pair))
    assert font.kern("HH") == font.kern("漢A") == 0
    pens = [at for _, _, at in placed("AVH", bold)]
    assert pens[1] == pytest.approx(font.advance("A") + font.kern("AV"))
    assert pens[-1] == width("AVH", bold)


def test_a_font_of_ones_own_is_kerned(font_file: Path, tmp_path: Path) -> None:
    from fontTools.ttLib import TTFont, newTable
    from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

    font = TTFont(font_file)
    table = KernTable_format_0()
    table.coverage, table.kernTable = 1, {("A", "A"): -250}
    font["kern"] = newTable("kern")
    font["kern"].version, font["kern"].kernTables = 0, [table]
    font.save(tmp_path / "kerned.ttf")
    own = read_font(tmp_path / "kerned.ttf")
    assert width("AA漢A", own=own) == pytest.approx(3.75)
    assert width("AA", own=read_font(font_file)) == 2


# A font of one's own.


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf", ".webp", ".gif", ".apng"])
def test_a_font_is_used_where_it_has_the_letter(
    suffix: str, font_file: Path, tmp_path: Path
) -> None:
    path = tmp_path / f"x{suffix}"
    words = ["render", "2", "-g", "giza", "-o", str(path), "--caption", "漢漢 ♥ B", "--after", "0"]
    result = run(*words, "--font", str(font_file))
    assert (result.exit_code, result.stderr) == (0, "")
    own = path.read_bytes()
    assert run(*words).stderr != ""
    assert path.read_bytes() != own
    assert "this font lacks" not in result.stderr
    message = run(*words[:-3], "字", *words[-2:], "--font", str(font_file)).stderr
    assert message == "pyrtool: drawn as boxes, as the font lacks them: 字 (U+5B57)\n"


def test_pixels_and_lines_of_a_font_agree(font_file: Path) -> None:
    import io

    import resvg_py

    font = read_font(font_file)
    assert width("漢A", own=font) == pytest.approx(2)
    assert width("漢B", own=font) == pytest.approx(1 + bundled(False).advance("B"))
    assert "M100 0" in font.outline("漢")
    given = {"caption": "漢漢B漢", "title": "漢A", "font": font, "width_px": 900}
    pixels = Image.open(io.BytesIO(render(START, **given))).convert("L")  # type: ignore[arg-type]
    scene = compose(START, PictureSettings(title="漢A", caption="漢漢B漢", font=font))
    svg = paint(scene, PictureSettings(width_px=900)).decode()
    lines = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))).convert("L")
    box = (0, pixels.height - 60, 900, pixels.height)  # the caption
    dark = [sum(255 - level for level in image.crop(box).tobytes()) for image in (pixels, lines)]
    assert dark[0] > 10_000
    assert dark[0] == pytest.approx(dark[1], rel=0.03)


def test_a_booklet_takes_a_font(font_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "b.pdf"
    words = ("puzzles", "book", "1", "-o", str(path), "--title", "漢 A")
    result = run(*words, "--font", str(font_file))
    assert (result.exit_code, result.stderr) == (0, "")
    own = path.read_bytes()
    assert "漢 (U+6F22)" in run(*words).stderr
    assert path.read_bytes() != own


def test_a_damaged_font_is_no_crash(font_file: Path, tmp_path: Path) -> None:
    whole = font_file.read_bytes()
    for at in range(0, len(whole), 7):
        font_file.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        for suffix in (".svg", ".png"):
            try:
                font = read_font(font_file)
                render(START, tmp_path / f"x{suffix}", width_px=200, caption="漢A", font=font)
            except RenderError as error:
                assert "font" in str(error)


def test_a_page_uses_its_readers_fonts(font_file: Path, tmp_path: Path) -> None:
    words = ("render", "2", "-g", "giza", "-o", str(tmp_path / "x.html"), "--caption", "漢")
    assert run(*words).stderr == ""
    assert answer(*words) == ""


def test_a_problem_has_its_number_before_the_title(tmp_path: Path) -> None:
    render_two = ("render", "2", "8", "-g", "giza", "-o", str(tmp_path / "{deal}.svg"))
    answer(*render_two, "--number", "7", "--width", "300")
    for deal_number, number in ((2, 7), (8, 8)):
        drawn = (tmp_path / f"{deal_number}.svg").read_text()
        assert f"{number}. Giza, deal {deal_number}" in drawn
    words = ("2", "-g", "giza", "--number", "7", "--no-title")
    answer("render", *words, "-o", tmp_path / "x.svg")
    assert "Giza, deal" not in (tmp_path / "x.svg").read_text()
    message = complaint(*render_two, "--number", "0")
    assert message == "--number 0: must be 1 to 99,999"
