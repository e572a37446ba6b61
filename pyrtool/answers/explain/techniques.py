"""The techniques, each with its proof, and whether a step is one of them.

All facts are about *prompt* solutions of some sets, every other card gone. Take a solution of the
game, and leave out all other discards: what is left solves those sets, since cards that are gone
cover nothing. Let each pair of it go as soon as it can: nothing comes to lie on a card by that, so
it stays a solution, with the same partners. So a fact about partners holds in every solution, and
a contradiction shows that there is none.

Time is counted in slots. Slot k begins when stock card k is turned, and slot 1 at the beginning. In
a proof, the next card is turned only when no other pair goes. In the game it is turned as soon as
the turned card leaves. No card is taken away by that, so the same pairs go. In a prompt solution,
the first pair of each slot but the first has the card that is turned: any other pair was available
a slot before. Two cards that go together go at one moment; all other moments differ.

Slots are known only if the cards are turned singly for the last time, one waste shows its top, and
all cards must go. If the turned card is not available, it is so on the waste, right after its deal.
If the two top cards of the waste match each other, those that can go so could go when the upper one
was turned: what lay between was gone by then, for nothing under a card of the waste goes without
it. Two matching cards that lie in the waste at the beginning are the exception.

In other games the stock counts as open: each discard of the game is legal with an open stock too,
so a line of the game stays a line. If only the pyramid must go, the line goes on afterwards until
no card is left. Each rank has as many cards left as its complement then, and all lie open. So there
too all cards of the sets go in pairs, and a fact about a card of the pyramid and its partner holds
of every solution of the game. Cards that vanish by themselves are a pair too.

Some techniques suppose that x goes with y, and look one step ahead. The two go at one moment. What
goes before x or y goes before all that goes after x or y. What goes after the pair waits for the
slots that x or y waits for. What goes before the pair goes before the slots that x or y goes
before. If the two lie in stock and waste, they go in the slot of the later one (`stock pair`). Then
`window`, `late` and `ahead` exclude pairs and slots, as they do without a supposition.

Each function here is the check of one step: it looks at the cards and at what the step says, and
shares no code with the search for proofs.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product
from typing import Final

from pyrtool.game.cards import Card
from pyrtool.game.position import Position


@dataclass(frozen=True)
class Claim:
    """A fact as a record has it: its kind, a card, and another card or a slot."""

    kind: str
    x: Card | None = None
    y: Card | int | None = None

    def is_about(self, *cards: Card) -> bool:
        """Return whether it is about these cards, in any order."""
        return {self.x, self.y} == set(cards)


class Table:
    """The cards that lie on others, and when stock cards are turned; `cards`: those of the sets."""

    def __init__(self, position: Position, ranks: Sequence[int]) -> None:
        self.rules = position.rules
        self.cards = [card for card in position.cards() if card.rank in ranks]
        timed = self._is_timed(position)
        self.turn = {card: k for k, card in enumerate(position.undealt(), 1) if timed}
        self.piled = set(position.passed()) | set(position.undealt())
        # If some may stay, the proof goes on with an open stock after the game, in which two of its
        # cards may go together.
        self.never_match = self.rules.goal == "all" and self.rules.no_two_stock_cards_match
        self.directly: dict[Card, set[Card]] = {}
        self.over: dict[Card, set[Card]] = {}
        for place, card in enumerate(position.tableau):
            if card is not None:
                self.directly[card] = set(position.covering(card))
                self.over[card] = self._over_place(position, place)
        waste = position.passed() if timed else ()
        for k, card in enumerate(waste):
            self.over[card] = set(waste[k + 1 :])

    def _is_timed(self, position: Position) -> bool:
        """Return whether stock cards are turned singly for the last time, and all cards must go:
        only then it is known when each can go."""
        rules = self.rules
        if rules.stock != "dealt" or rules.goal != "all" or position.pass_number != rules.passes:
            return False
        if rules.waste_pairs and any(
            self.match(*two) for two in combinations(position.passed(), 2)
        ):
            return False
        one_pile = (rules.wastes, rules.waste_ends, rules.draw) == (1, "top", 1)
        return one_pile and rules.stock_waste in ("yes", "no")

    def _over_place(self, position: Position, place: int) -> set[Card]:
        """Return all cards that cover a place, transitively."""
        covering: set[Card] = set()
        visit = list(position.layout.covers[place])
        while visit:
            i = visit.pop()
            card = position.tableau[i]
            if card is not None:
                covering.add(card)
            visit += position.layout.covers[i]
        return covering

    def match(self, x: Card, y: Card) -> bool:
        """Return whether two cards are complements."""
        return self.rules.go_together(x.rank, y.rank)

    def partners(self, z: Card) -> list[Card]:
        """List all complements of a card among the sets."""
        return [card for card in self.cards if self.match(card, z)]

    def slot(self, card: Card) -> int:
        """Return the slot in which a card is turned, 0 for one that lies open or in the waste."""
        return self.turn.get(card, 0)

    def overlap(self, upper: Card, lower: Card) -> bool:
        """Return whether these two may go in an overlap discard."""
        on_it = upper in self.directly.get(lower, ())
        return self.rules.overlap and on_it and self.match(upper, lower)

    def complete(self, apart: set[frozenset[Card]], rank: int) -> list[list[frozenset[Card]]]:
        """List all ways to pair off the cards of a rank with complements, without some pairs."""
        low = [card for card in self.cards if card.rank == rank]
        high = self.partners(low[0]) if low else []
        ways = (
            [frozenset(pair) for pair in zip(low, order, strict=True)]
            for order in permutations(high, len(low))
        )
        return [way for way in ways if not apart.intersection(way)]


Pair = tuple[Card, Card]


class Supposed:
    """The statements of some premises, if two cards go together."""

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
        self.low, self.high = cache(self._low), cache(self._high)

    def earlier(self, card: Card) -> bool:
        """Return whether a card goes before the pair."""
        return any((card, one) in self.orders for one in self.pair)

    def later(self, card: Card) -> bool:
        """Return whether a card goes after the pair."""
        return any((one, card) in self.orders for one in self.pair)

    def slot(self, card: Card) -> int:
        """Return the slot in which a card is turned, 0 for others."""
        return self.turn.get(card, 0)

    def in_stock(self) -> int:
        """Return the slot of the later of two cards of stock and waste, 0 for other pairs."""
        both = all(card in self.piled for card in self.pair)
        return max(map(self.slot, self.pair)) if both else 0

    def _low(self, card: Card) -> int:
        """Return a slot before which a card does not go, 0 if there is none."""
        own = self.given_low.get(card, 0)
        if card in self.pair or self.later(card):
            return max(own, self.in_stock(), *(self.given_low.get(one, 0) for one in self.pair))
        return own

    def _high(self, card: Card) -> float:
        """Return a slot before which a card goes."""
        slots = [self.given_high.get(card, float("inf")), *self.ahead(card)]
        if card in self.pair or self.earlier(card):
            for one in self.pair:
                slots += [self.given_high.get(one, float("inf")), *self.ahead(one)]
            if self.in_stock():
                slots.append(self.in_stock() + 1)
        return min(slots)

    def ahead(self, a: Card) -> Iterator[int]:
        """Yield the slots before which a card of stock or waste goes by `ahead`."""
        if a not in self.piled or not (a in self.pair or self.earlier(a)):
            return
        for b in self.turn:
            after = self.later(b) or (b in self.pair and a not in self.pair)
            if after and self.slot(b) > self.slot(a):
                yield max(self.slot(b), 2)

    def is_closed(self, u: Card, w: Card) -> bool:
        """Return whether two cards do not go together."""
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
        """Return whether a card of each of two pairs goes before a card of the other."""
        ahead, behind = product(one, other), product(other, one)
        return any(p in self.orders for p in ahead) and any(p in self.orders for p in behind)


def _slots(premises: Sequence[Claim], kind: str) -> dict[Card, int]:
    slots: dict[Card, int] = {}
    choose = max if kind == "not before" else min
    for p in premises:
        if p.kind == kind and isinstance(p.x, Card) and isinstance(p.y, int):
            slots[p.x] = choose(slots.get(p.x, p.y), p.y)
    return slots


def _supposed(table: Table, fact: Claim, premises: Sequence[Claim]) -> Supposed | None:
    if fact.kind != "apart" or not isinstance(fact.x, Card) or not isinstance(fact.y, Card):
        return None
    return Supposed(table.turn, table.piled, (fact.x, fact.y), premises)


def cross(table: Table, fact: Claim, premises: Sequence[Claim]) -> bool:
    """Suppose that x goes with y. Then a card has no partner: each of its complements is x or y, or
    is excluded, or would go too early or too late."""
    supposed = _supposed(table, fact, premises)
    return supposed is not None and any(
        all(supposed.is_closed(u, w) for w in table.partners(u))
        for u in table.cards
        if u not in supposed.pair
    )


def squeeze(table: Table, fact: Claim, premises: Sequence[Claim]) -> bool:
    """Suppose that x goes with y. Then some cards of one rank have fewer partners left than they
    are, as the others are excluded, or would go too early or too late."""
    supposed = _supposed(table, fact, premises)
    if supposed is None:
        return False
    for rank in {card.rank for card in table.cards}:
        alike = [u for u in table.cards if u.rank == rank and u not in supposed.pair]
        for count in range(1, len(alike) + 1):
            for some in combinations(alike, count):
                others = table.partners(some[0])
                left = [w for w in others if not all(supposed.is_closed(u, w) for u in some)]
                if len(left) < count:
                    return True
    return False


def tangle(table: Table, fact: Claim, premises: Sequence[Claim]) -> bool:
    """Suppose that x goes with y. Then a set does not pair off: in each way one pair is excluded,
    or two pairs wait for each other, as a card of each goes before a card of the other."""
    supposed = _supposed(table, fact, premises)
    return supposed is not None and any(
        all(is_wrong(supposed, [*map(in_order, way)]) for way in table.complete(set(), rank))
        for rank in {card.rank for card in table.cards}
    )


def in_order(pair: frozenset[Card]) -> Pair:
    """Return the two cards of a pair, the lower one first."""
    one, other = sorted(pair)
    return one, other


def is_wrong(supposed: Supposed, way: Sequence[Pair]) -> bool:
    """Return whether a way to pair off a set has an excluded pair, or two that wait mutually."""
    return any(supposed.is_closed(*pair) for pair in way) or any(
        supposed.wait_for_each_other(one, other) for one, other in combinations(way, 2)
    )


def miss(table: Table, fact: Claim, premises: Sequence[Claim]) -> bool:
    """Suppose that x goes with y. Then a card would go before a slot that it waits for."""
    supposed = _supposed(table, fact, premises)
    return supposed is not None and any(supposed.high(c) <= supposed.low(c) for c in table.cards)


Premises = Sequence[Claim]


def _of(premises: Premises, *kinds: str) -> list[Claim]:
    return [p for p in premises if p.kind in kinds]


def _as_card(value: Card | int | None) -> Card:
    assert isinstance(value, Card)
    return value


def _as_slot(value: Card | int | None) -> int:
    assert isinstance(value, int)
    return value


def covers(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card that lies on another goes before it: only exposed cards go. Not if the two may go
    in an overlap discard."""
    x, y = _as_card(fact.x), _as_card(fact.y)
    return fact.kind == "before" and x in table.over.get(y, ()) and not table.overlap(x, y)


def turned(table: Table, fact: Claim, premises: Premises) -> bool:
    """A stock card does not go before it is turned."""
    return fact.kind == "not before" and 0 < table.slot(_as_card(fact.x)) == fact.y


def never_match(table: Table, fact: Claim, premises: Premises) -> bool:
    """Two cards of the stock do not go together if the turned card never matches the waste top:
    no other two of them are ever available in one moment."""
    both = {fact.x, fact.y} <= table.piled
    return fact.kind == "apart" and both and table.never_match


def uncovered(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card that lies directly on another and does not go with it goes before it."""
    x, y = _as_card(fact.x), _as_card(fact.y)
    apart = any(p.is_about(x, y) for p in _of(premises, "apart"))
    return fact.kind == "before" and x in table.over.get(y, ()) and apart


def order(table: Table, fact: Claim, premises: Premises) -> bool:
    """If one of two cards goes before the other, the two do not go together."""
    x, y = _as_card(fact.x), _as_card(fact.y)
    return fact.kind == "apart" and any(p.is_about(x, y) for p in _of(premises, "before"))


def taken(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card that goes with one card goes with no other."""
    return fact.kind == "apart" and any(
        len({p.x, p.y} & {fact.x, fact.y}) == 1 for p in _of(premises, "together")
    )


def window(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card that goes before a slot does not go with one that does not."""
    return fact.kind == "apart" and any(
        {high.x, low.x} == {fact.x, fact.y} and _as_slot(high.y) <= _as_slot(low.y)
        for high in _of(premises, "in time")
        for low in _of(premises, "not before")
    )


def late(table: Table, fact: Claim, premises: Premises) -> bool:
    """Two cards of stock and waste go together only while the later one is turned and the other is
    the waste top: two cards in the waste never match. If one of the two goes only in a later slot,
    they do not go together."""
    x, y = _as_card(fact.x), _as_card(fact.y)
    last = max(table.slot(x), table.slot(y))
    return (
        fact.kind == "apart"
        and {x, y} <= table.piled
        and last > 0
        and any(p.x in (x, y) and _as_slot(p.y) > last for p in _of(premises, "not before"))
    )


def chain(table: Table, fact: Claim, premises: Premises) -> bool:
    """If a goes before b, then a goes before all that goes after b, and b after all that goes
    before a. A slot that a waits for, b waits for, too. If b goes before a slot, so does a."""
    orders = _of(premises, "before")
    if fact.kind == "before":
        return any(p.x == fact.x and q.y == fact.y and p.y == q.x for p in orders for q in orders)
    if fact.kind == "not before":
        lows = _of(premises, "not before")
        return any(p.y == fact.x and q.x == p.x and q.y == fact.y for p in orders for q in lows)
    highs = _of(premises, "in time")
    return fact.kind == "in time" and any(
        p.x == fact.x and q.x == p.y and q.y == fact.y for p in orders for q in highs
    )


def partner(table: Table, fact: Claim, premises: Premises) -> bool:
    """What holds of the moment of a card holds of its partner: they go at one moment."""
    return any(
        (p.x == one and fact == Claim(p.kind, _as_card(other), p.y))
        or (p.kind == "before" and p.y == one and fact == Claim(p.kind, p.x, other))
        for pair in _of(premises, "together")
        for one, other in ((pair.x, pair.y), (pair.y, pair.x))
        for p in _of(premises, fact.kind)
    )


def stock_pair(table: Table, fact: Claim, premises: Premises) -> bool:
    """Two cards of stock and waste that go together go in the slot of the later one (`late`). The
    cards between them lie on the earlier one until then, so they go before."""
    for pair in _of(premises, "together"):
        x, y = _as_card(pair.x), _as_card(pair.y)
        i, j = sorted((x, y), key=table.slot)
        if not {i, j} <= table.piled or not table.slot(i) < table.slot(j):
            continue
        if fact.kind == "not before" and fact.x == i and fact.y == table.slot(j):
            return True
        if fact.kind == "in time" and fact.x in (i, j) and fact.y == table.slot(j) + 1:
            return True
        between = table.slot(i) < table.slot(_as_card(fact.x)) < table.slot(j)
        if fact.kind == "before" and fact.y == j and between:
            return True
    return False


def _parted(premises: Premises) -> Iterator[frozenset[Card]]:
    """Yield pairs of cards: one goes before a card or a slot, and the other does not."""
    orders = [(_as_card(p.x), _as_card(p.y)) for p in _of(premises, "before")]
    for x, y in orders:
        yield frozenset((x, y))
        yield from (frozenset((x, w)) for z, w in orders if z == y and w != x)
    for high in _of(premises, "in time"):
        for low in _of(premises, "not before"):
            if high.x != low.x and _as_slot(high.y) <= _as_slot(low.y):
                yield frozenset((_as_card(high.x), _as_card(low.x)))


def counting(table: Table, fact: Claim, premises: Premises) -> bool:
    """All cards of the sets go in pairs. If some pairs are excluded, the others must still pair off
    all cards of a set. `only` names a pair that all ways have, as the last two cards of their ranks
    do, and `share` one that no way has. `none left`, `crowd` and `supply` find no way. For the last
    a pair is excluded, too, if one of the two goes before a card or a slot, and the other does not:
    they go at one moment."""
    apart = {frozenset((_as_card(p.x), _as_card(p.y))) for p in _of(premises, "apart")}
    apart |= {pair for pair in _parted(premises) if table.match(*pair)}
    cards = [card for pair in apart for card in pair]
    if fact.kind == "together":
        cards.append(_as_card(fact.x))
    if not cards:
        return False
    ways = table.complete(apart, min(card.rank for card in cards))
    if fact.kind == "contradiction":
        return not ways
    pair = frozenset((_as_card(fact.x), _as_card(fact.y)))
    if fact.kind == "together":
        return all(pair in way for way in ways)
    return fact.kind == "apart" and all(pair not in way for way in ways)


def _all_partners(table: Table, z: Card, premises: Premises, holds: Callable[[Card], bool]) -> bool:
    """Return whether each complement of a card is excluded, or something holds of it."""
    apart = _of(premises, "apart")
    return all(any(p.is_about(z, y) for p in apart) or holds(y) for y in table.partners(z))


def wait(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card goes with one of its complements that are not excluded, at the same moment. What holds
    of the moments of all of them holds of the moment of the card."""
    if fact.kind == "before":
        x, y = _as_card(fact.x), _as_card(fact.y)
        return _all_partners(
            table, y, premises, lambda z: Claim("before", x, z) in premises
        ) or _all_partners(table, x, premises, lambda z: Claim("before", z, y) in premises)
    slot = _as_slot(fact.y)
    sign = 1 if fact.kind == "not before" else -1
    return fact.kind in ("not before", "in time") and _all_partners(
        table,
        _as_card(fact.x),
        premises,
        lambda z: any(
            p.x == z and sign * _as_slot(p.y) >= sign * slot for p in _of(premises, fact.kind)
        ),
    )


def either(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card z goes with x, or with a card that goes after x. So z goes with x or after it, and
    what goes after z goes after x. Likewise the other way round in time."""
    x, y = _as_card(fact.x), _as_card(fact.y)

    def from_x_on(c: Card) -> bool:
        return c == x or Claim("before", x, c) in premises

    def up_to_y(c: Card) -> bool:
        return c == y or Claim("before", c, y) in premises

    orders = [(_as_card(p.x), _as_card(p.y)) for p in _of(premises, "before")]
    return fact.kind == "before" and any(
        (b == y and table.match(a, x) and _all_partners(table, a, premises, from_x_on))
        or (a == x and table.match(b, y) and _all_partners(table, b, premises, up_to_y))
        for a, b in orders
    )


def buried(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card x of stock or waste is still there in the slot of a later stock card j. If x goes only
    in later slots, j is dealt onto it, and goes first. If x may go in that slot, not the first: its
    first pair has j, which is not the partner of x, so j goes first."""
    j, x = _as_card(fact.x), _as_card(fact.y)
    if fact.kind != "before" or not {j, x} <= table.piled or table.slot(x) >= table.slot(j):
        return False
    least = max((_as_slot(p.y) for p in _of(premises, "not before") if p.x == x), default=0)
    if least > table.slot(j):
        return True
    apart = not table.match(x, j) or any(p.is_about(x, j) for p in _of(premises, "apart"))
    return least == table.slot(j) >= 2 and apart


def ahead(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card a of stock or waste goes before a later stock card b does. While b lies on it, a
    cannot go. While b is turned, a goes before b only in slot 1, since the first pair of any other
    slot has b. So a goes before the slot of b, or before slot 2. It is the same if a goes before a
    slot until which b waits."""
    a, slot = _as_card(fact.x), fact.y
    for b in table.turn:
        if slot != max(table.slot(b), 2) or table.slot(a) >= table.slot(b):
            continue
        if a not in table.piled or fact.kind != "in time":
            continue
        highs = [_as_slot(p.y) for p in _of(premises, "in time") if p.x == a]
        lows = [_as_slot(p.y) for p in _of(premises, "not before") if p.x == b]
        if Claim("before", a, b) in premises or any(h <= v for h in highs for v in lows):
            return True
    return False


def circle(table: Table, fact: Claim, premises: Premises) -> bool:
    """Each of two cards would go before the other."""
    orders = _of(premises, "before")
    return fact.kind == "contradiction" and any(
        p.x == q.y and p.y == q.x for p in orders for q in orders
    )


def never(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card would go before a slot that it waits for."""
    return fact.kind == "contradiction" and any(
        p.x == q.x and _as_slot(q.y) <= _as_slot(p.y)
        for p in _of(premises, "not before")
        for q in _of(premises, "in time")
    )


def clash(table: Table, fact: Claim, premises: Premises) -> bool:
    """Two cards go together. But they do not, or one goes before the other."""
    others = _of(premises, "apart", "before")
    return fact.kind == "contradiction" and any(
        p.is_about(_as_card(q.x), _as_card(q.y)) for p in _of(premises, "together") for q in others
    )


CHECKS: Final[Mapping[str, Callable[[Table, Claim, Premises], bool]]] = {
    check.__name__.replace("_", " "): check
    for check in (
        *(covers, turned, never_match, uncovered, order, taken, window, late, chain, partner),
        *(stock_pair, wait, either, buried, ahead, cross, squeeze, miss, tangle, circle, never),
        clash,
    )
} | dict.fromkeys(("only", "share", "none left", "crowd", "supply"), counting)
"""The check of each technique, which has its name or is `counting`. `supposed` and `trial` are for
`check`, which follows the trials."""
