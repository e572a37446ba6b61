"""Pictures: where the cards lie, what the files are, and that failures leave nothing behind."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from itertools import accumulate, pairwise, product
from pathlib import Path

import PIL
import pytest
from hypothesis import given, strategies as st
from PIL import Image, ImageChops, ImageFont

from pyrtool import Deal, deal, render
from pyrtool.base.colours import contrast
from pyrtool.game.cards import Card, RankCard
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import DealStock, Discard, Move, Position, Redeal
from pyrtool.notation import format_solution, parse_position
from pyrtool.pictures import DECKS, MARKS, THEMES, PictureSettings, RenderError
from pyrtool.pictures.cards.marks import LINES
from pyrtool.pictures.cards.sprites import cards_of, face_in_pixels
from pyrtool.pictures.decks import FACE_HEIGHT, palette_path
from pyrtool.pictures.lettering import typesetting as letters
from pyrtool.pictures.lettering.fonts import bundled
from pyrtool.pictures.painters import png, svg
from pyrtool.pictures.painters.png import draw
from pyrtool.pictures.scenes.positions import MARGIN, PART_GAP, compose
from pyrtool.pictures.scenes.scene import LETTERS, Face, Role, Scene, Text
from pyrtool.pictures.scenes.themes import chips, inks, role_ink

from ..dealing import one_in, won
from ..pictured import LONG, SHAPES, SLACK, assert_on_page, decoded, overlap, played, start

INDEX = (0.26, 0.6)  # width and height of the corner with rank and suit


def cards_on_table(position: Position) -> list[Card]:
    wastes = [card for waste in position.wastes for card in waste]
    piles = (*position.tableau, *position.bouquet, *position.stock, *wastes, position.turned)
    return sorted(card for card in piles if card is not None)


@pytest.mark.parametrize("name", SHAPES)
def test_a_start_shows_every_card_once(name: str) -> None:
    position = start(SHAPES[name])
    scene = compose(position, PictureSettings(title="Giza 15849", caption=LONG, stars=3))
    assert sorted(face.card for face in scene.faces) == list(position.rules.deck)
    assert_on_page(scene)


@given(
    name=st.sampled_from(sorted(SHAPES)),
    moves=st.integers(0, 120),
    seed=st.integers(0, 10**6),
    title=st.sampled_from((None, "7", "Bouquet 18446744073709551615", LONG)),
    stars=st.sampled_from((None, 0, 5)),
)
def test_a_played_position_shows_what_is_left(
    name: str, moves: int, seed: int, title: str | None, stars: int | None
) -> None:
    position = played(SHAPES[name], moves, seed)
    scene = compose(position, PictureSettings(title=title, stars=stars, caption="Play on."))
    assert sorted(face.card for face in scene.faces) == cards_on_table(position)
    assert_on_page(scene)


@pytest.mark.parametrize("name", SHAPES)
def test_a_covering_card_is_painted_later_and_leaves_the_index_free(name: str) -> None:
    position = start(SHAPES[name])
    scene = compose(position)
    order = {face.card: i for i, face in enumerate(scene.faces)}
    for i, card in enumerate(position.tableau):
        assert card is not None
        below = scene.faces[order[card]]
        for j in position.layout.covers[i]:
            cover = position.tableau[j]
            assert cover is not None
            above = scene.faces[order[cover]]
            assert order[cover] > order[card]
            assert overlap(above, below)
            assert above.y - below.y == pytest.approx(0.44 * FACE_HEIGHT)
    for i, below in enumerate(scene.faces):
        for above in scene.faces[i + 1 :]:
            beside = above.x >= below.x + INDEX[0] or above.x + 1 <= below.x + SLACK
            under = above.y >= below.y + INDEX[1] or above.y + FACE_HEIGHT <= below.y
            assert beside or under
            if below.card in position.tableau and not position.covering(below.card):
                assert not overlap(above, below) or above.x - below.x > 0.98


def test_columns_hang_with_the_exposed_card_last() -> None:
    position = start(GAMES["giza6x4"])
    spots = {face.card: face for face in compose(position).faces}
    columns: dict[int, list[Face]] = {}
    for place, card in zip(position.layout.places, position.tableau, strict=True):
        if place.kind == "column" and card is not None:
            columns.setdefault(place.index, []).append(spots[card])
    assert [len(column) for column in columns.values()] == [4] * 6
    for column in columns.values():
        assert len({face.x for face in column}) == 1
        assert [face.y for face in column] == sorted(face.y for face in column)
    assert [column[0].x for column in columns.values()] == sorted(c[0].x for c in columns.values())


def test_the_tableau_keeps_its_place_while_cards_go() -> None:
    first = {face.card: (face.x, face.y) for face in compose(start(GAMES["giza"], 4)).faces}
    later = played(GAMES["giza"], 6, 4)
    assert later.cards_left() < 52
    assert all(first[face.card] == (face.x, face.y) for face in compose(later).faces)


def test_no_rank_without_a_suit_is_cut() -> None:
    """Where a card lies on another one, that one's rank is in its corner alone."""
    rules = GAMES["microsoft"]
    table = Path("docs/data/table.txt").read_text()
    faces = compose(parse_position(table, rules)).faces
    assert [str(face.card) for face in faces[-9:]] == list("3Q824K4T9")
    assert [face.lapped for face in faces[-9:]] == [True] * 8 + [False]
    assert not any(face.lapped for face in compose(start(GAMES["giza"])).faces)
    card = RankCard.parse("Q")
    whole, lapped = (cards_of("2color", 100, "#000").face(card, None, at) for at in (False, True))
    changed = ImageChops.difference(whole.convert("RGB"), lapped.convert("RGB")).getbbox()
    assert changed is not None and changed[1] > 60  # below the corner's rank


def test_shapes_side_by_side_are_as_near_as_their_cards_can_lie() -> None:
    position = start(GAMES["up-and-down"])
    faces = [face for face in compose(position).faces if face.card in position.tableau]
    halves = [
        [face for face in faces if position.where(face.card).startswith(shape)]
        for shape in ("pyramid", "triangle")
    ]
    gaps = [
        other.x - one.x - 1 for one, other in product(*halves) if abs(one.y - other.y) < FACE_HEIGHT
    ]
    assert min(gaps) == pytest.approx(PART_GAP)


def test_pyramids_of_different_height_have_one_base_line() -> None:
    rules = Rules(tableau="pyramid 2 + pyramid 5 + triangle 3")
    position = Position.start(Deal.of(rules.deck, rules))
    spots = {face.card: face.y for face in compose(position).faces}
    lowest = {}
    for place, card in zip(position.layout.piles, position.tableau, strict=True):
        assert card is not None
        lowest[place.partition(",")[0]] = spots[card]  # the last row is dealt last
    assert len(lowest) == 3 and len({round(y, 6) for y in lowest.values()}) == 1


def test_no_card_is_alone_in_the_last_row_of_a_pile() -> None:
    position = start(GAMES["microsoft"])
    while position.stock:
        position = position.play(DealStock())
        scene = compose(position)
        tableau = set(position.tableau)
        for pile in (position.waste[:-1], position.stock):
            rows = Counter(round(f.y, 6) for f in scene.faces if f.card in set(pile) - tableau)
            assert not rows or max(rows.values()) - min(rows.values()) <= 1
        left = min(f.x for f in scene.faces if f.card in position.stock) if position.stock else 0
        ends = [f.x + 1 for f in scene.faces if f.card in position.stock]
        assert not ends or left + max(ends) == pytest.approx(scene.width)


def test_a_shadow_is_no_darker_where_cards_lie_upon_each_other() -> None:
    scene = compose(start(GAMES["giza"]))
    assert len(scene.piles) < len(scene.faces) / 2
    page = draw(scene, PictureSettings(width_px=1200)).convert("L")
    scale = 1200 / scene.width
    columns = sorted({face.x for face in scene.faces if face.y > 6.5})
    gap = round((columns[0] + 1 + columns[1]) / 2 * scale)  # between two columns of three cards
    rows = sorted({face.y for face in scene.faces if face.x == columns[0]})
    darkness = {page.getpixel((gap, round((y + 0.3) * scale))) for y in rows}
    assert len(darkness) == 1


def test_a_column_that_is_gone_is_outlined() -> None:
    position = start(GAMES["giza"])
    full = compose(position)
    gone = [None if pile == "Column 3" else card for pile, card in
            zip(position.layout.piles, position.tableau, strict=True)]  # fmt: skip
    scene = compose(replace(position, tableau=tuple(gone)))
    (slot,) = scene.slots
    (spot,) = [face for face in full.faces if face.card == position.tableau[30]]
    assert not full.slots and (slot.x, slot.y) == (spot.x, spot.y)


def test_letters_of_a_narrow_picture_can_be_read() -> None:
    for width_px in (200, 480, 1200):
        look = PictureSettings(title="A", caption="b", width_px=width_px)
        scene = compose(start(GAMES["par"]), look)
        for text in scene.texts:
            assert text.size * width_px / scene.width >= LETTERS[text.role][1] - 1e-9


def test_the_words_by_the_stock() -> None:
    def words(position: Position) -> list[str]:
        return compose(position).words("label")

    position = start(GAMES["microsoft"], 2)
    assert words(position) == ["Stock, in the order of dealing"]
    position = position.play(DealStock())
    assert words(position) == ["Waste", "Turned", "Stock, pass 1 of 3"]
    while position.turned is not None:
        position = position.play(DealStock())
    assert words(position) == ["Waste, pass 1 of 3", "Top"]
    position = position.play(Redeal())
    assert words(position) == ["Waste", "Turned", "Stock, pass 2 of 3"]
    assert len(compose(position).slots) == 1
    assert_on_page(compose(position))
    assert words(start(GAMES["pyramid"]).play(DealStock()))[-1] == "Stock"
    assert words(start(GAMES["tut"]).play(DealStock())) == ["Waste", "Stock, pass 1"]
    assert words(start(GAMES["bouquet"])) == ["Bouquet"]
    assert words(start(GAMES["giza"])) == []


def test_a_short_title_stands_beside_the_apex_a_long_one_above_it() -> None:
    def top(title: str) -> float:
        scene = compose(start(GAMES["giza"]), PictureSettings(title=title))
        return min(face.y for face in scene.faces)

    assert top("Giza 15849") == pytest.approx(MARGIN)
    assert top("Giza 15849, the hardest of all that we have seen") > MARGIN + 0.2


@given(st.text(max_size=300), st.floats(3, 60))
def test_wrapped_lines_fit_and_lose_nothing(text: str, width_em: float) -> None:
    try:
        text = letters.plain(text)
    except RenderError:
        return
    lines = letters.wrap(text, width_em)
    assert all(letters.width(line) <= width_em + 1e-9 for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@pytest.mark.parametrize("bold", [False, True])
def test_the_advances_are_those_of_the_font(bold: bool) -> None:
    path = bundled(bold).path
    font = ImageFont.truetype(path, 1000, layout_engine=ImageFont.Layout.BASIC)
    for text in ("Giza 15849", "♠♥♦♣ ★☆ × – … → ≤ Čšž", "Ἀρχή Съешь Việt €", "\N{SNOWMAN}"):
        unkerned = 1000 * sum(map(bundled(bold).advance, text))
        assert font.getlength(text) == pytest.approx(unkerned, rel=0.002)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("width_px", [40, 300])
def test_every_face_of_every_deck_is_there_and_differs(deck: str, width_px: int) -> None:
    seen = set()
    for card in Card.ALL:
        face = face_in_pixels(card, DECKS[deck], width_px)
        assert face.size == (width_px, round(width_px * FACE_HEIGHT))
        seen.add(face.tobytes())
    assert len(seen) == 52


LOOKS = [pytest.param(*look) for look in product(THEMES, DECKS)]
PAINTED = [pytest.param(*look) for look in product([n for n in THEMES if THEMES[n].page], DECKS)]


@pytest.mark.parametrize(("background", "deck"), one_in(5, LOOKS))
def test_a_picture_opens_in_the_width_asked_for(tmp_path: Path, deck: str, background: str) -> None:
    path = tmp_path / "giza.PNG"
    content = render(
        start(GAMES["giza"]), path, width_px=777, deck=deck, background=background, title="Giza"
    )
    assert path.read_bytes() == content
    assert [entry.name for entry in tmp_path.iterdir()] == ["giza.PNG"]
    image = decoded(content)
    assert (image.format, image.width) == ("PNG", 777)
    corner = image.convert("RGBA").getpixel((0, 0))
    page = THEMES[background].page
    if page is None:
        assert corner == (0, 0, 0, 0)
    else:
        assert corner == (*bytes.fromhex(page[1:]), 255)
    white = image.convert("RGB").getcolors(1 << 24)
    assert max(n for n, colour in white or [] if colour == (255, 255, 255)) > image.width * 100


@pytest.mark.parametrize(("background", "deck"), one_in(4, PAINTED))
def test_256_colours_are_close_to_all_colours(deck: str, background: str) -> None:
    assert len(palette_path(deck, background).read_bytes()) == 3 * 256
    marks = dict(zip(Card.ALL[::5], list(MARKS) * 4, strict=False))
    scene = compose(
        start(GAMES["bouquet"]), PictureSettings(title="7", stars=2, caption=LONG), marks=marks
    )
    true = png.draw(scene, PictureSettings(width_px=900, deck=deck, background=background))
    few = decoded(png.paint(scene, PictureSettings(width_px=900, deck=deck, background=background)))
    off = ImageChops.difference(true, few.convert("RGB")).convert("L").histogram()
    assert max(level for level, count in enumerate(off) if count) < 64
    assert sum(off[17:]) < 0.003 * sum(off)


def test_the_same_arguments_give_the_same_bytes_in_any_process() -> None:
    script = (
        "import sys; from pyrtool.game.games import GAMES; from pyrtool.game.deals import Deal;"
        "from pyrtool.game.position import Position;"
        "from pyrtool import render; rules = GAMES['giza'];"
        "from pyrtool.game.deals import Deal;"
        "position = Position.start(Deal.of(rules.deck, rules));"
        "assert 'PIL' not in sys.modules;"
        "sys.stdout.buffer.write(render(position, width_px=400, title='Giza', stars=1))"
    )
    fresh = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout
    rules = GAMES["giza"]
    position = Position.start(Deal.of(rules.deck, rules))
    render(position, width_px=401, title="another", deck="4color")
    assert render(position, width_px=400, title="Giza", stars=1) == fresh


def test_the_cards_are_where_the_scene_says() -> None:
    """Each card's own corner of the picture is that card's face and no other's."""
    position = start(GAMES["giza"])
    scene = compose(position)
    scale = 1200 / scene.width
    page = png.draw(scene, PictureSettings(width_px=1200))

    def index(card: Card) -> Image.Image:
        width = round(scale)
        small = face_in_pixels(card, DECKS["2color"], width).convert("L")
        return small.crop((4, 6, round(0.26 * width), round(0.6 * width)))

    indices = {card: index(card) for card in Card.ALL}
    for face in scene.faces:
        x, y = round(face.x * scale) + 4, round(face.y * scale) + 6
        size = indices[face.card].size
        seen = page.crop((x, y, x + size[0], y + size[1])).convert("L")

        def unlike(card: Card, seen: Image.Image = seen) -> int:
            levels = ImageChops.difference(indices[card], seen).histogram()
            return sum(level * count for level, count in enumerate(levels))

        same_colour = [card for card in Card.ALL if card.suit % 3 == face.card.suit % 3 != 0]
        others = [card for card in same_colour or Card.ALL if card is not face.card]
        assert unlike(face.card) < min(map(unlike, others))


@pytest.mark.parametrize("kind", MARKS)
def test_a_mark_changes_the_card_it_is_on(kind: str) -> None:
    position = start(GAMES["giza"])
    card = position.tableau[-1]
    assert card is not None
    plain = decoded(render(position)).convert("RGB")
    marked = decoded(render(position, marks={card: kind})).convert("RGB")
    box = ImageChops.difference(plain, marked).getbbox()
    scene = compose(position)
    face = next(face for face in scene.faces if face.card == card)
    scale = 1200 / scene.width
    assert box is not None
    assert box[0] >= face.x * scale - 10 and box[2] <= (face.x + 1) * scale + 10
    if not LINES[MARKS[kind].line].is_tinted:  # nothing lies on the index
        left, top = round(face.x * scale), round(face.y * scale)
        index = (left + 2, top + 2, left + round(0.3 * scale), top + round(0.6 * scale))
        assert plain.crop(index).tobytes() == marked.crop(index).tobytes()
    # Without colour the mark is still seen: badge and frame differ in lightness.
    grey = ImageChops.difference(plain.convert("L"), marked.convert("L")).crop(box)
    assert sum(grey.histogram()[60:]) > 100
    # A block and a step have the same signs.
    assert len({(mark.sign, mark.line) for mark in MARKS.values()}) == len(MARKS) - 2


def test_the_exposed_mark_leaves_the_face_white() -> None:
    position = start(GAMES["giza"])
    exposed = position.exposed()
    assert len(exposed) == 15 and exposed == position.available()
    plain = decoded(render(position)).convert("RGB")
    marked = decoded(render(position, marks=dict.fromkeys(exposed, "exposed"))).convert("RGB")
    counts = [p.getcolors(1 << 24) or [] for p in (plain, marked)]
    whites = [sum(n for n, c in count if c == (255,) * 3) for count in counts]
    assert 0.97 * whites[0] < whites[1] < whites[0]


def test_the_printed_size_is_kept_in_the_file() -> None:
    position = start(GAMES["giza"])
    plain, sized = decoded(render(position)), decoded(render(position, dpi=300))
    assert "dpi" not in plain.info
    assert sized.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    assert plain.tobytes() == sized.tobytes()


PIXELS = {
    "2color": "8206ac41faab897d1b9b07cca8e305bb23c42ec05dcfbe40cc242b610814ed00",
    "4color": "3d166bacbb7a2c26d817c64bbbe5341f44372125bffcc7888106a3b77a7136d7",
    "4color-classic": "7d056084676b8f82a8ae20d0fdca889ee0be3f8b8e8efabb428429e3f913a19d",
}
"""The SHA-256 of the RGB pixels of a picture in each deck, as Pillow `PIXELS_OF` makes them."""
PIXELS_OF = "13.0"


@pytest.mark.skipif(
    not PIL.__version__.startswith(f"{PIXELS_OF}."),
    reason=f"the digests are of Pillow {PIXELS_OF}, this is {PIL.__version__}",
)
@pytest.mark.parametrize("deck", DECKS)
def test_the_same_pixels_on_every_machine(deck: str) -> None:
    position = Position.start(deal(2, "giza"))
    marks = dict(zip(position.exposed(), list(MARKS) * 2, strict=False))
    content = render(
        position, width_px=1000, deck=deck, title="Giza 2", stars=3, caption=LONG, marks=marks
    )
    pixels = decoded(content).convert("RGB").tobytes()
    assert sha256(pixels).hexdigest() == PIXELS[deck]


def test_marks_of_cards_that_are_gone_are_passed_over() -> None:
    position = start(GAMES["bouquet"])
    king = next(m for m in position.legal_moves() if isinstance(m, Discard) and len(m.cards) == 1)
    later = position.play(king)
    assert render(later, marks={king.cards[0]: "move"}) == render(later)


@pytest.mark.parametrize(
    ("path", "wrong", "words"),
    [
        ("deal.bmp", {}, "deal.bmp: no picture can be written as .bmp: choose from .png"),
        ("deal", {}, "deal: no picture can be written as a file without suffix"),
        ("deal.png", {"width_px": 199}, "width 199: must be 200 to 8000 pixels"),
        ("deal.png", {"width_px": 8001}, "width 8001"),
        ("deal.png", {"deck": "tarot"}, "unknown deck 'tarot': choose from 2color, 4color, 4"),
        ("deal.png", {"background": "red"}, "unknown background 'red': choose from white"),
        ("deal.png", {"stars": 6}, "stars 6: must be 0 to 5"),
        ("deal.png", {"marks": {Card.ALL[0]: "gone"}}, "unknown mark 'gone': choose from"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, wrong: dict[str, object], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RenderError) as refused:
        render(start(GAMES["giza"]), path, **wrong)  # type: ignore[arg-type]
    assert str(refused.value).startswith(words)
    assert "\n" not in str(refused.value)
    assert isinstance(refused.value, ValueError)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_does_not_exist_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        render(start(GAMES["giza"]), tmp_path / "none" / "giza.png", width_px=200)


LINE = Text("10♦, B♥ and 6♠ of Dame7", 0.2, 1.0, 0.5, "caption")


@pytest.mark.parametrize("background", THEMES)
@pytest.mark.parametrize("deck", DECKS)
def test_cards_in_a_caption_are_coloured(deck: str, background: str) -> None:
    theme = THEMES[background]
    colours = inks(LINE, theme, DECKS[deck])
    diamond, heart = colours[0], colours[5]
    assert colours[:7] == [diamond] * 3 + [theme.text] * 2 + [heart] * 2
    spade = ["#000000" if theme.chip else theme.text] * 2
    assert colours[7:] == [theme.text] * 5 + spade + [theme.text] * (len(LINE.text) - 14)
    assert (diamond == heart) == (deck == "2color") and theme.text not in (diamond, heart)
    page = theme.page or theme.halo or ""
    for colour in colours:
        assert contrast(colour, page if colour == theme.text else theme.chip or page) >= 4.5
    assert len(chips(LINE, theme)) == (3 if theme.chip else 0)

    scene = Scene(8.0, 1.5, (), (), (LINE,))
    look = PictureSettings(width_px=800, deck=deck, background=background)
    drawing = svg.paint(scene, look).decode()
    glyphs = 5 if deck == "2color" else 2
    assert drawing.count(f' fill="{heart}"') == glyphs * (2 if theme.halo else 1)

    picture = decoded(png.paint(scene, look))
    plain = Image.new("RGB", picture.size, heart)
    off = ImageChops.difference(picture.convert("RGB"), plain).split()
    farthest = ImageChops.lighter(ImageChops.lighter(off[0], off[1]), off[2])
    assert sum(farthest.histogram()[:16]) > 200


def test_letters_and_numbers_alone_have_the_colour_of_their_line() -> None:
    theme = THEMES["white"]
    roles: tuple[Role, ...] = ("title", "subtitle", "label", "stars")
    for role in roles:
        line = Text("7H, 10 and no ♣ left", 0.0, 1.0, 0.5, role)
        assert set(inks(line, theme, DECKS["2color"])) == {role_ink(role, theme)}


CASES = {
    "microsoft": (GAMES["microsoft"], 9),
    "par": (GAMES["par"], 9),
    "tut": (GAMES["tut"], 9),
    "king-tut": (GAMES["king-tut"], 180),
    "auto on turn": (replace(GAMES["pyramid"], stock_waste="auto-on-turn"), 47),
}


def solved(rules: Rules, number: int) -> tuple[tuple[Move, ...], list[Position]]:
    moves, start = won(deal(number, rules)).moves, Position.start(deal(number, rules))
    return moves, list(accumulate(moves, lambda at, move: at.play(move), initial=start))


def piles(scene: Scene, position: Position) -> dict[str, list[Card]]:
    """The cards under each label beside the tableau, line by line from the left."""
    tableau = [face for face in scene.faces if face.card in position.tableau]
    assert len(tableau) == sum(card is not None for card in position.tableau)
    labels = [text for text in scene.texts if text.role == "label"]
    found: dict[str, list[Card]] = {label.text.partition(",")[0]: [] for label in labels}
    beside = [face for face in scene.faces if face not in tableau]
    for face in sorted(beside, key=lambda face: (face.y, face.x)):
        nearest = max(label.y for label in labels if label.y < face.y)
        line = [label for label in labels if label.y == nearest and label.x <= face.x + 0.01]
        label = max(line, key=lambda label: label.x)
        found[label.text.partition(",")[0]].append(face.card)
    return found


@pytest.mark.parametrize("name", [*CASES, "day"])
def test_as_seen_the_stock_is_one_pile_beside_the_others(name: str) -> None:
    rules, number = CASES.get(name) or (GAMES["day"], 1)
    for after in range(4):
        position = Position.start(deal(number, rules))
        for _ in range(after):
            position = position.play(DealStock(1 if rules.wastes > 1 else 0))
        scene = compose(position, as_seen=True)
        (back,) = [face for face in scene.faces if face.down]
        assert back.card == position.stock[0]
        shown = {*position.tableau, *sum(position.wastes, ()), position.turned, back.card}
        assert {face.card for face in scene.faces} == shown - {None}
        labels = [text for text in scene.texts if text.role == "label"]
        assert labels[-1].text.partition(",")[0] == f"Stock {len(position.stock)}"
        assert labels[-1].x == pytest.approx(back.x) and len({label.y for label in labels}) == 1
        assert_on_page(scene)


@pytest.mark.parametrize("name", CASES)
def test_after_any_moves_waste_turned_card_and_stock_lie_in_dealing_order(name: str) -> None:
    rules, number = CASES[name]
    _, positions = solved(rules, number)
    start = positions[0]
    first = [card for card in (start.turned, *start.stock) if card is not None]
    passes = set()
    for position in positions:
        scene = compose(position)
        shown = piles(scene, position)
        stock = shown.get("Stock", [])
        turned = [] if position.turned is None else [position.turned]
        if any(text.text == "Stock, in the order of dealing" for text in scene.texts):
            assert stock == [*turned, *position.stock] == first and not position.waste
            continue
        assert shown.get("Waste", []) + shown.get("Top", []) == list(position.waste)
        assert shown.get("Turned", []) == turned
        assert stock == list(position.stock)
        assert [card for card in first if card in position.stock] == stock
        if position.stock or position.waste:
            words = " ".join(text.text for text in scene.texts)
            assert (f", pass {position.pass_number}" in words) == (rules.passes != 1)
            passes.add(position.pass_number)
    assert max(passes) == positions[-1].pass_number or not positions[-1].waste


def test_the_top_of_a_waste_of_several_rows_lies_apart_beside_the_turned_card() -> None:
    position = Position.start(deal(2, GAMES["pyramid"]))
    for _ in range(15):
        position = position.play(DealStock())
    scene = compose(position)
    shown = piles(scene, position)
    assert shown["Top"] == [position.waste[-1]]
    spots = {face.card: face for face in scene.faces}
    assert position.turned is not None
    top, turned = spots[position.waste[-1]], spots[position.turned]
    assert top.y == turned.y == spots[position.waste[0]].y and top.x + 1 < turned.x
    assert all(spots[card].x + 1 < top.x for card in position.waste[:-1])


@pytest.mark.parametrize("name", CASES)
def test_a_solution_draws_every_discard_and_counts_every_move(name: str) -> None:
    rules, number = CASES[name]
    moves, positions = solved(rules, number)
    text = format_solution(moves, positions[0])
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    count = 0
    for line in lines:
        words = line.replace(":", " ").split()
        if words[0] == "Pass":
            count += 1 if "redeal" in words else 0
        elif words[0] == "deal":
            count += int(words[1].partition("x")[0])
            words = words[2:]
        numbers = [int(word[:-1]) for word in words if word[:-1].isdigit() and word[-1] == "."]
        for counted_moves in numbers:
            count += "redeal" not in words
            assert counted_moves == count, line
    assert count == len(moves)
    for position in positions:
        for pair in position.vanished:
            assert "auto " + " + ".join(map(str, pair)) in text
    passes = [line for line in lines if line.startswith("Pass")]
    assert len(passes) == (positions[-1].pass_number if positions[-1].pass_number > 1 else 0)


@pytest.mark.parametrize("width_px", [300, 1200])
@pytest.mark.parametrize("label_times", [1.0, 2.2])
@pytest.mark.parametrize("name", ["alonso", "up-and-down", "day", "microsoft"])
def test_no_label_runs_into_the_next(name: str, label_times: float, width_px: int) -> None:
    position = Position.start(deal(1, GAMES[name]))
    for dealt in range(position.rules.stock_size):
        scene = compose(position, PictureSettings(width_px=width_px), label_times=label_times)
        labels = [text for text in scene.texts if text.role == "label"]
        for left, right in pairwise(labels):
            assert left.y != right.y or left.x + left.width < right.x, (dealt, left, right)
        counted_passes = sum(", pass 1 of" in label.text for label in labels)
        assert counted_passes == (0 if dealt == 0 or label_times > 1 else 1)
        position = position.play(DealStock(1 if name == "day" else 0))
