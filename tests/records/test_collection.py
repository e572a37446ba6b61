"""The collection: every problem is what its file says, and the commands that show it."""

import json
import shlex
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from PIL import Image

from pyrtool import Deal, Limits, PyrtoolError, Won, best, deal, kernel, shortest
from pyrtool.answers.blocks.find import find_block
from pyrtool.answers.rating.chances import RatingLimits, rate
from pyrtool.answers.rating.scale import LEVELS
from pyrtool.answers.solve import replay, solve
from pyrtool.base.version import STAMP
from pyrtool.cli.commands.puzzles import Level
from pyrtool.game.cards import RANKS
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.layout import Layout
from pyrtool.game.position import DealStock, Redeal
from pyrtool.notation import format_deal, parse_deal, parse_moves
from pyrtool.records.collection import (
    PUZZLES,
    CollectionError,
    Puzzle,
    file_name,
    format_file,
    parse_puzzle,
    puzzle,
    puzzle_record,
    puzzles,
)
from pyrtool.records.fields import RecordError
from pyrtool.records.ratings import format_rating, parse_rating
from pyrtool.records.reading import parse_record
from pyrtool.records.verification import check_record
from pyrtool.surveys.find.measures import count_matchings

from ..commands import answer, imported, records
from ..dealing import one_in
from ..paths import ROOT, page as docs_page

ALL = puzzles()
BY_NUMBER, COMPOSED = ALL[:72], ALL[72:84]
NAMES = [one.slug for one in ALL]
GIZA = GAMES["giza"]
MAKE = ROOT / "puzzles" / "make.py"

compiled = pytest.mark.skipif(not kernel.COMPILED, reason="too slow for an interpreted kernel")


def kind(one: Puzzle) -> str:
    return one.game + (", overlap" if one.rules == replace(GIZA, overlap=True) else "")


# The collection as a whole.


def test_it_has_what_it_must_have() -> None:
    assert len(ALL) >= 72
    assert len({one.game for one in ALL}) >= 18
    assert [one.number for one in ALL] == list(range(1, len(ALL) + 1))
    assert len({one.slug for one in ALL}) == len(ALL)
    assert len({(one.game, one.deal.cards) for one in ALL}) == len(ALL)
    kinds = [kind(one) for one in ALL]
    least = {"giza": 10, "giza, overlap": 5, "pyramid": 8, "king-tut": 5}
    assert all(kinds.count(name) >= count for name, count in least.items())
    for name in ("giza", "giza, overlap"):
        of_kind = {one.rating.level for one in ALL if kind(one) == name}
        assert of_kind == {level for level, _ in LEVELS}


def test_each_kind_goes_from_easy_to_hard() -> None:
    for name in {kind(one) for one in BY_NUMBER}:
        found = [one.rating.difficulty for one in BY_NUMBER if kind(one) == name]
        # A player who takes every king never wins some deals: those come last.
        difficulties = [99.0 if difficulty is None else difficulty for difficulty in found]
        assert difficulties == sorted(difficulties)


def test_no_two_problems_of_a_kind_are_alike() -> None:
    ratings = [
        (kind(one), one.rating.first_moves, one.rating.losing_first_moves, one.rating.only_moves)
        for one in ALL
    ]
    assert len(set(ratings)) == len(ALL)


def test_every_file_is_a_problem() -> None:
    files = sorted(PUZZLES.glob("*.json"))
    assert [path.name for path in files] == [file_name(one) for one in ALL]
    for path, one in zip(files, ALL, strict=True):
        assert path.read_text() == format_file(one)


def test_it_is_what_the_script_makes() -> None:
    sources = imported(MAKE).SOURCES
    assert len(sources) == len(ALL)
    for source, one in zip(sources, ALL, strict=True):
        given = one.deal.number if isinstance(source.deal, int) else format_deal(one.deal.cards)
        rules = replace(GAMES[source.game], **source.rules)
        assert (source.title, source.game, source.deal) == (one.title, one.game, given)
        assert source.teaser == one.teaser != ""
        assert rules == one.rules


@compiled
def test_the_script_makes_it_again() -> None:
    module = imported(MAKE)
    for number in (1, len(ALL)):
        made = module.make(number, module.SOURCES[number - 1])
        assert replace(made, nodes=0) == replace(ALL[number - 1], nodes=0)


def test_the_document_lists_what_there_is() -> None:
    page = docs_page("collection").read_text()
    for one in ALL:
        number = "" if one.deal.number is None else one.deal.number
        difficulty = "no limit" if not one.rating.difficulty else f"{one.rating.difficulty:.2f}"
        level, only = one.rating.level, one.rating.only_moves
        cells = (one.number, one.title, kind(one), number, level, difficulty, only)
        row = f"| {' | '.join(map(str, cells))} |"
        assert f"\n{row} {one.teaser} |\n" in page.replace(
            "[the article](../results/king-tut.md)", "the article"
        )


# Every problem.


@pytest.mark.parametrize("one", ALL, ids=NAMES)
def test_the_solution_wins_the_numbered_deal(one: Puzzle) -> None:
    number = one.deal.number
    if number is None:
        assert one.deal == parse_deal(format_deal(one.deal.cards), one.rules)
    else:
        assert one.deal.numbering is not None
        assert one.deal == deal(number, one.rules, one.deal.numbering)
    assert replay(Deal.of(one.solved.cards, one.rules), one.moves).is_won()


@compiled
@pytest.mark.parametrize("one", one_in(3, ALL), ids=NAMES)
def test_the_rating_comes_out_again(one: Puzzle) -> None:
    assert one.rating.exact
    assert None not in (one.rating.only_moves, one.rating.losing_first_moves)
    assert rate(Deal.of(one.solved.cards, one.rules), one.moves) == one.rating


@compiled
@pytest.mark.parametrize("one", ALL, ids=NAMES)
def test_no_solution_is_shorter(one: Puzzle) -> None:
    verdict = shortest(Deal.of(one.solved.cards, one.rules), Limits(nodes=20_000_000))
    assert one.shortest
    assert isinstance(verdict, Won) and verdict.shortest
    assert len(verdict.moves) == len(one.moves)


@compiled
def test_a_record_is_verified_by_itself() -> None:
    record = parse_record(puzzle_record(ALL[0]))
    assert check_record(record).outcome == "holds"
    assert answer("verify", str(PUZZLES / file_name(ALL[0]))).endswith(
        "rated again; not confirmed: nodes, puzzle, slug, title, teaser\n"
    )


def test_the_chapter_of_composed_problems() -> None:
    assert len(COMPOSED) == 12 and not any(one.deal.number for one in COMPOSED)
    assert sum(one.exchange is not None for one in COMPOSED) == 4
    assert sum(one.lost_by is not None for one in COMPOSED) == 2
    hardest = COMPOSED[-1].rating.difficulty
    assert hardest is not None and hardest > 13.71  # of native deals 1 to 10,000,000


VERIFIED = [
    pytest.param(one, marks=[pytest.mark.slow] if one.slug == "twins-in-the-box" else [])
    for one in COMPOSED
]


@compiled
@pytest.mark.parametrize("one", VERIFIED, ids=NAMES[72:])
def test_a_composed_problem_is_verified(one: Puzzle) -> None:
    found = check_record(parse_record(puzzle_record(one)))
    assert found.outcome == "holds"
    assert ("exchanged: won in" in found.words) == (one.exchange is not None)
    assert ("; lost by" in found.words) == (one.lost_by is not None)


@compiled
@pytest.mark.slow
@pytest.mark.parametrize("one", COMPOSED, ids=NAMES[72:])
def test_what_made_a_composed_problem_makes_it_again(one: Puzzle) -> None:
    source = imported(MAKE).SOURCES[one.number - 1]
    if not source.made:
        assert source.deal == imported(MAKE).NEW_DECK
        return
    found = answer("compose", "--game", one.game, *shlex.split(source.made))
    assert found.splitlines()[1] == format_deal(one.deal.cards)


def places(one: Puzzle, rank: str) -> list[str]:
    """Where a rank lies: ``pyramid 7.2``, ``column 3.1``, its first card, or ``stock``."""
    layout = Layout.of(one.rules)
    found = []
    for at, card in enumerate(one.deal.cards):
        if RANKS[card.rank - 1] == rank:
            if at >= len(layout.places):
                found.append("stock")
                continue
            place = layout.places[at]
            row = f".{place.row}" if place.kind == "column" else ""
            found.append(f"{place}{row}")
    return found


def first(one: Puzzle) -> tuple[int | None, int | None]:
    """The first moves, and how many of them lose."""
    return one.rating.first_moves, one.rating.losing_first_moves


def redeals(one: Puzzle) -> int:
    return sum(isinstance(move, Redeal) for move in one.moves)


def is_lost_with(one: Puzzle, passes: int) -> bool:
    return solve(Deal.of(one.deal.cards, replace(one.rules, passes=passes))).is_lost


def cards_left(one: Puzzle) -> int:
    """How many cards stay at least when as many as can be are discarded."""
    found = best(Deal.of(one.deal.cards, replace(one.rules, goal="all")), "all")
    assert found.proved
    return found.position.cards_left()


def ranks(one: Puzzle, first: int, last: int) -> str:
    """The ranks of places in dealing order, both ends included."""
    return "".join(RANKS[card.rank - 1] for card in one.deal.cards[first : last + 1])


def suits(one: Puzzle, places: Iterable[int]) -> set[str]:
    return {str(one.deal.cards[at])[1] for at in places}


TITLES: dict[str, Any] = {
    "kayak": lambda one: ranks(one, 10, 14) == "KAJAK",
    "fresh-from-the-box": lambda one: (
        ranks(one, 0, 51) == "".join(2 * RANKS + 2 * RANKS[::-1])
        and [suits(one, range(k, k + 13)) for k in (0, 13, 26, 39)] == [{"S"}, {"D"}, {"C"}, {"H"}]
    ),
    "the-black-stock": lambda one: suits(one, range(28, 52)) == {"C", "S"},
    "rainbow": lambda one: (
        [suits(one, range(*row)) for row in ((21, 28), (15, 21), (10, 15), (3, 10), (1, 3))]
        == [{"S"}, {"H"}, {"D"}, {"C"}, {"D"}]
        and all(len(suits(one, range(28 + k, 52, 8))) == 1 for k in range(8))
    ),
    "pi-and-e": lambda one: (ranks(one, 21, 27), ranks(one, 44, 51)) == ("3A4A592", "27A828A8"),
    "kings-on-the-corners": lambda one: (
        ranks(one, 0, 0) + ranks(one, 21, 21) + ranks(one, 27, 27) == "KKK"
        and count_matchings(one.deal) == 1
    ),
    "the-red-pyramid": lambda one: (
        suits(one, range(21)) == {"D", "H"} and suits(one, range(21, 28)) == {"C", "S"}
    ),
    "twins-in-the-box": lambda one: one.exchanges == 18,
    "the-looking-glass": lambda one: ranks(one, 21, 27) == "A23432A",
    "four-aces-abreast": lambda one: ranks(one, 6, 9) == "AAAA",
    "four-sixes-abreast": lambda one: ranks(one, 16, 19) == "6666",
    "the-buried-aces": lambda one: all(place.endswith(".1") for place in places(one, "A")),
    "three-kings-on-top": lambda one: [card.rank for card in one.deal.cards[:3]] == [13] * 3,
    "kings-in-the-cellar": lambda one: all(place.endswith(".1") for place in places(one, "K")),
    "four-kings-at-the-door": lambda one: all(place.endswith(".3") for place in places(one, "K")),
    "kings-side-by-side": lambda one: (
        places(one, "K") == [f"pyramid 6.{place}" for place in range(1, 5)]
    ),
    "a-column-of-fours": lambda one: (
        {f"column 1.{row}" for row in (1, 2, 3)} <= set(places(one, "4"))
    ),
    "one-way-to-begin": lambda one: one.rating.first_moves == 1,
    "tens-in-a-row": lambda one: {place[:9] for place in places(one, "T")} == {"pyramid 7"},
    "spades-on-top": lambda one: {str(card)[1] for card in one.deal.cards[:6]} == {"S"},
    "never-just-one-move": lambda one: one.rating.only_moves == 0,
    "one-door-of-seven": lambda one: first(one) == (7, 6),
    "a-small-maze": lambda one: one.rating.positions == 68,
    "a-little-care": lambda one: one.rating.clever.value > 1 / 4,
    "no-warning": lambda one: one.rating.clever.value == one.rating.plain.value,
    "nine-games-in-ten": lambda one: one.rating.plain.value > 0.9,
    "a-single-start": lambda one: one.rating.first_moves == 1,
    "many-ways-few-wins": lambda one: one.rating.only_moves == 0,
    "lost-without-overlap": lambda one: find_block(Deal.of(one.deal.cards, GIZA)) is not None,
    "sixteen-harmless-moves": lambda one: first(one) == (16, 0),
    "twenty-only-moves": lambda one: one.rating.only_moves == 20,
    "the-king-on-top": lambda one: one.deal.cards[0].rank == 13,
    "a-second-pass": lambda one: redeals(one) == 1 and is_lost_with(one, passes=1),
    "all-three-passes": lambda one: redeals(one) == 2 and is_lost_with(one, passes=2),
    "fours-and-eights-to-come": lambda one: set(places(one, "4") + places(one, "8")) == {"stock"},
    "four-kings-in-the-stock": lambda one: set(places(one, "K")) == {"stock"},
    "a-wide-field": lambda one: one.rating.positions > 1_300,
    "kings-at-both-ends": lambda one: {"pyramid 3.1", "pyramid 3.3"} <= set(places(one, "K")),
    "eights-in-the-stock": lambda one: set(places(one, "8")) == {"stock"},
    "twin-kings": lambda one: {"pyramid 4.2", "pyramid 4.3"} <= set(places(one, "K")),
    "short-and-steep": lambda one: one.rating.positions == 52,
    "kings-and-tens-to-come": lambda one: set(places(one, "K") + places(one, "T")) == {"stock"},
    "two-redeals": lambda one: redeals(one) == 2 and is_lost_with(one, passes=2),
    "threes-in-the-stock": lambda one: set(places(one, "3")) == {"stock"},
    "one-redeal": lambda one: redeals(one) == 1 and is_lost_with(one, passes=1),
    "four-redeals": lambda one: redeals(one) == 4,
    "the-long-walk": lambda one: len(one.moves) == 69,
    "a-king-must-wait": lambda one: one.rating.plain.value == 0,
    "nines-and-kings-in-step": lambda one: (
        {place[:9] for place in places(one, "9") + places(one, "K")} == {"pyramid 3", "pyramid 6"}
    ),
    "the-pharaohs-curse": lambda one: one.rating.only_moves == 14,
    "sixes-are-brothers": lambda one: (
        places(one, "6") == [f"pyramid 4.{place}" for place in range(1, 5)]
    ),
    "upside-down": lambda one: one.rating.plain.value > 0.5,
    "heads-or-tails": lambda one: first(one) == (2, 1),
    "ten-stay-behind": lambda one: cards_left(one) == 10,
    "a-gentle-slope": lambda one: (
        first(one) == (3, 0) and 1.25e9 > 1 / one.rating.plain.value > 0.8e9
    ),
    "eights-at-the-gates": lambda one: (
        places(one, "8") == [f"pyramid 7.{place}" for place in (1, 2, 6, 7)]
        and first(one) == (9, 0)
    ),
    "the-armada": lambda one: first(one) == (5, 4),
    "fives-on-the-fifth-floor": lambda one: (
        {place[:9] for place in places(one, "5")} == {"pyramid 5"}
        and {place[10:] for place in places(one, "5")} < set("12345")
    ),
    "the-odd-one-out": lambda one: first(one) == (14, 1),
    "seventy-two-steps": lambda one: len(one.moves) == 72 and one.rating.first_moves == 1,
    "thirty-narrow-gates": lambda one: (
        one.rating.only_moves == 30 and set(places(one, "J") + places(one, "T")) == {"stock"}
    ),
    "the-queens-quarters": lambda one: (
        places(one, "Q") == [f"column 6.{row}" for row in (1, 2, 3, 4)]
    ),
    "the-third-column": lambda one: (
        sum(place.startswith("column 3.") for place in places(one, "3")) == 3
        and abs(one.rating.plain.value - 5 / 8) < 0.01
    ),
    "kings-in-the-vault": lambda one: all(place.endswith(".1") for place in places(one, "K")),
    "the-hardest-fourteen-out": lambda one: first(one) == (3, 2),
    "the-narrow-entrance": lambda one: (
        one.rating.first_moves == 1 and 35.5 < 1 / one.rating.plain.value < 36.5
    ),
    "fours-in-the-stock": lambda one: (
        set(places(one, "4")) == {"stock"} and 1 / 4.5 > one.rating.clever.value > 1 / 5
    ),
    "forty-stones": lambda one: len(one.deal.cards) == 40 and one.rating.positions == 48,
    "kings-asleep": lambda one: (
        all(place.endswith(".1") for place in places(one, "K"))
        and all(place.endswith(".4") for place in places(one, "6"))
    ),
    "a-generous-bouquet": lambda one: first(one) == (43, 2),
    "the-hardest-of-ten-million": lambda one: first(one) == (12, 10),
    "the-longest-way-out": lambda one: len(one.moves) == 75,
    "the-hardest-nestor": lambda one: 6.05e9 > 1 / one.rating.plain.value > 5.9e9,
}
"""What the titles say that can be seen in the deal; the others are about a search."""


@pytest.mark.parametrize("slug", TITLES)
def test_a_title_is_true(slug: str) -> None:
    assert TITLES[slug](puzzle(slug))


# The library.


def test_a_problem_is_found_by_number_and_name() -> None:
    for one in ALL[::7]:
        assert puzzle(one.number) == puzzle(str(one.number)) == puzzle(one.slug) == one
        assert puzzle(one.title) == puzzle(one.title.upper()) == one
    for wrong in (0, len(ALL) + 1, -1, "", "no-such-name", "1.5", "9" * 30, "../make", 10**5000):
        with pytest.raises(CollectionError, match=r"^unknown problem .*list"):
            puzzle(wrong)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("puzzle", "7"),
        ("puzzle", 0),
        ("title", ""),
        ("title", "Another"),
        ("slug", "another"),
        ("rating", None),
        ("rating", {}),
        ("moves", None),
        ("cards", "AS"),
    ],
)
def test_a_file_that_is_no_problem_is_rejected(field: str, value: Any) -> None:
    with pytest.raises(PyrtoolError, match=r"^here[:,] .*") as caught:
        parse_puzzle(puzzle_record(ALL[6]) | {field: value}, "here")
    assert "\n" not in str(caught.value)


def test_ratings_are_read_as_they_are_written() -> None:
    for one in ALL:
        assert parse_rating(json.loads(json.dumps(format_rating(one.rating)))) == one.rating
    rules = Rules()
    played = rate(deal(71, rules), None, RatingLimits(positions=100, playouts=500))
    assert not played.exact
    assert parse_rating(json.loads(json.dumps(format_rating(played)))) == played


@pytest.mark.parametrize("of", [(), ("plain",), ("clever",)])
def test_a_rating_has_its_fields_and_no_others(of: tuple[str, ...]) -> None:
    rating = json.loads(json.dumps(format_rating(ALL[0].rating)))
    part = rating[of[0]] if of else rating
    place = ": ".join(("here", "rating", *of))
    for name in list(part):
        value = part.pop(name)
        with pytest.raises(RecordError, match=f"^{place}: the field '{name}' is missing"):
            parse_rating(rating, "here")
        part[name] = value
    part["percentile"] = 99
    with pytest.raises(RecordError, match=f"^{place}: there is no 'percentile'"):
        parse_rating(rating, "here")


def test_an_empty_collection_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrtool.records.collection.PUZZLES", tmp_path)
    with pytest.raises(CollectionError, match="the collection is not there"):
        puzzles()


# The commands.


def test_list() -> None:
    lines = answer("puzzles", "list").splitlines()
    assert len(lines) == 1 + len(ALL)
    assert max(map(len, lines)) <= 80
    for line, one in zip(lines[1:], ALL, strict=True):
        assert line.startswith(f"{one.number:>2}  {one.title} ")
        assert f" {one.rating.level} " in line
        assert line.split()[-1] == str(one.rating.only_moves)
    master = answer("puzzles", "list", "--level", "master", "--game", "king-tut").splitlines()
    wanted = [one for one in ALL if (one.game, one.rating.level) == ("king-tut", "master")]
    assert len(master) == 1 + len(wanted) > 2
    assert " no limit " in master[-1]
    assert answer("puzzles", "list", "--game", "double-pyramid").count("\n") == 1
    assert get_args(Level) == tuple(name for name, _ in LEVELS)
    listed = records(answer("puzzles", "list", "--format", "ndjson"))
    assert listed == [json.loads(format_file(one)) | STAMP for one in ALL]


def test_show_does_not_give_the_solution_away() -> None:
    one = ALL[17]
    text = answer("puzzles", "show", "18", "1")
    assert text.startswith(f"Problem 18: {one.title}\nGiza, deal {one.deal.number}: ")
    assert text.count("columns ") == 2
    assert "master (5 of 5 stars)\n" in text
    assert max(map(len, text.splitlines())) <= 80
    assert " + " not in text
    (record,) = records(answer("puzzles", "show", one.slug, "--format", "ndjson"))
    assert record["rating"] == format_rating(one.rating)
    assert not record.keys() & {"moves", "nodes"}


def test_solve() -> None:
    text = answer("puzzles", "solve", "18")
    assert text.startswith(f"Problem 18: {ALL[17].title}\n   1. ")
    assert "which the referee replayed, and no line" in " ".join(text.split())
    assert "only moves" in text
    (record,) = records(answer("puzzles", "solve", "18", "--format", "ndjson"))
    assert record == json.loads(format_file(ALL[17])) | STAMP
    for number, one in ((18, ALL[17]), (39, ALL[38])):
        solution = answer("puzzles", "solve", str(number), "--words")
        heading, *_, words = solution.splitlines()
        assert f": Problem {number}: {one.title}: won in {len(one.moves)} moves (" in heading
        assert f": ok: won in {len(one.moves)} moves" in answer("verify", input=solution)
        assert tuple(parse_moves(words, one.start)) == one.moves
    assert any(isinstance(move, DealStock) for move in ALL[38].moves)
    assert len(records(answer("puzzles", "solve", "all", "--format", "ndjson"))) == len(ALL)


def test_render(tmp_path: Path) -> None:
    answer("puzzles", "render", "1-2", "37", "--width", "300", "-o", f"{tmp_path}/p-{{puzzle}}.png")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["p-01.png", "p-02.png", "p-37.png"]
    assert Image.open(tmp_path / "p-01.png").width == 300
    answer("puzzles", "render", "18", "-o", f"{tmp_path}/p.svg", "--after", "3")
    assert "18. The hardest" in (tmp_path / "p.svg").read_text()
    answer("puzzles", "render", "18", "-o", f"{tmp_path}/p.html")
    page = (tmp_path / "p.html").read_text()
    assert "18. The hardest" in page and 'aria-label="Master, 5 of 5, ' in page
    answer("puzzles", "render", "1-2", "-o", f"{tmp_path}/t-{{n}}.svg", "--title", "No. {puzzle}")
    assert ">No. 02<" in (tmp_path / "t-2.svg").read_text()
    answer("puzzles", "render", "1", "-o", f"{tmp_path}/s.svg", "--strip", "3", "--no-title")
    strip = (tmp_path / "s.svg").read_text()
    assert strip.count(">Giza") == 0 and "moves" in strip


def test_a_record_keeps_its_title_where_it_is_drawn(tmp_path: Path) -> None:
    record = answer("puzzles", "solve", "18", "--format", "ndjson")
    answer("render", "-", "-o", f"{tmp_path}/r.svg", input=record)
    drawn = (tmp_path / "r.svg").read_text()
    assert f">{ALL[17].title}</title>" in drawn and f"Giza, deal {ALL[17].deal.number}" in drawn
    answer("render", "-", "-o", f"{tmp_path}/r.html", input=record)
    assert f"<title>{ALL[17].title}" in (tmp_path / "r.html").read_text()
    answer("render", "-", "-o", f"{tmp_path}/o.svg", "--title", "Mine", input=record)
    other = (tmp_path / "o.svg").read_text()
    assert ">Mine</title>" in other and ALL[17].title not in other


def test_a_sheet_goes_from_find_to_a_booklet_and_to_pictures(tmp_path: Path) -> None:
    sheet = answer("find", "1-200", "--game", "giza", "--pick", "3")
    answer("render", "-", "-o", f"{tmp_path}/{{n}}.svg", input=sheet)
    titles = [f"Giza, deal {line.split()[1]}" for line in sheet.splitlines()]
    for count, title in enumerate(titles, 1):
        assert f">{title}</title>" in (tmp_path / f"{count}.svg").read_text()
    answer("book", "-", "-o", f"{tmp_path}/sheet.pdf", input=sheet)
    assert (tmp_path / "sheet.pdf").read_bytes()[:4] == b"%PDF"
