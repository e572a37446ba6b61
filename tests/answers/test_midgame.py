"""Verdicts in the middle of a game: the search from a position against the brute force."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from pyrtool.answers.solve import Limits, Lost, Unknown, Won, solve
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules, game
from pyrtool.game.position import Position
from pyrtool.notation import format_deal, parse_deal, parse_moves

from ..combinations import COMBINATIONS, on_tables
from ..dealing import OPEN_TABLEAUX, SHORT_DECKS, every_third, legal, shuffled
from ..oracle import Oracle, TooManyStates
from ..playouts import play_out

OPEN_GAMES = [
    rules
    for tableau in OPEN_TABLEAUX
    for deck in SHORT_DECKS
    for choice in ({}, {"overlap": True}, {"goal": "pyramid"})
    if (rules := legal(tableau, deck, choice)) is not None
]


def agrees(rules: Rules, chance: random.Random) -> bool | None:
    """Whether some position of a random deal is won, as both say; None if it is too large."""
    cards = shuffled(rules, chance.randrange(10**9))
    start = Position.start(Deal.of(cards, rules))
    _, here = play_out(start, chance.randrange(10**9), chance.randrange(14))
    try:
        shortest = Oracle(cards, rules, here).shortest(max_states=20_000)
    except TooManyStates:
        return None
    expected = shortest is not None
    verdict = solve(here)
    assert isinstance(verdict, Won if expected else Lost), (here, verdict)
    return expected


@pytest.mark.parametrize("positions", [3, pytest.param(9, marks=pytest.mark.slow)])
@pytest.mark.parametrize("passes", [1, 2, 3, None])
@pytest.mark.parametrize("draw", [1, 2, 3])
def test_every_stock_agrees_with_the_brute_force(
    passes: int | None, draw: int, positions: int
) -> None:
    answers: Counter[bool | None] = Counter()
    for rules in COMBINATIONS:
        if (rules.passes, rules.draw) == (passes, draw):
            chance = random.Random(f"midgame {rules}")
            tables = on_tables(rules)
            answers.update(agrees(chance.choice(tables), chance) for _ in range(positions))
    assert answers[None] < 6
    assert answers[True] > 20 * positions // 9 < answers[False]


def test_every_open_game_agrees_with_the_brute_force() -> None:
    chance = random.Random("midgame")
    answers = Counter(agrees(rules, chance) for rules in OPEN_GAMES for _ in range(6))
    assert answers[None] < 20
    assert answers[True] > 100 < answers[False]


@pytest.mark.parametrize("name", GAMES)
def test_the_start_of_a_deal_has_the_deals_verdict(name: str) -> None:
    rules = game(name)
    for number in range(1, 6):
        cards = deal(number, rules).cards
        limits = Limits(nodes=200_000)
        whole, from_start = (
            solve(Deal.of(cards, rules), limits),
            solve(Position.start(Deal.of(cards, rules)), limits=limits),
        )
        if not isinstance(whole, Unknown) and not isinstance(from_start, Unknown):
            assert type(whole) is type(from_start)


@pytest.mark.parametrize("name", every_third(GAMES))
def test_a_won_line_is_won_all_along(name: str) -> None:
    rules = game(name)
    limits = Limits(nodes=200_000)
    for number in range(1, 60):
        cards = deal(number, rules).cards
        verdict = solve(Deal.of(cards, rules), limits)
        if isinstance(verdict, Won):
            break
    assert isinstance(verdict, Won)
    position = Position.start(Deal.of(cards, rules))
    for move in verdict.moves:
        position = position.play(move)
        assert not isinstance(solve(position, limits=limits), Lost)
    assert solve(position) == Won((), 0)


def test_a_king_passed_by_keeps_waste_cards_apart() -> None:
    stock: dict[str, Any] = {"stock_top": False, "stock_waste": "no", "waste_pairs": True}
    rules = Rules(rows=2, total=5, suits=2, **stock)
    start = Position.start(Deal.of(parse_deal("3C 3D 5D 2C AC 5C 4D 2D 4C AD", rules).cards, rules))
    for words, left in (
        ("5D deal 3D/2C deal*6 AD/4C 3C/2D", "AC 5C 4D"),
        ("5D deal 3D/2C deal*2 5C deal*4 AD/4C 3C/2D", "AC 4D"),
    ):
        here = start.play_all(parse_moves(words, start))
        assert format_deal(here.waste) == left
        assert isinstance(solve(here), Lost if "5C" in left else Won)


def test_a_limit_is_unknown() -> None:
    rules = GAMES["pyramid"]
    positions = [Position.start(deal(n, rules)) for n in range(1, 20)]
    verdicts = [solve(position, limits=Limits(nodes=1)) for position in positions]
    assert {verdict.limit for verdict in verdicts if isinstance(verdict, Unknown)} == {"nodes"}
