"""Right and wrong calls of the library; `.ci/checked` makes many more of them."""

from __future__ import annotations

import importlib

import pytest

from pyrtool.game.position import Position

from ..drawing import drawn_seed, enough
from ..fuzz_api import MODULES, NOT_CALLED, calls, fuzz


@pytest.mark.draws
def test_every_call_gives_a_result_or_says_what_is_wrong() -> None:
    seed = drawn_seed()
    done, refused, findings = fuzz(600, seed)
    assert not findings, f"seed {seed}: {findings}"
    enough(min(done, refused), 101)


def test_the_whole_library_is_called() -> None:
    names = {call.name for call in calls()}
    assert {name.split(".")[0] for name in names} == set(MODULES)
    assert {"solve.solve", "best.best", "kernels.as_dealt", "rating.rate"} <= names
    for name in NOT_CALLED:
        module, *path = name.split(".")
        found = importlib.import_module(f"pyrtool.{MODULES[module]}")
        for at in path:
            found = getattr(found, at)
    assert {"blocks.find_block", "session.Session.hint", "position.Position.play"} <= names


def test_what_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A method that fails in its own way, and nothing else, is reported."""
    monkeypatch.setattr(Position, "score", lambda self: [][self.pass_number])
    seeds = (fuzz(300, seed)[2] for seed in range(1, 30))  # some do not draw it
    findings = next((found for found in seeds if found), {})
    assert findings
    assert all(place.startswith("IndexError at test_fuzz.py") for place in findings)
