"""Measure two published sayings: about the waste, and about the pyramid upside down.

    python benchmarks/sayings.py

The first counts the deals whose pyramid can be cleared in one pass, and those of them in which that
needs an older card of the waste: one that another card had covered. The second says where along a
solution the choices that lose lie, for Giza and for Giza on a triangle. Nothing is timed. Asserts
what is found in the first table at full size.
"""

import argparse

from measure import add_page_options, keep

from pyrtool.answers.equivalent_moves import is_free_king, settled, settled_choices
from pyrtool.answers.rating.only_moves import BySearch
from pyrtool.answers.solve import solve
from pyrtool.answers.verdicts import Won
from pyrtool.game.deals import deal
from pyrtool.game.games import game
from pyrtool.game.line import played
from pyrtool.game.position import Position

DEALS = 300
WASTE_DEALS = 2_000
PARTS = 3
ROWS = 7
KNOWN = {"elizabeth": (185, 30), "clear": (78, 30)}
"""The winnable deals of the first table, and those that are won without going back."""


def clears_without_going_back(ranks: tuple[int, ...], match: bool) -> bool:
    """Whether the pyramid can be cleared when a covered waste card never returns.

    `match`: the turned card and the waste top match. The waste has at most one card of use, the one
    that was dealt last.
    """
    size = ROWS * (ROWS + 1) // 2
    covers = [0] * size
    for row in range(ROWS - 1):
        for place in range(row + 1):
            below = (row + 1) * (row + 2) // 2 + place
            covers[row * (row + 1) // 2 + place] = 3 << below
    seen: set[tuple[int, int, int]] = set()
    todo = [((1 << size) - 1, size, -1)]
    while todo:
        state = left, turned, top = todo.pop()
        if not left:
            return True
        if state in seen:
            continue
        seen.add(state)
        piles = [(top, (left, turned, -1))] if top >= 0 else []
        if turned < len(ranks):
            piles.append((turned, (left, turned + 1, top)))
            todo.append((left, turned + 1, turned))
        exposed = [i for i in range(size) if left >> i & 1 and not covers[i] & left]
        todo += [after for card, after in piles if ranks[card] == 13]
        for i in exposed:
            if ranks[i] == 13:
                todo.append((left & ~(1 << i), turned, top))
            for j in exposed:
                if i < j and ranks[i] + ranks[j] == 13:
                    todo.append((left & ~(1 << i | 1 << j), turned, top))
            for card, (_, next_turned, next_top) in piles:
                if ranks[i] + ranks[card] == 13:
                    todo.append((left & ~(1 << i), next_turned, next_top))
        if match and len(piles) == 2 and ranks[top] + ranks[turned] == 13:
            todo.append((left, turned + 1, -1))
    return False


def going_back(name: str, deals: int) -> tuple[int, int]:
    """How many deals of a game can be won, and how many of them without going back."""
    rules = game(name)
    won = [n for n in range(1, deals + 1) if isinstance(solve(deal(n, rules)), Won)]
    ranks = [tuple(card.rank for card in deal(n, rules).cards) for n in won]
    return len(won), sum(clears_without_going_back(one, name == "elizabeth") for one in ranks)


def losing_by_part(name: str, deals: int) -> list[tuple[int, int]]:
    """For each part of the solutions, the choices there and those of them that lose."""
    winnable = BySearch(10**9, 256)
    parts = [[0, 0] for _ in range(PARTS)]
    for number in range(1, deals + 1):
        start = Position.start(deal(number, game(name)))
        verdict = solve(start)
        if not isinstance(verdict, Won):
            continue
        for done, (position, move, _) in enumerate(played(start, verdict.moves).steps()):
            if is_free_king(move, position) or settled(position).is_won():
                continue
            part = parts[PARTS * done // len(verdict.moves)]
            for _, after in settled_choices(settled(position)):
                part[0] += 1
                part[1] += not (after.is_won() or winnable(after))
    return [(choices, losing) for choices, losing in parts]


def main() -> None:
    """Count, print, and perhaps publish two Markdown tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="native deals 1 to this number")
    parser.add_argument("--waste-deals", type=int, default=WASTE_DEALS, help="for the first table")
    add_page_options(parser)
    options = parser.parse_args()
    waste = [
        "| game | winnable | without going back | need to go back, % |",
        "|---|---:|---:|---:|",
    ]
    for name in ("elizabeth", "clear"):
        won, without = going_back(name, options.waste_deals)
        assert without <= won
        waste.append(f"| `{name}` | {won} | {without} | {100 * (won - without) / won:.1f} |")
    print("\n".join(waste), flush=True)
    parts = [
        "| game | choices that lose, %: first third | second third | last third |",
        "|---|---:|---:|---:|",
    ]
    for name in ("giza", "giza-triangle"):
        found = losing_by_part(name, options.deals)
        shares = " | ".join(f"{100 * losing / choices:.1f}" for choices, losing in found)
        parts.append(f"| `{name}` | {shares} |")
    print("\n".join(parts))
    tables = {"going back": waste, "losing choices": parts}
    keep("results/claims.md", tables, write=options.write, check=options.check)


if __name__ == "__main__":
    main()
