"""The most that can be done from positions in which a king was passed by: it lies in the waste."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import get_args

import pytest

from pyrtool.answers.best.best import Best, By, best, possible, worth
from pyrtool.answers.solve import Limits
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import DealStock, Position

from ..dealing import legal, shuffled
from ..oracle import Answer, Oracle, TooManyStates
from ..playouts import play_out

SMALL = [
    rules
    for tableau in ({"rows": 2}, {"rows": 3}, {"rows": 2, "reserve": 2}, {"tableau": "triangle 3"})
    for deck in ({"total": 5, "suits": 3}, {"total": 6, "suits": 2}, {"total": 7, "suits": 2})
    for stock in (
        {},
        {"passes": 2},
        {"passes": 3, "overlap": True},
        {"passes": 2, "waste_pairs": True},
        {"passes": None, "stock_waste": "no"},
        {"passes": 2, "goal": "pyramid", "stock_top": False, "stock_waste": "no"},
        {"passes": 2, "goal": "pyramid"},
        {"passes": 2, "stock_top": False, "stock_waste": "no", "draw": 2},
    )
    for scoring in ("par", "microsoft")
    if (rules := legal(tableau, deck, stock, {"scoring": scoring})) is not None
]


def king_in_waste(position: Position) -> bool:
    return any(position.rules.goes_alone(card.rank) for card in position.waste)


def passed_by(rules: Rules, chance: random.Random) -> Iterator[tuple[Oracle, Position]]:
    """Positions of random play in which a king lies in the waste, each with its brute force."""
    while True:
        cards = shuffled(rules, chance.randrange(10**9))
        start = Position.start(Deal.of(cards, rules))
        _, here = play_out(start, chance.randrange(10**9), chance.randrange(3, 14))
        if king_in_waste(here) and not here.is_over():
            yield Oracle(cards, rules, here), here


def ways(rules: Rules) -> list[By]:
    """Every question that these rules allow."""
    ranks = {card.rank for card in rules.deck if not rules.goes_alone(card.rank)}
    asked: list[By] = [by for by in get_args(By)[3:] if get_args(By).index(by) - 2 in ranks]
    return ["pyramid", "all", *(["score"] if rules.scoring != "none" else []), *asked]  # type: ignore[list-item]


def reached(answer: Answer, by: By, rules: Rules) -> tuple[int, ...]:
    """The most that there is, by the brute force."""
    if by == "score":
        par = rules.scoring == "par"
        return (answer.best_score if par else answer.most_points(False),)
    if by in ("pyramid", "all"):
        return answer.best_pyramid if by == "pyramid" else answer.best_all
    return (answer.most_removed(get_args(By).index(by) - 2, False),)


def confirmed(found: Best, here: Position) -> None:
    """The referee replays the line, which reaches what it says."""
    assert here.play_all(found.moves) == found.position


@pytest.mark.parametrize("positions", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_everything_agrees_with_the_brute_force(positions: int) -> None:
    asked = Counter[str]()
    for rules in SMALL:
        chance = random.Random(f"passed by {rules}")
        found = passed_by(rules, chance)
        for oracle, here in islice(found, positions):
            try:
                answer = oracle.answer(20_000)
            except TooManyStates:
                continue
            for by in ways(rules):
                most = reached(answer, by, rules)
                exact = best(here, by=by)
                confirmed(exact, here)
                assert exact.proved and worth(exact.position, by) == most, (here, by)
                asked[by] += 1
                if by in ("pyramid", "all"):
                    continue
                low, high = possible(rules, by)
                for least in range(low, high + 1, 1 if rules.scoring == "par" else 15):
                    one = best(here, by=by, at_least=least)
                    confirmed(one, here)
                    assert one.is_enough == (most[0] >= least), (here, by, least)
                    assert one.proved
                limited = best(here, by=by, limits=Limits(nodes=chance.randrange(1, 20)))
                confirmed(limited, here)
                assert worth(limited.position, by) <= most <= limited.bound
    assert asked["score"] > 40 * positions


@pytest.mark.parametrize("deals", [4, pytest.param(25, marks=pytest.mark.slow)])
def test_par_games_reach_at_least_what_they_can(deals: int) -> None:
    """Whole games of `par`, dealt on until a king lies in the waste: 4, 15 and 21 among them."""
    rules = GAMES["par"]
    numbers = [4, 15, 21, *(n for n in range(1, 100) if n not in (4, 15, 21))][:deals]
    chance = random.Random(deals)
    for number in numbers:
        here = Position.start(deal(number, rules))
        while here.undealt() and not king_in_waste(here):
            here = here.play(DealStock())
        if not king_in_waste(here):
            continue
        (most,) = worth(best(here, by="score").position, "score")
        tried = {-52, -51, most - 1, most, min(most + 1, 50), 0, 50}
        for least in tried | {chance.randint(-52, 50) for _ in range(4)}:
            one = best(here, by="score", at_least=least)
            confirmed(one, here)
            assert one.proved and one.is_enough == (most >= least), (number, least)
        for nodes in (1, 5, 50):
            limited = best(here, by="score", limits=Limits(nodes=nodes))
            confirmed(limited, here)
            assert worth(limited.position, "score") <= (most,) <= limited.bound


def test_kings_that_are_laid_out_go_at_once_although_one_was_passed_by() -> None:
    """The line that the referee plays reaches what is enough before the search makes a move."""
    here = Position.start(deal(4, GAMES["par"]))
    while not king_in_waste(here):
        here = here.play(DealStock())
    laid_out = [card for card in here.available() if card.rank == 13 and card in here.tableau]
    found = best(here, by="score", at_least=-52)
    assert laid_out and found.position.score() == -52 + len(laid_out) and found.is_enough
