"""Time the most that can be done: native deals 1 to 100 of several games, won and lost alike.

    python benchmarks/best.py

One core, one process; the verdict, the line and the referee's replay are part of the time. Asserts
the sum of what the best lines leave, or score, and the nodes.
"""

import argparse
from time import process_time

from measure import machine

from pyrtool.answers.best.best import best
from pyrtool.answers.objectives import By
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES

DEALS = 100
QUESTIONS: list[tuple[str, By, int, int]] = [
    # game, question, cards left or scores together, nodes
    ("giza", "pyramid", 466, 305_765),
    ("bouquet", "pyramid", 235, 34_363),
    ("pyramid", "all", 1301, 1_214_421),
    ("clear", "pyramid", 720, 498_597),
    ("king-tut", "all", 746, 3_660_208),
    ("par", "score", 1984, 557_685),
]


def measured(game: str, by: By) -> tuple[list[float], int, int]:
    """Seconds of each deal, sorted; what was reached together; nodes."""
    rules = GAMES[game]
    times, reached, nodes = [], 0, 0
    for number in range(1, DEALS + 1):
        cards = deal(number, rules).cards
        began = process_time()
        found = best(Deal.of(cards, rules), by)
        times.append(process_time() - began)
        assert found.proved, (game, number)
        end = found.position
        left = end.pyramid_left() if by == "pyramid" else end.cards_left()
        reached += end.score() if by == "score" else left
        nodes += found.nodes
    return sorted(times), reached, nodes


def main() -> None:
    """Solve, assert, and print one Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.parse_args()
    table = [
        "| game | --best | mean left or score | nodes a deal | mean, ms | median, ms | most, ms |",
        "|---|---|---|---|---|---|---|",
    ]
    for game, by, wanted, nodes in QUESTIONS:
        times, reached, searched = measured(game, by)
        assert (reached, searched) == (wanted, nodes), (game, reached, searched)
        table.append(
            f"| {game} | {by} | {reached / DEALS:.2f} | {searched / DEALS:,.0f} "
            f"| {1000 * sum(times) / DEALS:.1f} | {1000 * times[DEALS // 2]:.1f} "
            f"| {1000 * times[-1]:.0f} |"
        )
    print(machine(), "", *table, sep="\n")


if __name__ == "__main__":
    main()
