"""The house: who may import whom, what has a docstring, who may print.

A file, a listing, and a page may be as long as their subject needs.
"""

import ast
import pkgutil
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import pyrtool
from pyrtool.base.errors import PyrtoolError

from ..paths import PACKAGE, PAGES, ROOT, SOURCES, TESTS, nodes, page, tree

MAP = [
    (int(floor), room, contents)
    for floor, room, contents in re.findall(
        r"^\| (\d+) \| `(\w+)/` \| (.*) \|$", page("architecture").read_text(), re.MULTILINE
    )
]
"""The rows of the map in docs/development/architecture.md: floor, room, and what it contains."""

FLOORS = [
    {room for at, room, _ in MAP if at == floor}
    for floor in range(1, 1 + max(at for at, _, _ in MAP))
]
"""The rooms of the package. A file imports from its own room and from the floors below it."""

BESIDE = {"__init__", "__main__"}
MOST_LINES_OF_A_FUNCTION = 60
"""Signature and all, without its docstring."""

LONG = {
    # A loop over each choice of a set's cards, with thirteen locals that its parts share.
    "build_one"
}
"""Functions of the kernel that are longer, with the reason."""

BY_NAME = {path.relative_to(PACKAGE).as_posix(): path for path in SOURCES}


def entry(path: Path) -> str:
    """The file's entry in the house."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """Every module that is imported anywhere in a file, dotted."""
    for node in nodes(path):
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


def test_the_map_names_every_folder_of_a_room() -> None:
    for _, room, contents in MAP:
        files = (path.relative_to(PACKAGE / room) for path in (PACKAGE / room).rglob("*.*"))
        inside = {path.parts[0] for path in files if path.parts[1:] and path.suffix != ".pyc"}
        named = set(re.findall(r"`(\w+)/`", contents))
        assert named == inside or room in ("base", "kernel"), room


def test_a_file_imports_only_from_below() -> None:
    upward = {}
    for name, path in BY_NAME.items():
        ours = {name.split(".")[1] for name in imported(path) if name.startswith("pyrtool.")}
        if entry(path) == "__init__":
            continue  # the front door is above all, and imports nothing before it is needed
        if entry(path) == "__main__":
            below = {"cli"}
        else:
            floor = next(at for at, rooms in enumerate(FLOORS) if entry(path) in rooms)
            below = {entry(path)}.union(*FLOORS[:floor])
        if ours - below:
            upward[name] = ours - below
    assert not upward


def test_no_rooms_within_a_room_import_each_other() -> None:
    """In each folder the files and folders form a graph without a circle."""
    arrows: dict[Path, dict[str, set[str]]] = {}
    for path in SOURCES:
        own = path.relative_to(PACKAGE).with_suffix("").parts
        for name in imported(path):
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


KERNEL = [path for path in SOURCES if entry(path) == "kernel"]
OF_PYTHON = {"cython", "dataclasses", "re", "pathlib", "collections.abc", "sys", "typing"}


def test_compiled_modules_have_no_generators() -> None:
    """One generator makes the C code of its module a tenth longer: lists serve as well."""
    for path in (path for path in KERNEL if path.with_suffix(".pxd").exists()):
        if path.stem != "numbers":  # its functions in the header are compiled, not these
            assert not any(isinstance(node, ast.GeneratorExp | ast.Yield) for node in nodes(path))


def test_the_kernel_imports_nothing_else() -> None:
    for path in KERNEL:
        others = set(imported(path)) - OF_PYTHON
        assert all(name.startswith("pyrtool.kernel") for name in others), path


CLI = """
    out_of_memory interrupts output options progress deals output_files drawing booklets
    answer_text conversation commands help_page lazy_commands shells app __init__
"""
"""The floors of the command line, the lowest first."""


def test_commands_share_only_what_is_below_them() -> None:
    """The command line has floors of its own, and no command imports another."""
    upward, floors = set(), CLI.split()
    for path in (path for path in SOURCES if entry(path) == "cli"):
        floor = path.relative_to(PACKAGE).parts[1].removesuffix(".py")
        below = floors[: floors.index(floor) + (floor != "commands")]
        for name in imported(path):
            if name.startswith("pyrtool.cli.") and name.split(".")[2] not in below:
                upward.add((str(path), name))
    assert not upward


def test_the_second_opinion_shares_nothing_with_the_searches() -> None:
    path = PACKAGE / "kernel" / "check.py"
    assert set(imported(path)) == {
        "cython",
        *(f"pyrtool.kernel.{name}" for name in ("game", "numbers")),
    }
    (plain,) = (node for node in tree(path).body if getattr(node, "name", None) == "Plain")
    used = {node.id for node in ast.walk(plain) if isinstance(node, ast.Name)}
    assert "check_length" in used and not used & {"AnyGame", "Checker"}


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
    long = {
        (entry(path), node.name)
        for path in SOURCES
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef) and lines_of(node) > MOST_LINES_OF_A_FUNCTION
    }
    assert long <= {("kernel", name) for name in LONG}


def test_everything_in_the_kernel_has_a_docstring() -> None:
    """Its private functions too: they have the proofs. An override has that of its base."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    defined = [node for path in KERNEL for node in nodes(path) if isinstance(node, kinds)]
    described = {node.name for node in defined if ast.get_docstring(node)}
    assert {node.name for node in defined} - described <= {"__init__"}


def test_what_a_header_has_is_not_repeated() -> None:
    in_header = {"cython.cfunc", "cython.nogil", "cython.exceptval(check=False)"}
    for node in (node for path in KERNEL for node in nodes(path)):
        if isinstance(node, ast.FunctionDef):
            assert not in_header & set(map(ast.unparse, node.decorator_list)), node.name


def test_only_the_command_line_prints_and_exits() -> None:
    for path in SOURCES:
        if entry(path) in ("cli", "__main__"):
            continue
        for node in nodes(path):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert called not in ("print", "input", "exit", "sys.exit", "os._exit"), path


def test_only_limits_read_the_clock() -> None:
    clocks = re.compile(r"^(?:import|from) time\b|\.(?:today|now)\(", re.MULTILINE)
    with_clock = {entry(path) for path in SOURCES if clocks.search(path.read_text("utf-8"))}
    assert with_clock <= {"base", "surveys", "cli"}


def test_one_loop_cuts_searches_into_slices() -> None:
    """`Budget.run`: no other file asks for a slice, or waits while a search is paused."""
    for path in SOURCES:
        if entry(path) != "kernel" and path != PACKAGE / "base" / "limits.py":
            for node in nodes(path):
                assert not (isinstance(node, ast.Constant) and node.value == "paused"), path
                called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
                assert not called.endswith("budget.slice"), path


def test_no_code_asks_for_a_games_name() -> None:
    from pyrtool.game.games import GAMES

    values_too = {"pyramid", "triangle", "reserve", "bouquet", "par", "microsoft", "pysolfc"}
    values_too |= {"relaxed"}
    # A goal and shapes, a stock, scorings, a numbering, a prune.
    names = GAMES.keys() - values_too
    for path in SOURCES:
        compared = (node for node in nodes(path) if isinstance(node, ast.Compare))
        for side in (side for node in compared for side in (node.left, *node.comparators)):
            assert not (isinstance(side, ast.Constant) and side.value in names), path


TEST_FILES = sorted(TESTS.rglob("test_*.py"))
TESTED = {path.relative_to(TESTS).as_posix(): path for path in sorted(TESTS.rglob("*.py"))}


def test_the_tests_stand_in_folders_as_the_package_has_rooms() -> None:
    """A folder a room; `project` is for what is of none: docs, README, benchmarks, the house, and
    `bruteforce` for all that the brute force is asked."""
    folders = {path.relative_to(TESTS).parent.as_posix() for path in TEST_FILES}
    assert folders == set().union(*FLOORS) | {"project", "bruteforce"}


def test_nothing_is_imported_from_a_test() -> None:
    """What tests share is in modules of its own, at the top of their folder."""
    from_tests = set()
    for name, path in TESTED.items():
        for node in nodes(path):
            if isinstance(node, ast.Import | ast.ImportFrom):
                words = [alias.name for alias in node.names]
                words += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                if any(part.startswith("test_") for word in words for part in word.split(".")):
                    from_tests.add((name, ast.unparse(node)))
    assert not from_tests


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


def test_no_chain_of_classes_is_deeper_than_three() -> None:
    """What a class is split into are its fields; it inherits only what it is a kind of. Errors are
    a family of their own."""
    names = (module.name for module in pkgutil.walk_packages(pyrtool.__path__, "pyrtool."))
    kinds = {
        kind
        for name in names
        if not name.endswith("__main__")
        for kind in vars(import_module(name)).values()
        if isinstance(kind, type) and not issubclass(kind, PyrtoolError)
    }
    own = {kind: [one for one in kind.__mro__ if "pyrtool." in one.__module__] for kind in kinds}
    assert [kind for kind, chain in own.items() if len(chain) > MOST_DEEP] == []


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
    """Compiled, the two would be two fields; interpreted, one: what writes the one spoils it."""
    classes = kernel_classes()
    assert classes["Chances"][1] >= {"table", "plain"} and len(classes["Plans"][1]) > 10
    for name, (base, fields) in classes.items():
        while base in classes:
            above, others = classes[base]
            assert not fields & others, f"{name} and {base}"
            base = above


# What the package keeps at module level.

STATE = {
    # What is inside the library is not checked again: each thread knows whether it is.
    ("base/arguments.py", "_here"),
    # Rooms above name their kinds of values to the checks below them, once, when imported.
    ("base/type_checks.py", "_VALUES"),
    # Tables of 65,536 matchings, made once: every search for partners reads the same ones.
    ("kernel/pairing.py", "_TABLES"),
    # A replay of the line of a verdict finds the positions: the last lines of each thread.
    ("game/line.py", "_remembered"),
    # When the last signal came: Python calls a handler with nothing else that could hold it.
    ("cli/interrupts.py", "_last"),
}
"""Names at module level that functions give another value."""

THREADS = {
    # Kernels keep buffers: base/threads.py says why each thread has its own.
    "answers/kernel_setup",
    "answers/rating",
    "game/deals.py",
    "surveys",
}
"""Where kernels are made, and kept for each thread."""

CHANGES = {"add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove"}
CHANGES |= {"reverse", "setdefault", "sort", "update", "appendleft", "popleft"}
"""Methods that change what they are called on."""


def makes_kernels_of_threads(code: ast.Module) -> bool:
    """Whether a function of the module has the decorator `per_thread`."""
    functions = (node for node in ast.walk(code) if isinstance(node, ast.FunctionDef))
    decorators = (one for node in functions for one in node.decorator_list)
    return any("per_thread" in ast.unparse(one) for one in decorators)


def test_kernels_are_kept_for_threads_where_they_are_made() -> None:
    makers = {name for name, path in BY_NAME.items() if makes_kernels_of_threads(tree(path))}
    assert makers
    assert {name for name in makers if not name.startswith(tuple(THREADS))} == set()


def constants(code: ast.Module) -> set[str]:
    """The names that a module binds at its top."""
    return {
        node.id
        for one in code.body
        if isinstance(one, ast.Assign | ast.AnnAssign)
        for node in ast.walk(one)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def root(node: ast.expr) -> str:
    """The name with which an expression begins."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ast.unparse(node)


def changed(code: ast.Module) -> Iterator[str]:
    """Names that a module changes in a function: bound again, or what they hold is changed."""
    for function in (node for node in ast.walk(code) if isinstance(node, ast.FunctionDef)):
        parameters = {one.arg for one in ast.walk(function) if isinstance(one, ast.arg)}
        local = parameters | {
            node.id
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        for node in ast.walk(function):
            if isinstance(node, ast.Global):
                yield from node.names
            elif isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(
                node.ctx, ast.Load
            ):
                yield from {root(node)} - local
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                yield from {root(node.func)} - local if node.func.attr in CHANGES else ()


def test_what_stands_at_module_level_does_not_change() -> None:
    """Tables and lists are constants; what a module gives another value while it runs is named."""
    found = {(name, one) for name, path in BY_NAME.items() for one in changed(tree(path))}
    at_the_top = {(name, one) for name, path in BY_NAME.items() for one in constants(tree(path))}
    assert found & at_the_top == STATE


def test_a_change_of_a_constant_is_seen() -> None:
    """The reader of changes itself."""
    text = "T = {}\nL = []\ndef f(x):\n    global G\n    T[1] = x\n    L.append(x)\n    x.append(L)"
    assert set(changed(ast.parse(text))) == {"G", "T", "L"}


def test_every_generator_of_the_tests_has_a_seed() -> None:
    calls = (node for path in TESTED.values() for node in nodes(path) if isinstance(node, ast.Call))
    assert all(one.args for one in calls if ast.unparse(one.func) in ("Random", "random.Random"))
