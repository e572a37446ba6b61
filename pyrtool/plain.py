"""A plain search of a whole game: a second opinion on a verdict.

It knows rules and tableau, and nothing of the searches: their packing, their tables, their prunes.
What is proved here is that no line of play wins, or that some line does; `solver` has the lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pyrtool.cards import Card
from pyrtool.door import guard
from pyrtool.games import Rules
from pyrtool.kernel.plain import Plain
from pyrtool.layout import Layout
from pyrtool.solver import MIB, Budget, Limit, Limits

Answer = Literal["won", "lost", "unknown"]


@dataclass(frozen=True)
class Opinion:
    """Whether the goal can be reached, after `nodes` positions; unknown with the limit reached."""

    answer: Answer
    nodes: int
    limit: Limit | None = None


def search(cards: Sequence[Card], rules: Rules, limits: Limits = Limits()) -> Opinion:
    """Whether a deal can be won: every position that can be reached is looked at, once.

    `cards` is the whole deck in dealing order. Threads may search at the same time.
    """
    kernel = _kernel(rules)
    kernel.limit_bytes = limits.memory_mib * MIB
    kernel.load(bytes(card.rank for card in cards))
    budget = Budget(limits)
    while True:
        answer = kernel.search(budget.slice(kernel.nodes))
        if answer == "won":
            return Opinion("won", kernel.nodes)
        if answer == "lost":
            return Opinion("lost", kernel.nodes)
        if limit := budget.reached(kernel.nodes, answer):
            return Opinion("unknown", kernel.nodes, limit)


def _kernel(rules: Rules) -> Plain:
    layout = Layout.of(rules)
    numbers = {
        "total": rules.total,
        "draw": rules.draw,
        "passes": rules.passes or 0,
        "dealt": rules.stock == "dealt",
        "stock_top": rules.stock_top,
        "overlap": rules.overlap,
        "waste_pairs": rules.waste_pairs,
        "tops_match": rules.stock_waste != "no",
        "tops_must": rules.stock_waste == "auto",
        "tops_vanish": rules.stock_waste == "auto-on-turn",
    }
    goal = layout.pyramid if rules.goal == "pyramid" else (1 << rules.deck_size) - 1
    return Plain(rules.deck_size, [list(on_it) for on_it in layout.covers], goal, numbers)


guard(__name__)
