"""The benchmarks that count run as tests: what they assert holds. Nothing is timed here."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pyrtool import kernel

from ..paths import DATA, ROOT, page
from ..scripts import run_script

pytestmark = pytest.mark.skipif(not kernel.COMPILED, reason="too slow for an interpreted kernel")


OTHER_SOLVER = DATA / "pyramid-solver"
"""The first hundred decks of a public solver, and its fewest steps for each (MIT licence)."""

FAMILY = [
    word
    for game in (
        "pharaohs",
        "giza-triangle",
        "tower",
        "thirteen",
        "yield",
        "treize",
        "day",
        "cheops",
    )
    for word in ("--game", game)
]
"""The rows of the family that are asserted here: the others take the same searches."""


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["article.py", "--deals", "30000"], marks=pytest.mark.slow),
        pytest.param(["open_games.py"], marks=pytest.mark.slow),
        pytest.param(["stock_games.py"], marks=pytest.mark.slow),
        pytest.param(["partners.py", "--deals", "2000"], marks=pytest.mark.slow),
        pytest.param(["family.py", *FAMILY], marks=pytest.mark.slow),
        pytest.param(["best.py"], marks=pytest.mark.slow),
        pytest.param(["explain.py", "--check"], marks=pytest.mark.slow),
        pytest.param(["reasoning.py", "--deals", "30"], marks=pytest.mark.slow),
        pytest.param(["challenges.py", "--deals", "40"], marks=pytest.mark.slow),
        pytest.param(["rating.py"], marks=pytest.mark.slow),
        pytest.param(["shortest.py"], marks=pytest.mark.slow),
        pytest.param(["survey_overhead.py", "--scale", "0.01"], marks=pytest.mark.slow),
        pytest.param(["references.py", "--deals", "4000"], marks=pytest.mark.slow),
        pytest.param(["readings.py", "--quick"], marks=pytest.mark.slow),
        pytest.param(["honest.py", "--deals", "2"], marks=pytest.mark.slow),
        pytest.param(["effort.py", "--deals", "60", "--data", os.devnull], marks=pytest.mark.slow),
        pytest.param(["anatomy.py", "--deals", "20000"], marks=pytest.mark.slow),
        pytest.param(["overlap.py", "--deals", "60"], marks=pytest.mark.slow),
        pytest.param(["par_penalty.py", "--deals", "60"], marks=pytest.mark.slow),
        pytest.param(["wins_or_scores.py", "--deals", "12"], marks=pytest.mark.slow),
        ["king_tut_record.py", "--check"],
        ["tries.py", "--deals", "300"],
        ["other_solver.py", *map(str, sorted(OTHER_SOLVER.glob("random-deck*.txt"), reverse=True))],
        ["shuffles.py", "--deals", "20000"],
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


def measure() -> ModuleType:
    path = ROOT / "benchmarks" / "measure.py"
    spec = importlib.util.spec_from_file_location("measure_of_benchmarks", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where a dataclass looks for its module
    spec.loader.exec_module(module)
    return module


def test_a_check_finds_the_lines_that_a_page_no_longer_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = measure()
    monkeypatch.setattr(module, "DOCS", tmp_path)
    (tmp_path / "page.md").write_text("# Page\n\n<!-- rates -->\n<!-- end of rates -->\n")
    module.keep("page.md", {"rates": ["| a | 1 |", "| b | 2 |"]}, write=True, check=False)
    monkeypatch.setattr(module, "machine", lambda: "another machine")
    module.keep("page.md", {"rates": ["| a | 1 |", "| b | 2 |"]}, write=False, check=True)
    with pytest.raises(SystemExit) as ended:
        module.keep("page.md", {"rates": ["| a | 1 |", "| b | 3 |"]}, write=False, check=True)
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


def test_a_bracket_of_points_is_resumed(tmp_path: Path) -> None:
    data, published = tmp_path / "par.csv", ROOT / "docs" / "data" / "bracket-par.csv"
    for numbers in ("1-2", "1-3"):
        run_script("benchmarks/bracket.py", "par", numbers, "--data", str(data))
    assert data.read_text().splitlines() == published.read_text().splitlines()[:4]


@pytest.mark.slow
def test_the_docs_show_what_a_benchmark_prints() -> None:
    """As an example: `references.py` and `readings.py` take minutes."""
    run_script("benchmarks/shuffles.py", "--check")


def test_tables_go_into_pages_that_have_their_marks() -> None:
    scripts = [path.read_text() for path in (ROOT / "benchmarks").glob("*.py")]
    found = [one for text in scripts for one in re.findall(r'publish\("(.+?)", "(.+?)"', text)]
    assert len(found) > 9
    for place, name in found:
        text = (ROOT / "docs" / place).read_text()
        assert text.count(f"<!-- {name} -->") == text.count(f"<!-- end of {name} -->") == 1, name
