# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Techniques about what two cards would leave to others if they went together.

`pyrtool.answers.explain.supposing` has the proof of each technique.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers, words

if not cython.compiled:
    from pyrtool.kernel.deduction.codes import CROSS, MISS, PREMISES, SQUEEZE, TANGLE
    from pyrtool.kernel.deduction.partners import Partners
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit

BIT = cython.declare(cython.ulonglong, 1)


@cython.cclass
class Crosses:
    """What follows from a supposition that excludes itself in one step.

    Args:
        known: What was derived before.
    """

    def __init__(self, known: "Partners") -> None:
        self.known = known
        self.low_if, self.high_if, self.own_high = integers(64), integers(64), integers(64)
        self.choice, self.open_to = integers(64), words(64)

    def look_for_crosses(self) -> cython.bint:
        """`cross`, `squeeze` and `miss`, for all pairs that may still go together, and `tangle` if
        they give nothing; whether anything was offered."""
        rest: cython.ulonglong
        others: cython.ulonglong
        left: cython.ulonglong
        x: cython.int
        y: cython.int
        z: cython.int
        ways: cython.int
        count: cython.int
        for ways in range(2):
            rest = self.known.chosen
            while rest:
                x = lowest_bit(rest)
                rest &= rest - 1
                if self.known.mate[x] >= 0:
                    continue
                others = (
                    self.known.partners[x]
                    & self.known.chosen
                    & ~self.known.no[x]
                    & ~((BIT << x) - 1)
                )
                while others:
                    y = lowest_bit(others)
                    others &= others - 1
                    if self.known.limited and not self.known.allowed[self.known.apart(x, y)]:
                        continue
                    self.suppose(x, y)
                    if ways == 0:
                        self.missed()
                    left = self.known.chosen
                    while left:
                        z = lowest_bit(left)
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
        c: cython.int
        self.x, self.y, self.both, self.moved = x, y, BIT << x | BIT << y, 0
        self.earlier, self.later = (
            self.known.up[x] | self.known.up[y],
            self.known.down[x] | self.known.down[y],
        )
        self.pair_low = max(self.known.lo[x], self.known.lo[y])
        self.pair_high = min(self.known.hi[x], self.known.hi[y])
        if piled >> x & 1 and piled >> y & 1 and k > 0:
            self.pair_low = max(self.pair_low, k)
            self.pair_high = min(self.pair_high, k + 1)
        self.own_high[x], self.own_high[y] = self.high_ahead(x), self.high_ahead(y)
        self.pair_high = min(self.pair_high, min(self.own_high[x], self.own_high[y]))
        while rest:
            c = lowest_bit(rest)
            rest &= rest - 1
            self.own_high[c] = self.high_ahead(c)
            self.low_if[c], self.high_if[c] = (
                self.known.lo[c],
                min(self.known.hi[c], self.own_high[c]),
            )
            if (self.later | self.both) >> c & 1:
                self.low_if[c] = max(self.low_if[c], self.pair_low)
            if (self.earlier | self.both) >> c & 1:
                self.high_if[c] = min(self.high_if[c], self.pair_high)
            if self.low_if[c] != self.known.lo[c] or self.high_if[c] != self.known.hi[c]:
                self.moved |= BIT << c

    def touches(self, lows: cython.ulonglong, highs: cython.ulonglong) -> cython.bint:
        """Whether the supposition has a bearing on with whom the cards of two ranks may go."""
        if (lows | highs) & (self.both | self.moved):
            return True
        if lows & self.earlier and highs & self.later:
            return True
        return (lows & self.later) != 0 and (highs & self.earlier) != 0

    def high_ahead(self, c: cython.int) -> cython.int:
        """The slot before which a stock or waste card goes by `ahead`, if x goes with y."""
        rest: cython.ulonglong = self.later
        found: cython.int = self.known.end
        b: cython.int
        if not (self.known.stock | self.known.waste) >> c & (self.earlier | self.both) >> c & 1:
            return found
        if self.earlier >> c & 1:
            rest |= self.both
        rest &= self.known.stock & self.known.chosen
        while rest:
            b = lowest_bit(rest)
            rest &= rest - 1
            if self.known.turn[b] > self.known.turn[c]:
                found = min(found, max(self.known.turn[b], 2))
        return found

    def in_order(self, u: cython.int, some: cython.ulonglong) -> cython.ulonglong:
        """Which of some cards u may go with by the orders alone, if x goes with y."""
        if self.both >> u & 1:
            return some & self.both & ~(BIT << u)
        some &= ~self.known.no[u] & ~self.both
        if self.earlier >> u & 1:
            some &= ~self.later
        if self.later >> u & 1:
            some &= ~self.earlier
        return some

    def is_in_time(self, u: cython.int, w: cython.int) -> cython.bint:
        """Whether there is a moment at which u may go with w, if x goes with y."""
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
        """`miss`: find a card that would wait for a slot before which it goes."""
        c: cython.int
        count: cython.int
        rest: cython.ulonglong = self.moved
        while rest:
            c = lowest_bit(rest)
            rest &= rest - 1
            if self.high_if[c] <= self.low_if[c]:
                count = self.why_high(c, self.high_if[c], 0)
                count = self.why_low(c, self.high_if[c], count)
                if count <= PREMISES:
                    self.known.offer(self.known.apart(self.x, self.y), MISS, count)

    def squeezed(self, lows: cython.ulonglong, highs: cython.ulonglong) -> cython.bint:
        """`cross` and `squeeze`: find cards of a rank that would have fewer others to go with than
        they are. Whether there are any. Notes with whom each card may go."""
        some: cython.ulonglong
        rest: cython.ulonglong
        others: cython.ulonglong
        reach: cython.ulonglong
        u: cython.int
        w: cython.int
        own: cython.int
        found: cython.bint = False
        lows &= self.known.chosen
        highs &= self.known.chosen
        rest = lows
        while rest:
            u = lowest_bit(rest)
            rest &= rest - 1
            self.open_to[u] = others = self.in_order(u, highs)
            while others:
                w = lowest_bit(others)
                others &= others - 1
                if not self.is_in_time(u, w):
                    self.open_to[u] &= ~(BIT << w)
        lows &= ~self.both
        highs &= ~self.both
        some = (0 - lows) & lows
        while some:
            reach, rest = 0, some
            while rest:
                reach |= self.open_to[lowest_bit(rest)]
                rest &= rest - 1
            own = count_bits(some)
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
        rest: cython.ulonglong
        u: cython.int
        count: cython.int = 0
        while some:
            u = lowest_bit(some)
            some &= some - 1
            rest = others
            while rest:
                count = self.why_closed(u, lowest_bit(rest), count)
                rest &= rest - 1
        if count <= PREMISES:
            self.known.offer(self.known.apart(self.x, self.y), technique, count)

    def tangled(
        self, lows: cython.ulonglong, highs: cython.ulonglong, count: cython.int
    ) -> cython.int:
        """`tangle`: every way to pair off a set has two pairs that wait for each other, or a pair
        that is excluded. How many facts show that; 0 if a way is left, and more than `PREMISES` if
        there are too many."""
        cards: cython.ulonglong = lows & self.known.chosen & ~self.both
        rest: cython.ulonglong
        depth: cython.int = 0
        size: cython.int = count_bits(cards)
        k: cython.int
        now: cython.int
        w: cython.int
        before: cython.int
        fits: cython.bint
        used: cython.ulonglong = 0
        highs &= self.known.chosen & ~self.both
        if size == 0:
            return 0
        self.squeezed(lows, highs)
        # `choice`: the cards in order, then the partner of each, then the next that it tries.
        k = 0
        while cards:
            self.choice[k], self.choice[16 + k], self.choice[32 + k] = lowest_bit(cards), -1, 0
            cards &= cards - 1
            k += 1
        while depth >= 0:
            if self.choice[16 + depth] >= 0:
                used &= ~(BIT << self.choice[16 + depth])
                self.choice[16 + depth] = -1
            rest = highs & ~used
            if self.choice[32 + depth] < 64:
                rest = rest >> self.choice[32 + depth] << self.choice[32 + depth]
            if rest == 0 or self.choice[32 + depth] > 63:
                depth -= 1
                continue
            w = lowest_bit(rest)
            self.choice[32 + depth] = w + 1
            now = self.choice[depth]
            if not self.open_to[now] >> w & 1:
                count = self.why_closed(now, w, count)
            else:
                fits = True
                for k in range(depth):
                    before = count
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
        """Why two pairs wait for each other: the facts that are noted then, below 0 if these were
        noted before; `count` if they do not."""
        one: cython.ulonglong = BIT << u | BIT << w
        up: cython.int = -1
        down: cython.int = -1
        found: cython.int
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
        found = self.known.add(self.known.add(count, up), down)
        return found if found > count else -found

    def why_before(self, c: cython.int, count: cython.int) -> cython.int:
        """Why c goes before the pair."""
        return self.known.add(
            count,
            self.known.cheaper(
                self.known.before(c, self.x) if self.known.down[c] >> self.x & 1 else -1,
                self.known.before(c, self.y) if self.known.down[c] >> self.y & 1 else -1,
            ),
        )

    def why_after(self, c: cython.int, count: cython.int) -> cython.int:
        """Why c goes after the pair."""
        return self.known.add(
            count,
            self.known.cheaper(
                self.known.before(self.x, c) if self.known.up[c] >> self.x & 1 else -1,
                self.known.before(self.y, c) if self.known.up[c] >> self.y & 1 else -1,
            ),
        )

    def why_low(self, c: cython.int, v: cython.int, count: cython.int) -> cython.int:
        """Why c does not go before slot v."""
        found: cython.int
        if self.known.lo[c] >= v:
            return self.known.add(count, self.known.at_least(c, v))
        if not self.both >> c & 1:
            count = self.why_after(c, count)
        found = self.known.cheaper(
            self.known.at_least(self.x, v) if self.known.lo[self.x] >= v else -1,
            self.known.at_least(self.y, v) if self.known.lo[self.y] >= v else -1,
        )
        return count if found < 0 else self.known.add(count, found)

    def why_ahead(self, c: cython.int, v: cython.int, count: cython.int) -> cython.int:
        """Why c goes before slot v by `ahead`."""
        rest: cython.ulonglong = self.later
        b: cython.int
        if self.earlier >> c & 1:
            rest |= self.both
            count = self.why_before(c, count)
        rest &= self.known.stock & self.known.chosen
        while rest:
            b = lowest_bit(rest)
            rest &= rest - 1
            if self.known.turn[b] > self.known.turn[c] and max(self.known.turn[b], 2) <= v:
                return count if self.both >> b & 1 else self.why_after(b, count)
        return PREMISES + 1

    def why_high(self, c: cython.int, v: cython.int, count: cython.int) -> cython.int:
        """Why c goes before slot v."""
        found: cython.int
        if self.known.hi[c] <= v:
            return self.known.add(count, self.known.at_most(c, v))
        if self.own_high[c] <= v:
            return self.why_ahead(c, v, count)
        if not self.both >> c & 1:
            count = self.why_before(c, count)
        found = self.known.cheaper(
            self.known.at_most(self.x, v) if self.known.hi[self.x] <= v else -1,
            self.known.at_most(self.y, v) if self.known.hi[self.y] <= v else -1,
        )
        if found >= 0:
            return self.known.add(count, found)
        if self.own_high[self.x] <= v:
            return self.why_ahead(self.x, v, count)
        return self.why_ahead(self.y, v, count) if self.own_high[self.y] <= v else count

    def why_closed(self, u: cython.int, w: cython.int, count: cython.int) -> cython.int:
        """Why u does not go with w."""
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
