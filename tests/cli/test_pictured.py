"""Pictures and pages as input: each carries its deal, its game, and the moves so far."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from pyrtool import Deal, Position, deal, render, solve
from pyrtool.game.position import Move
from pyrtool.notation.files import Found, read_deals
from pyrtool.notation.pictured import format_pictured, parse_pictured
from pyrtool.notation.rules import STANDARD, Defaults, NamedRules
from pyrtool.pictures import PictureSettings, draw_position

from ..commands import answer, complaint, run
from ..playouts import lines_of_play

pytestmark = pytest.mark.usefixtures("in_this_process")

KINDS = ("png", "svg", "webp", "apng", "pdf", "html")


def carried(content: bytes) -> Found:
    lines = parse_pictured(content)
    assert lines is not None
    (found,) = read_deals(lines, Defaults(NamedRules.of(STANDARD, deal(1).rules)))
    return found


@given(lines_of_play())
def test_every_position_is_read_again(line: tuple[Position, tuple[Move, ...]]) -> None:
    start, moves = line
    text = format_pictured(start, after=moves)
    found = carried(b"\x89 before" + text.encode() + b"\0 after")
    assert found.moves == moves
    assert parse_pictured(b"[pyrtool deal: never ended " + text.encode()) == parse_pictured(
        text.encode()
    )
    read = found.deal if isinstance(found.deal, Position) else Position.start(found.deal)
    assert read == start


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_is_a_deal(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"two.{kind}"
    width = () if kind == "html" else ("--width", 200)  # it is drawn in no time
    answer("render", 2, "--game", "giza", "--overlap", "-o", path, *width)
    assert answer("solve", path) == answer("solve", 2, "--game", "giza", "--overlap")
    own = Deal.of(deal(8, "giza").cards, "giza")
    least: dict[str, Any] = {"width_px": 200} if width else {}
    found = carried(render(own, tmp_path / f"own.{kind}", **least))
    assert (found.deal, found.named.game) == (own, "giza")
    assert answer("deal", path, "--diagram") == answer(
        "deal", 2, "--diagram", "--game", "giza", "--overlap"
    )


def test_a_picture_carries_the_moves_up_to_what_it_shows(tmp_path: Path) -> None:
    path = tmp_path / "after.png"
    answer("render", 2, "--game", "giza", "--after", 7, "-o", path)
    two = deal(2, "giza")
    assert carried(path.read_bytes()).moves == solve(two).moves[:7]  # type: ignore[union-attr]
    again = tmp_path / "again.svg"
    answer("render", path, "-o", again)
    assert carried(again.read_bytes()).moves == carried(path.read_bytes()).moves
    answer("book", again, "-o", tmp_path / "book.pdf")
    assert "deal 2 (native), giza, after 7 moves" in answer("solve", again)
    assert run("solve", "-", input=path.read_bytes()).stdout == answer("solve", path)


def test_the_cards_of_a_picture_are_no_moves(tmp_path: Path) -> None:
    path = tmp_path / "two.png"
    answer("render", 2, "--game", "giza", "-o", path)
    assert "deal 2 (native), giza: no claim: no moves" in answer("verify", path)
    assert complaint("review", path).startswith(f"no moves in {path}")
    answer("render", 2, "--game", "giza", "--after", 7, "-o", path)
    assert "unfinished after 7 moves" in answer("review", path)


def test_a_picture_without_a_deal_says_so(tmp_path: Path) -> None:
    for kind, name in (("png", "a PNG picture"), ("svg", "an SVG picture"), ("html", "a page")):
        path = tmp_path / f"none.{kind}"
        content = render(deal(2, "giza"), tmp_path / f"two.{kind}")
        path.write_bytes(content.replace(b"pyrtool deal: ", b"pyrtool deed: "))
        assert complaint("solve", path) == (
            f"{path}: {name} without a deal: those that pyrtool draws carry theirs"
        )
    path.write_bytes(b"<html></html>")
    assert "a page without a deal" in complaint("solve", path)
    settings = PictureSettings(carried="[pyrtool deal: # deal 2 (native), gaza | 7S KC]")
    path.with_suffix(".png").write_bytes(draw_position(deal(2, "giza"), None, settings))
    assert "none.png, line 1" in complaint("solve", path.with_suffix(".png"))
