# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The set tables: what each set alone can still do.

Each byte of the word that says which cards are left (`places`) is an index into a set's table.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers

if not cython.compiled:
    from pyrtool.kernel.levels.places import Places
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit
    from pyrtool.kernel.numbers.buffers import Integers
    from pyrtool.kernel.numbers.codes import STAY_ROWS, STAY_STEPS
    from pyrtool.kernel.numbers.encoding import FOREVER, NEVER, dealt_of, pass_of, position_of


@cython.cclass
class SetTables:
    """The set tables of the `deal` that was laid out; for another question than the goal see
    `demand`.

    `last_alive`: for each choice of a set's cards the last position at which its cards that must go
    still can, set s from 256 s on. `valid`: the choices of cards that can go in pairs.
    """

    def __init__(self, deal: Places) -> None:
        self.deal, self.passes = deal, deal.game.passes
        self.stock_top = deal.game.stock_top
        self.tallied_cards = self.tallied = 0
        self.stay = integers(1)
        subsets = [
            sub
            for sub in range(256)
            if (sub & 15).bit_count() == (sub >> 4).bit_count()
            or (sub < 16 and sub.bit_count() % 2 == 0)
        ]
        self.valid, self.valid_count = bytearray(subsets), len(subsets)
        self.last_alive = self.table = integers(256 * 8)
        self.over, self.hides, self.in_pack = integers(8), integers(32), integers(32)
        self.place, self.card, self.partners = integers(9), integers(8), integers(8)

    def demand(self, tallied: int) -> None:
        """Count the discards of these sets, a bit each, and with the next one those of the kings."""
        s: cython.int
        sets: cython.int = self.deal.sets
        of_set: cython.ulonglong = 255
        one: cython.ulonglong = 1
        self.tallied, self.tallied_cards = tallied, 0
        for s in range(sets):
            if self.tallied >> s & 1:
                self.tallied_cards |= of_set << (8 * s)
        if self.tallied >> sets & 1:
            self.tallied_cards |= ~((one << (8 * sets)) - 1)
        if len(self.stay) == 1:
            self.stay = integers(STAY_ROWS * STAY_STEPS)

    def build(self, left: cython.ulonglong, must: cython.ulonglong) -> cython.bint:
        """`last_alive` for every set, these cards being left of the deal; False when a set alone
        cannot do what it `must`."""
        s: cython.int
        full: cython.int
        alive: cython.bint = True
        for s in range(self.deal.sets):
            self.build_one(s, left, must, 0, 0, self.last_alive, 0)
            full = cython.cast(cython.int, (left >> (8 * s)) & 255)
            if self.last_alive[256 * s + full] < 0:
                alive = False
        return alive

    def build_one(
        self,
        s: cython.int,
        all_left: cython.ulonglong,
        that_must: cython.ulonglong,
        others: cython.ulonglong,
        may_stay: cython.int,
        table: Integers,
        offset: cython.int,
    ) -> cython.void:
        """Fill in the row of one set. For each choice of its cards, the row has the last position
        at which the cards `that_must` go can still be discarded, and all except `may_stay` of the
        `others`. The cards of the deal that are left are `all_left`.

        The row assumes that all other cards are gone, that the set's stock cards come singly, and
        that what vanishes by itself goes by choice. Each assumption allows more than the game, so a
        set that is dead here is dead in the game. `NEVER` and `FOREVER` stand for no and any
        position. Set s has its row at `offset` + 256 s.
        """
        left: cython.int = cython.cast(cython.int, (all_left >> (8 * s)) & 255)
        must: cython.int = cython.cast(cython.int, (that_must >> (8 * s)) & 255)
        rest: cython.int = cython.cast(cython.int, (others >> (8 * s)) & 255)
        dealt: cython.int = self._in_stock(8 * s)
        row: cython.int = offset + 256 * s
        base: cython.int = 8 * s
        itself: cython.bint = self.deal.self_set[s]
        overlap: cython.bint = self.deal.overlap
        v: cython.int
        sub: cython.int
        hidden: cython.int
        laid_out: cython.int
        lows: cython.int
        highs: cython.int
        low: cython.int
        high: cython.int
        i: cython.int
        k: cython.int
        best: cython.int
        then: cython.int
        self.table = table  # to hand it on takes longer than most calls
        self._look_over(base, left)
        for v in range(self.valid_count):
            sub = self.valid[v]
            if sub & ~left:
                continue
            k = sub & rest
            for i in range(may_stay):
                k &= k - 1
            if k == 0 and sub & must == 0:
                table[row + sub] = FOREVER
                continue
            hidden = self.hides[sub & 15] | self.hides[16 + (sub >> 4)]
            laid_out = sub & ~dealt
            if not overlap:
                laid_out &= ~hidden
            lows = laid_out & 15
            best = NEVER
            while lows:
                low = lows & -lows
                lows -= low
                highs = lows if itself else laid_out & 240
                while highs:
                    high = highs & -highs
                    highs -= high
                    then = table[row + sub - low - high]
                    if then > best and not (
                        overlap
                        and (low | high) & hidden
                        and not self._lie_alone(base, lowest_bit(low), lowest_bit(high), sub)
                    ):
                        best = then
            if sub & dealt and best < FOREVER:
                best = self._best_of_stock(
                    laid_out & ~hidden,
                    self.in_pack[sub & 15] | self.in_pack[16 + (sub >> 4)],
                    row + sub,
                    best,
                )
            table[row + sub] = best

    def _in_stock(self, base: cython.int) -> cython.int:
        """The cards of a set that have a place in the stock. A closed player takes it from those that
        are unseen, so `laid_out` would not do."""
        found: cython.int = 0
        i: cython.int
        for i in range(8):
            if self.deal.stock_index[base + i] >= 0:
                found |= 1 << i
        return found

    def _best_of_stock(
        self,
        exposed: cython.int,
        stock: cython.int,
        at: cython.int,
        best: cython.int,
    ) -> cython.int:
        """The last position, `best` or later, at which a card of a set in the stock can go, so that
        the rest still can. Its partner is `exposed`, or the card of the set before it in the
        stock. `stock`: the set's cards there, as `in_pack` has them. `at`: where the choice of cards
        has its place in the `table`."""
        i: cython.int
        k: cython.int
        before: cython.int = -1
        card: cython.int
        top: cython.int = 0
        some: cython.int
        other: cython.int
        last: cython.int
        then: cython.int
        while stock:
            i = lowest_bit(stock)
            stock &= stock - 1
            k, last = self.place[i], self.place[lowest_bit(stock | 256)]
            card = self.card[i]
            then = best
            some = exposed & self.partners[i]
            while some:
                other = some & -some
                some -= other
                if self.table[at - card - other] > then:
                    then = self.table[at - card - other]
            if then > best:
                then = self._last_within(before + 1 if self.stock_top else k + 1, last, then)
                if then > best:
                    best = then
            if top & self.partners[i]:
                then = self.table[at - card - top]
                if then > best:
                    then = self._last_within(
                        before + 1 if self.deal.stock_waste else k + 1,
                        last if self.deal.waste_pairs else k,
                        then,
                    )
                    if then > best:
                        best = then
            before, top = k, card
        return best

    def _look_over(self, base: cython.int, left: cython.int) -> cython.void:
        """Fill in `over`, `hides`, `in_pack`, and the rows of the set's stock cards, as they come.

        `over` has, for each card of a set, the cards left that lie above it. `hides` and `in_pack`
        have an entry for each choice of its lower cards, and from 16 on of its higher ones. `hides`
        has the cards that these hide, and `in_pack` has which they are of its stock cards. These
        have, by their order: `place`, the index in the stock, and at last how many cards are
        there; `card`, its bit; `partners`, the cards that it goes with."""
        n: cython.int = 0
        i: cython.int
        k: cython.int
        at: cython.int
        on_it: cython.int
        for i in range(8):
            k = (16 if i & 4 else 0) + (1 << (i & 3))
            self.over[i] = self.hides[k] = self.in_pack[k] = 0
            at = self.deal.stock_index[base + i]
            if left >> i & 1 and at >= 0:
                k = n
                while k > 0 and self.place[k - 1] > at:
                    self.place[k], self.card[k] = self.place[k - 1], self.card[k - 1]
                    k -= 1
                self.place[k], self.card[k] = at, 1 << i
                n += 1
        self.place[8] = self.deal.stock
        for i in range(n):
            k = self.card[i]
            self.partners[i] = 15 if k > 15 or self.deal.self_set[base >> 3] else 240
            self.in_pack[k if k < 16 else 16 + (k >> 4)] = 1 << i
        for i in range(8):
            if left >> i & 1:
                on_it = cython.cast(cython.int, (self.deal.above[base + i] >> base) & 255) & left
                self.over[i] = on_it
                while on_it:
                    k = lowest_bit(on_it)
                    on_it &= on_it - 1
                    self.hides[(16 if k & 4 else 0) + (1 << (k & 3))] |= 1 << i
        for n in range(3, 16):
            k = n & (n - 1)
            if k:
                self.hides[n] = self.hides[k] | self.hides[n - k]
                self.in_pack[n] = self.in_pack[k] | self.in_pack[n - k]
                self.hides[16 + n] = self.hides[16 + k] | self.hides[16 + n - k]
                self.in_pack[16 + n] = self.in_pack[16 + k] | self.in_pack[16 + n - k]

    def build_stay(self, left: cython.ulonglong, must: cython.ulonglong) -> cython.void:
        """Fill in `stay` for each tallied set and number of pairs, from 0. It has the last
        positions at which two kinds of the set's cards can still go together: those that `must` go,
        and all others except this number of pairs."""
        s: cython.int
        pairs: cython.int
        for s in range(self.deal.sets):
            for pairs in range(STAY_STEPS if self.tallied >> s & 1 else 0):
                self.build_one(s, left, must, left, 2 * pairs, self.stay, STAY_ROWS * pairs)

    def units(self, left: cython.ulonglong) -> cython.int:
        """How many tallied discards these cards are."""
        kings: cython.ulonglong = left & self.tallied_cards & self.deal.kings
        left &= self.tallied_cards & ~self.deal.kings
        return (count_bits(left) >> 1) + count_bits(kings)

    def _lie_alone(
        self, base: cython.int, i: cython.int, j: cython.int, sub: cython.int
    ) -> cython.bint:
        """Whether of two cards of a set one lies directly on the other, and of the set's cards `sub`
        nothing else on either."""
        on_i: cython.int = self.over[i] & sub
        on_j: cython.int = self.over[j] & sub
        if on_j == 0:
            return on_i == 1 << j and self.deal.direct[base + i] >> (base + j) & 1 != 0
        return on_i == 0 and on_j == 1 << i and self.deal.direct[base + j] >> (base + i) & 1 != 0

    def _last_within(self, low: cython.int, high: cython.int, then: cython.int) -> cython.int:
        """The last position, not after `then`, at which from `low` to `high` cards are dealt; `NEVER`
        if there is none."""
        t: cython.int
        number: cython.int = pass_of(then)
        if low > high:
            return NEVER
        if number >= self.passes:
            return position_of(self.passes - 1, high)
        t = dealt_of(then)
        if t > high:
            t = high
        if t >= low:
            return position_of(number, t)
        return position_of(number - 1, high) if number > 0 else NEVER
