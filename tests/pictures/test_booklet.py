"""The booklet: its pages, what is on them, and what is rejected."""

import re
import sys
from dataclasses import replace
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import ImageColor

from pyrtool import Deal, Discard, Lost, Position, Won, deal, solve
from pyrtool.answers.explain.difficulty import reason
from pyrtool.answers.rating.scale import Chance, Rating
from pyrtool.game.games import GAMES
from pyrtool.notation import NamedRules
from pyrtool.pictures.booklet.pages import (
    MARGIN_MM,
    NOTHING,
    PAPERS,
    PER_PAGE,
    BookSettings,
    Layout,
    Problem,
    booklet,
    columns,
    diagram,
    entries,
    explained_for_print,
    hardest,
    unit_in,
)
from pyrtool.pictures.decks import deck_named
from pyrtool.records.collection import Puzzle, puzzle, puzzles

from ..commands import answer, complaint
from ..paths import ROOT
from ..pictured import texts

CHOSEN = (13, 18, 44)
MM = 72 / 25.4
MOST_BYTES = 1_400_000
DOCS = ROOT / "docs"


def problem(one: Puzzle) -> Problem:
    named = NamedRules.of(one.game, one.rules)
    values = (one.number, one.title, "Win it.", named, one.start, one.moves)
    return Problem(*values, teaser=one.teaser, rating=one.rating)


THREE = [problem(puzzle(number)) for number in CHOSEN]


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_every_page_keeps_its_margins(paper: str, per_page: int) -> None:
    settings = BookSettings(title="Three hard ones", paper=paper)
    content = booklet(THREE, settings, per_page=per_page)
    assert per_page != 4 or booklet(THREE, settings, per_page=per_page) == content
    document = pdfium.PdfDocument(content)
    # Two problems of Giza, and one of King Tut.
    assert len(document) == 2 + (3 if per_page == 1 else 2) + 1
    for number, page in enumerate(document):
        wide, high = PAPERS[paper]
        assert page.get_size() == pytest.approx((wide * MM, high * MM), abs=0.1)
        ink = page.render(grayscale=True).to_pil().point(lambda grey: 255 * (grey < 250))
        left, top, right, bottom = ink.getbbox()
        free = MARGIN_MM * MM - 3  # a card's frame and shadow, or a letter, may jut out by a hair
        assert min(left, top, ink.width - right, ink.height - bottom) >= free
        if per_page == 1 and number == 2:  # a diagram is as wide as the text
            assert max(left, ink.width - right) <= MARGIN_MM * MM + 2


def test_what_stands_where() -> None:
    settings = BookSettings(title="Three hard ones", author="A. Setter", date="May 1931")
    first, dotted, giza, tut, last = texts(booklet(THREE, settings, per_page=4, notes=True))
    assert dotted.count(" . . . . .") >= 5  # dots lead from each title to its page
    rules = contents = re.sub(r"( \.)+", "", dotted)
    assert "Three hard ones" in first and "A. Setter" in first and "3 problems · May 1931" in first
    for one, page, number in zip(THREE, (giza, giza, tut), (3, 3, 4), strict=True):
        assert re.search(rf"{one.number}.\s*{one.title}\D*{number}\b", contents)
        assert f"{one.number}. {one.title}" in page and f"{one.number}. {one.title}" in last
        assert one.teaser in " ".join(page.split())
    assert re.search(r"Solutions\s*5", contents) and re.search(r"How to play\s*2", contents)
    assert "3–10" in rules and "Giza" in rules and "King Tut" in rules and "8,000" not in rules
    assert "1 game in 1,000, or fewer" in rules
    assert giza.count("Notes") == 2 and tut.count("Notes") == 1
    assert "10♥/3♣" in last and "redeal" in last and "King Tut" in tut


def test_the_moves_of_a_solution_are_numbered() -> None:
    one = puzzle(38)
    rows = entries(one.moves, Position.start(Deal.of(one.deal.cards, one.rules)))
    assert rows[:2] == [("1", "5♥/8♥"), ("2–5", "deal ×4")]
    firsts = [int(numbers.partition("–")[0]) for numbers, _ in rows]
    lasts = [int(numbers.rpartition("–")[2]) for numbers, _ in rows]
    assert firsts == [1, *(last + 1 for last in lasts[:-1])] and lasts[-1] == len(one.moves)


def test_the_reasoning_is_below_the_stars_and_in_the_solutions() -> None:
    one = puzzle(13)
    reasoned = replace(problem(one), reasoning=reason(one.deal, one.won))
    rules, page, last = (" ".join(text.split()) for text in texts(booklet([reasoned]))[1:])
    assert "A trial supposes something" in rules
    assert "pure deduction" in page and "forced" not in page
    assert "22 forced pairs by pure deduction; hardest technique: either" in last
    bare = " ".join(texts(booklet([problem(one)])))
    assert "deduction" not in bare and "trial" not in bare


def test_comments_are_those_of_the_explanation() -> None:
    """The pairs of every solution, and the reasons of a few sentences at the moves they explain."""
    one = puzzle(13)
    reasoning, comments, *_ = explained_for_print(one.deal, one.won, rated=False, commented=True)
    assert reasoning is None and comments is not None
    assert comments.known.startswith("22 pairs are in every solution. 8C/5S, 9D/4C, 3H/TD")
    moves = [move for move, _ in comments.reasons]
    assert moves == sorted(moves) and len(moves) > 10
    for move, reason_ in comments.reasons:
        assert not reason_.sentences
        made = one.moves[move - 1]
        if isinstance(made, Discard):
            assert set(map(str, made.cards)) & set(re.findall(r"\w+", reason_.text))
    commented = replace(problem(one), comments=comments)
    content = booklet([commented, problem(puzzle(48))], BookSettings(title="Two"))
    printed = " ".join(" ".join(texts(content)[3:]).split())
    assert "A number before a comment is that of the move it explains" in printed
    assert "Q♠ (2.1), Q♣ (3.2) and Q♥ (4.2) lie under A♥." in printed
    assert puzzle(48).title in printed
    assert "comment" not in " ".join(texts(booklet([problem(one)])))
    other = puzzle(48)  # no deduction holds under its rules
    nothing = explained_for_print(other.deal, other.won, rated=True, commented=True)
    assert nothing == NOTHING


def test_without_deductions_a_loss_rests_on_its_block_or_the_search() -> None:
    for game, number, proof in (
        ("yield", 1, "Unwinnable by exhaustive search. pyrtool has no argument in sentences for "),
        ("eleven-triangle", 1, "Unwinnable by exhaustive search."),
        (
            "eleven-triangle",
            2,
            "Unwinnable: the fours and sevens cannot all be discarded, even with every",
        ),
    ):
        dealt = deal(number, GAMES[game])
        lost = solve(dealt)
        assert isinstance(lost, Lost)
        (only,) = explained_for_print(dealt, lost, rated=True, commented=True).proof
        assert only.text.startswith(proof) and not only.sentences


def test_the_hardest_stands_on_the_title_page() -> None:
    every = [problem(one) for one in puzzles()]
    assert every[hardest(every)].number == 84  # of puzzle 45 it is only known that it has no limit
    giza = [one for one in every if one.named.game == "giza"]
    assert giza[hardest(giza)].number == 84
    unrated = [replace(one, rating=None) for one in every]
    assert hardest(unrated) == 0
    sure = Rating(Chance(1.0), Chance(1.0), 1)  # a difficulty of 0, and still one
    assert hardest([unrated[0], replace(unrated[1], rating=sure)]) == 1


def test_a_deck_has_its_colours_in_the_solutions() -> None:
    content = booklet(THREE[:1], BookSettings(title="One", deck="4color"))
    document = pdfium.PdfDocument(content)
    last = document[len(document) - 1].render(scale=2).to_pil().convert("RGB")
    colours = {colour for _, colour in last.getcolors(1 << 24)}
    for ink in deck_named("4color").colours:
        assert ImageColor.getrgb(ink) in colours


@pytest.mark.slow
def test_the_whole_collection_is_a_booklet(tmp_path: Path) -> None:
    path = tmp_path / "all.pdf"
    answer("puzzles", "book", "-o", str(path), "--per-page", "4", "--game", "giza", "--notes")
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
    content = booklet(THREE[:1], BookSettings(title="W" * 120))
    assert margin(pdfium.PdfDocument(content)[0]) >= MARGIN_MM * MM - 2
    assert len(texts(content)) == 4


@pytest.mark.parametrize("per_page", PER_PAGE)
def test_a_long_word_goes_on_in_the_next_line(per_page: int) -> None:
    link = "https://example.org/" + "a_long_way/" * 9
    two = [replace(one, title="M" * 120, teaser=link) for one in THREE[:2]]
    content = booklet(two, BookSettings(title="Two", author=link, date=link), per_page=per_page)
    for page in pdfium.PdfDocument(content):
        assert margin(page) >= MARGIN_MM * MM - 2
    first, _, *problems, _ = texts(content)
    assert "".join(first.split()).count(link) == 2
    assert "".join(" ".join(problems).split()).count(link) == 2


def test_long_titles_of_problems_leave_room_for_the_task() -> None:
    """Long texts are set smaller: nothing is cut off."""
    long = replace(THREE[0], title="A maze " * 17, teaser="Mind the walls " * 8, task="Win it all.")
    for per_page in PER_PAGE:
        (page,) = (text for text in texts(booklet([long], per_page=per_page)) if "walls" in text)
        assert page.count("maze") == 17 and page.count("walls") == 8
        assert "Win it all." in page


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    message = complaint("puzzles", "book", "13", "-o", str(tmp_path / "x.pdf"), "--paper", "letter")
    assert 'pip install ".[print]"' in message
    assert list(tmp_path.iterdir()) == []


def test_a_card_that_comes_twice_has_its_place() -> None:
    rules = GAMES["up-and-down"]
    start = Position.start(deal(3, rules))
    verdict = solve(start)
    assert isinstance(verdict, Won)
    rows = entries(verdict.moves, start)
    assert ("17", "6♥@7.1/7♣") in rows and columns(rows) == 3
    one = Problem(1, "Deal 3", "", NamedRules("up-and-down", rules), start, verdict.moves)
    last = " ".join(texts(booklet([one]))[-1].split())
    assert "6♥@7.1/7♣" in last and "“@7.1” behind a card" in last and "J♦/2♥ are two cards" in last
    assert "4♣/9♥" not in last


def test_cards_without_suits_have_their_places(tmp_path: Path) -> None:
    (tmp_path / "table.txt").write_text((DOCS / "data" / "table.txt").read_text())
    answer("book", str(tmp_path / "table.txt"), "-g", "microsoft", "-o", str(tmp_path / "b.pdf"))
    last = texts((tmp_path / "b.pdf").read_bytes())[-1]
    assert "5@7.6/8@5.2" in last and "10@waste/3@5.5" in last and "5/8 are two cards" in last


@pytest.mark.parametrize("per_page", PER_PAGE)
def test_labels_are_of_one_size_on_all_diagrams(per_page: int) -> None:
    room = Layout("a4", per_page, notes=False).room
    sizes = set()
    for name in ("microsoft", "double-pyramid", "alonso", "triangle", "bouquet"):
        scene, unit = diagram(Position.start(deal(2, GAMES[name])), room)
        assert unit == unit_in(scene, room)
        sizes |= {round(unit * text.size, 1) for text in scene.texts if text.role == "label"}
    assert sizes == {2.6}


def test_the_rules_are_written_once() -> None:
    games = ("giza", "tut", "king-tut", "pharaohs")
    some = [replace(THREE[0], named=NamedRules(name, GAMES[name])) for name in games]
    rules = " ".join(texts(booklet(some, BookSettings(title="Four")))[1].split())
    assert rules.count("Discard pairs of cards") == 1 and rules.count("As ") == 3
    assert "As King Tut, except: The game is won when the pyramid is cleared." in rules
    assert "lies on the other. There is no stock." in rules
    assert rules.count("There is no stock.") == 2


def test_texts_are_set_as_in_print() -> None:
    one = replace(THREE[0], title='Aces\' end - "at last"', teaser="It's 3-4 weeks, 1931-05.")
    pages = texts(booklet([one], BookSettings(title="O'Brien's", date="1931-05-01")))
    assert "O’Brien’s" in pages[0] and "1931-05-01" in pages[0]
    assert "Aces’ end – “at last”" in pages[2] and "It’s 3-4 weeks, 1931-05." in pages[2]


def test_poppler_finds_nothing_wrong() -> None:
    """It reports ``/Suspects false``, the default, as a syntax error."""
    content = booklet(THREE[:1], BookSettings(title="One"))
    assert b"/MarkInfo<</Marked true" in content and b"/Suspects" not in content
