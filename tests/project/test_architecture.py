"""The house: who may import whom, how long a file may be, what has a docstring, who may print."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from ..paths import PAGES, ROOT, TESTS

PACKAGE = ROOT / "pyrtool"

FLOORS = (
    {"base", "kernel"},
    {"languages"},
    {"game"},
    {"notation"},
    {"answers"},
    {"records", "pictures"},
    {"surveys"},
    {"pages"},
    {"cli"},
)
"""The rooms of the package. A file imports from its own room and from the floors below it."""

BESIDE = {"__init__", "__main__"}
MOST_ROOMS = 12
MOST_FLOORS = 9
MOST_ENTRIES = 20
"""The longest listing of a folder, which is a table of contents: files and folders."""

MOST_LINES = 400
MOST_LINES_OF_A_FUNCTION = 60
"""Signature and all, without its docstring."""

LONG = {
    # A loop over each choice of a set's cards, with thirteen locals that its parts share.
    "kernel/levels/sets.py": {"build_one"},
}
"""Functions that are longer, with the reason."""

MOST_COMPLEX = 15
"""Ways through a function, as Ruff counts them."""

COMPLEX = {
    # Loops of the kernel: a branch is a comparison there, and a call would be one at every node.
    "kernel/verdict/any_pairs/general.py": {"_run"},
    "kernel/verdict/singly.py": {"_go_on"},
}
"""Functions with more, with the reason."""

INHERITED = {"cli/app.py": {"main", "invoke"}}
"""Methods that a class of Typer documents."""

DATA = {PACKAGE / "pictures" / "assets", PACKAGE / "records" / "puzzles"}
"""Links to data, whose scripts are no part of the package."""

SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if not DATA.intersection(path.parents))
TREES = {path: ast.parse(path.read_text()) for path in SOURCES}
NAMES = [str(path.relative_to(PACKAGE)) for path in SOURCES]


def entry(path: Path) -> str:
    """The file's entry in the house."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(tree: ast.AST) -> Iterator[str]:
    """Every module that is imported anywhere in a file, dotted."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            if node.module == "pyrtool":
                yield from (f"pyrtool.{alias.name}" for alias in node.names)
            else:
                yield node.module


def test_the_listing_of_the_package_is_its_table_of_contents() -> None:
    assert {entry(path) for path in SOURCES} - BESIDE == set().union(*FLOORS)
    assert sum(map(len, FLOORS)) <= MOST_ROOMS and len(FLOORS) <= MOST_FLOORS


def test_no_listing_is_too_long_to_be_read() -> None:
    listed: dict[Path, set[str]] = {}
    for path in SOURCES:
        for inner, outer in zip([path, *path.parents], path.parents, strict=False):
            if PACKAGE in (outer, *outer.parents):
                listed.setdefault(outer, set()).add(inner.stem)
    assert {path for path, names in listed.items() if len(names - BESIDE) > MOST_ENTRIES} <= {
        PACKAGE / "cli" / "commands"  # one a command
    }


@pytest.mark.parametrize("path", SOURCES, ids=NAMES)
def test_a_file_imports_only_from_below(path: Path) -> None:
    ours = {name.split(".")[1] for name in imported(TREES[path]) if name.startswith("pyrtool.")}
    if entry(path) == "__init__":
        pass  # the front door is above all, and imports nothing before it is needed
    elif entry(path) == "__main__":
        assert ours == {"cli"}
    else:
        floor = next(at for at, rooms in enumerate(FLOORS) if entry(path) in rooms)
        assert ours <= {entry(path)}.union(*FLOORS[:floor])


def test_no_rooms_within_a_room_import_each_other() -> None:
    """In each folder the files and folders form a graph without a circle."""
    arrows: dict[Path, dict[str, set[str]]] = {}
    for path in SOURCES:
        own = path.relative_to(PACKAGE).with_suffix("").parts
        for name in imported(TREES[path]):
            if name.startswith("pyrtool."):
                other = tuple(name.split(".")[1:])
                depth = next(
                    (at for at, (a, b) in enumerate(zip(own, other, strict=False)) if a != b), None
                )
                if depth is not None and "__init__" not in (own[depth], other[depth]):
                    folder = PACKAGE.joinpath(*own[:depth])
                    arrows.setdefault(folder, {}).setdefault(own[depth], set()).add(other[depth])
    for folder, graph in arrows.items():
        try:
            tuple(TopologicalSorter(graph).static_order())
        except CycleError as error:
            pytest.fail(f"{folder}: {error.args[1]}")


def test_the_kernel_imports_nothing_else() -> None:
    for path in SOURCES:
        if entry(path) == "kernel":
            others = {name for name in imported(TREES[path]) if name != "cython"}
            assert all(name.startswith("pyrtool.kernel") for name in others), path


CLI = (
    "options",
    "values",
    "as_typed",
    "deals",
    "words",
    "conversation",
    "commands",
    "help_page",
    "lazy",
    "shells",
    "app",
    "__init__",
)


@pytest.mark.parametrize("path", [path for path in SOURCES if entry(path) == "cli"], ids=str)
def test_commands_share_only_what_is_below_them(path: Path) -> None:
    """The command line has floors of its own, and no command imports another."""
    floor = path.relative_to(PACKAGE).parts[1].removesuffix(".py")
    others = {name for name in imported(TREES[path]) if name.startswith("pyrtool.cli.")}
    assert {name.split(".")[2] for name in others} <= set(CLI[: CLI.index(floor) + 1])
    if floor == "commands":
        assert not {name for name in others if name.startswith("pyrtool.cli.commands")}


COMMANDS = [path for path in SOURCES if PACKAGE / "cli" / "commands" in path.parents]


@pytest.mark.parametrize("path", COMMANDS, ids=str)
def test_every_command_has_examples(path: Path) -> None:
    """They run in `test_help_pages`."""
    assigned = (node for node in TREES[path].body if isinstance(node, ast.AnnAssign))
    assert "EXAMPLES" in {ast.unparse(node.target) for node in assigned}


def test_the_second_opinion_shares_nothing_with_the_searches() -> None:
    tree = TREES[PACKAGE / "kernel" / "check" / "plain_search.py"]
    ours = {name for name in imported(tree) if name != "cython"}
    assert ours == {
        f"pyrtool.kernel.numbers.{name}" for name in ("bits", "buffers", "codes", "widths")
    }


def test_no_file_is_too_long() -> None:
    lengths = {
        name: len(path.read_text().splitlines()) for name, path in zip(NAMES, SOURCES, strict=True)
    }
    assert {name for name, length in lengths.items() if length > MOST_LINES} == set()


def lines_of(function: ast.FunctionDef) -> int:
    """The lines of a function without its docstring."""
    assert function.end_lineno is not None
    lines = function.end_lineno - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        assert first.end_lineno is not None
        lines -= first.end_lineno - first.lineno + 1
    return lines


def test_no_function_is_too_long() -> None:
    long: dict[str, set[str]] = {}
    for name, path in zip(NAMES, SOURCES, strict=True):
        for node in ast.walk(TREES[path]):
            if isinstance(node, ast.FunctionDef) and lines_of(node) > MOST_LINES_OF_A_FUNCTION:
                long.setdefault(name, set()).add(node.name)
    assert long == LONG


def test_no_function_is_too_complex() -> None:
    most = f"lint.mccabe.max-complexity = {MOST_COMPLEX}"
    asked = ["--isolated", "--select", "C901", "--config", most, "--output-format", "json"]
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", *asked, PACKAGE], capture_output=True, text=True
    )
    found: dict[str, set[str]] = {}
    for one in json.loads(done.stdout):
        name = str(Path(one["filename"]).relative_to(PACKAGE))
        found.setdefault(name, set()).add(one["message"].split("`")[1])
    assert found == COMPLEX


def public(tree: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """The public functions, classes and methods."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node
            yield from public(node)
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
            has_help = any(".callback(help=" in name for name in decorators)
            if not has_help and "overload" not in decorators:
                yield node


@pytest.mark.parametrize("path", SOURCES, ids=NAMES)
def test_everything_public_has_a_docstring(path: Path) -> None:
    assert ast.get_docstring(TREES[path]), "the module"
    undescribed = {node.name for node in public(TREES[path]) if not ast.get_docstring(node)}
    assert undescribed <= INHERITED.get(str(path.relative_to(PACKAGE)), set())


def test_everything_in_the_kernel_has_a_docstring() -> None:
    """Its private functions too: they have the proofs."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    for path in SOURCES:
        if entry(path) == "kernel":
            nodes = (node for node in ast.walk(TREES[path]) if isinstance(node, kinds))
            undescribed = {node.name for node in nodes if not ast.get_docstring(node)}
            assert undescribed <= {"__init__"}, path


def test_what_a_header_has_is_not_repeated() -> None:
    in_header = {"cython.cfunc", "cython.nogil", "cython.exceptval(check=False)"}
    for path in SOURCES:
        if entry(path) == "kernel":
            for node in ast.walk(TREES[path]):
                if isinstance(node, ast.FunctionDef):
                    assert not in_header & set(map(ast.unparse, node.decorator_list)), path


def test_only_the_command_line_prints_and_exits() -> None:
    for path in SOURCES:
        if entry(path) in ("cli", "__main__"):
            continue
        for node in ast.walk(TREES[path]):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert called not in ("print", "input", "exit", "sys.exit", "os._exit"), path


def test_only_limits_read_the_clock() -> None:
    with_clock = {
        entry(path) for path in SOURCES if {"time", "datetime"} & set(imported(TREES[path]))
    }
    assert with_clock <= {"base", "surveys", "cli"}


def test_one_loop_cuts_searches_into_slices() -> None:
    """`Budget.run`: no other file asks for a slice, or waits while a search is paused."""
    for path in SOURCES:
        if entry(path) != "kernel" and path != PACKAGE / "base" / "limits.py":
            for node in ast.walk(TREES[path]):
                assert not (isinstance(node, ast.Constant) and node.value == "paused"), path
                called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
                assert not called.endswith("budget.slice"), path


MOST_UNTYPED = 20
"""Of the word `Any`, imports too."""

MOST_IGNORED = 7
"""What the type checker passes over."""

IGNORED = re.compile(r"# type: ignore(\[[\w, -]+\])?(?P<reason> +# .+)?$")


def test_any_and_ignored_types_are_few_and_each_has_its_reason() -> None:
    """A comment in the line or above it, or the text below what it defines."""
    untyped, ignored = 0, 0
    for name, path in zip(NAMES, SOURCES, strict=True):
        lines = path.read_text().splitlines()
        words: dict[int, list[tokenize.TokenInfo]] = {}
        for word in tokenize.generate_tokens(io.StringIO("\n".join(lines)).readline):
            words.setdefault(word.start[0], []).append(word)
        imports = {
            number
            for node in ast.walk(TREES[path])
            if isinstance(node, ast.ImportFrom)
            for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }
        for number, found in words.items():
            comments = [word.string for word in found if word.type == tokenize.COMMENT]
            above, below = lines[max(number - 2, 0)].strip(), lines[number:][:1]
            here = any(not one.startswith("# type: ignore") for one in comments)
            if count := [word.string for word in found].count("Any"):
                untyped += count
                has_reason = here or above.startswith("#") or any('"""' in line for line in below)
                assert has_reason or number in imports, f"{name}, line {number}: Any"
            for one in comments:
                if match := IGNORED.search(one):
                    ignored += 1
                    has_reason = bool(match["reason"]) or above.startswith("#")
                    assert has_reason, f"{name}, line {number}: {one}"
    assert untyped <= MOST_UNTYPED
    assert ignored <= MOST_IGNORED


def test_nothing_is_a_heap_of_helpers() -> None:
    vague = {"utils", "util", "helpers", "helper", "manager", "common", "misc"}
    assert not vague & {path.stem for path in SOURCES}


def test_no_code_asks_for_a_games_name() -> None:
    from pyrtool.game.games import GAMES

    values_too = {"pyramid", "triangle", "reserve", "bouquet", "par", "microsoft", "pysolfc"}
    values_too |= {"relaxed"}
    # A goal and shapes, a stock, scorings, a numbering, a prune.
    names = GAMES.keys() - values_too
    for path in SOURCES:
        compared = (node for node in ast.walk(TREES[path]) if isinstance(node, ast.Compare))
        for side in (side for node in compared for side in (node.left, *node.comparators)):
            assert not (isinstance(side, ast.Constant) and side.value in names), path


TEST_FILES = sorted(TESTS.rglob("test_*.py"))
TESTED = {path.relative_to(TESTS).as_posix(): path for path in sorted(TESTS.rglob("*.py"))}


def test_the_tests_stand_in_folders_as_the_package_has_rooms() -> None:
    """A folder a room; `project` is for what is of none: docs, README, benchmarks, the house."""
    folders = {path.relative_to(TESTS).parent.as_posix() for path in TEST_FILES}
    assert folders == set().union(*FLOORS) | {"project"}


@pytest.mark.parametrize("name", TESTED)
def test_nothing_is_imported_from_a_test(name: str) -> None:
    """What tests share is in modules of its own, at the top of their folder."""
    for node in ast.walk(ast.parse(TESTED[name].read_text())):
        if isinstance(node, ast.Import | ast.ImportFrom):
            words = [alias.name for alias in node.names]
            words += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            parts = {part for word in words for part in word.split(".")}
            assert not {part for part in parts if part.startswith("test_")}, ast.unparse(node)


def test_every_file_of_tests_that_is_named_is_there() -> None:
    """In the docs with its folder, in lists and programs as it is typed."""
    pages = [ROOT / "CONTRIBUTING.md", *PAGES, *TESTS.glob("*.txt")]
    pages += [*(ROOT / ".ci").glob("*"), *ROOT.glob(".pre-commit-config.yaml")]
    named = {
        (page.name, found.removeprefix("tests/"))
        for page in pages
        for found in re.findall(r"[\w/]*\btest_\w+\.py\b", page.read_text())
    }
    assert len(named) > 30
    assert {(page, file) for page, file in named if file not in TESTED} == set()


MOST_DEEP = 3
DEEP: set[str] = set()
"""Classes of longer chains that are still to be made of parts."""


def class_bases() -> dict[str, list[str]]:
    """Each class of the package, dotted, with its bases: dotted where they are of the package."""
    found: dict[str, list[str]] = {}
    for path in SOURCES:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        meant = {
            alias.asname or alias.name: f"{node.module}.{alias.name}"
            for node in ast.walk(TREES[path])
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        classes = [node for node in ast.walk(TREES[path]) if isinstance(node, ast.ClassDef)]
        meant |= {node.name: f"{module}.{node.name}" for node in classes}
        for node in classes:
            bases = map(ast.unparse, node.bases)
            found[f"{module}.{node.name}"] = [meant.get(base, base) for base in bases]
    return found


def test_no_chain_of_classes_is_deeper_than_three() -> None:
    """What a class is split into are its fields; it inherits only what it is a kind of. Errors are
    a family of their own."""
    bases = class_bases()

    def chain(name: str) -> list[str]:
        longest = max((chain(base) for base in bases.get(name, ())), key=len, default=[])
        return [name, *longest] if name in bases else []

    chains = [chain(name) for name in bases]
    assert len(chain("pyrtool.kernel.verdict.turning.Turning")) == MOST_DEEP
    deep = {one[0] for one in chains if len(one) > MOST_DEEP}
    errors = {one[0] for one in chains if one[-1] == "pyrtool.base.errors.PyrtoolError"}
    assert deep - errors == DEEP


def kernel_classes() -> dict[str, tuple[str, set[str]]]:
    """Each class of the kernel with its base and the fields that it declares."""
    found: dict[str, tuple[str, set[str]]] = {}
    name = ""
    for path in sorted((PACKAGE / "kernel").rglob("*.pxd")):
        for line in path.read_text().splitlines():
            if begins := re.match(r"cdef class (\w+)(?:\((\w+)\))?:", line):
                name = begins[1]
                found[name] = begins[2] or "", set()
            elif line.startswith("    cdef ") and "(" not in line and name:
                fields = line.split("[::1]")[-1].split(",")
                found[name][1].update(field.split()[-1] for field in fields)
            elif line and not line.startswith(" "):
                name = ""
    return found


def test_no_field_of_a_kernel_class_stands_in_a_base() -> None:
    """Compiled, the two would be two fields; interpreted, one."""
    classes = kernel_classes()
    assert classes["Chances"][1] >= {"table", "plain"}
    for name, (base, fields) in classes.items():
        while base in classes:
            above, others = classes[base]
            assert not fields & others, f"{name} and {base}"
            base = above
