"""Waiting for what can be seen of other processes, however long it takes.

A test that sleeps for a while and then takes something for done fails on a machine that does much
else. These wait until it is seen, and give up only after a time that nothing takes.
"""

import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from pyrtool.game import ranges
from pyrtool.surveys.ledger import open_ledger
from pyrtool.surveys.store import StoreError

PATIENCE_S = 600

# -P: the installed package, whose kernel is compiled, not the sources in this folder.
PYTHON = [sys.executable, "-P"]

STEP_BY_STEP = """\
import sys
from pyrtool.cli import main
from pyrtool.surveys.ledger import Ledger

def added(ledger, shard, add=Ledger.add):
    add(ledger, shard)
    print("added", flush=True)
    sys.stdin.readline()

Ledger.add = added
main()
"""
"""`pyrtool` that prints a line after each shard it has written, and goes on when it reads one."""


def wait_for(happened: Callable[[], object], what: str) -> None:
    """Until this is true; `what` it is, for the message when it never is."""
    end = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < end, f"waited {PATIENCE_S} s for {what}"
        time.sleep(0.01)


def state(process: int) -> str:
    """The letter of a process's state, such as S: it waits; Z where it has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def handling(process: int, which: str, sent: signal.Signals) -> bool:
    """Whether it has a handler for a signal (`which` is SigCgt), or ignores it (SigIgn)."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False
    found = re.search(rf"{which}:\s*(\w+)", status)
    return found is not None and bool(int(found[1], 16) >> (sent - 1) & 1)


def children(process: int) -> list[int]:
    """The workers of a process: its children but the resource tracker."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                line = (entry / "cmdline").read_bytes()  # of any process: not always text
            except OSError:
                continue
            if int(fields[1]) == process and b"resource_tracker" not in line:
                found.append(int(entry.name))
    return found


def have_begun(process: int, workers: int) -> bool:
    """Whether it has this many workers that are ready: they leave Ctrl-C to their parent."""
    found = children(process)
    ready = [worker for worker in found if handling(worker, "SigIgn", signal.SIGINT)]
    return len(ready) == len(found) == workers


def wait_until_gone(processes: list[int]) -> None:
    """Until all of them have ended."""
    wait_for(lambda: all(state(one) == "Z" for one in processes), "the end of processes")


def done(ledger: Path) -> int:
    """How many deals the ledger holds, 0 while there is none."""
    try:
        with open_ledger(ledger) as book:
            return ranges.count(book.done())
    except StoreError:
        return 0
