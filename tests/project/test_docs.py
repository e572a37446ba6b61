"""What the pages under docs/ show to type: every command and every piece of Python runs.

The consoles of some pages, with what they print, are compared in `test_readme`; the pictures of the
gallery are made in `test_gallery`. Here long ranges are cut short, so that all of it takes seconds.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..commands import COMMANDS, EVERY, run
from ..navigation import CONFIG, listed
from ..paths import DOCS, PAGES, README
from ..typed import bash, shorter, typed

FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`(pyrtool [^`]+)`")
SESSION = re.compile(r"^```text\n\$ (pyrtool play .*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ELSEWHERE = {"gallery"}


PREPARED = {
    "play-at-the-terminal": "printf 'deal\\nsave game\\n' | pyrtool play 12",
    "run-a-survey": """\
pyrtool survey run 1-5 --game giza --ledger a.db
pyrtool survey run 6-9 --game giza --ledger b.db
""",
}
"""What makes the files that pages take for granted."""


def commands(page: Path) -> Iterator[str]:
    """The commands of a page's blocks without the words that are beside them."""
    for language, block in FENCED.findall(page.read_text()):
        if language in ("", "sh"):
            for line in block.splitlines():
                command = re.split(r"\s{2,}", line)[0]
                if re.match(r"(printf .*\| )?pyrtool [a-z]", command):
                    yield command


TYPED = [page for page in PAGES if any(commands(page)) and page.stem not in ELSEWHERE]
# They start processes, or draw films.
LONG = (
    "find-deals",
    "use-pysolfc-and-freecell-deals",
    "one-pass",
    "draw-pictures",
    "json",
    "article",
    "run-a-survey",
)


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=pytest.mark.slow if page.stem in LONG else ()) for page in TYPED],
    ids=lambda page: page.stem,
)
def test_every_command_of_a_page_runs(
    page: Path, tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert bash(PREPARED.get(page.stem, ""), tmp_path, programs).returncode == 0
    for command in commands(page):
        status, output = typed(shorter(command), tmp_path, programs)
        assert status == 0, f"{command}\n{output}"
        assert "drawn as boxes" not in output or "漢" in command


SESSIONS = [
    pytest.param(command, shown, id=f"{page.stem}-{command}")
    for page in PAGES
    for command, shown in SESSION.findall(page.read_text())
]


@pytest.mark.parametrize(("command", "shown"), SESSIONS)
def test_a_game_on_a_page_goes_as_shown(command: str, shown: str) -> None:
    """What is typed at the prompt gives the lines that are shown, in their order."""
    typed_lines = [line[2:] for line in shown.splitlines() if line.startswith("> ")]
    result = run(*shlex.split(command)[1:], input="\n".join(typed_lines) + "\n")
    printed = iter(result.output.splitlines())
    for line in shown.splitlines():
        if not line.startswith("> "):
            assert line in printed, f"{line}\n{result.output}"


def python(page: Path) -> list[str]:
    """List the blocks of Python on a page; those of the prompt are run in `test_readme`."""
    blocks = [block for kind, block in FENCED.findall(page.read_text()) if kind == "python"]
    return [block for block in blocks if not block.startswith(">>> ")]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if python(page)], ids=lambda page: page.stem
)
def test_the_python_of_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    known: dict[str, Any] = {}
    for block in python(page):
        exec(shorter(block), known)


@pytest.mark.parametrize("page", [README, *PAGES], ids=lambda page: page.stem)
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


MADE = ("commands", "development/contributing.md", "development/changes.md")
"""Entries of the navigation whose pages docs/hooks makes."""


def test_the_navigation_has_each_page_once() -> None:
    """A new page needs a line in mkdocs.yml; laboratory notes do without."""
    pages = {path.relative_to(DOCS).as_posix() for path in PAGES}
    named = Counter(listed(CONFIG["nav"]))
    assert named == Counter([*(page for page in pages if not page.startswith("notes/")), *MADE])
