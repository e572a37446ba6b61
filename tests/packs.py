"""Small games of two packs, as chance draws them."""

from __future__ import annotations

import random
from typing import Any

from pyrtool.game.games import Rules

from .dealing import legal

PAIRS: tuple[dict[str, Any], ...] = (
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

TABLEAUX = (
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


def drawn(chance: random.Random) -> Rules:
    """Small rules of two packs that are solved."""
    while True:
        table: dict[str, Any] = {
            **chance.choice(PAIRS),
            "packs": 2,
            "suits": chance.choice((1, 1, 1, 2)),
            "tableau": chance.choice(TABLEAUX),
            "overlap": chance.random() < 0.25,
            "goal": chance.choice(("all", "all", "pyramid")),
            "stock": chance.choice(("dealt", "dealt", "dealt", "bouquet", "none")),
        }
        stock: dict[str, Any] = {
            "passes": chance.choice((1, 1, 2, 3, None)),
            "draw": chance.choice((1, 1, 1, 2, 3)),
            "stock_top": chance.random() < 0.6,
            "stock_waste": chance.choice(("yes", "no")),
            "waste_pairs": chance.random() < 0.3,
        }
        if chance.random() < 0.15:
            stock |= {"wastes": 2, "deal_to": chance.choice(("each", "choice"))}
        rules = legal(table, stock if table["stock"] == "dealt" else {})
        if rules is not None:
            return rules
