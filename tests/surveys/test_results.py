"""The published results: they are whole, they agree with each other, and with the article."""

from __future__ import annotations

import csv
import re

import pytest

from pyrtool.answers.kernels.build import bulk
from pyrtool.base.intervals import Rate
from pyrtool.game.deals import dealer
from pyrtool.game.games import GAMES
from pyrtool.kernel import COMPILED
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.kernel.numbers.buffers import halves
from pyrtool.surveys.article import Row, rows
from pyrtool.surveys.counts import LOST_REASONS
from pyrtool.surveys.tables import percent

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
            assert line["win σ"] == f"{rate.errors_from(row.published.win_rate):+.2f}"
        _agrees_with_its_ledger(row, line)


def _agrees_with_its_ledger(row: Row, line: dict[str, str]) -> None:
    # Rows of the same rules share a ledger, whose title is that of the first of them.
    same = (one.title for one in rows() if one.ledger_name == row.ledger_name)
    kept = next(LEDGERS[title] for title in same if title in LEDGERS)
    assert kept["won"] == str(number(line["won"]))
    lost = sum(int(kept[reason]) for reason in LOST_REASONS)
    assert int(kept["won"]) + lost == int(kept["deals"]) == row.deals
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
    sigmas = [
        float(line[name]) for line in lines for name in ("win σ", "simple σ") if line.get(name)
    ]
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
    rates = re.findall(r"^\| `([^`]+)` \|.*\| 1-1000000 \| ([0-9.]+) \|", ATLAS, re.MULTILINE)
    shared = [(title, rate) for title, rate in rates if title in LEDGERS]
    shared = [(t, r) for t, r in shared if LEDGERS[t]["deals"] == "1000000"]
    assert len(shared) > 5
    for title, rate in shared:
        assert rate == f"{int(LEDGERS[title]['won']) / 10**4:.2f}", title
    for title in ("king-tut", "king-tut, no overlap"):
        assert f"{int(LEDGERS[title]['won']) / 10**4:.4f} (" in page("king-tut").read_text()
