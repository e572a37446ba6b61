"""Time challenges and advice under Microsoft's rules: native deals 1 to 1000 and as many random
decks, won and lost alike.

    python benchmarks/challenges.py

Four questions, each of both kinds of decks in a process of its own, on one core; of `advise` each
deck is a process, from its start to its exit. The verdict, the lines and the replay are part of the
time. Memory is the process' peak. Asserts the sum of what is reached (of `advise` the decks that
can be won), the sum of the moves where the fewest are asked for, and the nodes; for other numbers
of ``--deals`` than those in `SUMS` only that all is proved.
"""

import argparse
import json
import os
import random
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time
from typing import get_args

from measure import machine
from processes import COMMAND

from pyrtool.answers.best.best import best
from pyrtool.answers.objectives import By, worth
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES
from pyrtool.notation import format_deal

RULES = GAMES["microsoft"]
DEALS = 1000
KINDS = ("native", "random")
RANKS = get_args(By)[3:16]
Sums = tuple[int, int, int]
"""What is reached, moves if the fewest are asked for, nodes."""

QUESTIONS = {
    # question: milliseconds at most on average, at worst, MiB
    "most points": (40, 2_000, 300),
    "most points, fewest moves": (100, 5_000, 500),
    "most cards of a rank": (60, 3_000, 300),
    "advise": (500, 3_000, 300),
}
SUMS: dict[int, dict[str, tuple[Sums, Sums]]] = {
    10: {
        "most points": ((8020, 0, 105248), (9995, 0, 52250)),
        "most cards of a rank": ((38, 0, 275715), (38, 0, 35299)),
        "most points, fewest moves": ((8020, 404, 352772), (9995, 421, 550091)),
        "advise": ((5, 209, 217886), (7, 307, 219239)),
    },
    1000: {
        "most points": ((936010, 0, 18317804), (990005, 0, 15955344)),
        "most cards of a rank": ((3732, 0, 16906500), (3765, 0, 12613257)),
        "most points, fewest moves": ((936010, 40922, 61624444), (990005, 41360, 64965371)),
    },
}


@dataclass(frozen=True)
class Measured:
    """Milliseconds of each deck, sorted; the sums; MiB."""

    times: list[float]
    sums: Sums
    mib: float


def decks(kind: str, count: int) -> Iterator[tuple[Card, ...]]:
    """The decks: `count` numbered deals, or shuffled ones."""
    chance = random.Random(15)
    for number in range(1, count + 1):
        if kind == "native":
            yield deal(number, RULES).cards
        else:
            yield tuple(chance.sample(RULES.deck, len(RULES.deck)))


def measured(question: str, kind: str, count: int) -> Measured:
    """Ask one question of `decks` decks, one after the other, each rank in turn."""
    if question == "advise":
        return advised(kind, count)
    times, reached, moves, nodes = [], 0, 0, 0
    for number, cards in enumerate(decks(kind, count)):
        by: By = RANKS[number % len(RANKS)] if "rank" in question else "score"
        began = process_time()
        found = best(Deal.of(cards, RULES), by, shortest="fewest" in question)
        times.append(1000 * (process_time() - began))
        assert found.proved, (question, kind, number)
        assert found.cleared is None or found.cleared.proved, (question, kind, number)
        reached += worth(found.position, by)[0]
        moves += found.least_moves or 0
        nodes += found.nodes
    memory = getrusage(RUSAGE_SELF).ru_maxrss / 1024
    return Measured(sorted(times), (reached, moves, nodes), memory)


def advised(kind: str, count: int) -> Measured:
    """`pyrtool advise` as a process for each deck: CPU time, and the peak of the largest."""
    times, won, moves, nodes, memory = [], 0, 0, 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        given, output = Path(folder, "deck.txt"), Path(folder, "advice.json")
        words = ["advise", str(given), "--game", "microsoft", "--format", "ndjson"]
        write = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        for cards in decks(kind, count):
            given.write_text(format_deal(cards) + "\n")
            out = [(os.POSIX_SPAWN_OPEN, 1, str(output), write, 0o600)]
            pid = os.posix_spawn(COMMAND, [COMMAND, *words], os.environ, file_actions=out)
            _, status, used = os.wait4(pid, 0)
            assert os.waitstatus_to_exitcode(status) == 0, format_deal(cards)
            times.append(1000 * (used.ru_utime + used.ru_stime))
            memory = max(memory, used.ru_maxrss / 1024)
            advice = json.loads(output.read_text())["advice"]
            won += advice["verdict"] == "won"
            moves += advice["choices"][0]["to_end"] or 0
            nodes += advice["nodes"]
    return Measured(sorted(times), (won, moves, nodes), memory)


def apart(question: str, kind: str, count: int) -> Measured:
    """`measured` in a process that does nothing else."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(measured, question, kind, count).result()


def row(question: str, kind: str, found: Measured) -> str:
    """One row of the table."""
    mean, worst, memory = QUESTIONS[question]
    count = len(found.times)
    return (
        f"| {question} | {kind} | {found.sums[2] / count:,.0f} "
        f"| {sum(found.times) / count:.1f} of {mean} | {found.times[count // 2]:.1f} "
        f"| {found.times[-1]:.0f} of {worst:,} | {found.mib:.0f} of {memory} |"
    )


def main() -> None:
    """Ask, assert, and print one Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="how many of each kind")
    parser.add_argument("--question", choices=QUESTIONS, help="this one alone")
    options = parser.parse_args()
    table = [
        "| question | decks | nodes a deck | mean, ms | median, ms | most, ms | MiB |",
        "|---|---|---|---|---|---|---|",
    ]
    print(machine(), "", *table, sep="\n")
    for question in [options.question] if options.question else QUESTIONS:
        for number, kind in enumerate(KINDS):
            found = apart(question, kind, options.deals)
            table.append(row(question, kind, found))
            print(table[-1], found.sums, flush=True)
            if sums := SUMS.get(options.deals, {}).get(question):
                assert found.sums == sums[number], (question, kind)


if __name__ == "__main__":
    main()
