"""Sheets for a class, a tournament, and a newspaper: what is on them, and that it fits."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest

import pyrtool
from pyrtool import Limits, Won, deal, solve
from pyrtool.answers.explain.printout import Paragraph
from pyrtool.cli import booklets
from pyrtool.game.games import GAMES
from pyrtool.game.position import Discard, Move, Position
from pyrtool.notation import NamedRules
from pyrtool.pictures.booklet.book import numbered, problem_of
from pyrtool.pictures.booklet.pages import (
    MOST_LINK,
    PAPERS,
    PER_PAGE,
    BookSettings,
    Printed,
    Problem,
    SheetKind,
    pdf_of,
)
from pyrtool.pictures.decks import RenderError
from pyrtool.records.collection import puzzle

from ..commands import complaint, run
from ..pictured import texts

LINK = "https://example.org/play.html#giza-6"


def problem(number: int) -> Problem:
    one = puzzle(number)
    return problem_of(
        one.deal,
        NamedRules.of(one.game, one.rules),
        one.moves,
        number=one.number,
        title=one.title,
        teaser=one.teaser,
        rating=one.rating,
    )


def test_today_is_large_and_last_week_is_upside_down() -> None:
    settings = BookSettings(title="The Sunday Pyramid", author="A. Setter", date="31 May")
    content, again = (pdf_of([problem(6), problem(44)], "sunday", settings) for _ in range(2))
    assert content == again
    (page,) = texts(content)
    words = " ".join(page.split())
    for part in ("The Sunday Pyramid", "31 May", "A. Setter", "Kings side by side", "in the sixth"):
        assert part in words
    assert "3–10" in words and "Last week’s solution: The hardest King Tut" in words
    assert "Play it" not in words
    sheet = pdfium.PdfDocument(content)[0]
    pile = sheet.get_textpage()
    found = {}
    for word in ("side by side", "week’s solution: The"):
        index, count = pile.search(word).get_next()
        boxes = [pile.get_charbox(at) for at in (index, index + count - 1)]
        found[word] = boxes[1][0] - boxes[0][0]
    first, last = found.values()
    assert first > 0 > last  # the last letter lies to the left of the first: it is turned


def test_of_a_lost_deal_the_proof_is_last_weeks_solution(tmp_path: Path) -> None:
    """A long proof takes no second page either."""
    path = tmp_path / "x.pdf"
    book = ("book", "8", "50", "--sheet", "sunday", "--no-rate", "--link", LINK, "-o", str(path))
    assert run(*book, "--paper", "letter").exit_code == 0
    (page,) = texts(path.read_bytes())
    words = " ".join(page.split())
    assert words.count("Show that this deal cannot be won.") == 1  # today's
    assert "Trial A: suppose that" in words and "cannot go with" in words
    assert "Read down each column" not in words


@pytest.mark.parametrize("numbers", [(43, 44), (54, 58)])
def test_long_solutions_and_rules_take_no_second_page(numbers: tuple[int, ...]) -> None:
    """Their letters are smaller, and the diagram keeps its room."""
    problems = [replace(problem(number), teaser="Mind the walls " * 8) for number in numbers]
    look = BookSettings(title="W" * 60, paper="letter")
    (page,) = texts(pdf_of(problems, "sunday", look, link=LINK))
    assert page.count("walls") == 8 and f"{len(problems[1].moves)}" in page


def test_the_code_is_that_of_the_link() -> None:
    segno = pytest.importorskip("segno")
    content = pdf_of([problem(6)], "sunday", link=LINK)
    assert LINK in "".join(texts(content)[0].split())
    scale = 4
    ink = pdfium.PdfDocument(content)[0].render(scale=scale, grayscale=True).to_pil()
    modules = [list(row) for row in segno.make_qr(LINK, error="m").matrix_iter(border=4)]
    count, side = len(modules), 27 * 72 / 25.4 * scale
    right = ink.width - 15 * 72 / 25.4 * scale

    pixels = ink.load()

    def seen(top: int) -> list[list[int]]:
        step = side / count
        return [
            [
                int(pixels[int(right - side + (x + 0.5) * step), int(top + (y + 0.5) * step)] < 128)
                for x in range(count)
            ]
            for y in range(count)
        ]

    assert any(seen(top) == modules for top in range(ink.height // 2, ink.height - int(side), 3))


def test_what_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = ("puzzles", "book", "-o", str(tmp_path / "x.pdf"), "--sheet", "sunday")
    assert complaint(*book, "1-3").startswith("a sunday sheet of 3 problems: it has 1, or")
    assert complaint(*book, "1", "--link", "ftp://x").startswith("--link 'ftp://x': must be an")
    with pytest.raises(RenderError, match=f"at most {MOST_LINK}"):
        pdf_of([problem(1)], "sunday", link="https://" + "x" * MOST_LINK)
    monkeypatch.setitem(sys.modules, "segno", None)
    assert 'pip install ".[print]"' in complaint(*book, "1", "--link", LINK)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"sheet": "class", "notes": True}, "notes: goes with a booklet, not with a sheet"),
        ({"sheet": "sunday", "comments": True}, "comments: goes with a booklet"),
        ({"sheet": "column", "per_page": 2}, "per page 2: a column sheet has one problem"),
        ({"sheet": "tournament", "link": LINK}, "link: goes with the sheet column or sunday"),
        ({"link": LINK}, "link: goes with the sheet column or sunday"),
    ],
)
def test_no_setting_is_ignored(given: dict[str, Any], wrong: str) -> None:
    """The command rejects the same, in terms of its options."""
    with pytest.raises(RenderError, match=wrong):
        pyrtool.book([deal(2, "giza")], **given)


def test_the_address_is_never_invented(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.pdf"
    book = ("book", "2", "8", "-g", "giza", "--no-rate", "--sheet", "sunday", "-o", str(path))
    facts = (tmp_path / "publishing.toml").resolve()
    known = booklets.PUBLISHING.read_text(encoding="utf-8")
    monkeypatch.setattr(booklets, "PUBLISHING", facts)
    for address in ("", LINK):
        lines = [
            f'documentation = "{address}"' if line.startswith("documentation") else line
            for line in known.splitlines()
        ]
        facts.write_text("\n".join(lines), encoding="utf-8")
        result = run(*book)
        assert result.exit_code == 0
        assert (result.stderr == "") == bool(address)
        assert (LINK in "".join(texts(path.read_bytes())[0].split())) == bool(address)
        path.unlink()


def test_a_deal_that_is_unknown_leaves_no_sheet(tmp_path: Path) -> None:
    """Else last week's deal would be printed as today's."""
    path = tmp_path / "x.pdf"
    book = ("book", "9", "87", "--no-rate", "--sheet", "sunday", "--limit-nodes", "1")
    assert run(*book, "-o", str(path)).exit_code == 3 and not path.exists()


def dealt(number: int, game: str = "make-ten", title: str = "") -> Problem:
    one = deal(number, game)
    verdict = solve(one)
    moves = verdict.moves if isinstance(verdict, Won) else ()
    proof = () if moves else (Paragraph("Nothing lies free."),)
    printed = Printed(proof=proof)
    return problem_of(one, NamedRules.nearest(one.rules), moves, title=title, printed=printed)


def test_pupils_write_pairs_and_find_them_on_the_last_page() -> None:
    """Without deals between them, and without reasoning."""
    three = numbered([dealt(1), dealt(2, "giza"), dealt(1)])
    first, second, last = (
        " ".join(text.split())
        for text in texts(pdf_of(three, "class", BookSettings(date="31 May")))
    )
    for page in (first, second):
        assert "Name Date 31 May" in page and "pairs that add to 10" in page
    assert "As Giza" in first or "As Make Ten" in first
    assert "1. Deal 1" in first and "2. Deal 2" in first and "28" in first  # a line for each pair
    assert "9♥/A♦" in last and "16 3♦/7♦" in last and "deal ×" not in last
    assert "deal until its cards are free" in last


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [name for name, one in GAMES.items() if one.stock == "dealt" and one.deal_to != "choice"],
)
def test_the_pairs_alone_say_when_to_deal(game: str) -> None:
    """A player who deals only until the next cards are free wins, too."""
    for number in range(1, 31):
        start = Position.start(deal(number, game))
        verdict = solve(start, Limits(nodes=100_000))
        if not isinstance(verdict, Won):
            continue
        position = start
        for move in verdict.moves:
            if not isinstance(move, Discard):
                continue
            while not (free := [one for one in position.legal_moves() if same(one, move)]):
                position = position.play(
                    next(one for one in position.legal_moves() if not isinstance(one, Discard))
                )
            position = position.play(move if move in free else free[0])
        assert position.is_won()


def same(one: Move, move: Discard) -> bool:
    return isinstance(one, Discard) and set(one.cards) == set(move.cards)


def test_where_a_waste_is_chosen_the_deals_are_part_of_the_solution() -> None:
    (_, last) = texts(pdf_of([dealt(21, "day")], "class"))
    assert "deal2" in last and "until" not in last


def test_players_see_no_verdict_before_they_hand_in() -> None:
    rated = replace(dealt(3, "microsoft"), rating=problem(6).rating)
    two = numbered([rated, dealt(1, "microsoft", title="The second")])
    first, results, last = texts(pdf_of(two, "tournament"))
    words = " ".join(first.split())
    for part in (
        "Name Date Total",
        "Won Cards left Moves Time Points",
        "Deal 1: clear the pyramid",
    ):
        assert part in words
    assert "cannot be won" not in words and "Nothing lies free." in last
    assert [line.split() for line in results.splitlines()][:4] == [
        ["Results", "Microsoft’s", "Pyramid"],
        ["Name", "1", "2", "Total"],
        ["1"],
        ["2"],
    ]
    assert "Points" not in texts(pdf_of([dealt(1)], "tournament"))[0]


def test_a_column_is_narrow_and_has_pairs() -> None:
    content = pdf_of([dealt(6), dealt(1)], "column", BookSettings(date="31 May"), link=LINK)
    (page,) = texts(content)
    words = " ".join(page.split())
    assert "Make Ten 31 May" in words and "Last week’s solution: Deal 1" in words
    assert "9♥/A♦" in words and "deal ×" not in words and LINK in "".join(words.split())
    wide, high = pdfium.PdfDocument(content)[0].get_size()
    assert wide == pytest.approx(94 * 72 / 25.4, abs=0.1) and high > wide


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_every_sheet_has_its_page(per_page: int, paper: str) -> None:
    """Also with rules of several lines, and with two packs: nothing is beyond the margins."""
    kind: SheetKind = "class" if (per_page == 2) == (paper == "a4") else "tournament"
    names = ("microsoft", "up-and-down", "double-pyramid", "giza", "make-ten")
    some = numbered([dealt(1, name, title="W" * 90) for name in names])
    content = pdf_of(some, kind, BookSettings(title="W" * 120, paper=paper), per_page=per_page)
    sheets = -(-len(some) // per_page)
    pages = texts(content)
    assert ["Name" in page for page in pages[:sheets]] == [True] * sheets
    assert len(pages) == sheets + (2 if kind == "tournament" else 1)
    for page in pdfium.PdfDocument(content):
        ink = page.render(grayscale=True).to_pil().point(lambda grey: 255 * (grey < 250))
        left, top, right, bottom = ink.getbbox()
        assert min(left, top, ink.width - right) >= 15 * 72 / 25.4 - 3
        assert ink.height - bottom >= 15
