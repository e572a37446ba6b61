"""CPU time and peak memory of one command as a whole process, from start to exit.

    python benchmarks/processes.py

Finds the native Giza deals of the first 10,000 with the most nodes, solves each by a `pyrtool`
process of its own, and takes what the system accounts to that process. Starting, and what is
imported for it, is most of the time: compare `--version`.
"""

import argparse
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from measure import machine, run

from pyrtool.game.games import GAMES

DEALS = 10_000
MOST_SECONDS = 0.2
MOST_SECONDS_VERSION = 0.15
MOST_MIB = 150.0
COMMAND = str(Path(sys.executable).with_name("pyrtool"))


@dataclass(frozen=True)
class Cost:
    """What a process took: CPU seconds (user and system) and peak resident memory."""

    seconds: float
    mib: float


def cost(*words: str) -> Cost:
    """Run the command with its output dropped; fails when its status is not 0."""
    nowhere = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    pid = os.posix_spawn(COMMAND, [COMMAND, *words], os.environ, file_actions=nowhere)
    _, status, used = os.wait4(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, words
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def least(*words: str, times: int = 5) -> Cost:
    """The least CPU time of several runs, and the most memory."""
    costs = [cost(*words) for _ in range(times)]
    return Cost(min(one.seconds for one in costs), max(one.mib for one in costs))


def row(name: str, found: Cost) -> str:
    """One row of the table, also printed."""
    line = f"| `{name}` | {found.seconds:.3f} | {found.mib:.0f} |"
    print(line, flush=True)
    return line


def main() -> None:
    """Measure the start, the help pages and the worst deals; print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.parse_args()
    print(machine(), end="\n\n")
    table = ["| command | CPU, s | peak memory, MiB |", "|---|---|---|"]
    print(*table, sep="\n")
    cost("--version")  # now what is compiled at the first import is in the cache
    start = least("--version")
    table.append(row("pyrtool --version", start))
    assert start.seconds <= MOST_SECONDS_VERSION, start
    for words in (["--help"], ["solve", "--help"], ["solve", "2", "--game", "giza"]):
        page = least(*words)
        table.append(row(" ".join(["pyrtool", *words]), page))
        assert page.seconds <= MOST_SECONDS, page
    for overlap in (False, True):
        hardest = run(replace(GAMES["giza"], overlap=overlap), DEALS).hardest
        option = ["--overlap"] if overlap else []
        for nodes, number in hardest[:5]:
            words = ["solve", str(number), "--game", "giza", *option]
            found = least(*words)
            table.append(row(" ".join(["pyrtool", *words]), found))
            assert found.seconds <= MOST_SECONDS and found.mib <= MOST_MIB, (nodes, words, found)


if __name__ == "__main__":
    main()
