"""The kernel's two lives, compiled and interpreted, and its entries for one deal and for many."""

import builtins
import json
import os
import re
import shutil
import subprocess
import symtable
import sys
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import pyrtool
from pyrtool import Limits, Lost, Unknown, Won, kernel, solve
from pyrtool.answers.kernel_setup.build import bulk
from pyrtool.game.deals import deal, dealer
from pyrtool.game.games import GAMES, Rules
from pyrtool.kernel import constants, numbers, verdict
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.kernel.numbers import halves

INTERPRETED_IS_FINE = "PYRTOOL_INTERPRETED_OK"
KERNEL = Path(kernel.__file__).parent
HEADERS = sorted(path for path in KERNEL.rglob("*.pxd") if b"cdef class " in path.read_bytes())
"""Those of the modules that are compiled: all that declare a class."""


# Compiled, or not.


@pytest.mark.skipif(
    bool(os.environ.get(INTERPRETED_IS_FINE)), reason=f"{INTERPRETED_IS_FINE} is set"
)
@pytest.mark.parametrize("header", HEADERS, ids=lambda header: header.stem)
def test_the_kernel_is_compiled(header: Path) -> None:
    name = ".".join(["pyrtool.kernel", *header.relative_to(KERNEL).with_suffix("").parts])
    path = import_module(name).__file__ or ""
    assert kernel.COMPILED and not path.endswith(".py"), (
        f"{name} is interpreted: is a C compiler there? ({INTERPRETED_IS_FINE}=1 allows it)"
    )


def test_every_header_of_the_kernel_has_a_source() -> None:
    assert HEADERS
    assert all(path.with_suffix(".py").exists() for path in KERNEL.rglob("*.pxd"))


def test_headers_take_what_all_kernels_share_in_one_line() -> None:
    """Which of it a kernel uses is said only in its source."""
    headers = [path for path in HEADERS if b"kernel.numbers" in path.read_bytes()]
    assert len(headers) > 10
    for path in headers:
        listed = re.findall(r"kernel\.numbers cimport (.*)", path.read_text())
        assert listed in ([], ["*"]), path


# The same answers from both.

SMALL = Rules(rows=3, total=7, suits=2)
CASES: list[tuple[Rules, int, int]] = [  # rules, how many deals, the limit on nodes
    (GAMES["bouquet"], 60, 10**6),
    (replace(GAMES["bouquet"], rows=8, overlap=True), 60, 10**6),
    (replace(GAMES["bouquet"], rows=5, goal="pyramid"), 20, 10**6),
    (GAMES["giza"], 25, 2000),
    (replace(GAMES["giza6x4"], overlap=True), 15, 2000),
    (replace(GAMES["giza"], goal="pyramid"), 3, 300),
    (GAMES["pyramid"], 12, 300),
    (replace(GAMES["par"], overlap=True), 6, 300),
    (GAMES["par-till-dawn"], 6, 300),
    (GAMES["clear"], 8, 300),
    (GAMES["king-tut"], 8, 300),
    (replace(GAMES["pyramid"], stock_waste="auto"), 8, 300),
    (replace(GAMES["pyramid"], stock_waste="auto-on-turn"), 8, 300),
    (Rules(rows=4, total=12), 6, 300),
    (SMALL, 40, 10**6),
    (replace(SMALL, passes=None, stock_top=False, stock_waste="no", draw=3), 40, 10**6),
    (replace(SMALL, passes=2, stock_waste="auto-on-turn"), 6, 10**6),
    (replace(SMALL, stock="bouquet", overlap=True), 6, 10**6),
]
PROGRAM = """
import json, sys
from pyrtool import kernel
from pyrtool.game.deals import dealer
from pyrtool.game.games import Rules
from pyrtool.kernel.numbers import halves
from pyrtool.answers.kernel_setup.build import bulk
from pyrtool.answers.rating.chances import RatingLimits, rate
from pyrtool.game.deals import deal
from pyrtool.records.ratings import format_rating

answers = []
for rules, deals, limit in json.load(sys.stdin):
    rules = Rules.from_dict(rules)
    outcomes, nodes = bytearray(deals), halves(deals)
    bulk(rules).deal_outcomes(dealer(1, "native", rules), 1, outcomes, nodes, limit)
    answers.append([list(outcomes), nodes.tolist()])
    if rules.deck_size < 20:  # chances, and games played out
        for number in range(1, 4):
            for limits in RatingLimits(), RatingLimits(positions=1, playouts=200):
                answers[-1].append(format_rating(rate(deal(number, rules), limits=limits)))
dealt = [
    dealer(number, numbering, Rules()).deal(number).hex()
    for numbering, number in (
        ("native", 2**64 - 1), ("native", 3512739), ("freecell", 2**31 - 1), ("pysolfc", 7),
        ("pysolfc", 32000), ("pysolfc", 2**32), ("pysolfc", 2**64), ("pysolfc", 10**20),
    )
]
print(json.dumps({"compiled": kernel.COMPILED, "answers": answers, "dealt": dealt}))
"""

WITHOUT_BMI2 = """
from pyrtool import kernel
del kernel.__path__[:-1]
from pyrtool.kernel import verdict
assert "bmi2" not in verdict.__file__
"""

WITHOUT_CYTHON = """
import sys
sys.modules["cython"] = None
"""


@cache
def run_program(first: str = "", path: str = "") -> Any:
    cases = [(rules.to_dict(), deals, limit) for rules, deals, limit in CASES]
    done = subprocess.run(
        [sys.executable, "-P", "-c", first + PROGRAM],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | ({"PYTHONPATH": path} if path else {}),
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("first", ["", WITHOUT_CYTHON], ids=["with Cython", "without Cython"])
def test_the_interpreted_twin_agrees(first: str, tmp_path: Path) -> None:
    copy = tmp_path / "pyrtool"
    shutil.copytree(
        Path(pyrtool.__file__).parent,
        copy,
        ignore=shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__", "assets"),
    )
    twin, ours = run_program(first, str(tmp_path)), run_program()
    assert twin["compiled"] is False and ours["compiled"] is kernel.COMPILED
    assert twin["dealt"] == ours["dealt"]
    for case, interpreted, compiled in zip(CASES, twin["answers"], ours["answers"], strict=True):
        assert interpreted == compiled, case[0]


@pytest.mark.skipif(not kernel.WITH_BMI2, reason="needs a processor with BMI2, and Linux")
def test_what_is_compiled_for_bmi2_agrees() -> None:
    assert f"{os.sep}bmi2{os.sep}" in str(verdict.__file__)
    assert run_program() == run_program(WITHOUT_BMI2)


# One deal and many give the same answers.


@pytest.mark.parametrize("rules", [rules for rules, _, _ in CASES], ids=str)
def test_bulk_agrees_with_solve(rules: Rules) -> None:
    count, limit = (40, 20_000) if kernel.COMPILED else (8, 500)
    if rules.columns and rules.goal == "pyramid":
        count = min(count, 12)  # `solve` says why a deal is lost, which takes seconds here
    outcomes, nodes = bytearray(count), halves(count)
    bulk(rules).deal_outcomes(dealer(1, "native", rules), 1, outcomes, nodes, limit)
    for number, code in enumerate(outcomes, 1):
        verdict = solve(deal(number, rules), Limits(nodes=limit))
        match verdict:
            case Won():
                expected = "won"
            case Lost(reason):  # bulk verdicts look for no stock block
                expected = "exhausted" if reason == "stock block" else reason
            case Unknown(reached):
                expected = reached
        assert OUTCOMES[code] == expected, number


def test_bulk_goes_on_over_the_edge_of_a_word() -> None:
    rules, first = GAMES["giza"], 2**64 - 3
    outcomes, nodes = bytearray(6), halves(6)
    bulk(rules).deal_outcomes(dealer(first, "pysolfc", rules), first, outcomes, nodes, 2**62)
    for i, code in enumerate(outcomes):
        verdict = solve(deal(first + i, rules, "pysolfc"))
        assert (OUTCOMES[code] == "won") == verdict.is_won


def test_bulk_of_blocks_searches_nothing() -> None:
    rules, count = GAMES["pyramid"], 300
    outcomes, nodes = bytearray(count), halves(count)
    shuffle = dealer(1, "native", rules)
    bulk(rules).deal_outcomes(shuffle, 1, outcomes, nodes, 2**62, blocks_only=True)
    assert {OUTCOMES[code] for code in outcomes} == {"simple block", "set block", "open"}
    assert sum(nodes.tolist()) == 0


def test_constants_are_those_of_the_headers() -> None:
    """Each line of an `enum` is read, and nothing else."""
    read = 0
    for path in KERNEL.glob("*.pxd"):
        for enum in re.findall(r"^cdef enum:\n((?:    .*\n|\n(?=    ))*)", path.read_text(), re.M):
            for line in enum.splitlines():
                if line.strip() and not line.lstrip().startswith("#"):
                    name, value = line.split("#")[0].split("=")
                    assert getattr(constants, name.strip()) == eval(re.sub("<.*>", "", value))
                    read += 1
    assert read > 100
    with pytest.raises(AttributeError):
        _ = constants.NO_SUCH_CONSTANT


@pytest.mark.parametrize("header", HEADERS, ids=lambda header: header.stem)
def test_every_name_in_a_source_is_there(header: Path) -> None:
    """A source takes all names of `numbers` at once: ruff and mypy do not know which there are."""
    path = header.with_suffix(".py")
    module = symtable.symtable(path.read_text(), path.name, "exec")
    own = {one.get_name() for one in module.get_symbols() if one.is_assigned() or one.is_imported()}
    there = own | {*dir(builtins), *dir(numbers), "__file__", "__name__"}
    scopes = [module]
    while scopes:
        scope = scopes.pop()
        scopes += scope.get_children()
        used = {
            one.get_name()
            for one in scope.get_symbols()
            if one.is_referenced() and (one.is_global() or scope is module)
        }
        assert used <= there, scope.get_name()


def test_one_name_has_one_value_in_all_kernels() -> None:
    number = r"^ *([A-Z][A-Z_0-9]+) = (?:cython\.declare\(cython\.\w+, )?(-?[0-9][0-9a-fA-Fx< ]*)\b"
    values: dict[str, set[int]] = {}
    for path in [*KERNEL.rglob("*.py"), *KERNEL.rglob("*.pxd")]:
        for name, value in re.findall(number, path.read_text(), re.MULTILINE):
            values.setdefault(name, set()).add(eval(value))
    assert len(values) > 80
    assert {name: found for name, found in values.items() if len(found) > 1} == {}
