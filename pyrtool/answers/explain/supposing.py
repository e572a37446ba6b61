"""The techniques that suppose that two cards go together, and see at one glance what that leaves.

Some techniques suppose that x goes with y, and look one step ahead. The two go at one moment. What
goes before x or y goes before all that goes after x or y. What goes after the pair waits for the
slots that x or y waits for. What goes before the pair goes before the slots that x or y goes
before. If the two lie in stock and waste, they go in the slot of the later one (`stock pair`). Then
`window`, `late` and `ahead` exclude pairs and slots, as they do without a supposition.

Each function here is the check of one step, as those of `techniques` are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from pyrtool.answers.explain.table import Claim, Table
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card

Pair = tuple[Card, Card]


class Supposed:
    """What some premises say, if two cards go together."""

    def __init__(
        self,
        turn: Mapping[Card, int],
        piled: Collection[Card],
        pair: Pair,
        premises: Sequence[Claim],
    ) -> None:
        self.turn, self.piled, self.pair = turn, piled, pair
        self.orders = {(p.x, p.y) for p in premises if p.kind == "before"}
        self.excluded = {frozenset((p.x, p.y)) for p in premises if p.kind == "apart"}
        self.given_low = _slots(premises, "not before")
        self.given_high = _slots(premises, "in time")
        self._lows: dict[Card, int] = {}
        self._highs: dict[Card, float] = {}

    def earlier(self, card: Card) -> bool:
        """Whether a card goes before the pair."""
        return any((card, one) in self.orders for one in self.pair)

    def later(self, card: Card) -> bool:
        """Whether a card goes after the pair."""
        return any((one, card) in self.orders for one in self.pair)

    def slot(self, card: Card) -> int:
        """The slot in which a card is turned, 0 for others."""
        return self.turn.get(card, 0)

    def in_stock(self) -> int:
        """The slot of the later of two cards of stock and waste, 0 for other pairs."""
        both = all(card in self.piled for card in self.pair)
        return max(map(self.slot, self.pair)) if both else 0

    def low(self, card: Card) -> int:
        """A slot before which a card does not go, 0 if there is none."""
        if card not in self._lows:
            self._lows[card] = self._low(card)
        return self._lows[card]

    def _low(self, card: Card) -> int:
        own = self.given_low.get(card, 0)
        if card in self.pair or self.later(card):
            return max(own, self.in_stock(), *(self.given_low.get(one, 0) for one in self.pair))
        return own

    def high(self, card: Card) -> float:
        """A slot before which a card goes."""
        if card not in self._highs:
            self._highs[card] = self._high(card)
        return self._highs[card]

    def _high(self, card: Card) -> float:
        slots = [self.given_high.get(card, float("inf")), *self.ahead(card)]
        if card in self.pair or self.earlier(card):
            for one in self.pair:
                slots += [self.given_high.get(one, float("inf")), *self.ahead(one)]
            if self.in_stock():
                slots.append(self.in_stock() + 1)
        return min(slots)

    def ahead(self, a: Card) -> Iterator[int]:
        """The slots before which a card of stock or waste goes by `ahead`."""
        if a not in self.piled or not (a in self.pair or self.earlier(a)):
            return
        for b in self.turn:
            after = self.later(b) or (b in self.pair and a not in self.pair)
            if after and self.slot(b) > self.slot(a):
                yield max(self.slot(b), 2)

    def is_closed(self, u: Card, w: Card) -> bool:
        """Whether two cards do not go together."""
        if {u, w} & set(self.pair):
            return {u, w} != set(self.pair)
        if frozenset((u, w)) in self.excluded:
            return True
        for a, b in ((u, w), (w, u)):
            if (self.earlier(a) and self.later(b)) or self.high(a) <= self.low(b):
                return True
        last = max(self.slot(u), self.slot(w))
        is_late = u in self.piled and w in self.piled and last > 0
        return is_late and max(self.low(u), self.low(w)) > last

    def wait_for_each_other(self, one: Pair, other: Pair) -> bool:
        """Whether a card of each of two pairs goes before a card of the other."""
        return any((a, b) in self.orders for a in one for b in other) and any(
            (b, a) in self.orders for a in one for b in other
        )


def _slots(premises: Sequence[Claim], kind: str) -> dict[Card, int]:
    found: dict[Card, int] = {}
    choose = max if kind == "not before" else min
    for p in premises:
        if p.kind == kind and isinstance(p.x, Card) and isinstance(p.y, int):
            found[p.x] = choose(found.get(p.x, p.y), p.y)
    return found


def _supposed(table: Table, fact: Claim, premises: Sequence[Claim]) -> Supposed | None:
    if fact.kind != "apart" or not isinstance(fact.x, Card) or not isinstance(fact.y, Card):
        return None
    return Supposed(table.turn, table.piled, (fact.x, fact.y), premises)


def cross(table: Table, fact: Claim, premises: Sequence[Claim]) -> bool:
    """Suppose that x goes with y. Then a card has no partner: each of its complements is x or y, or
    is excluded, or would go too early or too late."""
    found = _supposed(table, fact, premises)
    return found is not None and any(
        all(found.is_closed(u, w) for w in table.partners(u))
        for u in table.cards
        if u not in found.pair
    )


def squeeze(table: Table, fact: Claim, premises: Sequence[Claim]) -> bool:
    """Suppose that x goes with y. Then some cards of one rank have fewer partners left than they
    are, as the others are excluded, or would go too early or too late."""
    found = _supposed(table, fact, premises)
    if found is None:
        return False
    for rank in {card.rank for card in table.cards}:
        alike = [u for u in table.cards if u.rank == rank and u not in found.pair]
        for count in range(1, len(alike) + 1):
            for some in combinations(alike, count):
                others = table.partners(some[0])
                left = [w for w in others if not all(found.is_closed(u, w) for u in some)]
                if len(left) < count:
                    return True
    return False


def tangle(table: Table, fact: Claim, premises: Sequence[Claim]) -> bool:
    """Suppose that x goes with y. Then a set does not pair off: in each way one pair is excluded,
    or two pairs wait for each other, as a card of each goes before a card of the other."""
    found = _supposed(table, fact, premises)
    if found is None:
        return False
    for rank in {card.rank for card in table.cards}:
        ways = table.complete(set(), rank)
        if all(is_wrong(found, [in_order(pair) for pair in way]) for way in ways):
            return True
    return False


def in_order(pair: frozenset[Card]) -> Pair:
    """The two cards of a pair, the lower one first."""
    one, other = sorted(pair)
    return one, other


def is_wrong(found: Supposed, way: Sequence[Pair]) -> bool:
    """Whether a way to pair off a set has a pair that is excluded, or two that wait for each
    other."""
    return any(found.is_closed(*pair) for pair in way) or any(
        found.wait_for_each_other(one, other) for one, other in combinations(way, 2)
    )


def miss(table: Table, fact: Claim, premises: Sequence[Claim]) -> bool:
    """Suppose that x goes with y. Then a card would go before a slot that it waits for."""
    found = _supposed(table, fact, premises)
    return found is not None and any(found.high(c) <= found.low(c) for c in table.cards)


guard(__name__)
