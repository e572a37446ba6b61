"""Runs of tests on sources that are not those of the checkout.

Each run is a process of its own: a fork of this one, which has imported pytest and other packages,
but nothing of pyrtool. The module in question is imported from memory, or from a library compiled
elsewhere. So no file of the checkout is written, and no bytecode is older than its source.
Nothing is drawn afresh: seeds are fixed, and Hypothesis keeps no examples.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ExtensionFileLoader, ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final, NamedTuple

import pytest

THIRD_PARTY: Final = (
    "hypothesis",
    "hypothesis.strategies",
    "typer.testing",
    "rich.console",
    "PIL.Image",
    "cython",
)
MEMORY: Final = 4 << 30
"""Bytes: a mutant may ask for all that there is."""

OUT_OF_TIME: Final = (signal.SIGXCPU, signal.SIGKILL)

Hit = tuple[str, int]
"""A file and a line of it at which a statement begins."""


def prepare() -> None:
    """Import what all runs need, once."""
    for name in THIRD_PARTY:
        importlib.import_module(name)
    os.environ["PYRTOOL_SEED"] = "1"
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = tempfile.mkdtemp()
    assert not any(name.split(".")[0] == "pyrtool" for name in sys.modules)


def module_name(path: str) -> str:
    """`pyrtool/answers/plan.py` is `pyrtool.answers.plan`."""
    return path.removesuffix(".py").replace("/", ".")


class Others(MetaPathFinder):
    """Imports modules from code, or from libraries, in place of those in the checkout."""

    def __init__(self, others: Mapping[str, CodeType | Path]) -> None:
        self.others = {module_name(path): (path, other) for path, other in others.items()}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self.others:
            return None
        name, other = self.others[fullname]
        if isinstance(other, Path):
            library = str(other)
            return spec_from_file_location(
                fullname, library, loader=ExtensionFileLoader(fullname, library)
            )
        place = str(Path(name).absolute())
        return spec_from_file_location(fullname, place, loader=_Given(fullname, place, other))


class _Given(SourceFileLoader):
    """Loads the code that it is given."""

    def __init__(self, fullname: str, path: str, code: CodeType) -> None:
        super().__init__(fullname, path)
        self.code = code

    def get_code(self, fullname: str) -> CodeType:
        return self.code


class _Chosen:
    """Runs the tests that are named, in that order; all where none are."""

    def __init__(self, names: Sequence[str] | None, report: Callable[[object], None]) -> None:
        self.names, self.report = names, report

    @pytest.hookimpl(trylast=True)
    def pytest_sessionstart(self) -> None:
        from hypothesis import Phase, settings

        settings.register_profile(
            "mutants",
            settings(),
            database=None,
            report_multiple_bugs=False,
            derandomize=True,
            phases=(Phase.explicit, Phase.generate),
        )
        settings.load_profile("mutants")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.names is not None:
            place = {name: at for at, name in enumerate(self.names)}
            items[:] = [item for item in items if item.nodeid in place]
            items.sort(key=lambda item: place[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.report(["failed", report.nodeid])


class _Watched(_Chosen):
    """Reports of each test its seconds and what it hits, and first what importing hits."""

    def __init__(self, hits: set[Hit], report: Callable[[object], None]) -> None:
        super().__init__(None, report)
        self.hits, self.began = hits, time.process_time()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._note("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        super().pytest_runtest_logreport(report)
        if report.when == "teardown":
            self._note(report.nodeid)

    def _note(self, name: str) -> None:
        now = time.process_time()
        self.report(["test", name, now - self.began, sorted(self.hits)])
        self.hits.clear()
        self.began = now


class Run(NamedTuple):
    """How a run ended: `status` of pytest, or why it did not end (`crash`, `time`)."""

    status: int | str
    reports: list[Any]

    @property
    def kills(self) -> str | None:
        """What shows that something is wrong: a test, or that nothing can be imported, or ended."""
        if self.status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return None
        failed = next((one[1] for one in self.reports if one[0] == "failed"), None)
        return failed or ("import" if isinstance(self.status, int) else self.status)


def run(
    file: str,
    names: Sequence[str] | None,
    others: Mapping[str, CodeType | Path],
    limit_s: float,
    hits: set[Hit] | None = None,
) -> Run:
    """Run tests of a file until one fails, on `others` in place of the modules of these paths.

    With `hits`, which instrumented code fills, all tests run, and are reported.
    """
    with tempfile.TemporaryFile("w+") as reports:
        child = os.fork()
        if child == 0:
            _run_here(file, names, others, limit_s, hits, reports)
        status = _wait(child, 4 * limit_s)
        reports.seek(0)
        return Run(status, [json.loads(line) for line in reports if line.endswith("\n")])


def _run_here(
    file: str,
    names: Sequence[str] | None,
    others: Mapping[str, CodeType | Path],
    limit_s: float,
    hits: set[Hit] | None,
    reports: Any,
) -> None:
    """What the child does; it does not return."""
    status = 3
    try:
        report = _confine(limit_s, reports)
        sys.meta_path.insert(0, Others(others))
        plugin = _Chosen(names, report) if hits is None else _Watched(hits, report)
        words = ["-n", "0", "-q", "--tb=no", "-p", "no:cacheprovider", "-p", "no:faulthandler"]
        first = ["-x"] if hits is None else []
        status = int(pytest.main([file, *words, *first], plugins=[plugin]))
    finally:
        os._exit(status)


def _confine(limit_s: float, reports: Any) -> Callable[[object], None]:
    """Limit what this process may do, and silence it except what the function writes."""
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_CPU, (int(limit_s) + 1, int(limit_s) + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)

    def report(one: object) -> None:
        reports.write(json.dumps(one) + "\n")
        reports.flush()

    return report


def _wait(child: int, limit_s: float) -> int | str:
    """Wait for a child to end; what it started ends with it."""
    until = time.monotonic() + limit_s
    pause = 0.005
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended or time.monotonic() > until:
            break
        time.sleep(pause)
        pause = min(2 * pause, 0.1)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    if not ended:
        os.waitpid(child, 0)
        return "time"
    if os.WIFSIGNALED(status):
        return "time" if os.WTERMSIG(status) in OUT_OF_TIME else "crash"
    return os.WEXITSTATUS(status)


def instrumented(path: str, source: bytes) -> CodeType:
    """The code of a file that calls `_hit`, a builtin of ours, at each statement of a function."""
    tree = ast.parse(source)
    bodies = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                for name in ("body", "orelse", "finalbody"):
                    body = getattr(node, name, None)
                    if isinstance(body, list):
                        bodies[id(body)] = body
    for body in bodies.values():
        body[:] = [one for statement in body for one in (_note(path, statement), statement)]
    return compile(ast.fix_missing_locations(tree), str(Path(path).absolute()), "exec")


def _note(path: str, statement: ast.stmt) -> ast.stmt:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return statement  # a docstring, or nothing
    (note,) = ast.parse(f"_hit(({path!r}, {statement.lineno}))").body
    return note
