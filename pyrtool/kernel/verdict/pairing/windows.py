# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What must go before what, and when each card can go: the knowledge of the search over partners.

All of it is about the *prompt* solutions: those in which each pair goes as soon as it can. If given
partners can all go, they can go promptly, as removing early never hurts.

Time is counted in *slots*. A stock card that was not dealt has the slot after those of the cards
before it. A slot begins when its card is turned. What the waste had at the beginning has lower slots.
The position itself is the first slot, in which nothing is turned. Each pass has `period` slots more,
in which the same cards are turned in the same order.
"""

import cython

from pyrtool.kernel.numbers.buffers import halves, integers, signed_bytes, words

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import lowest_bit
    from pyrtool.kernel.numbers.buffers import ReadOnlyBytes
    from pyrtool.kernel.numbers.codes import ROW, SLOTS, SW_NO


@cython.cclass
class Windows:
    """The cards of one deal in set order (`places`), a row of each table for each level of the search.

    `up`: what goes before a card, itself and its partner; `down`: what goes after it, and these two.
    Both are closed: what is up of a card that is up is up, too. A card goes in no slot before
    `opens`, and in none from `closes` on. `late`: for each slot the cards that cannot go before it;
    `gone`: those that cannot go from it on. Kings, which never hinder, are left out.

    `slot`: of each stock card, in the first pass; `card_in`: the card that has a slot there, -1 if
    none; `upto`: those that have it, or one before.

    `must`: for each level the cards that must go. Of any other card x, all of this says what holds if it
    goes: `up` of x is what goes before it then, and x has a place in `down` of those. If it cannot
    go, it `opens` at the `end`.

    `dirty`: the cards about which something became known; `failed`: no line has all that is known.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.size, self.tableau, self.stock = game.size, game.tableau, game.stock
        self.sets, self.bit_of, self.overlap = game.sets, game.bit_of, game.overlap
        self.stock_waste = game.stock_waste
        self.cover_start, self.cover_list = game.cover_start, game.cover_list
        self.in_pyramid, self.goal_pyramid = game.in_pyramid, game.dealt and game.goal_pyramid
        self.bit_at, self.index_of = bytearray(64), signed_bytes(64)
        self.cover, self.above, self.below = words(ROW), words(ROW), words(ROW)
        self.weak = halves(8)
        self.dealt_of_set, self.dealt_count = bytearray(64), bytearray(8)
        self.slot, self.card_in, self.upto = integers(ROW), signed_bytes(ROW), words(ROW)
        self.left = self.in_stock = self.laid_out = self.goal = 0
        one: cython.ulonglong = 1
        self.in_deck = 0
        for code in game.deck:
            self.in_deck |= one << self.bit_of[code]
        self.start = self.end = 0
        self.period = self.stock + 1
        levels = game.size // 2 + 2
        self.up, self.down = words(ROW * levels), words(ROW * levels)
        self.opens, self.closes = integers(ROW * levels), integers(ROW * levels)
        self.late, self.gone = words(SLOTS * levels), words(SLOTS * levels)
        self.must = words(levels)
        self.dirty, self.failed = 0, False

    def load_cards(self, cards: ReadOnlyBytes) -> cython.void:
        """Lay out a deal: what covers what. `goal`: the cards that must go, kings among them."""
        one: cython.ulonglong = 1
        closure: cython.ulonglong
        direct: cython.ulonglong
        i: cython.int
        k: cython.int
        b: cython.int
        for i in range(8):
            self.dealt_count[i] = 0
        for i in range(self.size):
            b = self.bit_at[i] = self.bit_of[cards[i]]
            self.index_of[b] = cython.cast(cython.schar, i - self.tableau)
            self.below[b] = self.above[b] = self.cover[b] = 0
            if i >= self.tableau and b < 8 * self.sets:
                self.dealt_of_set[8 * (b >> 3) + self.dealt_count[b >> 3]] = b & 7
                self.dealt_count[b >> 3] += 1
        self.laid_out = 0
        self.goal = 0 if self.goal_pyramid else self.in_deck
        for i in range(self.tableau - 1, -1, -1):
            b = self.bit_at[i]
            closure = direct = 0
            for k in range(self.cover_start[i], self.cover_start[i + 1]):
                direct |= one << self.bit_at[self.cover_list[k]]
                closure |= self.above[self.bit_at[self.cover_list[k]]]
            self.cover[b], self.above[b] = direct, direct | closure
            self.laid_out |= one << b
            if self.in_pyramid[i]:
                self.goal |= one << b
        for i in range(self.tableau):
            b = self.bit_at[i]
            closure = self.below[b] | (one << b)
            for k in range(self.cover_start[i], self.cover_start[i + 1]):
                self.below[self.bit_at[self.cover_list[k]]] |= closure

    def begin(self, left: cython.ulonglong, dealt: cython.int, passes: cython.int) -> cython.void:
        """Level 0: these cards and passes are left, this one among them. The last of the cards
        dealt, if any, is left."""
        one: cython.ulonglong = 1
        rest: cython.ulonglong
        known: cython.ulonglong
        b: cython.int
        v: cython.int
        left &= (one << (8 * self.sets)) - 1
        self.left, self.must[0] = left, left & self.goal
        self.in_stock = left & ~self.laid_out
        self.start, self.end = dealt, self.period * passes
        for v in range(self.period):
            self.upto[v] = 0
            self.card_in[v] = -1
        rest = left
        while rest:
            b = lowest_bit(rest)
            rest &= rest - 1
            self.up[b] = self.above[b] & left | (one << b)
            self.down[b] = self.below[b] & left | (one << b)
            self.opens[b], self.closes[b] = dealt, self.end
            v = self.index_of[b]
            if v < 0:
                continue
            if v >= dealt:
                v += 1
                self.opens[b] = v
            self.slot[b] = v
            self.card_in[v] = cython.cast(cython.schar, b)
            self.upto[v] = one << b
        known = 0
        for v in range(self.period):
            self.late[v] = left if v <= dealt else self.in_stock & ~known
            known |= self.upto[v]
            self.upto[v] = known
            self.gone[v] = 0
        for v in range(self.period, self.end + 1):
            self.late[v] = self.gone[v] = 0
        self.gone[self.end] = left
        self.dirty, self.failed = left, False
        if self.overlap:
            self._weaken()

    def _weaken(self) -> cython.void:
        """With overlap discards a card need not go before one that it covers directly and that is its
        complement: the two may go together. `weak`: for each set a bit for each two of which this
        holds, as `choice` has them. As long as they may be partners, neither is up of the other."""
        one: cython.ulonglong = 1
        bit: cython.uint = 1
        rest: cython.ulonglong = self.left & self.laid_out
        some: cython.ulonglong
        b: cython.int
        c: cython.int
        for b in range(8):
            self.weak[b] = 0
        while rest:
            b = lowest_bit(rest)
            rest &= rest - 1
            some = self.cover[b] & self.left
            some &= cython.cast(cython.ulonglong, 15) << ((b ^ 4) & ~3)
            while some:
                c = lowest_bit(some)
                some &= some - 1
                self.up[b] &= ~(one << c)
                self.down[c] &= ~(one << b)
                if b & 4:
                    self.weak[b >> 3] |= bit << (4 * (c & 3) + (b & 3))
                else:
                    self.weak[b >> 3] |= bit << (4 * (b & 3) + (c & 3))

    def delay(self, d: cython.int, cards: cython.ulonglong, slot: cython.int) -> cython.void:
        """None of these cards goes before a slot."""
        one: cython.ulonglong = 1
        never: cython.ulonglong = 0
        row: cython.int = ROW * d
        b: cython.int
        v: cython.int
        cards &= ~self.late[2 * row + slot]
        self.dirty |= cards
        while cards:
            b = lowest_bit(cards)
            cards &= cards - 1
            for v in range(self.opens[row + b] + 1, slot + 1):
                self.late[2 * row + v] |= one << b
            self.opens[row + b] = slot
            if slot >= self.closes[row + b]:
                never |= one << b
        if never:
            self.stay(d, never)

    def hasten(self, d: cython.int, cards: cython.ulonglong, slot: cython.int) -> cython.void:
        """All of these cards go before a slot."""
        one: cython.ulonglong = 1
        never: cython.ulonglong = 0
        row: cython.int = ROW * d
        b: cython.int
        v: cython.int
        cards &= ~self.gone[2 * row + slot]
        self.dirty |= cards
        while cards:
            b = lowest_bit(cards)
            cards &= cards - 1
            for v in range(slot, self.closes[row + b]):
                self.gone[2 * row + v] |= one << b
            self.closes[row + b] = slot
            if slot <= self.opens[row + b]:
                never |= one << b
        if never:
            self.stay(d, never)

    def stay(self, d: cython.int, cards: cython.ulonglong) -> cython.void:
        """None of these cards can go, and nothing that is down of them."""
        one: cython.ulonglong = 1
        row: cython.int = ROW * d
        rest: cython.ulonglong = cards
        b: cython.int
        v: cython.int
        while rest:
            cards |= self.down[row + lowest_bit(rest)]
            rest &= rest - 1
        if cards & self.must[d]:
            self.failed = True
            return
        cards &= ~self.late[2 * row + self.end]
        self.dirty |= cards
        while cards:
            b = lowest_bit(cards)
            cards &= cards - 1
            for v in range(self.opens[row + b] + 1, self.end + 1):
                self.late[2 * row + v] |= one << b
            self.opens[row + b] = self.end

    def require(self, d: cython.int, cards: cython.ulonglong) -> cython.void:
        """These cards must go, and all that is up of them."""
        one: cython.ulonglong = 1
        row: cython.int = ROW * d
        b: cython.int
        cards &= ~self.must[d]
        while cards and not self.failed:
            b = lowest_bit(cards)
            self.must[d] |= one << b
            self.dirty |= one << b
            cards = (cards | self.up[row + b]) & ~self.must[d]
            if self.opens[row + b] >= self.closes[row + b]:
                self.failed = True
            self.hasten(d, self.up[row + b], self.closes[row + b])

    def hurried(self, d: cython.int, x: cython.int) -> cython.ulonglong:
        """What goes before a slot if a card does: all that is up of it, if it must go. Otherwise what is
        up of it may go later, as the card may stay, and only the card and its partner are."""
        if self.must[d] >> x & 1:
            return self.up[ROW * d + x]
        return self.up[ROW * d + x] & self.down[ROW * d + x]

    def follow(
        self, d: cython.int, before: cython.ulonglong, after: cython.ulonglong
    ) -> cython.void:
        """All cards `before`, which have with them all that is up of them, go before all `after`, which
        have with them all that is down of them. If some card is both, none of these can go."""
        row: cython.int = ROW * d
        rest: cython.ulonglong = after
        changed: cython.ulonglong = 0
        old: cython.ulonglong
        one: cython.ulonglong = 1
        i: cython.int
        if before & after:
            self.stay(d, after)
            return
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            old = self.up[row + i]
            if before & ~old:
                self.up[row + i] = old | before
                changed |= one << i
        rest = before
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            old = self.down[row + i]
            if after & ~old:
                self.down[row + i] = old | after
                changed |= one << i
        self.dirty |= changed
        if after & self.must[d] and before & ~self.must[d]:
            self.require(d, before)

    def join(self, d: cython.int, x: cython.int, y: cython.int) -> cython.void:
        """Two cards are partners, or neither goes: what is known of one is so of the other.

        If both lie in the stock, one is turned when they go, and the other is the waste top. So the
        slot is that of the later one, in some pass, and all stock cards between them go before.
        """
        one: cython.ulonglong = 1
        row: cython.int = ROW * d
        pair: cython.ulonglong = (one << x) | (one << y)
        before: cython.ulonglong = self.up[row + x] | self.up[row + y]
        after: cython.ulonglong = self.down[row + x] | self.down[row + y]
        rest: cython.ulonglong
        low: cython.int = max(self.opens[row + x], self.opens[row + y])
        high: cython.int = min(self.closes[row + x], self.closes[row + y])
        i: cython.int
        if (self.up[row + x] >> y | self.down[row + x] >> y) & 1:
            self.stay(d, after)
            return
        if self.in_stock & pair == pair:
            i = max(self.slot[x], self.slot[y])
            low = self.next_turn(low, i)
            high = min(high, self.last_turn(high, i) + 1)
            rest = self.upto[i] & ~self.upto[min(self.slot[x], self.slot[y])] & ~pair & ~before
            while rest:
                i = lowest_bit(rest)
                before |= self.up[row + i]
                low = max(low, self.opens[row + i])
                rest &= ~before
        if (
            before & after != pair
            or low >= high
            or (self.stock_waste == SW_NO and self.in_stock & pair == pair)
        ):
            self.stay(d, after)
            return
        rest = after
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            if before & ~self.up[row + i]:
                self.up[row + i] |= before
                self.dirty |= one << i
        rest = before
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            if after & ~self.down[row + i]:
                self.down[row + i] |= after
                self.dirty |= one << i
        if after & self.must[d] and before & ~self.must[d]:
            self.require(d, before)
        self.delay(d, after, low)
        self.hasten(d, self.hurried(d, x), high)

    def next_turn(self, slot: cython.int, turn: cython.int) -> cython.int:
        """The first slot, not before this one, with the card that is turned first in slot `turn`."""
        while turn < slot:
            turn += self.period
        return turn

    def last_turn(self, slot: cython.int, turn: cython.int) -> cython.int:
        """The last slot before this one with that card, or the first if all come later."""
        while turn + self.period < slot:
            turn += self.period
        return turn

    def copy(self, d: cython.int) -> cython.void:
        """Make level d + 1 a copy of level d."""
        row: cython.int = ROW * d
        i: cython.int
        self.must[d + 1] = self.must[d]
        for i in range(row, row + 8 * self.sets):
            self.up[i + ROW] = self.up[i]
        for i in range(row, row + 8 * self.sets):
            self.down[i + ROW] = self.down[i]
        for i in range(row, row + 8 * self.sets):
            self.opens[i + ROW] = self.opens[i]
        for i in range(row, row + 8 * self.sets):
            self.closes[i + ROW] = self.closes[i]
        row = SLOTS * d
        for i in range(row, row + self.end + 1):
            self.late[i + SLOTS] = self.late[i]
        for i in range(row, row + self.end + 1):
            self.gone[i + SLOTS] = self.gone[i]
