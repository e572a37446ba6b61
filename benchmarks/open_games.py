"""Time a deal of the open games, in bulk: from deal number to verdict, one core, one process.

    python benchmarks/open_games.py

Asserts how many deals are won and how many nodes that takes, so that a fast wrong answer fails.
"""

from dataclasses import replace

from measure import Case, time_games

from pyrtool.game.games import GAMES

BOUQUET, GIZA, GIZA6X4 = GAMES["bouquet"], GAMES["giza"], GAMES["giza6x4"]

CASES: list[Case] = [
    ("bouquet, 5 rows", replace(BOUQUET, rows=5), 100_000, 98_642, 456, 45_552, None),
    ("bouquet, 7 rows", BOUQUET, 100_000, 66_816, 10_627, 546_581, 8),
    (
        "bouquet, 7 rows, overlap",
        replace(BOUQUET, overlap=True),
        100_000,
        83_123,
        7_167,
        541_548,
        None,
    ),
    (
        "bouquet, 8 rows, overlap",
        replace(BOUQUET, rows=8, overlap=True),
        100_000,
        38_423,
        25_236,
        855_648,
        20,
    ),
    ("bouquet, 9 rows", replace(BOUQUET, rows=9), 100_000, 66, 75_539, 97_456, 2),
    (
        "bouquet, 9 rows, overlap",
        replace(BOUQUET, rows=9, overlap=True),
        100_000,
        1_283,
        63_947,
        233_300,
        None,
    ),
    ("giza", GIZA, 10_000, 3_609, 1_060, 432_463, 60),
    ("giza, overlap", replace(GIZA, overlap=True), 10_000, 5_930, 701, 708_674, 100),
    ("giza6x4", GIZA6X4, 10_000, 1_714, 1_060, 387_772, None),
    ("giza6x4, overlap", replace(GIZA6X4, overlap=True), 10_000, 3_770, 701, 782_357, None),
]


if __name__ == "__main__":
    time_games(CASES, "open games")
