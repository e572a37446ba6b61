"""The command line as tests type it: in this process, in a shell, and what records must be like."""

import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import typer
from typer.testing import CliRunner, Result

from pyrtool.cli.app import app
from pyrtool.cli.lazy_commands import every_command
from pyrtool.records import fields

from .paths import ROOT

FITTED = 3
"""Records of an output that are held against the schema: to hold thousands takes long."""


def run(*words: object, input: str | bytes | None = None) -> Result:
    """What a command does; the first records that it prints are held against their schema."""
    result = CliRunner().invoke(app, list(map(str, words)), input=input, prog_name="pyrtool")
    if "ndjson" in words and "export" not in words and result.exit_code in (0, 1, 3):
        for line in result.stdout.splitlines()[:FITTED]:
            assert fits(json.loads(line)), line
    return result


def answer(*words: object, status: int = 0, input: str | None = None) -> str:
    """What a command that must end with `status` prints on the standard output."""
    result = run(*words, input=input)
    assert result.exit_code == status, result.output
    return result.stdout


def complaint(*words: object, status: int = 2, input: str | bytes | None = None) -> str:
    """The one line on stderr of a command that must fail."""
    result = run(*words, input=input)
    assert result.exit_code == status, result.output
    assert result.stdout in ("", "[]\n")
    assert result.stderr.startswith("pyrtool: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("pyrtool: ").rstrip("\n")


def records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def sheet(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def surveyed(ledger: Path, *words: object, status: int = 0) -> Path:
    """The ledger of a survey of these deals, which ends with `status`."""
    kept = ("--ledger", ledger, "--workers", "1")
    answer("survey", "run", *words, *kept, status=status)
    return ledger


GROUP: Any = typer.main.get_command(app)

COMMANDS: dict[str, Any] = dict(every_command(GROUP))

EVERY = {"": GROUP} | COMMANDS

LEAVES = {name: made for name, made in COMMANDS.items() if not hasattr(made, "commands")}
"""The commands that do something: no group is among them."""

# -P: the installed package, whose kernel is compiled, not the sources in this folder.
COMMAND = [sys.executable, "-P", "-m", "pyrtool"]

ANSI = re.compile(r"\x1b\[\d+m")

SHORTER = [
    (r"\b1-\d{4,}\b", "1-30"),
    (r"\b32000-131999\b", "32000-32029"),
    (r"dataset.py data", r"dataset.py data --deals 30"),
    (r" --scale 0\.1\b", ""),
    (r"--ledgers FOLDER", "--ledgers FOLDER --table giza --scale 0.000001"),
    (r" --cluster tcp://HOST:8786", ""),
    (r"--estimate", "--estimate --table giza"),
    (r"puzzles render all\b", "puzzles render 1-2"),
    (r"puzzles list --format", "puzzles list --game giza --level easy --format"),
    (r"puzzles book -o giza.pdf --game giza", "puzzles book 1-4 -o giza.pdf --game giza"),
    (r"puzzles book -o problems.pdf", "puzzles book 1-2 -o problems.pdf"),
    (r"puzzles book --game giza --level easy", "puzzles book 1-2 --game giza --level easy"),
    (r"book 1-20 ", "book 1-3 "),
    (r"--days 366", "--days 7"),
    (r"site 1-30 --game giza(?!.*--days)", "site 1-4 --game giza --days 0"),
    (r"site 1-30 ", "site 1-4 "),
    (r"202611220000-202611229999", "202611220000-202611220100"),
    (r"--per-page 4 --paper", "1-4 --per-page 4 --paper"),
    (r"docs/data/", f"{ROOT}/docs/data/"),
    (r"python benchmarks/", f"{sys.executable} {ROOT}/benchmarks/"),
    (r"--load FILE", "--load game"),
    (r"deal 5 \| pyrtool play -", "play 5"),  # the moves come from a terminal: see test_play
    (r"--font \S+", f"--font {ROOT}/assets/fonts/LibertinusSerif-Regular.otf"),
    (r"range\(1, 1001\)", "range(1, 13)"),
]
"""What is in a page, and what is run in its place: less of the same."""


def shorter(text: str) -> str:
    for long, short in SHORTER:
        text = re.sub(long, short, text)
    return text


def imported(file: Path) -> Any:
    """The module of a file that lies in no package."""
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules.setdefault(file.stem, module)  # dataclasses ask for it
    spec.loader.exec_module(module)
    return module


def ended(words: Sequence[str | Path], **settings: Any) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, and keep what it prints."""
    usual: dict[str, Any] = {"capture_output": True, "text": True, "check": False}
    return subprocess.run(words, **(usual | settings))


def bash(
    script: str, folder: Path, programs: Path, **settings: Any
) -> subprocess.CompletedProcess[str]:
    """What a script does in a folder, with these programs on its path."""
    environment = os.environ | {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "80",
        "LC_ALL": "C.UTF-8",
    }
    usual: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail\n{script}"],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        check=False,
        **(usual | settings),
    )


def typed(command: str, folder: Path, programs: Path) -> tuple[int, str]:
    """The exit status of a command and all that it says, from this process where that can be."""
    words = shlex.split(command, comments=True)
    if words[0] == "pyrtool" and words[1] not in ("find", "survey") and not {"|", ">"} & {*words}:
        result = run(*words[1:])
        return result.exit_code, result.output
    done = bash(command, folder, programs)
    return done.returncode, done.stdout + done.stderr


CONSOLE = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)


def run_console(block: str, folder: Path, programs: Path) -> str:
    """The block with every command's output in place of what it shows."""
    shown = ""
    for command in re.findall(r"^\$ (.*)$", block, re.MULTILINE):
        script = f"export NO_COLOR=1\n{command}"
        shown += f"$ {command}\n{bash(script, folder, programs, stderr=subprocess.STDOUT).stdout}"
    return shown


def surroundings() -> dict[str, str]:
    """The environment of a script, for which its folder is on the path."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}


def run_script(path: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a script, by its path in the checkout; it must succeed.

    A script imports what lies beside it, so for it alone its folder is on the path.
    """
    done = ended([sys.executable, str(ROOT / path), *map(str, words)], env=surroundings())
    assert done.returncode == 0, done.stderr
    return done


@cache
def validator() -> Any:
    """None where jsonschema is not installed: a wheel is tested without it."""
    try:
        import jsonschema
    except ImportError:
        return None
    schema = fields.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def fits(record: Any) -> bool:
    known = validator()
    return known is None or bool(known.is_valid(record))
