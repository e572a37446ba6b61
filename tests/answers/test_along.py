"""Reasons along a solution: what is said to lose does, and proofs are about what is there."""

from __future__ import annotations

import pytest

from pyrtool.answers.along import along
from pyrtool.answers.explain.lit import lit_steps
from pyrtool.answers.explain.problem import ExplainError
from pyrtool.answers.solve import Lost, Won, solution, solve
from pyrtool.game.cards import Card
from pyrtool.game.deals import deal
from pyrtool.game.line import played
from pyrtool.game.moves import Discard, Move
from pyrtool.game.position import Position, start_of


def cards(move: Move) -> frozenset[Card]:
    return frozenset(move.cards if isinstance(move, Discard) else ())


@pytest.mark.parametrize(("game", "number", "runs"), [("giza", 17, 60), ("pyramid", 47, 60)])
def test_each_claim_about_a_move_is_true(game: str, number: int, runs: int) -> None:
    start = start_of(deal(number, game))
    moves = solution(deal(number, game)).moves
    proved = 0
    for standing, (here, move, _) in zip(
        along(start, moves, runs), played(start, moves).steps(), strict=True
    ):
        others = {one.move: one for one in standing.others}
        legal = set(map(cards, here.legal_moves()))
        assert standing.move == move and set(map(cards, others)) == legal - {cards(move)}
        for other, one in others.items():
            after = here.play(other)
            assert isinstance(solve(after), Lost if one.loses else Won)
            if one.proof is not None:
                proved += 1
                assert one.loses and one.proof.verdict == "lost"
                for step in lit_steps(one.proof):
                    assert step.own | step.reasons <= set(after.cards())
        if standing.proof is not None:  # no move that parts the pair wins
            assert isinstance(move, Discard) and standing.kind == "forced"
            parting = [other for other in others if cards(other) & cards(move)]
            assert all(others[other].loses for other in parting)
    assert proved > 1


def test_a_limit_by_count_and_everything() -> None:
    start = start_of(deal(9, "giza"))
    moves = solution(deal(9, "giza")).moves
    few, every = along(start, moves, 0), along(start, moves, None)
    assert not any(one.proof for standing in few for one in standing.others)
    assert all(one.proof for standing in every for one in standing.others if one.loses)
    assert "free" in {standing.kind for standing in every}
    assert "free" not in {standing.kind for standing in few}


def test_where_deduction_does_not_hold() -> None:
    dealt = deal(1, "double-pyramid")
    with pytest.raises(ExplainError):
        along(Position.start(dealt), solution(dealt).moves, 10)
