"""Time a deal of the family of pyramid games: from deal number to verdict, one core, one process.

    python benchmarks/family.py

Asserts how many deals are won, how many nodes that takes, and how many deals 10 million nodes and
1,024 MiB leave unknown. Games that the searches over sets do not answer are solved one by one, and
the referee replays every win. `--record` prints what was found in place of what is asserted.
"""

import argparse
from dataclasses import dataclass
from time import process_time

from measure import machine, run

from pyrtool.answers.plan import plan_of
from pyrtool.answers.solve import solve
from pyrtool.answers.verdicts import Unknown, Won
from pyrtool.base.limits import Limits
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES

LIMITS = Limits(nodes=10_000_000, memory_mib=1024)


@dataclass(frozen=True)
class Row:
    """Native deals from 1 on; won, unknown and nodes among them; ms that a deal may take, and % of
    them that may be unknown."""

    game: str
    deals: int
    won: int
    unknown: int
    nodes: int
    ms: float
    most_unknown: float = 0.0


ROWS = (
    Row("pharaohs", 10_000, 74, 0, 57_794, 0.06),
    Row("dozen", 10_000, 1_018, 0, 268_142, 0.06),
    Row("giza-triangle", 10_000, 3_627, 0, 758_379, 0.06),
    Row("elizabeth", 10_000, 918, 0, 179_312, 1),
    Row("tower", 10_000, 5_825, 0, 9_840_481, 1),
    Row("spanish", 10_000, 838, 0, 2_319_551, 1),
    Row("alonso", 10_000, 2_864, 0, 219_006, 1),
    Row("reserve", 10_000, 4_771, 0, 389_471, 1),
    Row("triangle", 10_000, 6_501, 0, 2_289_018, 1),
    Row("thirteen", 10_000, 703, 0, 6_996_305, 1),
    Row("treize", 1_000, 485, 0, 14_866_011, 10, 0.1),
    Row("yield", 1_000, 372, 0, 574_025, 10, 0.1),
    Row("eleven-triangle", 1_000, 155, 0, 198_661, 10, 0.1),
    Row("apophis", 10_000, 6_595, 5, 54_242_138, 10, 0.1),
    Row("day", 1_000, 660, 0, 5_646_385, 100, 1),
    Row("cheops", 300, 299, 1, 18_563_489, 100, 1),
    Row("double-pyramid", 60, 59, 1, 22_059_070, 1000, 10),
    Row("two-pyramids", 500, 499, 0, 3_381_238, 1000, 10),
    Row("up-and-down", 500, 500, 0, 158_887, 1000, 10),
)


def measured(row: Row) -> tuple[int, int, int, float]:
    """Deals won and unknown, nodes, seconds."""
    rules = GAMES[row.game]
    if plan_of(rules).searched_by_sets:
        found = run(rules, row.deals)
        return found.won, 0, found.nodes, found.seconds
    won = unknown = nodes = 0
    began = process_time()
    for number in range(1, row.deals + 1):
        verdict = solve(deal(number, rules), LIMITS)
        won += isinstance(verdict, Won)
        unknown += isinstance(verdict, Unknown)
        nodes += verdict.nodes
    return won, unknown, nodes, process_time() - began


def main() -> None:
    """Solve, assert, print and perhaps publish one Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", help="only this game")
    parser.add_argument(
        "--record", action="store_true", help="print what was found, assert nothing"
    )
    parser.add_argument("--strict", action="store_true", help="fail when a target is missed")
    options = parser.parse_args()
    print(machine(), "", sep="\n")
    print("| game | deals | won | unknown | at most, % | nodes a deal | ms a deal | at most |")
    print("|---|---|---|---|---|---|---|---|")
    for row in ROWS:
        if options.game and row.game not in options.game:
            continue
        won, unknown, nodes, seconds = measured(row)
        ms = 1000 * seconds / row.deals
        if options.record:
            print(f'    Row("{row.game}", {row.deals:_}, {won:_}, {unknown:_}, {nodes:_},', ms)
            continue
        assert (won, unknown, nodes) == (row.won, row.unknown, row.nodes), (
            row,
            won,
            unknown,
            nodes,
        )
        assert 100 * unknown <= row.most_unknown * row.deals, row
        assert not options.strict or ms <= row.ms, (row, ms)
        print(
            f"| {row.game} | {row.deals:,} | {won:,} | {unknown} | {row.most_unknown:g} "
            f"| {nodes / row.deals:,.1f} | {ms:.3g} | {row.ms:g} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
