"""What help, README and docs show to type, and what comes of it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path

from .commands import run
from .paths import ROOT

SHORTER = [
    (r"\b1-\d{4,}\b", "1-30"),
    (r"\b32000-131999\b", "32000-32029"),
    (r"survey dataset (\w+)(?: --deals 10000)?", r"survey dataset \1 --deals 30"),
    (r" --scale 0\.1\b", ""),
    (r"--ledgers FOLDER", "--ledgers FOLDER --table giza --scale 0.000001"),
    (r" --cluster tcp://HOST:8786", ""),
    (r"--estimate", "--estimate --table giza"),
    (r"puzzles render all\b", "puzzles render 1-2"),
    (r"puzzles list --format", "puzzles list --game giza --level easy --format"),
    (r"puzzles book -o giza.pdf --game giza", "puzzles book 1-4 -o giza.pdf --game giza"),
    (r"puzzles book -o problems.pdf", "puzzles book 1-2 -o problems.pdf"),
    (r"puzzles book --game giza --level easy", "puzzles book 1-2 --game giza --level easy"),
    (
        r"survey article --ledgers tables --table giza --scale 0.01",
        "survey article --ledgers tables --table giza --scale 0.000001",
    ),
    (r"book 1-20 ", "book 1-3 "),
    (r"--days 366", "--days 7"),
    (r"site 1-30 --game giza", "site 1-4 --game giza --days 0"),
    (r"202611220000-202611229999", "202611220000-202611220100"),
    (r"--per-page 4 --paper", "1-4 --per-page 4 --paper"),
    (r"docs/data/", f"{ROOT}/docs/data/"),
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


def bash(script: str, folder: Path, programs: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "80",
        "LC_ALL": "C.UTF-8",
    }
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail\n{script}"],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
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
    environment = os.environ | {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "80",
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
    }
    shown = ""
    for command in re.findall(r"^\$ (.*)$", block, re.MULTILINE):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        shown += f"$ {command}\n{done.stdout}"
    return shown
