"""Time challenges under Microsoft's rules: native deals 1 to 500 and as many random decks.

    python benchmarks/challenges.py

Won and lost alike. One core, one process; the verdict, the lines and the replay are part of
the time. Asserts the sum of what is reached, the sum of the moves where the fewest were asked for,
and the nodes. With another number of ``--deals`` nothing is asserted but that all is proved.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from resource import RUSAGE_SELF, getrusage
from time import process_time
from typing import get_args

from measure import machine, publish

from pyrtool.cards import Card
from pyrtool.deals import deal
from pyrtool.games import GAMES
from pyrtool.optimum import By, best, worth

RULES = GAMES["microsoft"]
DEALS = 500
RANKS = get_args(By)[3:]
QUESTIONS = {
    # question: of native deals and of random decks what is reached, moves if fewest, nodes
    "most points": ((463290, 0, 8537190), (489035, 0, 7433130)),
    "most points, fewest moves": ((463290, 20416, 29442784), (489035, 20657, 30132143)),
    "most cards of a rank": ((1866, 0, 5211628), (1879, 0, 5615730)),
}


def decks(kind: str, count: int) -> Iterator[tuple[Card, ...]]:
    """So many decks, numbered deals or shuffled."""
    chance = random.Random(15)
    for number in range(1, count + 1):
        if kind == "native":
            yield deal(number, "native", RULES).cards
        else:
            yield tuple(chance.sample(RULES.deck, len(RULES.deck)))


def measured(question: str, kind: str, count: int) -> tuple[list[float], int, int, int]:
    """Seconds of each deck, sorted; what was reached together, moves, nodes. Each rank in turn."""
    times, reached, moves, nodes = [], 0, 0, 0
    for number, cards in enumerate(decks(kind, count)):
        by: By = RANKS[number % len(RANKS)] if "rank" in question else "score"
        began = process_time()
        found = best(cards, RULES, by, shortest="fewest" in question)
        times.append(process_time() - began)
        assert found.proved, (question, kind, number)
        assert found.cleared is None or found.cleared.proved, (question, kind, number)
        reached += worth(found.position, by)[0]
        moves += found.least_moves or 0
        nodes += found.nodes
    return sorted(times), reached, moves, nodes


def main() -> None:
    """Solve, assert, print and perhaps publish one Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="how many of each kind")
    parser.add_argument("--write", action="store_true", help="put the table into the docs")
    options = parser.parse_args()
    table = [
        "| question | decks | mean reached | nodes a deck | mean, ms | median, ms | most, ms |",
        "|---|---|---|---|---|---|---|",
    ]
    count = options.deals
    for question, wanted in QUESTIONS.items():
        for kind, sums in zip(("native", "random"), wanted, strict=True):
            times, *found = measured(question, kind, count)
            assert count != DEALS or tuple(found) == sums, (question, kind, found)
            table.append(
                f"| {question} | {kind} | {found[0] / count:.2f} | {found[2] / count:,.0f} "
                f"| {1000 * sum(times) / count:.1f} | {1000 * times[count // 2]:.1f} "
                f"| {1000 * times[-1]:.0f} |"
            )
    memory = getrusage(RUSAGE_SELF).ru_maxrss // 1024
    print(machine(), "", *table, "", f"Peak memory: {memory} MiB.", sep="\n")
    if options.write:
        publish("performance.md", "challenges", [*table, "", f"Peak memory: {memory} MiB."])


if __name__ == "__main__":
    main()
