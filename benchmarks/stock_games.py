"""Time a deal of the games with a stock, in bulk: from deal number to verdict, one core.

    python benchmarks/stock_games.py

Asserts how many deals are won and how many nodes that takes, so that a fast wrong answer fails.
"""

from dataclasses import replace

from measure import Case, time_games

from pyrtool.game.games import GAMES

PYRAMID = GAMES["pyramid"]

CASES: list[Case] = [
    ("pyramid", PYRAMID, 10_000, 703, 1_060, 120_199, 250),
    ("pyramid, overlap", replace(PYRAMID, overlap=True), 10_000, 1_651, 701, 285_418, None),
    ("pyramid, goal pyramid", replace(PYRAMID, goal="pyramid"), 10_000, 918, 1_060, 179_312, 600),
    (
        "pyramid, goal pyramid, overlap",
        replace(PYRAMID, goal="pyramid", overlap=True),
        10_000,
        2_320,
        701,
        413_730,
        1000,
    ),
    ("clear", GAMES["clear"], 10_000, 357, 1_060, 67_807, 400),
    ("microsoft", GAMES["microsoft"], 10_000, 6_574, 1_060, 1_939_632, 1000),
    ("pyramid, auto", replace(PYRAMID, stock_waste="auto"), 10_000, 670, 1_060, 4_096_001, None),
    (
        "pyramid, auto-on-turn",
        replace(PYRAMID, stock_waste="auto-on-turn"),
        10_000,
        608,
        1_060,
        4_218_706,
        None,
    ),
    ("pyramid, 2 passes", replace(PYRAMID, passes=2), 10_000, 5_619, 1_060, 404_090, None),
    ("pyramid, 3 passes", replace(PYRAMID, passes=3), 10_000, 6_531, 1_060, 2_940_130, None),
    (
        "pyramid, unlimited passes",
        replace(PYRAMID, passes=None),
        10_000,
        6_566,
        1_060,
        887_953,
        None,
    ),
    ("king-tut", GAMES["king-tut"], 10_000, 402, 701, 831_841, 100),
    ("tut", GAMES["tut"], 2_000, 1_504, 144, 1_639_115, 200),
]

if __name__ == "__main__":
    time_games(CASES, "stock games")
