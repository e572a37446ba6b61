"""What the pages under docs/ tell to type: every command and every piece of Python runs.

The consoles of some pages, with what they print, are compared in `test_readme`; the pictures of the
gallery are made in `test_gallery`. Here long ranges are cut short, so that all of it takes seconds.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .test_cli import COMMANDS, EVERY, run

ROOT = Path(__file__).parent.parent
DOCS = sorted((ROOT / "docs").glob("*.md"))
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`(pyrtool [^`]+)`")
ELSEWHERE = {"gallery.md"}

SHORTER = [
    (r"\b1-\d{4,}\b", "1-30"),
    (r"\b32000-131999\b", "32000-32029"),
    (r" --scale 0\.1\b", ""),
    (r"--ledger-dir DIR", "--ledger-dir DIR --table giza --scale 0.000001"),
    (r" --cluster tcp://HOST:8786", ""),
    (r"--estimate", "--estimate --table giza"),
    (r"puzzles render all\b", "puzzles render 1-2"),
    (r"puzzles list --format", "puzzles list --game giza --level easy --format"),
    (r"puzzles book -o giza.pdf --game giza", "puzzles book 1-4 -o giza.pdf --game giza"),
    (r"puzzles book -o problems.pdf", "puzzles book 1-2 -o problems.pdf"),
    (r"puzzles book --game giza --level easy", "puzzles book 1-2 --game giza --level easy"),
    (
        r"survey article --ledger-dir tables --table giza --scale 0.01",
        "survey article --ledger-dir tables --table giza --scale 0.000001",
    ),
    (r"book 1-20 ", "book 1-3 "),
    (r"--days 366", "--days 7"),
    (r"site 1-30 --game giza", "site 1-4 --game giza --days 0"),
    (r"202611220000-202611229999", "202611220000-202611220100"),
    (r"--per-page 4 --paper", "1-4 --per-page 4 --paper"),
    (r"docs/data/", f"{ROOT}/docs/data/"),
    (r"--load FILE", "--load game"),
    (r"deal 5 \| pyrtool play -", "play 5"),  # the moves come from a terminal: see test_play
    (r"--font \S+", f"--font {ROOT}/assets/fonts/DejaVuSans.ttf"),
    (r"range\(1, 1001\)", "range(1, 13)"),
]
"""What stands in a page, and what is run in its place: less of the same."""

PREPARED = {
    "play.md": "printf 'deal\\nsave game\\n' | pyrtool play 12",
    "survey.md": """\
pyrtool survey run 1-5 --game giza --ledger a.db
pyrtool survey run 6-9 --game giza --ledger b.db
""",
}
"""What makes the files that pages take for granted."""


def shorter(text: str) -> str:
    for long, short in SHORTER:
        text = re.sub(long, short, text)
    return text


def commands(page: Path) -> Iterator[str]:
    """The commands of a page's blocks without the words that stand beside them."""
    for language, block in FENCED.findall(page.read_text()):
        if language in ("", "sh"):
            for line in block.splitlines():
                command = re.split(r"\s{2,}", line)[0]
                if re.match(r"(printf .*\| )?pyrtool [a-z]", command):
                    yield command


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


PAGES = [page for page in DOCS if any(commands(page)) and page.name not in ELSEWHERE]
# They start processes, or draw films.
LONG = ("find.md", "one-pass.md", "pictures.md", "records.md", "results.md", "survey.md")


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=pytest.mark.slow if page.name in LONG else ()) for page in PAGES],
    ids=lambda page: page.name,
)
def test_every_command_of_a_page_runs(
    page: Path, tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert bash(PREPARED.get(page.name, ""), tmp_path, programs).returncode == 0
    for command in commands(page):
        status, said = typed(shorter(command), tmp_path, programs)
        assert status == 0, f"{command}\n{said}"
        assert "drawn as boxes" not in said or "漢" in command


@pytest.mark.parametrize(
    "name",
    [
        *("pictures.md", "positions.md", "puzzles.md", "survey.md", "numberings.md"),
        *("challenges.md", "advice.md"),
    ],
)
def test_the_python_of_a_page_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = [
        block
        for language, block in FENCED.findall((ROOT / "docs" / name).read_text())
        if language == "python"
    ]
    assert blocks
    known: dict[str, Any] = {}
    for block in blocks:
        exec(shorter(block), known)


@pytest.mark.parametrize("page", [ROOT / "README.md", *DOCS], ids=lambda page: page.name)
def test_every_command_in_a_sentence_exists(page: Path) -> None:
    for text in INLINE.findall(page.read_text()):
        words = text.split()[1:]
        if words[0].isupper():
            continue
        name = " ".join(words[:2]) if " ".join(words[:2]) in COMMANDS else words[0]
        name = "" if name.startswith("--") else name  # of pyrtool itself
        options = {
            option
            for parameter in EVERY[name].params
            for option in (*parameter.opts, *parameter.secondary_opts)
        }
        given = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
        assert given <= options | {"--help"}, text


@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_help_page_names_exists(name: str) -> None:
    """Commands in `backquotes`, and the puzzles that are named."""
    from pyrtool.records.collection import puzzle

    words = name.split()
    page = " ".join(run(*words, "--help").stdout.replace("│", " ").split())
    for text in re.findall(r"`pyrtool ([a-z -]+?)`", page):
        assert text.split()[0] in COMMANDS
    for slug in re.findall(r"names \(([a-z-]+)\)", page):
        puzzle(slug)
    assert words[0] != "puzzles" or len(words) < 2 or words[1] == "list" or "names (" in page
