# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Deductions about which card goes with which, and when, each with what it rests on."""

import cython

if not cython.compiled:
    from pyrtool.kernel.numbers import *


# What is known of the prompt solutions of a few sets, the cheapest first, and on what it rests.
#
# A fact is a number (`Facts`): its kind, a card, and another card or a slot. Techniques offer
# facts; the cheapest offer is derived next, as Knuth's generalization of Dijkstra's algorithm has
# it.

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
        self.crosses = Crosses(self)

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
        """Return the fact that card a goes before card b."""
        return BEFORE << 12 | a << 6 | b

    def apart(self, x: cython.int, y: cython.int) -> cython.int:
        """Return the fact that two cards do not go together."""
        return APART << 12 | (x << 6 | y if x < y else y << 6 | x)

    def together(self, x: cython.int, y: cython.int) -> cython.int:
        """Return the fact that two cards go together."""
        return IN_PAIR << 12 | (x << 6 | y if x < y else y << 6 | x)

    def at_least(self, x: cython.int, v: cython.int) -> cython.int:
        """Return the fact derived first that card x does not go before slot v."""
        return NOT_BEFORE << 12 | x << 6 | (v + lowest_bit(self.lows[x] >> v))

    def at_most(self, x: cython.int, v: cython.int) -> cython.int:
        """Return the fact derived first that card x goes before slot v."""
        return IN_TIME << 12 | x << 6 | highest_bit(self.highs[x] & ((BIT << (v + 1)) - 1))

    def order(self, a: cython.int, b: cython.int) -> cython.int:
        """Return the fact that card a goes before card b; -1 if that is not derived."""
        return self.before(a, b) if self.down[a] >> b & 1 else -1

    def excluded(self, x: cython.int, y: cython.int) -> cython.int:
        """Return the fact that two cards do not go together; -1 if that is not derived."""
        return self.apart(x, y) if self.no[x] >> y & 1 else -1

    def bound(self, x: cython.int, v: cython.int, high: cython.bint) -> cython.int:
        """Return the fact that card x does not go before slot v, or does if it is `high`; -1 if
        that is not derived."""
        if high:
            return self.at_most(x, v) if self.hi[x] <= v else -1
        return self.at_least(x, v) if self.lo[x] >= v else -1

    def is_old(self, fact: cython.int) -> cython.bint:
        """Return whether a fact says no more than what is derived."""
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
        """Let the slots of x, of one kind, hold for y, too."""
        rest: cython.ulonglong = self.lows[x] if kind == NOT_BEFORE else self.highs[x]
        while rest:
            v: cython.int = lowest_bit(rest)
            rest &= rest - 1
            self.offer_two(kind << 12 | y << 6 | v, technique, f, kind << 12 | x << 6 | v)

    def add(self, count: cython.int, fact: cython.int) -> cython.int:
        """Note a fact after `count` others in `given`, unless it is one of them; return how many
        there are then."""
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
        self.waiting -= 1
        while 2 * i <= self.waiting:
            k: cython.int = 2 * i
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
        for i in range(first, self.touched_count):
            self.technique[self.touched[i]] = -1
            self.derived[self.touched[i]] = 0
        self.touched_count, self.waiting = first, 0

    def take(self) -> cython.int:
        """Derive the cheapest fact that is offered, and return it; -1 if none is."""
        while self.waiting:
            key: cython.longlong = self.pop()
            fact: cython.int = key & 0xFFFF
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
        """Return the technique of a derived fact and its premises; nothing if it is not derived."""
        self.check([fact], 0, 0)
        if not self.derived[fact]:
            return []
        first: cython.int = fact * PREMISES
        count: cython.int = self.premise_count[fact]
        return [self.technique[fact], *[self.premise_of[first + i] for i in range(count)]]

    def weight(self, end: int) -> int:
        """Return what the steps cost together that a derived fact rests on, its own among them.

        Raises:
            ValueError: The fact is none.
        """
        self.check([end], 0, 0)
        count: cython.int = self.gather(end, 0)
        total: cython.int = 0
        for i in range(count):
            total += self.cost[self.technique[self.cone[i]]]
        self.forget_cone(count)
        return total

    def derivation(self, ends: "list[int]") -> "dict[int, tuple[int, tuple[int, ...]]]":
        """Return the steps that some derived facts rest on, each after those it rests on itself.

        Raises:
            ValueError: A fact is none.
        """
        self.check(ends, 0, 0)
        found = {}
        count: cython.int = 0
        for end in ends:
            count = self.gather(end, count)
        for i in range(count):
            technique, *premises = self.step(self.cone[i])
            found[self.cone[i]] = (technique, tuple(premises))
        self.forget_cone(count)
        return found

    def facts(self) -> "list[int]":
        """Return all derived facts, in the order of their numbers."""
        some = [self.touched[i] for i in range(self.touched_count)]
        return sorted([fact for fact in some if self.derived[fact]])

    def gather(self, end: cython.int, count: cython.int) -> cython.int:
        """Put a derived fact and what it rests on into `cone`, after `count` other facts and each
        after its own premises; return how many there are then, none for a fact that is not derived.
        They are marked in `derived`."""
        depth: cython.int = self.derived[end] == 1
        i: cython.int
        self.heap[0] = end
        while depth:
            fact: cython.int = self.heap[depth - 1]
            if self.derived[fact] == 1:
                self.derived[fact] = 2
                for i in range(self.premise_count[fact] - 1, -1, -1):
                    premise: cython.int = self.premise_of[fact * PREMISES + i]
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
        for i in range(count):
            self.derived[self.cone[i]] = 1

    # Techniques about the partners that are left to a card.

    def count_partners(self, x: cython.int, y: cython.int) -> cython.void:
        """Find, as two cards do not go together, cards of one rank that have as few others left as
        they are, or fewer. Only those count for which this matters."""
        lows: cython.ulonglong = self.mates[min(x, y)] & self.chosen
        highs: cython.ulonglong = self.mates[max(x, y)] & self.chosen
        low: cython.int = min(x, y)
        high: cython.int = max(x, y)
        size: cython.int = count_bits(lows)
        some: cython.ulonglong = (0 - lows) & lows
        cython.declare(reach=cython.ulonglong, rest=cython.ulonglong)
        while some:
            if some >> low & 1:
                reach, rest = 0, some
                while rest:
                    own: cython.int = lowest_bit(rest)
                    rest &= rest - 1
                    reach |= self.partners[own] & ~self.no[own]
                reach &= highs
                own = count_bits(some)
                if not reach >> high & 1 and count_bits(reach) <= own:
                    few: cython.ulonglong = 0
                    while True:  # every part of `highs`
                        others: cython.int = count_bits(few)
                        if (
                            few & reach == reach
                            and not few >> high & 1
                            and (others == own - 1 or (others == own and own < size))
                        ):
                            self.too_few(some, highs, few)
                        few = (few - highs) & highs
                        if few == 0:
                            break
            some = (some - lows) & lows

    def too_few(
        self, some: cython.ulonglong, highs: cython.ulonglong, few: cython.ulonglong
    ) -> cython.void:
        """Derive what follows when cards of a rank have only a few others to go with: `only`,
        `share`, `none left` and `crowd`, by how many they are."""
        count: cython.int = 0
        own: cython.int = count_bits(some)
        size: cython.int = count_bits(highs)
        rest: cython.ulonglong = some
        while rest:
            x: cython.int = lowest_bit(rest)
            rest &= rest - 1
            others: cython.ulonglong = highs & ~few
            while others:
                self.given[count] = self.apart(x, lowest_bit(others))
                others &= others - 1
                count += 1
        lows: cython.ulonglong = self.mates[x] & self.chosen & ~some
        if count_bits(few) < own:
            self.offer(CONTRADICTION, NONE_LEFT if own == 1 or own == size else CROWD, count)
        elif own == 1 or own == size - 1:
            if own == 1:
                self.offer(self.together(x, lowest_bit(few)), ONLY, count)
            if own == size - 1:
                self.offer(self.together(lowest_bit(lows), lowest_bit(highs & ~few)), ONLY, count)
        else:
            while lows:
                x = lowest_bit(lows)
                lows &= lows - 1
                others = few
                while others:
                    self.offer(self.apart(x, lowest_bit(others)), SHARE, count)
                    others &= others - 1

    def cheaper(self, one: cython.int, other: cython.int) -> cython.int:
        """Return the cheaper of two facts. A fact of -1 is none."""
        if one < 0 or (other >= 0 and self.price[other] < self.price[one]):
            return other
        return one

    def orders_of_all(
        self,
        z: cython.int,
        c: cython.int,
        later: cython.bint,
        skipped: cython.ulonglong,
        count: cython.int,
    ) -> cython.int:
        """Note, after `count` other facts, that each possible partner of z but those skipped goes
        after c, or is excluded; before c, if c is the later one. Return how many orders there are,
        or -1 if it is not so."""
        rest: cython.ulonglong = self.partners[z] & self.chosen & ~skipped
        orders: cython.int = 0
        if rest & ~self.no[z] & ~(self.up[c] if later else self.down[c]):
            return -1
        while rest:
            y: cython.int = lowest_bit(rest)
            rest &= rest - 1
            order: cython.int = self.order(y, c) if later else self.order(c, y)
            order = self.cheaper(self.excluded(z, y), order)
            orders += order >> 12 == 0
            self.given[count] = order
            count += 1
        return orders

    def wait(self, z: cython.int, c: cython.int, later: cython.bint) -> cython.void:
        """Derive by `wait`: every possible partner of z waits for c, so z does; if c is the later
        one, it waits for each of them, so for z."""
        if not (self.may_down[z] if later else self.may_up[z]) >> c & 1:
            return
        if self.orders_of_all(z, c, later, 0, 0) > 1:
            fact: cython.int = self.before(z, c) if later else self.before(c, z)
            self.offer(fact, WAIT, count_bits(self.partners[z] & self.chosen))

    def wait_for_slot(self, z: cython.int, high: cython.bint) -> cython.void:
        """Derive by `wait`: no possible partner of z goes before slot v, so z does not; or all of
        them do, so z does, if v is `high`."""
        rest: cython.ulonglong = self.partners[z] & self.chosen & ~self.no[z]
        v: cython.int = 0 if high else self.end
        count: cython.int = 0
        if rest == 0:
            return
        while rest:
            y: cython.int = lowest_bit(rest)
            rest &= rest - 1
            v = max(v, self.hi[y]) if high else min(v, self.lo[y])
        if self.hi[z] <= v if high else self.lo[z] >= v:
            return
        rest = self.partners[z] & self.chosen
        while rest:
            y = lowest_bit(rest)
            rest &= rest - 1
            self.given[count] = self.cheaper(self.excluded(z, y), self.bound(y, v, high))
            count += 1
        self.offer((IN_TIME if high else NOT_BEFORE) << 12 | z << 6 | v, WAIT, count)

    def either(self, z: cython.int, c: cython.int, later: cython.bint) -> cython.void:
        """Derive by `either`: z goes with c or with a card that goes later; what waits for z waits
        for c. Or, if c is the later one, z goes with c or with a card that goes earlier; c waits for
        what z waits for."""
        rest: cython.ulonglong = self.down[z] & self.may_down[c]
        if later:
            rest = self.up[z] & self.may_up[c]
        if rest == 0 or self.orders_of_all(z, c, later, BIT << c, 1) < 1:
            return
        count: cython.int = count_bits(self.partners[z] & self.chosen & ~(BIT << c)) + 1
        while rest:
            y: cython.int = lowest_bit(rest)
            rest &= rest - 1
            self.given[0] = self.before(y, z) if later else self.before(z, y)
            self.offer(self.before(y, c) if later else self.before(c, y), EITHER, count)

    def short_before(self, b: cython.int, a: cython.int) -> cython.void:
        """Derive by `supply`: cards of the rank of a go before b, and too few partners of theirs do."""
        some: cython.ulonglong = self.mates[a] & self.chosen & self.up[b]
        late: cython.ulonglong = self.down[b] | BIT << b
        self.too_few_in_time(some, late, b, 0)

    def short_by(self, v: cython.int, a: cython.int) -> cython.void:
        """Derive by `supply`: cards of the rank of a go before slot v, and too few partners do."""
        some: cython.ulonglong = 0
        late: cython.ulonglong = 0
        rest: cython.ulonglong = (self.mates[a] | self.partners[a]) & self.chosen
        while rest:
            x: cython.int = lowest_bit(rest)
            rest &= rest - 1
            if self.mates[a] >> x & 1:
                some |= (BIT << x) * (self.hi[x] <= v)
            else:
                late |= (BIT << x) * (self.lo[x] >= v)
        self.too_few_in_time(some, late, -1, v)

    def too_few_in_time(
        self, some: cython.ulonglong, late: cython.ulonglong, b: cython.int, v: cython.int
    ) -> cython.void:
        """Derive by `supply` a contradiction if cards that go before b, or before slot v, are more
        than their partners that do not go later and are not excluded for all of them."""
        if some & (some - 1) == 0:
            return
        if some == self.mates[lowest_bit(some)] & self.chosen:
            return  # then a partner that goes later has none left
        a: cython.int = lowest_bit(some)
        highs: cython.ulonglong = self.partners[a] & self.chosen
        closed: cython.ulonglong = EVERY
        rest: cython.ulonglong = some
        count: cython.int = 0
        while rest:
            closed &= self.no[lowest_bit(rest)]
            rest &= rest - 1
        rest = highs & (late | closed)
        if late & highs == 0 or rest == highs or count_bits(highs & ~rest) >= count_bits(some):
            return
        while rest:
            y: cython.int = lowest_bit(rest)
            rest &= rest - 1
            if late >> y & 1 and y == b:
                continue
            if late >> y & 1:
                count = self.add(count, self.before(b, y) if b >= 0 else self.at_least(y, v))
                continue
            others: cython.ulonglong = some
            while others:
                count = self.add(count, self.apart(lowest_bit(others), y))
                others &= others - 1
        while some:
            a = lowest_bit(some)
            some &= some - 1
            count = self.add(count, self.before(a, b) if b >= 0 else self.at_most(a, v))
        if count > PREMISES:
            return
        for y in range(count):  # what the table shows alone is a `crowd`
            technique: cython.int = self.technique[self.given[y]]
            if technique not in (COVERS, TURNED) and self.given[y] >> 12 != APART:
                self.offer(CONTRADICTION, SUPPLY, count)
                return

    def look_again(self, z: cython.int) -> cython.void:
        """Derive what follows from the partners left to a card that has lost one."""
        left: cython.ulonglong = self.partners[z] & self.chosen & ~self.no[z]
        rest: cython.ulonglong = left
        before: cython.ulonglong = self.chosen
        after: cython.ulonglong = self.chosen
        if left == 0:
            return
        while rest:
            y: cython.int = lowest_bit(rest)
            rest &= rest - 1
            before &= self.up[y]
            after &= self.down[y]
        while before:
            self.wait(z, lowest_bit(before), False)
            before &= before - 1
        while after:
            self.wait(z, lowest_bit(after), True)
            after &= after - 1
        self.wait_for_slot(z, False)
        self.wait_for_slot(z, True)
        rest = left
        while rest:
            self.either(z, lowest_bit(rest), False)
            self.either(z, lowest_bit(rest), True)
            rest &= rest - 1


# Techniques about what two cards would leave to others if they went together.
#
# `pyrtool.answers.explain.techniques` has the proof of each technique.


@cython.cclass
class Crosses:
    """The techniques about a supposition that excludes itself in one step.

    Args:
        known: What was derived before.
    """

    def __init__(self, known: Facts) -> None:
        self.known = known
        self.low_if, self.high_if, self.own_high = integers(64), integers(64), integers(64)
        self.choice, self.open_to = integers(64), words(64)

    def look_for_crosses(self) -> cython.bint:
        """Try `cross`, `squeeze` and `miss` for all pairs that may still go together, and `tangle`
        if they give nothing; return whether anything was offered."""
        count: cython.int
        for ways in range(2):
            rest: cython.ulonglong = self.known.chosen
            while rest:
                x: cython.int = lowest_bit(rest)
                rest &= rest - 1
                if self.known.mate[x] >= 0:
                    continue
                others: cython.ulonglong = (
                    self.known.partners[x]
                    & self.known.chosen
                    & ~self.known.no[x]
                    & ~((BIT << x) - 1)
                )
                while others:
                    y: cython.int = lowest_bit(others)
                    others &= others - 1
                    if self.known.limited and not self.known.allowed[self.known.apart(x, y)]:
                        continue
                    self.suppose(x, y)
                    if ways == 0:
                        self.missed()
                    left: cython.ulonglong = self.known.chosen
                    while left:
                        z: cython.int = lowest_bit(left)
                        left &= ~(self.known.mates[z] | self.known.partners[z])
                        if self.touches(self.known.mates[z], self.known.partners[z]):
                            if ways == 0:
                                self.squeezed(self.known.mates[z], self.known.partners[z])
                                continue
                            count = self.tangled(self.known.mates[z], self.known.partners[z], 0)
                            if 0 < count <= PREMISES:
                                self.known.offer(self.known.apart(x, y), TANGLE, count)
            if self.known.waiting > 0:
                return True
        return False

    def suppose(self, x: cython.int, y: cython.int) -> cython.void:
        """Note what holds if x goes with y: orders, and the slots of each card."""
        piled: cython.ulonglong = self.known.stock | self.known.waste
        k: cython.int = max(self.known.turn[x], self.known.turn[y])
        rest: cython.ulonglong = self.known.chosen
        self.x, self.y, self.both, self.moved = x, y, BIT << x | BIT << y, 0
        self.earlier = self.known.up[x] | self.known.up[y]
        self.later = self.known.down[x] | self.known.down[y]
        self.pair_low = max(self.known.lo[x], self.known.lo[y])
        self.pair_high = min(self.known.hi[x], self.known.hi[y])
        if piled >> x & 1 and piled >> y & 1 and k > 0:
            self.pair_low = max(self.pair_low, k)
            self.pair_high = min(self.pair_high, k + 1)
        self.own_high[x], self.own_high[y] = self.high_ahead(x), self.high_ahead(y)
        self.pair_high = min(self.pair_high, min(self.own_high[x], self.own_high[y]))
        while rest:
            c: cython.int = lowest_bit(rest)
            rest &= rest - 1
            self.own_high[c] = self.high_ahead(c)
            self.low_if[c] = self.known.lo[c]
            self.high_if[c] = min(self.known.hi[c], self.own_high[c])
            if (self.later | self.both) >> c & 1:
                self.low_if[c] = max(self.low_if[c], self.pair_low)
            if (self.earlier | self.both) >> c & 1:
                self.high_if[c] = min(self.high_if[c], self.pair_high)
            if self.low_if[c] != self.known.lo[c] or self.high_if[c] != self.known.hi[c]:
                self.moved |= BIT << c

    def touches(self, lows: cython.ulonglong, highs: cython.ulonglong) -> cython.bint:
        """Return whether the supposition has a bearing on with whom the cards of two ranks may go."""
        if (lows | highs) & (self.both | self.moved):
            return True
        if lows & self.earlier and highs & self.later:
            return True
        return (lows & self.later) != 0 and (highs & self.earlier) != 0

    def high_ahead(self, c: cython.int) -> cython.int:
        """Return the slot before which a stock or waste card goes by `ahead`, if x goes with y."""
        rest: cython.ulonglong = self.later
        found: cython.int = self.known.end
        if not (self.known.stock | self.known.waste) >> c & (self.earlier | self.both) >> c & 1:
            return found
        if self.earlier >> c & 1:
            rest |= self.both
        rest &= self.known.stock & self.known.chosen
        while rest:
            b: cython.int = lowest_bit(rest)
            rest &= rest - 1
            if self.known.turn[b] > self.known.turn[c]:
                found = min(found, max(self.known.turn[b], 2))
        return found

    def in_order(self, u: cython.int, some: cython.ulonglong) -> cython.ulonglong:
        """Return which of some cards u may go with by the orders alone, if x goes with y."""
        if self.both >> u & 1:
            return some & self.both & ~(BIT << u)
        some &= ~self.known.no[u] & ~self.both
        if self.earlier >> u & 1:
            some &= ~self.later
        if self.later >> u & 1:
            some &= ~self.earlier
        return some

    def is_in_time(self, u: cython.int, w: cython.int) -> cython.bint:
        """Return whether there is a moment at which u may go with w, if x goes with y."""
        piled: cython.ulonglong = self.known.stock | self.known.waste
        last: cython.int = max(self.known.turn[u], self.known.turn[w])
        if self.both >> u & 1:
            return True
        if self.high_if[u] <= self.low_if[w] or self.high_if[w] <= self.low_if[u]:
            return False
        return not (
            piled >> u & piled >> w & 1 and last > 0 and max(self.low_if[u], self.low_if[w]) > last
        )

    def missed(self) -> cython.void:
        """Derive by `miss`: find a card that would wait for a slot before which it goes."""
        rest: cython.ulonglong = self.moved
        while rest:
            c: cython.int = lowest_bit(rest)
            rest &= rest - 1
            if self.high_if[c] <= self.low_if[c]:
                count: cython.int = self.why_high(c, self.high_if[c], 0)
                count = self.why_low(c, self.high_if[c], count)
                if count <= PREMISES:
                    self.known.offer(self.known.apart(self.x, self.y), MISS, count)

    def squeezed(self, lows: cython.ulonglong, highs: cython.ulonglong) -> cython.bint:
        """Derive by `cross` and `squeeze`: find cards of a rank that would have fewer others to go
        with than they are, and return whether there are any. This notes with whom each card may go.
        """
        cython.declare(others=cython.ulonglong, reach=cython.ulonglong)
        found: cython.bint = False
        lows &= self.known.chosen
        highs &= self.known.chosen
        rest: cython.ulonglong = lows
        while rest:
            u: cython.int = lowest_bit(rest)
            rest &= rest - 1
            self.open_to[u] = others = self.in_order(u, highs)
            while others:
                w: cython.int = lowest_bit(others)
                others &= others - 1
                if not self.is_in_time(u, w):
                    self.open_to[u] &= ~(BIT << w)
        lows &= ~self.both
        highs &= ~self.both
        some: cython.ulonglong = (0 - lows) & lows
        while some:
            reach, rest = 0, some
            while rest:
                reach |= self.open_to[lowest_bit(rest)]
                rest &= rest - 1
            own: cython.int = count_bits(some)
            others = highs & ~reach
            if count_bits(reach & highs) < own:
                found = True
                if some != lows:
                    self.leaves_too_few(some, others, CROSS if own == 1 else SQUEEZE)
                while others and some == lows:
                    self.leaves_too_few(some, (0 - others) & others, CROSS)
                    others &= others - 1
            some = (some - lows) & lows
        return found

    def leaves_too_few(
        self, some: cython.ulonglong, others: cython.ulonglong, technique: cython.int
    ) -> cython.void:
        """Offer that the pair does not go together, as some cards would not go with some others."""
        count: cython.int = 0
        while some:
            u: cython.int = lowest_bit(some)
            some &= some - 1
            rest: cython.ulonglong = others
            while rest:
                count = self.why_closed(u, lowest_bit(rest), count)
                rest &= rest - 1
        if count <= PREMISES:
            self.known.offer(self.known.apart(self.x, self.y), technique, count)

    def tangled(
        self, lows: cython.ulonglong, highs: cython.ulonglong, count: cython.int
    ) -> cython.int:
        """Derive by `tangle`: every way to pair off a set has two pairs that wait for each other,
        or a pair that is excluded. Return how many facts show that; 0 if a way is left, and more
        than `PREMISES` if there are too many."""
        cards: cython.ulonglong = lows & self.known.chosen & ~self.both
        depth: cython.int = 0
        size: cython.int = count_bits(cards)
        used: cython.ulonglong = 0
        highs &= self.known.chosen & ~self.both
        if size == 0:
            return 0
        self.squeezed(lows, highs)
        # `choice`: the cards in order, then the partner of each, then the next that it tries.
        k: cython.int = 0
        while cards:
            self.choice[k], self.choice[16 + k], self.choice[32 + k] = lowest_bit(cards), -1, 0
            cards &= cards - 1
            k += 1
        while depth >= 0:
            if self.choice[16 + depth] >= 0:
                used &= ~(BIT << self.choice[16 + depth])
                self.choice[16 + depth] = -1
            rest: cython.ulonglong = highs & ~used
            if self.choice[32 + depth] < 64:
                rest = rest >> self.choice[32 + depth] << self.choice[32 + depth]
            if rest == 0 or self.choice[32 + depth] > 63:
                depth -= 1
                continue
            w: cython.int = lowest_bit(rest)
            self.choice[32 + depth] = w + 1
            now: cython.int = self.choice[depth]
            if not self.open_to[now] >> w & 1:
                count = self.why_closed(now, w, count)
            else:
                fits: cython.bint = True
                for k in range(depth):
                    before: cython.int = count
                    count = self.in_conflict(self.choice[k], self.choice[16 + k], now, w, count)
                    if count > before or count < 0:
                        fits = False
                        count = max(count, -count)
                        break
                if fits:
                    if depth == size - 1:
                        return 0
                    self.choice[16 + depth] = w
                    used |= BIT << w
                    depth += 1
                    self.choice[32 + depth] = 0
            if count > PREMISES:
                return count
        return count

    def in_conflict(
        self, u: cython.int, w: cython.int, a: cython.int, b: cython.int, count: cython.int
    ) -> cython.int:
        """Note why two pairs wait for each other, and return how many facts are noted then, below 0
        if these were noted before; `count` if they do not wait."""
        one: cython.ulonglong = BIT << u | BIT << w
        up: cython.int = -1
        down: cython.int = -1
        if self.known.down[a] & one:
            up = self.known.before(a, lowest_bit(self.known.down[a] & one))
        elif self.known.down[b] & one:
            up = self.known.before(b, lowest_bit(self.known.down[b] & one))
        if self.known.up[a] & one:
            down = self.known.before(lowest_bit(self.known.up[a] & one), a)
        elif self.known.up[b] & one:
            down = self.known.before(lowest_bit(self.known.up[b] & one), b)
        if up < 0 or down < 0:
            return count
        found: cython.int = self.known.add(self.known.add(count, up), down)
        return found if found > count else -found

    def why_before(self, c: cython.int, count: cython.int) -> cython.int:
        """Note why c goes before the pair, as `add` does."""
        found: cython.int = self.known.cheaper(
            self.known.order(c, self.x), self.known.order(c, self.y)
        )
        return self.known.add(count, found)

    def why_after(self, c: cython.int, count: cython.int) -> cython.int:
        """Note why c goes after the pair, as `add` does."""
        found: cython.int = self.known.cheaper(
            self.known.order(self.x, c), self.known.order(self.y, c)
        )
        return self.known.add(count, found)

    def why_low(self, c: cython.int, v: cython.int, count: cython.int) -> cython.int:
        """Note why c does not go before slot v, as `add` does."""
        if self.known.lo[c] >= v:
            return self.known.add(count, self.known.at_least(c, v))
        if not self.both >> c & 1:
            count = self.why_after(c, count)
        found: cython.int = self.known.cheaper(
            self.known.bound(self.x, v, False), self.known.bound(self.y, v, False)
        )
        return count if found < 0 else self.known.add(count, found)

    def why_ahead(self, c: cython.int, v: cython.int, count: cython.int) -> cython.int:
        """Note why c goes before slot v by `ahead`, as `add` does."""
        rest: cython.ulonglong = self.later
        if self.earlier >> c & 1:
            rest |= self.both
            count = self.why_before(c, count)
        rest &= self.known.stock & self.known.chosen
        while rest:
            b: cython.int = lowest_bit(rest)
            rest &= rest - 1
            if self.known.turn[b] > self.known.turn[c] and max(self.known.turn[b], 2) <= v:
                return count if self.both >> b & 1 else self.why_after(b, count)
        return PREMISES + 1

    def why_high(self, c: cython.int, v: cython.int, count: cython.int) -> cython.int:
        """Note why c goes before slot v, as `add` does."""
        if self.known.hi[c] <= v:
            return self.known.add(count, self.known.at_most(c, v))
        if self.own_high[c] <= v:
            return self.why_ahead(c, v, count)
        if not self.both >> c & 1:
            count = self.why_before(c, count)
        found: cython.int = self.known.cheaper(
            self.known.bound(self.x, v, True), self.known.bound(self.y, v, True)
        )
        if found >= 0:
            return self.known.add(count, found)
        if self.own_high[self.x] <= v:
            return self.why_ahead(self.x, v, count)
        return self.why_ahead(self.y, v, count) if self.own_high[self.y] <= v else count

    def why_closed(self, u: cython.int, w: cython.int, count: cython.int) -> cython.int:
        """Note why u does not go with w, as `add` does."""
        last: cython.int = max(self.known.turn[u], self.known.turn[w])
        a: cython.int = u
        b: cython.int = w
        if self.known.no[u] >> w & 1:
            return self.known.add(count, self.known.apart(u, w))
        if (self.later >> u & self.earlier >> w) & 1:
            a, b = w, u
        if (self.earlier >> a & self.later >> b) & 1:
            return self.why_after(b, self.why_before(a, count))
        if self.high_if[w] <= self.low_if[u]:
            a, b = w, u
        if self.high_if[a] <= self.low_if[b]:
            count = self.why_high(a, self.high_if[a], count)
            return self.why_low(b, self.high_if[a], count)
        return self.why_low(u if self.low_if[u] > last else w, last + 1, count)


# All techniques together, and the derivation of a contradiction.
#
# `pyrtool.answers.explain.techniques` has the proof of each technique. All facts are about prompt
# solutions: those in which each pair goes as soon as it can, so that the first pair of every slot
# but the first has the card that is turned.


@cython.cclass
class Deductions(Facts):
    """The techniques together: they derive facts about the chosen cards, every other card gone."""

    def derive(
        self,
        chosen: cython.ulonglong,
        begin: "list[int]",
        techniques: "list[int]",
        mode: int = 0,
        allowed: "list[int] | None" = None,
        favoured: "list[int] | None" = None,
        banned: int = -1,
    ) -> bool:
        """Derive all that follows, and return whether a contradiction does, which ends it.

        Args:
            chosen: The mask of the cards.
            begin: Facts to begin with.
            techniques: The technique of each of them.
            mode: How premises add up, `SUM` or `GREATEST`.
            allowed: The only facts that may be derived.
            favoured: Facts that cost nearly nothing.
            banned: A fact that may not be derived.

        Raises:
            ValueError: A fact is none, or one to begin with has no technique.
        """
        fact: cython.int
        for given in (begin, allowed or [], favoured or []):
            self.check(given, len(begin), len(techniques))
        self.chosen, self.mode, self.banned = chosen, mode, banned
        self.limited = allowed is not None
        self.clear()
        for fact in allowed or ():
            self.allowed[fact] = 1
            if fact >> 12 == BEFORE:
                self.may_down[fact >> 6] |= BIT << (fact & 63)
                self.may_up[fact & 63] |= BIT << (fact >> 6)
        for fact in favoured or ():
            self.favoured[fact] = 1
        self.see_table()
        for i in range(len(begin)):
            self.offer(begin[i], techniques[i], 0)
        found = self.closes()
        for fact in allowed or ():
            self.allowed[fact] = 0
        for fact in favoured or ():
            self.favoured[fact] = 0
        return found

    def keep(self) -> None:
        """Keep what was derived, so that `derive_on` goes on from here.

        Raises:
            ValueError: A contradiction was derived, or the facts were limited.
        """
        if self.derived[CONTRADICTION] or self.limited or self.banned >= 0:
            raise ValueError("only what was derived in full, without a contradiction, is kept")
        self.kept_masks[:] = self.masks
        self.kept_slots[:] = self.slots
        self.kept_count = self.touched_count

    def derive_on(self, begin: "list[int]", techniques: "list[int]") -> bool:
        """Go on from what was kept with more facts, and return whether a contradiction follows.

        Args:
            begin: Facts to go on with.
            techniques: The technique of each of them.

        Raises:
            ValueError: A fact is none or has no technique, or nothing was kept since `derive`.
        """
        self.check(begin, len(begin), len(techniques))
        if self.kept_count < 0:
            raise ValueError("nothing is kept")
        self.clear_from(self.kept_count)
        self.masks[:] = self.kept_masks
        self.slots[:] = self.kept_slots
        for i in range(len(begin)):
            self.offer(begin[i], techniques[i], 0)
        return self.closes()

    def closes(self) -> cython.bint:
        """Derive, the cheapest first, until nothing is left or there is a contradiction."""
        while True:
            fact: cython.int = self.take()
            if fact == CONTRADICTION:
                return True
            if fact >= 0:
                self.follow(fact)
            elif not self.crosses.look_for_crosses():
                return False

    def see_table(self) -> cython.void:
        """Offer what is seen: what covers what, when cards are turned, what never matches, and which
        two cards are the last of their ranks."""
        rest: cython.ulonglong = self.chosen
        while rest:
            x: cython.int = lowest_bit(rest)
            rest &= rest - 1
            others: cython.ulonglong = self.above[x] & self.chosen
            while others:
                self.offer(self.before(lowest_bit(others), x), COVERS, 0)
                others &= others - 1
            if self.turn[x] > 0:
                self.offer(NOT_BEFORE << 12 | x << 6 | self.turn[x], TURNED, 0)
            others = self.partners[x] & self.chosen
            if others and not others & (others - 1) and self.mates[x] & self.chosen == BIT << x:
                self.offer(self.together(x, lowest_bit(others)), ONLY, 0)
            if not self.stock_pairs and (self.stock | self.waste) >> x & 1:
                others = self.partners[x] & self.chosen & (self.stock | self.waste)
                while others:
                    y: cython.int = lowest_bit(others)
                    others &= others - 1
                    self.offer(self.apart(x, y), NEVER_MATCH, 0)

    def follow(self, fact: cython.int) -> cython.void:
        """Offer what follows from a derived fact and others."""
        kind: cython.int = fact >> 12
        x: cython.int = (fact >> 6) & 63
        y: cython.int = fact & 63
        if kind == BEFORE:
            self.from_before(fact, x, y)
        elif kind == APART:
            self.from_apart(fact, x, y)
        elif kind == IN_PAIR:
            self.from_together(fact, x, y)
        elif kind == NOT_BEFORE:
            self.from_not_before(fact, x, y)
        else:
            self.from_in_time(fact, x, y)

    def from_before(self, f: cython.int, a: cython.int, b: cython.int) -> cython.void:
        """Derive what follows from a going before b: `circle`, `clash`, `chain`, `partner`,
        `order`, `ahead`, `supply`, `wait` and `either`."""
        if self.up[a] >> b & 1:
            self.offer_two(CONTRADICTION, CIRCLE, f, self.before(b, a))
        if self.mate[a] == b:
            self.offer_two(CONTRADICTION, CLASH, f, self.together(a, b))
        self.chain_orders(f, a, b)
        if self.mate[a] >= 0 and self.mate[a] != b:
            y: cython.int = self.mate[a]
            self.offer_two(self.before(y, b), PARTNER, self.together(a, y), f)
        if self.mate[b] >= 0 and self.mate[b] != a:
            y = self.mate[b]
            self.offer_two(self.before(a, y), PARTNER, f, self.together(b, y))
        if self.partners[a] >> b & 1:
            self.offer_one(self.apart(a, b), ORDER, f)
        if (self.stock | self.waste) >> a & 1 and self.turn[b] > self.turn[a]:
            self.ahead(a, b, f, -1, 1)
        self.short_before(b, a)
        if self.partners[b] & self.chosen:
            self.short_before(a, lowest_bit(self.partners[b] & self.chosen))
        rest: cython.ulonglong = self.partners[b] & self.chosen
        while rest:
            y = lowest_bit(rest)
            rest &= rest - 1
            self.wait(y, a, False)
            self.either(b, y, False)
            self.either(b, y, True)
        rest = self.partners[a] & self.chosen
        while rest:
            y = lowest_bit(rest)
            rest &= rest - 1
            self.wait(y, b, True)
            self.either(a, y, False)
            self.either(a, y, True)
            if self.mates[a] >> b & 1:
                self.either(y, a, False)
                self.either(y, b, True)

    def chain_orders(self, f: cython.int, a: cython.int, b: cython.int) -> cython.void:
        """Derive by `chain`: orders and slots that are passed on by a going before b."""
        rest: cython.ulonglong = self.down[b] & self.may_down[a]
        while rest:
            c: cython.int = lowest_bit(rest)
            rest &= rest - 1
            self.offer_two(self.before(a, c), CHAIN, f, self.before(b, c))
        rest = self.up[a] & self.may_up[b]
        while rest:
            c = lowest_bit(rest)
            rest &= rest - 1
            self.offer_two(self.before(c, b), CHAIN, self.before(c, a), f)
        self.pass_on(f, CHAIN, NOT_BEFORE, a, b)
        self.pass_on(f, CHAIN, IN_TIME, b, a)

    def from_apart(self, f: cython.int, x: cython.int, y: cython.int) -> cython.void:
        """Derive what follows from two cards not going together: `clash`, `uncovered`, all that
        counts the partners left, and `buried`."""
        if self.mate[x] == y:
            self.offer_two(CONTRADICTION, CLASH, f, self.together(x, y))
        if self.weak[x] >> y & 1:
            self.offer_one(self.before(y, x), UNCOVERED, f)
        if self.weak[y] >> x & 1:
            self.offer_one(self.before(x, y), UNCOVERED, f)
        self.count_partners(x, y)
        self.look_again(x)
        self.look_again(y)
        if self.turn[y] > self.turn[x] and (self.stock | self.waste) >> x & 1:
            self.buried(x, y)
        if self.turn[x] > self.turn[y] and (self.stock | self.waste) >> y & 1:
            self.buried(y, x)

    def from_together(self, f: cython.int, x: cython.int, y: cython.int) -> cython.void:
        """Derive what follows from two cards going together: `clash`, `partner`, `taken`, `stock
        pair`."""
        both: cython.ulonglong = self.stock | self.waste
        i: cython.int = x if self.turn[x] < self.turn[y] else y
        j: cython.int = y if i == x else x
        k: cython.int = self.turn[j]
        if self.no[x] >> y & 1:
            self.offer_two(CONTRADICTION, CLASH, f, self.apart(x, y))
        if (self.up[x] | self.down[x]) >> y & 1:
            m: cython.int = self.before(x, y) if self.down[x] >> y & 1 else self.before(y, x)
            self.offer_two(CONTRADICTION, CLASH, m, f)
        self.share_with_partner(f, x, y)
        self.share_with_partner(f, y, x)
        if both >> x & 1 and both >> y & 1 and k > self.turn[i]:
            self.offer_one(NOT_BEFORE << 12 | i << 6 | k, STOCK_PAIR, f)
            self.offer_one(IN_TIME << 12 | i << 6 | (k + 1), STOCK_PAIR, f)
            self.offer_one(IN_TIME << 12 | j << 6 | (k + 1), STOCK_PAIR, f)
            rest: cython.ulonglong = self.stock & self.chosen
            while rest:
                m = lowest_bit(rest)
                rest &= rest - 1
                if self.turn[i] < self.turn[m] < k:
                    self.offer_one(self.before(m, j), STOCK_PAIR, f)

    def share_with_partner(self, f: cython.int, x: cython.int, y: cython.int) -> cython.void:
        """Derive by `partner`: what holds for x holds for y, its partner; and by `taken`: x goes
        with nobody else."""
        rest: cython.ulonglong = self.up[x] & self.may_up[y]
        while rest:
            c: cython.int = lowest_bit(rest)
            rest &= rest - 1
            self.offer_two(self.before(c, y), PARTNER, self.before(c, x), f)
        rest = self.down[x] & self.may_down[y]
        while rest:
            c = lowest_bit(rest)
            rest &= rest - 1
            self.offer_two(self.before(y, c), PARTNER, f, self.before(x, c))
        self.pass_on(f, PARTNER, NOT_BEFORE, x, y)
        self.pass_on(f, PARTNER, IN_TIME, x, y)
        rest = self.partners[x] & self.chosen & ~(BIT << y)
        while rest:
            self.offer_one(self.apart(x, lowest_bit(rest)), PARTNER_TAKEN, f)
            rest &= rest - 1

    def from_not_before(self, f: cython.int, x: cython.int, v: cython.int) -> cython.void:
        """Derive what follows from x not going before a slot: `chain`, `partner`, `never`,
        `window`, `late`, `wait`, `supply`, `buried` and `ahead`."""
        rest: cython.ulonglong = self.down[x]
        both: cython.ulonglong = self.stock | self.waste
        while rest:
            y: cython.int = lowest_bit(rest)
            rest &= rest - 1
            self.offer_two(NOT_BEFORE << 12 | y << 6 | v, CHAIN, self.before(x, y), f)
        y = self.mate[x]
        if y >= 0:
            self.offer_two(NOT_BEFORE << 12 | y << 6 | v, PARTNER, self.together(x, y), f)
        if self.hi[x] <= v and self.hi[x] < self.end:
            self.offer_two(CONTRADICTION, NEVER_GONE, f, self.at_most(x, v))
        rest = self.partners[x] & self.chosen
        while rest:
            y = lowest_bit(rest)
            rest &= rest - 1
            if self.hi[y] <= v:
                self.offer_two(self.apart(x, y), WINDOW, self.at_most(y, v), f)
            if both >> x & 1 and both >> y & 1 and v > max(self.turn[x], self.turn[y]) > 0:
                self.offer_one(self.apart(x, y), LATE, f)
            self.wait_for_slot(y, False)
            self.short_by(v, y)
        if both >> x & 1:
            rest = self.stock & self.chosen
            while rest:
                y = lowest_bit(rest)
                rest &= rest - 1
                if self.turn[x] < self.turn[y] <= v:
                    self.buried(x, y)
        if self.turn[x] > 0:
            rest = both & self.chosen
            while rest:
                y = lowest_bit(rest)
                rest &= rest - 1
                if self.turn[y] < self.turn[x] and self.hi[y] <= v:
                    self.ahead(y, x, self.at_most(y, v), f, 2)

    def from_in_time(self, f: cython.int, x: cython.int, v: cython.int) -> cython.void:
        """Derive what follows from x going before a slot: `chain`, `partner`, `never`, `window`,
        `wait`, `supply` and `ahead`."""
        rest: cython.ulonglong = self.up[x]
        while rest:
            y: cython.int = lowest_bit(rest)
            rest &= rest - 1
            self.offer_two(IN_TIME << 12 | y << 6 | v, CHAIN, self.before(y, x), f)
        y = self.mate[x]
        if y >= 0:
            self.offer_two(IN_TIME << 12 | y << 6 | v, PARTNER, self.together(x, y), f)
        if self.lo[x] >= v:
            self.offer_two(CONTRADICTION, NEVER_GONE, self.at_least(x, v), f)
        rest = self.partners[x] & self.chosen
        while rest:
            y = lowest_bit(rest)
            rest &= rest - 1
            if self.lo[y] >= v:
                self.offer_two(self.apart(x, y), WINDOW, f, self.at_least(y, v))
            self.wait_for_slot(y, True)
        self.short_by(v, x)
        if (self.stock | self.waste) >> x & 1:
            rest = self.stock & self.chosen
            while rest:
                y = lowest_bit(rest)
                rest &= rest - 1
                if self.turn[x] < self.turn[y] and self.lo[y] >= v:
                    self.ahead(x, y, f, self.at_least(y, v), 2)

    def buried(self, x: cython.int, j: cython.int) -> cython.void:
        """Derive `buried`: the stock or waste card x is there when j is turned on it, so j goes
        first."""
        k: cython.int = self.turn[j]
        if self.lo[x] > k:
            self.offer_one(self.before(j, x), BURIED, self.at_least(x, k + 1))
        elif self.lo[x] == k and k >= 2:
            if not self.partners[x] >> j & 1:
                self.offer_one(self.before(j, x), BURIED, self.at_least(x, k))
            elif self.no[x] >> j & 1:
                self.offer_two(self.before(j, x), BURIED, self.at_least(x, k), self.apart(x, j))

    def ahead(
        self, a: cython.int, b: cython.int, one: cython.int, other: cython.int, count: cython.int
    ) -> cython.void:
        """Derive by `ahead`: the stock or waste card a goes before the later card b, so before that
        is turned; before the next is turned, if b is turned already."""
        self.given[0], self.given[1] = one, other
        self.offer(IN_TIME << 12 | a << 6 | max(self.turn[b], 2), AHEAD, count)
