r"""Figures in the pages, compared with what their commands print now.

    python -m tests.figures            # every figure, those of long commands too
    python -m tests.figures PAGE ..    # those of these pages

A mark names the command of a figure, and after the last `` | `` a pattern of what it prints::

    The search decides 5,897 losses.
    <!-- figure: pyrtool survey report a.db | exhausted +([\d,]+) -->

What the pattern's group matches must be a number of the paragraph above the mark. ``long figure``
marks a command that takes more than a few seconds: only this program and the slow tests run it.

The win rates of tables that `survey atlas` writes are compared with a sample (`rates`).
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from . import rates
from .paths import ROOT, TEXTS
from .typed import bash

MARK: Final = re.compile(r"^<!-- (long )?figure: (.+) \| (.+) -->$", re.MULTILINE)
NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True)
class Figure:
    """A figure of a page: its line, its command, the pattern, and the numbers of its paragraph."""

    page: Path
    line: int
    command: str
    pattern: str
    numbers: frozenset[str]
    long: bool

    @property
    def name(self) -> str:
        """Page and line."""
        return f"{self.page.stem}:{self.line}"


def numbers(text: str) -> Iterator[str]:
    """The numbers of a text, without the commas of thousands."""
    for found in NUMBER.finditer(text):
        yield found.group().replace(",", "")


def figures(page: Path) -> list[Figure]:
    """List the figures that a page marks."""
    text = page.read_text()
    found = []
    for mark in MARK.finditer(text):
        above = MARK.sub("", text[: mark.start()]).rstrip().rpartition("\n\n")[2]
        line = text.count("\n", 0, mark.start()) + 1
        long, command, pattern = mark.groups()
        known = frozenset(numbers(above))
        found.append(Figure(page, line, command, pattern, known, bool(long)))
    return found


def fault(figure: Figure, printed: str) -> str | None:
    """Why a figure no longer agrees with what its command prints, None where it does."""
    found = re.search(figure.pattern, printed)
    if found is None:
        return f"{figure.command}: prints nothing like {figure.pattern}"
    if {*numbers(found.group(1))} <= figure.numbers:
        return None
    return f"{figure.command}: prints {found.group(1)}, not a number of the paragraph"


@cache
def printed(command: str, programs: Path) -> str:
    """What a command prints in a folder of its own, beside docs/ and benchmarks/."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("docs", "benchmarks"):
            Path(folder, name).symlink_to(ROOT / name)
        done = bash(command, Path(folder), programs)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def faults(pages: list[Path], prints: Callable[[str], str]) -> Iterator[str]:
    """A line for each figure of these pages that does not agree."""
    for page in pages:
        for figure in figures(page):
            if found := fault(figure, prints(figure.command)):
                yield f"{page.relative_to(ROOT)}:{figure.line}: {found}"
        for row in rates.rows(page):
            if found := rates.fault(row):
                yield f"{page.relative_to(ROOT)}:{row.line}: {found}"


def main(words: list[str]) -> int:
    """Print what does not agree; the exit status is 1 where there is such a figure."""
    pages = [Path(word).resolve() for word in words] or TEXTS
    programs = Path(sys.executable).parent
    found = [*faults(pages, lambda command: printed(command, programs))]
    print(*found, sep="\n", end="\n" if found else "")
    count = sum(len(figures(page)) + len(rates.rows(page)) for page in pages)
    print(f"{count} figures, {len(found)} do not agree")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
