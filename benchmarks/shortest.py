"""Time the shortest solutions of Microsoft's game: native deals 1 to 1000, won and lost alike.

    python benchmarks/shortest.py

One core, one process; the verdict and its evidence, replayed by the referee, are part of the time.
Asserts how many deals are won, the moves of all solutions together, and the nodes.
"""

import argparse
import resource
from time import process_time

from measure import machine

from pyrtool.answers.shortest import shortest
from pyrtool.answers.verdicts import Won
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES

DEALS = 1000
WON, MOVES, NODES = 658, 27_384, 7_239_642


def main() -> None:
    """Solve, assert, and print one Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.parse_args()
    rules = GAMES["microsoft"]
    times, lengths, nodes = [], [], 0
    for number in range(1, DEALS + 1):
        cards = deal(number, rules).cards
        began = process_time()
        verdict = shortest(Deal.of(cards, rules))
        times.append(process_time() - began)
        if isinstance(verdict, Won):
            assert verdict.shortest, number
            lengths.append(len(verdict.moves))
            nodes += verdict.nodes
    found = (len(lengths), sum(lengths), nodes)
    assert found == (WON, MOVES, NODES), found
    times.sort()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    table = [
        "| deals | won | mean moves | mean, ms | median, ms | most, ms | peak memory, MiB |",
        "|---|---|---|---|---|---|---|",
        f"| {DEALS} | {len(lengths)} | {sum(lengths) / len(lengths):.2f} "
        f"| {1000 * sum(times) / DEALS:.1f} | {1000 * times[DEALS // 2]:.1f} "
        f"| {1000 * times[-1]:.0f} | {peak} |",
    ]
    print(machine(), "", *table, sep="\n")


if __name__ == "__main__":
    main()
