"""The benchmarks that count run as tests: what they assert holds. Nothing is timed here."""

import os
import re
from pathlib import Path

import measure
import pytest

from pyrtool import kernel

from ..commands import run_script
from ..paths import DATA, ROOT, page

pytestmark = pytest.mark.skipif(not kernel.COMPILED, reason="too slow for an interpreted kernel")

OTHER_SOLVER = DATA / "pyramid-solver"
"""The first hundred decks of a public solver, and its fewest steps for each (MIT licence)."""

FAMILY = "pharaohs giza-triangle tower yield day cheops"
"""The rows of the family that are asserted here: the others take the same searches."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["article.py", "--deals", "10000"],
        ["open_games.py"],
        ["stock_games.py"],
        ["partners.py", "--deals", "1000"],
        ["family.py", *(word for game in FAMILY.split() for word in ("--game", game))],
        ["best.py"],
        ["explain.py", "--check", "--deals", "40"],
        ["reasoning.py", "--deals", "30"],
        ["challenges.py", "--deals", "5"],
        ["rating.py"],
        ["shortest.py"],
        ["survey_overhead.py", "--scale", "0.01"],
        ["references.py", "--deals", "2000"],
        ["readings.py", "--quick"],
        ["honest.py", "--deals", "1"],
        ["effort.py", "--deals", "60", "--data", os.devnull],
        ["anatomy.py", "--deals", "10000"],
        ["overlap.py", "--deals", "20"],
        ["sayings.py", "--deals", "10", "--waste-deals", "100"],
        ["par_penalty.py", "--deals", "30"],
        ["wins_or_scores.py", "--deals", "5"],
        ["king_tut_record.py", "--check"],
        ["tries.py", "--deals", "50"],
        ["other_solver.py", *map(str, sorted(OTHER_SOLVER.glob("random-deck*.txt"), reverse=True))],
        ["shuffles.py", "--deals", "10000"],
        ["plain.py", "--game", "tut", "--game", "giza", "--deals", "5"],
    ],
    ids=str,
)
def test_what_the_benchmarks_assert(words: list[str]) -> None:
    run_script(f"benchmarks/{words[0]}", *words[1:])


def test_the_published_comparison_is_whole() -> None:
    text = page("one-pass").read_text()
    row = r"^\| (?:one pass|king-tut), .* \| ([+-][0-9.]+) \|$"
    differences = re.findall(row, text, re.MULTILINE)
    assert len(differences) == 14
    assert all(abs(float(difference)) < 4 for difference in differences)


def test_the_published_evenness_is_of_the_deals_of_the_win_rates() -> None:
    """Those of `native` have the win rate that a survey of the same deals found."""
    row = r"^\| native \| 1 to 1,000,000 \|.*\| ([\d.]+)% \(\+0\.0\) \|$"
    (measured,) = re.findall(row, page("deal-numbers").read_text(), re.MULTILINE)
    row = r"^\| `bouquet` \| 1-1000000 \| ([\d.]+) "
    (surveyed,) = re.findall(row, page("win-rates").read_text(), re.MULTILINE)
    assert f"{float(measured):.2f}" == surveyed


def test_a_check_finds_the_lines_that_a_page_no_longer_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measure, "DOCS", tmp_path)
    (tmp_path / "page.md").write_text("# Page\n\n<!-- rates -->\n<!-- end of rates -->\n")
    measure.keep("page.md", {"rates": ["| a | 1 |", "| b | 2 |"]}, write=True, check=False)
    monkeypatch.setattr(measure, "machine", lambda: "another machine")
    measure.keep("page.md", {"rates": ["| a | 1 |", "| b | 2 |"]}, write=False, check=True)
    with pytest.raises(SystemExit) as ended:
        measure.keep("page.md", {"rates": ["| a | 1 |", "| b | 3 |"]}, write=False, check=True)
    assert ended.value.code == 1
    assert capsys.readouterr().err.splitlines() == [
        "page.md shows something else (rates):",
        "-| b | 2 |",
        "+| b | 3 |",
    ]


@pytest.mark.slow
def test_a_bracket_is_resumed(tmp_path: Path) -> None:
    """What is known is not computed again, and the lines are those of the published file."""
    data, published = tmp_path / "bracket.csv", ROOT / "docs" / "data" / "bracket.csv"
    run_script("benchmarks/bracket.py", "pyramid", "1-50", "--data", str(data))
    begun = data.read_text()
    run_script("benchmarks/bracket.py", "pyramid", "1-51", "--data", str(data))
    header, *lines = published.read_text().splitlines()
    first, second = (line for line in lines if line.startswith(("pyramid,47,", "pyramid,51,")))
    assert begun.splitlines() == [header, first]
    assert data.read_text().splitlines() == [header, first, second]


def test_the_docs_show_the_brackets_that_are_known() -> None:
    for game in ("pyramid", "par"):
        run_script("benchmarks/bracket.py", game, "0-0", "--check")


@pytest.mark.slow
def test_a_bracket_of_points_is_resumed(tmp_path: Path) -> None:
    data, published = tmp_path / "par.csv", ROOT / "docs" / "data" / "bracket-par.csv"
    for numbers in ("1-2", "1-3"):
        run_script("benchmarks/bracket.py", "par", numbers, "--data", str(data))
    assert data.read_text().splitlines() == published.read_text().splitlines()[:4]


def test_tables_go_into_pages_that_have_their_marks() -> None:
    scripts = [path.read_text() for path in (ROOT / "benchmarks").glob("*.py")]
    found = [one for text in scripts for one in re.findall(r'publish\("(.+?)", "(.+?)"', text)]
    assert len(found) > 5
    for place, name in found:
        text = (ROOT / "docs" / place).read_text()
        assert text.count(f"<!-- {name} -->") == text.count(f"<!-- end of {name} -->") == 1, name
