"""Ten rows, from two packs: verdicts against the brute force, in text, records, and at the door."""

from __future__ import annotations

from typing import Any

import pytest

from pyrtool.answers import soundness
from pyrtool.answers.solve import Lost, Won, solve
from pyrtool.game.deals import deal
from pyrtool.game.games import Rules, RulesError
from pyrtool.game.position import Position
from pyrtool.notation import format_diagram, format_moves, parse_moves, parse_position
from pyrtool.records import check_record, parse_record, solve_record

from ..oracle import Oracle

TEN = Rules(rows=10, packs=2, stock="bouquet")

SHORT: tuple[tuple[dict[str, Any], tuple[int, ...]], ...] = (
    ({"rows": 10, "total": 7}, (1, 2, 3, 4)),
    ({"rows": 10, "total": 7, "overlap": True}, (5, 6)),
    ({"rows": 10, "pairs": "same", "ranks": 7}, (1, 2, 3, 4, 5, 6)),
    ({"tableau": "triangle 10", "total": 7}, tuple(range(20))),
    ({"tableau": "triangle 10", "total": 7, "overlap": True}, tuple(range(20))),
)
"""Games of 56 cards, one of them beside the tableau, and deals; all but deal 6 are lost."""

STATES = 3_000


@pytest.mark.parametrize(("given", "numbers"), SHORT)
def test_verdicts_are_those_of_the_brute_force(
    given: dict[str, Any], numbers: tuple[int, ...]
) -> None:
    rules = Rules(packs=2, stock="bouquet", **given)
    assert rules.tableau_size == 55
    for number in numbers:
        dealt = deal(number, rules)
        won = Oracle(list(map(int, dealt.cards)), rules).shortest(STATES) is not None
        assert isinstance(solve(dealt), Won if won else Lost), number
        assert won == (number == 6 and rules.overlap and rules.tableau is None)


def test_a_deal_of_ten_rows_is_solved_written_and_verified() -> None:
    dealt = deal(1, TEN)
    start = Position.start(dealt)
    verdict = solve(dealt)
    assert isinstance(verdict, Won)
    words = format_moves(verdict.moves, start)
    assert parse_moves("3S@10.10/TC", start)
    assert "QS@10.6/AC" in words
    assert start.play_all(parse_moves(words, start)).is_won()
    later = start.play_all(verdict.moves[:30])
    again = parse_position(format_diagram(later), TEN)
    assert format_diagram(again) == format_diagram(later)
    record = solve_record(dealt, "pyramid", verdict)
    assert check_record(parse_record(record)).outcome == "holds"


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"rows": 11}, "rows 11: must be 1 to 10"),
        ({"tableau": "pyramid 11"}, "'pyramid 11': must be 1 to 10"),
        ({"tableau": "triangle 11"}, "'triangle 11': must be 1 to 10"),
        ({"rows": 10}, "the tableau needs 55 cards, the deck has 52: use packs 2$"),
        ({"rows": 9, "pyramids": 3}, "the tableau needs 135 cards, the deck has 52$"),
    ],
)
def test_what_is_too_large_is_refused(given: dict[str, Any], wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        Rules(**given)


def test_an_open_stock_too_large_is_a_reserve_in_part() -> None:
    wide = Rules(rows=8, packs=2, stock="bouquet")
    with pytest.raises(RulesError, match=r"at most 63 can be solved: use reserve 5$"):
        soundness.check_searched(wide)
    assert isinstance(solve(deal(1, Rules(rows=8, packs=2, stock="bouquet", reserve=5))), Won)
