# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What is known of the prompt solutions of a few sets, the cheapest first, and on what it rests.

A fact is a number (`codes`): its kind, a card, and another card or a slot. Techniques offer facts;
the cheapest offer is derived next, as Knuth's generalization of Dijkstra's algorithm has it.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers, long_integers, shorts, signed_bytes, words

if not cython.compiled:
    from pyrtool.kernel.deduction.codes import (
        APART,
        BEFORE,
        CONTRADICTION,
        FACTS,
        GREATEST,
        IN_PAIR,
        IN_TIME,
        NOT_BEFORE,
        PREMISES,
    )
    from pyrtool.kernel.numbers.bits import highest_bit, lowest_bit
    from pyrtool.kernel.numbers.buffers import Words

DEAREST = cython.declare(cython.longlong, 1 << 44)
BIT = cython.declare(cython.ulonglong, 1)
EVERY = cython.declare(cython.ulonglong, (1 << 64) - 1)
OFFERS = cython.declare(cython.int, 1 << 17)  # offers that wait


@cython.cclass
class Facts:
    """The cards of a position, what was derived of some of them, and what waits to be.

    Args:
        above: For each card the mask of the cards that must go before it.
        weak: For each card the cards that lie directly on it and may go with it.
        turn: For each card the slot in which it is turned, 0 where it was turned or laid out.
        waste: The mask of the cards in the waste.
        partners: For each card the cards of its complement.
        mates: For each card the cards of its rank, itself among them.
        stock_pairs: Whether two cards of stock and waste may go together.
        cost: What a step of each technique costs.

    Raises:
        ValueError: There are more than its arrays hold, or not as many of each.
    """

    def __init__(
        self,
        above: Words,
        weak: Words,
        turn: "list[int]",
        waste: cython.ulonglong,
        partners: Words,
        mates: Words,
        stock_pairs: bool,
        cost: "list[int]",
    ) -> None:
        if len(turn) > 64 or len(cost) > 32:
            raise ValueError(f"{len(turn)} cards, {len(cost)} costs: up to 64 and 32")
        if min(len(above), len(weak), len(partners), len(mates)) < len(turn):
            raise ValueError("every card has cards above it, partners and mates")
        if turn and not (min(turn) >= 0 and max(turn) < 63):
            raise ValueError("a slot: from 0 to 62")
        self.cards, self.waste, self.stock_pairs = len(turn), waste, stock_pairs
        self.above, self.weak, self.partners, self.mates = above, weak, partners, mates
        self.turn, self.cost = integers(64), integers(32)
        i: cython.int
        self.stock, self.end = 0, max(turn, default=0) + 1
        for i in range(self.cards):
            self.turn[i] = turn[i]
            if self.turn[i] > 0:
                self.stock |= BIT << i
        for i, price in enumerate(cost):
            self.cost[i] = price
        self.chosen = self.waiting = self.touched_count = self.mode = 0
        self.banned, self.limited = -1, False
        self.technique, self.derived = signed_bytes(FACTS), signed_bytes(FACTS)
        self.allowed, self.favoured = bytearray(FACTS), bytearray(FACTS)
        for i in range(FACTS):
            self.technique[i] = -1
        self.price, self.premise_of = long_integers(FACTS), shorts(FACTS * PREMISES)
        self.premise_count, self.given = bytearray(FACTS), integers(PREMISES + 1)
        self.heap, self.touched = long_integers(OFFERS + 1), integers(FACTS)
        self.cone = integers(FACTS)
        self.masks, self.kept_masks = words(7 * 64), words(7 * 64)
        self.up, self.down, self.no = self.masks[:64], self.masks[64:128], self.masks[128:192]
        self.lows, self.highs = self.masks[192:256], self.masks[256:320]
        self.may_up, self.may_down = self.masks[320:384], self.masks[384:448]
        self.slots, self.kept_slots = integers(3 * 64), integers(3 * 64)
        self.mate, self.lo, self.hi = self.slots[:64], self.slots[64:128], self.slots[128:192]
        self.kept_count = -1

    def check(self, facts: "list[int]", count: int, techniques: int) -> None:
        """Reject facts that are none, and a count of techniques that is not that of some facts.

        Raises:
            ValueError: It is so.
        """
        if facts and not (min(facts) >= 0 and max(facts) < FACTS):
            raise ValueError(f"a fact: from 0 to {FACTS - 1}")
        if techniques != count:
            raise ValueError(f"{count} facts, {techniques} techniques")

    def before(self, a: cython.int, b: cython.int) -> cython.int:
        """The fact that card a goes before card b."""
        return BEFORE << 12 | a << 6 | b

    def apart(self, x: cython.int, y: cython.int) -> cython.int:
        """The fact that two cards do not go together."""
        return APART << 12 | (x << 6 | y if x < y else y << 6 | x)

    def together(self, x: cython.int, y: cython.int) -> cython.int:
        """The fact that two cards go together."""
        return IN_PAIR << 12 | (x << 6 | y if x < y else y << 6 | x)

    def at_least(self, x: cython.int, v: cython.int) -> cython.int:
        """A derived fact that card x does not go before slot v: the one that was derived first."""
        return NOT_BEFORE << 12 | x << 6 | (v + lowest_bit(self.lows[x] >> v))

    def at_most(self, x: cython.int, v: cython.int) -> cython.int:
        """A derived fact that card x goes before slot v: the one that was derived first."""
        return IN_TIME << 12 | x << 6 | highest_bit(self.highs[x] & ((BIT << (v + 1)) - 1))

    def is_old(self, fact: cython.int) -> cython.bint:
        """Whether a fact says no more than what is derived."""
        kind: cython.int = fact >> 12
        x: cython.int = (fact >> 6) & 63
        v: cython.int = fact & 63
        if self.derived[fact]:
            return True
        if kind == NOT_BEFORE:
            return v <= self.lo[x]
        if kind == IN_TIME:
            return v >= self.hi[x]
        return False

    def offer(self, fact: cython.int, technique: cython.int, count: cython.int) -> cython.void:
        """Offer a fact that rests on the first `count` facts of `given`."""
        price: cython.longlong = 0
        i: cython.int
        if self.is_old(fact) or fact == self.banned or (self.limited and not self.allowed[fact]):
            return
        for i in range(count):
            if self.mode == GREATEST or self.favoured[fact]:
                price = max(price, self.price[self.given[i]])
            else:
                price += self.price[self.given[i]]
        price += 1 if self.favoured[fact] else self.cost[technique]
        price = min(price, DEAREST)
        if self.technique[fact] >= 0 and self.price[fact] <= price:
            return
        if self.technique[fact] < 0:
            self.touched[self.touched_count] = fact
            self.touched_count += 1
        self.technique[fact], self.price[fact] = technique, price
        self.premise_count[fact] = count
        for i in range(count):
            self.premise_of[fact * PREMISES + i] = self.given[i]
        self.push(price << 16 | fact)

    def offer_one(self, fact: cython.int, technique: cython.int, a: cython.int) -> cython.void:
        """Offer a fact that rests on one."""
        self.given[0] = a
        self.offer(fact, technique, 1)

    def offer_two(
        self, fact: cython.int, technique: cython.int, a: cython.int, b: cython.int
    ) -> cython.void:
        """Offer a fact that rests on two."""
        self.given[0], self.given[1] = a, b
        self.offer(fact, technique, 2)

    def pass_on(
        self, f: cython.int, technique: cython.int, kind: cython.int, x: cython.int, y: cython.int
    ) -> cython.void:
        """The slots of x, of one kind, hold for y, too."""
        rest: cython.ulonglong = self.lows[x] if kind == NOT_BEFORE else self.highs[x]
        v: cython.int
        while rest:
            v = lowest_bit(rest)
            rest &= rest - 1
            self.offer_two(kind << 12 | y << 6 | v, technique, f, kind << 12 | x << 6 | v)

    def add(self, count: cython.int, fact: cython.int) -> cython.int:
        """Note a fact after `count` others in `given`, unless it is one of them; how many there are then."""
        i: cython.int
        for i in range(min(count, PREMISES)):
            if self.given[i] == fact:
                return count
        if count < PREMISES:
            self.given[count] = fact
        return min(count, PREMISES) + 1

    def push(self, key: cython.longlong) -> cython.void:
        """Put an offer on the heap. An offer for which there is no room is not made: that draws fewer
        conclusions, and no wrong one."""
        i: cython.int = self.waiting + 1
        if i > OFFERS:
            return
        self.waiting = i
        while i > 1 and self.heap[i >> 1] > key:
            self.heap[i] = self.heap[i >> 1]
            i >>= 1
        self.heap[i] = key

    def pop(self) -> cython.longlong:
        """Take the cheapest offer from the heap."""
        least: cython.longlong = self.heap[1]
        last: cython.longlong = self.heap[self.waiting]
        i: cython.int = 1
        k: cython.int
        self.waiting -= 1
        while 2 * i <= self.waiting:
            k = 2 * i
            if k < self.waiting and self.heap[k + 1] < self.heap[k]:
                k += 1
            if self.heap[k] >= last:
                break
            self.heap[i] = self.heap[k]
            i = k
        self.heap[i] = last
        return least

    def clear(self) -> cython.void:
        """Forget all facts."""
        i: cython.int
        self.clear_from(0)
        self.kept_count = -1
        for i in range(self.cards):
            self.up[i] = self.down[i] = self.no[i] = self.lows[i] = self.highs[i] = 0
            self.mate[i], self.lo[i], self.hi[i] = -1, 0, self.end
            self.may_up[i] = self.may_down[i] = 0 if self.limited else EVERY ^ BIT << i

    def clear_from(self, first: cython.int) -> cython.void:
        """Forget all facts that were offered after the first few, but not what cards have of them."""
        i: cython.int
        for i in range(first, self.touched_count):
            self.technique[self.touched[i]] = -1
            self.derived[self.touched[i]] = 0
        self.touched_count, self.waiting = first, 0

    def take(self) -> cython.int:
        """Derive the cheapest fact that is offered, and return it; -1 if none is."""
        key: cython.longlong
        fact: cython.int
        while self.waiting:
            key = self.pop()
            fact = key & 0xFFFF
            if self.price[fact] == key >> 16 and not self.is_old(fact):
                self.derived[fact] = 1
                self.note(fact)
                return fact
        return -1

    def note(self, fact: cython.int) -> cython.void:
        """Enter a derived fact in the masks and slots of its cards."""
        kind: cython.int = fact >> 12
        x: cython.int = (fact >> 6) & 63
        y: cython.int = fact & 63
        if fact == CONTRADICTION:
            return
        if kind == BEFORE:
            self.down[x] |= BIT << y
            self.up[y] |= BIT << x
            self.may_down[x] &= ~(BIT << y)
            self.may_up[y] &= ~(BIT << x)
        elif kind == APART:
            self.no[x] |= BIT << y
            self.no[y] |= BIT << x
        elif kind == IN_PAIR:
            self.mate[x], self.mate[y] = y, x
        elif kind == NOT_BEFORE:
            self.lows[x] |= BIT << y
            self.lo[x] = y
        else:
            self.highs[x] |= BIT << y
            self.hi[x] = y

    def step(self, fact: int) -> "list[int]":
        """The technique of a derived fact and its premises; nothing if it is not derived."""
        self.check([fact], 0, 0)
        if not self.derived[fact]:
            return []
        first: cython.int = fact * PREMISES
        count: cython.int = self.premise_count[fact]
        return [self.technique[fact], *[self.premise_of[first + i] for i in range(count)]]

    def weight(self, end: int) -> int:
        """What the steps cost together that a derived fact rests on, its own among them.

        Raises:
            ValueError: The fact is none.
        """
        self.check([end], 0, 0)
        count: cython.int = self.gather(end, 0)
        total: cython.int = 0
        i: cython.int
        for i in range(count):
            total += self.cost[self.technique[self.cone[i]]]
        self.forget_cone(count)
        return total

    def derivation(self, ends: "list[int]") -> "dict[int, tuple[int, tuple[int, ...]]]":
        """The steps that some derived facts rest on, each after those that it rests on itself.

        Raises:
            ValueError: A fact is none.
        """
        self.check(ends, 0, 0)
        found = {}
        count: cython.int = 0
        i: cython.int
        for end in ends:
            count = self.gather(end, count)
        for i in range(count):
            technique, *premises = self.step(self.cone[i])
            found[self.cone[i]] = (technique, tuple(premises))
        self.forget_cone(count)
        return found

    def facts(self) -> "list[int]":
        """All derived facts, in the order of their numbers."""
        some = [self.touched[i] for i in range(self.touched_count)]
        return sorted(fact for fact in some if self.derived[fact])

    def gather(self, end: cython.int, count: cython.int) -> cython.int:
        """Put a derived fact and what it rests on into `cone`, after `count` other facts and each
        after its own premises; how many there are then; none for a fact that is not derived. They are marked in `derived`."""
        depth: cython.int = self.derived[end] == 1
        fact: cython.int
        premise: cython.int
        i: cython.int
        self.heap[0] = end
        while depth:
            fact = self.heap[depth - 1]
            if self.derived[fact] == 1:
                self.derived[fact] = 2
                for i in range(self.premise_count[fact] - 1, -1, -1):
                    premise = self.premise_of[fact * PREMISES + i]
                    if self.derived[premise] == 1:
                        self.heap[depth] = premise
                        depth += 1
                continue
            depth -= 1
            if self.derived[fact] == 2:
                self.derived[fact] = 3
                self.cone[count] = fact
                count += 1
        return count

    def forget_cone(self, count: cython.int) -> cython.void:
        """Forget the marks of facts in `cone`."""
        i: cython.int
        for i in range(count):
            self.derived[self.cone[i]] = 1
