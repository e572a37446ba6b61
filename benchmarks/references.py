"""Compare 100,000 native deals of the stock games with exhaustive searches made elsewhere.

    python benchmarks/references.py            # print the table
    python benchmarks/references.py --write    # and put it into docs/results/one-pass.md
    python benchmarks/references.py --check    # and fail where that page shows something else

The reference is an unoptimised solver that shares no code with pyrtool, run on random deals of its
own. Fails when a rate is four or more standard errors of the difference away. Takes some minutes.
"""

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from measure import compare_with, run

from pyrtool.base.intervals import Rate
from pyrtool.game.games import GAMES, Goal, Rules, StockWaste


@dataclass(frozen=True)
class Reference:
    """A game, and the share of its deals, in per cent, that the reference found to be won.

    Its standard error is `error`, in per cent too, or that of this many `deals`.
    """

    name: str
    rules: Rules
    percent: float
    deals: int = 50_000  # at least: some runs had up to 100,000
    error: float | None = None

    @property
    def standard_error(self) -> float:
        """In per cent."""
        if self.error is not None:
            return self.error
        return 100 * Rate(round(self.percent / 100 * self.deals), self.deals).standard_error


def one_pass(
    stock_waste: StockWaste, goal: Goal, overlap: bool, percent: float, **more: Any
) -> Reference:
    """Standard Pyramid with these differences."""
    rules = replace(GAMES["pyramid"], goal=goal, overlap=overlap, stock_waste=stock_waste)
    what = "all cards" if goal == "all" else "the pyramid"
    name = f"one pass, stock-waste {stock_waste}, {what}{', overlap' * overlap}"
    return Reference(name, rules, percent, **more)


REFERENCES = [
    one_pass("yes", "all", False, 7.04, error=0.08),
    one_pass("yes", "all", True, 16.44),
    one_pass("yes", "pyramid", False, 9.46),
    one_pass("yes", "pyramid", True, 23.37),
    one_pass("no", "all", False, 0.086),
    one_pass("no", "all", True, 0.152),
    one_pass("no", "pyramid", False, 3.83, error=0.06),
    one_pass("no", "pyramid", True, 12.76, error=0.11),
    one_pass("auto-on-turn", "all", False, 6.09, deals=20_000),
    one_pass("auto-on-turn", "all", True, 14.98, deals=20_000),
    one_pass("auto-on-turn", "pyramid", False, 7.96, deals=40_000),
    one_pass("auto", "all", False, 6.8, deals=10_000),
    Reference("king-tut, overlap", GAMES["king-tut"], 4.40, error=0.04),
    Reference("king-tut, no overlap", replace(GAMES["king-tut"], overlap=False), 3.83, error=0.05),
]


def compare(deals: int) -> tuple[list[str], float]:
    """The lines of a Markdown table, and the greatest difference in standard errors."""
    lines = [
        "| game | reference, % | won | pyrtool, % | difference, σ |",
        "|---|---:|---:|---:|---:|",
    ]
    worst = 0.0
    for reference in REFERENCES:
        ours = Rate(run(reference.rules, deals).won, deals)
        percent, error = 100 * ours.value, 100 * ours.standard_error
        difference = (percent - reference.percent) / sqrt(error**2 + reference.standard_error**2)
        worst = max(worst, abs(difference))
        lines.append(
            f"| {reference.name} | {reference.percent} ± {reference.standard_error:.3f} "
            f"| {ours.hits:,} | {percent:.3f} ± {error:.3f} | {difference:+.2f} |"
        )
        print(lines[-1], flush=True)
    return lines, worst


if __name__ == "__main__":
    compare_with(compare, 100_000, "results/one-pass.md", "independent check")
