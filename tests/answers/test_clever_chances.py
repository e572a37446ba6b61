"""The clever player's chance as the page How hard is a deal defines it: a fraction, by the referee.

The referee plays. What a set alone can do is searched here, move by move, from the words of the
definition. Nothing is shared with the kernels, nor with their set tables.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from pyrtool.answers.kernels.build import chances
from pyrtool.answers.rating import RatingLimits, rate
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.game.position import Position, Redeal

from ..chances import DEALT, OPEN, key_of, plain_chance, successors, without_kings
from ..dealing import legal, shuffled
from ..oracle import goes
from ..playouts import play_out

Left = tuple[frozenset[int], int, int]
"""The state of one set: the cards left by their place in the deal, how many of those of the
stock lie in the waste, and the pass."""

REDEALS: list[dict[str, Any]] = [
    {"passes": 2, "stock_waste": "no"},
    {"passes": 3, "waste_pairs": True},
    {"passes": 4},
    {"passes": None, "stock_waste": "no", "waste_pairs": True},
    {"passes": 3, "stock_waste": "auto-on-turn"},
    {"passes": 2, "stock_top": False, "stock_waste": "no", "waste_pairs": True},
    {"passes": 2, "stock_top": False, "stock_waste": "no", "draw": 2, "waste_pairs": True},
    {"passes": None, "stock_top": False, "stock_waste": "no", "draw": 2},
]
MORE = [
    rules
    for stock in REDEALS
    for tableau in ({"rows": 3}, {"rows": 2}, {"tableau": "triangle 2 + columns 2x2"})
    for deck in ({"total": 5, "suits": 2}, {"total": 3, "suits": 4}, {"total": 4, "suits": 2})
    for more in ({}, {"overlap": True}, {"goal": "pyramid"}, {"goal": "pyramid", "overlap": True})
    if (rules := legal(tableau, deck, stock, more)) is not None
]
LARGER = [
    rules
    for tableau in (
        {"rows": 4},
        {"rows": 3, "columns": (3, 3)},
        {"tableau": "triangle 4 + reserve 1"},
        {"tableau": "pyramid 3 + columns 2x3"},
        {"rows": 2, "columns": (4, 3)},
    )
    for deck in ({"total": 7, "suits": 2}, {"total": 9, "suits": 2}, {"total": 7, "suits": 3})
    for more in ({}, {"overlap": True}, {"goal": "pyramid"}, {"goal": "pyramid", "overlap": True})
    if (rules := legal(tableau, deck, {"stock": "bouquet"}, more)) is not None
]
"""Open games in which sets block each other, which the clever player does not see."""


class Sets:
    """What each set of a deal can do by itself, every other card gone.

    Cards of the stock come singly, and match by choice; all else is as the rules say.
    """

    def __init__(self, cards: Sequence[Card], rules: Rules) -> None:
        self.cards, self.rules, self.layout = list(cards), rules, Layout.of(rules)
        self.size, self.dealt = len(self.layout.places), rules.stock == "dealt"
        self.can_go = cache(self._can_go)

    def blocked(self, position: Position) -> bool:
        """Whether some set cannot go any more."""
        where = self.cards.index
        there = {where(card) for card in position.cards()}
        passed = {where(card) for card in position.waste}
        number = 0 if self.rules.passes is None else position.pass_number
        for ranks in self.rules.sets:
            left = frozenset(i for i in there if self.cards[i].rank in ranks)
            if not self.can_go((left, len(left & passed), number)):
                return True
        return False

    def _can_go(self, start: Left) -> bool:
        seen, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            if not any(self.must_go(i) for i in here[0]):
                return True
            for after in self.moves(here):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return False

    def must_go(self, i: int) -> bool:
        return self.rules.goal == "all" or (i < self.size and self.layout.in_pyramid[i])

    def moves(self, here: Left) -> Iterator[Left]:
        left, passed, number = here
        stock = sorted(i for i in left if i >= self.size) if self.dealt else []
        for one, other in self.pairs(left, stock, passed):
            gone = sum(i in stock[:passed] for i in (one, other))
            yield left - {one, other}, passed - gone, number
        if passed < len(stock):
            yield left, passed + 1, number
        elif stock and self.rules.passes is None:
            yield left, 0, number
        elif stock and number < (self.rules.passes or 0):
            yield left, 0, number + 1

    def pairs(
        self, left: frozenset[int], stock: list[int], passed: int
    ) -> Iterator[tuple[int, int]]:
        """The pairs that can be discarded."""
        rules = self.rules
        on_it = {i: {j for j in left if self.lies_above(j, i)} for i in left}
        laid_out = {i for i in left if i not in stock and not on_it[i]}
        top = set(stock[passed - 1 : passed])
        turned = set(stock[passed : passed + 1]) if rules.stock_top else set()
        available = laid_out | top | turned
        for i in left:
            for j in left:
                if i >= j or not goes(rules, self.cards[i].rank, self.cards[j].rank):
                    continue
                if i in available and j in available:
                    if rules.stock_waste != "no" or {i, j} != top | turned:
                        yield i, j
                elif j in laid_out and on_it[i] == {j} and rules.overlap:
                    if j in self.layout.covers[i]:
                        yield i, j
                elif rules.waste_pairs and passed > 1 and [i, j] == stock[passed - 2 : passed]:
                    yield i, j

    def lies_above(self, j: int, i: int) -> bool:
        return i < self.size and bool(self.layout.above[i] >> j & 1)


def clever_chance(cards: Sequence[Card], rules: Rules, here: Position) -> Fraction:
    """The chance of the player who makes no move that creates a set block, from `here`."""
    sets, patience = Sets(cards, rules), 1 if rules.draw == 1 else 2
    known: dict[Any, Fraction] = {}

    def chance(position: Position, idle: int) -> Fraction:
        if position.is_won():
            return Fraction(1)
        key = key_of(position), idle
        if key not in known:
            careful: list[Fraction] = []
            for move, after in successors(position).values():
                redeals = idle + isinstance(move, Redeal)
                if redeals > patience:  # this ends the game: it is lost, and creates no block
                    careful.append(Fraction(0))
                elif after.is_won() or not sets.blocked(after):
                    fewer = after.cards_left() < position.cards_left()
                    careful.append(chance(after, 0 if fewer else redeals))
            known[key] = sum(careful, Fraction(0)) / max(len(careful), 1)
        return known[key]

    settled = without_kings(here)
    if not settled.is_won() and sets.blocked(settled):
        return Fraction(0)
    return chance(settled, 0 if settled.cards_left() < here.cards_left() else 1)


def check(rules: Rules, seed: int) -> tuple[Fraction, Fraction]:
    """The chances of both players from some position of a deal, which `rate` gives too."""
    chance = random.Random(f"{seed} {rules}")
    cards = shuffled(rules, chance.randrange(10**9))
    start = Position.start(Deal.of(cards, rules))
    _, here = play_out(start, chance.randrange(10**9), chance.choice((0, 0, 1, 3, 6, 9)))
    rating = rate(here, limits=RatingLimits(playouts=1))
    plain, clever = plain_chance(cards, rules, here), clever_chance(cards, rules, here)
    case = (rules, " ".join(map(str, cards)), str(here))
    assert rating.exact, case
    assert rating.plain.value == pytest.approx(float(plain), rel=1e-12), case
    assert rating.clever.value == pytest.approx(float(clever), rel=1e-12), case
    return plain, clever


@pytest.mark.parametrize("games", [DEALT, OPEN + LARGER, MORE], ids=["dealt", "open", "redeals"])
@pytest.mark.parametrize("times", [1, pytest.param(5, marks=pytest.mark.slow)])
def test_clever_chances_are_those_of_the_definition(games: list[Rules], times: int) -> None:
    """From the start and in mid-game, under rules with every kernel for chances."""
    found: Counter[str] = Counter()
    dealt = games is DEALT or games is MORE
    for rules in games if times > 1 else games[2 * dealt :: 3]:
        for seed in range(times):
            plain, clever = check(rules, seed)
            found["between"] += 0 < clever < 1
            found["cleverer"] += plain < clever
            found[type(chances(rules)).__name__] += 0 < clever < 1
    assert found["cleverer"] > 3 * times and found["between"] > (10 if dealt else 1) * times
    kernels = {"SinglyChances", "StockChances"} if dealt else {"Chances"}
    assert all(found[name] > 1 for name in kernels)
