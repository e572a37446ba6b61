"""Mutants: what is changed in a source, that a run sees the change, and which nobody can see."""

import subprocess
import sys

import pytest

from ..mutants.__main__ import COMPILED, TARGETS, equivalents
from ..mutants.making import chosen, mutants_of
from ..paths import ROOT

SOURCE = b'''\
"""Text: 1 < 2."""
LEAST: int = 0


def first(found: list[int] | None, limit: int = 7) -> int:
    """Not 1."""
    for one in found or ():
        if one & 1 and not one < limit:
            continue
        return one + LEAST
    if found:
        raise ValueError(f"{1 + 1} of {found}")
    return -1 if True else 2
'''

CHANGES = {
    "LEAST: int = 1",
    "def first(found: list[int] | None, limit: int = 8) -> int:",
    "def first(found: list[int] | None, limit: int = 6) -> int:",
    "for one in found and ():",
    "if one | 1 and not one < limit:",
    "if one & 2 and not one < limit:",
    "if one & 0 and not one < limit:",
    "if one & 1 or not one < limit:",
    "if one & 1 and one < limit:",
    "if one & 1 and not one <= limit:",
    "pass",
    "return one - LEAST",
    "return None",
    "if (not (found)):",
    "return -2 if True else 2",
    "return -0 if True else 2",
    "return -1 if False else 2",
    "return -1 if True else 3",
    "return -1 if True else 1",
}

RUN = """
import sys
from pathlib import Path
from tests.mutants.making import mutants_of
from tests.mutants.running import prepare, run

path, file = "pyrtool/game/position.py", "tests/game/test_played.py"
source = Path(path).read_bytes()
(mutant,) = [m for m in mutants_of(path, source) if m.before == "error.number = number"]
prepare()
for text in (source, mutant.source(source)):
    print(run(file, {path: compile(text, path, "exec")}, 60).passed, file=sys.stderr)
"""


def test_each_operator_changes_one_thing() -> None:
    mutants = mutants_of("a.py", SOURCE)
    assert {" ".join(one.after.split()) for one in mutants} == CHANGES
    for one in mutants:
        changed = one.source(SOURCE)
        compile(changed, "a.py", "exec")
        assert changed != SOURCE


@pytest.mark.slow
@pytest.mark.skipif(
    not any((ROOT / "pyrtool/kernel").glob("shuffle.*.so")),
    reason="the checkout is not compiled in place, as the command wants it",
)
def test_a_run_sees_the_change_and_nothing_else() -> None:
    words = [sys.executable, "-c", RUN]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert ran.stderr.split() == ["True", "False"], ran.stderr


def test_the_choice_is_of_the_seed_and_of_the_lines_alone() -> None:
    keys = [one.key for one in chosen(mutants_of("a.py", SOURCE), 6, 1)]
    moved = mutants_of("a.py", SOURCE.replace(b"LEAST: int = 0", b"LEAST: int = 0\n\n"))
    assert [one.key for one in chosen(moved, 6, 1)] == keys
    assert [one.key for one in chosen(moved, 6, 2)] != keys


def test_equivalent_mutants_are_mutants_still() -> None:
    """An entry whose line has changed says nothing any more."""
    made = {
        one.key
        for path in TARGETS
        for one in mutants_of(path, (ROOT / path).read_bytes(), path in COMPILED)
    }
    assert sorted(set(equivalents()) - made) == []
    assert all((ROOT / f"tests/{name}.py").exists() for names in TARGETS.values() for name in names)
