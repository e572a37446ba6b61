"""The verdicts of the searches against those of the plain search, which shares nothing with them.

    python benchmarks/plain.py                                      # 100 deals of every game
    python benchmarks/plain.py --game pyramid --deals 1000 --first 5001
    python benchmarks/plain.py --game microsoft --nodes 100000000

A deal that the plain search does not decide within `--nodes` positions is left open, and counted.
The script fails at the first deal on which the two disagree.
"""

import argparse
import sys
from dataclasses import dataclass
from time import process_time

from measure import machine

from pyrtool.answers import plain_search
from pyrtool.answers.solve import verdict_only
from pyrtool.answers.verdicts import Lost, Won
from pyrtool.base.limits import Limits
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import ALIASES, GAMES, Rules

NAMED = [name for name in GAMES if name not in ALIASES]


@dataclass
class Count:
    """What became of the deals of a game; positions and CPU time are of its exhausted losses."""

    won: int = 0
    lost: int = 0
    exhausted: int = 0
    left_open: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def line(self, name: str) -> str:
        """A row of the table."""
        mean = (
            f"{self.nodes / self.exhausted:,.0f} | {1000 * self.seconds / self.exhausted:.0f}"
            if self.exhausted
            else "| "
        )
        return (
            f"| `{name}` | {self.won:,} | {self.lost:,} | {self.exhausted:,} | {self.left_open:,} "
            f"| {mean} |"
        )


def compare(rules: Rules, first: int, deals: int, nodes: int) -> Count:
    """Ask both about native deals; an `AssertionError` names one on which they disagree."""
    count = Count()
    for number in range(first, first + deals):
        cards = deal(number, rules).cards
        began = process_time()
        found = plain_search.search(Deal.of(cards, rules), Limits(nodes=nodes))
        spent = process_time() - began
        if found.answer == "unknown":
            count.left_open += 1
            continue
        verdict = verdict_only(Deal.of(cards, rules))
        assert isinstance(verdict, Won | Lost), f"deal {number}: {verdict}"
        agree = isinstance(verdict, Won) == (found.answer == "won")
        assert agree, f"deal {number}: {type(verdict).__name__}, but plainly {found.answer}"
        if isinstance(verdict, Won):
            count.won += 1
            continue
        count.lost += 1
        if verdict.reason == "exhausted":
            count.exhausted += 1
            count.nodes += found.nodes
            count.seconds += spent
    return count


def main() -> None:
    """Compare, and print a table."""
    parser = argparse.ArgumentParser(description="the searches against the plain search")
    parser.add_argument("--game", action="append", choices=NAMED, help="may be repeated")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=3_000_000)
    parser.add_argument("--overlap", action="store_true", help="with overlap discards")
    asked = parser.parse_args()
    print(f"{machine()}; native deals {asked.first} to {asked.first + asked.deals - 1}\n")
    print("| game | won | lost | of these exhausted | left open | positions | ms |")
    print("|---|---|---|---|---|---|---|")
    for name in asked.game or NAMED:
        rules = GAMES[name]
        if asked.overlap:
            rules = Rules.from_dict(rules.to_dict() | {"overlap": True})
        try:
            count = compare(rules, asked.first, asked.deals, asked.nodes)
        except AssertionError as error:
            sys.exit(f"{name}: {error}")
        print(count.line(name), flush=True)


if __name__ == "__main__":
    main()
