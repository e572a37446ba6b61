# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search over partners of games with one or two passes whose cards are turned one at a time."""

import cython

from pyrtool.kernel.game import DepthFirst
from pyrtool.kernel.levels import Places

if not cython.compiled:
    from pyrtool.kernel.game import Game
    from pyrtool.kernel.numbers import *


# What must go before what, and when each card can go: the knowledge of the search over partners.
#
# All of it is about the *prompt* solutions: those in which each pair goes as soon as it can. If
# given partners can all go, they can go promptly, as removing early never hurts.
#
# Time is counted in *slots*. A stock card that was not dealt has the slot after those of the cards
# before it. A slot begins when its card is turned. What the waste had at the beginning has lower
# slots. The position itself is the first slot, in which nothing is turned. Each pass has `period`
# slots more, in which the same cards are turned in the same order.


@cython.cclass
class Windows:
    """The cards of one deal in set order (`Places`), a row of each table for each level of the search.

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
        self.game, self.deal = game, Places(game)
        self.tableau, self.stock, self.sets = game.tableau, game.stock, game.sets
        self.overlap, self.stock_waste = game.overlap, game.stock_waste
        self.bit_at, self.index_of = self.deal.bit_at, self.deal.stock_index
        self.cover, self.above, self.below = self.deal.cover, self.deal.above, words(ROW)
        self.weak = halves(8)
        self.dealt_of_set, self.dealt_count = bytearray(64), bytearray(8)
        self.slot, self.card_in, self.upto = integers(ROW), signed_bytes(ROW), words(ROW)
        self.left = self.in_stock = self.laid_out = self.goal = 0
        self.start = self.end = 0
        self.period = self.stock + 1
        levels = game.size // 2 + 2
        self.up, self.down = words(ROW * levels), words(ROW * levels)
        self.opens, self.closes = integers(ROW * levels), integers(ROW * levels)
        self.late, self.gone = words(SLOTS * levels), words(SLOTS * levels)
        self.must = words(levels)
        self.dirty, self.failed = 0, False

    def load_cards(self, cards: ReadOnlyBytes) -> cython.void:
        """Lay out a deal. `goal`: the cards that must go, kings among them."""
        cython.declare(rest=cython.ulonglong, i=cython.int, b=cython.int)
        self.deal.load_cards(cards)
        self.laid_out, self.goal = self.deal.laid_out, self.deal.must
        for i in range(8):
            self.dealt_count[i] = 0
        for b in range(ROW):
            self.below[b] = 0
        for i in range(self.tableau):
            b = self.bit_at[i]
            rest = self.cover[b]
            while rest:
                self.below[lowest_bit(rest)] |= self.below[b] | one_bit(b)
                rest &= rest - 1
        for i in range(self.tableau, self.tableau + self.stock):
            b = self.bit_at[i]
            if b < 8 * self.sets:
                self.dealt_of_set[8 * (b >> 3) + self.dealt_count[b >> 3]] = b & 7
                self.dealt_count[b >> 3] += 1

    def begin(self, left: cython.ulonglong, dealt: cython.int, passes: cython.int) -> cython.void:
        """Begin level 0: these cards and passes are left, this one among them. The last of the
        cards dealt, if any, is left."""
        v: cython.int
        left &= one_bit(8 * self.sets) - 1
        self.left, self.must[0] = left, left & self.goal
        self.in_stock = left & ~self.laid_out
        self.start, self.end = dealt, self.period * passes
        for v in range(self.period):
            self.upto[v] = 0
            self.card_in[v] = -1
        rest: cython.ulonglong = left
        while rest:
            b: cython.int = lowest_bit(rest)
            rest &= rest - 1
            self.up[b] = self.above[b] & left | one_bit(b)
            self.down[b] = self.below[b] & left | one_bit(b)
            self.opens[b], self.closes[b] = dealt, self.end
            v = self.index_of[b]
            if v < 0:
                continue
            if v >= dealt:
                v += 1
                self.opens[b] = v
            self.slot[b] = v
            self.card_in[v] = cython.cast(cython.schar, b)
            self.upto[v] = one_bit(b)
        known: cython.ulonglong = 0
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
        """Find which cards need not go before one that they cover directly and that is their
        complement: with overlap discards the two may go together. `weak`: for each set a bit for
        each two of which this holds, as `choice` has them. As long as they may be partners, neither
        is up of the other."""
        bit: cython.uint = 1
        rest: cython.ulonglong = self.left & self.laid_out
        b: cython.int
        for b in range(8):
            self.weak[b] = 0
        while rest:
            b = lowest_bit(rest)
            rest &= rest - 1
            some: cython.ulonglong = self.cover[b] & self.left
            some &= cython.cast(cython.ulonglong, 15) << ((b ^ 4) & ~3)
            while some:
                c: cython.int = lowest_bit(some)
                some &= some - 1
                self.up[b] &= ~one_bit(c)
                self.down[c] &= ~one_bit(b)
                if b & 4:
                    self.weak[b >> 3] |= bit << (4 * (c & 3) + (b & 3))
                else:
                    self.weak[b >> 3] |= bit << (4 * (b & 3) + (c & 3))

    def delay(self, d: cython.int, cards: cython.ulonglong, slot: cython.int) -> cython.void:
        """Note that none of these cards goes before a slot."""
        never: cython.ulonglong = 0
        row: cython.int = ROW * d
        v: cython.int
        cards &= ~self.late[2 * row + slot]
        self.dirty |= cards
        while cards:
            b: cython.int = lowest_bit(cards)
            cards &= cards - 1
            for v in range(self.opens[row + b] + 1, slot + 1):
                self.late[2 * row + v] |= one_bit(b)
            self.opens[row + b] = slot
            if slot >= self.closes[row + b]:
                never |= one_bit(b)
        if never:
            self.stay(d, never)

    def hasten(self, d: cython.int, cards: cython.ulonglong, slot: cython.int) -> cython.void:
        """Note that all of these cards go before a slot."""
        never: cython.ulonglong = 0
        row: cython.int = ROW * d
        v: cython.int
        cards &= ~self.gone[2 * row + slot]
        self.dirty |= cards
        while cards:
            b: cython.int = lowest_bit(cards)
            cards &= cards - 1
            for v in range(slot, self.closes[row + b]):
                self.gone[2 * row + v] |= one_bit(b)
            self.closes[row + b] = slot
            if slot <= self.opens[row + b]:
                never |= one_bit(b)
        if never:
            self.stay(d, never)

    def stay(self, d: cython.int, cards: cython.ulonglong) -> cython.void:
        """Note that none of these cards can go, and nothing that is down of them."""
        row: cython.int = ROW * d
        rest: cython.ulonglong = cards
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
            b: cython.int = lowest_bit(cards)
            cards &= cards - 1
            for v in range(self.opens[row + b] + 1, self.end + 1):
                self.late[2 * row + v] |= one_bit(b)
            self.opens[row + b] = self.end

    def require(self, d: cython.int, cards: cython.ulonglong) -> cython.void:
        """Note that these cards must go, and all that is up of them."""
        row: cython.int = ROW * d
        cards &= ~self.must[d]
        while cards and not self.failed:
            b: cython.int = lowest_bit(cards)
            self.must[d] |= one_bit(b)
            self.dirty |= one_bit(b)
            cards = (cards | self.up[row + b]) & ~self.must[d]
            if self.opens[row + b] >= self.closes[row + b]:
                self.failed = True
            self.hasten(d, self.up[row + b], self.closes[row + b])

    def hurried(self, d: cython.int, x: cython.int) -> cython.ulonglong:
        """Return what goes before a slot if a card does: all that is up of it, if it must go.
        Otherwise what is up of it may go later, as the card may stay, and only the card and its
        partner are."""
        if self.must[d] >> x & 1:
            return self.up[ROW * d + x]
        return self.up[ROW * d + x] & self.down[ROW * d + x]

    def follow(
        self, d: cython.int, before: cython.ulonglong, after: cython.ulonglong
    ) -> cython.void:
        """Let all cards `before`, which have with them all that is up of them, go before all
        `after`, which have with them all that is down of them. If some card is both, none of these
        can go."""
        if before & after:
            self.stay(d, after)
        else:
            self._put_before(d, before, after)

    def _put_before(
        self, d: cython.int, before: cython.ulonglong, after: cython.ulonglong
    ) -> cython.void:
        """Note that all cards `before` are up of all `after`, and these down of them. If one of
        these must go, so must all before it."""
        row: cython.int = ROW * d
        rest: cython.ulonglong = after
        changed: cython.ulonglong = 0
        while rest:
            i: cython.int = lowest_bit(rest)
            rest &= rest - 1
            old: cython.ulonglong = self.up[row + i]
            if before & ~old:
                self.up[row + i] = old | before
                changed |= one_bit(i)
        rest = before
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            old = self.down[row + i]
            if after & ~old:
                self.down[row + i] = old | after
                changed |= one_bit(i)
        self.dirty |= changed
        if after & self.must[d] and before & ~self.must[d]:
            self.require(d, before)

    def join(self, d: cython.int, x: cython.int, y: cython.int) -> cython.void:
        """Join two cards that go together or both stay: what is known of one holds of the other.

        If both lie in the stock, one is turned when they go, and the other is the waste top. So the
        slot is that of the later one, in some pass, and all stock cards between them go before.
        """
        row: cython.int = ROW * d
        pair: cython.ulonglong = one_bit(x) | one_bit(y)
        before: cython.ulonglong = self.up[row + x] | self.up[row + y]
        after: cython.ulonglong = self.down[row + x] | self.down[row + y]
        rest: cython.ulonglong
        low: cython.int = max(self.opens[row + x], self.opens[row + y])
        high: cython.int = min(self.closes[row + x], self.closes[row + y])
        if (self.up[row + x] >> y | self.down[row + x] >> y) & 1:
            self.stay(d, after)
            return
        if self.in_stock & pair == pair:
            i: cython.int = max(self.slot[x], self.slot[y])
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
        self._put_before(d, before, after)
        self.delay(d, after, low)
        self.hasten(d, self.hurried(d, x), high)

    def next_turn(self, slot: cython.int, turn: cython.int) -> cython.int:
        """Return the first slot from this one on whose card is turned first in slot `turn`."""
        while turn < slot:
            turn += self.period
        return turn

    def last_turn(self, slot: cython.int, turn: cython.int) -> cython.int:
        """Return the last slot before this one with that card, or the first if all come later."""
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


# Which cards may be partners: for each set a choice, and those pairs of it that fit together.

CHOICES = cython.declare(cython.int, 65536)
_TABLES: dict[bool, memoryview] = {}


def matched(whole: bool) -> memoryview:
    """Return, for each choice of partners of a set, those pairs that are in a perfect matching of
    it; 0 if there is none. Row i of a choice, four bits, has the higher cards that lower card i may
    go with.

    Not `whole`: without each pair that takes the only choice of another card. The tables are made
    once.
    """
    if whole not in _TABLES:
        _TABLES[whole] = _all_matchings() if whole else _all_without_taken()
    return _TABLES[whole]


def _all_matchings() -> memoryview:
    """Return the table of perfect matchings."""
    table = memoryview(bytearray(2 * CHOICES)).cast("H")
    found: Shorts = table
    cython.declare(choice=cython.uint, order=cython.int, k=cython.int)
    for order in range(256):  # two bits a row: the card that it goes with
        matching: cython.uint = 0
        for k in range(4):
            matching |= 1 << (4 * k + (order >> (2 * k) & 3))
        if (matching | matching >> 4 | matching >> 8 | matching >> 12) & 15 != 15:
            continue
        for choice in range(CHOICES):
            if choice & matching == matching:
                found[choice] |= matching
    return table


def _all_without_taken() -> memoryview:
    """Return the table of `_without_taken`."""
    table = memoryview(bytearray(2 * CHOICES)).cast("H")
    found: Shorts = table
    choice: cython.uint
    for choice in range(CHOICES):
        found[choice] = _without_taken(choice)
    return table


def _without_taken(choice: int) -> int:
    """Return the choice without each pair that takes the only choice of another card; 0 if a card
    has no choice."""
    before = 0
    while before != choice:
        before = choice
        for i in range(4):
            for line in (15 << (4 * i), 0x1111 << i):
                some = choice & line
                if some == 0:
                    return 0
                if some & (some - 1) == 0:
                    k = some.bit_length() - 1
                    choice &= ~(15 << (k & 12) | 0x1111 << (k & 3)) | some
    return choice


# What follows from what is known of the prompt solutions of a deal (`Windows`).
#
# What is said of a card that may stay holds if it goes. So it bears on what waits for the card,
# but not on what the card waits for (`hurried`). Each deduction is a function with its proof. It
# holds in every prompt solution that has what is known so far; `propagate` draws all of them until
# nothing new comes of it. Each can be switched off.

DEDUCTIONS: dict[str, int] = {"waste": 1, "turned": 2, "common": 4, "matchings": 8, "turns": 16}
"""The deductions that can be switched off, for tests of their soundness."""
DEDUCE_WASTE = cython.declare(cython.int, 1)
DEDUCE_TURNED = cython.declare(cython.int, 2)
DEDUCE_COMMON = cython.declare(cython.int, 4)
DEDUCE_TURNS = cython.declare(cython.int, 16)


@cython.cclass
class Deductions(Windows):
    """The knowledge of one deal, and what follows from it; `deductions`: a mask of those that are
    drawn. `weight`: how often a set had no partners.

    `choice`: for each level and set its partners that are possible, as `matched` has them. Cards that
    are gone are each other's partners there. `single`: the cards of which none was chosen.
    """

    def __init__(self, game: Game, deductions: int) -> None:
        Windows.__init__(self, game)
        self.matched = matched(bool(deductions & DEDUCTIONS["matchings"]))
        levels = game.size // 2 + 2
        self.choice, self.single = halves(8 * levels), words(levels)
        self.deductions = deductions
        self.weight = integers(8)

    def choose_from(self) -> cython.bint:
        """Begin level 0: every partner is possible. Return False if a rank has more cards left than
        its complement, to which no play leads if it begins with equally many."""
        cython.declare(s=cython.int, i=cython.int)
        self.single[0] = self.left
        for s in range(self.sets):
            lows: cython.uint = cython.cast(cython.uint, self.left >> (8 * s)) & 15
            highs: cython.uint = cython.cast(cython.uint, self.left >> (8 * s + 4)) & 15
            gone: cython.uint = highs ^ 15
            choice: cython.uint = 0
            for i in range(4):
                if lows >> i & 1:
                    choice |= highs << (4 * i)
                elif gone:
                    choice |= (gone & ~(gone - 1)) << (4 * i)
                    gone &= gone - 1
                else:
                    return False
            if gone:
                return False
            self.choice[s] = choice
        return True

    def partners(self, d: cython.int, x: cython.int) -> cython.uint:
        """Return the cards of the other rank, four bits, that may be a card's partner."""
        choice: cython.uint = self.choice[8 * d + (x >> 3)]
        if not x & 4:
            return (choice >> (4 * (x & 3))) & 15
        choice = (choice >> (x & 3)) & 0x1111
        return (choice | choice >> 3 | choice >> 6 | choice >> 9) & 15

    def copy_level(self, d: cython.int) -> cython.void:
        """Make level d + 1 a copy of level d."""
        s: cython.int
        self.copy(d)
        for s in range(8 * d, 8 * d + 8):
            self.choice[s + 8] = self.choice[s]
        self.single[d + 1] = self.single[d]
        self.dirty, self.failed = 0, False

    def take(self, d: cython.int, s: cython.int, pair: cython.int) -> cython.void:
        """Choose a pair, a bit of the choice of a set."""
        bit: cython.uint = 1
        others: cython.uint = 0x1111
        bit <<= pair
        others <<= pair & 3
        others |= cython.cast(cython.uint, 15) << (pair & 12)
        self.leave(d, s, self.matched[self.choice[8 * d + s] & ~others | bit])

    def drop(self, d: cython.int, s: cython.int, pair: cython.int) -> cython.void:
        """Choose anything but a pair, which was tried in vain."""
        bit: cython.uint = 1
        self.dirty, self.failed = 0, False
        self.leave(d, s, self.matched[self.choice[8 * d + s] & ~(bit << pair)])

    def propagate(self, d: cython.int) -> cython.bint:
        """Draw all deductions until nothing is `dirty`; return False if no prompt solution is left."""
        waiting: cython.ulonglong = 0
        s: cython.int
        while not self.failed:
            now: cython.ulonglong = self.dirty
            if now == 0:
                return True
            self.dirty = 0
            self.look_at_stock(d, now & self.in_stock)
            if self.failed:
                return False
            waiting |= now
            if self.dirty:
                continue
            now = waiting
            waiting = 0
            for s in range(self.sets):
                of_set: cython.ulonglong = cython.cast(cython.ulonglong, 255) << (8 * s)
                if not (now & of_set and self.single[d] & of_set):
                    continue
                self.look_at_set(d, s)
                if self.deductions & DEDUCE_COMMON and not self.failed:
                    self.wait_in_common(d, s)
                if self.failed:
                    self.weight[s] += 1
                    return False
        return False

    def look_at_stock(self, d: cython.int, cards: cython.ulonglong) -> cython.void:
        """Derive what follows of these cards of the stock. With several passes it bears on all that
        were dealt before them, too, and those dealt last come first."""
        last: cython.int = -1
        if self.end > self.period:
            while cards:
                last = max(last, self.slot[lowest_bit(cards)])
                cards &= cards - 1
            for slot in range(last, -1, -1):
                x: cython.int = self.card_in[slot]
                if x >= 0 and self.deductions & DEDUCE_TURNS:
                    self.go_in_turns(d, x)
                    if self.failed:
                        return
        while cards:
            x = lowest_bit(cards)
            cards &= cards - 1
            if self.deductions & DEDUCE_WASTE:
                self.free_in_waste(d, x)
            if self.deductions & DEDUCE_TURNED and not self.failed:
                self.go_before_turned(d, x)
            if self.failed:
                return

    def free_in_waste(self, d: cython.int, x: cython.int) -> cython.void:
        """Free a stock card that goes later than in its own slot: it goes from the waste, and all
        that was dealt onto it goes before.

        Say it goes in slot n or later. The cards with a slot between its own and n lie on it, or are
        gone. A card with slot n is turned then, or lies on it later. If it is turned, it goes
        before as well, or with it. For the first pair of a slot has the card that is turned, in a
        prompt solution and after the first slot. Any other pair could have gone a slot before:
        its stock card was turned then, or the waste top, and its tableau cards were exposed.
        """
        if self.slot[x] < self.opens[ROW * d + x] < self.end:
            self.uncover(d, x, self.opens[ROW * d + x])

    def go_before_turned(self, d: cython.int, x: cython.int) -> cython.void:
        """Let a stock card that goes before one dealt after it, which is not its partner, or which
        stays, go before that one is turned.

        As long as the later card lies on it, it cannot go. While that one is turned, it could, but
        in a prompt solution the first pair of a slot has the card that is turned
        (`free_in_waste`). What goes before the earlier card goes in no later slot. A card that goes
        in no slot from one on at which another opens goes before that one.
        """
        row: cython.int = ROW * d
        slot: cython.int = self.slot[x]
        rest: cython.ulonglong = self.up[row + x] | self.gone[2 * row + self.opens[row + x]]
        before: cython.ulonglong = 0
        rest &= (
            self.upto[slot] & ~self.gone[2 * row + slot] & ~(self.up[row + x] & self.down[row + x])
        )
        if rest == 0:
            return
        while rest:
            i: cython.int = lowest_bit(rest)
            some: cython.ulonglong = self.up[row + i]
            if not self.must[d] >> i & 1:  # `hurried`
                some &= self.down[row + i]
            before |= some
            rest &= ~some
        self.hasten(d, before, slot)

    def uncover(self, d: cython.int, x: cython.int, turn: cython.int) -> cython.void:
        """Let what was dealt onto a stock card up to slot `turn` of a pass go before it. The card
        that is turned then is excepted if it may be the partner."""
        row: cython.int = ROW * d
        slot: cython.int = self.opens[row + x]
        before: cython.ulonglong = 0
        rest: cython.ulonglong = self.upto[turn] & ~self.upto[self.slot[x]] & ~self.up[row + x]
        if rest == 0:
            return
        last: cython.ulonglong = rest & ~self.upto[turn - 1]
        if last and self.single[d] >> x & 1:
            i: cython.int = lowest_bit(last)
            if i >> 3 == x >> 3 and (i ^ x) & 4 and self.partners(d, x) >> (i & 3) & 1:
                rest &= ~last
        while rest:
            i = lowest_bit(rest)
            before |= self.up[row + i]
            slot = max(slot, self.opens[row + i])
            rest &= ~before
        if before == 0:
            return
        self.go_first(d, x, before, slot)

    def go_first(
        self, d: cython.int, x: cython.int, before: cython.ulonglong, slot: cython.int
    ) -> cython.void:
        """Let these cards, with all that is up of them, go before a card, which goes in no slot
        before this one."""
        self.follow(d, before, self.down[ROW * d + x])
        self.delay(d, self.down[ROW * d + x], slot)
        if self.must[d] >> x & 1:
            self.hasten(d, before, self.closes[ROW * d + x])

    def go_in_turns(self, d: cython.int, x: cython.int) -> cython.void:
        """Let a stock card go, with several passes, when it is turned, or later in that pass. Its
        window begins and ends with such a slot. If it is in one pass, `free_in_waste` holds as
        well.

        A pair of two stock cards goes when the later one is turned, and the other is the waste top.
        Let a card y be dealt after x, and not be its partner. In the slot of y x goes after y, as
        the first pair has y (`free_in_waste`); in later ones of the pass y lies on x, or is gone. So
        x goes in none of them before y opens, and in none at all if x goes before y.
        """
        row: cython.int = ROW * d
        pair: cython.ulonglong = self.up[row + x] & self.down[row + x]
        later: cython.ulonglong = self.in_stock & ~self.upto[self.slot[x]] & ~pair
        turn: cython.int = self.slot[x]
        over: cython.int = self.period
        low: cython.int = self.opens[row + x]
        high: cython.int = self.closes[row + x]
        begun: cython.int = 0  # a pass
        stay: cython.ulonglong
        if low >= high:  # it stays
            return
        pair &= self.in_stock & ~(cython.cast(cython.ulonglong, 1) << x)
        if pair:
            turn = max(turn, self.slot[lowest_bit(pair)])
            over = turn + 1
        while True:
            low = max(low, begun + turn)
            if low >= high:
                self.stay(d, cython.cast(cython.ulonglong, 1) << x)
                return
            if low - begun >= over:
                begun += self.period
                continue
            stay = self.late[2 * row + min(begun + self.period, high)] | self.down[row + x]
            if later & self.upto[low - begun] & stay:
                begun += self.period
            elif later & self.upto[low - begun] & self.late[2 * row + low + 1]:
                low += 1
            else:
                break
        stay = (self.down[row + x] | self.late[2 * row + high]) & later
        begun = self.last_turn(high, turn) - turn
        over = min(over, high - begun)
        while stay & self.upto[over - 1]:
            over -= 1
        if low > self.opens[row + x]:
            self.delay(d, self.down[row + x], low)
        if begun + over < high:
            self.hasten(d, self.hurried(d, x), begun + over)
        if begun + self.slot[x] < low and not self.failed:
            self.uncover(d, x, low - begun)

    def look_at_set(self, d: cython.int, s: cython.int) -> cython.void:
        """Leave those partners of a set that are possible, and are in some perfect matching of it. For
        all of its cards that must go have partners, and of those that stay equally many are left of
        either rank: two that may stay count as partners that need not go."""
        found: cython.uint = self.choice[8 * d + s]
        x: cython.int
        for x in range(8 * s, 8 * s + 4):
            if not self.single[d] >> x & 1:
                continue
            never: cython.ulonglong = self.never(d, x)
            if not self.must[d] >> x & 1:
                never &= self.must[d]
            found &= ~(cython.cast(cython.uint, (never >> (8 * s + 4)) & 15) << (4 * (x & 3)))
        found = self.matched[found]
        if found != self.choice[8 * d + s]:
            self.leave(d, s, found)

    def never(self, d: cython.int, x: cython.int) -> cython.ulonglong:
        """Return the cards with which a card cannot go. Neither of two partners goes before the
        other, and there is a slot in which both can go. Two stock cards go in the slot of the later
        one, if they may go together at all (`join`)."""
        row: cython.int = ROW * d
        found: cython.ulonglong = self.up[row + x] | self.down[row + x]
        some: cython.ulonglong
        found |= (
            self.late[2 * row + self.closes[row + x]] | self.gone[2 * row + self.opens[row + x]]
        )
        if not self.in_stock >> x & 1:
            return found
        some = self.in_stock & ~found & (cython.cast(cython.ulonglong, 15) << ((x ^ 4) & ~3))
        while some:
            y: cython.int = lowest_bit(some)
            some &= some - 1
            k: cython.int = self.next_turn(
                max(self.opens[row + x], self.opens[row + y]), max(self.slot[x], self.slot[y])
            )
            if self.stock_waste == SW_NO or min(self.closes[row + x], self.closes[row + y]) <= k:
                found |= cython.cast(cython.ulonglong, 1) << y
        return found

    def leave(self, d: cython.int, s: cython.int, found: cython.uint) -> cython.void:
        """Leave these partners of a set, and join those that have no other."""
        lost: cython.uint = self.choice[8 * d + s] & ~found
        x: cython.int
        self.choice[8 * d + s] = found
        if found == 0:
            self.failed = True
            return
        self.dirty |= self.single[d] & (cython.cast(cython.ulonglong, 255) << (8 * s))
        for x in range(8 * s, 8 * s + 4):
            if self.single[d] >> x & 1:
                some: cython.uint = (found >> (4 * (x & 3))) & 15
                if some & (some - 1) == 0:
                    y: cython.int = 8 * s + 4 + lowest_bit(some)
                    self.single[d] &= ~(
                        cython.cast(cython.ulonglong, 1) << x
                        | cython.cast(cython.ulonglong, 1) << y
                    )
                    self.join(d, x, y)
                    if self.failed:
                        return
        if self.overlap:
            self.cover_again(d, s, lost & self.weak[s])

    def cover_again(self, d: cython.int, s: cython.int, lost: cython.uint) -> cython.void:
        """Let a card that covers another directly, and is not its partner after all, go before it."""
        row: cython.int = ROW * d
        while lost and not self.failed:
            x: cython.int = 8 * s + (lowest_bit(lost) >> 2)
            y: cython.int = 8 * s + 4 + (lowest_bit(lost) & 3)
            lost &= lost - 1
            if self.cover[y] >> x & 1:
                x, y = y, x
            self.go_first(d, x, self.up[row + y], self.opens[row + y])

    def wait_in_common(self, d: cython.int, s: cython.int) -> cython.void:
        """Let a card wait for what all its possible partners wait for, and what waits for all of
        them wait for the card. It goes in no slot in which none of them can go.

        For it goes with one of them. What waits for them waits for nothing where the card stays.
        """
        row: cython.longlong = ROW * d
        cython.declare(x=cython.longlong, low=cython.int, high=cython.int)
        for x in range(8 * s, 8 * s + 8):
            if not self.single[d] >> x & 1:
                continue
            some: cython.uint = self.partners(d, x)
            must: cython.ulonglong = self.must[d]
            if not must >> x & 1:
                if self.opens[row + x] == self.end:
                    continue
                some &= cython.cast(cython.uint, ~self.never(d, x) >> ((x ^ 4) & ~3))
                if some == 0:
                    self.stay(d, one_bit(x))
                    continue
            before: cython.ulonglong = ~self.up[row + x]
            after: cython.ulonglong = ~self.down[row + x]
            low, high = self.end, 0
            while some:
                y: cython.longlong = 8 * s + lowest_bit(some) + (0 if x & 4 else 4)
                some &= some - 1
                before &= self.up[row + y] & ~one_bit(y)
                after &= self.down[row + y] & ~one_bit(y)
                low = min(low, self.opens[row + y])
                high = max(high, self.closes[row + y])
            if before:
                self.follow(d, before, self.down[row + x])
                if must >> x & 1:
                    self.hasten(d, before, self.closes[row + x])
            if after and must >> x & 1:
                self.follow(d, self.up[row + x], after)
                self.delay(d, after, self.opens[row + x])
            if low > self.opens[row + x]:
                self.delay(d, self.down[row + x], low)
            if high < self.closes[row + x]:
                self.hasten(d, self.hurried(d, x), high)
            if self.failed:
                return


# The search over partners: cards are turned one at a time in one or two passes.
#
# It chooses a partner for one card after the other, and draws all `Deductions` from each choice. In
# one pass most deals are decided by these alone. When every card that must go has its partner, the
# pairs are played as soon as they can go. Why that decides a choice: docs/development/proofs.md,
# "Partners in one pass".

MOST_SLOTS = 75
"""The most slots: with more, the search over positions takes less time. `Windows` has room for 127."""


def pairs_up(game: Game) -> bool:
    """Return whether `Pairing` searches this game. In one or two passes, with few enough slots,
    cards are turned singly, and the waste top is available. Each goes with one of another rank. (If
    stock cards may stay in two passes, but go with each other, positions take less time.)"""
    return (
        game.dealt
        and game.draw == 1
        and game.passes in (1, 2)
        and game.passes * (game.stock + 1) <= MOST_SLOTS
        and game.stock_top
        and not game.waste_pairs
        and (game.passes == 1 or not game.goal_pyramid or game.stock_waste == SW_NO)
        and game.monotone
        and not any(game.self_set)
    )


@cython.cclass
class Pairing(DepthFirst):
    """Buffers of one game; `load` a deal, then `search` until it is no longer ``paused``.

    `nodes`: how many partners were tried; `vain`: how many choices of all could not be played.
    `is_open`: the highest level has cards without a partner, and may have solutions. `discards`: how
    many a win has: `move_low`, `move_high`, `move_position`.
    """

    def __init__(self, game: Game, deductions: int) -> None:
        DepthFirst.__init__(self)
        self.game, self.known = game, Deductions(game, deductions)
        self.passes = game.passes if game.dealt else 1
        self.vain, self.discards, self.is_open = 0, 0, False
        rows: int = game.size // 2 + 2
        self.set_of, self.pair, self.mate = integers(rows), integers(rows), words(64)
        self.move_low, self.move_high = integers(rows), integers(rows)
        self.move_position, self.over, self.pile = integers(rows), integers(8), integers(8)
        self.position = 0

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); return False if a set alone is lost."""
        self.game.check_cards(cards)
        return bool(self.lay_out(cards))

    def load_position(self, cards: bytes, left: bytes, position: int) -> None:
        """Lay out a deal in the middle of its play. `cards` has the codes in dealing order; those
        are left whose byte in `left` is not 0. `position` is the stock's, as `numbers` has it."""
        self.load_sets(cards, left, 255, position)

    def load_sets(self, cards: bytes, left: bytes, sets: int, position: int = 0) -> None:
        """Do what `load_position` does for the sets of this mask alone, every other card gone."""
        kept: cython.ulonglong = 0
        chosen: cython.int = sets
        in_stock: cython.ulonglong = 0
        i: cython.int
        self.game.check_position(cards, left, position)
        self.known.load_cards(cards)
        for i in range(len(cards)):
            if left[i] and chosen >> (self.known.bit_at[i] >> 3) & 1:
                kept |= one_bit(self.known.bit_at[i])
                if i >= self.known.tableau:
                    in_stock |= one_bit(i - self.known.tableau)
        self.begin_at(kept, in_stock, position)

    def limit_memory(self, limit_bytes: int) -> None:
        """Do nothing: what the search needs does not grow."""

    def line(self) -> list[tuple[int, int, int]]:
        """Return the moves found, as `numbers` has them. Kings that went immediately are not
        listed."""
        return [
            (self.move_low[k], self.move_high[k], self.move_position[k])
            for k in range(self.discards)
        ]

    def lay_out(self, cards: ReadOnlyBytes) -> cython.bint:
        """Do what `load` does, without the interpreter."""
        s: cython.int
        self.position = 0
        self.known.load_cards(cards)
        for s in range(self.known.sets):
            of_set: cython.ulonglong = cython.cast(cython.ulonglong, 255) << (8 * s)
            if not self.goes_simply(s) and not self.goes_alone(of_set & self.known.deal.all_left):
                self.depth, self.won = -1, False
                return False
        self.begin(self.known.deal.all_left, 0, self.passes)
        return True

    def loses(
        self,
        cards: ReadOnlyBytes,
        left: cython.ulonglong,
        in_stock: cython.ulonglong,
        position: cython.int,
        node_budget: cython.ulonglong,
    ) -> cython.bint:
        """Return whether a deal is lost with these cards left at this position of the stock. Return
        False where it is won, or this many nodes do not show it."""
        self.known.load_cards(cards)
        self.begin_at(left, in_stock, position)
        return self.run(node_budget) == LOST

    def goes_simply(self, s: cython.int) -> cython.bint:
        """Return whether a set, every other card gone, goes by taking its stock cards as soon as
        they can go, and of others what covers something. True is a line of play; false proves
        nothing."""
        left: cython.int = cython.cast(cython.int, (self.known.deal.all_left >> (8 * s)) & 255)
        turned: cython.int = 0
        depth: cython.int = 0
        cython.declare(k=cython.int, pair=cython.int)
        for k in range(8):
            self.over[k] = cython.cast(cython.int, (self.known.above[8 * s + k] >> (8 * s)) & 255)
        for k in range(-1, self.known.dealt_count[s]):
            if k >= 0:
                turned = 1 << self.known.dealt_of_set[8 * s + k]
            while True:
                exposed: cython.int = self._exposed(s, left)
                top: cython.int = self.pile[depth - 1] if depth else 0
                pair = self._simple_pair(turned, top, exposed, self._covering(left, exposed))
                if not pair:
                    break
                left &= ~pair
                if pair & top:
                    depth -= 1
                turned &= ~pair
            if turned:
                self.pile[depth] = turned
                depth += 1
                turned = 0
        return left & ~exposed == 0 or (self.known.goal >> (8 * s)) & left == 0

    def _simple_pair(
        self, turned: cython.int, top: cython.int, exposed: cython.int, covering: cython.int
    ) -> cython.int:
        """Return the pair that `goes_simply` takes, two bits of a set, or 0."""
        x: cython.int = turned
        y: cython.int = _complements(turned, covering, exposed)
        if not y:
            x, y = top, _complements(top, covering, exposed)
        if not y and self.known.stock_waste != SW_NO:
            x, y = turned, _complements(turned, top, 0)
        if not y:
            x, y = covering & 15, covering & 240 or exposed & 240
        if not (x and y):
            x, y = exposed & 15, covering & 240
        if not (x and y):
            return 0
        return (x & -x) | (y & -y)

    def _covering(self, left: cython.int, exposed: cython.int) -> cython.int:
        """Return the exposed cards of a set that cover another one of it."""
        found: cython.int = 0
        rest: cython.int = left
        while rest:
            found |= self.over[lowest_bit(rest)]
            rest &= rest - 1
        return found & exposed

    def _exposed(self, s: cython.int, left: cython.int) -> cython.int:
        """Return the cards of a set that lie in the tableau, covered by none of it."""
        rest: cython.int = left & cython.cast(cython.int, (self.known.laid_out >> (8 * s)) & 255)
        found: cython.int = 0
        while rest:
            x: cython.int = lowest_bit(rest)
            rest &= rest - 1
            if self.over[x] & left == 0:
                found |= 1 << x
        return found

    def goes_alone(self, cards: cython.ulonglong) -> cython.bint:
        """Return whether these cards of a deal can go with every other card gone."""
        unlimited: cython.ulonglong = 1
        self.begin(cards, 0, self.passes)
        return self.run(unlimited << 62) == WON

    def begin_at(
        self, left: cython.ulonglong, in_stock: cython.ulonglong, position: cython.int
    ) -> cython.void:
        """Begin with these cards left at this position of the stock."""
        self.position = pass_start(position)
        self.begin(left, top_of(in_stock, position) + 1, self.passes - pass_of(position))

    def begin(self, left: cython.ulonglong, dealt: cython.int, passes: cython.int) -> cython.void:
        """Begin with these cards left, this many dealt, in the first of these passes."""
        self.nodes = self.vain = self.discards = 0
        for s in range(8):
            self.known.weight[s] = 0
        self.known.begin(left, dealt, passes)
        self.won = False
        self.depth = 0 if self.known.choose_from() else -1
        if self.depth == 0:
            self._judge()

    def run(self, node_budget: cython.ulonglong) -> cython.int:
        """Search on for this many nodes, without the interpreter."""
        return self.run_to(self.nodes + node_budget)

    def _judge(self) -> cython.void:
        """Draw all deductions at the highest level, and play its pairs if all that must go have
        partners."""
        d: cython.int = self.depth
        self.is_open = False
        if self.known.propagate(d):
            if self.known.single[d] & self.known.must[d] == 0:
                self.won = self.play(d)
                self.vain += not self.won
            self.is_open = self.known.single[d] != 0

    def _has_move(self) -> cython.bint:
        return self.is_open

    def _step(self) -> cython.void:
        """Choose one more pair."""
        d: cython.int = self.depth
        self.nodes += 1
        self.choose(d)
        self.known.copy_level(d)
        self.known.take(d + 1, self.set_of[d], self.pair[d])
        self.depth += 1
        self._judge()

    def _leave(self) -> cython.void:
        """Exclude the pair that was chosen last, which was tried in vain."""
        self.depth -= 1
        if self.depth >= 0:
            self.known.drop(self.depth, self.set_of[self.depth], self.pair[self.depth])
            self._judge()

    def choose(self, d: cython.int) -> cython.void:
        """Choose the pair to try: of a card that must go, if there is one, with few partners, of a
        set that failed often."""
        rest: cython.ulonglong = self.known.single[d] & self.known.must[d] or self.known.single[d]
        chosen: cython.int = 0
        partners: cython.uint = 0
        fewest: cython.int = 64
        heaviest: cython.int = 1
        while rest:
            x: cython.int = lowest_bit(rest)
            rest &= rest - 1
            some: cython.uint = self.known.partners(d, x)
            count: cython.int = count_bits(some)
            weight: cython.int = 1 + self.known.weight[x >> 3]
            if count * heaviest < fewest * weight:
                fewest, heaviest, chosen, partners = count, weight, x, some
        self.set_of[d] = chosen >> 3
        x = lowest_bit(partners)
        if self.known.end > self.known.period:
            x = self.least_bound(d, chosen, partners)
        if chosen & 4:
            self.pair[d] = 4 * x + (chosen & 3)
        else:
            self.pair[d] = 4 * (chosen & 3) + x

    def least_bound(self, d: cython.int, x: cython.int, partners: cython.uint) -> cython.int:
        """Return, of these partners of a card, the one for which the fewest cards come to wait for
        others, as it leaves most choices. (In one pass most deals are lost, whatever is tried
        first.)"""
        row: cython.int = ROW * d
        best: cython.int = 0
        least: cython.int = -1
        while partners:
            k: cython.int = lowest_bit(partners)
            partners &= partners - 1
            y: cython.int = ((x ^ 4) & ~3) + k
            before: cython.ulonglong = self.known.up[row + x] ^ self.known.up[row + y]
            bound: cython.int = count_bits(before & self.known.up[row + x]) * count_bits(
                self.known.down[row + y]
            ) + count_bits(before & self.known.up[row + y]) * count_bits(self.known.down[row + x])
            if least < 0 or bound < least:
                best, least = k, bound
        return best

    def play(self, d: cython.int) -> cython.bint:
        """Play the pairs that were chosen, each as soon as it can go; return False if some never
        can. Removing early never hurts, so they all can go in some order exactly if they can in
        this one."""
        left: cython.ulonglong = self.known.left
        paired: cython.ulonglong = self._pair_off(d)
        cython.declare(available=cython.ulonglong, rest=cython.ulonglong, slot=cython.int)
        count: cython.int = 0
        for slot in range(self.known.start, self.known.end):
            turn: cython.int = slot % self.known.period
            at: cython.int = self.position + slot // self.known.period * PASS + turn
            at -= 1 if turn > self.known.start else 0
            rest = available = self.available(left, turn) & paired
            while rest and left & self.known.goal:
                x: cython.int = lowest_bit(rest)
                rest &= rest - 1
                y: cython.int = lowest_bit(self.mate[x])
                if not (available >> y & 1 or self.under(left, x, y)):
                    continue
                left &= ~(one_bit(x) | one_bit(y))
                self.move_low[count], self.move_high[count] = x, y
                self.move_position[count] = at
                count += 1
                rest = available = self.available(left, turn) & paired
        self.discards = count
        return left & self.known.goal == 0

    def _pair_off(self, d: cython.int) -> cython.ulonglong:
        """Return the cards with a partner that do not stay, and write each one's partner into
        `mate`."""
        left: cython.ulonglong = self.known.left & ~self.known.single[d]
        found: cython.ulonglong = left & ~self.known.late[SLOTS * d + self.known.end]
        rest: cython.ulonglong = found
        while rest:
            x: cython.int = lowest_bit(rest)
            rest &= rest - 1
            self.mate[x] = one_bit(((x ^ 4) & ~3) + lowest_bit(self.known.partners(d, x)))
        return found

    def available(self, left: cython.ulonglong, slot: cython.int) -> cython.ulonglong:
        """Return the cards left that are exposed, turned in this slot of a pass, or the waste top."""
        found: cython.ulonglong = 0
        rest: cython.ulonglong = left & self.known.laid_out
        top: cython.int = -1
        while rest:
            x: cython.int = lowest_bit(rest)
            rest &= rest - 1
            if self.known.above[x] & left == 0:
                found |= one_bit(x)
        rest = left & self.known.upto[slot]
        while rest:
            x = lowest_bit(rest)
            rest &= rest - 1
            if self.known.slot[x] == slot:
                found |= one_bit(x)
            elif top < 0 or self.known.slot[x] > self.known.slot[top]:
                top = x
        return found | one_bit(top) if top >= 0 else found

    def under(self, left: cython.ulonglong, x: cython.int, y: cython.int) -> cython.bint:
        """Return whether a card that is available lies directly on the other, and is all that does."""
        return (
            self.known.overlap
            and self.known.cover[y] >> x & 1 != 0
            and self.known.above[y] & left == one_bit(x)
        )


def _complements(card: cython.int, first: cython.int, second: cython.int) -> cython.int:
    """Return the complements of a card, bits of a set, in the first, else in the second; none of no
    card."""
    others: cython.int = 240 if card & 15 else 15
    if not card:
        return 0
    return first & others if first & others else second & others
