# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""All techniques together, and the derivation of a contradiction.

`pyrtool.answers.explain.techniques` has the proof of each technique. All facts are about prompt
solutions: those in which each pair goes as soon as it can, so that the first pair of every slot but
the first has the card that is turned.
"""

import cython

if not cython.compiled:
    from pyrtool.kernel.deduction.codes import (
        AHEAD,
        APART,
        BEFORE,
        BURIED,
        CHAIN,
        CIRCLE,
        CLASH,
        CONTRADICTION,
        COVERS,
        IN_PAIR,
        IN_TIME,
        LATE,
        NEVER_GONE,
        NEVER_MATCH,
        NOT_BEFORE,
        ONLY,
        ORDER,
        PARTNER,
        PARTNER_TAKEN,
        STOCK_PAIR,
        TURNED,
        UNCOVERED,
        WINDOW,
    )
    from pyrtool.kernel.deduction.crosses import Crosses
    from pyrtool.kernel.deduction.partners import Partners
    from pyrtool.kernel.numbers.bits import lowest_bit
    from pyrtool.kernel.numbers.buffers import Words

BIT = cython.declare(cython.ulonglong, 1)


@cython.cclass
class Deductions(Partners):
    """Derives facts about the cards that are chosen, every other card gone."""

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
        Partners.__init__(self, above, weak, turn, waste, partners, mates, stock_pairs, cost)
        self.crosses = Crosses(self)

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
        fact: cython.int
        while True:
            fact = self.take()
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
        others: cython.ulonglong
        x: cython.int
        y: cython.int
        while rest:
            x = lowest_bit(rest)
            rest &= rest - 1
            others = self.above[x] & self.chosen
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
                    y = lowest_bit(others)
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
        """What follows from a going before b: `circle`, `clash`, `chain`, `partner`, `order`, `ahead`,
        `wait` and `either`."""
        rest: cython.ulonglong
        y: cython.int
        if self.up[a] >> b & 1:
            self.offer_two(CONTRADICTION, CIRCLE, f, self.before(b, a))
        if self.mate[a] == b:
            self.offer_two(CONTRADICTION, CLASH, f, self.together(a, b))
        self.chain_orders(f, a, b)
        if self.mate[a] >= 0 and self.mate[a] != b:
            y = self.mate[a]
            self.offer_two(self.before(y, b), PARTNER, self.together(a, y), f)
        if self.mate[b] >= 0 and self.mate[b] != a:
            y = self.mate[b]
            self.offer_two(self.before(a, y), PARTNER, f, self.together(b, y))
        if self.partners[a] >> b & 1:
            self.offer_one(self.apart(a, b), ORDER, f)
        if (self.stock | self.waste) >> a & 1 and self.turn[b] > self.turn[a]:
            self.ahead(a, b, f, -1, 1)
        rest = self.partners[b] & self.chosen
        while rest:
            y = lowest_bit(rest)
            rest &= rest - 1
            self.wait_up(y, a)
            self.first_of(b, y)
            self.last_of(b, y)
        rest = self.partners[a] & self.chosen
        while rest:
            y = lowest_bit(rest)
            rest &= rest - 1
            self.wait_down(y, b)
            self.first_of(a, y)
            self.last_of(a, y)
            if self.mates[a] >> b & 1:
                self.first_of(y, a)
                self.last_of(y, b)

    def chain_orders(self, f: cython.int, a: cython.int, b: cython.int) -> cython.void:
        """`chain`: orders and slots that are passed on by a going before b."""
        rest: cython.ulonglong = self.down[b] & self.may_down[a]
        c: cython.int
        while rest:
            c = lowest_bit(rest)
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
        """What follows from two cards not going together: `clash`, `uncovered`, all that counts the
        partners left, and `buried`."""
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
        """What follows from two cards going together: `clash`, `partner`, `taken`, `stock pair`."""
        rest: cython.ulonglong
        both: cython.ulonglong = self.stock | self.waste
        i: cython.int = x if self.turn[x] < self.turn[y] else y
        j: cython.int = y if i == x else x
        k: cython.int = self.turn[j]
        m: cython.int
        if self.no[x] >> y & 1:
            self.offer_two(CONTRADICTION, CLASH, f, self.apart(x, y))
        if (self.up[x] | self.down[x]) >> y & 1:
            m = self.before(x, y) if self.down[x] >> y & 1 else self.before(y, x)
            self.offer_two(CONTRADICTION, CLASH, m, f)
        self.share_with_partner(f, x, y)
        self.share_with_partner(f, y, x)
        if both >> x & 1 and both >> y & 1 and k > self.turn[i]:
            self.offer_one(NOT_BEFORE << 12 | i << 6 | k, STOCK_PAIR, f)
            self.offer_one(IN_TIME << 12 | i << 6 | (k + 1), STOCK_PAIR, f)
            self.offer_one(IN_TIME << 12 | j << 6 | (k + 1), STOCK_PAIR, f)
            rest = self.stock & self.chosen
            while rest:
                m = lowest_bit(rest)
                rest &= rest - 1
                if self.turn[i] < self.turn[m] < k:
                    self.offer_one(self.before(m, j), STOCK_PAIR, f)

    def share_with_partner(self, f: cython.int, x: cython.int, y: cython.int) -> cython.void:
        """`partner`: what holds for x holds for y, its partner; `taken`: x goes with nobody else."""
        rest: cython.ulonglong = self.up[x] & self.may_up[y]
        c: cython.int
        while rest:
            c = lowest_bit(rest)
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
        """What follows from x not going before a slot: `chain`, `partner`, `never`, `window`, `late`,
        `wait`, `buried` and `ahead`."""
        rest: cython.ulonglong = self.down[x]
        both: cython.ulonglong = self.stock | self.waste
        y: cython.int
        while rest:
            y = lowest_bit(rest)
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
            self.wait_low(y)
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
        """What follows from x going before a slot: `chain`, `partner`, `never`, `window`, `wait` and
        `ahead`."""
        rest: cython.ulonglong = self.up[x]
        y: cython.int
        while rest:
            y = lowest_bit(rest)
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
            self.wait_high(y)
        if (self.stock | self.waste) >> x & 1:
            rest = self.stock & self.chosen
            while rest:
                y = lowest_bit(rest)
                rest &= rest - 1
                if self.turn[x] < self.turn[y] and self.lo[y] >= v:
                    self.ahead(x, y, f, self.at_least(y, v), 2)

    def buried(self, x: cython.int, j: cython.int) -> cython.void:
        """`buried`: the stock or waste card x is there when j is turned on it, so j goes first."""
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
        """`ahead`: the stock or waste card a goes before the later card b, so before that is turned;
        before the next is turned, if b is turned already."""
        self.given[0], self.given[1] = one, other
        self.offer(IN_TIME << 12 | a << 6 | max(self.turn[b], 2), AHEAD, count)
