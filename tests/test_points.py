"""Microsoft's scoring as the referee keeps it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pyrtool.cards import Card
from pyrtool.deals import deal
from pyrtool.games import GAMES, Rules
from pyrtool.position import Discard, IllegalMoveError, Position, points
from pyrtool.solver import Won, solve

from .dealing import shuffled
from .oracle import Oracle

MICROSOFT = GAMES["microsoft"]


def test_the_most_is_1290() -> None:
    assert points(7, 28) == 1290
    assert [points(rows, 0) for rows in range(8)] == [0, 25, 75, 150, 250, 400, 650, 1150]


def test_rows_above_the_seventh_earn_what_the_seventh_earns() -> None:
    assert points(8, 0) == 1650
    assert points(9, 0) == 2150


def test_a_game_begins_without_points_and_ends_when_the_pyramid_is_cleared() -> None:
    cards = deal(9, rules=MICROSOFT).cards
    verdict = solve(cards, MICROSOFT)
    assert isinstance(verdict, Won)
    scores, rows = [], []
    position = Position.start(cards, MICROSOFT)
    for move in verdict.moves:
        assert not position.is_over()
        scores.append(position.score())
        rows.append(position.rows_cleared())
        position = position.play(move)
    assert scores[0] == 0 and scores == sorted(scores)
    assert rows == sorted(rows) and rows[-1] in (5, 6)
    assert position.rows_cleared() == 7 and position.is_over() and position.is_won()
    assert position.score() == 1150 + 5 * position.discards_made()
    assert not list(position.legal_moves())
    with pytest.raises(IllegalMoveError, match="the pyramid is cleared, which ends the game"):
        position.play(Discard((Card.parse("KC"),)))


@pytest.mark.parametrize("rules", [
    replace(MICROSOFT, rows=3, total=7, suits=2),
    replace(MICROSOFT, rows=2, pyramids=2, total=5, suits=3, passes=2, stock_waste="auto-on-turn"),
    Rules(rows=3, total=5, suits=3, stock="bouquet", goal="pyramid", scoring="microsoft"),
    Rules(rows=4, total=6, suits=2, draw=2, stock_top=False, stock_waste="no", goal="pyramid",
          scoring="microsoft"),
], ids=str)  # fmt: skip
def test_scores_are_those_of_the_brute_force(rules: Rules) -> None:
    chance = random.Random(str(rules))
    for seed in range(10):
        position = Position.start(cards := shuffled(rules, seed), rules)
        oracle = Oracle(cards, rules)
        while True:
            state = oracle.at(position)
            assert position.score() == oracle.score(state)
            moves = list(position.legal_moves())
            assert len(moves) == len(list(oracle.successors(state)))
            if not moves:
                break
            position = position.play(chance.choice(moves))
