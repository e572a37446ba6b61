"""The hash table of the searches against a `dict`, and how it grows."""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrtool.kernel.numbers import hash_table

SOURCE = Path(hash_table.__file__).with_name("hash_table.py")

loader = SourceFileLoader("interpreted_hash_table", str(SOURCE))
spec = spec_from_loader(loader.name, loader)
assert spec is not None
interpreted = module_from_spec(spec)
loader.exec_module(interpreted)

BITS, FIRST = 16, 8
WORD = st.integers(0, 3) | st.integers(2**64 - 2, 2**64 - 1) | st.integers(0, 2**64 - 1)
STEPS = st.lists(st.tuples(st.tuples(WORD, WORD, WORD, WORD), st.integers(0, 2**BITS - 1)))


def make(width: int, growth: int = 4) -> Any:
    """A small table; its methods that are compiled cannot be called from Python."""
    return interpreted.Table(BITS, FIRST, width=width, growth=growth)


def find(table: Any, key: tuple[int, ...]) -> int:
    """Where the key is."""
    slot = table.find(key[0]) if table.width == 1 else table.find_long(*key)
    return int(slot)


def put(table: Any, key: tuple[int, ...], note: int) -> None:
    """Write a note as the searches do."""
    if table.full():
        assert table.make_room()
    slot = find(table, key)
    if table.width == 1:
        table.write(slot, key[0], note)
    else:
        table.write_long(slot, *key, note)


@pytest.mark.parametrize("growth", [2, 4])
@pytest.mark.parametrize("width", [1, 2, 3, 4])
@given(steps=STEPS, cleared=st.integers(0, 30))
def test_a_table_holds_what_a_dict_holds(
    width: int, growth: int, steps: list[tuple[tuple[int, ...], int]], cleared: int
) -> None:
    """Keys that differ only beyond the width are one key, all others are not."""
    table, held = make(width, growth), dict[tuple[int, ...], int]()
    for at, (key, note) in enumerate(steps):
        if at == cleared:
            table.clear()
            held.clear()
        put(table, key, note)
        held[key[:width]] = note
    assert table.used == len(held)
    for key, _ in steps:
        slot = find(table, key)
        assert (table.note(slot) if slot >= 0 else None) == held.get(key[:width])


@pytest.mark.parametrize("growth", [2, 4])
@pytest.mark.parametrize("width", [1, 2, 4])
def test_old_and_new_table_stay_below_the_limit_together(width: int, growth: int) -> None:
    table = make(width, growth)
    before = table.taken_bytes()
    assert before == 8 * (width + 1) * FIRST
    table.limit_bytes = before * (1 + growth) - 1
    assert not table.make_room() and table.taken_bytes() == before
    table.limit_bytes += 1
    assert table.make_room() and table.taken_bytes() == before * growth
    table.clear()
    assert table.taken_bytes() == before


def test_a_new_generation_begins_with_an_empty_table_when_numbers_run_out() -> None:
    """The number of a deal has the bits that the note leaves."""
    table = interpreted.Table(62, FIRST)
    for number in range(20):
        assert find(table, (7,)) < 0
        put(table, (7,), number)
        assert table.note(find(table, (7,))) == number
        table.clear()
