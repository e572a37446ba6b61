"""What a player reads of the package, as its sources have it: the messages of its catalogues."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from pyrtool.pages.page.minify import lean_script
from pyrtool.pages.page.scripts import SAY
from pyrtool.pages.page.spoken import html_messages, script_messages
from pyrtool.records.collection import puzzles

from .paths import ROOT

PACKAGE = ROOT / "pyrtool"
Message = tuple[str, bool]
"""A text, and whether it is a noun."""
MARKS = {
    "say": (0, False),
    "message": (0, False),
    "phrase": (0, False),
    "noun": (0, True),
    "count_of": (1, True),
}
"""Functions that mark a text: which argument it is, and whether it is a noun."""
OF_TYPST = re.compile(r'\bsay\("([^"]*)"')


@cache
def messages() -> Mapping[Message, str]:
    """Every message, with the first file that has it."""
    found: dict[Message, str] = {}
    for path in sorted(PACKAGE.rglob("*.*")):
        for message in of_file(path):
            found.setdefault(message, path.relative_to(ROOT).as_posix())
    for puzzle in puzzles():
        for text in filter(None, (puzzle.title, puzzle.teaser)):
            found.setdefault((text, False), "puzzles")
    return found


def of_file(path: Path) -> Iterator[Message]:
    """The messages of a file."""
    if path.suffix == ".py":
        yield from of_code(path.read_text(encoding="utf-8"))
    elif path.suffix == ".typ":
        yield from ((text, False) for text in OF_TYPST.findall(path.read_text(encoding="utf-8")))
    elif PACKAGE / "pages" not in path.parents:
        return
    elif path.suffix == ".js" and path != PACKAGE / "pages" / SAY:
        yield from script_messages(lean_script([path]))
    elif path.suffix == ".html":
        yield from ((text, False) for text in html_messages(path.read_text(encoding="utf-8")))


def of_code(code: str) -> Iterator[Message]:
    """The messages of a Python module."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            at, is_noun = MARKS[node.func.id]
            given = node.args[at]
            if isinstance(given, ast.Constant):
                assert isinstance(given.value, str)
                yield given.value, is_noun
