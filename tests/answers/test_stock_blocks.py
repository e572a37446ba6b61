"""Stock blocks: found as a brute force finds them that removes all other cards and plays."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import Any

import pytest

from pyrtool.answers.blocks import find_block
from pyrtool.answers.blocks.alone import alone, can_be_discarded, farthest
from pyrtool.answers.blocks.stock_block import stock_blocks
from pyrtool.answers.solve import Lost, Won, solve
from pyrtool.answers.soundness import played_alone
from pyrtool.base.limits import LeftOpenError, Limits
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Position

from ..dealing import SHORT_DECKS, legal, quick_and_slow, shuffled
from ..oracle import Oracle, State

STOCKS: list[dict[str, Any]] = [
    {},
    {"passes": 2},
    {"passes": None},
    {"stock_waste": "no"},
    {"stock_waste": "auto"},
    {"stock_waste": "auto-on-turn"},
    {"stock_top": False},
    {"stock_top": False, "stock_waste": "no", "waste_pairs": True},
    {"waste_pairs": True, "passes": 2},
    {"draw": 2, "passes": 2, "stock_top": False, "stock_waste": "no"},
]
TABLEAUX: list[dict[str, Any]] = [{"rows": 2}, {"rows": 3}, {"rows": 1, "columns": (2, 2)}]
SMALL = [
    rules
    for stock in STOCKS
    for deck in SHORT_DECKS
    for overlap in (False, True)
    for goal in ("all", "pyramid")
    for tableau in TABLEAUX
    if (rules := legal(tableau, deck, stock, {"overlap": overlap, "goal": goal})) is not None
    and rules.stock_size > 0
    and played_alone(rules) is not None
]


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
        singly = replace(rules, draw=1)
        if rules.stock_waste != "no":
            singly = replace(singly, stock_waste="yes")
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
        tableau, _, stock, turned, wastes, number, cleared = super().start()
        kept = [self.ranks[i] in self.ranks_left for i in range(len(self.cards))]
        tableau = sum(1 << i for i in range(self.size) if tableau >> i & kept[i])
        stock = tuple(i for i in stock if kept[i])
        wastes = (tuple(i for i in wastes[0] if kept[i]),)
        turned = turned if turned >= 0 and kept[turned] else -1
        return self.turn((tableau, 0, stock, turned, wastes, number, cleared))

    def is_lost(self) -> bool:
        return not any(self.goal(state) for state, _ in self.reached(200_000))


def expected(
    cards: Sequence[Card], rules: Rules, begin: Position | None = None
) -> list[tuple[tuple[int, ...], ...]]:
    """The least choices of sets that cannot be discarded alone."""
    for order in range(1, len(rules.sets) + 1):
        choices = combinations(rules.sets, order)
        if found := [c for c in choices if Alone(cards, rules, c, begin).is_lost()]:
            return found
    return []


@pytest.mark.parametrize(("rules", "seeds"), quick_and_slow(SMALL, 8, 12), ids=str)
def test_small_deals_have_the_stock_blocks_that_the_brute_force_finds(
    rules: Rules, seeds: int
) -> None:
    for seed in range(seeds):
        here = Position.start(Deal.of(shuffled(rules, seed), rules))
        wanted = expected(here.cards(), rules)
        assert [block.sets for block in stock_blocks(here)] == wanted
        if find_block(here) is None and isinstance(solve(here), Lost):
            assert [block.sets for block in stock_blocks(here, is_lost=True)] == wanted
        if isinstance(solve(here), Won):
            assert not wanted  # a line of the whole deal has one of every choice
        for order in (1, len(rules.sets)):
            for sets in combinations(rules.sets, order):
                can = not Alone(here.cards(), rules, sets).is_lost()
                game = alone(here, sets)
                assert can_be_discarded(game) == can
                assert (farthest(game).left & game.must == 0) == can


@pytest.mark.parametrize(("rules", "seeds"), quick_and_slow(SMALL, 10, 16), ids=str)
def test_positions_in_mid_game_have_the_stock_blocks_that_the_brute_force_finds(
    rules: Rules, seeds: int
) -> None:
    for seed in range(seeds):
        chance = random.Random(seed)
        cards = shuffled(rules, seed)
        here = Position.start(Deal.of(cards, rules))
        for _ in range(chance.randrange(1, 9)):
            if moves := list(here.legal_moves()):
                here = here.play(chance.choice(moves))
        if here.is_won():
            continue
        wanted = expected(cards, rules, here)
        assert [block.sets for block in stock_blocks(here)] == wanted
        if find_block(here) is None and isinstance(solve(here), Lost):
            assert [block.sets for block in stock_blocks(here, is_lost=True)] == wanted


def test_a_limit_leaves_the_block_open() -> None:
    start = Position.start(deal(9))
    assert stock_blocks(start)[0].order == 3
    with pytest.raises(LeftOpenError, match="limit on nodes"):
        stock_blocks(start, Limits(nodes=1))


@pytest.mark.parametrize("name", ["bouquet", "giza", "day", "treize", "cheops", "two-pyramids"])
def test_rules_without_stock_blocks_name_none(name: str) -> None:
    assert played_alone(GAMES[name]) is None
    assert not stock_blocks(Position.start(deal(1, GAMES[name])))
