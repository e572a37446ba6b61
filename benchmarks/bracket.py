"""Bracket closed play: what no player exceeds, and what the best of ours reaches, deal by deal.

    python benchmarks/bracket.py pyramid 1-10000
    python benchmarks/bracket.py elizabeth 1-10000
    python benchmarks/bracket.py par 1-10000

For each winnable native deal of `pyramid` and `elizabeth`, a line of the data file says which share
of its winning orders every plan loses (`gap`), and whether the strongest player wins the deal.
Unwinnable deals are lost for both. For each deal of `par`, a line of another file has the points of
the scorer, and the most with every card known. Each line is written as soon as it is known, and a
deal that the file has is not computed again, so the command can be stopped at any time. Prints the
table of the docs from all lines of the file; with 0-0 nothing else. Asserts that no deal is better
than certain, and that no player has more points than the most.
"""

import argparse
import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import TypeAlias

from closed_bound import gap
from measure import DOCS, add_page_options, keep

from pyrtool.answers.best.best import best
from pyrtool.answers.closed import Player
from pyrtool.base.intervals import standard_errors
from pyrtool.game.deals import deal

WINNABLE = {"pyramid": 7.15, "elizabeth": 9.45}
"""The percentage of deals 1 to 100,000 that can be won with every card known."""

ORDERS, FORESIGHT = 4_000, 11
DATA = DOCS / "data"


@dataclass(frozen=True)
class Wins:
    """A winnable deal: what every plan loses of its orders, and whether the strongest wins it."""

    game: str
    deal: int
    loses: float
    strongest_wins: int


@dataclass(frozen=True)
class Points:
    """A deal of par: the points of the scorer, and the most with every card known."""

    game: str
    deal: int
    scorer: int
    most: int


Line: TypeAlias = Wins | Points


def read(path: Path) -> list[Line]:
    """Read all lines of a data file; there are none where there is no file."""
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return [_line(row) for row in csv.DictReader(file)]


def _line(row: dict[str, str]) -> Line:
    game, number = row["game"], int(row["deal"])
    if "most" in row:
        return Points(game, number, int(row["scorer"]), int(row["most"]))
    return Wins(game, number, float(row["loses"]), int(row["strongest_wins"]))


def wins(game: str, numbers: Iterable[int]) -> Iterator[Wins]:
    """Compute the lines of the winnable deals among these."""
    player = Player("strongest")
    for number in numbers:
        one = deal(number, game)
        found = gap([one], ORDERS, FORESIGHT)
        if found.won:
            won = player.play(one).end.is_won()
            yield Wins(game, number, round(found.least, 4), int(won))


def points(game: str, numbers: Iterable[int]) -> Iterator[Points]:
    """Compute the lines of these deals."""
    player = Player("scorer")
    for number in numbers:
        one = deal(number, game)
        most = best(one, "score")
        assert most.proved, number
        yield Points(game, number, player.play(one).end.score(), most.position.score())


def write(path: Path, new: Iterable[Line], kind: type[Line]) -> None:
    """Add lines to a data file, each as soon as it is known."""
    begins = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if begins:
            writer.writerow(field.name for field in fields(kind))
        for line in new:
            writer.writerow(astuple(line))
            file.flush()


def around(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95% interval by the normal distribution."""
    return mean(values), standard_errors(0.95) * stdev(values) / sqrt(len(values))


def row_of_wins(game: str, found: Sequence[Wins]) -> str:
    """A line of the table: the loss with its interval, and both sides of the bracket."""
    losses = [100 * line.loses for line in found]
    middle, half = around(losses)
    assert 0 <= min(losses) <= max(losses) <= 100
    share = 100 * mean(line.strongest_wins for line in found)
    most, upper = (WINNABLE[game] * (1 - loss / 100) for loss in (middle, middle - half))
    return (
        f"| `{game}` | 1–{max(line.deal for line in found):,} | {len(found)} "
        f"| {middle:.1f} ({middle - half:.1f}–{middle + half:.1f}) | {share:.1f} "
        f"| {WINNABLE[game] * share / 100:.1f} | {most:.1f} ({upper:.1f}) |"
    )


def row_of_points(game: str, found: Sequence[Points]) -> str:
    """A line of the table: both sides of the bracket, and what lies between."""
    below = [line.most - line.scorer for line in found]
    assert min(below) >= 0
    columns = [line.scorer for line in found], [line.most for line in found], below
    return " ".join(
        [
            f"| `{game}` | 1–{max(line.deal for line in found):,} |",
            *(f"{m:.2f} ({m - half:.2f} to {m + half:.2f}) |" for m, half in map(around, columns)),
            f"{100 * below.count(0) / len(below):.1f} |",
        ]
    )


def main() -> None:
    """Compute what is missing, print and perhaps publish one Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=[*WINNABLE, "par"])
    parser.add_argument("deals", help="the first and the last number, such as 1-10000")
    parser.add_argument("--data", type=Path, help="instead of the file in docs/data")
    add_page_options(parser)
    options = parser.parse_args()
    is_par = options.game == "par"
    path = options.data or DATA / ("bracket-par.csv" if is_par else "bracket.csv")
    first, last = map(int, options.deals.split("-"))
    known = [line.deal for line in read(path) if line.game == options.game]
    numbers = range(max([first, *(n + 1 for n in known)]), last + 1)
    if is_par:
        write(path, points(options.game, numbers), Points)
    else:
        write(path, wins(options.game, numbers), Wins)
    found = read(path)
    if is_par:
        table = [
            "| game | deals | scorer, mean points | most with every card known | the scorer has "
            "less | it has the most, % of deals |",
            "|---|---|---|---|---|---:|",
            row_of_points("par", [line for line in found if isinstance(line, Points)]),
        ]
    else:
        table = [
            "| game | deals | winnable | every closed player loses, % | strongest wins, % "
            "| strongest wins, % of all deals | no player wins more, % of all deals |",
            "|---|---|---:|---|---:|---:|---:|",
        ]
        for game in WINNABLE:
            lines = [one for one in found if isinstance(one, Wins) and one.game == game]
            if len(lines) > 1:
                table.append(row_of_wins(game, lines))
    print("\n".join(table))
    section = "bracket of points" if is_par else "bracket"
    keep("results/closed-players.md", {section: table}, write=options.write, check=options.check)


if __name__ == "__main__":
    main()
