"""The program a second time, with a condition of a proof taken away.

The proofs of docs/development/proofs.md rest on conditions. A test takes one away in the source,
runs the interpreted kernel of that copy, and shows a wrong answer; the program itself gives the
right one.
"""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

from ..paths import ROOT

Change = tuple[str, str, str]
"""A module, the text of it that is taken away, and what is in its place."""


def _is_ours(name: str) -> bool:
    return name == "pyrtool" or name.startswith("pyrtool.")


class _Changed(MetaPathFinder, Loader):
    """Finds pyrtool's modules by their sources, never compiled, and changes those."""

    def __init__(self, changes: tuple[Change, ...]) -> None:
        self._changes = changes

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if not _is_ours(name):
            return None
        file = self._file(name)
        if not file.exists():
            return None
        is_package = file.name == "__init__.py"
        spec = spec_from_loader(name, self, origin=str(file), is_package=is_package)
        if spec is not None and is_package:
            spec.submodule_search_locations = [str(file.parent)]
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        file = self._file(module.__name__)
        text = file.read_text()
        for name, old, new in self._changes:
            if name == module.__name__:
                if text.count(old) != 1:
                    raise LookupError(f"{name} has {text.count(old)} times: {old}")
                text = text.replace(old, new)
        module.__file__ = str(file)
        exec(compile(text, str(file), "exec"), module.__dict__)

    @staticmethod
    def _file(name: str) -> Path:
        folder = ROOT.joinpath(*name.split("."))
        return folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")


@contextmanager
def without(*changes: Change) -> Iterator[Any]:
    """A function that imports modules of the changed program by their names; all that is imported
    meanwhile is of that program, too."""
    ours = {name: module for name, module in sys.modules.items() if _is_ours(name)}
    finder = _Changed(changes)
    for name in ours:
        del sys.modules[name]
    sys.meta_path.insert(0, finder)
    try:
        yield lambda name: importlib.import_module(f"pyrtool.{name}")
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if _is_ours(name)]:
            del sys.modules[name]
        sys.modules.update(ours)
