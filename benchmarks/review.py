"""Skill and luck of many games: is the mean luck 0, and how many games does it take to rank two
players?

`--check` plays deals by two players in four games, and splits each result by the chances of
`careful`. Their mean luck must lie within two standard errors of 0. `--strength` compares two
players by their results in deals of their own, by those in the same deals, by their skill, and by
what is left of results without luck and without what the winnable deals explain, each with the
weight that lowers the spread. `--seconds` times one review.

    python benchmarks/review.py --check 1000
    python benchmarks/review.py --strength 50 --players careful sampler --table few-games.csv
    python benchmarks/review.py --table few-games.csv -o few-games.png
"""

import argparse
import csv
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from operator import sub
from pathlib import Path
from statistics import covariance, mean, stdev
from typing import NamedTuple

from pyrtool import Position, Won, deal
from pyrtool.answers.closed import Player, PlayerName
from pyrtool.answers.review.luck import split
from pyrtool.answers.solve import verdict_only
from pyrtool.game.named_games import KNOWN
from pyrtool.surveys.charts.canvas import GREY, SMALL_PT, Canvas

GAMES = ("pyramid", "microsoft", "par", "king-tut")
MEASURE = Player("careful", seed=57)
COLOURS = ("#999999", "#56b4e9", "#e69f00", "#009e73")
TINY, HUGE = 1e-9, 1e9
FIRST = 1_000_001
"""The first deal: others than those that tuned anything."""


class Parts(NamedTuple):
    """What the split of a game gives."""

    first: float
    skill: float
    luck: float
    result: float


def played(number: int, game: str, name: PlayerName, orders: int) -> Parts:
    """Let a player play a deal, and split the result."""
    player = Player(name, orders=20 if name == "sampler" else None)
    start = Position.start(deal(number, game))
    moves = player.play(start).moves
    # All orders of more cards take longer than they are worth here.
    numbers = {"orders": orders, "every": orders}
    found = split(start, moves, MEASURE, **numbers, ended=True, compare=False)
    parts = Parts(*(one.value for one in (found.first, found.skill, found.luck, found.result)))
    assert abs(parts.first + parts.skill + parts.luck - parts.result) < 1e-9
    return parts


def error(numbers: Sequence[float]) -> float:
    """Return the standard error of a mean."""
    return stdev(numbers) / sqrt(len(numbers))


def all_played(
    pool: ProcessPoolExecutor, count: int, game: str, name: PlayerName, orders: int
) -> list[Parts]:
    """Play this many deals."""
    numbers = range(FIRST, FIRST + count)
    todo = [[*numbers], [game] * count, [name] * count, [orders] * count]
    return list(pool.map(played, *todo, chunksize=10))


def check(
    pool: ProcessPoolExecutor,
    count: int,
    orders: int,
    names: Iterable[PlayerName],
    games_played: Iterable[str],
) -> bool:
    """Print the means of each player in each game, and return whether the mean luck is 0.

    If no game is won, the standard error is at least that of the number of wins that the first
    chances let expect.
    """
    holds = True
    print(f"{count} games each, {orders} orders at each moment, measured by {MEASURE.name}")
    print("| game | player | won | first chance | skill | luck | standard errors from 0 |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for game in games_played:
        for name in names:
            games = all_played(pool, count, game, name, orders)
            first, skill, turned, result = (
                [100 * one for one in column] for column in zip(*games, strict=True)
            )
            spread = error(turned)
            if not any(result):  # without a win, what is seen of the spread is too small
                chance = mean(first)
                spread = max(spread, sqrt(chance * (100 - chance) / count))
            away = mean(turned) / (spread or 1)
            holds &= abs(away) <= 2
            cells = (
                *(
                    game,
                    name,
                    f"{mean(result):.1f}%",
                    f"{mean(first):.2f}%",
                    f"{mean(skill):+.2f}%",
                ),
                *(f"{mean(turned):+.2f} ± {spread:.2f}%", f"{away:+.2f}"),
            )
            print(f"| {' | '.join(cells)} |", flush=True)
    return holds


class Ranked(NamedTuple):
    """How much more the second player wins in each deal, in per cent, by four measures."""

    game: str
    truth: float
    measures: dict[str, list[float]]

    @property
    def needed(self) -> dict[str, float]:
        """The games after which the true difference is two standard errors, by each measure."""
        spreads = {name: stdev(numbers) for name, numbers in self.measures.items()}
        return {name: (2 * one / (self.truth or 1e-9)) ** 2 for name, one in spreads.items()}


def weighted(numbers: Sequence[float], *known: Sequence[float]) -> list[float]:
    """Subtract numbers whose mean is known to be 0, each with the weight that lowers the spread."""
    left, others = [*numbers], [[*one] for one in known]
    while others:
        control = others.pop()
        if len({*control}) > 1:
            left, *others = (less(one, control) for one in (left, *others))
    return left


def less(numbers: Sequence[float], control: Sequence[float]) -> list[float]:
    """Subtract what a control explains of numbers, if its mean is 0."""
    weight = covariance(numbers, control) / covariance(control, control)
    return [one - weight * other for one, other in zip(numbers, control, strict=True)]


def strength(
    pool: ProcessPoolExecutor,
    counts: tuple[int, int, int],
    orders: int,
    pair: Sequence[PlayerName],
    table: Path | None,
) -> None:
    """Print how much better the second player is, and how many games show it: by results in deals
    of its own, by results in the same deals, by skill, and by all that is known of a game. If that
    explains every result of so few games, its spread is not known.

    `counts`: the games that are shown, those that show how results spread, and those of the truth.
    """
    shown, count, many = counts
    print(f"{pair[1]} less {pair[0]}, {orders} orders at each moment, spreads of {count:,} games")
    names = ("other deals", "same deals", "skill", "weighted")
    print(f"| game | {many:,} games | {' | '.join(f'{shown} games, {name}' for name in names)} |")
    print("|---|" + "---:|" * (len(names) + 1))
    found = []
    for game in GAMES:
        one, other = (all_played(pool, count, game, name, orders) for name in pair)
        results = [[100 * parts.result for parts in games] for games in (one, other)]
        luck = [100 * (b.luck - a.luck) for a, b in zip(one, other, strict=True)]
        rate = float(KNOWN[game].winnable)
        numbers = range(FIRST, FIRST + count)
        winnable = [100.0 * won - rate for won in pool.map(can_win, numbers, [game] * count)]
        same = list(map(sub, results[1], results[0]))
        measures = {
            "other deals": list(map(sub, (*results[1][1:], results[1][0]), results[0])),
            "same deals": same,
            "skill": [100 * (b.skill - a.skill) for a, b in zip(one, other, strict=True)],
            "weighted": weighted(same, luck, winnable),
        }
        wins = [
            sum(pool.map(is_won, numbers, [game] * many, [name] * many, chunksize=20))
            for numbers in [range(FIRST + 100_000, FIRST + 100_000 + many)]
            for name in pair
        ]
        ranked = Ranked(game, 100 * (wins[1] - wins[0]) / many, measures)
        found.append(ranked)
        rates = [one / many for one in wins]
        of_truth = 100 * sqrt(sum(one * (1 - one) for one in rates) / many)
        cells = [game, f"{ranked.truth:+.1f} ± {of_truth:.1f}%"]
        for of in measures.values():
            spread = stdev(of) / sqrt(shown)
            cells.append(f"{mean(of[:shown]):+.1f} ± {spread:.1f}%" if spread > TINY else "–")
        print(f"| {' | '.join(cells)} |", flush=True)
    rows = [["games until two standard errors", *names]]
    for ranked in found:
        needed = (f"{one:.0f}" if TINY < one < HUGE else "" for one in ranked.needed.values())
        rows.append([ranked.game, *needed])
    lines = [f"| {' | '.join(one or '–' for one in row)} |" for row in rows]
    print("", lines[0], "|---|" + "---:|" * len(names), *lines[1:], sep="\n")
    if table is not None:
        table.write_text("".join(f"{','.join(row)}\n" for row in rows))


def can_win(number: int, game: str) -> bool:
    """Return whether a deal is winnable."""
    return isinstance(verdict_only(deal(number, game)), Won)


def is_won(number: int, game: str, name: PlayerName) -> bool:
    """Return whether a player wins a deal."""
    player = Player(name, orders=20 if name == "sampler" else None)
    return player.play(deal(number, game)).end.is_won()


def draw(table: Path, target: Path) -> None:
    """Draw how many games it takes to rank two players, by each measure, from a table."""
    with table.open() as file:
        rows = list(csv.DictReader(file))
    first, *names = rows[0]
    with Canvas(target, 4.4) as canvas:
        axes = canvas.axes()
        for at, name in enumerate(names):
            bars = [
                (k + 0.2 * (at - 1.5), int(row[name])) for k, row in enumerate(rows) if row[name]
            ]
            places, needed = zip(*bars, strict=True)
            axes.barh(places, needed, height=0.18, color=COLOURS[at], label=name)
            for place, count in zip(places, needed, strict=True):
                axes.annotate(
                    f" {count:,}", (count, place), va="center", fontsize=SMALL_PT, color=GREY
                )
        axes.set_yticks(range(len(rows)), [row[first] for row in rows])
        axes.invert_yaxis()
        axes.set_xscale("log")
        axes.set_xlim(1, 3 * max(int(row[name] or 1) for row in rows for name in names))
        axes.xaxis.set_major_formatter("{x:,g}")
        axes.set_xlabel("games until the difference is two standard errors", color=GREY)
        canvas.title("Few games rank two players", "sampler and careful, by four measures")
        canvas.legend()
        canvas.save()


def seconds() -> None:
    """Print how long the review of a game takes, with the best choices named."""
    for game in GAMES:
        start = Position.start(deal(FIRST, game))
        moves = Player("greedy").play(start).moves
        begun = time.process_time()
        split(start, moves, MEASURE, ended=True)
        print(f"{game}: {len(moves)} moves, {time.process_time() - begun:.1f} s")


def main() -> int:
    """Do what the options ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", type=int, default=0)
    parser.add_argument("--strength", type=int, default=0)
    parser.add_argument("--spread", type=int, default=300, help="games that show the spread")
    parser.add_argument("--truth", type=int, default=1000, help="games that show the truth")
    parser.add_argument("--table", type=Path, help="CSV that --strength writes, or that is drawn")
    parser.add_argument("-o", dest="chart", type=Path, help="draw the table: .png or .svg")
    parser.add_argument("--seconds", action="store_true")
    parser.add_argument("--orders", type=int, default=40)
    parser.add_argument("--players", nargs="+", default=["careful", "random"])
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    if given.chart is not None:
        draw(given.table, given.chart)
        return 0
    if given.seconds:
        seconds()
    with ProcessPoolExecutor(given.processes) as pool:
        if given.strength:
            counts = (given.strength, given.spread, given.truth)
            strength(pool, counts, given.orders, given.players, given.table)
        if given.check and not check(pool, given.check, given.orders, given.players, given.games):
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
