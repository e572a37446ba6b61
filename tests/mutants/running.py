"""Runs of tests on sources that are not those of the checkout.

Each run is a process of its own: a fork of this one, which has imported pytest and other packages,
but nothing of pyrtool. The module in question is imported from memory, or from a library compiled
elsewhere. So no file of the checkout is written, and no bytecode is older than its source.
Nothing is drawn afresh: seeds are fixed, and Hypothesis keeps no examples.
"""

import contextlib
import importlib
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ExtensionFileLoader, ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final, NamedTuple

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


class _Settings:
    """What Hypothesis is to do."""

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


class Run(NamedTuple):
    """Whether all tests passed, and the seconds of the processor that they took."""

    passed: bool
    seconds: float


def run(file: str, others: Mapping[str, CodeType | Path], limit_s: float) -> Run:
    """Run tests of a file until one fails, on `others` in place of the modules of these paths."""
    child = os.fork()
    if child == 0:
        _run_here(file, others, limit_s)
    until = time.monotonic() + 4 * limit_s
    pause = 0.005
    ended, status, used = os.wait4(child, os.WNOHANG)
    while not ended and time.monotonic() < until:
        time.sleep(pause)
        pause = min(2 * pause, 0.1)
        ended, status, used = os.wait4(child, os.WNOHANG)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)  # what it started ends with it
    if not ended:
        _, status, used = os.wait4(child, 0)
    return Run(status == 0, used.ru_utime + used.ru_stime)


def _run_here(file: str, others: Mapping[str, CodeType | Path], limit_s: float) -> None:
    """What the child does; it does not return."""
    status = 1
    try:
        _confine(limit_s)
        sys.meta_path.insert(0, Others(others))
        words = [
            "-n",
            "0",
            "-x",
            "-q",
            "--tb=no",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:faulthandler",
        ]
        status = int(pytest.main([file, *words], plugins=[_Settings()]))
    finally:
        os._exit(status)


def _confine(limit_s: float) -> None:
    """Limit what this process may do, and silence it."""
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_CPU, (int(limit_s) + 1, int(limit_s) + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
