"""What tests draw: always the same, unless one asks for something else."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from math import comb
from pathlib import Path

import pytest

from ..drawing import FIXED_SEED, VARIABLE, by_chance, choose_seed, drawn_seed, enough
from ..paths import ROOT, TESTS

PYTEST = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider"]


def drawn(file: Path, *words: str, **environment: str) -> list[str]:
    """What a run of pytest in a process of its own draws, a line for each example."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [*PYTEST, "-m", "draws", "-k", "test_drawn", str(TESTS / "what_is_drawn.py"), *words],
        env=ours | {VARIABLE: "", "PYRTOOL_DRAWN": str(file)} | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout
    return file.read_text().splitlines()


def test_every_run_draws_the_same(tmp_path: Path) -> None:
    """Whatever Python's hashes are, and whatever else is imported."""
    alone = drawn(tmp_path / "alone", PYTHONHASHSEED="1")
    other = drawn(tmp_path / "other", str(TESTS / "game" / "test_deals.py"), PYTHONHASHSEED="2")
    assert alone == other
    assert len(set(alone)) > 20 and all(line.startswith(f"({FIXED_SEED}, ") for line in alone)


@pytest.mark.slow
def test_every_seed_draws_something_else(tmp_path: Path) -> None:
    both = drawn(tmp_path / "both", "--seeds", "2")
    first, second = ([line for line in both if line.startswith(f"({seed}, ")] for seed in (1, 2))
    assert first + second == both
    assert drawn(tmp_path / "second", **{VARIABLE: "2"}) == second
    usual = drawn(tmp_path / "usual")
    without_seed = [{line.partition(", ")[2] for line in lines} for lines in (first, second, usual)]
    assert all(
        len(one - other) > 5 for one in without_seed for other in without_seed if one != other
    )
    assert len(set(map(frozenset, without_seed))) == 3


def test_only_what_is_marked_gets_a_seed() -> None:
    with pytest.raises(AssertionError, match=r"needs @pytest\.mark\.draws"):
        drawn_seed()


@pytest.mark.draws
def test_the_environment_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert drawn_seed() == FIXED_SEED
    with pytest.raises(AssertionError, match="drawn: 5, wanted: 6"):
        enough(5, 6)
    enough(6, 6)
    monkeypatch.setenv(VARIABLE, "12")
    assert drawn_seed() == 12
    enough(5, 6)
    seeds = set()
    for _ in range(3):
        monkeypatch.setenv(VARIABLE, "random")
        choose_seed()
        seeds.add(drawn_seed())
    assert len(seeds) == 3
    monkeypatch.setenv(VARIABLE, "1e3")
    with pytest.raises(pytest.UsageError, match="must be a number or random"):
        choose_seed()


def at_least_as_far(hits: int, tries: int, chance: float) -> float:
    """The chance of this many hits, or of more if that is much, or of fewer if it is few."""
    many = hits > tries * chance
    counts = range(hits, tries + 1) if many else range(hits + 1)
    return sum(comb(tries, n) * chance**n * (1 - chance) ** (tries - n) for n in counts)


def test_what_is_not_by_chance_never_happens() -> None:
    for tries, chance in ((400, 0.002), (400, 0.5), (120, 1 / 24), (120, 0.9)):
        judged = [by_chance(hits, tries, chance) for hits in range(tries + 1)]
        never = [hits for hits, happens in enumerate(judged) if not happens]
        assert all(at_least_as_far(hits, tries, chance) < 1e-12 for hits in never)
        assert len(never) > tries / 4
        assert judged[round(tries * chance)]
    assert by_chance(0, 9, 0.0) and by_chance(9, 9, 1.0)
    assert not by_chance(1, 9, 0.0) and not by_chance(8, 9, 1.0)


# Nothing but the seed decides what a test does.

BY_THEMSELVES = {"random", "secrets", "uuid", "time", "datetime"}
"""Modules with something that differs from run to run."""

ALLOWED = {
    ("drawing.py", "secrets.randbits"),  # where one asks for it
    ("fuzz_api.py", "random.randrange"),  # a program, which prints its seed
    ("mutants/running.py", "time.process_time"),  # what a test costs
    ("mutants/running.py", "time.monotonic"),  # when it is ended
    ("mutants/running.py", "time.sleep"),
    ("waiting.py", "time.monotonic"),
    ("waiting.py", "time.sleep"),
    *(
        (file, "time.sleep") for file in ("engines.py", "pages/test_engines.py")
    ),  # until it is there
    *((file, "time.monotonic") for file in ("engines.py", "pages/test_engines.py")),
    ("sites.py", "time.time"),  # to be taken away from what a page reads
    ("surveys/test_kills.py", "time.sleep"),  # the moment of a kill, any of which will do
    ("surveys/test_process.py", "time.sleep"),  # the work of a worker that is stopped
}


def by_themselves(path: Path) -> Iterator[str]:
    """What a file uses of those modules; of `random` all but generators that have a seed."""
    tree = ast.parse(path.read_text())
    seeded = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            seeded.add(id(node.func))
        if isinstance(node, ast.ImportFrom) and node.module in BY_THEMSELVES:
            names = {alias.name for alias in node.names}
            yield from (f"{node.module}.{name}" for name in names - {"Random"})
    hints = [
        getattr(node, name, None) for node in ast.walk(tree) for name in ("annotation", "returns")
    ]
    types = {id(inner) for one in hints if one is not None for inner in ast.walk(one)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            continue
        if node.value.id in BY_THEMSELVES and id(node) not in types:
            name = f"{node.value.id}.{node.attr}"
            if name != "random.Random" or id(node) not in seeded:
                yield name


FILES = {path.relative_to(TESTS).as_posix(): path for path in sorted(TESTS.rglob("*.py"))}


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_drawn_or_timed_by_itself(name: str) -> None:
    found = set(by_themselves(FILES[name]))
    assert found <= {use for file, use in ALLOWED if file == name}
