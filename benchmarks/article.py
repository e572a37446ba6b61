"""Compare a million native deals of every open game with the article's win rates.

    python benchmarks/article.py            # print the table
    python benchmarks/article.py --write    # and put it into docs/open-games.md

Fails when a rate is four or more standard errors of the difference away. Takes one minute.
"""

from __future__ import annotations

import argparse
import tomllib
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path

from measure import machine, publish, run

from pyrtool.games import GAMES, Rules

ROOT = Path(__file__).parent.parent
FIGURES = ROOT / "pyrtool" / "survey" / "article.toml"
MOST_ERRORS = 4.0


@dataclass(frozen=True)
class Row:
    """One line of the article's tables."""

    name: str
    rules: Rules
    deals: int
    wins: int
    simple_blocks: int | None


@dataclass(frozen=True)
class Rate:
    """How often something happened in so many deals."""

    hits: int
    deals: int

    @property
    def value(self) -> float:
        """The share, 0 to 1."""
        return self.hits / self.deals

    @property
    def error(self) -> float:
        """Its standard error."""
        return sqrt(self.value * (1 - self.value) / self.deals)

    def errors_from(self, other: Rate) -> float:
        """The difference in standard errors of the difference."""
        return (self.value - other.value) / sqrt(self.error**2 + other.error**2)


def article_rows() -> list[Row]:
    """The article's open games."""
    figures = tomllib.loads(FIGURES.read_text())
    bouquet = [
        Row(
            f"bouquet, {rows} rows",
            replace(GAMES["bouquet"], rows=rows, overlap=overlap),
            figures["bouquet"]["deals"],
            wins,
            blocks,
        )
        for rows, overlap, wins, blocks in figures["bouquet"]["rows"]
    ]
    giza = [
        Row(
            f"giza, {wide} columns of {deep}",
            replace(GAMES["giza"], columns=(wide, deep), overlap=overlap),
            deals,
            wins,
            None,
        )
        for wide, deep, overlap, deals, wins in figures["giza"]["rows"]
    ]
    return bouquet + giza


def percent(rate: Rate) -> str:
    """The share in per cent with its standard error."""
    return f"{100 * rate.value:.4f} ± {100 * rate.error:.4f}"


def compare(deals: int) -> tuple[list[str], float]:
    """The lines of a Markdown table, and the greatest difference in standard errors."""
    lines = [
        "| game | overlap | what | article, % | pyrtool, % | difference, σ |",
        "|---|---|---|---|---|---|",
    ]
    worst = 0.0
    for row in article_rows():
        ours = run(row.rules, deals)
        pairs = [("won", row.wins, ours.won)]
        if row.simple_blocks is not None:
            pairs.append(("simple block", row.simple_blocks, ours.simple_blocks))
        for what, theirs, found in pairs:
            published, measured = Rate(theirs, row.deals), Rate(found, deals)
            difference = measured.errors_from(published)
            worst = max(worst, abs(difference))
            lines.append(
                f"| {row.name} | {'yes' if row.rules.overlap else 'no'} | {what} "
                f"| {percent(published)} | {percent(measured)} | {difference:+.2f} |"
            )
            print(lines[-1], flush=True)
    return lines, worst


def main() -> None:
    """Compare, and fail when a figure is too far off."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    print(machine())
    table, worst = compare(options.deals)
    print(f"the greatest difference is {worst:.2f} standard errors")
    if options.write:
        publish("open-games.md", "table", [f"Native deals 1 to {options.deals:,}.", "", *table])
    assert worst < MOST_ERRORS, worst


if __name__ == "__main__":
    main()
