"""The Sunday page: what is on the one sheet, that it fits, and its QR code."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from pyrtool.cli.words import citation
from pyrtool.notation import NamedRules
from pyrtool.pictures.booklet import Problem
from pyrtool.pictures.booklet.book import problem_of
from pyrtool.pictures.booklet.sunday import MOST_LINK, sunday_page
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
    content = sunday_page(
        [problem(6), problem(44)], title="The Sunday Pyramid", author="A. Setter", date="31 May"
    )
    assert content == sunday_page(
        [problem(6), problem(44)], title="The Sunday Pyramid", author="A. Setter", date="31 May"
    )
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
    book = ("book", "8", "50", "--sunday", "--no-rate", "--link", LINK, "-o", str(path))
    assert run(*book, "--paper", "letter").exit_code == 0
    (page,) = texts(path.read_bytes())
    words = " ".join(page.split())
    assert words.count("Show that this deal cannot be won.") == 1  # today's
    assert "Trial A: suppose that" in words and words.count("Contradiction:") == 2
    assert "Read down each column" not in words


@pytest.mark.parametrize("numbers", [(43, 44), (54, 58)])
def test_long_solutions_and_rules_take_no_second_page(numbers: tuple[int, ...]) -> None:
    """Their letters are smaller, and the diagram keeps its room."""
    problems = [replace(problem(number), teaser="Mind the walls " * 8) for number in numbers]
    (page,) = texts(sunday_page(problems, title="W" * 60, paper="letter", link=LINK))
    assert page.count("walls") == 8 and f"{len(problems[1].moves)}" in page


def test_the_code_is_that_of_the_link() -> None:
    segno = pytest.importorskip("segno")
    content = sunday_page([problem(6)], link=LINK)
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
    book = ("puzzles", "book", "-o", str(tmp_path / "x.pdf"), "--sunday")
    assert complaint(*book, "1-3").startswith("a Sunday page of 3 problems: give today's")
    assert complaint(*book, "1", "--link", "ftp://x").startswith("--link 'ftp://x': must be an")
    assert complaint(*book, "1", "--notes").startswith("--sunday makes one sheet")
    assert complaint(*book[:-1], "1", "--link", LINK).startswith("--link is for --sunday")
    with pytest.raises(RenderError, match=f"at most {MOST_LINK}"):
        sunday_page([problem(1)], link="https://" + "x" * MOST_LINK)
    monkeypatch.setitem(sys.modules, "segno", None)
    assert "pyrtool[print]" in complaint(*book, "1", "--link", LINK)
    assert list(tmp_path.iterdir()) == []


def test_the_address_is_never_invented(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.pdf"
    book = ("book", "2", "8", "-g", "giza", "--no-rate", "--sunday", "-o", str(path))
    facts = (tmp_path / "publishing.toml").resolve()
    known = citation.PUBLISHING.read_text(encoding="utf-8")
    monkeypatch.setattr(citation, "PUBLISHING", facts)
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
    book = ("book", "9", "87", "--no-rate", "--sunday", "--limit-nodes", "1", "-o", str(path))
    assert run(*book).exit_code == 3 and not path.exists()
