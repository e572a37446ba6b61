"""Which cards the unknown ones can be, and how likely that is, where discarded cards are unknown.

Decides the prior. Each number of stock cards that is possible is equally likely, then each number
of waste cards. With these numbers, each choice of the discarded cards, in pairs or alone, and each
order of the others is equally likely. It does not check whether the discards can have been made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, factorial, perm, prod
from random import Random
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.position import Position
from pyrtool.game.unknown_cards import unnamed
from pyrtool.game.wastes import no_two_stock_cards_match

Ranks = tuple[int, ...]

_NO_CARDS: Final[tuple[Card, ...]] = ()


@dataclass(frozen=True)
class _Way:
    """How many cards of each rank of a set are gone, besides those that are named; `cards`: how
    many these are, `choices`: how many choices of the cards there are."""

    gone: tuple[tuple[int, int], ...]
    cards: int
    choices: int


class Hands:
    """The ways to choose the cards that are gone.

    `free`: the cards that are neither here nor named as gone; `going` of them are gone. `gone`:
    the cards that are named. `gaps`: the places of the tableau without a card.
    """

    def __init__(
        self, rules: Rules, free: Sequence[Card], going: int, gone: Sequence[Card], gaps: int
    ) -> None:
        self.free: dict[int, list[Card]] = {}
        for card in free:
            self.free.setdefault(card.rank, []).append(card)
        self.going = going
        self._alone = [card for card in free if rules.goes_alone(card.rank)]
        named = Counter(card.rank for card in gone)
        self._sets = [_ways(ranks, self.free, named) for ranks in rules.sets]
        self._least_alone = 0
        if no_two_stock_cards_match(rules):
            alone = sum(rules.goes_alone(card.rank) for card in gone)
            self._least_alone = going + len(gone) - 2 * gaps - alone

    @cached_property
    def _after(self) -> list[list[int]]:
        """For each set, how many choices it and those after it leave for a number of gone cards."""
        tables = [[1] + [0] * max(self.going, 0)]
        for ways in reversed(self._sets):
            later, table = tables[-1], [0] * len(tables[-1])
            for way in ways:
                for cards in range(len(table) - way.cards):
                    table[cards + way.cards] += way.choices * later[cards]
            tables.append(table)
        return tables[::-1]

    @cached_property
    def _by_alone(self) -> list[int]:
        """For each number of gone cards that went alone, how many choices there are."""
        if self.going < 0:
            return []
        return [
            comb(len(self._alone), alone) * self._after[0][self.going - alone]
            if alone >= self._least_alone
            else 0
            for alone in range(min(len(self._alone), self.going) + 1)
        ]

    @cached_property
    def count(self) -> int:
        """How many choices of the gone cards there are, card by card."""
        return sum(self._by_alone)

    def draw(self, chance: Random) -> list[Card]:
        """The gone cards of a choice by chance, each as likely as the others."""
        (alone,) = chance.choices(range(len(self._by_alone)), self._by_alone)
        gone = chance.sample(self._alone, alone)
        rest = self.going - alone
        for ways, after in zip(self._sets, self._after[1:], strict=True):
            fitting = [way for way in ways if way.cards <= rest]
            weights = [way.choices * after[rest - way.cards] for way in fitting]
            (way,) = chance.choices(fitting, weights)
            rest -= way.cards
            for rank, cards in way.gone:
                gone += chance.sample(self.free.get(rank, []), cards)
        return gone

    def each(self) -> Iterator[Mapping[int, int]]:
        """For each choice, apart from suits, how many cards of each rank are still here."""
        of_alone = Counter(card.rank for card in self._alone)
        ranks = sorted(of_alone)
        for counts in product(*(range(of_alone[rank] + 1) for rank in ranks)):
            alone = sum(counts)
            if self._least_alone <= alone <= self.going:
                for gone in self._each_pairs(0, self.going - alone):
                    left = dict(zip(ranks, counts, strict=True)) | gone
                    yield {
                        rank: len(cards) - left.get(rank, 0) for rank, cards in self.free.items()
                    }

    def _each_pairs(self, at: int, rest: int) -> Iterator[dict[int, int]]:
        """How many cards of each rank go, from the set with this number on, `rest` of them."""
        if at == len(self._sets):
            if rest == 0:
                yield {}
            return
        for way in self._sets[at]:
            if way.cards <= rest and self._after[at + 1][rest - way.cards]:
                for others in self._each_pairs(at + 1, rest - way.cards):
                    yield dict(way.gone) | others


def _ways(
    ranks: Sequence[int], free: Mapping[int, Sequence[Card]], named: Mapping[int, int]
) -> list[_Way]:
    """The ways in which cards of a set are gone in pairs, those that are `named` with them."""
    low, high = ranks
    has_low, has_high = len(free.get(low, _NO_CARDS)), len(free.get(high, _NO_CARDS))
    if low == high:
        return [
            _Way(((low, cards),), cards, comb(has_low, cards))
            for cards in range(has_low + 1)
            if (named.get(low, 0) + cards) % 2 == 0
        ]
    found = []
    for cards in range(has_low + 1):
        mates = named.get(low, 0) + cards - named.get(high, 0)
        if 0 <= mates <= has_high:
            choices = comb(has_low, cards) * comb(has_high, mates)
            found.append(_Way(((low, cards), (high, mates)), cards + mates, choices))
    return found


@dataclass(frozen=True)
class Case:
    """A position with unknown cards, and the deals behind it."""

    position: Position

    @cached_property
    def unknown(self) -> tuple[Card, ...]:
        """The unknown cards, as `Position.unknown` lists them."""
        return self.position.unknown()

    @cached_property
    def hands(self) -> Hands:
        """Which cards are gone."""
        position = self.position
        free = unnamed(position.cards(), position.gone, position.rules)
        gaps = position.tableau.count(None)
        going = len(free) - len(self.unknown)
        return Hands(position.rules, free, going, position.gone, gaps)

    @cached_property
    def deals(self) -> int:
        """How many ways there are to name the unknown cards, card by card."""
        return self.hands.count * factorial(len(self.unknown))

    def draw(self, chance: Random) -> tuple[Card, ...]:
        """The unknown cards of a deal by chance, each deal as likely as the others."""
        gone = set(self.hands.draw(chance))
        here = [card for cards in self.hands.free.values() for card in cards if card not in gone]
        chance.shuffle(here)
        return tuple(here)

    def orders(self, most: int) -> int:
        """How many orders of the unknown cards there are, apart from suits; `most` + 1 for more."""
        total = 0
        for here in self.hands.each():
            total += factorial(len(self.unknown)) // prod(map(factorial, here.values()))
            if total > most:
                return most + 1
        return total

    def each(self) -> Iterator[tuple[tuple[Card, ...], int]]:
        """Every order of the unknown cards apart from suits, and how many deals have it."""
        free = self.hands.free
        for here in self.hands.each():
            deals = prod(perm(len(free[rank]), count) for rank, count in here.items())
            for ranks in _orders(dict(here)):
                cards = {rank: iter(free[rank]) for rank in here}
                yield tuple(next(cards[rank]) for rank in ranks), deals


def weights_of(cases: Sequence[Case]) -> list[Fraction]:
    """How likely each case is, before the deals behind it are looked at."""
    stocks = Counter(len(case.position.stock) for case in cases)
    return [Fraction(1, len(stocks) * stocks[len(case.position.stock)]) for case in cases]


def _orders(here: dict[int, int]) -> Iterator[Ranks]:
    """Every order of this many cards of each rank."""
    if not any(here.values()):
        yield ()
        return
    for rank in sorted(here):
        if here[rank]:
            here[rank] -= 1
            for others in _orders(here):
                yield (rank, *others)
            here[rank] += 1


guard(__name__)
