"""Long work killed and interrupted at random moments: nothing is lost or left by halves."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from ..commands import ended
from ..waiting import PATIENCE_S, PYTHON, handling, have_begun, state, wait_for

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="looks for processes in /proc"
)

COMMAND = [*PYTHON, "-m", "pyrtool"]
DISTURBED = """\
from pyrtool.cli import main
from pyrtool.cli import interrupts
interrupts.monotonic = lambda: 0.0
"""
"""The same where signals in a row are always one: no second passes between them."""

STOPPED = f"""\
{DISTURBED}
import os, signal
def armed(arm=interrupts.arm):
    arm()
    os.kill(os.getpid(), signal.SIGSTOP)
interrupts.arm = armed
"""
"""The same, and it stops as soon as it looks after signals."""

GIZA = ["--game", "giza", "--workers", "2"]


@dataclass(frozen=True)
class Job:
    """A command that writes to a file, its last word. `report_words` show what is in it."""

    words: tuple[str, ...]
    file: str
    report_words: tuple[str, ...] = ()

    def result(self, folder: Path) -> bytes:
        """Run it to its end: what it prints, or the report on its file, or the file itself."""
        words = [*COMMAND, *self.words, str(folder / self.file)]
        output = subprocess.run(words, capture_output=True, check=True).stdout
        if self.file.endswith(".pdf"):
            return (folder / self.file).read_bytes()
        if self.report_words:
            words = [*COMMAND, *self.report_words, str(folder / self.file)]
            return subprocess.run(words, capture_output=True, check=True).stdout
        return output


TIMES = 4
"""A job is disturbed, by each signal in turn."""
TRACEBACK = re.compile(r"^Traceback \(most recent call last\):\n(?: .*\n)+\S.*\n", re.MULTILINE)
BIRTH = re.compile(r".*multiprocessing.(spawn|reduction|synchronize|connection)\.py")

JOBS = {
    "survey": Job(
        ("survey", "run", *GIZA, "1-120000", "--ledger"),
        "giza.db",
        ("survey", "report", "--format", "json"),
    ),
    "find": Job(("find", *GIZA, "1-4500", "--level", "expert", "--journal"), "giza.find"),
    "book": Job(("puzzles", "book", "1-9", "-o"), "book.pdf"),
}
"""Jobs of some seconds."""


def program(code: str, *words: str) -> list[str]:
    """`pyrtool` with these words, prepared so."""
    return [*PYTHON, "-c", f"{code}\nmain()", *words]


def wait_until_ready(process: subprocess.Popen[str]) -> None:
    """Until it has a handler for SIGTERM, as the command has from its begin, or it is over."""

    def ready() -> bool:
        return process.poll() is not None or handling(process.pid, "SigCgt", signal.SIGTERM)

    wait_for(ready, "a handler of signals")


def wait_for_growth(file: Path, process: subprocess.Popen[str]) -> None:
    """Until something more is kept, or it is over."""

    def size() -> int:
        return file.stat().st_size if file.exists() else 0

    before = size()
    wait_for(lambda: process.poll() is not None or size() > before, "something kept")


def disturb(
    job: Job, sent: signal.Signals, folder: Path, chance: random.Random, early: bool
) -> bool:
    """Begin the job and end it by a signal, twice as people do; whether it was still running.

    `early`: before it has done anything, when it is certainly running.
    """
    file = folder / job.file
    words = program(STOPPED if early else DISTURBED, *job.words, str(file))
    with subprocess.Popen(
        words, stdout=-3, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        if early:
            wait_for(lambda: state(process.pid) == "T", "a process that stops")
        else:
            wait_until_ready(process)
            if chance.random() < 0.6 and job.file != "book.pdf":
                wait_for_growth(file, process)
            time.sleep(chance.choice((0.0, chance.uniform(0.0, 0.2), chance.uniform(0.0, 1.5))))
        running = process.poll() is None
        everyone = chance.random() < 0.5  # a terminal signals the workers, too
        for _ in range(1 if sent == signal.SIGKILL else 2):
            if process.poll() is None:
                (os.killpg if everyone else os.kill)(process.pid, sent)
                process.send_signal(signal.SIGCONT)
                time.sleep(chance.choice((0.0, 0.01, 0.1)))
        _, errors = process.communicate(timeout=PATIENCE_S)
    errors = TRACEBACK.sub(lambda found: "" if in_birth(found[0]) else found[0], errors)
    assert "Traceback" not in errors and "Exception" not in errors, errors
    if sent == signal.SIGINT and running:
        assert errors.count("\n") <= 1, errors
        assert process.returncode in (130, 0)
        assert {path.name for path in folder.iterdir()} <= {job.file}
    return running and process.returncode != 0


def in_birth(errors: str) -> bool:
    """Whether a traceback is of a worker whose father was gone before it had read what it is to do:
    Python itself says so, before it runs a line of ours. No signal does that to a worker alone."""
    places = re.findall(r'File "([^"]*)", line \d+, in', errors)
    lost = not errors.rpartition("\n")[0].rpartition("\n")[2].startswith("KeyboardInterrupt")
    return lost and all(place == "<string>" or BIRTH.fullmatch(place) for place in places)


@pytest.mark.slow
@pytest.mark.parametrize("name", JOBS)
def test_disturbed_many_times(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    job, chance, disturbed = JOBS[name], random.Random(TIMES), set()
    expected = job.result(tmp_path_factory.mktemp("undisturbed"))
    folder = tmp_path_factory.mktemp("disturbed")
    file = folder / job.file
    for turn in range(TIMES):
        sent = (signal.SIGKILL, signal.SIGINT)[turn % 2]
        if disturb(job, sent, folder, chance, early=turn < 2):
            disturbed.add(sent)
        if file.suffix == ".pdf" and file.exists():
            assert file.read_bytes() == expected
            file.unlink()
    assert len(disturbed) == 2
    assert job.result(folder) == expected
    assert [path.name for path in folder.iterdir()] == [job.file]


@pytest.mark.slow
@pytest.mark.parametrize(("sent", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_search_is_ended_by_two_signals_in_a_row(sent: signal.Signals, status: int) -> None:
    words = program(DISTURBED, "find", *GIZA, "1-1000000", "--hardest", "3")
    with subprocess.Popen(words, stdout=-3, stderr=subprocess.PIPE, text=True) as process:
        wait_for(lambda: have_begun(process.pid, 2) or process.poll() is not None, "two workers")
        for _ in range(3):
            process.send_signal(sent)
            time.sleep(0.1)  # it may be doing anything when the next one comes
        _, errors = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, errors) == (status, "")


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize(("sent", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_a_signal_that_python_cannot_raise_comes_again(sent: str, status: int, slow: bool) -> None:
    """Even if it comes before the one who asked for it has looked away."""
    code = f"""
import signal, sys, threading, time
from pyrtool.cli import interrupts
interrupts.arm()
class Slow(interrupts.Timer):
    def start(self):
        super().start()
        if {slow}:
            interrupts.Timer = threading.Timer
            time.sleep(0.1)
interrupts.Timer = Slow
class Late:
    def __del__(self):
        signal.raise_signal(signal.{sent})
        time.sleep(0)
try:
    Late()
    time.sleep(100)
except KeyboardInterrupt:
    sys.exit(130)
finally:
    interrupts.disarm()
"""
    done = ended([sys.executable, "-c", code])
    assert (done.returncode, done.stderr) == (status, "")


def test_a_signal_that_comes_as_it_begins_to_be_ignored_leaves_no_word() -> None:
    code = """
import os, signal, subprocess, sys
from pyrtool.cli import interrupts
interrupts.arm()
def none(number, frame):
    pass
signal.signal(signal.SIGINT, none)
sender = f"import os\\nwhile True: os.kill({os.getpid()}, {signal.SIGINT:d})"
with subprocess.Popen([sys.executable, "-c", sender]) as sending:
    try:
        for _ in range(10_000):
            signal.signal(signal.SIGINT, none)
            interrupts.disarm()
    finally:
        sending.kill()
"""
    done = ended([sys.executable, "-c", code])
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("sent", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_a_signal_while_a_table_grows_is_not_taken_for_a_full_memory(
    sent: str, status: int
) -> None:
    code = f"""
from pyrtool.kernel import numbers
exec('''
def grown(grow, grown=grown, sent=[]):
    import signal
    def interrupted():
        if not sent:
            sent.append(signal.raise_signal(signal.{sent}))
        grow()
    return grown(interrupted)
''', vars(numbers))
from pyrtool.cli import main
main()
"""
    words = ["solve", "1-2000", "--game", "par", "--format", "ndjson"]
    done = ended([sys.executable, "-c", code, *words])
    assert (done.returncode, done.stderr) == (status, "")
    assert done.stdout and '"unknown"' not in done.stdout
