# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What the sets take together, for each end of play: the bound of `shortest` where single cards are turned.

An *end* is a number of redeals still to come, and how many of the stock's cards are dealt or
discarded in the pass in which play ends. Each deal is that of a card of one set, and counts with
the moves of that set. So no move is counted twice, and for each end what the sets take, each alone,
adds up.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers, shorts

if not cython.compiled:
    from pyrtool.kernel.levels.places import Places
    from pyrtool.kernel.levels.sets import SetTables
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit
    from pyrtool.kernel.numbers.codes import MANY
    from pyrtool.kernel.numbers.encoding import dealt_of, pass_of

GAPS = cython.declare(cython.int, 9)  # of a set: how many of its stock cards were passed, 0 to 8
PLAYS = cython.declare(cython.int, 27)  # of a set's cards left: redeals to come, 0 to 2, by gaps
REDEALS = cython.declare(cython.int, 2)  # to come, kept apart; where there may be more, 2 or more
TOO_LONG = cython.declare(cython.int, 1000)  # for a set: it cannot be done


@cython.cclass
class Ends:
    """The tables by ends of the `deal` that was laid out, of a game in which removing early never
    hurts, single cards are turned, and the stock top is available.

    A row for each set, choice of its cards, and gap. A *gap* is how many of the set's stock cards,
    gone ones among them, lie before the stock's position. Play ends in a gap when the cards before it
    that are left were dealt in the last pass, and none beyond it was turned to be discarded there.
    """

    def __init__(self, deal: Places, tables: SetTables) -> None:
        i: cython.int
        game = deal.game
        self.deal, self.static_ban = deal, deal.static_ban
        self.stock, self.sets = game.stock, game.sets
        self.passes, self.unlimited = game.passes, game.unlimited
        self.valid, self.valid_count = tables.valid, tables.valid_count
        self.in_stock = self.gaps = 0
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

    def build(self) -> cython.void:
        """The tables of every set."""
        s: cython.int
        for s in range(self.sets):
            self._build_plays(s)
            self._build_ends(s)

    def _build_plays(self, s: cython.int) -> cython.void:
        """Fill in `plays`, with all other cards gone. For each choice of one set's cards, each gap,
        and each number of redeals and gap at the end, it has the fewest discards and deals of these
        cards."""
        left: cython.int = cython.cast(cython.int, (self.deal.all_left >> (8 * s)) & 255)
        v: cython.int
        sub: cython.int
        g: cython.int
        b: cython.int
        uncovered: cython.int
        available: cython.int
        turned: cython.int
        self._look_at_set(s, left)
        for v in range(self.valid_count):
            sub = self.valid[v]
            if sub & ~left:
                continue
            uncovered = self._uncovered(sub)
            for g in range(self.gaps, -1, -1):
                turned = -1
                available = uncovered | self._waste_top(sub, g)
                if g < self.gaps:
                    turned = self.in_turn[g]
                    if not sub >> turned & 1:
                        continue  # as the next gap
                    available |= 1 << turned
                self._discard(s, v, g, available, turned)
            for b in range(self.redeals + 1):
                self._deal_on(s, v, b)
            if self.more_redeals:
                self._deal_on(s, v, REDEALS)  # once more: after a redeal there may be others

    def _look_at_set(self, s: cython.int, left: cython.int) -> cython.void:
        """Where the cards of one set lie: `gap`, `in_turn`, `gaps` and `in_stock` say it of those in
        the stock, `over` what lies above the others."""
        base: cython.int = 8 * s
        i: cython.int
        k: cython.int
        self.gaps = self.in_stock = 0
        for i in range(self.stock):
            self.gap[64 * s + i] = self.gaps
            k = self.deal.bit_at[self.deal.tableau + i]
            if k >> 3 == s:
                self.in_turn[self.gaps] = k & 7
                self.in_stock |= 1 << (k & 7)
                self.gaps += 1
        self.gap[64 * s + self.stock] = self.gaps
        for i in range(8):
            self.over[i] = 0
            if left >> i & 1:
                self.over[i] = cython.cast(cython.int, (self.deal.above[base + i] >> base) & 255)

    def _uncovered(self, sub: cython.int) -> cython.int:
        """The tableau cards among a set's cards `sub` that none of these covers, or with overlap
        discards only one."""
        rest: cython.int = sub & ~self.in_stock
        found: cython.int = 0
        i: cython.int
        k: cython.int
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            k = self.over[i] & sub
            if self.deal.overlap:
                k &= k - 1
            if k == 0:
                found |= 1 << i
        return found

    def _waste_top(self, sub: cython.int, g: cython.int) -> cython.int:
        """The last of a set's cards `sub` that was passed before this gap, as a mask; 0 if none was."""
        while g > 0:
            g -= 1
            if sub >> self.in_turn[g] & 1:
                return 1 << self.in_turn[g]
        return 0

    def _discard(
        self,
        s: cython.int,
        v: cython.int,
        g: cython.int,
        available: cython.int,
        turned: cython.int,
    ) -> cython.void:
        """The plays of one choice of a set's cards in one gap that begin with a discard: what is left
        after it was worked out before."""
        sub: cython.int = self.valid[v]
        at: cython.int = (v * GAPS + g) * PLAYS
        itself: cython.bint = self.deal.self_set[s]
        lows: cython.int = available & 15
        highs: cython.int
        then: cython.int
        i: cython.int
        j: cython.int
        for i in range(PLAYS):
            self.plays[at + i] = TOO_LONG
        while lows:
            i = lowest_bit(lows)
            lows &= lows - 1
            highs = lows if itself else available >> 4 << 4
            while highs:
                j = lowest_bit(highs)
                highs &= highs - 1
                if (
                    self.static_ban[s] >> (4 * i + (j & 3)) & 1
                    or self.over[i] & sub & ~(1 << j)
                    or self.over[j] & sub & ~(1 << i)
                ):
                    continue
                then = (self.choice[sub & ~(1 << i | 1 << j)] * GAPS + g) * PLAYS
                if i == turned or j == turned:
                    self._improve(at, then + PLAYS, g + 1)
                else:
                    self._improve(at, then, 0)

    def _improve(self, at: cython.int, then: cython.int, h: cython.int) -> cython.void:
        """Take a discard first where that is shorter; with no redeal to come only from end gap `h` on."""
        b: cython.int
        price: cython.int
        for b in range(self.redeals + 1):
            while h <= self.gaps:
                price = self.plays[then + GAPS * b + h] + 1
                if price < self.plays[at + GAPS * b + h]:
                    self.plays[at + GAPS * b + h] = price
                h += 1
            h = 0

    def _deal_on(self, s: cython.int, v: cython.int, b: cython.int) -> cython.void:
        """The plays of one choice of a set's cards with b redeals to come: its cards are dealt, or
        turned over, or play ends."""
        sub: cython.int = self.valid[v]
        start: cython.int = v * GAPS * PLAYS + GAPS * b
        g: cython.int
        h: cython.int
        at: cython.int
        price: cython.int
        for g in range(self.gaps, -1, -1):
            at = start + PLAYS * g
            for h in range(self.gaps + 1):
                if g < self.gaps:
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
                if b == 0 and h <= g and self._done(s, sub):
                    price = 0
                if price < self.plays[at + h]:
                    self.plays[at + h] = price

    def _build_ends(self, s: cython.int) -> cython.void:
        """`by_end`: the plays of one set by the number of the stock's cards at the end."""
        left: cython.int = cython.cast(cython.int, (self.deal.all_left >> (8 * s)) & 255)
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

    def price_kings(self, dealt_over: cython.ulonglong) -> cython.void:
        """Fill in `passed_kings` for each position of the first pass, one for all later ones, and
        each end. It has the redeals and the kings of the stock that are `dealt_over`, a move
        each."""
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
                        kings = dealt_over >> t << t
                        if b == 0 and self.deal.goal_pyramid:
                            kings &= (one << e) - 1
                    self.passed_kings[t * self.width + b * self.block + e] = b + count_bits(kings)

    def least(self, left: cython.ulonglong, position: cython.int) -> cython.int:
        """What the sets and the stock's kings take together, with these cards left at this position of
        the stock, at the end where that is least.

        The end of a line is one of them. Each of its discards, kings aside, is counted
        by the set of its cards, each deal by the set of the card that is dealt. What it does with one
        set's cards is a play of that set alone: other cards hinder, and may be left out.
        """
        rows: cython.int = GAPS * self.valid_count
        t: cython.int = dealt_of(position)
        number: cython.int = pass_of(position)
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
        last = (last + 1) * self.block
        r0: cython.Py_ssize_t = self.row[0]
        r1: cython.Py_ssize_t = self.row[1]
        r2: cython.Py_ssize_t = self.row[2]
        r3: cython.Py_ssize_t = self.row[3]
        r4: cython.Py_ssize_t = self.row[4]
        r5: cython.Py_ssize_t = self.row[5]
        r6: cython.Py_ssize_t = self.row[6]
        r7: cython.Py_ssize_t = self.row[7]
        for x in range(t & -8, last):  # an end before t is as one at t
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

    def _done(self, s: cython.int, sub: cython.int) -> cython.bint:
        """Whether a set may stop with these cards left."""
        return sub & cython.cast(cython.int, (self.deal.must >> (8 * s)) & 255) == 0
