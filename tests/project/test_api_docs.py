"""The functions that the Python pages show name their arguments, what they return and raise.

Griffe, which mkdocstrings uses for the pages, reads the docstrings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from ..paths import DOCS, ROOT

griffe = pytest.importorskip("griffe", reason="griffe is not installed (it is in the extra `docs`)")

PAGES = sorted((DOCS / "reference" / "python").glob("*.md"))
RAISES = re.compile(r"^ *raise (?!AssertionError|NotImplementedError)[A-Z]", re.MULTILINE)


@cache
def shown() -> dict[str, Any]:
    """The functions and methods on the pages, by their paths."""
    loader = griffe.GriffeLoader(search_paths=[str(ROOT)], docstring_parser="google")
    loader.load("pyrtool", submodules=True)
    loader.resolve_aliases(external=False)
    found: dict[str, Any] = {}
    for page in PAGES:
        for path in re.findall(r"^::: (.*)$", page.read_text(), re.MULTILINE):
            found |= {one.path: one for one in functions(loader.modules_collection[path])}
    return found


def functions(thing: Any) -> Iterator[Any]:
    """What mkdocstrings shows of a module, class or function: names that are no secret."""
    thing = thing.final_target if thing.is_alias else thing
    if thing.is_function:
        yield thing
    elif thing.is_class:
        for name, member in thing.members.items():
            if not name.startswith("_"):
                yield from functions(member)
    elif thing.is_module:
        for name, member in thing.members.items():
            is_shown = not (name.startswith("_") or member.is_alias)
            if name in thing.exports if thing.exports is not None else is_shown:
                yield from functions(member)


def lacks(function: Any) -> list[str]:
    """What the docstring of a function lacks.

    A first line that begins with "Return" says what comes back, as in Google's style guide.
    """
    doc = function.docstring
    if doc is None:
        return ["a docstring"]
    parts = {part.kind.value: part.value for part in doc.parsed}
    named = {one.name for one in parts.get("parameters", ())}
    wanted = {one.name for one in function.parameters} - {"self", "cls"}
    lacking = [f"Args: {name}" for name in sorted(wanted ^ named)]
    returns = str(function.returns) not in ("None", "NoReturn")
    if returns and not parts.keys() & {"returns", "yields"} and not doc.value.startswith("Return "):
        lacking.append("Returns")
    if RAISES.search(function.source) and "raises" not in parts:
        lacking.append("Raises")
    return lacking


def test_the_pages_show_many_functions() -> None:
    assert len(shown()) > 90
    assert {"pyrtool.answers.solve.solve", "pyrtool.game.position.Position.play"} <= shown().keys()


def test_each_names_its_arguments_and_what_it_returns_and_raises() -> None:
    assert {path: found for path, one in shown().items() if (found := lacks(one))} == {}


@pytest.mark.parametrize(
    ("source", "lacking"),
    [
        ("def f(a: int) -> int:\n  '''Add.'''", ["Args: a", "Returns"]),
        ("def f() -> int:\n  '''Return one.'''", []),
        ("def f() -> None:\n  '''Stop.'''\n  raise ValueError", ["Raises"]),
        (
            "def f(a: int) -> None:\n  '''Add.\n\n  Args:\n    b: A number.'''",
            ["Args: a", "Args: b"],
        ),
        ("def f() -> int:\n  '''Count.\n\n  Returns:\n    One.'''", []),
        ("def f() -> None: ...", ["a docstring"]),
    ],
)
def test_what_lacks_is_found(source: str, lacking: list[str]) -> None:
    with griffe.temporary_visited_module(source, docstring_parser="google") as module:
        assert lacks(module["f"]) == lacking
