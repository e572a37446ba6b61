"""Skill and luck of many games: is the mean luck 0, and how many games does it take to rank two
players?

`--check` plays deals by two players in four games, and splits each result by the chances of
`careful`. Their mean luck must lie within two standard errors of 0. `--strength` compares two
players in the same deals, by their results and by their skill. `--seconds` times one review.

    python benchmarks/review.py --check 1000
    python benchmarks/review.py --strength 50
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from statistics import mean, stdev
from typing import NamedTuple

from pyrtool import Position, deal
from pyrtool.answers.closed import Player, PlayerName
from pyrtool.answers.review.luck import split

GAMES = ("pyramid", "microsoft", "par", "king-tut")
MEASURE = Player("careful", seed=57)
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


def strength(
    pool: ProcessPoolExecutor, count: int, orders: int, pair: Sequence[PlayerName]
) -> None:
    """Print how much better the second player is: by results in deals of its own, by results in the
    same deals, and by the skill of its moves."""
    print(f"{count} games, {orders} orders at each moment: {pair[1]} less {pair[0]}")
    print("| game | other deals | same deals | skill | games that results need |")
    print("|---|---:|---:|---:|---:|")
    for game in GAMES:
        one, other = (all_played(pool, count, game, name, orders) for name in pair)
        results = [[100 * parts.result for parts in games] for games in (one, other)]
        same = [b - a for a, b in zip(*results, strict=True)]
        skill = [100 * (b.skill - a.skill) for a, b in zip(one, other, strict=True)]
        apart = sqrt(sum(error(these) ** 2 for these in results))
        needed = count * (apart / error(skill)) ** 2 if error(skill) else count
        cells = (
            *(game, f"{mean(same):+.1f} ± {apart:.1f}%", f"{mean(same):+.1f} ± {error(same):.1f}%"),
            *(f"{mean(skill):+.1f} ± {error(skill):.1f}%", f"{needed:,.0f}"),
        )
        print(f"| {' | '.join(cells)} |", flush=True)


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
    parser.add_argument("--seconds", action="store_true")
    parser.add_argument("--orders", type=int, default=40)
    parser.add_argument("--players", nargs="+", default=["careful", "random"])
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    if given.seconds:
        seconds()
    with ProcessPoolExecutor(given.processes) as pool:
        if given.strength:
            strength(pool, given.strength, given.orders, given.players)
        if given.check and not check(pool, given.check, given.orders, given.players, given.games):
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
