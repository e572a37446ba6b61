"""Compare players with the best there is: small decks, worked out over every order of the stock.

    python benchmarks/honest.py

For native deals of each small game: the chance of a player that makes the best of what it sees, and
what each player loses against it; the same for par scores. All chances and means are exact; nothing
is timed. Asserts that no player does better than the best, and the sums of the best.
"""

import argparse
import sys
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from measure import publish

from pyrtool.answers.closed import PLAYERS, Player, PlayerName, View
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import Rules
from pyrtool.game.position import Position

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.exact import Exact  # the oracle of the tests

DEALS = 20
BY_TWOS = Rules(rows=3, total=5, suits=2, draw=2, passes=2, stock_top=False, stock_waste="no")
SMALL: list[tuple[str, Rules, str]] = [
    # what it is, its rules, the sum of the best chances
    ("6 ranks, 3 rows", Rules(rows=3, total=6, suits=2), "421/40"),
    ("the same, goal pyramid", Rules(rows=3, total=6, suits=2, goal="pyramid"), "89/8"),
    ("the same, two passes", Rules(rows=3, total=6, suits=2, passes=2), "341/30"),
    ("7 ranks, 3 rows", Rules(rows=3, total=7, suits=2), "31879/2520"),
    ("7 ranks, 4 rows", Rules(rows=4, total=7, suits=2), "53/6"),
    ("8 ranks, 4 rows", Rules(rows=4, total=8, suits=2), "14/5"),
    ("5 ranks, 3 rows, two cards at a time, two passes", BY_TWOS, "191/24"),
]
PAR: dict[str, Any] = {"suits": 2, "scoring": "par"}
SCORED: list[tuple[str, Rules, str]] = [
    # what it is, its rules, the sum of the best mean scores
    ("6 ranks, 3 rows", Rules(rows=3, total=6, **PAR), "2564/5"),
    ("the same, two passes", Rules(rows=3, total=6, passes=2, **PAR), "21887/40"),
    ("7 ranks, 4 rows, two passes", Rules(rows=4, total=7, passes=2, **PAR), "2267/6"),
]
FOR_WINS = tuple(name for name in PLAYERS if name != "scorer")
"""The players that play for the win."""


def views(rules: Rules, count: int) -> list[View]:
    """What is seen at the start of the first native deals."""
    deals = (deal(number, rules) for number in range(1, count + 1))
    return [View.of(Position.start(Deal.of(one.cards, rules))) for one in deals]


def losses(rules: Rules, count: int) -> tuple[Fraction, dict[str, Fraction]]:
    """The best chances together, and what each player has less."""
    exact = Exact(rules)
    return fallen_short(views(rules, count), FOR_WINS, exact.best, exact.chance)


def points_lost(rules: Rules, count: int) -> tuple[Fraction, dict[str, Fraction]]:
    """The best mean scores together, and what each player has less."""
    exact = Exact(rules)
    return fallen_short(views(rules, count), PLAYERS, exact.best_score, exact.score)


def fallen_short(
    seen: Sequence[View],
    names: Collection[PlayerName],
    best: Callable[[View], Fraction],
    reached: Callable[[Player, View], Fraction],
) -> tuple[Fraction, dict[str, Fraction]]:
    """The best values of what is seen together, and how much less each player reaches."""
    most = [best(view) for view in seen]
    lost: dict[str, Fraction] = {}
    for name in names:
        values = [reached(Player(name), view) for view in seen]
        assert all(one <= top for one, top in zip(values, most, strict=True)), name
        lost[name] = sum(most, Fraction()) - sum(values, Fraction())
    return sum(most, Fraction()), lost


def tabulated(
    first: str,
    cases: list[tuple[str, Rules, str]],
    names: Collection[PlayerName],
    deals: int,
    count: Callable[[Rules, int], tuple[Fraction, dict[str, Fraction]]],
    times: int,
) -> list[str]:
    """A table of what each player loses a deal, `times` so that it is in per cent or points."""
    table = [
        f"| {first} | {' | '.join(f'`{name}` loses' for name in names)} |",
        f"|---|---:|{'---:|' * len(names)}",
    ]
    for title, rules, wanted in cases:
        best, lost = count(rules, deals)
        assert deals != DEALS or str(best) == wanted, (title, best)
        cells = (f"{float(times * lost[name] / deals):.2f}" for name in names)
        table.append(f"| {title} | {float(times * best / deals):.2f} | {' | '.join(cells)} |")
        print(table[-1], best, flush=True)
    return table


def main() -> None:
    """Work out, assert, print and perhaps publish one Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="how many of each game")
    parser.add_argument("--write", action="store_true", help="put the table into the docs")
    options = parser.parse_args()
    wins = tabulated("two suits | best, %", SMALL, FOR_WINS, options.deals, losses, 100)
    points = tabulated(
        "two suits | best mean score", SCORED, tuple(PLAYERS), options.deals, points_lost, 1
    )
    if options.write:
        publish("results/closed-players.md", "honest", wins)
        publish("results/closed-players.md", "honest scores", points)


if __name__ == "__main__":
    main()
