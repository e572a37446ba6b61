"""Compare games with and without overlap discards on the same deals: where do choices matter more?

    python benchmarks/overlap.py

Giza, Fourteen Out and Nestor. For native deals that are winnable without overlap discards, and so
with them: how hard they are, how many only moves a solution has, and which share of the choices
along it loses. The last line of a game has the deals that are winnable with overlap discards alone.
Nothing is timed. Asserts that overlap discards lose no winnable deal, that all chances are exact,
and what is found in 1,000 deals.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mean, median

from measure import add_page_options, keep

from pyrtool.answers.equivalent_moves import is_free_king, settled, settled_choices
from pyrtool.answers.rating.chances import rate_range
from pyrtool.answers.rating.only_moves import BySearch
from pyrtool.answers.rating.scale import Rating
from pyrtool.answers.solve import solve
from pyrtool.answers.verdicts import Won
from pyrtool.game.deals import deal
from pyrtool.game.games import Rules, game
from pyrtool.game.line import played
from pyrtool.game.position import Position

DEALS = 1_000
KNOWN = {
    "giza": ((34_890, 7_138), (62_152, 8_487)),
    "fourteen-out": ((87_431, 8_748), (100_910, 5_664)),
    "nestor": ((11_374, 2_431), (31_507, 6_005)),
}
"""The choices along solutions and those of them that lose, without overlap discards and with."""
NODES = 10**9


@dataclass(frozen=True)
class Found:
    """A deal's rating, and the choices along a solution with those that lose."""

    rating: Rating
    choices: int
    losing: int


def along_solution(number: int, rules: Rules) -> tuple[int, int]:
    """How many choices the positions of a solution have, and how many of these lose."""
    start = Position.start(deal(number, rules))
    verdict = solve(start)
    assert isinstance(verdict, Won)
    winnable = BySearch(NODES, 256)
    choices = losing = 0
    for position, move, _ in played(start, verdict.moves).steps():
        if is_free_king(move, position):
            continue
        there = settled(position)
        if there.is_won():
            break
        for _, after in settled_choices(there):
            choices += 1
            losing += not (after.is_won() or winnable(after))
    return choices, losing


def found(rules: Rules, deals: int) -> Mapping[int, Found]:
    """What is found of the winnable deals."""
    rated = dict(rate_range(1, deals, "native", rules))
    assert all(one.exact for one in rated.values())
    return {number: Found(one, *along_solution(number, rules)) for number, one in rated.items()}


def row(name: str, deals: Sequence[Found]) -> str:
    """A line of the table."""
    hard = [one.rating.difficulty for one in deals]
    levels = [one for one in hard if one is not None]
    assert len(levels) == len(deals), "a chance of 0"
    only = [one.rating.only_moves or 0 for one in deals]
    first = sum(one.rating.first_moves or 0 for one in deals)
    losing_first = sum(one.rating.losing_first_moves or 0 for one in deals)
    choices, losing = (
        sum(column) for column in zip(*((d.choices, d.losing) for d in deals), strict=True)
    )
    return (
        f"| {name} | {len(deals):,} | {mean(levels):.2f} | {median(levels):.2f} "
        f"| {mean(only):.2f} | {100 * losing_first / first:.1f} "
        f"| {choices / len(deals):.1f} | {100 * losing / choices:.1f} |"
    )


def rows(name: str, deals: int) -> list[str]:
    """The lines of a game."""
    rules = game(name)
    without = found(rules, deals)
    with_overlap = found(replace(rules, overlap=True), deals)
    assert set(without) <= set(with_overlap)
    new = [one for number, one in with_overlap.items() if number not in without]
    sums = tuple(
        (sum(d.choices for d in kind), sum(d.losing for d in kind))
        for kind in (without.values(), with_overlap.values())
    )
    assert deals != DEALS or sums == KNOWN[name], sums
    return [
        row(f"`{name}`, no overlap", list(without.values())),
        row("overlap, the same deals", [with_overlap[number] for number in without]),
        row("overlap, the other winnable deals", new),
    ]


def main() -> None:
    """Work out, assert, print and perhaps publish one Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="native deals 1 to this number")
    add_page_options(parser)
    options = parser.parse_args()
    table = [
        "| game | deals | difficulty, mean | median | only moves | first moves that lose, % "
        "| choices along a solution | of these lose, % |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name in KNOWN:
        table += rows(name, options.deals)
    print("\n".join(table))
    keep("results/claims.md", {"overlap": table}, write=options.write, check=options.check)


if __name__ == "__main__":
    main()
