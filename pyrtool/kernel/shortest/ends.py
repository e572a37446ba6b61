# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What the sets take together, for each end of play: the bound of `shortest` where single cards are turned.

An *end* is a number of redeals still to come, and how many of the stock's cards are dealt or
discarded in the pass in which play ends. Each deal is that of a card of one set, and counts with the
moves of that set: no move is counted twice, and for each end what the sets take, each alone, adds up.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers, shorts

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.levels.discards import Discards
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit
    from pyrtool.kernel.numbers.codes import MANY, PRUNE_SETS
    from pyrtool.kernel.numbers.encoding import dealt_of, pass_of

GAPS = cython.declare(cython.int, 9)  # of a set: how many of its stock cards were passed, 0 to 8
PLAYS = cython.declare(cython.int, 27)  # of a set's cards left: redeals to come, 0 to 2, by gaps
REDEALS = cython.declare(cython.int, 2)  # to come, told apart; where there may be more, 2 or more
TOO_LONG = cython.declare(cython.int, 1000)  # for a set: it cannot be done


@cython.cclass
class Ends(Discards):
    """The levels of a search for short lines, and the tables by ends of the deal that was loaded.

    Takes what `Discards` takes. `by_ends`: whether removing early never hurts, single cards are
    turned and the stock top is available, and the prune "sets" is on; else there are no such tables.
    `dealt_over`: the kings of the stock that are passed for a move each.
    """

    def __init__(
        self,
        game: Game,
        prunes: int,
        *,
        keep_kings: bool,
        keep_optional: bool,
        drop_kings: bool,
    ) -> None:
        Discards.__init__(
            self,
            game,
            prunes,
            keep_kings=keep_kings,
            keep_optional=keep_optional,
            drop_kings=drop_kings,
        )
        self.first_end = self.dealt_over = 0
        self.by_ends = (
            self.monotone
            and self.dealt
            and self.draw == 1
            and self.stock_top
            and not self.waste_pairs
            and bool(self.prunes & PRUNE_SETS)
        )
        if self.by_ends:
            self._make_end_tables()

    def _make_end_tables(self) -> None:
        """Room for the tables by ends: a row for each set, choice of its cards and gap."""
        i: cython.int
        self.more_redeals = self.unlimited or self.passes > REDEALS + 1
        self.redeals = REDEALS if self.more_redeals else self.passes - 1
        self.block = (self.stock + 8) // 8 * 8  # the ends of one pass, in full vectors of 8
        self.width = self.block * (self.redeals + 1)
        self.choice = bytearray(256)
        for v, sub in enumerate(self.valid[: self.valid_count]):
            self.choice[sub] = v
        rows: int = 8 * self.valid_count * GAPS + 1  # and one of zeros, for sets that are not there
        self.none = (rows - 1) * self.width
        self.by_end = shorts(rows * self.width)
        for i in range(self.none):
            self.by_end[i] = TOO_LONG
        self.row, self.over = integers(8), integers(8)
        for i in range(8):
            self.row[i] = self.none
        self.plays = shorts(self.valid_count * GAPS * PLAYS)
        self.gap, self.in_turn = bytearray(8 * 64), bytearray(8)
        self.passed_kings = shorts((self.stock + 2) * self.width)
        for i in range(len(self.passed_kings)):
            self.passed_kings[i] = TOO_LONG  # what fills the vectors is no end

    def build_ends(self) -> cython.void:
        """The tables of every set, and those of the kings that are dealt over."""
        s: cython.int
        for s in range(self.sets):
            self._build_plays(s)
            self._build_ends(s)
        self.price_kings()

    def never_before(self, first_end: int) -> None:
        """Take it that no line ends before this pass (0 is the first)."""
        self.first_end = first_end

    def _build_plays(self, s: cython.int) -> cython.void:
        """`plays`: for each choice of one set's cards, each gap, and each number of redeals and gap at
        the end, the fewest discards and deals of these cards, with all other cards gone.

        A gap is how many of the set's stock cards, gone ones among them, lie before the stock's position; play
        ends in a gap when the cards before it that are left were dealt in the last pass, and none
        beyond it was turned to be discarded there.
        """
        left: cython.int = cython.cast(cython.int, (self.all_left >> (8 * s)) & 255)
        base: cython.int = 8 * s
        itself: cython.bint = self.self_set[s]
        stock: cython.int = 0
        gaps: cython.int = 0  # how many of its cards are in the stock
        blocks: cython.int = self.redeals + 1
        v: cython.int
        sub: cython.int
        i: cython.int
        j: cython.int
        k: cython.int
        g: cython.int
        h: cython.int
        b: cython.int
        at: cython.int
        then: cython.int
        near: cython.int
        highs: cython.int
        rest: cython.int
        turned: cython.int
        price: cython.int
        for i in range(self.stock):
            self.gap[64 * s + i] = gaps
            k = self.bit_at[self.tableau + i]
            if k >> 3 == s:
                self.in_turn[gaps] = k & 7
                stock |= 1 << (k & 7)
                gaps += 1
        self.gap[64 * s + self.stock] = gaps
        for i in range(8):
            self.over[i] = 0
            if left >> i & 1:
                self.over[i] = cython.cast(cython.int, (self.above[base + i] >> base) & 255)
        for v in range(self.valid_count):
            sub = self.valid[v]
            if sub & ~left:
                continue
            near = 0  # those that nothing covers, or with overlap discards one card
            rest = sub & ~stock
            while rest:
                i = lowest_bit(rest)
                rest &= rest - 1
                k = self.over[i] & sub
                if self.overlap:
                    k &= k - 1
                if k == 0:
                    near |= 1 << i
            # Discards: what is left after each was worked out before.
            turned = -1
            for g in range(gaps, -1, -1):
                at = (v * GAPS + g) * PLAYS
                if g < gaps:
                    if not sub >> self.in_turn[g] & 1:
                        continue  # as the next gap
                    turned = self.in_turn[g]
                for k in range(PLAYS):
                    self.plays[at + k] = TOO_LONG
                rest = near
                k = g - 1
                while k >= 0 and not sub >> self.in_turn[k] & 1:
                    k -= 1
                if k >= 0:
                    rest |= 1 << self.in_turn[k]
                if turned >= 0:
                    rest |= 1 << turned
                highs = rest
                rest &= 15
                while rest:
                    i = lowest_bit(rest)
                    rest &= rest - 1
                    k = rest if itself else highs >> 4 << 4
                    while k:
                        j = lowest_bit(k)
                        k &= k - 1
                        if (
                            self.static_ban[s] >> (4 * i + (j & 3)) & 1
                            or self.over[i] & sub & ~(1 << j)
                            or self.over[j] & sub & ~(1 << i)
                        ):
                            continue
                        then = (self.choice[sub & ~(1 << i | 1 << j)] * GAPS + g) * PLAYS
                        h = 0
                        if i == turned or j == turned:
                            then += PLAYS
                            h = g + 1
                        for b in range(blocks):
                            while h <= gaps:
                                price = self.plays[then + GAPS * b + h] + 1
                                if price < self.plays[at + GAPS * b + h]:
                                    self.plays[at + GAPS * b + h] = price
                                h += 1
                            h = 0
            for b in range(blocks):
                self._deal_on(s, v, b, gaps)
            if self.more_redeals:
                self._deal_on(s, v, REDEALS, gaps)  # once more: after a redeal there may be others

    def _deal_on(
        self, s: cython.int, v: cython.int, b: cython.int, gaps: cython.int
    ) -> cython.void:
        """The plays of one choice of a set's cards with b redeals to come: its cards are dealt, or
        turned over, or play ends."""
        sub: cython.int = self.valid[v]
        start: cython.int = v * GAPS * PLAYS + GAPS * b
        g: cython.int
        h: cython.int
        at: cython.int
        price: cython.int
        for g in range(gaps, -1, -1):
            at = start + PLAYS * g
            for h in range(gaps + 1):
                if g < gaps:
                    if not sub >> self.in_turn[g] & 1:
                        self.plays[at + h] = self.plays[at + PLAYS + h]
                        continue
                    price = TOO_LONG
                    if b > 0 or h > g:
                        price = self.plays[at + PLAYS + h] + 1
                elif b == 0:
                    price = TOO_LONG
                else:
                    price = self.plays[start - GAPS + h]
                    if b == REDEALS and self.more_redeals and self.plays[start + h] < price:
                        price = self.plays[start + h]
                if b == 0 and h <= g and self.done(s, sub):
                    price = 0
                if price < self.plays[at + h]:
                    self.plays[at + h] = price

    def _build_ends(self, s: cython.int) -> cython.void:
        """`by_end`: the plays of one set by the number of the stock's cards at the end."""
        left: cython.int = cython.cast(cython.int, (self.all_left >> (8 * s)) & 255)
        gaps: cython.int = self.gap[64 * s + self.stock]
        v: cython.int
        g: cython.int
        b: cython.int
        e: cython.int
        row: cython.int
        at: cython.int
        for v in range(self.valid_count):
            if self.valid[v] & ~left:
                continue
            for g in range(gaps + 1):
                row = ((s * self.valid_count + v) * GAPS + g) * self.width
                at = (v * GAPS + g) * PLAYS
                for b in range(self.redeals + 1):
                    for e in range(self.stock + 1):
                        self.by_end[row + e] = self.plays[at + self.gap[64 * s + e]]
                    row += self.block
                    at += GAPS

    def price_kings(self) -> cython.void:
        """`passed_kings`: for each position of the first pass, and one for all later ones, and for
        each end, the redeals and the kings that are dealt over, a move each."""
        one: cython.ulonglong = 1
        t: cython.int
        b: cython.int
        e: cython.int
        kings: cython.ulonglong
        for t in range(self.stock + 2):
            for b in range(self.redeals + 1):
                for e in range(self.stock + 1):
                    kings = 0
                    if t <= self.stock:
                        kings = self.dealt_over >> t << t
                        if b == 0 and self.goal_pyramid:
                            kings &= (one << e) - 1
                    self.passed_kings[t * self.width + b * self.block + e] = b + count_bits(kings)

    def least_of_ends(self, d: cython.int) -> cython.int:
        """What the sets and the stock's kings take together, at the end where that is least.

        The end of a line is one of them. Each of its discards, kings aside, is counted
        by the set of its cards, each deal by the set of the card that is dealt. What it does with one
        set's cards is a play of that set alone: other cards hinder, and may be left out.
        """
        rows: cython.int = GAPS * self.valid_count
        left: cython.ulonglong = self.left[d]
        t: cython.int = dealt_of(self.position[d])
        number: cython.int = pass_of(self.position[d])
        first: cython.Py_ssize_t = self.first_end - number if self.first_end > number else 0
        last: cython.Py_ssize_t = self.redeals
        least: cython.short = TOO_LONG
        price: cython.short
        s: cython.int
        x: cython.Py_ssize_t
        kings: cython.Py_ssize_t = self.width * (t if number == 0 else self.stock + 1)
        for s in range(self.sets):
            x = self.choice[cython.cast(cython.int, (left >> (8 * s)) & 255)]
            self.row[s] = self.width * (rows * s + GAPS * x + self.gap[64 * s + t])
        if not self.unlimited and self.passes - 1 - number < last:
            last = self.passes - 1 - number
        if first > self.redeals:
            first = self.redeals
        first *= self.block
        last = (last + 1) * self.block
        r0: cython.Py_ssize_t = self.row[0]
        r1: cython.Py_ssize_t = self.row[1]
        r2: cython.Py_ssize_t = self.row[2]
        r3: cython.Py_ssize_t = self.row[3]
        r4: cython.Py_ssize_t = self.row[4]
        r5: cython.Py_ssize_t = self.row[5]
        r6: cython.Py_ssize_t = self.row[6]
        r7: cython.Py_ssize_t = self.row[7]
        for x in range(first, last):
            price = cython.cast(
                cython.short,
                self.passed_kings[kings + x]
                + self.by_end[r0 + x]
                + self.by_end[r1 + x]
                + self.by_end[r2 + x]
                + self.by_end[r3 + x]
                + self.by_end[r4 + x]
                + self.by_end[r5 + x]
                + self.by_end[r6 + x]
                + self.by_end[r7 + x],
            )
            least = price if price < least else least
        return least if least < TOO_LONG else MANY

    def done(self, s: cython.int, sub: cython.int) -> cython.bint:
        """Whether a set may stop with these cards left, as far as it alone can tell."""
        return sub & cython.cast(cython.int, (self.must >> (8 * s)) & 255) == 0
