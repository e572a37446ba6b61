"""The booklet: its pages, what is on them, and what is rejected."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import ImageColor

from pyrtool.answers.rating import Chance, Rating
from pyrtool.answers.solve import Won, solve
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES
from pyrtool.game.position import Position
from pyrtool.notation import NamedRules
from pyrtool.pictures.booklet import MARGIN_MM, PAPERS, PER_PAGE, Problem, booklet, hardest
from pyrtool.pictures.booklet.solutions import columns, entries
from pyrtool.pictures.decks import RenderError, deck_named
from pyrtool.records.collection import Puzzle, puzzle, puzzles

from ..commands import answer, complaint
from ..paths import ROOT
from ..pictured import texts

CHOSEN = (13, 18, 44)
MM = 72 / 25.4
MOST_BYTES = 1_200_000
DOCS = ROOT / "docs"


def problem(one: Puzzle) -> Problem:
    named = NamedRules.of(one.game, one.rules)
    told = (one.number, one.title, "Win it.", named, one.start, one.moves)
    return Problem(*told, teaser=one.teaser, rating=one.rating)


THREE = [problem(puzzle(number)) for number in CHOSEN]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_every_page_keeps_its_margins(paper: str, per_page: int) -> None:
    content = booklet(THREE, title="Three hard ones", per_page=per_page, paper=paper)
    assert content == booklet(THREE, title="Three hard ones", per_page=per_page, paper=paper)
    document = pdfium.PdfDocument(content)
    assert len(document) == 3 + 2 + 1  # two problems of Giza, one of King Tut
    for page in document:
        wide, high = PAPERS[paper]
        assert page.get_size() == pytest.approx((wide * MM, high * MM), abs=0.1)
        ink = page.render(grayscale=True).to_pil().point(lambda grey: 255 * (grey < 250))
        left, top, right, bottom = ink.getbbox()
        free = MARGIN_MM * MM - 2  # the frame of a card or a letter may jut out by a hair
        assert min(left, top, ink.width - right, ink.height - bottom) >= free


def test_what_stands_where() -> None:
    content = booklet(
        THREE, title="Three hard ones", author="A. Setter", date="May 1931", per_page=4
    )
    first, contents, rules, giza, tut, last = texts(content)
    assert "Three hard ones" in first and "A. Setter" in first and "3 problems · May 1931" in first
    for one, page, number in zip(THREE, (giza, giza, tut), (4, 4, 5), strict=True):
        assert re.search(rf"{one.number}.\s*{one.title}\D*{number}\b", contents)
        assert f"{one.number}. {one.title}" in page and f"{one.number}. {one.title}" in last
        assert one.teaser in " ".join(page.split())
    assert re.search(r"Solutions\s*6", contents) and re.search(r"How to play\s*3", contents)
    assert "3-10" in rules and "Giza" in rules and "King Tut" in rules and "8,000" not in rules
    assert "1 game in 1,000, or fewer" in rules
    assert giza.count("Notes") == 2 and tut.count("Notes") == 1
    assert "10♥/3♣" in last and "redeal" in last and "King Tut" in tut


def test_the_moves_of_a_solution_are_numbered() -> None:
    one = puzzle(38)
    told = entries(one.moves, Position.start(Deal.of(one.deal.cards, one.rules)))
    assert told[:2] == [("1", "5♥/8♥"), ("2–5", "deal ×4")]
    firsts = [int(numbers.partition("–")[0]) for numbers, _ in told]
    lasts = [int(numbers.rpartition("–")[2]) for numbers, _ in told]
    assert firsts == [1, *(last + 1 for last in lasts[:-1])] and lasts[-1] == len(one.moves)


def test_the_hardest_stands_on_the_title_page() -> None:
    every = [problem(one) for one in puzzles()]
    assert every[hardest(every)].number == 44  # of puzzle 45 it is only known that it has no limit
    giza = [one for one in every if one.named.game == "giza"]
    assert giza[hardest(giza)].number == 18
    unrated = [replace(one, rating=None) for one in every]
    assert hardest(unrated) == 0
    sure = Rating(Chance(1.0), Chance(1.0), 1)  # a difficulty of 0, and still one
    assert hardest([unrated[0], replace(unrated[1], rating=sure)]) == 1


def test_a_deck_has_its_colours_in_the_solutions() -> None:
    content = booklet(THREE[:1], title="One", deck="4color")
    document = pdfium.PdfDocument(content)
    last = document[len(document) - 1].render(scale=2).to_pil().convert("RGB")
    colours = {colour for _, colour in last.getcolors(1 << 24)}
    for ink in deck_named("4color").colours:
        assert ImageColor.getrgb(ink) in colours


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


def margin(page: pdfium.PdfPage) -> float:
    """What is free at the left and the right edge of a page, in points."""
    ink = page.render(grayscale=True).to_pil()
    left, _, right, _ = ink.point(lambda grey: 255 * (grey < 250)).getbbox()
    free: float = min(left, ink.width - right)
    return free


def test_a_long_title_has_room() -> None:
    content = booklet(THREE[:1], title="W" * 120)
    assert margin(pdfium.PdfDocument(content)[0]) >= MARGIN_MM * MM - 2
    assert len(texts(content)) == 5


@pytest.mark.parametrize("per_page", PER_PAGE)
def test_a_long_word_goes_on_in_the_next_line(per_page: int) -> None:
    link = "https://example.org/" + "a_long_way/" * 9
    two = [replace(one, title="M" * 120, teaser=link) for one in THREE[:2]]
    content = booklet(two, title="Two", author=link, date=link, per_page=per_page)
    for page in pdfium.PdfDocument(content):
        assert margin(page) >= MARGIN_MM * MM - 2
    first, *_, problems, _ = texts(content)
    assert "".join(first.split()).count(link) == 2
    assert "".join(problems.split()).count(link) == 2


def test_long_titles_of_problems_leave_room_for_the_task() -> None:
    """Long texts are set smaller: nothing is cut off."""
    told = replace(THREE[0], title="A maze " * 17, teaser="Mind the walls " * 8, task="Win it all.")
    for per_page in PER_PAGE:
        (page,) = (text for text in texts(booklet([told], per_page=per_page)) if "Notes" in text)
        assert page.count("maze") == 17 and page.count("walls") == 8
        assert page.index("Win it all.") < page.index("Notes")


def test_what_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "x.pdf")
    book = ("puzzles", "book", "13", "-o")
    assert complaint(*book, str(tmp_path / "x.png")).endswith("x.png: a booklet is a .pdf")
    assert "there is no folder" in complaint(*book, str(tmp_path / "no" / "x.pdf"))
    assert complaint(*book, path, "--per-page", "3") == "--per-page 3: must be 2 or 4"
    assert complaint(*book, path, "--paper", "a5").startswith("unknown paper 'a5'")
    assert complaint(*book, path, "--deck", "x").startswith("unknown deck 'x'")
    assert complaint(*book, path, "--title", "x" * 121).startswith("--title: 121 characters")
    assert complaint(*book, path, "--level", "easy").startswith("none of these puzzles")
    assert complaint(*book, path, "--game", "chess").startswith("unknown game")
    assert complaint("puzzles", "book", "99", "-o", path).startswith("unknown puzzle '99'")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(RenderError, match="a booklet needs a problem"):
        booklet([], title="Nothing")


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    said = complaint("puzzles", "book", "13", "-o", str(tmp_path / "x.pdf"), "--paper", "letter")
    assert "pyrtool[print]" in said
    assert list(tmp_path.iterdir()) == []


def test_a_card_that_comes_twice_has_its_place() -> None:
    rules = GAMES["up-and-down"]
    start = Position.start(deal(3, rules))
    verdict = solve(start)
    assert isinstance(verdict, Won)
    told = entries(verdict.moves, start)
    assert ("17", "6♥@7.1/7♣") in told and columns(told) == 3
    one = Problem(1, "Deal 3", "", NamedRules("up-and-down", rules), start, verdict.moves)
    last = texts(booklet([one]))[-1]
    assert "6♥@7.1/7♣" in last and "“@7.1” behind a card" in last and "J♦/2♥ are two cards" in last
    assert "4♣/9♥" not in last


def test_cards_without_suits_have_their_places(tmp_path: Path) -> None:
    (tmp_path / "table.txt").write_text((DOCS / "data" / "table.txt").read_text())
    answer("book", str(tmp_path / "table.txt"), "-g", "microsoft", "-o", str(tmp_path / "b.pdf"))
    last = texts((tmp_path / "b.pdf").read_bytes())[-1]
    assert "5@7.6/8@5.2" in last and "10@waste/3@5.5" in last and "5/8 are two cards" in last
