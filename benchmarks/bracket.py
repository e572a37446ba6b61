"""Bracket closed play: what no player exceeds, and what the strongest wins, on the same deals.

    python benchmarks/bracket.py pyramid 1-10000
    python benchmarks/bracket.py elizabeth 1-10000

For each winnable native deal of the range, a line of the data file says which share of its winning
orders every plan loses (`gap`), and whether the strongest player wins the deal. Unwinnable deals
are lost for both. Each line is written as soon as it is known, and a deal that the file has is not
computed again, so the command can be stopped at any time. Prints the table of the docs from all
lines of the file; with 0-0 nothing else. Asserts that no deal is better than certain.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, fields
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

from measure import DOCS, add_page_options, keep

from pyrtool.answers.closed import Player
from pyrtool.answers.closed.bound import gap
from pyrtool.base.intervals import standard_errors
from pyrtool.game.deals import deal

WINNABLE = {"pyramid": 7.15, "elizabeth": 9.45}
"""The percentage of deals 1 to 100,000 that can be won with every card known."""

ORDERS, FORESIGHT = 8_000, 10
DATA = DOCS / "data" / "bracket.csv"


@dataclass(frozen=True)
class Line:
    """A winnable deal: what every plan loses of its orders, and whether the strongest wins it."""

    game: str
    deal: int
    loses: float
    strongest_wins: int


def read(path: Path) -> list[Line]:
    """Read all lines of a data file; there are none where there is no file."""
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return [
            Line(row["game"], int(row["deal"]), float(row["loses"]), int(row["strongest_wins"]))
            for row in csv.DictReader(file)
        ]


def lines(game: str, numbers: Iterable[int]) -> Iterator[Line]:
    """Compute the lines of the winnable deals among these."""
    player = Player("strongest")
    for number in numbers:
        one = deal(number, game)
        found = gap([one], ORDERS, FORESIGHT)
        if found.won:
            won = player.play(one).end.is_won()
            yield Line(game, number, round(found.least, 4), int(won))


def write(path: Path, new: Iterable[Line]) -> None:
    """Add lines to a data file, each as soon as it is known."""
    begins = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if begins:
            writer.writerow(field.name for field in fields(Line))
        for line in new:
            writer.writerow(astuple(line))
            file.flush()


def row(game: str, found: list[Line]) -> str:
    """A line of the table: the loss with its interval, and both sides of the bracket."""
    losses = [100 * line.loses for line in found]
    middle, half = mean(losses), standard_errors(0.95) * stdev(losses) / sqrt(len(losses))
    assert 0 <= min(losses) <= max(losses) <= 100
    wins = 100 * mean(line.strongest_wins for line in found)
    most, upper = (WINNABLE[game] * (1 - loss / 100) for loss in (middle, middle - half))
    return (
        f"| `{game}` | 1–{max(line.deal for line in found):,} | {len(found)} "
        f"| {middle:.1f} ({middle - half:.1f}–{middle + half:.1f}) | {100 - middle:.1f} "
        f"| {wins:.1f} | {most:.1f} ({upper:.1f}) |"
    )


def main() -> None:
    """Compute what is missing, print and perhaps publish one Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(WINNABLE))
    parser.add_argument("deals", help="the first and the last number, such as 1-10000")
    parser.add_argument("--data", type=Path, default=DATA)
    add_page_options(parser)
    options = parser.parse_args()
    first, last = map(int, options.deals.split("-"))
    known = [line.deal for line in read(options.data) if line.game == options.game]
    write(options.data, lines(options.game, range(max([first, *(n + 1 for n in known)]), last + 1)))
    found = read(options.data)
    table = [
        "| game | deals | winnable | every closed player loses, % | so it wins at most, % "
        "| strongest wins, % | so it wins at most, % of all deals |",
        "|---|---|---:|---|---:|---:|---:|",
        *(
            row(game, [line for line in found if line.game == game])
            for game in WINNABLE
            if sum(line.game == game for line in found) > 1
        ),
    ]
    print("\n".join(table))
    keep("results/closed-players.md", {"bracket": table}, write=options.write, check=options.check)


if __name__ == "__main__":
    main()
