"""The command as a process: exit statuses, signals, pipes, streams, what it imports."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Timer

import pytest

from pyrtool.game.deals import deal
from pyrtool.notation import format_deal

from ..commands import COMMAND, ended

LINE = format_deal(deal(2).cards)
FOREVER = ["deal", "0-18446744073709551615"]
PIPE = subprocess.PIPE


def start(*words: str, **streams: int) -> subprocess.Popen[str]:
    return subprocess.Popen([*COMMAND, *words], text=True, **streams)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["--version"], 0),
        (["deal", "5-2"], 2),
        (["solve", "2", "-g", "giza", "--limit-nodes", "1"], 3),
    ],
)
def test_exit_status(words: list[str], status: int, programs: Path) -> None:
    program = str(programs / "pyrtool")
    done = ended([program, *words])
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert (status != 2) or (done.stdout == "" and done.stderr.count("\n") == 1)


@pytest.mark.parametrize(("sent", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
@pytest.mark.parametrize("words", [FOREVER, ["solve", "1-999999999", "-g", "giza"]])
def test_signals_end_it_quietly(words: list[str], sent: signal.Signals, status: int) -> None:
    with start(*words, stdout=PIPE, stderr=PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(sent)
        _, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (status, "")


@pytest.mark.parametrize(
    "words", [FOREVER, [*FOREVER, "--format", "json"], ["solve", "1-999999999", "-g", "giza"]]
)
def test_a_closed_pipe_ends_it_quietly(words: list[str]) -> None:
    with start(*words, stdout=PIPE, stderr=PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


@pytest.mark.parametrize("words", [["--help"], ["solve", "--help"], ["games"], ["deal", "1"]])
def test_a_pipe_that_was_never_open(words: list[str]) -> None:
    end, other = os.pipe()
    os.close(end)
    with start(*words, stdout=other, stderr=PIPE) as process:
        os.close(other)
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("form", ["text", "json", "ndjson"])
def test_a_full_disk_is_one_line(form: str, programs: Path) -> None:
    program = str(programs / "pyrtool")
    for command, words in (
        (COMMAND, ["deal", "1-3"]),
        ([program], ["solve", "1-3", "-g", "giza"]),
        ([program], ["games"]),
    ):
        with open("/dev/full", "w") as full:  # noqa: PTH123
            whole_command = [*command, *words, "--format", form]
            done = subprocess.run(whole_command, stdout=full, stderr=PIPE, text=True, check=False)
        errors = done.stderr
        assert done.returncode == 1
        assert errors == "pyrtool: the output cannot be written: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_wrong_input_is_one_also_where_nobody_can_read_it(programs: Path) -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        words = [str(programs / "pyrtool"), "deal", "1", "bad"]
        done = subprocess.run(words, stdout=PIPE, stderr=full, check=False)
    assert (done.returncode, done.stdout) == (2, b"")


def test_words_without_end_are_refused(programs: Path) -> None:
    """As `yes` writes them: whoever reads on until they end never answers."""
    with subprocess.Popen(
        [str(programs / "pyrtool"), "verify", "-"], stdin=PIPE, stderr=PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        with pytest.raises(BrokenPipeError):
            while True:
                process.stdin.write(b"y\n" * 1000)
        assert process.stderr.read().endswith(
            b"line 10001: more lines of words than a solution has\n"
        )
        with suppress(BrokenPipeError):
            process.stdin.close()
    assert process.returncode == 2


@pytest.mark.parametrize("stream", ["stdin", "stdout", "stderr"])
def test_a_closed_stream_is_no_traceback(stream: str) -> None:
    number = ("stdin", "stdout", "stderr").index(stream)
    shell = f'exec "$0" -m pyrtool deal - {number}>&- {"" if number == 0 else "</dev/null"}'
    done = ended(["sh", "-c", shell, sys.executable])
    assert done.returncode == (1 if stream == "stdout" else 2)
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == (0 if stream == "stderr" else 1)


@pytest.mark.parametrize(
    "words", [["deal", "-"], ["solve", "-", "-g", "giza"], ["solve", "-", "-g", "giza", "--words"]]
)
@pytest.mark.parametrize("form", ["text", "ndjson"])
def test_each_line_is_answered_before_the_next_is_read(
    words: list[str], form: str, programs: Path
) -> None:
    words = words if "--words" in words else [*words, "--format", form]
    words = [str(programs / "pyrtool"), *words]
    with subprocess.Popen(words, text=True, stdin=PIPE, stdout=PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        impatience = Timer(120, process.kill)  # or an answer kept back would be waited for
        impatience.start()
        for line in (LINE, f'{{"cards": "{LINE}"}}'):
            process.stdin.write(line + "\n")
            process.stdin.flush()
            assert process.stdout.readline()
        impatience.cancel()
        process.stdin.close()
        process.stdout.read()
    assert process.returncode == 0


def test_an_array_is_whole_after_a_failure() -> None:
    done = ended([*COMMAND, "deal", "-", "--format", "json"], input=f"{LINE}\nnonsense\n")
    assert done.returncode == 2
    assert done.stderr.startswith("pyrtool: stdin, line 2, card 1: 'nonsense' is not a card")
    assert [record["cards"] for record in json.loads(done.stdout)] == [LINE]


UNASKED = """
    pictures surveys records answers.best.best answers.rating answers.advice notation.files
    answers.blocks.certificate notation.typed_moves kernel.random_players kernel.closed_players
    kernel.best kernel.shortest kernel.groups
"""
"""What a verdict on one deal does not need."""


@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        (
            ["--version"],
            {"PIL", "rich", "pydantic", "pyrtool.game.rules", "pyrtool.cli.commands.solve"},
        ),
        (["--help"], {"PIL", "pydantic", "pyrtool.game.rules", "pyrtool.cli.commands.solve"}),
        (["solve", "--help"], {"PIL", "pydantic", "pyrtool.pictures", "pyrtool.surveys"}),
        (
            ["solve", "2", "-g", "giza"],
            {"PIL", "rich", "pydantic", *(f"pyrtool.{name}" for name in UNASKED.split())},
        ),
        (["solve", "2", "-g", "giza", "--format", "json"], {"pydantic", "pyrtool.surveys"}),
    ],
)
def test_nothing_slow_is_imported_before_it_is_needed(words: list[str], unwanted: set[str]) -> None:
    loaded = set(at_its_end("*sys.modules", *words))
    assert "typer" in loaded
    assert not unwanted & loaded


def at_its_end(said: str, *words: str, first: str = "pass") -> list[str]:
    """What a process of the command prints when it ends, which does something `first`."""
    code = (
        f"import atexit, gc, sys; from pyrtool.cli import main; {first}; sys.argv[1:] = {words!r}; "
        f"atexit.register(lambda: print({said}, file=sys.stderr)); main()"
    )
    done = ended([sys.executable, "-c", code], check=True)
    return done.stderr.split()


def test_a_command_makes_only_the_games_that_it_needs() -> None:
    first = "from pyrtool.game import games"
    made = at_its_end("*games.GAMES._made", "solve", "2", "-g", "giza", first=first)
    assert set(made) == {"pyramid", "giza"}


def test_garbage_is_collected_while_a_command_runs_but_not_before() -> None:
    first = (
        "early = []; gc.callbacks.append(lambda *of: early.append('typer.main' not in sys.modules"
        " or 'pyrtool.cli.commands.solve' not in sys.modules))"
    )
    found = at_its_end("gc.isenabled(), any(early)", "solve", "2", "-g", "giza", first=first)
    assert found == ["True", "False"]
