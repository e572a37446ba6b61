"""The booklet: its pages, what stands on them, and what is refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from pyrtool.collection import Puzzle, puzzle, puzzles
from pyrtool.render.booklet import MARGIN_MM, PAPERS, PER_PAGE, Problem, booklet
from pyrtool.render.deck import RenderError

from .test_cli import answer, complaint

CHOSEN = (13, 18, 44)
MM = 72 / 25.4
MOST_BYTES = 1_200_000


def problem(one: Puzzle) -> Problem:
    return Problem(one.number, one.title, "Win it.", one.rating.stars, one.start, one.moves)


THREE = [problem(puzzle(number)) for number in CHOSEN]


def texts(content: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pdfium.PdfDocument(content)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_every_page_keeps_its_margins(paper: str, per_page: int) -> None:
    content = booklet(THREE, title="Three hard ones", per_page=per_page, paper=paper)
    assert content == booklet(THREE, title="Three hard ones", per_page=per_page, paper=paper)
    document = pdfium.PdfDocument(content)
    assert len(document) == 1 + -(-len(THREE) // per_page) + 1
    for page in document:
        wide, high = PAPERS[paper]
        assert page.get_size() == pytest.approx((wide * MM, high * MM), abs=0.1)
        ink = page.render(grayscale=True).to_pil().point(lambda grey: 255 * (grey < 250))
        left, top, right, bottom = ink.getbbox()
        free = MARGIN_MM * MM - 2  # the frame of a card or a letter may stand out by a hair
        assert min(left, top, ink.width - right, ink.height - bottom) >= free


def test_what_stands_where() -> None:
    first, *between, last = texts(booklet(THREE, title="Three hard ones", per_page=4))
    assert "Three hard ones" in first and "3 problems" in first
    for one in THREE:
        assert f"{one.number}. {one.title}" in between[0] and f"{one.number}. " in last
    assert between[0].count("Notes") == len(THREE)
    assert "Solutions" in last and "10♥/3♣" in last and "redeal" in last


def test_the_whole_collection_is_a_booklet(tmp_path: Path) -> None:
    path = tmp_path / "all.pdf"
    answer("puzzles", "book", "-o", str(path), "--per-page", "4", "--game", "giza")
    content = path.read_bytes()
    pages = texts(content)
    count = sum(one.game == "giza" for one in puzzles())
    assert f"{count} problems" in pages[0] and "Giza" in pages[0]
    assert sum(page.count("Notes") for page in pages) == count
    assert len(content) < MOST_BYTES
    assert list(tmp_path.iterdir()) == [path]


def test_a_long_title_has_room() -> None:
    content = booklet(THREE[:1], title="W" * 120)
    ink = pdfium.PdfDocument(content)[0].render(grayscale=True).to_pil()
    left, _, right, _ = ink.point(lambda grey: 255 * (grey < 250)).getbbox()
    assert min(left, ink.width - right) >= MARGIN_MM * MM - 2
    assert len(texts(content)) == 3


def test_what_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "x.pdf")
    book = ("puzzles", "book", "13", "-o")
    assert complaint(*book, str(tmp_path / "x.png")).endswith("x.png: a booklet is a .pdf")
    assert "there is no folder" in complaint(*book, str(tmp_path / "no" / "x.pdf"))
    assert complaint(*book, path, "--per-page", "3") == "per page 3: must be 2 or 4"
    assert complaint(*book, path, "--paper", "a5").startswith("there is no paper 'a5'")
    assert complaint(*book, path, "--deck", "x").startswith("there is no deck 'x'")
    assert complaint(*book, path, "--title", "x" * 121).startswith("a title of 121 characters")
    assert complaint(*book, path, "--level", "easy").startswith("none of these puzzles")
    assert complaint(*book, path, "--game", "chess").startswith("there is no game")
    assert complaint("puzzles", "book", "99", "-o", path).startswith("there is no puzzle '99'")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(RenderError, match="a booklet needs a problem"):
        booklet([], title="Nothing")


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    said = complaint("puzzles", "book", "13", "-o", str(tmp_path / "x.pdf"), "--paper", "letter")
    assert "pyrtool[print]" in said
    assert list(tmp_path.iterdir()) == []
