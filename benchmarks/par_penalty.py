"""Compare two wordings of par scoring: a point less for every card left, or for those in the waste.

    python benchmarks/par_penalty.py

For native deals of par: the mean of the best scores when every card is known, and that of the
careful player, which does not see the stock. Where the pyramid is cleared, both wordings say the
same. Where it is not, the second leaves out the pyramid's cards. The best score by the second
wording is bounded: the best line by the first reaches the lower bound, and no line has more than 0
without clearing the pyramid. Nothing is timed. Asserts what is found in 600 deals.
"""

import argparse
from collections.abc import Sequence
from math import sqrt
from statistics import mean, stdev

from measure import add_page_options, keep

from pyrtool.answers.best.best import best
from pyrtool.answers.closed import Player
from pyrtool.base.intervals import standard_errors
from pyrtool.game.deals import deal
from pyrtool.game.points import PAR_GAMES
from pyrtool.game.position import Position

DEALS = 600  # 100 matches
KNOWN = (11_302, 12_951, 13_645, 1_197, 4_064)


def by_waste(end: Position) -> int:
    """The score where only cards of stock and waste cost a point."""
    return end.score() + end.pyramid_left()


def matches(scores: Sequence[int]) -> float:
    """The share of matches of six deals that make par."""
    totals = [sum(scores[at : at + PAR_GAMES]) for at in range(0, len(scores), PAR_GAMES)]
    return mean(total >= 0 for total in totals)


def row(name: str, scores: Sequence[int]) -> str:
    """A line of the table: the mean with its interval, and the matches that make par."""
    half = standard_errors(0.95) * stdev(scores) / sqrt(len(scores))
    middle = mean(scores)
    return (
        f"| {name} | {middle:.2f} | {middle - half:.2f} to {middle + half:.2f} "
        f"| {100 * matches(scores):.1f} |"
    )


def main() -> None:
    """Play, assert, print and perhaps publish one Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="native deals 1 to this number")
    add_page_options(parser)
    options = parser.parse_args()
    best_ends, careful_ends = [], []
    for number in range(1, options.deals + 1):
        found = best(deal(number, "par"), "score")
        assert found.proved
        best_ends.append(found.position)
        careful_ends.append(Player("careful").play(deal(number, "par")).end)
    columns = {
        "best, every card left": [end.score() for end in best_ends],
        "best, cards left in the waste: at least": [by_waste(end) for end in best_ends],
        "best, cards left in the waste: at most": [max(0, end.score()) for end in best_ends],
        "`careful`, every card left": [end.score() for end in careful_ends],
        "`careful`, cards left in the waste": [by_waste(end) for end in careful_ends],
    }
    table = [
        "| score | mean | 95% interval | matches that make par, % |",
        "|---|---:|---|---:|",
        *(row(name, scores) for name, scores in columns.items()),
    ]
    print("\n".join(table))
    sums = tuple(map(sum, columns.values()))
    assert options.deals != DEALS or sums == KNOWN, sums
    keep("results/claims.md", {"par penalty": table}, write=options.write, check=options.check)


if __name__ == "__main__":
    main()
