"""The published results: they are whole, they agree with each other, and with the article."""

import csv
import re

import pytest
from measure import errors_between
from tables import Row, rows

from pyrtool.answers.kernel_setup.build import bulk
from pyrtool.base.intervals import Rate
from pyrtool.game.deals import dealer
from pyrtool.game.games import GAMES
from pyrtool.kernel import COMPILED
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.kernel.numbers import halves
from pyrtool.surveys.counts import LOST_REASONS
from pyrtool.surveys.tables import percent

from ..commands import answer, records
from ..paths import DOCS, page

TEXT = page("article").read_text()
ATLAS = page("win-rates").read_text()
LEDGERS = {
    line["rules"]: line
    for line in csv.DictReader((DOCS / "data" / "verdicts.csv").read_text().splitlines())
}
TITLES = {
    "bouquet": "Pyramid with an open bouquet",
    "giza": "Giza",
    "one-pass": "Pyramid with one pass",
    "more": "What the article does not have",
    "par": "Best par scores",
}


def table(title: str) -> list[dict[str, str]]:
    """The lines of the table below a heading."""
    found = re.search(rf"^## {re.escape(title)}\n\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    assert found is not None, title
    cells = ([cell.strip() for cell in line.split("|")[1:-1]] for line in found[1].splitlines())
    header, _, *lines = cells
    return [dict(zip(header, line, strict=True)) for line in lines]


def number(cell: str) -> int:
    return int(cell.replace(",", ""))


@pytest.mark.parametrize("name", TITLES)
def test_every_row_is_there_at_full_size(name: str) -> None:
    found = {(line["rules"], number(line["deals"])): line for line in table(TITLES[name])}
    assert [*found] == [(row.title, row.deals) for row in rows([name])]
    assert {line["unknown"] for line in found.values()} == {"0"}


@pytest.mark.parametrize("name", ["bouquet", "giza", "one-pass", "more"])
def test_rates_follow_from_the_counts(name: str) -> None:
    for row, line in zip(rows([name]), table(TITLES[name]), strict=True):
        rate = Rate(number(line["won"]), number(line["deals"]))
        assert line["win %"] == percent(rate.value)
        assert (line["low %"], line["high %"]) == tuple(map(percent, rate.interval()))
        if row.published is not None:
            assert line["win σ"] == f"{errors_between(rate, row.published.win_rate):+.2f}"
        _agrees_with_its_ledger(row, line)


def _agrees_with_its_ledger(row: Row, line: dict[str, str]) -> None:
    # Rows of the same rules share a ledger, whose title is that of the first of them.
    same = (one.title for one in rows() if one.ledger_name == row.ledger_name)
    kept = next(LEDGERS[title] for title in same if title in LEDGERS)
    assert kept["won"] == str(number(line["won"]))
    lost = sum(int(kept[reason]) for reason in LOST_REASONS)
    assert int(kept["won"]) + lost == int(kept["deals"]) == row.deals
    if "simple blocks" in line:
        assert kept["simple block"] == str(number(line["simple blocks"]))


@pytest.mark.skipif(not COMPILED, reason="a million deals")
def test_unlimited_passes_win_the_deals_of_an_open_bouquet() -> None:
    """The same deals, counted here; the goal differs, and what is won does not."""
    bouquet, million = GAMES["bouquet"], 10**6
    outcomes, nodes = bytearray(million), halves(million)
    bulk(bouquet).deal_outcomes(dealer(1, "native", bouquet), 1, outcomes, nodes, 2**62)
    found = {line["rules"]: number(line["won"]) for line in table(TITLES["more"])}
    won = outcomes.count(OUTCOMES.index("won"))
    assert won == found["pyramid, passes unlimited, goal pyramid"]
    assert f"{won:,} of the first million" in TEXT


def test_open_games_agree_with_the_article() -> None:
    lines = [*table(TITLES["bouquet"]), *table(TITLES["giza"])]
    cells = [line.get(name) for line in lines for name in ("win σ", "simple σ")]
    sigmas = [float(cell) for cell in cells if cell]
    assert len(sigmas) == 24 and all(abs(sigma) < 4 for sigma in sigmas)


def test_what_must_be_equal_is() -> None:
    won = {line["rules"]: number(line["won"]) for line in table(TITLES["more"])}
    assert won["par-till-dawn"] == won["pyramid, passes 3"]
    assert won["pyramid"] == number(table(TITLES["one-pass"])[3]["won"])
    kings = table("By the number of kings in the stock")
    for game in dict.fromkeys(line["rules"] for line in kings):
        lines = [line for line in kings if line["rules"] == game]
        assert sum(number(line["won"]) for line in lines) == won[game]
        assert [line["kings in the stock"] for line in lines] == list("01234")


@pytest.mark.parametrize(("match", "rules"), [("match", ""), ("no match", ", stock-waste no")])
def test_the_page_of_one_pass_has_the_rates_of_the_tables(match: str, rules: str) -> None:
    """Four rates of ours and of the article, typed there with two decimals."""
    found = {line["rules"]: line for line in table(TITLES["one-pass"])}
    lines = [
        found[f"pyramid{rules}{more}"]
        for more in ("", ", overlap", ", goal pyramid", ", overlap, goal pyramid")
    ]
    for who, column in (("pyrtool", "win %"), ("the article", "article win %")):
        rates = " | ".join(f"{float(line[column]):.2f}" for line in lines)
        assert f"| {match}: {who} | {rates} |" in page("one-pass").read_text()


def test_other_pages_agree_with_the_ledgers() -> None:
    """The atlas and King Tut, whose surveys are of the same million deals."""
    rates = re.findall(r"^\| `([^`]+)` \| 1-1000000 \| ([0-9.]+) \|", ATLAS, re.MULTILINE)
    shared = [(title, rate) for title, rate in rates if title in LEDGERS]
    shared = [(t, r) for t, r in shared if LEDGERS[t]["deals"] == "1000000"]
    assert len(shared) > 5
    for title, rate in shared:
        assert rate == f"{int(LEDGERS[title]['won']) / 10**4:.2f}", title
    for title in ("king-tut", "king-tut, no overlap"):
        assert f"{int(LEDGERS[title]['won']) / 10**4:.4f} (" in page("king-tut").read_text()


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
    assert len(numbers) == 5
    asked = (*words, "--hardest", len(numbers), "--workers", "1", "--format", "ndjson")
    answered = answer("find", *numbers, "-g", "giza", *asked)
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
