"""Verdicts on many deals are those of `solve`, in the order named, and are plain columns.

The nodes are a survey's: in bulk the blocks of the tableau are looked for before any search.
"""

from __future__ import annotations

import pytest

from pyrtool.answers.solve import Limits, Lost, Verdict, Won, decide
from pyrtool.base.limits import LimitError
from pyrtool.game.deals import DealError, Numbering, deal
from pyrtool.game.games import game
from pyrtool.surveys.many import solve_many
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.questions import QUESTIONS, solve_shard
from pyrtool.surveys.shard import Task


def answer(verdict: Verdict) -> tuple[str, str | None]:
    """What `decide` says, as a row has it."""
    match verdict:
        case Won():
            return "won", None
        case Lost():
            return "lost", verdict.reason
    return "unknown", verdict.limit


@pytest.mark.parametrize("name", ["giza", "pyramid", "microsoft", "bouquet", "apophis", "cheops"])
def test_rows_are_the_verdicts_without_stock_blocks(name: str) -> None:
    found = solve_many(range(1, 41), name)
    for one in found:
        assert (one.verdict, one.reason) == answer(decide(deal(one.deal, name)))
    shard = solve_shard(Task(Plan(game(name)), 1, 40))
    assert list(found.nodes) == [
        cells[1] for cells in QUESTIONS["verdict"].unpack(shard.packed, 40) if cells
    ]
    assert sum(map(found.count, found.names)) == len(found) == 40


@pytest.mark.parametrize("numbering", ["native", "freecell", "pysolfc"])
def test_numbers_come_in_any_order_and_more_than_once(numbering: Numbering) -> None:
    numbers = [7, 3, 40_000, 7, 1]
    found = solve_many(numbers, "giza", numbering)
    assert [one.deal for one in found] == list(found.deals) == numbers
    assert found[0] == found[3]
    for one in found:
        assert (one.verdict, one.reason) == answer(decide(deal(one.deal, "giza", numbering)))


def test_columns_are_buffers() -> None:
    found = solve_many(range(2**64 - 3, 2**64), "giza")
    assert memoryview(found.deals).format == memoryview(found.nodes).format == "Q"
    assert list(memoryview(found.deals)) == [2**64 - 3, 2**64 - 2, 2**64 - 1]
    assert [found.names[code] for code in memoryview(found.outcomes)] == [
        one.reason or "won" for one in found
    ]
    assert len(solve_many([])) == 0


def test_workers_and_limits() -> None:
    alone = solve_many(range(1, 301), "pyramid", limits=Limits(nodes=10))
    assert list(solve_many(range(1, 301), "pyramid", limits=Limits(nodes=10), workers=2)) == list(
        alone
    )
    assert alone.count("nodes") > 20
    for one, whole in zip(alone, solve_many(range(1, 301), "pyramid"), strict=True):
        assert one.verdict == "unknown" or one == whole


def test_what_is_wrong_is_refused() -> None:
    with pytest.raises(DealError, match="native deals are numbered"):
        solve_many([1, -1])
    with pytest.raises(LimitError, match="seconds: many deals"):
        solve_many([1], limits=Limits(seconds=1))
