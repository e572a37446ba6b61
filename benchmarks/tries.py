"""Show what players of Giza win that look ahead little, when a deal may be begun again.

    python benchmarks/tries.py

For native deals, the mean of the exact chances of the two players of `rate`, who choose by chance:
one looks no move ahead, the other sees which moves leave a set dead. Nothing is timed. Asserts that
all chances are exact, that seeing more wins more over all, and of 5,000 deals how many can be won.
"""

from __future__ import annotations

import argparse

from measure import publish

from pyrtool.answers.rating import rate_range
from pyrtool.game.games import game

DEALS, WINNABLE = 5000, 1828
TRIES = (1, 10, 100, 1000)


def main() -> None:
    """Work out, assert, print and perhaps publish one Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="native deals 1 to so many")
    parser.add_argument("--write", action="store_true", help="put the table into the docs")
    options = parser.parse_args()
    found = rate_range(1, options.deals, "native", game("giza"), moves=False)
    ratings = [rating for _, rating in found]
    assert all(one.exact for one in ratings)
    assert options.deals != DEALS or len(ratings) == WINNABLE, len(ratings)
    columns = [[one.plain.value for one in ratings], [one.clever.value for one in ratings]]
    table = [
        "| tries | sees no move ahead, % | sees what leaves a set dead, % |",
        "|---:|---:|---:|",
    ]
    for tries in TRIES:
        shares = [
            100 * sum(1 - (1 - chance) ** tries for chance in column) / options.deals
            for column in columns
        ]
        assert shares[0] <= shares[1] <= 100 * len(ratings) / options.deals
        table.append(f"| {tries:,} | {shares[0]:.2f} | {shares[1]:.2f} |")
    print("\n".join(table))
    if options.write:
        publish("results/closed-players.md", "tries", table)


if __name__ == "__main__":
    main()
