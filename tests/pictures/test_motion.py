"""Moving pictures: a frame for each move, each exactly as a still would be, in small files."""

import io
import re
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from PIL import Image, ImageChops

from pyrtool import Card, deal, render
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import DealStock, Discard, IllegalMoveError, Move, Position, Redeal
from pyrtool.pictures import MOVING, PictureSettings, RenderError, animate
from pyrtool.pictures.decks import FACE_HEIGHT
from pyrtool.pictures.painters import png
from pyrtool.pictures.painters.animated import changes
from pyrtool.pictures.scenes.animations import (
    BETWEEN,
    BETWEEN_MS,
    LAST,
    OPENING,
    film,
    in_short,
    steps,
)
from pyrtool.pictures.scenes.positions import MARGIN

from ..pictured import GIZA, GIZA_MOVES, assert_on_page, decoded, start, winnable

MOST_BYTES = {".webp": 415_000, ".apng": 480_000, ".gif": 675_000}
"""The solution of Giza deal 2, 28 moves, in the usual 600 pixels: a tenth above what is measured.
Two cards fly with their faces; half of a file is these faces and what they uncover."""


def frames(content: bytes) -> tuple[list[Image.Image], list[float]]:
    """The pictures as shown, and how long each is, in milliseconds."""
    shown, times = [], []
    with Image.open(io.BytesIO(content)) as film:
        for number in range(getattr(film, "n_frames", 1)):
            film.seek(number)
            shown.append(film.convert("RGBA"))
            times.append(film.info["duration"])
    return shown, times


def same(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures are alike wherever they can be seen."""
    if one.size == other.size and one.tobytes() == other.tobytes():
        return True
    black = Image.new("RGBA", one.size, "#000000")
    white = Image.new("RGBA", one.size, "#FFFFFF")
    return all(
        ImageChops.difference(
            Image.alpha_composite(ground, one), Image.alpha_composite(ground, other)
        ).getbbox(alpha_only=False)
        is None
        for ground in (black, white)
    )


@pytest.mark.slow
def test_every_frame_of_a_small_file_is_the_still_picture_of_its_moment(tmp_path: Path) -> None:
    look = PictureSettings(title="Giza, deal 2", width_px=600)
    shots = film(steps(GIZA, GIZA_MOVES, look), 550, won=True)
    stills = [decoded(png.paint(shot.scene, look)).convert("RGBA") for shot in shots]
    for suffix in MOVING:
        content = animate(GIZA, GIZA_MOVES, tmp_path / f"x{suffix}", replace(look, width_px=None))
        shown, times = frames(content)
        assert len(shown) == 2 + (1 + BETWEEN) * len(GIZA_MOVES)
        assert times == [shot.ms for shot in shots]
        assert all(same(frame, still) for frame, still in zip(shown, stills, strict=True))
        assert len(content) < MOST_BYTES[suffix]


@pytest.mark.slow
@pytest.mark.parametrize("suffix", MOVING)
def test_the_same_game_gives_the_same_bytes_in_the_file(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"x{suffix}"
    look = {"width_px": 300, "background": "dark", "deck": "4color"}
    first = animate(GIZA, GIZA_MOVES[:9], path, PictureSettings(**look))  # type: ignore[arg-type]
    assert path.read_bytes() == first
    assert animate(GIZA, GIZA_MOVES[:9], path, PictureSettings(**look)) == first  # type: ignore[arg-type]
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("suffix", MOVING)
def test_pace_and_loop_are_kept_in_the_file(tmp_path: Path, suffix: str) -> None:
    path, small = tmp_path / f"x{suffix}", PictureSettings(width_px=200)
    for loop in (True, False):
        content = animate(GIZA, GIZA_MOVES[:2], path, small, frame_ms=250, loop=loop)
        assert frames(content)[1] == [750, *[170, *[40] * 2] * 2, 1000]
        with Image.open(io.BytesIO(content)) as film:
            # 0 is for ever; a GIF without the number is shown once.
            assert film.info.get("loop", 1) == (0 if loop else 1)


def test_a_gif_has_one_palette_for_all_frames(tmp_path: Path) -> None:
    content = animate(GIZA, GIZA_MOVES[:3], tmp_path / "x.gif", PictureSettings(width_px=300))
    assert content[10] & 0x80, "a palette for all"
    at, local = 13 + 3 * 256, 0
    while content[at] != 0x3B:
        if content[at] == 0x21:  # an extension: label, then blocks
            at += 2
        else:
            assert content[at] == 0x2C
            local += bool(content[at + 9] & 0x80)
            at += 11
        while content[at]:
            at += content[at] + 1
        at += 1
    assert local == 0


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".webp", ".apng"])
def test_on_a_transparent_page_what_is_gone_is_gone(tmp_path: Path, suffix: str) -> None:
    look = PictureSettings(width_px=200, background="transparent")
    shown, _ = frames(animate(GIZA, GIZA_MOVES, tmp_path / f"x{suffix}", look))
    shots = film(steps(GIZA, GIZA_MOVES, PictureSettings(width_px=200)), 550, won=True)
    for i in (0, 1, 44, 45, 85):
        scene = shots[i].scene
        assert same(shown[i], png.draw(scene, look))
    assert shown[0].getpixel((16, 147)) != (0, 0, 0, 0)
    assert shown[-1].getpixel((16, 147)) == (0, 0, 0, 0)


def test_frames_without_a_free_colour_are_kept_whole() -> None:
    full = Image.frombytes("P", (16, 16), bytes(range(256)))
    full.putpalette(bytes(range(256)) * 3)
    assert changes([full, full]) == ([full, full], None)


# What the frames show.


def test_a_game_that_was_won_ends_with_one_large_word_above_the_deal() -> None:
    scenes = steps(GIZA, GIZA_MOVES, PictureSettings(title="Giza, deal 2"))
    *_, before, end = film(scenes, 550, won=True)
    assert end.scene.words("title") == ["Giza, deal 2", "Solved"]
    assert end.scene.words("caption") == ["Solved in 28 moves."]
    assert {spot.card for spot in end.scene.faces} == set(Card.ALL) and not end.scene.slots
    ratios = [one.scene.width / one.scene.height for one in (before, end)]
    assert ratios[1] == pytest.approx(ratios[0])
    assert_on_page(end.scene)
    (word,) = [text for text in end.scene.texts if text.text == "Solved"]
    assert word.width == pytest.approx(end.scene.width / 2)
    top, left = min(f.y for f in end.scene.faces), min(f.x for f in end.scene.faces)
    (title,) = [text for text in end.scene.texts if text.text == "Giza, deal 2"]
    assert title.y < word.y - word.size and word.y < top
    right = max(face.x for face in end.scene.faces) + 1
    assert right - left > end.scene.width / 2 and left + right == pytest.approx(end.scene.width)
    (caption,) = [text for text in end.scene.texts if text.role == "caption"]
    assert max(face.y for face in end.scene.faces) + FACE_HEIGHT < caption.y - caption.size


@pytest.mark.parametrize("game", ["giza", "par", "tut", "bouquet"])
def test_each_frame_marks_the_cards_of_its_move_and_names_it(game: str) -> None:
    rules = GAMES[game]
    position, moves = next(winnable(game))
    scenes = steps(position, moves, PictureSettings(title="A game", caption="Play on.", stars=2))
    assert len({(scene.width, scene.height) for scene in scenes}) == 1
    assert scenes[0].words("caption")[0] == f"The deal: {len(moves)} moves to come."
    assert not any(spot.mark for spot in scenes[0].faces)
    lines, made = set(), 0
    for scene in scenes[1:-1]:
        assert_on_page(scene)
        caption = next(text for text in scene.texts if text.text.startswith("Move"))
        numbers = re.match(rf"Moves? (\d+)(?: to (\d+))? of {len(moves)}: (.*)", caption.text)
        assert numbers is not None and int(numbers[1]) == made + 1
        marked = {spot.card for spot in scene.faces if spot.mark is not None}
        for move in moves[made : int(numbers[2] or numbers[1])]:
            if isinstance(move, Discard):
                assert marked == set(move.cards)
            elif isinstance(move, DealStock):
                turned = [position.turned] if position.turned else position.stock[: rules.draw]
                assert set(turned) <= marked
            else:
                assert isinstance(move, Redeal) and not marked
            assert numbers[2] or numbers[3] == in_short([position], [move])
            assert not numbers[2] or isinstance(move, DealStock)
            position = position.play(move)
            made += 1
        lines.add(caption.y)
    assert made == len(moves)
    assert len(lines) == 1, "the line stays where it is"
    assert f"Solved in {len(moves)} moves" in scenes[-1].words("caption")[0]
    assert not any(spot.mark for spot in scenes[-1].faces)
    assert all(min(text.x for text in scene.texts) >= MARGIN for scene in scenes)


def test_what_cannot_be_drawn_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(RenderError, match=r"x\.png: does not move: choose from \.webp, \.apng"):
        animate(GIZA, GIZA_MOVES[:2], tmp_path / "x.png")
    turned, small = GIZA_MOVES[1:] + GIZA_MOVES[:1], PictureSettings(width_px=200)
    with pytest.raises(IllegalMoveError):
        animate(GIZA, turned, tmp_path / "x.webp", small)
    assert not list(tmp_path.iterdir())


# Stills of the same formats.


@pytest.mark.parametrize("suffix", MOVING)
def test_a_still_has_the_colours_of_the_png(tmp_path: Path, suffix: str) -> None:
    content = render(GIZA, tmp_path / f"x{suffix}", width_px=400, title="Giza")
    image = decoded(content)
    assert getattr(image, "n_frames", 1) == 1
    still = decoded(render(GIZA, width_px=400, title="Giza"))
    assert same(image.convert("RGBA"), still.convert("RGBA"))


@pytest.mark.slow
def test_a_webp_is_never_too_tall(tmp_path: Path) -> None:
    with pytest.raises(RenderError, match="WebP allows 16383"):
        render(GIZA, tmp_path / "x.webp", width_px=8000, caption="on and on " * 2000)


def test_deals_in_a_row_are_one_step_and_sixty_moves_take_less_than_forty_seconds() -> None:
    position = start(GAMES["pyramid"])
    moves = (DealStock(),) * 5
    assert len(steps(position, moves)) == 3
    scenes = (steps(GIZA, GIZA_MOVES) * 3)[:62]
    shots = film(scenes, 550)
    assert shots[0].ms == 550 * OPENING and shots[-1].ms == 550 * LAST
    assert sum(shot.ms for shot in shots) == 550 * (OPENING + 60 + LAST) < 40_000


def test_between_two_steps_cards_go_or_move() -> None:
    shots = film(steps(GIZA, GIZA_MOVES[:1]), 550)
    assert BETWEEN == 2 and [shot.ms for shot in shots[2:4]] == [BETWEEN_MS] * BETWEEN
    assert isinstance(GIZA_MOVES[0], Discard)
    ways = [
        [(face.x, face.y) for face in shot.scene.faces if face.card in GIZA_MOVES[0].cards]
        for shot in shots[2:4]
    ]
    assert [len(way) for way in ways] == [2] * BETWEEN  # the cards themselves, until they meet
    assert len({place for way in ways for place in way}) == 2 * BETWEEN
    assert len(film(steps(GIZA, GIZA_MOVES[:1]), 30)) == 3


def moves_of(position: Position, count: int) -> tuple[Move, ...]:
    """The first legal moves, whatever they are."""
    played: list[Move] = []
    for _ in range(count):
        played.append(next(position.legal_moves()))
        position = position.play(played[-1])
    return tuple(played)


@pytest.mark.parametrize(("how", "expected"), [("auto", ""), ("auto-on-turn", ", 2♦ and J♠")])
def test_pairs_that_vanish_are_named_with_the_step(
    how: Literal["auto", "auto-on-turn"], expected: str
) -> None:
    rules = replace(GAMES["pyramid"], stock_waste=how)
    scenes = steps(Position.start(deal(5, rules)), [DealStock()] * 12)
    (caption,) = scenes[1].words("caption")
    assert caption == f"Moves 1 to 12 of 12: deal 12 times; 5♣ and 8♦{expected} vanish"


def test_a_game_that_is_not_won_can_be_shown_too() -> None:
    position = start(GAMES["pyramid"])
    moves = moves_of(position, 5)
    scenes = steps(position, moves)
    left = len(scenes[-1].faces)
    assert scenes[-1].words("caption") == [f"After 5 moves: {left} cards left."]


def test_a_table_without_cards_is_shown_as_it_is(tmp_path: Path) -> None:
    rules = Rules(rows=1, reserve=2, total=3, suits=1, stock="none")
    empty = Position.of(rules, [None] * 3)
    opening, *_, end = film(steps(empty, ()), 550, won=True)
    assert not opening.scene.faces and end.scene.words("caption") == ["Solved in 0 moves."]
    assert animate(empty, (), tmp_path / "x.gif")
