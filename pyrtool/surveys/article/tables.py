"""The article's tables made again: ours beside theirs.

Decides how surveys are compared with the article's figures. docs/results/article.md shows where an
exhaustive search differs from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrtool.answers.blocks import countable_stocks
from pyrtool.base.arguments import guard
from pyrtool.base.intervals import Rate
from pyrtool.game.deals import dealer
from pyrtool.game.games import GAMES
from pyrtool.surveys.article.rows import Row
from pyrtool.surveys.counts import LIMITS, LOST_REASONS, WON
from pyrtool.surveys.ledger import Ledger
from pyrtool.surveys.questions.score.counts import Scores
from pyrtool.surveys.questions.score.report import ScoreReport, bin_name, binned
from pyrtool.surveys.questions.verdict.counts import Tally
from pyrtool.surveys.tables import Table, effort, percent

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
            f"In `king-tut`, {countable:,} of {stocks:,} stocks ({100 * countable / stocks:.4f}%) "
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
    report = ScoreReport()
    means = [[row.title, *report.row(scores)] for row, scores in pairs]
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
    return [Table("Best par scores", ("rules", *report.header), means), spread]


guard(__name__)
