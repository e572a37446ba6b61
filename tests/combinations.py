"""Every combination of rules on small tableaux and short decks, and the brute force on them."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import cache

from pyrtool.game.games import Rules

from .dealing import OPEN_TABLEAUX, SHORT_DECKS, legal
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


SMALL = [
    rules
    for tableau in OPEN_TABLEAUX
    for deck in SHORT_DECKS
    for overlap in (False, True)
    if (rules := legal(tableau, deck, {"overlap": overlap})) is not None
]
