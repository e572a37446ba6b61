"""Hostile use of the command line: pipes that close, links in a circle, no memory, full disks."""

import errno
import json
import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pyrtool.base.files import write_whole
from pyrtool.cli import out_of_memory as memory
from pyrtool.cli.out_of_memory import is_of_memory
from pyrtool.game.games import GAMES
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.pool import LocalPool, Pool, Unwatched, work_off
from pyrtool.surveys.shards import ShardTask

from ..commands import answer, complaint, ended, records

GIZA = GAMES["giza"]


@pytest.mark.parametrize(("form", "false", "status"), [("text", False, 0), ("json", True, 1)])
def test_a_closed_pipe_is_no_success(form: str, false: bool, status: int, tmp_path: Path) -> None:
    found = records(answer("solve", "1-12", "-g", "giza", "--format", "ndjson"))
    if false:
        last = max(i for i, one in enumerate(found) if one["verdict"] == "won")
        found[last]["moves"].pop()
    path = tmp_path / "records.ndjson"
    path.write_text("".join(json.dumps(one) + "\n" for one in found))
    words = [sys.executable, "-m", "pyrtool", "verify", str(path), "--format", form]
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(words, stdout=write, stderr=subprocess.PIPE, text=True, timeout=120)
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (status, "")


SEEDS = ["find", "32001-32002", "-g", "giza", "--numbering", "pysolfc", "--format", "pysolfc"]
CIRCLES: list[tuple[str, Sequence[str]]] = [
    ("x.svg", ["render", "2", "-g", "giza", "-o"]),
    ("x.html", ["render", "2", "-g", "giza", "-o"]),
    ("x.svg", ["puzzles", "render", "1", "-o"]),
    ("x.py", [*SEEDS, "-o"]),
    ("x.jl", ["find", "1-2", "-g", "giza", "--journal"]),
    ("x.db", ["survey", "run", "1-2", "-g", "giza", "--ledger"]),
    ("x.db", ["survey", "status"]),
    ("x.txt", ["solve"]),
    ("x.txt", ["verify"]),
    ("x.txt", ["play", "--load"]),
    ("x", ["site", "--days", "0", "-o"]),
    ("x.ttf", ["render", "2", "-g", "giza", "-o", os.devnull + ".svg", "--font"]),
]


@pytest.mark.parametrize(("name", "words"), CIRCLES, ids=lambda of: str(of)[:40])
def test_links_in_a_circle(name: str, words: Sequence[str], tmp_path: Path) -> None:
    path = tmp_path / name
    path.symlink_to(path)
    assert "internal" not in complaint(*words, path)
    assert path.is_symlink()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    write_whole(link, b"x")
    assert link.is_symlink() and target.read_bytes() == b"x"
    with pytest.raises(OSError, match="is no name of a file"):
        write_whole(Path("a\0b"), b"")


# No command writes over what it reads.


def linked(tmp_path: Path, file: Path, kind: str, name: str) -> Path:
    """The same file by another name."""
    other = tmp_path / name
    if kind == "same":
        return file
    if kind == "hard":
        other.hardlink_to(file)
    elif kind == "soft":
        other.symlink_to(file)
    else:
        other = tmp_path / "folder" / ".." / file.name
        (tmp_path / "folder").mkdir(exist_ok=True)
    return other


def test_no_input_is_written_over(tmp_path: Path) -> None:
    ledger, journal, deals = tmp_path / "a.db", tmp_path / "j.py", tmp_path / "deals.svg"
    answer("survey", "run", "1-2", "-g", "giza", "--ledger", ledger)
    answer(*SEEDS, "--journal", journal)
    deals.write_text(answer("deal", "2", "-g", "giza"))
    book = tmp_path / "deals.pdf"
    book.write_bytes(deals.read_bytes())
    ratings = tmp_path / "ratings.svg"
    ratings.write_text(answer("rate", "2", "-g", "giza", "--format", "ndjson"))
    calls: list[tuple[Path, str, list[object]]] = [
        (journal, "x.py", [*SEEDS, "--journal", journal, "-o"]),
        (ledger, "x.csv", ["survey", "export", ledger, "--format", "csv", "-o"]),
        (deals, "x.svg", ["render", deals, "-g", "giza", "-o"]),
        (ratings, "w.svg", ["chart", "rates", ratings, "-o"]),
        (ratings, "r.svg", ["survey", "report", ratings, "--plot"]),
        (book, "x.pdf", ["book", book, "-g", "giza", "-o"]),
        (deals, "x.db", ["survey", "run", deals, "-g", "giza", "--ledger"]),
    ]
    for kind, (file, name, words) in product(("same", "hard", "soft", "dots"), calls):
        before = file.read_bytes()
        other = linked(tmp_path, file, kind, f"{kind}-{name}")
        assert "not written over" in complaint(*words, other)
        assert file.read_bytes() == before


def test_what_is_not_there_yet_is_no_two_things(tmp_path: Path) -> None:
    both = tmp_path / "both.py"
    assert "is read by this command" in complaint(*SEEDS, "--journal", both, "-o", both)
    assert not both.exists()


def test_fonts_and_names_made_of_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    font = tmp_path / "2.svg"
    font.write_bytes(b"a font")
    for name in ("2.svg", "{deal}.svg"):
        complaint("render", "2", "-g", "giza", "--font", font, "-o", tmp_path / name)
        assert font.read_bytes() == b"a font"
    monkeypatch.chdir(tmp_path)
    answer("render", "2", "-g", "giza", "-o", "3.svg")


def test_a_site_is_not_made_around_its_input(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    deals = folder / "deals.txt"
    deals.write_text(answer("deal", "2", "-g", "giza"))
    message = complaint("site", deals, "-g", "giza", "--days", "0", "-o", folder)
    assert "is read by this command" in message and deals.exists()


# No memory.


WITHOUT_MEMORY = """
import errno, sys
from pyrtool.cli import main
from pyrtool.cli.commands import solve
def fail(*_, **__):
    try:
        raise {}
    except Exception as error:
        raise ValueError("because of it") from error
solve.DealFilter.verdicts = fail
print("a line", end="")
sys.argv[1:] = ["solve", "2"]
main()
"""


@pytest.mark.parametrize(
    "error",
    [
        "MemoryError()",
        "OSError(errno.ENOMEM, 'Cannot allocate memory')",
        "ImportError('x.so: failed to map segment from shared object')",
        "RuntimeError('can\\'t start new thread')",
    ],
)
def test_no_memory_is_one_line(error: str) -> None:
    """What was printed before it is not lost."""
    done = ended([sys.executable, "-c", WITHOUT_MEMORY.format(error)], timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (1, "a line", "pyrtool: out of memory\n")


def test_what_is_not_of_memory() -> None:
    circle = ValueError()
    circle.__cause__ = circle
    for error in (None, circle, OSError(errno.EIO, "x"), ImportError("no such"), RuntimeError()):
        assert not memory.is_of_memory(error)


SHORT_OF_MEMORY = """
import resource, sys
import pyrtool.cli.out_of_memory
taken = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
most = taken + int(sys.argv[1]) * 2**20
resource.setrlimit(resource.RLIMIT_AS, (most, most))
sys.argv[:2] = ["pyrtool"]
from pyrtool.cli import main
main()
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="Linux says what is taken")
@pytest.mark.parametrize("mib", [1, 6, 15, 30])
def test_short_of_memory(mib: int) -> None:
    """Wherever it strikes, imports too: an answer, perhaps not the shortest, or one line."""
    words = ["solve", "2", "--game", "microsoft", "--shortest"]
    done = ended([sys.executable, "-c", SHORT_OF_MEMORY, str(mib), *words], timeout=120)
    if done.returncode in (0, 3):
        assert "won in 45 moves" in done.stdout or "moves or fewer" in done.stdout
        assert not done.stderr and (done.returncode == 3) == ("moves or fewer" in done.stdout)
    else:
        assert (done.returncode, done.stderr) == (1, "pyrtool: out of memory\n")


def test_what_the_interpreter_says_of_memory() -> None:
    """CPython raised these in the midst of imports that had little room."""
    assert is_of_memory(SystemError("error return without exception set"))
    text = "<built-in function compile> returned NULL without setting an exception"
    assert is_of_memory(SystemError(text))
    assert not is_of_memory(SystemError("bad argument to internal function"))


class Deaf(Executor):
    """What never does a task."""

    def submit(self, task: Any, /, *given: Any, **named: Any) -> Future[Any]:
        return Future()


class WithoutThreads(LocalPool):
    def start(self) -> Executor:
        self._executor = Deaf()  # type: ignore[assignment]
        ended = threading.Thread(target=lambda: None)
        ended.start()
        ended.join()
        self._executor._executor_manager_thread = ended  # type: ignore[union-attr]
        return Deaf()

    def stop(self) -> None:
        self._executor = None


def test_workers_that_nobody_hands_tasks() -> None:
    tasks = [ShardTask(Plan(GIZA), 1, 2)]
    pool: Pool = WithoutThreads(2)
    with pytest.raises(MemoryError):
        work_off(tasks, lambda task: task, pool, lambda done: None, Unwatched())


def test_a_thread_without_memory_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for error, says in ((MemoryError(), False), (KeyError("x"), True)):
        memory.quiet_threads(threading.ExceptHookArgs((type(error), error, None, None)))
        assert bool(capsys.readouterr().err) == says


# Full disks.


@pytest.mark.parametrize("at", ["write", "fsync", "replace"])
def test_a_file_that_does_not_fit_leaves_nothing(
    at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "x.svg"
    path.write_bytes(b"before")
    places: dict[str, tuple[Any, str]] = {
        "write": (Path, "write_bytes"),
        "fsync": (os, "fsync"),
        "replace": (Path, "replace"),
    }
    monkeypatch.setattr(*places[at], full)
    with pytest.raises(OSError) as caught:
        write_whole(path, b"after")
    assert caught.value.filename == str(path)
    assert path.read_bytes() == b"before" and list(tmp_path.iterdir()) == [path]


def limited(bytes_written: int, words: Sequence[object]) -> subprocess.CompletedProcess[str]:
    """A command that may write files of this many bytes, as on a disk that is full then."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_written, bytes_written))

    return ended(
        [sys.executable, "-m", "pyrtool", *map(str, words)],
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},  # it would be cut short, and stay so
        preexec_fn=limit,
        timeout=120,
    )


@pytest.mark.parametrize("room", [0, 10, 4096])
def test_a_ledger_that_does_not_fit(room: int, tmp_path: Path) -> None:
    ledger = tmp_path / "a.db"
    done = limited(room, ["survey", "run", "1-20", "-g", "giza", "--ledger", ledger])
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
    answer("survey", "run", "1-20", "-g", "giza", "--ledger", ledger)


@pytest.mark.slow
@pytest.mark.parametrize("room", [0, 10, None])
def test_a_journal_that_does_not_fit(room: int | None, tmp_path: Path) -> None:
    journal, whole = tmp_path / "j", tmp_path / "whole"
    words = ["find", "1-200", "-g", "giza", "--journal"]
    answer(*words, whole)
    done = limited(whole.stat().st_size - 1 if room is None else room, [*words, journal])
    assert done.returncode == 1
    assert "the journal cannot be written" in done.stderr.splitlines()[-1]
    assert journal.exists() == (room is None)  # of what had no room nothing stays
    answer(*words, journal)


@pytest.mark.parametrize("name", ["x.svg", "x.html"])
def test_a_picture_that_does_not_fit(name: str, tmp_path: Path) -> None:
    done = limited(100, ["render", "2", "-g", "giza", "-o", tmp_path / name])
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
