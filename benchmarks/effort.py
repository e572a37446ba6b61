"""Measure what players win against the CPU time that they think about a move.

    python benchmarks/effort.py            # into docs/data/effort.csv
    python benchmarks/charts.py effort docs/data/effort.csv -o effort.png

Only those native deals of standard Pyramid are played that are winnable with every card known: no
player wins others. Only choosing is timed, in CPU time of one core; what it is shown is not. The
referee makes the moves.
"""

import argparse
import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import process_time

from charts import HEADER, Effort
from measure import DOCS

from pyrtool.answers.closed import Player, View
from pyrtool.answers.closed.player import look, move_of
from pyrtool.answers.equivalent_moves import kings
from pyrtool.answers.solve import solve
from pyrtool.answers.verdicts import Won
from pyrtool.game.deals import deal
from pyrtool.game.games import game
from pyrtool.game.position import Move, Position

FILE = DOCS / "data" / "effort.csv"
RULES = game("pyramid")
PLAYERS = [
    *(Player(name) for name in ("random", "greedy", "careful")),
    *(Player("sampler", 0, orders) for orders in (8, 20, 60, 120, 300)),
    *(Player("strongest", 0, orders) for orders in (40, 100, 400, 1600)),
]


def play(player: Player, here: Position) -> tuple[bool, int, float]:
    """Whether it wins, how many moves it chose, and the seconds that it thought."""
    kernel = player.kernel(here.rules)
    moves, seconds = 0, 0.0
    while not here.is_won():
        move: Move | None = next(kings(here), None)
        if move is None:
            look(kernel, view := View.of(here), player.seed)
            before = process_time()
            chosen = kernel.choose()
            seconds += process_time() - before
            if chosen is None:
                break
            move = move_of(*chosen, view.table)
            moves += 1
        here = here.play(move)
    return here.is_won(), moves, seconds


def measure(players: Iterable[Player], deals: int) -> list[Effort]:
    """Every player on native deals 1 to `deals`."""
    starts = [Position.start(deal(number, RULES)) for number in range(1, deals + 1)]
    wins = [start for start in starts if isinstance(solve(start), Won)]
    found = []
    for player in players:
        games = [play(player, start) for start in wins]
        won, moves, seconds = (sum(column) for column in zip(*games, strict=True))
        effort = (deals, len(wins), int(won), int(moves), round(seconds, 4))
        found.append(Effort(player.name, player.orders or 0, *effort))
        print(found[-1], f"{found[-1].milliseconds:.3f} ms a move", flush=True)
    return found


def write(efforts: Sequence[Effort], path: Path) -> None:
    """The figures as CSV."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(HEADER)
        for one in efforts:
            cells = one.name, one.orders, one.deals, one.winnable, one.won, one.moves, one.seconds
            rows.writerow(cells)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000, help="native deals 1 to this number")
    parser.add_argument("--data", type=Path, default=FILE, help="the file that is written")
    options = parser.parse_args()
    write(measure(PLAYERS, options.deals), options.data)


if __name__ == "__main__":
    main()
