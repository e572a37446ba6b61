"""What the package keeps at module level, what it reaches in other modules, and what it casts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from ..paths import ROOT

PACKAGE = ROOT / "pyrtool"
DATA = {PACKAGE / "pictures" / "assets", PACKAGE / "records" / "puzzles"}
SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if not DATA.intersection(path.parents))
TEXTS = {path.relative_to(PACKAGE).as_posix(): path.read_text() for path in SOURCES}
TREES = {name: ast.parse(text) for name, text in TEXTS.items()}

PRIVATE = {
    # Python's own: the only way to interrupt the main thread, the end of a process that has no
    # memory left, and the methods of named tuples, which the documentation of Python shows.
    ("cli/options/interrupts.py", "_thread"),
    ("cli/options/memory.py", "_exit"),
    ("surveys/ledger/ledger.py", "_fields"),
    ("surveys/ledger/ledger.py", "_replace"),
}
"""Private names of other modules that are imported, or reached."""

PRIVATE_IN_TESTS = {
    # Of Python, of libraries, and of the protocols of both.
    ("cli/test_hostile_use.py", "_executor_manager_thread"),
    ("mutants/running.py", "_exit"),
    ("pictures/test_text.py", "_k_e_r_n"),
    ("prepared.py", "_exit"),
    ("project/test_front_door.py", "_repr_svg_"),
    ("records/test_findings.py", "_replace"),
    # Where a mutant reports that its line was reached.
    ("mutants/__main__.py", "_hit"),
    # Searches are begun, a rule of theirs is replaced, and a disk is made full.
    ("answers/test_proofs.py", "_Asked"),
    ("answers/test_proofs.py", "_free"),
    ("kernel/test_wanted_cards.py", "_Asked"),
    ("surveys/test_ledger.py", "_connection"),
    # Every move that the referee plays is counted, and its quick question is asked of each card.
    ("game/test_played.py", "_after"),
    ("game/test_position.py", "_is_available"),
}
"""Private names of the package, of Python, and of libraries that tests reach."""

MOST_CACHES = 15
MOST_CASTS = 3

STATE = {
    # A lock belongs to the process: its copies close every file that it holds, when they begin.
    ("base/files.py", "_locked"),
    # What is inside the library is not checked again: each thread knows whether it is.
    ("base/arguments/__init__.py", "_here"),
    # Rooms above name their kinds of values to the checks below them, once, when imported.
    ("base/arguments/judges.py", "_VALUES"),
    # Tables of 65,536 matchings, made once: every search for partners reads the same ones.
    ("kernel/verdict/pairing/choices.py", "_TABLES"),
    # Who replays the line of a verdict finds the positions: the last lines of each thread.
    ("game/line.py", "_remembered"),
    # When the last signal came: Python calls a handler with nothing else that could hold it.
    ("cli/options/interrupts.py", "_last"),
}
"""Names at module level that functions give another value."""

THREADS = {
    # Kernels keep buffers: base/threads.py says why each thread has its own.
    "answers/kernels",
    "answers/rating",
    "game/deals.py",
    "surveys",
}
"""Where kernels are made, and kept for each thread."""

CHANGES = {"add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove"}
CHANGES |= {"reverse", "setdefault", "sort", "update", "appendleft", "popleft"}
"""Methods that change what they are called on."""


def is_private(name: str) -> bool:
    """Whether a name begins with one underscore."""
    return name.startswith("_") and not name.startswith("__")


def names_of_classes(tree: ast.Module) -> set[str]:
    """What the classes of a module define, or give their objects."""
    found: set[str] = set()
    for kind in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        for node in ast.walk(kind):
            if isinstance(node, ast.FunctionDef):
                found.add(node.name)
            elif isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("self", "cls"):
                found.add(node.attr)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
    return found


def reached(tree: ast.Module) -> Iterator[str]:
    """Private names that a module takes from elsewhere."""
    own = names_of_classes(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom | ast.Import):
            names = [alias.name for alias in node.names]
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            yield from (part for name in names for part in name.split(".") if is_private(part))
        elif isinstance(node, ast.Attribute) and is_private(node.attr):
            here = node.attr in own or ast.unparse(node.value) in ("self", "cls", "super()")
            yield from () if here else (node.attr,)


def test_no_module_reaches_for_private_names_of_another() -> None:
    found = {(name, private) for name, tree in TREES.items() for private in reached(tree)}
    assert found == PRIVATE


def test_tests_reach_for_few_private_names() -> None:
    tests = ROOT / "tests"
    found = {
        (path.relative_to(tests).as_posix(), private)
        for path in tests.rglob("*.py")
        for private in reached(ast.parse(path.read_text()))
    }
    assert found == PRIVATE_IN_TESTS


def decorated(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """The decorators of a module's functions, and what each calls."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for one in node.decorator_list:
                yield one, ast.unparse(one.func if isinstance(one, ast.Call) else one)


def has_reason(name: str, line: int) -> bool:
    """Whether a comment stands on the line, or on the one above."""
    lines = TEXTS[name].splitlines()
    return " # " in lines[line - 1] or lines[line - 2].lstrip().startswith("# ")


def test_every_cache_has_its_reason() -> None:
    caches = [
        (name, one.lineno)
        for name, tree in TREES.items()
        for one, called in decorated(tree)
        if called in ("cache", "lru_cache", "functools.cache", "functools.lru_cache")
    ]
    assert [place for place in caches if not has_reason(*place)] == []
    assert 0 < len(caches) <= MOST_CACHES


def test_kernels_are_kept_for_threads_where_they_are_made() -> None:
    makers = {
        name
        for name, tree in TREES.items()
        if any(called == "per_thread" for _, called in decorated(tree))
    }
    assert makers
    assert {name for name in makers if not name.startswith(tuple(THREADS))} == set()


def constants(tree: ast.Module) -> set[str]:
    """The names that a module binds at its top."""
    return {
        node.id
        for one in tree.body
        if isinstance(one, ast.Assign | ast.AnnAssign)
        for node in ast.walk(one)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def root(node: ast.expr) -> str:
    """The name with which an expression begins."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return ast.unparse(node)


def changed(tree: ast.Module) -> Iterator[str]:
    """Names that a module changes in a function: bound again, or what they hold is changed."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
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
    found = {(name, one) for name, tree in TREES.items() for one in changed(tree)}
    at_the_top = {(name, one) for name, tree in TREES.items() for one in constants(tree)}
    assert found & at_the_top == STATE


def test_every_cast_has_its_reason() -> None:
    casts = [
        (name, node.lineno)
        for name, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and re.fullmatch(r"(typing\.)?cast", ast.unparse(node.func))
    ]
    assert [place for place in casts if not has_reason(*place)] == []
    assert 0 < len(casts) <= MOST_CASTS


def test_a_change_of_a_constant_is_seen() -> None:
    """The reader of changes itself."""
    text = "T = {}\nL = []\ndef f(x):\n    global G\n    T[1] = x\n    L.append(x)\n    x.append(L)"
    assert set(changed(ast.parse(text))) == {"G", "T", "L"}
