"""Make the tables of the article "Pyramid and Giza" again, ours beside theirs.

    python benchmarks/tables.py --estimate                    # the time it will take
    python benchmarks/tables.py --ledgers FOLDER              # at full size
    python benchmarks/tables.py --ledgers FOLDER --scale 0.1  # a tenth of it; can be extended
    python benchmarks/tables.py --ledgers FOLDER --report-only

At full size they need 1,000 million bouquet deals, 22 million of Giza, and 12 million with one
pass. Each row has its own ledger, so that an interrupted run resumes. σ is the difference from the
article in standard errors of the difference. docs/results/article.md shows where an exhaustive
search differs from the article's figures, which are in ``article.toml``.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Final

from measure import errors_between

from pyrtool.answers.blocks.find import countable_stocks
from pyrtool.base.arguments import ArgumentError
from pyrtool.base.intervals import Rate
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import counted
from pyrtool.game import ranges
from pyrtool.game.deals import dealer
from pyrtool.game.games import GAMES, Rules
from pyrtool.surveys.counts import LIMITS, LOST_REASONS, WON
from pyrtool.surveys.ledger import Ledger, open_ledger
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.pool import LocalPool, cores
from pyrtool.surveys.questions import QUESTIONS, Survey
from pyrtool.surveys.questions.best import ScoreQuestion, Scores, bin_name, binned
from pyrtool.surveys.questions.verdict import Tally
from pyrtool.surveys.reports import rules_text
from pyrtool.surveys.run import first_deals, run_in_ledger, shard_deals
from pyrtool.surveys.tables import Table, effort, markdown_table, percent

_ESTIMATES_A_SHARD: Final = 16  # an estimate takes some tenths of a second
_LEAST_ESTIMATE_DEALS: Final = 64  # few deals show little where some take a hundred times the rest
TABLES: Final = ("bouquet", "giza", "one-pass", "more", "par")
"""The article's three tables, and what it does not have: more games, and best par scores."""


def deal_seconds(survey: Survey, wanted: ranges.Ranges) -> float:
    """Measure the processor time a deal, over a part of the wanted deals."""
    size = max(_LEAST_ESTIMATE_DEALS, shard_deals(survey, wanted) // _ESTIMATES_A_SHARD)
    shard = first_deals(survey, wanted, size)
    return shard.seconds / shard.deals


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

    `kings`: also by the number of kings in the stock. `question`: what each deal answers.
    """

    table: str
    game: str
    rules: Rules
    deals: int
    published: Published | None = None
    kings: bool = False
    question: str = "verdict"

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
    def survey(self) -> Survey:
        """The question that each deal answers."""
        return Survey(Plan(self.rules, self.game), QUESTIONS[self.question])

    def scaled(self, scale: float) -> int:
        """How many deals, at this scale."""
        if not 0 < scale < inf:
            raise ArgumentError(f"scale {scale}: must be a number above 0")
        return max(1, round(self.deals * scale))


def figures() -> JsonObject:
    """``article.toml``."""
    return tomllib.loads(Path(__file__).with_name("article.toml").read_text("utf-8"))


def rows(tables: Sequence[str] = TABLES) -> list[Row]:
    """Every row of these tables, in the article's order."""
    makers = {"bouquet": _bouquet, "giza": _giza, "one-pass": _one_pass, "more": _more, "par": _par}
    read = figures()
    return [row for table in TABLES if table in tables for row in makers[table](read)]


def _bouquet(figures: JsonObject) -> Iterator[Row]:
    table = figures["bouquet"]
    for height, overlap, won, blocks in table["rows"]:
        rules = replace(GAMES["bouquet"], rows=height, overlap=overlap)
        published = Published(won, table["deals"], blocks)
        yield Row("bouquet", "bouquet", rules, table["deals"], published)


def _giza(figures: JsonObject) -> Iterator[Row]:
    for wide, deep, overlap, deals, won in figures["giza"]["rows"]:
        rules = replace(GAMES["giza"], columns=(wide, deep), overlap=overlap)
        yield Row("giza", "giza", rules, deals, Published(won, deals))


def _one_pass(figures: JsonObject) -> Iterator[Row]:
    table = figures["one_pass"]
    for stock_waste, goal, overlap, won in table["rows"]:
        published = Published(won, table["deals"])
        for reading in ("auto", "auto-on-turn") if stock_waste == "auto" else (stock_waste,):
            rules = replace(GAMES["pyramid"], stock_waste=reading, goal=goal, overlap=overlap)
            yield Row("one-pass", "pyramid", rules, table["deals"], published)


def _more(figures: JsonObject) -> Iterator[Row]:
    for entry in figures["more"]:
        kings = entry.get("kings", False)
        yield Row("more", entry["game"], _rules(entry), entry["deals"], kings=kings)


def _par(figures: JsonObject) -> Iterator[Row]:
    for entry in figures["par"]:
        yield Row("par", entry["game"], _rules(entry), entry["deals"], question="score")


def _rules(entry: JsonObject) -> Rules:
    return Rules.from_dict(GAMES[entry["game"]].to_dict() | entry.get("rules", {}))


NOTE: Final = """\
With one pass an exhaustive search finds more wins than the article. The referee replayed every one
of them, so those figures of the article are best read as lower bounds. Automatic matching has two
readings: `auto` (the turned card vanishes with the waste top instead of being dealt) and
`auto-on-turn` (both vanish as soon as the card is turned). The article does not say which it means,
and the table has both beside its figure."""

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
    """Write the notes on these rows, each a paragraph."""
    found = []
    for table, title in ("bouquet", "open bouquet"), ("giza", "Giza"):
        worst = max(
            (
                abs(errors_between(tally.win_rate, row.published.win_rate))
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
            f"In `king-tut`, {countable:,} of {stocks:,} stocks ({100 * countable / stocks:.4f}%) "
            "hold at most four cards of every set."
        )
    return found


def _sigmas(ours: Rate, theirs: Rate) -> str:
    return f"{errors_between(ours, theirs):+.2f}"


REASONS_HEADER: Final = (
    "rules",
    "deals",
    *LOST_REASONS,
    *LIMITS,
    "mean nodes",
    "median",
    "99%",
    "most",
)


def reason_cells(row: Row, tally: Tally) -> list[str]:
    """How the deals of a row were lost, and what deciding them took (`REASONS_HEADER`)."""
    shares = [
        percent(tally.counts[name] / max(1, tally.deals)) for name in (*LOST_REASONS, *LIMITS)
    ]
    return [row.title, str(tally.deals), *shares, *effort(tally.nodes)]


def kings_in_stock(ledger: Ledger) -> dict[int, Rate]:
    """Win rates by how many kings (cards discarded alone) lie in the stock; native deals only."""
    rules = ledger.plan.rules
    alone = bytes(rules.goes_alone(code // 4 + 1) for code in range(256))
    shuffle = dealer(1, "native", rules)
    counts: dict[int, list[int]] = {}
    for number, *(outcome, _) in ledger.deals():
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
    report = ScoreQuestion()
    rows = [{"rules": row.title} | report.row(scores) for row, scores in pairs]
    means = [list(row.values()) for row in rows]
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
    return [Table("Best par scores", tuple(rows[0]), means), spread]


TITLES: Final = {
    "bouquet": "Pyramid with an open bouquet",
    "giza": "Giza",
    "one-pass": "Pyramid with one pass",
    "more": "What the article does not have",
}


def estimate(chosen: Sequence[Row], scale: float, workers: int) -> Iterator[str]:
    """Predict how long each row takes with this many workers, and all of them."""
    total = 0.0
    for row in {row.ledger_name: row for row in chosen}.values():
        deals = row.scaled(scale)
        each = deal_seconds(row.survey, ((1, deals),))
        total += each * deals
        hours = each * deals / workers / 3600
        takes = f"{deals:>12,} deals, {1e6 * each:>10,.2f} µs each, {hours:.2f} h"
        yield f"{row.table:<9} {row.title:<56} {takes}"
    yield f"together {total / workers / 3600:.2f} h with {counted(workers, 'worker')}"


def report(chosen: Sequence[Row], folder: Path) -> str:
    """Write the tables of the ledgers in a folder, as Markdown with notes."""
    verdicts: list[tuple[Row, Tally]] = []
    scores: list[tuple[Row, Scores]] = []
    kings: list[list[str]] = []
    for row in chosen:
        with open_ledger(folder / row.ledger_name) as book:
            book.require(row.survey.identity(), any_solver=True)
            if book.missing():
                left, wanted = ranges.count(book.missing()), ranges.count(book.wanted)
                print(f"{row.title}: {left:,} of {wanted:,} deals are missing", file=sys.stderr)
            match book.tally():
                case Tally() as tally:
                    verdicts.append((row, tally))
                case Scores() as found:
                    scores.append((row, found))
            if row.kings:
                kings += kings_cells(row, kings_in_stock(book))
    sections = _verdict_tables(verdicts, kings) if verdicts else []
    if scores:
        sections += score_tables(scores)
    return "\n\n".join([*map(_section, sections), *notes(verdicts)])


def _verdict_tables(found: Sequence[tuple[Row, Tally]], kings: list[list[str]]) -> list[Table]:
    compared: dict[str, list[list[str]]] = {}
    reasons: dict[str, list[str]] = {}
    for row, tally in found:
        compared.setdefault(row.table, []).append(cells(row, tally))
        reasons.setdefault(row.ledger_name, reason_cells(row, tally))
    sections = [Table(TITLES[name], HEADER, lines) for name, lines in compared.items()]
    sections.append(Table("How they end, %", REASONS_HEADER, list(reasons.values())))
    if kings:
        sections.append(Table("By the number of kings in the stock", KINGS_HEADER, kings))
    return sections


def _section(table: Table) -> str:
    """Write one table, without the columns that are empty in it."""
    used = [i for i in range(len(table.header)) if any(line[i] for line in table.rows)]
    header = [table.header[i] for i in used]
    lines = [[line[i] for i in used] for line in table.rows]
    return f"## {table.title}\n\n{markdown_table(header, lines)}"


def main() -> None:
    """Make the ledgers that are missing, and print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--ledgers", type=Path, metavar="FOLDER")
    parser.add_argument("--table", action="append", choices=TABLES, help="only this table")
    parser.add_argument("--scale", type=float, default=1.0, help="of the article's deals")
    parser.add_argument("--estimate", action="store_true", help="only predict the time")
    parser.add_argument("--report-only", action="store_true", help="run no survey")
    parser.add_argument("--workers", type=int, default=cores())
    given = parser.parse_args()
    chosen = rows(given.table or TABLES)
    if given.estimate:
        for line in estimate(chosen, given.scale, given.workers):
            print(line, flush=True)
        return
    if given.ledgers is None:
        parser.error("--ledgers is missing: where the ledgers are to be")
    if not given.report_only:
        given.ledgers.mkdir(exist_ok=True)
        for row in chosen:
            wanted, path = ((1, row.scaled(given.scale)),), given.ledgers / row.ledger_name
            run_in_ledger(path, row.survey, wanted, LocalPool(given.workers))
    made = [row for row in chosen if (given.ledgers / row.ledger_name).exists()]
    if len(made) < len(chosen):
        print("not made yet:", "; ".join(r.title for r in chosen if r not in made), file=sys.stderr)
    print(report(made, given.ledgers))


if __name__ == "__main__":
    main()
