"""The extremes of the results: each named deal has the value that the page states."""

from __future__ import annotations

import re

import pytest

from pyrtool.kernel import COMPILED

from ..commands import answer, records
from ..paths import page

pytestmark = pytest.mark.usefixtures("in_this_process")

PAGE = page("extremes").read_text()
ASKED = {
    "hardest": "",
    "hardest with overlap discards": "--overlap",
    "fewest winning matchings": "--by matchings",
    "longest shortest solution": "--by length",
    "most only moves": "--only-moves 0-",
    "most cards that must stay": "--by left",
    "fewest cards that must stay in an unwinnable deal": "--by least-left",
    "block of the highest order": "--by order",
    "needs every pass": "--by passes",
}
"""The extremes, and how `find` is asked about one deal."""


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")[1:-1]]


def extremes() -> list[tuple[str, str, str, str, str]]:
    """The rows of the table: extreme, game, range, deal, and value."""
    found, last = [], ""
    table = PAGE.partition("| extreme |")[2].partition("\n\n")[0]
    for line in table.splitlines()[2:]:
        extreme, game, numbers, number, value = cells(line)
        last = extreme or last
        found.append((last, game.strip("`"), numbers, number, value))
    return found


def found(numbers: str, game: str, extreme: str) -> str:
    words = ASKED[extreme].split()
    ranked = [] if "--only-moves" in words else ["--hardest", "1"]
    return answer("find", numbers, "-g", game, *words, *ranked, "--workers", "1")


def test_every_extreme_is_asked_about() -> None:
    assert {row[0] for row in extremes()} == ASKED.keys()
    assert len(extremes()) == 16


@pytest.mark.skipif(not COMPILED, reason="an hour where the kernel is interpreted")
@pytest.mark.parametrize("row", extremes(), ids=lambda row: f"{row[0]}, {row[1]}")
def test_a_deal_has_the_value_that_the_page_states(row: tuple[str, str, str, str, str]) -> None:
    extreme, game, _, number, value = row
    answered = found(number, game, extreme)
    stated = re.match(r"[\d.]+", value)
    assert answered.startswith(f"deal {number} (native), {game}") and stated is not None
    assert re.search(rf"(?<![\d.]){re.escape(stated[0])}(?![\d.])", answered.partition(": ")[2]), (
        answered
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [
        row
        for row in extremes()
        if row[:2] in {("block of the highest order", "giza"), ("needs every pass", "microsoft")}
    ],
    ids=lambda row: f"{row[0]}, {row[1]}",
)
def test_no_earlier_deal_of_the_range_has_it(row: tuple[str, str, str, str, str]) -> None:
    extreme, game, numbers, number, _ = row
    within = f"1-{number}" if extreme == "needs every pass" else numbers
    assert found(within, game, extreme).startswith(f"deal {number} (native), {game}")


@pytest.mark.skipif(not COMPILED, reason="minutes where the kernel is interpreted")
@pytest.mark.parametrize(("table", "words"), [("giza", ()), ("overlap", ("--overlap",))])
def test_the_hardest_deals_are_rated_as_their_table_states(
    table: str, words: tuple[str, ...]
) -> None:
    _, _, begun = PAGE.partition(f"<!-- hardest {table} -->\n")
    lines = [cells(line) for line in begun.partition("<!-- end")[0].splitlines()[2:]]
    numbers = [line[1] for line in lines]
    assert len(numbers) == {"giza": 20, "overlap": 10}[table]
    answered = answer(
        "find",
        *numbers,
        "-g",
        "giza",
        *words,
        "--hardest",
        str(len(numbers)),
        *("--workers", "1", "--format", "ndjson"),
    )
    rated = {str(one["deal"]): one["rating"] for one in records(answered)}
    assert [*rated] == numbers  # the hardest first
    for _, number, difficulty, clever, first, only in lines:
        one = rated[number]
        assert (f"{one['difficulty']:.4f}", f"{one['clever']['difficulty']:.4f}") == (
            difficulty,
            clever,
        )
        assert f"{one['first_moves']}, {one['losing_first_moves']}" == first
        assert str(one["only_moves"]) == only
