"""``pyrtool book``: which deals are in a booklet, under which titles, and what is rejected."""

import json
import re
from pathlib import Path

import pytest

from pyrtool.pictures.lettering.descriptions import as_drawn

from ..commands import answer, complaint, run
from ..pictured import texts

GIZA = ("-g", "giza", "--no-rate")


def printed(folder: Path, *words: object, input: str | None = None) -> list[str]:
    """The text on each page of a booklet, its lines joined."""
    path = folder / "book.pdf"
    answer("book", *words, "-o", path, input=input)
    return [" ".join(page.split()) for page in texts(path.read_bytes())]


def test_deals_of_several_games_with_titles_of_ones_own(tmp_path: Path) -> None:
    path, titles = tmp_path / "book.pdf", tmp_path / "titles.txt"
    titles.write_text("The first\n\nThe third\n")
    record = answer("puzzles", "solve", "44", "--format", "json")
    two = answer("deal", "2", "9", "-g", "giza", "--format", "json")
    both = json.dumps([*json.loads(two)[:1], *json.loads(record), *json.loads(two)[1:]])
    book = ("book", "-", "--titles", titles, "--title", "Mine", "-o", path, "--per-page", "2")
    answer(*book, input=both)
    first, contents, page, after, _ = texts(path.read_bytes())
    assert "Mine" in first and "3 problems" in first
    assert "1. The first" in page and "3. The third" in after and "Deal 9: discard all" in after
    assert "2. The hardest King Tut" in page  # a line that is empty leaves its title
    listed = contents.partition("Solutions")[0].splitlines()
    games = [line for line in listed if line in ("Giza", "King Tut")]
    assert games == ["Giza", "King Tut", "Giza"]
    assert "As Giza, except" in contents


def test_no_booklet_is_a_mistake(tmp_path: Path) -> None:
    """As somebody waits for the file."""
    book = ("book", "1", "3", *GIZA, "--keep-if", "winnable", "-o", str(tmp_path / "x.pdf"))
    assert complaint(*book) == "0 kept of 2; 2 blocked: a booklet needs a problem"
    assert list(tmp_path.iterdir()) == []


def test_the_order_is_that_of_the_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Number 3 of the booklet is the third picture, whatever the games before it are."""
    monkeypatch.chdir(tmp_path)
    games = ("giza", "giza", "tut", "bouquet", "bouquet", "giza")
    given = "".join(
        answer("deal", str(number), "-g", game, "--format", "ndjson")
        for number, game in enumerate(games, 2)
    )
    Path("titles.txt").write_text("".join(f"No. {number}\n" for number in range(1, 7)))
    for per_page in ("1", "4"):
        book = ("book", "-", "--no-rate", "-o", "x.pdf", "--per-page", per_page)
        answer(*book, "--titles", "titles.txt", input=given)
        pages = texts(Path("x.pdf").read_bytes())
        for part in (pages[1], "\n".join(pages[2:])):
            pairs = dict.fromkeys(re.findall(r"\b(\d)\. No\. (\d)", part))
            assert list(pairs) == [(n, n) for n in "123456"]
        answer(*book, input=given)
        part = "\n".join(texts(Path("x.pdf").read_bytes())[2:])
        pairs = dict.fromkeys(re.findall(r"\b(\d)\. Deal (\d)", part))
        assert list(pairs) == [*zip("123456", "234567", strict=True)]
    answer("render", "-", "-o", "{n}-{deal}.svg", input=given)
    names = {f"{n}-{n + 1}.svg" for n in range(1, 7)}
    assert {path.name for path in tmp_path.glob("*.svg")} == names


def test_without_titles_the_number_stands_there(tmp_path: Path) -> None:
    text = answer("deal", "2", "-g", "giza").partition("  #")[0]
    words = ("9", "-", *GIZA, "--author", "Me", "--per-page", "2")
    first, rules, problems, _ = printed(tmp_path, *words, input=text)
    assert "Me" in first and "Giza" in first and "stars" not in rules
    assert "1. Deal 9" in problems and "2. Problem 2" in problems
    assert problems.count("Discard all 52 cards") == 2


def test_a_game_in_play_goes_on(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    words = answer("solve", "2", *GIZA[:2], "--words").splitlines()[-1].split()
    answer("play", "2", *GIZA[:2], input="\n".join([*words[:2], f"save {saved}", "quit"]))
    assert "After 2 moves: discard all" in printed(tmp_path, saved)[2]


def test_of_a_lost_deal_the_solution_is_its_explanation(tmp_path: Path) -> None:
    _, rules, *problems, solutions = printed(tmp_path, "1-3", "-g", "giza", "--per-page", "1")
    assert "the solution is a proof" in rules and "or show that there is no solution" in rules
    is_lost = ["Show that this deal cannot be won." in page for page in problems]
    assert is_lost == ["Prove it lost" in page for page in problems]
    assert is_lost == [True, False, True] and "pure deduction" in problems[0]
    assert "In a proof," in solutions and "28 moves" in solutions and "0 moves" not in solutions
    for number in ("1", "3"):
        explained = answer("explain", number, "-g", "giza").splitlines()[1:]
        words = " ".join(" ".join(explained).split())
        words = re.sub(r"\bT\b", "10", as_drawn(words))
        # Between ranks is a dash, after which a line may end.
        assert words.replace("-", "–") in solutions.replace("– ", "–")
    assert "1 problem" in printed(tmp_path, "1-3", *GIZA, "--keep-if", "winnable")[0]
    _, rules, _, solutions = printed(tmp_path, "1", "-g", "giza")
    assert "Beside the title is how" in rules and "stars" not in rules
    assert "Read down each column" not in solutions


def test_a_long_proof_gives_way_to_its_block(tmp_path: Path) -> None:
    last = printed(tmp_path, "73", "--no-rate")[-1]
    short = "The proof has 35 steps. In short: the aces, queens, twos, jacks, fours and nines"
    assert short in last
    assert "Contradiction" not in last


def test_a_lost_position_says_what_it_is(tmp_path: Path) -> None:
    table = "# a position, pyramid, rows 2\n8 / 5 5\nstock 8\npass 1\n"
    pages = printed(tmp_path, "-", "--no-rate", input=table)
    assert "Show that this position cannot be won." in pages[2]


def test_wrong_titles_are_named_by_their_place(tmp_path: Path) -> None:
    titles = tmp_path / "titles.txt"
    words = ("book", "2", "9", "-g", "giza", "-o", str(tmp_path / "x.pdf"), "--titles", str(titles))
    titles.write_text("fine\na\x07b\n")
    assert complaint(*words).startswith(f"{titles}, line 2: ")
    titles.write_text("x" * 121 + "\nb\n")
    assert complaint(*words).startswith(f"{titles}, line 1: a title of 121 characters")
    titles.write_text("only one\n")
    assert complaint(*words) == f"{titles}: 1 line for 2 problems"
    assert complaint(*words[:-1], "5") == "'5' is not a file"
    titles.write_text("漢\nb\n")
    assert "drawn as boxes" in run(*words).stderr


def test_a_problem_in_mid_game_says_its_pass_and_the_cards_left(tmp_path: Path) -> None:
    table = "# a position, pyramid, rows 2, passes 3\n5 / 9 K\nstock 8 4\npass 2\n"
    (page,) = (text for text in printed(tmp_path, "-", "--notes", input=table) if "Notes" in text)
    assert "pass 2: discard all 5 cards left" in page.lower()


def test_deals_to_a_waste_of_ones_choice_are_explained(tmp_path: Path) -> None:
    last = printed(tmp_path, "21", "-g", "day", "--no-rate")[-1]
    assert "“deal2” deals to the second waste." in last
    last = printed(tmp_path, "9", "-g", "microsoft", "--no-rate")[-1]
    assert "second waste" not in last


def test_problems_of_several_games_rise_in_difficulty(tmp_path: Path) -> None:
    text = "deal 55 (native), giza\ndeal 3 (native), giza\ndeal 27 (native), microsoft\n"
    problems = " ".join(printed(tmp_path, "-", "--rising", "--per-page", "4", input=text))
    assert all(f"{n}. Deal {deal}" in problems for n, deal in enumerate((27, 55, 3), 1))
