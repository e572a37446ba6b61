# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Techniques about the partners that are left to a card.

`pyrtool.answers.explain.techniques` has the proof of each technique.
"""

import cython

if not cython.compiled:
    from pyrtool.kernel.deduction.codes import (
        CONTRADICTION,
        CROWD,
        EITHER,
        IN_TIME,
        NONE_LEFT,
        NOT_BEFORE,
        ONLY,
        SHARE,
        WAIT,
    )
    from pyrtool.kernel.deduction.facts import Facts
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit

BIT = cython.declare(cython.ulonglong, 1)


@cython.cclass
class Partners(Facts):
    """What follows from which partners a card may have."""

    def count_partners(self, x: cython.int, y: cython.int) -> cython.void:
        """Two cards do not go together: find cards of one rank that have as few others left as they
        are, or fewer. Only those count for which this matters."""
        lows: cython.ulonglong = self.mates[min(x, y)] & self.chosen
        highs: cython.ulonglong = self.mates[max(x, y)] & self.chosen
        low: cython.int = min(x, y)
        high: cython.int = max(x, y)
        size: cython.int = count_bits(lows)
        some: cython.ulonglong = (0 - lows) & lows
        few: cython.ulonglong
        reach: cython.ulonglong
        rest: cython.ulonglong
        own: cython.int
        others: cython.int
        while some:
            if some >> low & 1:
                reach, rest = 0, some
                while rest:
                    own = lowest_bit(rest)
                    rest &= rest - 1
                    reach |= self.partners[own] & ~self.no[own]
                reach &= highs
                own = count_bits(some)
                if not reach >> high & 1 and count_bits(reach) <= own:
                    few = 0
                    while True:  # every part of `highs`
                        others = count_bits(few)
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
        """Some cards of a rank have only a few others to go with: `only`, `share`, `none left` and
        `crowd`, by how many they are."""
        count: cython.int = 0
        own: cython.int = count_bits(some)
        size: cython.int = count_bits(highs)
        rest: cython.ulonglong = some
        others: cython.ulonglong
        x: cython.int
        lows: cython.ulonglong
        while rest:
            x = lowest_bit(rest)
            rest &= rest - 1
            others = highs & ~few
            while others:
                self.given[count] = self.apart(x, lowest_bit(others))
                others &= others - 1
                count += 1
        lows = self.mates[x] & self.chosen & ~some
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
        """The cheaper of two facts. A fact of -1 is none."""
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
        after c, or is excluded; before c, if c is the later one. How many orders there are, -1 if
        it is not so."""
        rest: cython.ulonglong = self.partners[z] & self.chosen & ~skipped
        orders: cython.int = 0
        order: cython.int
        y: cython.int
        if rest & ~self.no[z] & ~(self.up[c] if later else self.down[c]):
            return -1
        while rest:
            y = lowest_bit(rest)
            rest &= rest - 1
            order = -1
            if later and self.down[y] >> c & 1:
                order = self.before(y, c)
            elif not later and self.up[y] >> c & 1:
                order = self.before(c, y)
            order = self.cheaper(self.apart(z, y) if self.no[z] >> y & 1 else -1, order)
            orders += order >> 12 == 0
            self.given[count] = order
            count += 1
        return orders

    def wait_up(self, z: cython.int, a: cython.int) -> cython.void:
        """`wait`: every possible partner of z waits for a, so z does."""
        if not self.may_up[z] >> a & 1:
            return
        if self.orders_of_all(z, a, False, 0, 0) > 1:
            self.offer(self.before(a, z), WAIT, count_bits(self.partners[z] & self.chosen))

    def wait_down(self, z: cython.int, b: cython.int) -> cython.void:
        """`wait`: b waits for every possible partner of z, so for z."""
        if not self.may_down[z] >> b & 1:
            return
        if self.orders_of_all(z, b, True, 0, 0) > 1:
            self.offer(self.before(z, b), WAIT, count_bits(self.partners[z] & self.chosen))

    def wait_low(self, z: cython.int) -> cython.void:
        """`wait`: no possible partner of z goes before slot v, so z does not."""
        rest: cython.ulonglong = self.partners[z] & self.chosen & ~self.no[z]
        v: cython.int = self.end
        count: cython.int = 0
        y: cython.int
        if rest == 0:
            return
        while rest:
            v = min(v, self.lo[lowest_bit(rest)])
            rest &= rest - 1
        if v <= self.lo[z]:
            return
        rest = self.partners[z] & self.chosen
        while rest:
            y = lowest_bit(rest)
            rest &= rest - 1
            self.given[count] = self.cheaper(
                self.apart(z, y) if self.no[z] >> y & 1 else -1,
                self.at_least(y, v) if self.lo[y] >= v else -1,
            )
            count += 1
        self.offer(NOT_BEFORE << 12 | z << 6 | v, WAIT, count)

    def wait_high(self, z: cython.int) -> cython.void:
        """`wait`: every possible partner of z goes before slot v, so z does."""
        rest: cython.ulonglong = self.partners[z] & self.chosen & ~self.no[z]
        v: cython.int = 0
        count: cython.int = 0
        y: cython.int
        if rest == 0:
            return
        while rest:
            v = max(v, self.hi[lowest_bit(rest)])
            rest &= rest - 1
        if v >= self.hi[z]:
            return
        rest = self.partners[z] & self.chosen
        while rest:
            y = lowest_bit(rest)
            rest &= rest - 1
            self.given[count] = self.cheaper(
                self.apart(z, y) if self.no[z] >> y & 1 else -1,
                self.at_most(y, v) if self.hi[y] <= v else -1,
            )
            count += 1
        self.offer(IN_TIME << 12 | z << 6 | v, WAIT, count)

    def first_of(self, z: cython.int, first: cython.int) -> cython.void:
        """`either`: z goes with `first` or with a card that goes later; what waits for z waits for
        `first`."""
        rest: cython.ulonglong = self.down[z] & self.may_down[first]
        count: cython.int
        y: cython.int
        if rest == 0 or self.orders_of_all(z, first, False, BIT << first, 1) < 1:
            return
        count = count_bits(self.partners[z] & self.chosen & ~(BIT << first)) + 1
        while rest:
            y = lowest_bit(rest)
            rest &= rest - 1
            self.given[0] = self.before(z, y)
            self.offer(self.before(first, y), EITHER, count)

    def last_of(self, z: cython.int, last: cython.int) -> cython.void:
        """`either`: z goes with `last` or with a card that goes earlier; `last` waits for what z
        waits for."""
        rest: cython.ulonglong = self.up[z] & self.may_up[last]
        count: cython.int
        y: cython.int
        if rest == 0 or self.orders_of_all(z, last, True, BIT << last, 1) < 1:
            return
        count = count_bits(self.partners[z] & self.chosen & ~(BIT << last)) + 1
        while rest:
            y = lowest_bit(rest)
            rest &= rest - 1
            self.given[0] = self.before(y, z)
            self.offer(self.before(y, last), EITHER, count)

    def look_again(self, z: cython.int) -> cython.void:
        """A card has lost a partner: draw what follows from those that are left."""
        left: cython.ulonglong = self.partners[z] & self.chosen & ~self.no[z]
        rest: cython.ulonglong = left
        before: cython.ulonglong = self.chosen
        after: cython.ulonglong = self.chosen
        y: cython.int
        if left == 0:
            return
        while rest:
            y = lowest_bit(rest)
            rest &= rest - 1
            before &= self.up[y]
            after &= self.down[y]
        while before:
            self.wait_up(z, lowest_bit(before))
            before &= before - 1
        while after:
            self.wait_down(z, lowest_bit(after))
            after &= after - 1
        self.wait_low(z)
        self.wait_high(z)
        rest = left
        while rest:
            self.first_of(z, lowest_bit(rest))
            self.last_of(z, lowest_bit(rest))
            rest &= rest - 1
