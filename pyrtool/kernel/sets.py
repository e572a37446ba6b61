# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A deal in set order, and the set tables: what each set alone can still do.

Set order gives every card a bit: set s has bits 8s to 8s + 7, the lower rank's cards first,
then the higher's (a rank that completes itself has bits 8s to 8s + 3); kings come after the sets.
One word then says which cards are left, and each of its bytes is an index into a set's table.
"""

import cython

from pyrtool.kernel.buffers import halves, integers, signed_bytes, words

if not cython.compiled:
    from pyrtool.kernel.bits import count_bits, lowest_bit
    from pyrtool.kernel.codes import STAY_ROWS, STAY_STEPS, SW_NO
    from pyrtool.kernel.encoding import FOREVER, dealt_of, pass_of, position_of, top_of
    from pyrtool.kernel.game import Game

NEVER = cython.declare(cython.int, -1)


@cython.cclass
class SetOrder:
    """The covering relation, the stock and the set tables of the deal that was loaded.

    With `drop_kings` the kings of a dealt stock, which then never hinder, are left out.
    `last`: where the game `ends` with the pyramid, its cards that cover nothing, one of which is in
    the discard that ends it. For another question than the goal see `demand`.
    """

    def __init__(self, game: Game, drop_kings: bool = False) -> None:
        # Copied from the game: the hot loops read them all the time.
        self.size, self.tableau, self.stock = game.size, game.tableau, game.stock
        self.sets, self.bit_of, self.self_set = game.sets, game.bit_of, game.self_set
        self.cover_start, self.cover_list = game.cover_start, game.cover_list
        self.in_pyramid = game.in_pyramid
        self.passes, self.unlimited = game.passes, game.unlimited
        self.dealt, self.stock_waste, self.stock_top = game.dealt, game.stock_waste, game.stock_top
        self.waste_pairs, self.overlap = game.waste_pairs, game.overlap
        self.goal_pyramid = game.goal_pyramid
        self.drop_kings, self.ends = drop_kings, False
        self.by_goal = True
        self.demanded = self.tallied_cards = self.tallied = 0
        self.stay = integers(1)
        subsets = [
            sub
            for sub in range(256)
            if (sub & 15).bit_count() == (sub >> 4).bit_count()
            or (sub < 16 and sub.bit_count() % 2 == 0)
        ]
        self.valid, self.valid_count = bytearray(subsets), len(subsets)
        self.bit_at = bytearray(64)
        self.stock_index = signed_bytes(64)
        self.cover, self.above, self.under = words(64), words(64), words(64)
        self.direct = words(64)
        self.static_ban = halves(8)
        self.last_alive = integers(256 * 8)
        self.counts, self.tightest = integers(8), bytearray(8)
        self.over, self.hidden, self.in_pack = integers(8), integers(32), words(32)

    def demand(self, wanted: int, tallied: int) -> None:
        """Ask another question of the deals that are loaded from now on.

        `wanted`: the cards that must go, bits in set order. `tallied`: the sets whose discards are
        counted, a bit each, and with the next one the kings.
        """
        s: cython.int
        of_set: cython.ulonglong = 255
        one: cython.ulonglong = 1
        self.by_goal, self.demanded, self.tallied = False, wanted, tallied
        self.tallied_cards = 0
        for s in range(self.sets):
            if self.tallied >> s & 1:
                self.tallied_cards |= of_set << (8 * s)
        if self.tallied >> self.sets & 1:
            self.tallied_cards |= ~((one << (8 * self.sets)) - 1)
        if len(self.stay) == 1:
            self.stay = integers(STAY_ROWS * STAY_STEPS)

    def load_cards(
        self,
        cards: cython.const[cython.uchar][::1],  # type: ignore[valid-type]
        sets: cython.int,
    ) -> cython.void:
        """Lay out a deal, every card of sets outside the mask `sets` being gone."""
        one: cython.ulonglong = 1
        left: cython.ulonglong = 0
        open_cards: cython.ulonglong = 0
        in_stock: cython.ulonglong = 0
        pyramid: cython.ulonglong = 0
        dealt: cython.ulonglong = 0
        mask: cython.ulonglong
        closure: cython.ulonglong
        i: cython.int
        k: cython.int
        b: cython.int
        c: cython.int
        banned: cython.bint
        self.kings = ~((one << (8 * self.sets)) - 1)
        for i in range(self.size):
            self.bit_at[i] = self.bit_of[cards[i]]
        for i in range(self.tableau - 1, -1, -1):
            b = self.bit_at[i]
            mask = closure = 0
            self.under[b] = 0
            for k in range(self.cover_start[i], self.cover_start[i + 1]):
                c = self.bit_at[self.cover_list[k]]
                mask |= one << c
                closure |= (one << c) | self.above[c]
                self.under[c] |= one << b
            self.cover[b], self.above[b], self.direct[b] = mask, closure, mask
            self.stock_index[b] = -1
            left |= one << b
            if mask == 0:
                open_cards |= one << b
            if self.in_pyramid[i]:
                pyramid |= one << b
        for i in range(self.stock):
            b = self.bit_at[self.tableau + i]
            self.cover[b] = self.above[b] = self.under[b] = self.direct[b] = 0
            self.stock_index[b] = -1
            if not self.dealt:
                left |= one << b
                open_cards |= one << b
                continue
            self.stock_index[b] = i
            dealt |= one << b
            # Where it can go as soon as it is turned, a king never hinders.
            if not (self.drop_kings and (one << b) & self.kings):
                left |= one << b
                in_stock |= one << i
        self.laid_out = ~dealt
        self.all_left, self.all_exposed, self.all_in_stock = left, open_cards, in_stock
        if sets != (1 << self.sets) - 1:
            # What lies between two cards of the sets is gone, but had to go first.
            mask = 0
            for i in range(self.sets):
                if sets >> i & 1:
                    closure = 255
                    mask |= closure << (8 * i)
            left &= mask
            pyramid &= mask
            open_cards = in_stock = 0
            for i in range(self.size):
                b = self.bit_at[i]
                self.under[b] = 0
            for i in range(self.size):
                b = self.bit_at[i]
                if not left >> b & 1:
                    continue
                if self.stock_index[b] >= 0:
                    in_stock |= one << self.stock_index[b]
                    continue
                self.cover[b] = self.above[b] & mask
                closure = self.cover[b]
                if closure == 0:
                    open_cards |= one << b
                while closure:
                    c = lowest_bit(closure)
                    closure &= closure - 1
                    self.under[c] |= one << b
            self.all_left, self.all_exposed, self.all_in_stock = left, open_cards, in_stock
        self.pyramid = pyramid
        self.must = pyramid if self.goal_pyramid else left
        if not self.by_goal:
            self.must = self.demanded & left
        self.last = 0
        while self.ends and pyramid:
            b = lowest_bit(pyramid)
            pyramid &= pyramid - 1
            if self.under[b] == 0:
                self.last |= one << b
        # Partners that can never be: one covers the other, or both are dealt and never meet.
        for i in range(8):
            self.static_ban[i] = 0
        for b in range(8 * self.sets):
            if not left >> b & 1:
                continue
            k = b & ~7
            if not (b & 4) and not self.self_set[b >> 3]:
                k += 4
            for i in range(4):
                c = k + i
                banned = c == b
                if (self.above[b] >> c | self.above[c] >> b) & 1:
                    banned = not (self.overlap and (self.direct[b] >> c | self.direct[c] >> b) & 1)
                elif self.stock_index[b] >= 0 and self.stock_index[c] >= 0:
                    banned = banned or (self.stock_waste == SW_NO and not self.waste_pairs)
                if banned and left >> c & 1:
                    self.static_ban[b >> 3] |= cython.cast(cython.uint, 1) << (4 * (b & 7) + i)

    def count_of(self, cards: cython.const[cython.uchar][::1]) -> cython.bint:  # type: ignore[valid-type]
        """Whether every stock card of a deal can have a partner in the tableau, by number alone.

        A condition where no two stock cards ever match and all must go.
        """
        i: cython.int
        s: cython.int
        for s in range(self.sets):
            self.counts[s] = 0
        for i in range(self.size):
            s = self.bit_of[cards[i]] >> 3
            if s < self.sets:
                self.counts[s] += 1 if i < self.tableau else -1
        for s in range(self.sets):
            if self.counts[s] < 0:
                return False
        return True

    def build_set_tables(self) -> cython.bint:
        """`last_alive` for every set; False when a set alone cannot do what it must."""
        s: cython.int
        full: cython.int
        alive: cython.bint = True
        for s in range(self.sets):
            self.build_set_table(s, self.must, 0, 0, self.last_alive, 0)
            full = cython.cast(cython.int, (self.all_left >> (8 * s)) & 255)
            if self.last_alive[256 * s + full] < 0:
                alive = False
        return alive

    def build_set_table(
        self,
        s: cython.int,
        that_must: cython.ulonglong,
        others: cython.ulonglong,
        may_stay: cython.int,
        table: cython.int[::1],  # type: ignore[valid-type]
        offset: cython.int,
    ) -> cython.void:
        """For each choice of one set's cards the last position at which the cards `that_must` go
        can still be discarded, and of the `others` all but `may_stay`.

        All other cards are taken to be gone, the set's stock cards to come singly, and what
        vanishes by itself to go by choice: each allows more than the game, so a set that is
        dead here is dead in the game. `NEVER` and `FOREVER` stand for no and any position. Set s
        has its row at `offset` + 256 s.
        """
        left: cython.int = cython.cast(cython.int, (self.all_left >> (8 * s)) & 255)
        must: cython.int = cython.cast(cython.int, (that_must >> (8 * s)) & 255)
        rest: cython.int = cython.cast(cython.int, (others >> (8 * s)) & 255)
        row: cython.int = offset + 256 * s
        base: cython.int = 8 * s
        itself: cython.bint = self.self_set[s]
        stock: cython.ulonglong
        v: cython.int
        sub: cython.int
        lows: cython.int
        highs: cython.int
        some: cython.int
        i: cython.int
        j: cython.int
        k: cython.int
        best: cython.int
        then: cython.int
        self._look_over(base, left)
        for v in range(self.valid_count):
            sub = self.valid[v]
            if sub & ~left:
                continue
            k = sub & rest
            for i in range(may_stay):
                k &= k - 1
            if k <= 0 and sub & must == 0:
                table[row + sub] = FOREVER
                continue
            some = sub
            if not self.overlap:
                some &= ~(self.hidden[sub & 15] | self.hidden[16 + (sub >> 4)])
            stock = self.in_pack[sub & 15] | self.in_pack[16 + (sub >> 4)]
            lows = some & 15
            best = NEVER
            while lows:
                i = lowest_bit(lows)
                lows &= lows - 1
                highs = lows if itself else some >> 4 << 4
                while highs:
                    j = lowest_bit(highs)
                    highs &= highs - 1
                    then = table[row + (sub & ~(1 << i | 1 << j))]
                    if then > best and (self.overlap or stock):
                        then = self._last_time(base, i, j, sub, stock, then)
                    if then > best:
                        best = then
            table[row + sub] = best

    def _look_over(self, base: cython.int, left: cython.int) -> cython.void:
        """`over`: for each card of a set those left that lie above it. And for each choice of its
        lower cards, and from 16 on of its higher ones, which cards they hide, `hidden`, and which
        they are in the stock, by index, `in_pack`."""
        one: cython.ulonglong = 1
        n: cython.int
        i: cython.int
        j: cython.int
        k: cython.int
        for i in range(8):
            self.over[i] = 0
            if left >> i & 1:
                self.over[i] = cython.cast(cython.int, (self.above[base + i] >> base) & 255) & left
        for n in range(32):
            self.hidden[n] = 0
            self.in_pack[n] = 0
            if n & 15 == 0:
                continue
            i = lowest_bit(n & 15)
            k = n & ~(1 << i)
            i += n >> 4 << 2
            self.hidden[n] = self.hidden[k]
            self.in_pack[n] = self.in_pack[k]
            if not left >> i & 1:
                continue
            if self.stock_index[base + i] >= 0:
                self.in_pack[n] |= one << self.stock_index[base + i]
                continue
            for j in range(8):
                self.hidden[n] |= (self.over[j] >> i & 1) << j

    def build_stay_tables(self) -> cython.void:
        """`stay`: for each tallied set and number of pairs, from 0, the last positions at which its
        cards that must go still can, and all others but so many pairs."""
        s: cython.int
        pairs: cython.int
        for s in range(self.sets):
            for pairs in range(STAY_STEPS if self.tallied >> s & 1 else 0):
                self.build_set_table(
                    s, self.must, self.all_left, 2 * pairs, self.stay, STAY_ROWS * pairs
                )

    def units(self, left: cython.ulonglong) -> cython.int:
        """How many tallied discards these cards are."""
        kings: cython.ulonglong = left & self.tallied_cards & self.kings
        left &= self.tallied_cards & ~self.kings
        return (count_bits(left) >> 1) + count_bits(kings)

    def _last_time(
        self,
        base: cython.int,
        i: cython.int,
        j: cython.int,
        sub: cython.int,
        stock: cython.ulonglong,
        then: cython.int,
    ) -> cython.int:
        """The last position, not after `then`, at which two cards of a set can go together.

        `sub`: the set's cards left; `stock`: which they are in the stock, by index. Without overlap
        discards both lie open. `NEVER` if there is no such position.
        """
        one: cython.ulonglong = 1
        first: cython.int = self.stock_index[base + i]
        second: cython.int = self.stock_index[base + j]
        low: cython.int
        high: cython.int
        t: cython.int
        number: cython.int
        on_i: cython.int
        on_j: cython.int
        if self.overlap:
            on_i, on_j = self.over[i] & sub, self.over[j] & sub
            if on_i or on_j:
                if on_i == 1 << j and self.direct[base + i] >> (base + j) & 1:
                    return then if on_j == 0 else NEVER
                if on_j == 1 << i and self.direct[base + j] >> (base + i) & 1:
                    return then if on_i == 0 else NEVER
                return NEVER
        if first < 0 and second < 0:
            return then
        # The positions low <= t <= high at which both are available.
        if first > second:
            first, second = second, first
        if first < 0:
            low = second + 1
            if self.stock_top:
                low = top_of(stock, second) + 1
            high = self._after(stock, second)
        else:
            if (stock & ((one << second) - 1)) >> (first + 1):
                return NEVER  # another card of the set lies between
            low = first + 1 if self.stock_waste else second + 1
            high = self._after(stock, second) if self.waste_pairs else second
        if low > high:
            return NEVER
        number = pass_of(then)
        if number >= self.passes:
            return position_of(self.passes - 1, high)
        t = dealt_of(then)
        if t > high:
            t = high
        if t >= low:
            return position_of(number, t)
        return position_of(number - 1, high) if number > 0 else NEVER

    def _after(self, stock: cython.ulonglong, card: cython.int) -> cython.int:
        """The first of these cards of the stock, by index, after this one; the stock's size if
        there is none."""
        stock >>= card + 1
        return lowest_bit(stock) + card + 1 if stock else self.stock
