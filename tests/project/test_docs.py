"""What the pages under docs/ tell to type: every command and every piece of Python runs.

The consoles of some pages, with what they print, are compared in `test_readme`; the pictures of the
gallery are made in `test_gallery`. Here long ranges are cut short, so that all of it takes seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..commands import COMMANDS, EVERY, run
from ..paths import ROOT
from ..typed import bash, shorter, typed

DOCS = sorted((ROOT / "docs").glob("*.md"))
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`(pyrtool [^`]+)`")
ELSEWHERE = {"gallery.md"}


PREPARED = {
    "play.md": "printf 'deal\\nsave game\\n' | pyrtool play 12",
    "survey.md": """\
pyrtool survey run 1-5 --game giza --ledger a.db
pyrtool survey run 6-9 --game giza --ledger b.db
""",
}
"""What makes the files that pages take for granted."""


def commands(page: Path) -> Iterator[str]:
    """The commands of a page's blocks without the words that stand beside them."""
    for language, block in FENCED.findall(page.read_text()):
        if language in ("", "sh"):
            for line in block.splitlines():
                command = re.split(r"\s{2,}", line)[0]
                if re.match(r"(printf .*\| )?pyrtool [a-z]", command):
                    yield command


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
        *("challenges.md", "advice.md", "blocks.md", "find.md", "records.md", "site.md"),
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
