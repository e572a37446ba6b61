"""Options that exclude or need each other: every row of every command's table is held."""

from __future__ import annotations

import ast
import re
from itertools import product
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

from pyrtool.cli.options.together import Excludes, Needs, Row, check_together

from ..commands import COMMANDS, complaint
from ..paths import ROOT

ROWS = [(name, row) for name, made in COMMANDS.items() for row in getattr(made, "together", ())]

NEEDED = {
    "deal": ["1"],
    "find": ["1"],
    "solve": ["1"],
    "advise": ["1"],
    "verify": ["none.txt"],
    "render": ["1", "-o", "x.png"],
    "site": ["-o", "x"],
    "puzzles solve": ["1"],
    "puzzles render": ["1", "-o", "x.png"],
    "open": [],
    "survey run": ["--ledger", "x.db"],
    "survey article": [],
    "survey export": ["x.db"],
    "survey report": ["x.db"],
    "survey grid": ["1", "--vary", "passes=1", "--ledgers", "x"],
    "book": ["1", "-o", "x.pdf"],
    "rate": ["1"],
    "play": ["1"],
    "watch": ["1"],
    "blocks": ["1"],
    "explain": ["1"],
    "par": ["1"],
    "chart places": ["1", "-o", "x.png"],
}
"""What each of these commands needs beside the options of a row."""


def parameter(command: str, name: str) -> Any:
    """The option or argument that a row calls so."""
    for one in COMMANDS[command].params:
        names = [one.metavar] if one.param_type_name == "argument" else []
        if name in (*names, *one.opts, *one.secondary_opts):
            return one
    raise AssertionError(f"{command} has no {name}")


def ways(command: str, word: str) -> list[tuple[str, list[str]]]:
    """Each way to type a row's word: how a message has it, and what is typed."""
    name, _, patterns = word.partition("=")
    one = parameter(command, name)
    kind = one.type_descriptor.annotation
    if patterns:
        given = [value.replace("*", "x") for value in patterns.split("|")]
        return [(f"{name} {value}", [name, value]) for value in given]
    if one.param_type_name == "argument":
        return [(name, ["1"])]
    if one.is_flag:
        also = one.secondary_opts if one.default is None else []
        return [(form, [form]) for form in (name, *also)]
    if get_origin(kind) is Literal:
        return [(name, [name, value]) for value in get_args(kind)]
    return [(name, [name, "7" if kind in (int, float) else "x"])]


def call(command: str, *words: str) -> list[str]:
    """The call with these words; a file that they name replaces the one that is needed."""
    needed = list(NEEDED[command])
    if "--output" in words and "-o" in needed:
        at = needed.index("-o")
        needed[at : at + 2] = []
    return [*command.split(), *needed, *words]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_many_commands_have_a_table() -> None:
    assert {name for name, _ in ROWS} == NEEDED.keys()
    assert len(ROWS) > 35


@pytest.mark.parametrize(("command", "row"), ROWS, ids=lambda one: str(one)[:60])
def test_a_row_names_options_of_the_command(command: str, row: Row) -> None:
    for word in (*row.options.split(), *row.others.split()):
        assert parameter(command, word.partition("=")[0])
    assert row.why and not row.why.endswith(".")


@pytest.mark.parametrize(
    ("command", "row"), [(name, row) for name, row in ROWS if isinstance(row, Excludes)], ids=str
)
def test_what_excludes_each_other_is_rejected(command: str, row: Excludes) -> None:
    """With every value that a row names or, where it names none, with each that there is."""
    table = COMMANDS[command].together
    above = [one.why for one in table[: table.index(row)]]
    rejected = 0
    for option, other in product(row.options.split(), row.others.split()):
        for (one, first), (two, second) in product(ways(command, option), ways(command, other)):
            message = complaint(*call(command, *first, *second))
            if message == f"{one} and {two} exclude each other: {row.why}":
                rejected += 1
            else:
                assert any(message.endswith(f": {why}") for why in above), message
    assert rejected


@pytest.mark.parametrize(
    ("command", "row"), [(name, row) for name, row in ROWS if isinstance(row, Needs)], ids=str
)
def test_what_needs_another_option_is_rejected_without(command: str, row: Needs) -> None:
    other = others_not_in(command, row)
    visible = [word for word in row.others.split() if not parameter(command, bare(word)).hidden]
    for option in row.options.split():
        for one, words in ways(command, option):
            message = complaint(*call(command, *words, *other))
            assert message.startswith(f"{one} needs {bare(visible[0])}"), message
            assert message.endswith(f": {row.why}")
            assert all(bare(word) in message for word in visible)


def bare(word: str) -> str:
    return word.partition("=")[0]


def others_not_in(command: str, row: Needs) -> list[str]:
    """Another value of the needed option whose default, or usual value, would do."""
    for word in row.others.split():
        name, _, patterns = word.partition("=")
        found = {one.lstrip("*") for one in patterns.split("|")}
        one = parameter(command, name)
        if one.default in found:
            return [
                name,
                next(x for x in get_args(one.type_descriptor.annotation) if x not in found),
            ]
        if ".png" in found:
            return [name, "x.webp"]
    return []


def test_a_value_counts_however_its_letters_are() -> None:
    message = complaint("render", "1", "-o", "X.HTML", "--dpi", "99")
    assert (
        message == "--dpi and --output X.HTML exclude each other: a page is as large as its window"
    )


def test_defaults_and_hidden_options_exclude_nothing() -> None:
    """A value that is the default is as if it was not typed."""
    made = COMMANDS["survey run"]
    usual = {one.name: one.default for one in made.params}
    check_together(made.together, made.params, usual)
    message = complaint("survey", "run", "--ledger", "x.db", "--passes", "2")
    assert message == ("--passes needs DEALS: without them, a ledger's own rules and limits hold")


def test_no_other_code_says_so() -> None:
    """What excludes or needs an option is a row."""
    for path in sorted((ROOT / "pyrtool" / "cli").rglob("*.py")):
        if path.name == "together.py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Raise):
                code = ast.unparse(node)
                assert "exclude each other" not in code, path
                assert not re.search(r"--[a-z-]+( \S+)? (does not go|goes) with ", code), path
