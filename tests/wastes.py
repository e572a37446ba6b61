"""Small games of several wastes and of rich pairs, as chance draws them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from pyrtool.answers.soundness import searched_by_sets
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules, RulesError
from pyrtool.game.position import Position

from .dealing import shuffled
from .drawing import drawn_seed

TABLEAUX = ["triangle 2", "pyramid 2 + columns 1x2", "triangle 2 + reserve 1"]


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


def rules_drawn(chance: random.Random, most_cards: int = 14) -> Rules:
    """Such rules with small tableaux, decks and pairs of many kinds."""
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
            tableau=chance.choice(TABLEAUX),
            goal=chance.choice(["all", "pyramid"]),
            **chance.choice(decks[:5]),
            **wastes_drawn(chance),
        )  # fmt: skip
        if rules.deck_size <= most_cards:
            return rules


def drawn(seed: int, count: int) -> Iterator[tuple[random.Random, Rules, tuple[Card, ...]]]:
    for number in range(count):
        chance = random.Random(f"{seed} {number}")
        try:
            rules = rules_drawn(chance)
        except RulesError:
            continue
        yield chance, rules, shuffled(rules, chance.randrange(2**32))


SMALL_RICH = [
    Rules(rows=2, ranks=4, suits=2, pairs="same, next"),
    Rules(rows=2, ranks=4, suits=2, pairs="same, next", passes=2, overlap=True),
    Rules(
        rows=2, ranks=4, suits=2, pairs="A-2, 2-3, 4 alone", draw=2, passes=3, stock_top=False,
        stock_waste="no", waste_pairs=True, goal="pyramid",
    ),
    Rules(rows=3, ranks=4, suits=2, pairs="same, next", stock="bouquet", goal="pyramid"),
]  # fmt: skip


def starts(count: int) -> Iterator[Position]:
    """Deals, and positions after a few moves, under rules that no kernel except verdicts knows."""
    asked = [
        (rules, cards) for _, rules, cards in drawn(drawn_seed(), count) if rules.deck_size < 13
    ]
    asked += [(rules, shuffled(rules, seed)) for rules in SMALL_RICH for seed in range(count // 10)]
    for number, (rules, cards) in enumerate(asked):
        if searched_by_sets(rules):
            continue
        position = Position.start(Deal.of(cards, rules))
        chance = random.Random(number)
        for _ in range(chance.choice([0, 0, 1, 3])):
            moves = list(position.legal_moves())
            position = position.play(chance.choice(moves)) if moves else position
        yield position
