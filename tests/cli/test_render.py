"""``pyrtool render``: which files appear, and what is rejected before anything is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from pyrtool.answers.solve import Won, solve
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES
from pyrtool.game.position import Position
from pyrtool.pictures import MOVING, animate, render, strip
from pyrtool.pictures.lettering import words as render_words

from ..commands import answer, complaint, run

PYSOLFC = ("--numbering", "pysolfc", "-o", "{deal}.png")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_one_picture(tmp_path: Path) -> None:
    file = tmp_path / "deal.png"
    assert answer("render", "2", "-g", "giza", "-o", str(file), "--width", "300") == ""
    rules = GAMES["giza"]
    start = Position.start(deal(2, rules))
    assert file.read_bytes() == render(start, width_px=300, title="Giza, deal 2")
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
    file = tmp_path / "deal.svg"
    answer("render", *words, "-o", str(file))
    assert f">{title}</title>" in file.read_text()


@pytest.mark.parametrize(
    ("words", "subtitle"),
    [
        (("2", "-g", "giza", "--overlap"), "Overlap discards"),
        (("2", "-g", "giza", "--after", "10"), "After 10 of 28 moves"),
        (("1", "--rows", "5"), "5 rows"),
        (("1", "--rows", "5", "--columns", "1x9"), "5 rows, 1 column of 9"),
        (("1", "-g", "eleven-triangle", "--pairs", "none"), "Pairs that add to 13"),
        (("2", "-g", "giza", "--overlap", "--no-title"), None),
        (("2", "-g", "giza"), None),
    ],
)
def test_the_subtitle_names_changed_rules_and_the_place(
    words: tuple[str, ...], subtitle: str | None, tmp_path: Path
) -> None:
    file = tmp_path / "deal.svg"
    answer("render", *words, "-o", str(file))
    description = file.read_text().partition('<desc id="desc">')[2].splitlines()[0]
    assert description == subtitle if subtitle else description.startswith("Pyramid")


def test_after_some_moves(tmp_path: Path) -> None:
    file = tmp_path / "deal.png"
    words = ("render", "2", "-g", "giza", "-o", str(file), "--width", "300", "--no-title")
    answer(*words, "--after", "3", "--caption", "After three moves", "--deck", "4color")
    rules = GAMES["giza"]
    position = Position.start(deal(2, rules))
    verdict = solve(deal(2, rules))
    assert isinstance(verdict, Won)
    for move in verdict.moves[:3]:
        position = position.play(move)
    expected = render(position, width_px=300, deck="4color", caption="After three moves")
    assert file.read_bytes() == expected


def test_exposed_cards_are_marked_and_the_size_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "deal.png"
    words = ("render", "2", "-g", "giza", "-o", str(file), "--width", "300", "--no-title")
    answer(*words, "--mark-exposed", "--dpi", "150")
    rules = GAMES["giza"]
    position = Position.start(deal(2, rules))
    marks = dict.fromkeys(position.exposed(), "exposed")
    assert file.read_bytes() == render(position, width_px=300, dpi=150, marks=marks)


def test_turned_card_and_waste_top_are_marked_too(tmp_path: Path) -> None:
    file = tmp_path / "deal.svg"
    answer("render", "67", "-g", "microsoft", "-o", str(file), "--after", "8", "--mark-exposed")
    marked = file.read_text().partition("Marked as exposed: ")[2].partition(".")[0].split(", ")
    rules = GAMES["microsoft"]
    verdict = solve(deal(67, rules))
    assert isinstance(verdict, Won)
    position = Position.start(deal(67, rules)).play_all(verdict.moves[:8])
    assert position.turned is not None and position.waste
    assert sorted(marked) == sorted(map(render_words.name, position.available()))


def test_every_kind_of_picture(tmp_path: Path) -> None:
    rules = GAMES["giza"]
    cards = deal(2, rules).cards
    verdict = solve(Deal.of(cards, rules))
    assert isinstance(verdict, Won)
    position = Position.start(Deal.of(cards, rules))
    words = ("render", "2", "-g", "giza", "--width", "300")
    for suffix in (".svg", ".pdf"):
        file = tmp_path / f"deal{suffix}"
        answer(*words, "-o", str(file), "--dpi", "200")
        expected = render(
            position, tmp_path / f"same{suffix}", width_px=300, dpi=200, title="Giza, deal 2"
        )
        assert file.read_bytes() == expected
    file = tmp_path / "strip.png"
    answer(*words, "-o", str(file), "--strip", "5", "--caption", "So it goes", "--mark-exposed")
    assert file.read_bytes() == strip(
        position,
        verdict.moves,
        5,
        width_px=300,
        title="Giza, deal 2",
        caption="So it goes",
        mark_exposed=True,
    )
    for suffix in MOVING:
        file = tmp_path / f"film{suffix}"
        answer(*words, "-o", str(file), "--frame-ms", "300", "--no-loop", "--no-title")
        same = tmp_path / f"same{suffix}"
        look = {"width_px": 300, "frame_ms": 300, "loop": False}
        assert file.read_bytes() == animate(position, verdict.moves, same, **look)  # type: ignore[arg-type]
        answer(*words, "-o", str(file), "--after", "1")
        assert file.read_bytes() == render(
            position.play(verdict.moves[0]),
            same,
            width_px=300,
            title="Giza, deal 2",
            subtitle="After 1 of 28 moves",
        )


def test_a_moving_picture_is_600_pixels_wide_a_still_one_1200(tmp_path: Path) -> None:
    for name, words, width in (("a.gif", (), 600), ("b.gif", ("--after", "0"), 1200)):
        answer("render", "2", "-g", "giza", "-o", str(tmp_path / name), *words)
        with Image.open(tmp_path / name) as picture:
            assert picture.width == width


def test_a_deal_left_open_is_named_and_the_others_are_drawn(tmp_path: Path) -> None:
    words = ("-o", str(tmp_path / "{deal}.webp"), "--width", "200", "--limit-nodes", "1")
    result = run("render", "9", *words)
    assert result.exit_code == 3
    assert result.stderr == "pyrtool: deal 9 (native): unknown, the limit on nodes was reached\n"
    assert names(tmp_path) == []


def test_what_blocks_is_marked_rather_than_what_is_exposed(tmp_path: Path) -> None:
    file = tmp_path / "deal.png"
    words = ("render", "3", "-g", "giza", "-o", str(file), "--width", "300")
    answer(*words, "--block")
    blocked = file.read_bytes()
    answer(*words, "--block", "--mark-exposed")
    assert file.read_bytes() != blocked


def test_a_picture_of_what_a_player_sees(tmp_path: Path) -> None:
    start = Position.start(deal(5, GAMES["thirteen"]))
    for name in ("deal.png", "deal.webp"):  # which shows a game in motion unless it shows a table
        file = tmp_path / name
        answer("render", "5", "-g", "thirteen", "-o", str(file), "--as-seen", "--width", "300")
        title = "Thirteen, deal 5"
        assert file.read_bytes() == render(start, file, width_px=300, title=title, as_seen=True)
    assert file.read_bytes() != render(start, file, width_px=300, title=title)


def test_several_pictures(tmp_path: Path) -> None:
    text = answer("deal", "4-5")
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


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["1-2", "-o", "x.png"], "x.png: several deals need {deal} or {n} in the name"),
        (["1-3", "2", "-o", "{deal}.png"], "2.png: two pictures would get this name, as 2 is th"),
        (
            ["ms5", "1", "ms4-ms6", *["--numbering", "pysolfc", "-o", "{deal}.png"]],
            "ms5.png: two pictures would get this name",
        ),
        (["1", "--title", "a", "--no-title", "-o", "x.png"], "--title and --no-title exclude each"),
        (["1", "-o", "x.bmp"], "x.bmp: no picture can be written as .bmp"),
        (["1", "-g", "giza", "-o", "x.gif"], "deal 1 (native): there is no solution to be shown"),
        (["1", "-g", "giza", "-o", "x.png", "--strip", "4"], "deal 1 (native): there is no sol"),
        (["2", "-g", "giza", "-o", "x.png", "--strip", "1"], "--strip 1: must be 2 to 40"),
        (["2", "-g", "giza", "-o", "x.png", "--strip", "29"], "--strip 29: 28 moves make at most"),
        (["1", "-o", "x.png", "--strip", "4", "--after", "2"], "--strip and --after exclude each"),
        (["1", "-o", "x.png", "--strip", "4", "--block"], "--strip and --block exclude each"),
        (["1", "-o", "x.html", "--strip", "4"], "--strip and --output x.html exclude each"),
        (["1", "-o", "x.png", "--frame-ms", "100"], "--frame-ms needs --output *.webp"),
        (["1", "-o", "x.gif", "--after", "0", "--loop"], "--loop and --after exclude each other"),
        (["2", "-g", "giza", "-o", "x.gif", "--frame-ms", "5"], "--frame-ms 5: must be 20 to"),
        (["2", "-g", "giza", "-o", "x.gif", "--width", "2001"], "--width 2001: must be 200 to"),
        (["2", "-g", "giza", "-o", "x.webp", "--dpi", "300"], "--dpi needs --output *.png, *.sv"),
        (["2", "-o", "x.webp", "--after", "0", "--dpi", "300"], "--dpi 300: a .webp file has no"),
        (["2", "-g", "giza", "-o", "x.gif", "--mark-exposed"], "--mark-exposed needs --output"),
        (["2", "-g", "giza", "-o", "x.gif", "--background", "transparent"], "background trans"),
        (["1", "-o", "no/x.png"], "no/x.png: there is no folder no"),
        (
            ["1", "-o", "{deal}/x.png"],
            "{deal}/x.png: {deal} is allowed only in the file's",
        ),
        (["1", "-o", "folder.png"], "folder.png: is a folder"),
        (["1", "-o", "x.png", "--width", "10"], "--width 10: must be 200 to 8000"),
        (["1", "-o", "x.png", "--dpi", "9"], "--dpi 9: must be 10 to 10000"),
        (["1", "-o", "x.png", "--deck", "tarot"], "unknown deck 'tarot'"),
        (["1", "-o", "x.png", "--after", "-1"], "--after -1: must not be negative"),
        (["1", "-g", "giza", "-o", "x.png", "--after", "1"], "deal 1 (native): there is no sol"),
        (["2", "-g", "giza", "-o", "x.png", "--after", "29"], "deal 2 (native): the solution has"),
        (["1", "-o", "x.png", "--limit-nodes", "9"], "limits go with what is solved: this pict"),
        (["1", "-o", "x.html", "--as-seen"], "--as-seen and --output x.html exclude each other"),
        (["1", "-o", "x.png", "--as-seen", "--block"], "--as-seen and --block exclude each other"),
        (["1"], "Missing option '--output'"),
    ],
)
def test_nothing_is_drawn_of_wrong_words(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    assert complaint("render", *words).startswith(message)
    assert names(tmp_path) == ["folder.png"]


def test_a_file_that_cannot_be_written() -> None:
    result = run("render", "1", "-o", "/proc/x.png", "--width", "200")
    assert result.exit_code == 2
    assert result.stderr.startswith("pyrtool: /proc/x.png: ")
    assert result.stderr.count("\n") == 1
