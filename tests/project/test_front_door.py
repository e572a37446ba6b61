"""`import pyrtool`: instant, lazy, and with examples that run."""

from __future__ import annotations

import doctest
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType, UnionType
from xml.etree import ElementTree

import pytest

import pyrtool
from pyrtool.game.deals import deal
from pyrtool.game.games import game
from pyrtool.game.position import Position
from pyrtool.notation import format_diagram

PACKAGE = Path(pyrtool.__file__).parent
WITH_EXAMPLES = sorted(
    ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for file in PACKAGE.rglob("*.py")
    if ">>> " in file.read_text(encoding="utf-8")
)


def test_it_imports_nothing_before_it_is_asked() -> None:
    code = "import sys, pyrtool; print(*(n for n in sys.modules if n.startswith('pyrtool.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("name", pyrtool.__all__)
def test_everything_on_the_door_is_there(name: str) -> None:
    found = getattr(pyrtool, name)
    assert name in dir(pyrtool)
    is_itself = isinstance(found, ModuleType | UnionType | str)  # a room, a type, the version
    assert is_itself or found.__name__ == name


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = pyrtool.nothing


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_run(module: str) -> None:
    failed, tried = doctest.testmod(import_module(module))
    assert not failed
    assert tried


FUNCTIONS = [
    name
    for name in pyrtool.__all__
    if name[0].islower() and not isinstance(getattr(pyrtool, name), ModuleType)
]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_of_the_door_has_an_example(name: str) -> None:
    assert ">>> " in (getattr(pyrtool, name).__doc__ or "")


def test_a_position_prints_as_its_diagram_and_is_a_picture_in_a_notebook() -> None:
    start = Position.start(deal(2, game("giza")))
    assert str(start) == format_diagram(start)
    root = ElementTree.fromstring(start._repr_svg_())
    assert root.tag.endswith("svg")
