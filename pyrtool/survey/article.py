"""The article's tables made again, ours beside theirs, and rows that it does not have.

Decides which surveys there are and how they are compared. The figures are in ``article.toml``;
DESIGN, section 8, and docs/results.md tell where an exhaustive search differs from them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from math import inf
from typing import Any, Final

from pyrtool.blocks import countable_stocks
from pyrtool.deals import dealer
from pyrtool.door import ArgumentError, guard
from pyrtool.games import GAMES, Rules
from pyrtool.intervals import Rate
from pyrtool.survey.ledger import Ledger
from pyrtool.survey.plan import Plan, QuestionName
from pyrtool.survey.report import rules_text
from pyrtool.survey.score_teller import ScoreTeller, bin_name, binned
from pyrtool.survey.scores import Scores
from pyrtool.survey.tables import Table, effort, percent
from pyrtool.survey.tally import LIMITS, LOST_REASONS, WON, Tally

TABLES: Final = ("bouquet", "giza", "one-pass", "more", "par")
"""The article's three tables, and what it does not have: more games, and best par scores."""

NOTE: Final = """\
With one pass an exhaustive search finds more wins than the article. Every one of them was played
through by the rules, so those figures of the article are best read as lower bounds. Automatic
matching has two readings: `auto` (the turned card goes with the waste top instead of being dealt)
and `auto-on-turn` (both go as soon as the card is turned); the article does not say which it
means, and both stand beside its figure."""


@dataclass(frozen=True)
class Published:
    """What the article counted."""

    won: int
    deals: int
    simple_blocks: int | None = None

    @property
    def win_rate(self) -> Rate:
        """Deals won, of all."""
        return Rate(self.won, self.deals)

    @property
    def adjusted_win_rate(self) -> Rate | None:
        """Deals won, of those without a simple block, where the article counts these."""
        if self.simple_blocks is None:
            return None
        return Rate(self.won, self.deals - self.simple_blocks)


@dataclass(frozen=True)
class Row:
    """A survey of the tables: native deals from 1 on, `deals` of them at full size.

    `kings`: also by the number of kings in the stock. `question`: what is asked of every deal.
    """

    table: str
    game: str
    rules: Rules
    deals: int
    published: Published | None = None
    kings: bool = False
    question: QuestionName = "verdict"

    @property
    def title(self) -> str:
        """The game, and how its rules differ."""
        return rules_text(self.rules, self.game)

    @property
    def ledger_name(self) -> str:
        """The name of its ledger; rows with the same rules and question share one."""
        words = rules_text(self.rules, "pyramid").replace(",", "").split()
        if self.question != "verdict":
            words.append(self.question)
        return "-".join(words) + ".db"

    @property
    def plan(self) -> Plan:
        """What is asked of every deal."""
        return Plan(self.rules, self.game, question=self.question)

    def scaled(self, scale: float) -> int:
        """How many deals, at this scale."""
        if not 0 < scale < inf:
            raise ArgumentError(f"scale {scale}: must be a number above 0")
        return max(1, round(self.deals * scale))


@cache
def figures() -> dict[str, Any]:
    """``article.toml``."""
    return tomllib.loads(
        resources.files("pyrtool.survey").joinpath("article.toml").read_text("utf-8")
    )


def rows(tables: Sequence[str] = TABLES) -> list[Row]:
    """Every row of these tables, in the article's order."""
    makers = {
        "bouquet": _bouquet,
        "giza": _giza,
        "one-pass": _one_pass,
        "more": _more,
        "par": _par,
    }
    return [row for table in TABLES if table in tables for row in makers[table]()]


def _bouquet() -> Iterator[Row]:
    table = figures()["bouquet"]
    for height, overlap, won, blocks in table["rows"]:
        rules = replace(GAMES["bouquet"], rows=height, overlap=overlap)
        published = Published(won, table["deals"], blocks)
        yield Row("bouquet", "bouquet", rules, table["deals"], published)


def _giza() -> Iterator[Row]:
    for wide, deep, overlap, deals, won in figures()["giza"]["rows"]:
        rules = replace(GAMES["giza"], columns=(wide, deep), overlap=overlap)
        yield Row("giza", "giza", rules, deals, Published(won, deals))


def _one_pass() -> Iterator[Row]:
    table = figures()["one_pass"]
    for stock_waste, goal, overlap, won in table["rows"]:
        published = Published(won, table["deals"])
        for reading in ("auto", "auto-on-turn") if stock_waste == "auto" else (stock_waste,):
            rules = replace(GAMES["pyramid"], stock_waste=reading, goal=goal, overlap=overlap)
            yield Row("one-pass", "pyramid", rules, table["deals"], published)


def _more() -> Iterator[Row]:
    for entry in figures()["more"]:
        kings = entry.get("kings", False)
        yield Row("more", entry["game"], _rules(entry), entry["deals"], kings=kings)


def _par() -> Iterator[Row]:
    for entry in figures()["par"]:
        yield Row("par", entry["game"], _rules(entry), entry["deals"], question="score")


def _rules(entry: dict[str, Any]) -> Rules:
    return Rules.from_dict(GAMES[entry["game"]].to_dict() | entry.get("rules", {}))


HEADER: Final = (
    "rules",
    "deals",
    "won",
    "win %",
    "low %",
    "high %",
    "article win %",
    "win σ",
    "simple blocks",
    "simple %",
    "article simple %",
    "simple σ",
    "adjusted %",
    "article adjusted %",
    "unknown",
)


def cells(row: Row, tally: Tally) -> list[str]:
    """A row of the tables, in the order of `HEADER`; σ: standard errors of the difference."""
    low, high = tally.interval()
    theirs = row.published
    simple = Rate(tally.simple_blocks, tally.deals)
    won = ["", ""]
    blocks = ["", ""]
    adjusted = ""
    if theirs is not None:
        won = [percent(theirs.win_rate.value), _sigmas(tally.win_rate, theirs.win_rate)]
        if theirs.simple_blocks is not None:
            published = Rate(theirs.simple_blocks, theirs.deals)
            blocks = [percent(published.value), _sigmas(simple, published)]
        if theirs.adjusted_win_rate is not None:
            adjusted = percent(theirs.adjusted_win_rate.value)
    return [
        row.title,
        str(tally.deals),
        str(tally.won),
        percent(tally.win_rate.value),
        percent(low),
        percent(high),
        *won,
        str(tally.simple_blocks),
        percent(simple.value),
        *blocks,
        percent(tally.adjusted_win_rate.value),
        adjusted,
        str(tally.unknown),
    ]


def notes(pairs: Sequence[tuple[Row, Tally]]) -> list[str]:
    """What is to be said of these rows, each note a paragraph."""
    found = []
    for table, title in ("bouquet", "open bouquet"), ("giza", "Giza"):
        worst = max(
            (
                abs(tally.win_rate.errors_from(row.published.win_rate))
                for row, tally in pairs
                if row.table == table and row.published is not None
            ),
            default=None,
        )
        if worst is not None:
            found.append(f"The rows of {title} differ from the article's by at most {worst:.2f} σ.")
    if any(row.table == "one-pass" for row, _ in pairs):
        found.append(NOTE)
    if any(row.rules == GAMES["king-tut"] for row, _ in pairs):
        countable, stocks = countable_stocks(GAMES["king-tut"])
        found.append(
            f"Of {stocks:,} stocks of `king-tut`, {countable:,} ({100 * countable / stocks:.4f} %) "
            "hold at most four cards of every set."
        )
    return found


def _sigmas(ours: Rate, theirs: Rate) -> str:
    return f"{ours.errors_from(theirs):+.2f}"


REASONS_HEADER: Final = (
    "rules",
    "deals",
    *LOST_REASONS,
    *LIMITS,
    "mean nodes",
    "median",
    "99 %",
    "most",
)


def reason_cells(row: Row, tally: Tally) -> list[str]:
    """How the deals of a row were lost, and what deciding them took (`REASONS_HEADER`)."""
    shares = [
        percent(tally.counts[name] / max(1, tally.deals)) for name in (*LOST_REASONS, *LIMITS)
    ]
    return [row.title, str(tally.deals), *shares, *effort(tally.nodes)]


def kings_in_stock(ledger: Ledger) -> dict[int, Rate]:
    """Win rates by how many cards that stand alone lie in the stock; native deals only."""
    rules = ledger.plan.rules
    alone = bytes(code // 4 + 1 == rules.total for code in range(256))
    shuffle = dealer(1, "native", rules)
    counts: dict[int, list[int]] = {}
    for number, outcome, _ in ledger.deals():
        kings = shuffle.deal(number)[rules.tableau_size :].translate(alone).count(1)
        found = counts.setdefault(kings, [0, 0])
        found[0] += outcome == WON
        found[1] += 1
    return {kings: Rate(won, deals) for kings, (won, deals) in sorted(counts.items())}


KINGS_HEADER: Final = ("rules", "kings in the stock", "deals", "won", "win %", "low %", "high %")


def kings_cells(row: Row, rates: dict[int, Rate]) -> list[list[str]]:
    """A line for each number of kings, in the order of `KINGS_HEADER`."""
    lines = []
    for kings, rate in rates.items():
        low, high = map(percent, rate.interval())
        found = [str(kings), str(rate.deals), str(rate.hits), percent(rate.value), low, high]
        lines.append([row.title, *found])
    return lines


def score_tables(pairs: Sequence[tuple[Row, Scores]]) -> list[Table]:
    """Rows of best par scores: mean and quantiles a line each, then how they spread, in %."""
    teller = ScoreTeller()
    means = [[row.title, *teller.row(scores)] for row, scores in pairs]
    spreads = [binned(scores) for _, scores in pairs]
    bins = sorted({first for spread in spreads for first in spread}, reverse=True)
    deals = [max(1, scores.deals) for _, scores in pairs]
    lines = [
        [
            bin_name(first),
            *(percent(s.get(first, 0) / n) for s, n in zip(spreads, deals, strict=True)),
        ]
        for first in bins
    ]
    spread = Table(
        "How the best par scores spread, %", ["score", *(row.title for row, _ in pairs)], lines
    )
    return [Table("Best par scores", ("rules", *teller.header), means), spread]


guard(__name__)
