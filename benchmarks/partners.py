"""Compare the search over partners with the search over positions, on the same deals.

    python benchmarks/partners.py [--deals N]

Both take chunks of the deals by turns, on one core, and CPU time is measured. Asserts that every
deal ends in the same way. Takes six minutes.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from time import process_time

from measure import UNLIMITED, machine

from pyrtool.answers.kernel_setup import build
from pyrtool.game.deals import dealer
from pyrtool.game.games import GAMES, Rules
from pyrtool.kernel.bulk import Bulk
from pyrtool.kernel.numbers import halves

CHUNK = 5_000
PYRAMID = GAMES["pyramid"]


def games() -> Iterator[tuple[str, Rules]]:
    """The games, each without and with overlap discards."""
    for name, rules in (
        ("pyramid", PYRAMID),
        ("pyramid, stock-waste no", replace(PYRAMID, stock_waste="no")),
        ("elizabeth", GAMES["elizabeth"]),
        ("clear", GAMES["clear"]),
        ("reserve", GAMES["reserve"]),
        ("pyramid, 2 passes", replace(PYRAMID, passes=2)),
        ("alonso", GAMES["alonso"]),
    ):
        yield name, rules
        yield f"{name}, overlap", replace(rules, overlap=True)


def without_partners(rules: Rules) -> Bulk:
    """The kernel of many deals that never searches over partners."""
    numbers, checker = build.stock_game(rules), build.checker(rules)
    return Bulk(numbers, build.matcher(rules), build.search(rules), checker)


def measure(rules: Rules, deals: int) -> list[tuple[float, int, int]]:
    """CPU seconds, nodes and most nodes of both searches, the older first."""
    kernels = (without_partners(rules), build.bulk(rules))
    found = [(0.0, 0, 0), (0.0, 0, 0)]
    shuffle = dealer(1, "native", rules)
    for first in range(1, deals + 1, CHUNK):
        size = min(CHUNK, deals + 1 - first)
        ended = []
        for k, kernel in enumerate(kernels):
            outcomes, nodes = bytearray(size), halves(size)
            began = process_time()
            kernel.deal_outcomes(shuffle, first, outcomes, nodes, UNLIMITED)
            seconds, total, most = found[k]
            seconds += process_time() - began
            found[k] = (seconds, total + sum(nodes), max(most, *nodes))
            ended.append(outcomes)
        assert ended[0] == ended[1], f"{rules}: deals {first} to {first + size - 1} end differently"
    return found


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100_000)
    options = parser.parse_args()
    print(machine())
    table = [
        f"Native deals 1 to {options.deals:,}; all end in the same way.",
        "",
        "| game | time, relative | most nodes before | most nodes |",
        "|---|---:|---:|---:|",
    ]
    for name, rules in games():
        (before, _, most_before), (after, _, most) = measure(rules, options.deals)
        table.append(f"| {name} | {after / before:.2f} | {most_before:,} | {most:,} |")
        print(table[-1], flush=True)


if __name__ == "__main__":
    main()
