"""Compare players of par that play for wins with one that plays for points, on the same deals.

    python benchmarks/wins_or_scores.py

For native deals: the wins and the mean score of each player that does not see the stock, how many
points the scorer makes more on the same deals, and the best score when every card is known. Nothing
is timed. Asserts that no player has more than the best score, and what is found in 256 deals.
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
from pyrtool.game.position import Position

DEALS = 256
KNOWN = {"careful": 277, "sampler": 2_063, "scorer": 4_132, "every card known": 4_706}
PLAYERS = Player("careful"), Player("sampler"), Player("scorer")


def half(values: Sequence[int]) -> float:
    """Half the width of the 95% interval of a mean, by the normal distribution."""
    return standard_errors(0.95) * stdev(values) / sqrt(len(values))


def row(name: str, ends: Sequence[Position], scorer: Sequence[Position]) -> str:
    """A line of the table: wins, mean score, passes of clearing, and what the scorer has more."""
    scores = [end.score() for end in ends]
    cleared = [end.cleared_in_pass or 0 for end in ends]
    more = [one.score() - score for one, score in zip(scorer, scores, strict=True)]
    middle, width, by = mean(scores), half(scores), half(more)
    return (
        f"| {name} | {sum(end.is_won() for end in ends)} "
        f"| {middle:.2f} | {middle - width:.2f} to {middle + width:.2f} "
        f"| {' / '.join(str(cleared.count(number)) for number in (1, 2, 3))} "
        f"| {mean(more):.2f} ({mean(more) - by:.2f} to {mean(more) + by:.2f}) |"
    )


def main() -> None:
    """Play, assert, print and perhaps publish one Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="native deals 1 to this number")
    add_page_options(parser)
    options = parser.parse_args()
    deals = [deal(number, "par") for number in range(1, options.deals + 1)]
    ends: dict[str, list[Position]] = {
        player.name: [player.play(one).end for one in deals] for player in PLAYERS
    }
    ends["every card known"] = [best(one, "score").position for one in deals]
    for played in ends.values():
        for end, most in zip(played, ends["every card known"], strict=True):
            assert end.score() <= most.score()
    table = [
        "| player | wins | mean score | 95% interval | cleared in pass 1 / 2 / 3 "
        "| the scorer has more |",
        "|---|---:|---:|---|---|---:|",
        *(row(name, played, ends["scorer"]) for name, played in ends.items()),
    ]
    print("\n".join(table))
    sums = {name: sum(end.score() for end in played) for name, played in ends.items()}
    assert options.deals != DEALS or sums == KNOWN, sums
    keep("results/claims.md", {"wins or scores": table}, write=options.write, check=options.check)


if __name__ == "__main__":
    main()
