"""How even the shuffles are: each card at each place, each pair of neighbours, deal after deal.

    python benchmarks/shuffles.py [--deals N] [--write] [--check]

Chi-square statistics of a million deals, given as the distance from what perfect shuffles give, in
standard deviations: within four or so is chance, far above is uneven, far below is too even.
Besides, the win rate of the bouquet, and how many standard errors it is from that of native deals.
Asserts that `native` and `pysolfc` are even; FreeCell's shuffle is only measured.
"""

import argparse
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from measure import UNLIMITED, add_page_options, errors_between, keep

from pyrtool.answers.kernel_setup.build import bulk
from pyrtool.base.intervals import Rate
from pyrtool.game.deals import Numbering, dealer
from pyrtool.game.games import GAMES
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.kernel.numbers import halves

Counts = np.ndarray[Any, np.dtype[Any]]

CARDS = 52
CHUNK = 50_000
WON = OUTCOMES.index("won")
BOUQUET = GAMES["bouquet"]
"""The rules whose wins are counted; every rule deals the same cards."""


class Evenness:
    """Counts over deals: cards at places, neighbours, first cards of one deal and the next."""

    def __init__(self) -> None:
        self.places = np.zeros((CARDS, CARDS))
        self.neighbours = np.zeros((CARDS, CARDS))
        self.firsts = np.zeros((CARDS, CARDS))
        self.last: int | None = None

    def add(self, deals: Counts) -> None:
        """Count deals, a row of card codes each."""
        for place in range(CARDS):
            self.places[place] += np.bincount(deals[:, place], minlength=CARDS)
        self.neighbours += _pairs(deals, np.roll(deals, -1, axis=1))
        firsts = deals[:, 0]
        before = firsts[:-1] if self.last is None else np.append(self.last, firsts[:-1])
        self.firsts += _pairs(before, firsts[-len(before) :])
        self.last = firsts[-1]

    def sigmas(self) -> tuple[float, float, float]:
        """How far places, neighbours and first cards are from chance, in standard deviations."""
        # A deal has each card once, so its counts depend on each other: the first statistic is
        # chi-square with 51^2 degrees of freedom when it is scaled by 51/52, and the second has
        # the mean 52 * 50 (the last card counts as a neighbour of the first).
        free = (CARDS - 1) ** 2
        places = _chi_square(self.places) * (CARDS - 1) / CARDS
        neighbours = _chi_square(self.neighbours[~np.eye(CARDS, dtype=bool)])
        firsts = _chi_square(self.firsts)
        return (
            _distance(places, free),
            _distance(neighbours, CARDS * (CARDS - 2)),
            _distance(firsts, CARDS**2 - 1),
        )


def _pairs(one: Counts, other: Counts) -> Counts:
    counts = np.bincount((CARDS * one + other).ravel(), minlength=CARDS**2)
    return counts.reshape(CARDS, CARDS)


def _chi_square(counts: Counts) -> float:
    mean = counts.sum() / counts.size
    return float(((counts - mean) ** 2).sum() / mean)


def _distance(statistic: float, mean: float) -> float:
    return float((statistic - mean) / (2 * mean) ** 0.5)


def measure(numbering: Numbering, numbers: Sequence[int]) -> tuple[Evenness, Rate]:
    """How even these deals are, and how many of them are won with an open bouquet."""
    evenness, won = Evenness(), 0
    shuffle, kernel = dealer(numbers[0], numbering, BOUQUET), bulk(BOUQUET)
    for start in range(0, len(numbers), CHUNK):
        codes = b"".join(map(shuffle.deal, numbers[start : start + CHUNK]))
        deals = np.frombuffer(codes, np.uint8).reshape(-1, CARDS).astype(np.int64)
        evenness.add(deals)
        outcomes, nodes = bytearray(len(deals)), halves(len(deals))
        kernel.card_outcomes(codes, CARDS, outcomes, nodes, UNLIMITED)
        won += outcomes.count(WON)
    return evenness, Rate(won, len(numbers))


def main() -> None:
    """Measure, print, and perhaps publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000)
    add_page_options(parser)
    options = parser.parse_args()
    count = options.deals
    anywhere = Random(1)
    samples: list[tuple[Numbering, str, Sequence[int]]] = [
        ("native", f"1 to {count:,}", range(1, count + 1)),
        ("pysolfc", f"32000 to {32_000 + count - 1:,}", range(32_000, 32_000 + count)),
        ("freecell", f"1 to {count:,}", range(1, count + 1)),
        ("freecell", "by chance", [anywhere.randrange(1, 2**31) for _ in range(count)]),
    ]
    table = [
        "| numbering | deals | cards at places | neighbours | first cards in turn | bouquet won |",
        "|---|---|---|---|---|---|",
    ]
    print(*table, sep="\n")
    native: Rate | None = None
    for numbering, name, numbers in samples:
        evenness, won = measure(numbering, numbers)
        distances = evenness.sigmas()
        assert numbering == "freecell" or all(abs(sigma) < 6 for sigma in distances), distances
        sigmas = " | ".join(f"{sigma:+,.1f}" for sigma in distances)
        native = native or won
        beside = f"{100 * won.value:.3f}% ({errors_between(won, native):+.1f})"
        table.append(f"| {numbering} | {name} | {sigmas} | {beside} |")
        print(table[-1], flush=True)
    sections = {"evenness": table}
    keep("reference/deal-numbers.md", sections, write=options.write, check=options.check)


if __name__ == "__main__":
    main()
