"""Show what players of open games win that look ahead little, when a deal may be begun again.

    python benchmarks/tries.py

For native deals of games in which nothing is hidden, the mean of the exact chances of the two
players of `rate`, who choose by chance: one looks no move ahead, the other sees which moves leave a
set dead. Nothing is timed. Asserts that all chances are exact, that seeing more wins more over all,
and of 5,000 deals how many can be won.
"""

import argparse

from measure import publish

from pyrtool.answers.rating.chances import rate_range
from pyrtool.game.games import game

DEALS = 5000
WINNABLE = {"giza": 1828, "fourteen-out": 4651}
TRIES = (1, 10, 100, 1000)


def chances(name: str, deals: int) -> list[tuple[float, float]]:
    """Rate native deals: what the two players win of each winnable deal, exactly."""
    found = rate_range(1, deals, "native", game(name), moves=False)
    ratings = [rating for _, rating in found]
    assert all(one.exact for one in ratings)
    assert deals != DEALS or len(ratings) == WINNABLE[name], (name, len(ratings))
    return [(one.plain.value, one.clever.value) for one in ratings]


def main() -> None:
    """Work out, assert, print and perhaps publish one Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="native deals 1 to this number")
    parser.add_argument("--write", action="store_true", help="put the table into the docs")
    options = parser.parse_args()
    table = [
        "| game | winnable, % | tries | sees no move ahead, % | sees what leaves a set dead, % |",
        "|---|---:|---:|---:|---:|",
    ]
    for name in WINNABLE:
        both = chances(name, options.deals)
        winnable = 100 * len(both) / options.deals
        for tries in TRIES:
            plain, clever = (
                100 * sum(1 - (1 - chance) ** tries for chance in player) / options.deals
                for player in zip(*both, strict=True)
            )
            assert plain <= clever <= winnable
            row = f"| {name} | {winnable:.2f} | {tries:,} | {plain:.2f} | {clever:.2f} |"
            table.append(row)
    print("\n".join(table))
    if options.write:
        publish("results/closed-players.md", "tries", table)


if __name__ == "__main__":
    main()
