# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A deal in set order, and the set tables: what each set alone can still do.

Set order gives every card a bit: set s has bits 8s to 8s + 7, the lower rank's cards first,
then the higher's (a rank that completes itself has bits 8s to 8s + 3); cards that stand alone
come after the sets. One word then says which cards are left, and each of its bytes is an index into
a set's table.

A position in the stock is one number, 64 * pass + t, where the stock cards with index below t are
in the waste. t is kept least: one more than the waste top's index.
"""

import cython

from pyrtool.kernel.buffers import integers, signed_bytes, words

if not cython.compiled:
    from pyrtool.kernel.bits import lowest_bit

SW_NO = cython.declare(cython.int, 0)

FOREVER = cython.declare(cython.int, 1 << 20)
NEVER = cython.declare(cython.int, -1)
UNLIMITED_PASSES = cython.declare(cython.int, 60)  # more than any card needs: one discard a pass


@cython.cclass
class SetOrder:
    """The covering relation, the stock and the set tables of the deal that was loaded.

    `bit_of`: for each card code its bit. `self_set`: for each set whether its rank completes itself.
    `covers`: for each tableau place the places directly on it. `in_pyramid`: for each tableau place
    1 or 0. `rules` has draw, passes (0: unlimited), stock_waste (0 for no), and as 0 or 1 stock_top,
    waste_pairs, overlap, goal_pyramid, dealt (the cards not laid out are dealt, not open) and
    drop_singles (stock cards that stand alone never hinder, and are left out).
    """

    def __init__(
        self,
        size: int,
        bit_of: bytes,
        self_set: bytes,
        covers: list[list[int]],
        in_pyramid: bytes,
        rules: dict[str, int],
    ) -> None:
        self.size, self.tableau = size, len(covers)
        self.stock = size - self.tableau
        self.sets = len(self_set)
        if self.size > 56 or self.sets > 7:
            raise ValueError("at most 56 cards in at most 7 sets")
        self.passes = rules["passes"]
        self.unlimited = self.passes == 0
        if self.unlimited:
            self.passes = UNLIMITED_PASSES
        self.stock_waste, self.stock_top = rules["stock_waste"], rules["stock_top"]
        self.waste_pairs, self.overlap = rules["waste_pairs"], rules["overlap"]
        self.goal_pyramid, self.dealt = rules["goal_pyramid"], rules["dealt"]
        self.drop_singles = rules["drop_singles"]
        self.bit_of, self.self_set = bytearray(bit_of), bytearray(self_set)
        self.cover_start = bytearray(self.tableau + 1)
        flat: list[int] = []
        for i, on_it in enumerate(covers):
            flat += on_it
            self.cover_start[i + 1] = len(flat)
        self.cover_list = bytearray(flat or [0])
        self.in_pyramid = bytearray(in_pyramid or b"\0")
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
        self.static_ban = bytearray(64)
        self.last_alive = integers(256 * 8)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
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
        mask: cython.ulonglong
        closure: cython.ulonglong
        i: cython.int
        k: cython.int
        b: cython.int
        c: cython.int
        self.singles = ~((one << (8 * self.sets)) - 1)
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
            # Where it can go as soon as it is turned, a card that stands alone never hinders.
            if not (self.drop_singles and (one << b) & self.singles):
                left |= one << b
                in_stock |= one << i
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
        self.must = pyramid if self.goal_pyramid else left
        # Partners that can never be: one covers the other, or both are dealt and never meet.
        for b in range(8 * self.sets):
            self.static_ban[b] = 0
            if left >> b & 1:
                k = 8 * (b >> 3) + (4 if not (b & 4) and not self.self_set[b >> 3] else 0)
                for i in range(4):
                    c = k + i
                    if not left >> c & 1:
                        continue
                    if c == b:
                        self.static_ban[b] |= 1 << i
                    elif (self.above[b] >> c | self.above[c] >> b) & 1:
                        if not (self.overlap and (self.direct[b] >> c | self.direct[c] >> b) & 1):
                            self.static_ban[b] |= 1 << i
                    elif self.stock_index[b] >= 0 and self.stock_index[c] >= 0:
                        if self.stock_waste == SW_NO and not self.waste_pairs:
                            self.static_ban[b] |= 1 << i

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count_allows(self) -> cython.bint:
        """Whether every stock card can have a partner in the tableau, by number alone.

        A condition where no two stock cards ever match and all must go.
        """
        in_stock: cython.int
        s: cython.int
        half: cython.int
        i: cython.int
        for s in range(self.sets):
            in_stock = half = 0
            for i in range(8):
                if self.all_left >> (8 * s + i) & 1:
                    half += 1
                    if self.stock_index[8 * s + i] >= 0:
                        in_stock += 1
            if 2 * in_stock > half:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def build_set_tables(self) -> cython.bint:
        """`last_alive` for every set; False when a set alone cannot do what it must."""
        s: cython.int
        full: cython.int
        for s in range(self.sets):
            self._build_set_table(s)
            full = cython.cast(cython.int, (self.all_left >> (8 * s)) & 255)
            if self.last_alive[256 * s + full] < 0:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _build_set_table(self, s: cython.int) -> cython.void:
        """For each choice of one set's cards the last position at which it can still be discarded.

        All other cards are taken to be gone, the set's stock cards to come singly, and what
        vanishes by itself to go by choice: each allows more than the game, so a set that is
        dead here is dead in the game. `NEVER` and `FOREVER` stand for no and any position.
        """
        left: cython.int = cython.cast(cython.int, (self.all_left >> (8 * s)) & 255)
        must: cython.int = cython.cast(cython.int, (self.must >> (8 * s)) & 255)
        row: cython.int = 256 * s
        base: cython.int = 8 * s
        alone: cython.bint = self.self_set[s]
        v: cython.int
        sub: cython.int
        i: cython.int
        j: cython.int
        k: cython.int
        first: cython.int
        second: cython.int
        before: cython.int
        after: cython.int
        cover_i: cython.int
        cover_j: cython.int
        best: cython.int
        then: cython.int
        low: cython.int
        high: cython.int
        number: cython.int
        t: cython.int
        for v in range(self.valid_count):
            sub = self.valid[v]
            if sub & ~left:
                continue
            if sub & must == 0:
                self.last_alive[row + sub] = FOREVER
                continue
            best = NEVER
            for i in range(4):
                if not sub >> i & 1:
                    continue
                cover_i = cython.cast(cython.int, (self.above[base + i] >> base) & 255) & sub
                first = self.stock_index[base + i]
                for j in range(i + 1 if alone else 4, 4 if alone else 8):
                    if not sub >> j & 1:
                        continue
                    then = self.last_alive[row + (sub & ~(1 << i | 1 << j))]
                    if then <= best:
                        continue
                    cover_j = cython.cast(cython.int, (self.above[base + j] >> base) & 255) & sub
                    if self.overlap:
                        if cover_i == 1 << j and self.direct[base + i] >> (base + j) & 1:
                            if cover_j == 0:
                                best = then
                            continue
                        if cover_j == 1 << i and self.direct[base + j] >> (base + i) & 1:
                            if cover_i == 0:
                                best = then
                            continue
                    if cover_i or cover_j:
                        continue
                    second = self.stock_index[base + j]
                    if first < 0 and second < 0:
                        best = then
                        continue
                    # The positions low <= t <= high at which both are available.
                    high = self.stock
                    if first < 0 or second < 0:
                        t = first if second < 0 else second
                        low = 0 if self.stock_top else t + 1
                        for k in range(8):
                            if sub >> k & 1 and k != i and k != j:
                                before = after = self.stock_index[base + k]
                                if 0 <= before < t and before + 1 > low:
                                    low = before + 1
                                if t < after < high:
                                    high = after
                    else:
                        t = second if first > second else first
                        number = first + second - t
                        low = t + 1 if self.stock_waste else number + 1
                        high = self.stock if self.waste_pairs else number
                        for k in range(8):
                            if sub >> k & 1 and k != i and k != j:
                                after = self.stock_index[base + k]
                                if t < after < number:
                                    high = -1
                                elif number < after < high:
                                    high = after
                    if low > high:
                        continue
                    number = then >> 6
                    if number >= self.passes:
                        then = 64 * (self.passes - 1) + high
                    else:
                        t = then & 63
                        if t > high:
                            t = high
                        if t >= low:
                            then = 64 * number + t
                        elif number > 0:
                            then = 64 * (number - 1) + high
                        else:
                            continue
                    if then > best:
                        best = then
            self.last_alive[row + sub] = best

    def tightness(self, s: int) -> list[int]:
        full = (self.all_left >> (8 * s)) & 255
        return [self.last_alive[256 * s + v] for v in self.valid if not v & ~full]
