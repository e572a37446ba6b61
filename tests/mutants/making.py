"""Mutants of a source: one small change each, as a piece of text in place of another.

Comparisons, arithmetic, bits, `and` and `or`, conditions, numbers, truth values, results and
statements. No change is made in annotations, decorators, texts, or where only types are named.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

COMPARISONS: Final[dict[type[ast.cmpop], tuple[str, str]]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
}
OPERATORS: Final[dict[type[ast.operator], tuple[str, str]]] = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "//"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: (r"\|", "&"),
    ast.BitXor: (r"\^", "|"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
"""What is looked for between two operands, and what is put in its place."""

BUFFERS: Final = ("bytearray", "signed_bytes", "integers", "halves", "words")
"""What makes room in the kernel, of a size."""

REMOVED: Final = (ast.Raise, ast.Continue, ast.Break, ast.AugAssign, ast.Delete)


@dataclass(frozen=True)
class Mutant:
    """Bytes `start` to `end` of the file `path` are `text` instead.

    `before`, `after`: the lines of source. `nth` distinguishes changes that look alike in one
    function, from 1.
    """

    path: str
    function: str
    start: int
    end: int
    text: str
    before: str
    after: str
    nth: int = 1

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """What names it as long as the line stays as it is, wherever it is."""
        return self.path, self.function, self.before, self.after, self.nth

    def source(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]


def chosen(mutants: list[Mutant], most: int, seed: int) -> list[Mutant]:
    """This many by chance, the same for a seed. Changes elsewhere leave the choice alone."""

    def lot(mutant: Mutant) -> bytes:
        return hashlib.sha256(repr((seed, *mutant.key)).encode()).digest()

    return sorted(sorted(mutants, key=lot)[:most], key=lambda mutant: mutant.start)


def mutants_of(path: str, source: bytes, compiled: bool = False) -> list[Mutant]:
    """All mutants of a file, in its order. `compiled`: it is one of Cython's."""
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    changes = set(_Changes(source, compiled).all())
    for start, end, text, function in sorted(changes):
        first = source.rfind(b"\n", 0, start) + 1
        last = source.find(b"\n", end)
        before = " ".join(source[first:last].decode().split())
        mutated = source[first:start] + text.encode() + source[end:last]
        after = " ".join(mutated.decode().split())
        seen[function, before, after] += 1
        nth = seen[function, before, after]
        found.append(Mutant(path, function, start, end, text, before, after, nth))
    return found


_Change = tuple[int, int, str, str]
"""Start, end and text, and the function."""


class _Changes:
    """The changes of one source."""

    def __init__(self, source: bytes, compiled: bool) -> None:
        self.source, self.compiled = source, compiled
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def all(self) -> Iterator[_Change]:
        for statement in ast.parse(self.source).body:
            yield from self._within(statement, "", False)

    def _within(self, node: ast.AST, function: str, in_function: bool) -> Iterator[_Change]:
        """The changes of a node and of all in it."""
        if isinstance(node, ast.FunctionDef):
            function = f"{function}.{node.name}".lstrip(".")
            for value in (*node.args.defaults, *node.args.kw_defaults):
                if value is not None:
                    yield from self._within(value, function, False)
            for statement in node.body:
                yield from self._within(statement, function, True)
            return
        if isinstance(node, ast.ClassDef):
            function = f"{function}.{node.name}".lstrip(".")
            for statement in node.body:
                yield from self._within(statement, function, False)
            return
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Assert | ast.JoinedStr):
            return
        if isinstance(node, ast.If | ast.While) and _is_for_tools(node.test):
            for statement in node.orelse:
                yield from self._within(statement, function, in_function)
            return
        for start, end, text in self._of(node, in_function):
            yield start, end, text, function
        for part in _parts(node):
            yield from self._within(part, function, in_function)

    def _of(self, node: ast.AST, in_function: bool) -> Iterator[tuple[int, int, str]]:
        """The changes of the node itself."""
        match node:
            case ast.Compare(left, operators, others):
                for one, low, high in zip(operators, (left, *others), others, strict=False):
                    yield self._between(low, high, *COMPARISONS[type(one)])
            case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
                if not any(
                    isinstance(one, ast.Constant) and one.value is None for one in (left, right)
                ):
                    yield self._between(left, right, *OPERATORS[type(operator)])
            case ast.AugAssign(target, operator, value) if type(operator) in OPERATORS:
                yield self._between(target, value, *OPERATORS[type(operator)])
            case ast.BoolOp(operator, values):
                word, other = ("and", "or") if isinstance(operator, ast.And) else ("or", "and")
                for low, high in pairwise(values):
                    yield self._between(low, high, rf"\b{word}\b", other)
            case ast.UnaryOp(ast.Not()):
                yield self._start(node), self._start(node) + len("not"), ""
            case ast.Constant(bool() as value):
                yield *self._span(node), str(not value)
            case ast.Constant(int() as value):
                yield *self._span(node), str(value + 1)
                if value:
                    yield *self._span(node), str(value - 1)
            case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
                yield *self._span(value), "0" if self.compiled else "None"
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            yield from self._negated(node.test)
        if isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield from self._negated(test)
        if in_function and _is_removable(node):
            yield *self._span(node), "pass"

    def _negated(self, test: ast.expr) -> Iterator[tuple[int, int, str]]:
        """A condition that is no comparison, which has a change of its own."""
        if isinstance(test, ast.Name | ast.Attribute | ast.Call | ast.NamedExpr | ast.BinOp):
            start, end = self._span(test)
            yield start, end, f"(not ({self.source[start:end].decode()}))"

    def _between(
        self, left: ast.AST, right: ast.AST, pattern: str, text: str
    ) -> tuple[int, int, str]:
        """The operator between two operands."""
        start, end = self._span(left)[1], self._start(right)
        gap = re.sub(rb"#.*", lambda found: b" " * len(found[0]), self.source[start:end])
        found = re.search(pattern.encode(), gap)
        assert found, (self.source[start:end], pattern)
        return start + found.start(), start + found.end(), text

    def _start(self, node: ast.AST) -> int:
        return self._span(node)[0]

    def _span(self, node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, ast.expr | ast.stmt)
        assert node.end_lineno is not None and node.end_col_offset is not None
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """What is in a node and may be changed."""
    skipped: Sequence[ast.AST] = ()
    if isinstance(node, ast.AnnAssign):
        skipped = [node.annotation]
        if not isinstance(node.value, ast.expr):
            return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        if name in ("cast", "isinstance"):  # types
            skipped = node.args[:1] if name == "cast" else node.args[1:]
        elif name in BUFFERS:  # a place more is not used, one fewer is for `.ci/checked`
            skipped = node.args
        elif name == "zip":  # `strict` says what is so anyway
            skipped = [keyword for keyword in node.keywords if keyword.arg == "strict"]
    for part in ast.iter_child_nodes(node):
        if part not in skipped:
            yield part


def _is_for_tools(test: ast.expr) -> bool:
    """Whether what follows is for a type checker or for Cython alone."""
    words = ast.unparse(test)
    return "TYPE_CHECKING" in words or "cython.compiled" in words


def _is_removable(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Assign):
        return all(isinstance(one, ast.Attribute | ast.Subscript) for one in node.targets)
    return isinstance(node, REMOVED)
