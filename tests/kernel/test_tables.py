"""The hash tables of the searches: against a `dict`, as they grow, and interrupted."""

import re
import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pyrtool import best, deal, rate, shortest, solve
from pyrtool.kernel import game
from pyrtool.kernel.numbers import grown

from ..paths import ROOT

SOURCE = Path(game.__file__).with_name("game.py")

loader = SourceFileLoader("interpreted_game", str(SOURCE))
spec = spec_from_loader(loader.name, loader)
assert spec is not None
interpreted = module_from_spec(spec)
loader.exec_module(interpreted)

BITS, FIRST = 16, 8
WORD = st.integers(0, 3) | st.integers(2**64 - 2, 2**64 - 1) | st.integers(0, 2**64 - 1)
STEPS = st.lists(st.tuples(st.tuples(*[WORD] * 6), st.integers(0, 2**BITS - 1)))


def make(width: int, growth: int = 4) -> Any:
    """A small table; its methods that are compiled cannot be called from Python."""
    return interpreted.Table(BITS, FIRST, width=width, growth=growth)


def find(table: Any, key: tuple[int, ...]) -> int:
    for k, word in enumerate(key[: table.width]):
        table.key[k] = word
    return int(table.find(key[0]) if table.width == 1 else table.find_long())


def put(table: Any, key: tuple[int, ...], note: int) -> None:
    """Write a note as the searches do."""
    if table.full():
        assert table.make_room()
    slot = find(table, key)
    if table.width == 1:
        table.write(slot, key[0], note)
    else:
        table.write_long(slot, note)


@pytest.mark.parametrize("growth", [2, 4])
@pytest.mark.parametrize("width", [1, 2, 3, 5])
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


COMPILED = [path for path in ROOT.glob("pyrtool/kernel/*.pxd") if "cdef class" in path.read_text()]

QUESTIONS: dict[str, Callable[[], object]] = {
    "verdicts, cards turned singly": lambda: [solve(deal(n, "microsoft")) for n in range(40)],
    "verdicts, three cards at a time": lambda: [solve(deal(n, "tut")) for n in range(20)],
    "the best score": lambda: best(deal(1, "microsoft"), "score"),
    "the most cards": lambda: best(deal(1, "tut"), "all"),
    "the fewest moves": lambda: shortest(deal(3, "tut")),
    "chances, cards turned singly": lambda: rate(deal(2, "microsoft")),
    "chances, three cards at a time": lambda: rate(deal(4, "tut")),
    "chances without a stock": lambda: [rate(deal(n, "giza")) for n in range(40)],
}


def grow_with(monkeypatch: pytest.MonkeyPatch, grow: Callable[[Callable[[], None]], bool]) -> None:
    """Have every table of the kernel grow so."""
    for name, module in list(sys.modules.items()):
        if name.startswith("pyrtool.kernel") and hasattr(module, "grown"):
            monkeypatch.setattr(module, "grown", grow)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("question", QUESTIONS)
def test_an_interrupt_arrives(
    question: str, forget_kernels: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever growth is interrupted; the same question has the same answer after it."""
    ask = QUESTIONS[question]
    growths = 0

    def count(grow: Callable[[], None]) -> bool:
        nonlocal growths
        growths += 1
        return grown(grow)

    forget_kernels()
    grow_with(monkeypatch, count)
    answer = ask()
    assert growths
    for last in {1, (growths + 1) // 2, growths}:
        left = last

        def interrupt(grow: Callable[[], None]) -> bool:
            nonlocal left
            left -= 1
            if not left:
                raise KeyboardInterrupt
            return grown(grow)

        forget_kernels()
        grow_with(monkeypatch, interrupt)
        with pytest.raises(KeyboardInterrupt):
            ask()
        assert left == 0
        grow_with(monkeypatch, grown)
        assert ask() == answer


@pytest.mark.slow
@pytest.mark.parametrize("header", COMPILED, ids=lambda header: header.stem)
def test_no_function_swallows_an_exception(header: Path, tmp_path: Path) -> None:
    """Cython writes what a function that cannot raise does with an exception; none may have any
    but that a buffer is None, which none is. What the last build wrote is read, if it is new."""
    source = header.with_suffix(".py").relative_to(ROOT)
    made, read = ROOT / "build/c2" / source.with_suffix(".c"), [ROOT / source]
    read += (ROOT / "pyrtool/kernel").rglob("*.pxd")
    if not made.exists() or made.stat().st_mtime < max(one.stat().st_mtime for one in read):
        made = tmp_path / "made.c"
        words = f"-m cython -3 -X binding=False -o {made} {source}".split()
        subprocess.run([sys.executable, *words], check=True, cwd=ROOT, capture_output=True)
    functions = re.split(r"\n(?=static [^\n;]*\) \{\n)", made.read_text())
    assert len(functions) > 20
    for function in functions:
        swallowed = re.search(r'__Pyx_WriteUnraisable\("([^"]*)"', function)
        for raised in re.finditer(r"__PYX_ERR\(", function) if swallowed else ():
            assert "cannot pass None" in function[raised.start() - 260 : raised.start()], swallowed
