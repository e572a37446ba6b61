# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A deal in set order: where each card lies, what covers it, which cards count.

Set order gives every card a bit. Set s has bits 8s to 8s + 7, the lower rank's cards first, then
the higher's; a rank that completes itself has bits 8s to 8s + 3. Kings come after the sets. One
word then says which cards are left.
"""

import cython

from pyrtool.kernel.numbers.buffers import halves, integers, signed_bytes, words
from pyrtool.kernel.numbers.widths import check_width

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import lowest_bit
    from pyrtool.kernel.numbers.buffers import ReadOnlyBytes
    from pyrtool.kernel.numbers.codes import SW_NO


@cython.cclass
class Places:
    """The covering relation and the stock of the deal that was loaded.

    With `drop_kings` the kings of a dealt stock, which then never hinder, are left out.
    `stock_bit`: of each card of a dealt stock its bit by index. `last`: where the game `ends` with
    the pyramid, its cards that cover nothing, one of which is in the discard that ends it. `places_of`: for each rank, a card's bit by fours, its stock cards by
    index. `coverers`: the cards that lie directly on a card that they may go with. `own_sets`: of each
    set of one rank its lowest bit.
    """

    def __init__(self, game: Game, drop_kings: bool = False) -> None:
        self.game = game
        # Copied from the game: the loops below read them all the time.
        self.size, self.tableau, self.stock = game.size, game.tableau, game.stock
        check_width("sets", game.sets, 3)
        self.sets, self.bit_of, self.self_set = game.sets, game.bit_of, game.self_set
        self.cover_start, self.cover_list = game.cover_start, game.cover_list
        self.in_pyramid = game.in_pyramid
        self.dealt, self.stock_waste = game.dealt, game.stock_waste
        self.waste_pairs, self.overlap = game.waste_pairs, game.overlap
        self.goal_pyramid = game.goal_pyramid
        self.drop_kings, self.ends = drop_kings, False
        self.by_goal, self.demanded = True, 0
        self.own_sets = sum(1 << (8 * s) for s in range(game.sets) if game.self_set[s])
        self.bit_at = bytearray(64)
        self.stock_index = signed_bytes(64)
        self.cover, self.above, self.under = words(64), words(64), words(64)
        self.direct, self.places_of, self.stock_bit = words(64), words(16), words(64)
        self.static_ban = halves(8)
        self.counts = integers(8)

    def share(self, owner: "Places") -> None:
        """Take the tables that are filled for a whole deal from another one of the same rules; then only
        `keep_sets` lays out cards here."""
        self.bit_at, self.stock_index, self.static_ban = (
            owner.bit_at,
            owner.stock_index,
            owner.static_ban,
        )
        self.above, self.direct, self.places_of = owner.above, owner.direct, owner.places_of
        self.stock_bit = owner.stock_bit

    def demand(self, wanted: int) -> None:
        """Let these cards, bits in set order, be those that must go, of the deals that are loaded from
        now on."""
        self.by_goal, self.demanded = False, wanted

    def load_cards(self, cards: ReadOnlyBytes) -> cython.void:
        """Lay out a deal."""
        one: cython.ulonglong = 1
        left: cython.ulonglong = 0
        open_cards: cython.ulonglong = 0
        in_stock: cython.ulonglong = 0
        dealt: cython.ulonglong = 0
        mask: cython.ulonglong
        closure: cython.ulonglong
        i: cython.int
        k: cython.int
        b: cython.int
        c: cython.int
        self.kings = ~((one << (8 * self.sets)) - 1)
        self.pyramid = 0
        for i in range(16):
            self.places_of[i] = 0
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
            self.stock_bit[b] = 0
            left |= one << b
            if mask == 0:
                open_cards |= one << b
            if self.in_pyramid[i]:
                self.pyramid |= one << b
        for i in range(self.stock):
            b = self.bit_at[self.tableau + i]
            self.cover[b] = self.above[b] = self.under[b] = self.direct[b] = 0
            self.stock_index[b] = -1
            self.stock_bit[b] = 0
            if not self.dealt:
                left |= one << b
                open_cards |= one << b
                continue
            self.stock_index[b], self.stock_bit[b] = i, one << i
            dealt |= one << b
            # Where it can go as soon as it is turned, a king never hinders.
            if not (self.drop_kings and (one << b) & self.kings):
                left |= one << b
                in_stock |= one << i
                self.places_of[b >> 2] |= one << i
        self.laid_out = ~dealt
        self.all_left, self.all_exposed, self.all_in_stock = left, open_cards, in_stock
        self._find_must()
        self._ban_statically()

    def keep_sets(self, wider: "Places", sets: cython.int) -> cython.void:
        """Lay out the sets of this mask alone of a deal that another one laid out, whose places this
        one shares (`share`); every other card is gone.

        What lies between two cards of the sets is gone, but had to go first.
        """
        one: cython.ulonglong = 1
        of_set: cython.ulonglong = 255
        mask: cython.ulonglong = 0
        open_cards: cython.ulonglong = 0
        in_stock: cython.ulonglong = 0
        rest: cython.ulonglong
        closure: cython.ulonglong
        nearest: cython.ulonglong
        beyond: cython.ulonglong
        i: cython.longlong  # 64 bits, so that vectors can clear the row
        b: cython.int
        s: cython.int
        for s in range(self.sets):
            if sets >> s & 1:
                mask |= of_set << (8 * s)
                in_stock |= self.places_of[2 * s] | self.places_of[2 * s + 1]
        self.kings, self.laid_out = wider.kings, wider.laid_out
        self.coverers = wider.coverers
        self.pyramid, self.all_left = wider.pyramid & mask, wider.all_left & mask
        for i in range(64):
            self.under[i] = 0
        rest = self.all_left & self.laid_out
        while rest:
            b = lowest_bit(rest)
            rest &= rest - 1
            closure = nearest = self.cover[b] = self.above[b] & mask
            if closure == 0:
                open_cards |= one << b
            while closure:  # what lies above one that was looked at lies above none but those
                beyond = self.above[lowest_bit(closure)]
                nearest &= ~beyond
                closure &= (closure - 1) & ~beyond
            while nearest:
                self.under[lowest_bit(nearest)] |= one << b
                nearest &= nearest - 1
        self.all_exposed, self.all_in_stock = open_cards, in_stock & wider.all_in_stock
        self._find_must()

    def _find_must(self) -> cython.void:
        """`must`, the cards that must go, and `last`."""
        rest: cython.ulonglong = self.pyramid
        one: cython.ulonglong = 1
        b: cython.int
        self.must = self.pyramid if self.goal_pyramid else self.all_left
        if not self.by_goal:
            self.must = self.demanded & self.all_left
        self.last = 0
        while self.ends and rest:
            b = lowest_bit(rest)
            rest &= rest - 1
            if self.under[b] == 0:
                self.last |= one << b

    def _ban_statically(self) -> cython.void:
        """`static_ban`: partners that can never be, as one covers the other, or both are dealt and
        never meet; and `coverers`."""
        one: cython.ulonglong = 1
        four: cython.ulonglong = 15
        dealt: cython.ulonglong = ~self.laid_out
        rest: cython.ulonglong = self.all_left & ~self.kings
        banned: cython.ulonglong
        i: cython.int
        k: cython.int
        b: cython.int
        c: cython.int
        if self.stock_waste != SW_NO or self.waste_pairs:
            dealt = 0
        self.coverers = 0
        for i in range(8):
            self.static_ban[i] = 0
        while rest:
            b = lowest_bit(rest)
            rest &= rest - 1
            k = b & ~7
            if self.self_set[b >> 3]:
                banned = one << b
            else:
                banned = 0
                k |= ~b & 4
            banned |= self.above[b]
            if self.overlap:
                banned &= ~self.direct[b]
            if dealt >> b & 1:
                banned |= dealt
            self.coverers |= self.direct[b] & (four << k)
            banned &= self.all_left & (four << k)
            while banned:
                c = lowest_bit(banned)
                banned &= banned - 1
                self.static_ban[b >> 3] |= cython.cast(cython.uint, 1) << (4 * (b & 7) + (c & 3))
                self.static_ban[b >> 3] |= cython.cast(cython.uint, 1) << (4 * (c & 7) + (b & 3))

    def count_of(self, cards: ReadOnlyBytes) -> cython.bint:
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
