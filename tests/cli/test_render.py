"""``pyrtool render``: which files appear, and what is rejected before anything is drawn."""

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from pyrtool import Position, deal, render
from pyrtool.game.games import GAMES, Rules
from pyrtool.notation import format_deal, format_position, parse_position
from pyrtool.notation.pictured import format_pictured
from pyrtool.pictures import PictureSettings, animate, draw_position, strip
from pyrtool.pictures.lettering import descriptions as render_words

from ..commands import answer, complaint, run
from ..dealing import won

TWO = deal(2, "giza")
GIZA = Position.start(TWO)
PLAIN = ("2", "-g", "giza", "--width", "300", "--no-title")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def drawn(file: Path, *words: str, input: str | None = None) -> bytes:
    """What the command with these words writes to a file."""
    assert answer("render", *words, "-o", file, input=input) == ""
    return file.read_bytes()


def test_one_picture(tmp_path: Path) -> None:
    picture = drawn(tmp_path / "deal.png", "2", "-g", "giza", "--width", "300")
    assert picture == render(TWO, width_px=300, title="Giza, deal 2")
    assert names(tmp_path) == ["deal.png"]


@pytest.mark.parametrize(
    ("words", "title"),
    [
        (("5", "-g", "king-tut"), "King Tut, deal 5"),
        (("617", "--numbering", "freecell"), "Pyramid, FreeCell deal 617"),
    ],
)
def test_the_title_names_the_game_and_the_deal(
    words: tuple[str, ...], title: str, tmp_path: Path
) -> None:
    assert f">{title}</title>" in drawn(tmp_path / "deal.svg", *words).decode()


@pytest.mark.parametrize(
    ("words", "subtitle"),
    [
        (("2", "-g", "giza", "--overlap"), "Overlap discards"),
        (("2", "-g", "giza", "--after", "10"), "After 10 of 28 moves"),
        (("1", "--rows", "5"), "5 rows"),
        (("1", "--rows", "5", "--columns", "2x9"), "5 rows, 2 columns of 9 each"),
        (("1", "-g", "eleven-triangle", "--pairs", "none"), "Pairs that add to 13"),
        (("2", "-g", "giza", "--overlap", "--no-title"), None),
        (("2", "-g", "giza"), None),
    ],
)
def test_the_subtitle_names_changed_rules_and_the_place(
    words: tuple[str, ...], subtitle: str | None, tmp_path: Path
) -> None:
    picture = drawn(tmp_path / "deal.svg", *words).decode()
    description = picture.partition('<desc id="desc">')[2].splitlines()[0]
    assert description == subtitle if subtitle else description.startswith("Pyramid")


def test_after_some_moves(tmp_path: Path) -> None:
    words = (*PLAIN, "--after", "3", "--caption", "After three moves", "--deck", "4color")
    moves = won(TWO).moves[:3]
    look = PictureSettings(width_px=300, deck="4color", caption="After three moves")
    look = replace(look, carried=format_pictured(TWO, after=moves))
    assert drawn(tmp_path / "deal.png", *words) == draw_position(GIZA.play_all(moves), None, look)


def test_exposed_cards_are_marked_and_the_size_is_kept(tmp_path: Path) -> None:
    picture = drawn(tmp_path / "deal.png", *PLAIN, "--mark-exposed", "--dpi", "150")
    marks = dict.fromkeys(GIZA.exposed(), "exposed")
    assert picture == render(TWO, width_px=300, dpi=150, marks=marks)


def test_turned_card_and_waste_top_are_marked_too(tmp_path: Path) -> None:
    words = ("67", "-g", "microsoft", "--after", "8", "--mark-exposed")
    picture = drawn(tmp_path / "deal.svg", *words).decode()
    marked = picture.partition("Marked as exposed: ")[2].partition(".")[0].split(", ")
    chosen = deal(67, "microsoft")
    position = Position.start(chosen).play_all(won(chosen).moves[:8])
    assert position.turned is not None and position.waste
    assert sorted(marked) == sorted(map(render_words.name, position.available()))


def test_every_kind_of_picture(tmp_path: Path) -> None:
    moves, title = won(TWO).moves, "Giza, deal 2"
    words = ("2", "-g", "giza", "--width", "300")
    for suffix in (".svg", ".pdf"):
        picture = drawn(tmp_path / f"deal{suffix}", *words, "--dpi", "200")
        same = tmp_path / f"same{suffix}"
        assert picture == render(TWO, same, width_px=300, dpi=200, title=title)
    more = ("--strip", "5", "--caption", "So it goes", "--mark-exposed")
    picture = drawn(tmp_path / "strip.png", *words, *more)
    look = PictureSettings(width_px=300, title=title, caption="So it goes")
    look = replace(look, carried=format_pictured(TWO))
    assert picture == strip(GIZA, moves, 5, settings=look, mark_exposed=True)
    picture, same = drawn(tmp_path / "still.webp", *words, "--after", "1"), tmp_path / "same.webp"
    look = replace(look, caption=None, subtitle="After 1 of 28 moves")
    look = replace(look, carried=format_pictured(TWO, after=moves[:1]))
    assert picture == draw_position(GIZA.play(moves[0]), same, look)


def test_a_moving_picture(tmp_path: Path) -> None:
    position = parse_position("5 / 6 7 stock 8", Rules(rows=2))
    file, same = tmp_path / "film.webp", tmp_path / "same.webp"
    words = ("-", "--rows", "2", "--frame-ms", "300", "--no-loop", "--no-title", "--width", "200")
    moves, settings = won(position).moves, PictureSettings(width_px=200)
    assert drawn(file, *words, input=format_position(position)) == animate(
        position, moves, same, settings, frame_ms=300, loop=False
    )


def test_a_moving_picture_is_600_pixels_wide_a_still_one_1200(tmp_path: Path) -> None:
    for name, words, width in (("a.gif", (), 600), ("b.gif", ("--after", "0"), 1200)):
        short = ("-", "--rows", "2", "--goal", "pyramid", "-o", str(tmp_path / name))
        answer("render", *short, *words, input="5 / -- -- stock 8")
        with Image.open(tmp_path / name) as picture:
            assert picture.width == width


@pytest.mark.parametrize("words", [("render", "--width", "200"), ("book",)])
def test_a_deal_left_open_is_named_and_not_drawn(words: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / ("{deal}.webp" if "render" in words else "book.pdf")
    result = run(*words, "9", "--limit-nodes", "1", "-o", file)
    assert result.exit_code == 3
    assert result.stderr == "pyrtool: deal 9 (native): unknown, the limit on nodes was reached\n"
    assert names(tmp_path) == []


def test_what_blocks_is_marked_rather_than_what_is_exposed(tmp_path: Path) -> None:
    file, words = tmp_path / "deal.png", ("3", "-g", "giza", "--width", "300", "--block")
    assert drawn(file, *words) != drawn(file, *words, "--mark-exposed")


def test_a_picture_of_what_a_player_sees(tmp_path: Path) -> None:
    start, title = deal(5, GAMES["thirteen"]), "Thirteen, deal 5"
    settings = PictureSettings(width_px=300, title=title)
    for name in ("deal.png", "deal.webp"):  # which shows a game in motion unless it shows a table
        file = tmp_path / name
        picture = drawn(file, "5", "-g", "thirteen", "--as-seen", "--width", "300")
        assert picture == draw_position(start, file, settings=settings, as_seen=True)
    assert picture != render(start, file, width_px=300, title=title)


def test_several_pictures(tmp_path: Path) -> None:
    text = "\n".join(format_deal(deal(number).cards) for number in (4, 5))
    words = ("-o", str(tmp_path / "deal-{deal}.png"), "--width", "200")
    answer("render", "1-3", "-", *words, input=text)
    assert names(tmp_path) == [
        "deal-1.png", "deal-2.png", "deal-3.png", "deal-text-1.png", "deal-text-2.png"
    ]  # fmt: skip
    with Image.open(tmp_path / "deal-text-2.png") as picture:
        assert picture.width == 200


def test_pictures_are_numbered_in_names_and_titles(tmp_path: Path) -> None:
    words = ("-o", str(tmp_path / "{n}-{deal}.svg"), "--title", "No. {n}, deal {deal}")
    answer("render", "2", "9", "2", "-g", "giza", *words)
    assert names(tmp_path) == ["1-2.svg", "2-9.svg", "3-2.svg"]
    assert ">No. 3, deal 2</title>" in (tmp_path / "3-2.svg").read_text()


def test_a_deal_of_a_file_may_not_come_twice(tmp_path: Path) -> None:
    text = answer("deal", "4-5", "--format", "ndjson")
    message = complaint("render", "-", "5", "-o", str(tmp_path / "{deal}.png"), input=text)
    assert message.endswith("5.png: two pictures would get this name, as 5 is there twice "
                         "({n} in place of {deal} numbers the pictures)")  # fmt: skip
    assert names(tmp_path) == []


def test_only_kept_deals_are_drawn(tmp_path: Path) -> None:
    words = ("-o", str(tmp_path / "{deal}.png"), "--width", "200", "--keep-if", "winnable")
    answer("render", "1-3", "-g", "giza", *words)
    assert names(tmp_path) == ["2.png"]
