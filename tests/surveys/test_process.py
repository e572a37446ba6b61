"""Surveys as processes: killed at any moment, worker or all, and resumed."""

import os
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import pytest

from pyrtool.cli.options.errors import as_typed
from pyrtool.game.games import GAMES
from pyrtool.surveys import survey
from pyrtool.surveys.ledger import open_ledger
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.pool import Unwatched
from pyrtool.surveys.questions import Survey
from pyrtool.surveys.run import run, run_in_ledger

from ..waiting import PYTHON, STEP_BY_STEP, children, done, have_begun, wait_for, wait_until_gone

SURVEY = [*PYTHON, "-m", "pyrtool", "survey"]
GIZA = GAMES["giza"]
DEALS = 120_000


def command(ledger: Path, *more: str) -> list[str]:
    words = ["--game", "giza", f"1-{DEALS}", "--workers", "2", "--ledger", str(ledger)]
    return ["survey", "run", *words, *more]


def report(ledger: Path) -> str:
    words = [*SURVEY, "report", str(ledger), "--format", "json"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("survey") / "giza.db"
    survey(GIZA, range(1, DEALS + 1), ledger=path)
    return report(path).replace('"game": "rules"', '"game": "giza"')


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_killed_workers_lose_nothing(undisturbed: str, tmp_path: Path) -> None:
    path = tmp_path / "giza.db"
    killed = 0
    pipe = subprocess.PIPE
    words = [*PYTHON, "-c", STEP_BY_STEP, *command(path)]
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        while process.stdout.readline() == "added\n":
            workers = children(process.pid)  # none, where results of the earlier ones are added
            if killed < 3 and workers and done(path) > killed * DEALS // 5:
                os.kill(workers[0], signal.SIGKILL)
                wait_until_gone(workers[:1])
                killed += 1
            print(file=process.stdin, flush=True)
        _, errors = process.communicate()
    assert process.returncode == 0, errors
    assert report(path) == undisturbed
    assert 0 < errors.count("a worker died") <= killed


def test_a_result_that_is_half_sent_holds_nothing_up() -> None:
    code = """
import struct, sys, time
from pyrtool.surveys.pool import LocalPool

def send_half_a_result(word):
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        frame = frame.f_back
    frame.f_locals["result_queue"]._writer._send(struct.pack("!i", 100))
    print("sent", flush=True)
    time.sleep(600)

pool = LocalPool(1)
pool.start().submit(send_half_a_result, "")
sys.stdin.readline()
pool.stop()
print("stopped", flush=True)
"""
    words = [sys.executable, "-c", code]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "sent\n"
        try:
            out, _ = process.communicate("stop\n", timeout=60)
        finally:
            process.kill()
    assert (out, process.returncode) == ("stopped\n", 0)


@pytest.mark.parametrize(
    ("sent", "status"),
    [pytest.param(signal.SIGTERM, 143, marks=pytest.mark.slow), (signal.SIGINT, 130)],
)
def test_signals_leave_a_ledger_that_goes_on(
    sent: signal.Signals, status: int, tmp_path: Path
) -> None:
    path = tmp_path / "giza.db"
    long = [*PYTHON, "-m", "pyrtool", *command(path), "1-900000000"]
    with subprocess.Popen(long, stdout=-3, stderr=subprocess.PIPE, text=True) as process:
        wait_for(lambda: done(path) or process.poll() is not None, "a shard")
        wait_for(lambda: have_begun(process.pid, 2) or process.poll() is not None, "two workers")
        workers = children(process.pid)
        process.send_signal(sent)
        _, errors = process.communicate()
    assert process.returncode == status
    lines = [line for line in errors.splitlines() if " deals (" not in line]  # how far it is
    assert len(lines) == 1 and "the same command resumes" in lines[0]
    wait_until_gone(workers)
    with open_ledger(path) as book:
        assert book.plan.rules == GIZA


def test_a_shard_that_kills_every_worker_ends_the_survey(monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent.futures import Executor, Future
    from concurrent.futures.process import BrokenProcessPool
    from typing import Any

    from pyrtool.surveys.pool import ThisProcess, WorkError

    class Dying(Executor):
        def submit(self, task: Any, /, *given: Any, **named: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(BrokenProcessPool())
            return future

    monkeypatch.setattr(ThisProcess, "start", lambda self: Dying())
    with pytest.raises(WorkError, match="died 5 times") as caught:
        run(Survey(Plan(GIZA)), ((1, 10),), ThisProcess(), lambda shard: None)
    typed = {"deals": ["1-10"], "workers": 2}
    assert as_typed(caught.value, typed) == "the workers of deals 1-10 died 5 times"


def test_processes_that_are_stopped_leave_no_thread_behind() -> None:
    """Python's exit wakes up a thread that is ending through a pipe that this one closes."""
    from threading import enumerate as threads

    from pyrtool.surveys.pool import LocalPool

    before, pool = set(threads()), LocalPool(2)
    executor = pool.start()
    tasks = [executor.submit(time.sleep, seconds) for seconds in (0, 30, 30)]
    tasks[0].result()
    assert set(threads()) > before
    pool.stop()
    assert set(threads()) <= before


@pytest.mark.slow
def test_dask_gives_the_same(undisturbed: str, tmp_path: Path) -> None:
    from pyrtool.surveys.pool import Cluster

    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    )
    try:
        killed: list[int] = []

        class Killing(Unwatched):
            def added(self, shard: object, /) -> None:
                if not killed:  # one worker dies on the way
                    killed.append(next(iter(cluster.workers.values())).pid)
                    os.kill(killed[0], signal.SIGKILL)

        path, asked = tmp_path / "giza.db", Survey(Plan(GIZA, "giza"))
        pool = Cluster(cluster.scheduler_address)
        run_in_ledger(path, asked, ((1, DEALS),), pool, lambda *_: nullcontext(Killing()))
    finally:
        cluster.close()
    assert killed
    assert report(path) == undisturbed


@pytest.mark.slow
def test_a_cluster_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    from pyrtool.surveys import pool as pools

    pytest.importorskip("distributed")
    monkeypatch.setattr(pools, "_CONNECT_SECONDS", 1)
    with pytest.raises(pools.WorkError, match=r"tcp://127\.0\.0\.1:9"):
        pools.Cluster("tcp://127.0.0.1:9").start()
    for wrong in ("", "foo", "tcp://127.0.0.1", "http://127.0.0.1:8786", "tcp://a:99999999"):
        with pytest.raises(pools.WorkError, match="must be an address such as tcp://HOST:8786"):
            pools.Cluster(wrong)


HOW_WORKERS_START = """\
import sys, threading, multiprocessing
from pyrtool.surveys import pool as pools

def how(_):
    return "pyrtool.surveys" in sys.modules and multiprocessing.current_process().__class__.__name__

if __name__ == "__main__":
    for beside in (0, 1):
        ended = threading.Event()
        if beside:
            threading.Thread(target=ended.wait).start()
        pool = pools.LocalPool(1)
        print(pool.start().submit(how, 0).result())
        pool.stop()
        ended.set()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no worker is a copy")
def test_workers_are_copies_where_there_is_no_other_thread(tmp_path: Path) -> None:
    script = tmp_path / "how.py"
    script.write_text(HOW_WORKERS_START)
    done = subprocess.run([*PYTHON, script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["ForkProcess", "SpawnProcess"]
