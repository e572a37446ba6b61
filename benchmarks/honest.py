"""Compare players with the best there is: small decks, worked out over every order of the stock.

    python benchmarks/honest.py

For native deals of each small game: the chance of a player that makes the best of what it sees, and
what each player loses against it. All chances are exact; nothing is timed. Asserts that no player
does better than the best, and the sum of the best chances.
"""

from __future__ import annotations

import argparse
from fractions import Fraction

from measure import publish

from pyrtool.answers.closed import PLAYERS, Player, View
from pyrtool.answers.closed.exact import Exact
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import Rules
from pyrtool.game.position import Position

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


def views(rules: Rules, count: int) -> list[View]:
    """What is seen at the start of the first native deals."""
    deals = (deal(number, rules) for number in range(1, count + 1))
    return [View.of(Position.start(Deal.of(one.cards, rules))) for one in deals]


def losses(rules: Rules, count: int) -> tuple[Fraction, dict[str, Fraction]]:
    """The best chances together, and what each player has less."""
    exact = Exact(rules)
    seen = views(rules, count)
    best = [exact.best(view) for view in seen]
    lost: dict[str, Fraction] = {}
    for name in PLAYERS:
        chances = [exact.chance(Player(name), view) for view in seen]
        assert all(one <= most for one, most in zip(chances, best, strict=True)), name
        lost[name] = sum(best, Fraction()) - sum(chances, Fraction())
    return sum(best, Fraction()), lost


def main() -> None:
    """Work out, assert, print and perhaps publish one Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="how many of each game")
    parser.add_argument("--write", action="store_true", help="put the table into the docs")
    options = parser.parse_args()
    table = [
        f"| two suits | best, % | {' | '.join(f'`{name}` loses' for name in PLAYERS)} |",
        f"|---|---:|{'---:|' * len(PLAYERS)}",
    ]
    for told, rules, wanted in SMALL:
        best, lost = losses(rules, options.deals)
        assert options.deals != DEALS or str(best) == wanted, (told, best)
        cells = (f"{float(100 * lost[name] / DEALS):.2f}" for name in PLAYERS)
        table.append(f"| {told} | {float(100 * best / DEALS):.2f} | {' | '.join(cells)} |")
        print(table[-1], best, flush=True)
    if options.write:
        publish("results/closed-players.md", "honest", table)


if __name__ == "__main__":
    main()
