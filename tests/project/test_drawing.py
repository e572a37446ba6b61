"""What tests draw: always the same, unless one asks for something else."""

import os
import sys
from pathlib import Path

import pytest

from ..commands import ended
from ..drawing import FIXED_SEED, VARIABLE, choose_seed, drawn_seed, enough
from ..paths import ROOT, TESTS

PYTEST = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider"]
DRAWS = ["-m", "draws", "-k", "test_drawn", str(TESTS / "project" / "what_is_drawn.py")]


def drawn(file: Path, *words: str, **environment: str) -> list[str]:
    """What a run of pytest in a process of its own draws, a line for each example."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = ended(
        [*PYTEST, *DRAWS, *words],
        env=ours | {VARIABLE: "", "PYRTOOL_DRAWN": str(file)} | environment,
        cwd=ROOT,
    )
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout
    return file.read_text().splitlines()


@pytest.mark.slow
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
