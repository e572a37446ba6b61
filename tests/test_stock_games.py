"""Games with a dealt stock: the search kernel against the brute force, under every rule."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from functools import cache

import pytest

from pyrtool.answers.kernels import build
from pyrtool.answers.solve import Lost, Won, solve
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.kernel.numbers.codes import PRUNES

from .dealing import SHORT_DECKS, legal, quick_and_slow, shuffled
from .oracle import Oracle, TooManyStates

TABLEAUX = [
    {"rows": 2},
    {"rows": 3},
    {"rows": 4},
    {"rows": 2, "columns": (2, 2)},
    {"rows": 2, "pyramids": 2},
    {"rows": 2, "reserve": 1},
]


def every_rule_combination() -> list[Rules]:
    combinations = []
    for passes, draw, stock_top, stock_waste, waste_pairs, overlap, goal in itertools.product(
        (1, 2, 3, None),
        (1, 2, 3),
        (True, False),
        ("yes", "no", "auto", "auto-on-turn"),
        (False, True),
        (False, True),
        ("all", "pyramid"),
    ):
        rules = legal(
            {
                "rows": 1,
                "total": 3,
                "passes": passes,
                "draw": draw,
                "stock_top": stock_top,
                "stock_waste": stock_waste,
                "waste_pairs": waste_pairs,
                "overlap": overlap,
                "goal": goal,
            }
        )
        if rules is not None:
            combinations.append(rules)
    return combinations


COMBINATIONS = every_rule_combination()


@cache
def on_tables(rules: Rules) -> list[Rules]:
    """These rules on every small tableau and deck on which they have a meaning."""
    tables = []
    for tableau, deck in itertools.product(TABLEAUX, SHORT_DECKS):
        parts = {"rows": 1, "columns": None, "pyramids": 1, "reserve": 0} | tableau | deck
        try:
            tables.append(replace(rules, **parts))
        except ValueError:
            continue
    return tables


def brute_force(cards: tuple[int, ...], rules: Rules) -> bool | None:
    try:
        return Oracle(cards, rules).shortest(max_states=20_000) is not None
    except TooManyStates:
        return None


@pytest.mark.parametrize(("rules", "deals"), quick_and_slow(COMBINATIONS, 5, 18), ids=str)
def test_every_rule_combination_agrees_with_the_brute_force(rules: Rules, deals: int) -> None:
    chance = random.Random(str(rules))
    tables = on_tables(rules)
    won = checked = 0
    for _ in range(36):
        table = chance.choice(tables)
        cards = shuffled(table, chance.randrange(10**9))
        expected = brute_force(cards, table)
        if expected is None:
            continue
        checked += 1
        won += expected
        verdict = solve(Deal.of(cards, table))
        assert isinstance(verdict, Won if expected else Lost), (table, " ".join(map(str, cards)))
        if checked >= deals and won:
            break
    assert checked >= deals
    assert won > 0


def test_there_are_many_combinations() -> None:
    assert len(COMBINATIONS) > 150


@pytest.mark.parametrize("rules_drawn", [12, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("prune", PRUNES)
def test_no_verdict_changes_without_a_prune(prune: str, rules_drawn: int) -> None:
    chance = random.Random(prune)
    for rules in chance.sample(COMBINATIONS, rules_drawn):
        for _ in range(12):
            table = chance.choice(on_tables(rules))
            cards = bytes(shuffled(table, chance.randrange(10**9)))
            answers = []
            for without in (frozenset[str](), frozenset({prune})):
                kernel = build.search(table, without)
                alive = kernel.load(cards)
                answer = kernel.search(2**40) if alive else "lost"
                answers.append(answer)
            assert answers[0] == answers[1], (table, cards.hex())
