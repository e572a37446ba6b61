"""The brute force on some sets alone, every other card gone, for blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations

from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.position import Position
from pyrtool.game.stock import StockWaste

from ..oracle import Oracle, State


class Alone(Oracle):
    """The brute force with every card gone but those of some sets.

    Cards are dealt singly, and pairs do not vanish. What covered a card still does, through cards
    that are gone too; only a card that lies directly on another may overlap it.
    """

    def __init__(
        self,
        cards: Sequence[Card],
        rules: Rules,
        sets: Sequence[tuple[int, ...]],
        begin: Position | None = None,
    ) -> None:
        singly = rules
        if rules.stock == "dealt":
            stock_waste: StockWaste = "no" if rules.stock_waste == "no" else "yes"
            singly = replace(rules, draw=1, stock_waste=stock_waste)
        super().__init__(cards, singly, begin)
        self.on_top, self.direct = self.direct, self.all_covers()
        self.ranks_left = {rank for ranks in sets for rank in ranks}

    def all_covers(self) -> list[list[int]]:
        found: list[set[int]] = [set() for _ in self.direct]
        for place in range(self.size - 1, -1, -1):
            for other in self.direct[place]:
                found[place] |= {other} | found[other]
        return [sorted(places) for places in found]

    @cached_property
    def _mates_on(self) -> set[tuple[int, int]]:
        return {(i, j) for i, places in enumerate(self.direct) for j in places} - {
            (i, j) for i, places in enumerate(self.on_top) for j in places
        }

    def pair(self, i: int, j: int) -> bool:
        return (i, j) not in self._mates_on and super().pair(i, j)

    def start(self) -> State:
        tableau, bouquet, stock, turned, wastes, number, cleared = super().start()
        kept = [self.ranks[i] in self.ranks_left for i in range(len(self.cards))]
        tableau = sum(1 << i for i in range(self.size) if tableau >> i & kept[i])
        bouquet = sum(1 << k for k, i in enumerate(self.stock) if bouquet >> k & kept[i])
        stock = tuple(i for i in stock if kept[i])
        wastes = (tuple(i for i in wastes[0] if kept[i]),)
        turned = turned if turned >= 0 and kept[turned] else -1
        return self.turn((tableau, bouquet, stock, turned, wastes, number, cleared))

    def is_lost(self) -> bool:
        return not any(self.goal(state) for state, _ in self.reached(200_000))


def blocking_sets(
    cards: Sequence[Card], rules: Rules, begin: Position | None = None
) -> list[tuple[tuple[int, ...], ...]]:
    """The least choices of sets that cannot be discarded alone."""
    for order in range(1, len(rules.sets) + 1):
        choices = combinations(rules.sets, order)
        if found := [c for c in choices if Alone(cards, rules, c, begin).is_lost()]:
            return found
    return []
