"""Microsoft's scoring as the referee keeps it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from pyrtool.answers.best.best import best, possible
from pyrtool.answers.solve import Won, solve
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.layout import Layout
from pyrtool.game.points import points
from pyrtool.game.position import Discard, IllegalMoveError, Position
from pyrtool.pictures.scenes.scene import compose

from ..challenges import check_challenge
from ..dealing import shuffled
from ..oracle import Oracle, TooManyStates
from ..points import BANDS, ONE_FOUR, ONE_FOUR_CARDS, TABLEAUX

MICROSOFT = GAMES["microsoft"]


def test_the_most_is_1290() -> None:
    assert points(7, 28) == 1290
    assert [points(rows, 0) for rows in range(8)] == [0, 25, 75, 150, 250, 400, 650, 1150]


def test_rows_above_the_seventh_earn_what_the_seventh_earns() -> None:
    assert points(8, 0) == 1650
    assert points(9, 0) == 2150


def test_a_game_begins_without_points_and_ends_when_the_pyramid_is_cleared() -> None:
    cards = deal(9, MICROSOFT).cards
    verdict = solve(Deal.of(cards, MICROSOFT))
    assert isinstance(verdict, Won)
    scores, rows = [], []
    position = Position.start(Deal.of(cards, MICROSOFT))
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
    *BANDS,
], ids=str)  # fmt: skip
def test_scores_are_those_of_the_brute_force(rules: Rules) -> None:
    chance = random.Random(str(rules))
    for seed in range(10):
        position = Position.start(Deal.of(cards := shuffled(rules, seed), rules))
        oracle = Oracle(cards, rules)
        while True:
            state = oracle.at(position)
            assert position.score() == oracle.score(state)
            moves = list(position.legal_moves())
            assert len(moves) == len(list(oracle.successors(state)))
            if not moves:
                break
            position = position.play(chance.choice(moves))


def rows_of(tableau: str) -> list[set[str]]:
    """The names of the places in each row, the bottom row first."""
    layout = Layout.of(Rules(tableau=tableau))
    return [
        {str(place) for i, place in enumerate(layout.places) if row >> i & 1}
        for row in layout.pyramid_rows
    ]


def test_a_row_is_what_stands_on_one_line() -> None:
    assert rows_of("pyramid 1 + columns 2x2 + triangle 3") == [
        {"triangle 3.1"},
        {"triangle 2.1", "triangle 2.2"},
        {"triangle 1.1", "triangle 1.2", "triangle 1.3"},
        {"pyramid 1.1"},
    ]
    assert rows_of("pyramid 2 + triangle 1") == [
        {"pyramid 2.1", "pyramid 2.2"},
        {"pyramid 1.1", "triangle 1.1"},
    ]


def test_the_row_of_a_card_is_its_line_in_the_pictures() -> None:
    """Where rows score, what is drawn lower is of a lower row, and a line is one row."""
    for tableau in (*TABLEAUX, "pyramid 2 + pyramid 5 + triangle 3", "pyramid 3 + columns 2x4"):
        rules = Rules(tableau=tableau, goal="pyramid", scoring="microsoft")
        start = Position.start(Deal.of(shuffled(rules, 1), rules))
        drawn = {face.card: face.y for face in compose(start).faces}
        heights = Layout.of(rules).heights
        lines = [
            (drawn[card], height)
            for card, height in zip(start.tableau, heights, strict=True)
            if card is not None and height is not None
        ]
        levels = sorted({y for y, _ in lines}, reverse=True)
        assert {levels.index(y) for y, _ in lines} == set(range(rules.row_count))
        assert all(levels.index(y) == height for y, height in lines)


def test_rows_that_do_not_stand_side_by_side_earn_one_by_one() -> None:
    """The row that is alone above the columns is a fourth one: 25 + 50 + 75 + 100."""
    tableau = "pyramid 1 + columns 2x2 + triangle 3"
    words: dict[str, Any] = {"ranks": 3, "pairs": "sum 6, same, sum 4", "goal": "pyramid"}
    rules = Rules(tableau=tableau, stock="bouquet", scoring="microsoft", **words)
    names = "2D AD 2H AC 3D 3C 3S 2C AH 2S AS 3H"
    cards = tuple(map(Card.parse, names.split()))
    found = best(Deal.of(cards, rules), "score")
    assert found.proved and found.position.score() == 280 == 250 + 6 * 5
    assert Oracle(cards, rules).answer().most_points(False) == 280
    assert possible(rules, "score") == (0, 280)


def test_the_lower_row_comes_first() -> None:
    found = best(Deal.of(ONE_FOUR_CARDS, ONE_FOUR), "score")
    assert found.proved and found.position.score() == 25 + 4 * 5
    assert Oracle(ONE_FOUR_CARDS, ONE_FOUR).answer().most_points(False) == 45


@pytest.mark.parametrize("deals", [2, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize("rules", BANDS, ids=str)
def test_most_points_are_those_of_the_brute_force(rules: Rules, deals: int) -> None:
    chance = random.Random(f"bands {rules}")
    for _ in range(deals):
        cards = shuffled(rules, chance.randrange(10**9))
        try:
            answer = Oracle(cards, rules).answer(8_000)
        except TooManyStates:
            continue
        start = Position.start(Deal.of(cards, rules))
        most = answer.most_points(False)
        for at_least in (None, max(0, most - chance.randrange(100)), min(most + 5, 280)):
            check_challenge(answer, start, "score", at_least, chance.random() < 0.5)
