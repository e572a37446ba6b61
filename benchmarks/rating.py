"""Time exact ratings, and count the levels of won deals.

    python benchmarks/rating.py            time native deals, and assert what they are rated
    python benchmarks/rating.py --levels   the share of won deals in each level (minutes)

With --write the tables of docs/understand/how-hard-is-a-deal.md are written again.
"""

import argparse
from collections import Counter
from dataclasses import replace
from statistics import median
from time import process_time

from measure import machine, publish

from pyrtool.answers.rating.chances import RatingLimits, rate_range
from pyrtool.answers.rating.scale import LEVELS
from pyrtool.game.games import GAMES, Rules

PAGE = "understand/how-hard-is-a-deal.md"
GIZA = GAMES["giza"]
OVERLAP = replace(GIZA, overlap=True)

TIMED: list[tuple[str, Rules, int, int, int, int, float | None]] = [
    # game, rules, deals; won, positions of all, most positions; target in milliseconds
    ("giza", GIZA, 1000, 353, 2_854_538, 45_610, 5),
    ("giza, overlap", OVERLAP, 1000, 601, 8_426_467, 66_836, 5),
    ("giza6x4", GAMES["giza6x4"], 1000, 174, 466_502, 10_284, None),
    ("pyramid", GAMES["pyramid"], 1000, 59, 40_576, 5_644, 100),
    ("clear", GAMES["clear"], 1000, 42, 29_392, 2_940, None),
    ("microsoft", GAMES["microsoft"], 100, 65, 40_251_647, 3_187_667, 100),
    ("par", GAMES["par"], 100, 65, 30_781_215, 2_869_066, None),
]

SCALED: list[tuple[str, Rules, int]] = [
    ("giza", GIZA, 20_000),
    ("giza, overlap", OVERLAP, 10_000),
    ("giza6x4", GAMES["giza6x4"], 10_000),
    ("giza6x4, overlap", replace(GAMES["giza6x4"], overlap=True), 5_000),
    ("bouquet", GAMES["bouquet"], 100),
    ("pyramid", GAMES["pyramid"], 10_000),
    ("clear", GAMES["clear"], 10_000),
    ("par", GAMES["par"], 100),
    ("microsoft", GAMES["microsoft"], 100),
    ("tut-single", GAMES["tut-single"], 2_000),
    ("tut", GAMES["tut"], 100),
    ("king-tut", GAMES["king-tut"], 1_000),
]
"""Games and how many native deals of them are rated; the larger by playouts."""
WITHIN = RatingLimits(positions=200_000, playouts=200_000)


def time_ratings(strict: bool) -> list[str]:
    """A table row a game, asserted: the chances of won deals, and the verdicts of all."""
    table = [
        "| game | deals | won | positions a won deal | most | ms a won deal | target, ms |",
        "|---|---|---|---|---|---|---|",
    ]
    print(*table, sep="\n")
    for name, rules, deals, won, positions, most, target in TIMED:
        began = process_time()
        ratings = [rating for _, rating in rate_range(1, deals, "native", rules, moves=False)]
        spent = 1000 * (process_time() - began) / len(ratings)
        counts = [rating.positions for rating in ratings]
        assert all(rating.exact for rating in ratings)
        assert (len(counts), sum(counts), max(counts)) == (won, positions, most), (
            name,
            (len(counts), sum(counts), max(counts)),
        )
        assert target is None or not strict or spent <= target, name
        table.append(
            f"| {name} | {deals:,} | {won:,} | {positions // won:,} | {most:,} "
            f"| {spent:.2f} | {target or ''} |"
        )
        print(table[-1], flush=True)
    return table


def count_levels() -> list[str]:
    """A table row a game: how many percent of its won deals have each level."""
    names = " | ".join(f"{name}, %" for name, _ in LEVELS)
    table = [
        f"| game | deals | won | {names} | median | greatest | exact, % | bounds, % |",
        "|---" * (7 + len(LEVELS)) + "|",
    ]
    print(*table, sep="\n")
    for name, rules, deals in SCALED:
        ratings = [
            rating
            for _, rating in rate_range(1, deals, "native", rules, moves=False, limits=WITHIN)
        ]
        levels = Counter(rating.level for rating in ratings)
        won = len(ratings)
        shares = " | ".join(f"{100 * levels[level] / won:.1f}" for level, _ in LEVELS)
        # What no game won, or no game can win, is harder than the rest.
        known = sorted(rating.difficulty or 99.0 for rating in ratings)
        middle, last = (f"{d:.2f}" if d < 99 else "none won" for d in (median(known), known[-1]))
        exact = 100 * sum(rating.exact for rating in ratings) / won
        bounds = 100 * sum(rating.bounded_by is not None for rating in ratings) / won
        table.append(
            f"| {name} | {deals:,} | {won:,} | {shares} | {middle} | {last} | {exact:.0f} "
            f"| {bounds:.0f} |"
        )
        print(table[-1], flush=True)
    return table


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--levels", action="store_true", help="count levels instead of timing")
parser.add_argument("--strict", action="store_true", help="fail when a target is missed")
parser.add_argument("--write", action="store_true", help="put the levels into the docs")

if __name__ == "__main__":
    options = parser.parse_args()
    print(machine(), end="\n\n")
    lines = count_levels() if options.levels else time_ratings(options.strict)
    if options.levels and options.write:
        publish(PAGE, "levels", lines)
