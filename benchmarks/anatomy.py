"""The anatomy of blocked deals: what the smallest block of a deal is, over a million deals a game.

    python benchmarks/anatomy.py            # print the table
    python benchmarks/anatomy.py --write    # and put it on its page
    python benchmarks/anatomy.py --free     # instead, Giza with more and more free cards
    python benchmarks/anatomy.py --ranks    # instead, decks of more and more ranks

Asserts on every deal that it is lost exactly when it has a block, by the kernel that solves. Fails
when a share of simple blocks is four or more standard errors of the difference from the article's.
Takes three minutes.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from time import process_time

from measure import CHUNK, MOST_ERRORS, UNLIMITED, errors_between, machine, publish
from tables import rows

from pyrtool.answers.kernel_setup.build import block_finder, bulk
from pyrtool.base.intervals import Rate
from pyrtool.game.deals import dealer
from pyrtool.game.games import GAMES, Rules
from pyrtool.kernel.bulk import CODES
from pyrtool.kernel.numbers import halves

ORDERS = 6
MOST_ORDERS = 8  # of more ranks
HEADINGS = ("game", "overlap", "not blocked", "simple", "set")


def games() -> Iterator[tuple[str, Rules]]:
    """The open games, each without and with overlap discards."""
    named = [
        (f"bouquet, {height} rows", replace(GAMES["bouquet"], rows=height))
        for height in range(3, 10)
    ]
    named += [(name, GAMES[name]) for name in ("giza", "giza6x4")]
    for name, rules in named:
        for overlap in (False, True):
            yield name, replace(rules, overlap=overlap)


def freed() -> Iterator[tuple[str, Rules]]:
    """Giza with fewer and fewer columns, the cards of the others lying free."""
    for columns in range(8, -1, -1):
        free = 24 - 3 * columns
        wide = (columns, 3) if columns else None
        yield f"giza, {free} free cards", replace(GAMES["giza"], columns=wide, reserve=free)


def ranked() -> Iterator[tuple[str, Rules]]:
    """Bouquets of seven rows, and Giza where columns of three take all cards, with more and more
    ranks, which add to the highest one."""
    for ranks in range(8, 14):
        yield f"bouquet, {ranks} ranks", Rules(stock="bouquet", ranks=ranks, total=ranks)
    for ranks, columns in ((10, 4), (13, 8)):
        wide = (columns, 3)
        yield (f"giza, {ranks} ranks", Rules(columns=wide, stock="none", ranks=ranks, total=ranks))


def count_blocks(rules: Rules, deals: int) -> tuple[Counter[int], float]:
    """How many of the first native deals have which block, by its code, and the CPU seconds.

    The codes are those of `kernel.blocks`: 0 not blocked, 1 simple, 2 set, else order + 1. The
    seconds are for naming the blocks, not for solving.
    """
    finder, solver, shuffle = block_finder(rules), bulk(rules), dealer(1, "native", rules)
    counts: Counter[int] = Counter()
    seconds = 0.0
    for first in range(1, deals + 1, CHUNK):
        size = min(CHUNK, deals + 1 - first)
        codes, outcomes = bytearray(size), bytearray(size)
        began = process_time()
        finder.deal_blocks(shuffle, first, codes)
        seconds += process_time() - began
        solver.deal_outcomes(shuffle, first, outcomes, halves(size), UNLIMITED)
        expected = codes.translate(bytes(min(code, 3) for code in range(256)))
        assert outcomes == expected, (
            f"from {first} on a deal is lost without a block, or won with one"
        )
        counts.update(codes)
    return counts, seconds


def errors_from_article(rules: Rules, simple: int, deals: int) -> float:
    """How far our share of simple blocks is from the article's; 0 where it has none."""
    for row in rows(("bouquet",)):
        if row.rules == rules and row.published and row.published.simple_blocks:
            theirs = Rate(row.published.simple_blocks, row.published.deals)
            return errors_between(Rate(simple, deals), theirs)
    return 0.0


def share(count: int, deals: int) -> str:
    """A percentage with three decimals, or a dash for nothing."""
    return f"{100 * count / deals:.3f}" if count else "-"


def main() -> None:
    """Count, and fail when a figure is too far off."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--free", action="store_true")
    parser.add_argument("--ranks", action="store_true")
    options = parser.parse_args()
    print(machine())
    orders = range(2, (MOST_ORDERS if options.ranks else ORDERS) + 1)
    shown = [0, 1, 2, *(CODES.index(f"crossblock of order {order}") for order in orders)]
    headings = [*HEADINGS, *map(str, orders), "µs a deal"]
    lines = [f"| {' | '.join(headings)} |", f"|---|---|{'---:|' * (len(shown) + 1)}"]
    worst = 0.0
    asked = freed() if options.free else ranked() if options.ranks else games()
    for name, rules in asked:
        counts, seconds = count_blocks(rules, options.deals)
        cells = [share(counts[code], options.deals) for code in shown]
        cost = f"{seconds / options.deals * 1e6:.2f}"
        lines.append(f"| {' | '.join([name, 'yes' if rules.overlap else 'no', *cells, cost])} |")
        print(lines[-1], flush=True)
        worst = max(worst, abs(errors_from_article(rules, counts[1], options.deals)))
    end = f"Simple blocks: at most {worst:.2f} standard errors from the article."
    print(end)
    if options.write:
        about = f"Native deals 1 to {options.deals:,}, in per cent."
        if options.free:
            publish("results/blocks.md", "free cards", [about, "", *lines])
        elif options.ranks:
            publish("results/blocks.md", "ranks", [about, "", *lines])
        else:
            publish("results/blocks.md", "anatomy", [about, "", *lines, "", end])
    assert worst < MOST_ERRORS, worst


if __name__ == "__main__":
    main()
