"""Small games for a brute force: combinations of rules, two packs, several wastes, points."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.notation import parse_deal

from .dealing import SHORT_DECKS, legal, shuffled

PAIRS_OF_PACKS: tuple[dict[str, Any], ...] = (
    {"total": 3},
    {"total": 4},
    {"total": 4, "ranks": 3},
    {"total": 5},
    {"total": 7},
    {"pairs": "same", "ranks": 3},
    {"pairs": "same, next", "ranks": 4},
    {"pairs": "A-2, 2-3, 4 alone, 3-3", "ranks": 4},
    {"pairs": "A-2, 3 alone, 4 alone", "ranks": 4},
)

TABLEAUX_OF_PACKS = (
    "pyramid 2",
    "pyramid 3",
    "pyramid 3",
    "pyramid 4",
    "triangle 3",
    "pyramid 2 + pyramid 2",
    "pyramid 2 + triangle 2",
    "pyramid 2 + columns 2x2",
    "pyramid 2 + reserve 2",
)


def stock_drawn(chance: random.Random) -> dict[str, Any]:
    """Rules of a stock with one waste."""
    return {
        "passes": chance.choice((1, 1, 2, 3, None)),
        "draw": chance.choice((1, 1, 1, 2, 3)),
        "stock_top": chance.random() < 0.6,
        "stock_waste": chance.choice(("yes", "no")),
        "waste_pairs": chance.random() < 0.3,
    }


def two_packs_drawn(chance: random.Random) -> Rules:
    """Small rules of two packs that are solved."""
    while True:
        table: dict[str, Any] = {
            **chance.choice(PAIRS_OF_PACKS),
            "packs": 2,
            "suits": chance.choice((1, 1, 1, 2)),
            "tableau": chance.choice(TABLEAUX_OF_PACKS),
            "overlap": chance.random() < 0.25,
            "goal": chance.choice(("all", "all", "pyramid")),
            "stock": chance.choice(("dealt", "dealt", "dealt", "bouquet", "none")),
        }
        stock = stock_drawn(chance)
        if chance.random() < 0.15:
            stock |= {"wastes": 2, "deal_to": chance.choice(("each", "choice"))}
        rules = legal(table, stock if table["stock"] == "dealt" else {})
        if rules is not None:
            return rules


TABLEAUX_OF_WASTES = ["triangle 2", "pyramid 2 + columns 1x2", "triangle 2 + reserve 1"]


def wastes_drawn(chance: random.Random) -> dict[str, Any]:
    """Rules of wastes in every combination that has a meaning."""
    wastes = chance.choice([1, 2, 2, 3, 4])
    choice = wastes > 1 and chance.random() < 0.5
    top = (choice or wastes == 1) and chance.random() < 0.5
    return {
        "wastes": wastes,
        "deal_to": "choice" if choice else "each",
        "waste_match": wastes > 1 and chance.random() < 0.5,
        "waste_ends": "both" if wastes == 1 else chance.choice(["top", "top", "both"]),
        "waste_pairs": chance.random() < 0.4,
        "stock_top": top,
        "stock_waste": chance.choice(["yes", "no"]) if top else "no",
        "draw": chance.choice([1, 2, 3]) if wastes == 1 and not top else 1,
        "passes": chance.choice([1, 1, 2, 2, 3]),
    }


def rules_of_wastes(chance: random.Random) -> Rules:
    """Such rules with small tableaux, at most 14 cards, and pairs of many kinds."""
    decks: list[dict[str, Any]] = [
        {"total": 5, "suits": 2},
        {"total": 4, "suits": 2},
        {"total": 4, "suits": 4},
        {"total": 7, "suits": 2},
        {"total": 5, "suits": 3},
        {"ranks": 4, "suits": 3, "pairs": "A-2, 3-4"},
        {"ranks": 3, "suits": 4, "pairs": "A-A, 2-2, 3-3"},
        {"ranks": 3, "suits": 4, "pairs": "same, next"},
    ]
    while True:
        rules = Rules(
            rows=chance.choice([1, 2, 2, 3]),
            overlap=chance.random() < 0.3,
            goal=chance.choice(["all", "all", "pyramid"]),
            **chance.choice(decks),
            **wastes_drawn(chance),
        ) if chance.random() < 0.8 else Rules(
            tableau=chance.choice(TABLEAUX_OF_WASTES),
            goal=chance.choice(["all", "pyramid"]),
            **chance.choice(decks[:5]),
            **wastes_drawn(chance),
        )  # fmt: skip
        if rules.deck_size <= 14:
            return rules


def deals_on_wastes(
    seed: int, count: int
) -> Iterator[tuple[random.Random, Rules, tuple[Card, ...]]]:
    for number in range(count):
        chance = random.Random(f"{seed} {number}")
        rules = rules_of_wastes(chance)
        yield chance, rules, shuffled(rules, chance.randrange(2**32))


BANDED_TABLEAUX = (
    "pyramid 1 + columns 2x2 + triangle 3",
    "triangle 2 + reserve 2 + pyramid 2",
    "pyramid 2 + triangle 1 + reserve 1 + triangle 2",
    "columns 2x1 + pyramid 1 + reserve 1 + pyramid 1 + pyramid 2",
)
"""Pyramids that do not all lie side by side."""

BANDS = [
    rules
    for tableau in BANDED_TABLEAUX
    for deck in ({"total": 5, "suits": 3}, {"total": 7, "suits": 2})
    for stock in ({"stock": "bouquet"}, {"passes": 2}, {"stock": "bouquet", "overlap": True})
    if (
        rules := legal({"tableau": tableau, "goal": "pyramid", "scoring": "microsoft"}, deck, stock)
    )
]

ONE_FOUR = Rules(
    tableau="pyramid 1 + columns 1x4 + pyramid 1",
    total=5,
    suits=2,
    stock="bouquet",
    goal="pyramid",
    scoring="microsoft",
)

ONE_FOUR_CARDS = parse_deal("AC 4D 2C 3C 3D AD 4C 2D 5C 5D", ONE_FOUR).cards
"""Only one four can go, 4C: 4D lies in the column under 2C and both threes. It may go with AC, of
the upper row, or with AD, of the lower row, which comes first."""

SMALL_TABLEAUX = [
    {"rows": 2},
    {"rows": 3},
    {"rows": 4},
    {"rows": 2, "columns": (2, 2)},
    {"rows": 2, "pyramids": 2},
    {"rows": 2, "reserve": 1},
]

FIELDS: dict[str, tuple[Any, ...]] = {
    "passes": (1, 2, 3, None),
    "draw": (1, 2, 3),
    "stock_top": (True, False),
    "stock_waste": ("yes", "no", "auto", "auto-on-turn"),
    "waste_pairs": (False, True),
    "overlap": (False, True),
    "goal": ("all", "pyramid"),
}


@cache
def combinations() -> list[Rules]:
    """Every combination of the rules of a stock that has a meaning."""
    return [
        rules
        for values in itertools.product(*FIELDS.values())
        if (rules := legal({"rows": 1, "total": 3}, dict(zip(FIELDS, values, strict=True))))
    ]


@cache
def on_tables(rules: Rules) -> list[Rules]:
    """These rules on every small tableau and deck on which they have a meaning."""
    tables = []
    for tableau, deck in itertools.product(SMALL_TABLEAUX, SHORT_DECKS):
        parts = {"rows": 1, "columns": None, "pyramids": 1, "reserve": 0} | tableau | deck
        try:
            tables.append(replace(rules, **parts))
        except ValueError:
            continue
    return tables
