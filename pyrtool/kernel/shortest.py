# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The fewest moves: iterative deepening, and its bounds."""

import cython

from pyrtool.kernel.game import Table
from pyrtool.kernel.numbers import check_width

if not cython.compiled:
    from pyrtool.kernel.game import Game
    from pyrtool.kernel.levels import Discards
    from pyrtool.kernel.numbers import *
    from pyrtool.kernel.verdict import Search


# What the sets take together, for each end of play: the bound of `Shortest` where single cards are
# turned.
#
# An *end* is a number of redeals still to come, and how many of the stock's cards are dealt or
# discarded in the pass in which play ends. Each deal is that of a card of one set, and counts with
# the moves of that set. So no move is counted twice, and for each end what the sets take, each
# alone, adds up.

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

    def __init__(self, deal: Discards) -> None:
        game, tables = deal.game, deal.set_tables
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
        """Build the tables of every set."""
        for s in range(self.sets):
            self._build_plays(s)
            self._build_ends(s)

    def _build_plays(self, s: cython.int) -> cython.void:
        """Fill in `plays`, with all other cards gone. For each choice of one set's cards, each gap,
        and each number of redeals and gap at the end, it has the fewest discards and deals of these
        cards."""
        left: cython.int = cython.cast(cython.int, (self.deal.all_left >> (8 * s)) & 255)
        self._look_at_set(s, left)
        for v in range(self.valid_count):
            sub: cython.int = self.valid[v]
            if sub & ~left:
                continue
            uncovered: cython.int = self._uncovered(sub)
            for g in range(self.gaps, -1, -1):
                turned: cython.int = -1
                available: cython.int = uncovered | self._waste_top(sub, g)
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
        """Note where the cards of one set lie: `gap`, `in_turn`, `gaps`, and `in_stock` of those in
        the stock, and in `over` what lies above the others."""
        base: cython.int = 8 * s
        i: cython.int
        self.gaps = self.in_stock = 0
        for i in range(self.stock):
            self.gap[64 * s + i] = self.gaps
            k: cython.int = self.deal.bit_at[self.deal.tableau + i]
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
        """Return the tableau cards of a set's cards `sub` that none of these covers, or with
        overlap discards only one."""
        rest: cython.int = sub & ~self.in_stock
        found: cython.int = 0
        while rest:
            i: cython.int = lowest_bit(rest)
            rest &= rest - 1
            k: cython.int = self.over[i] & sub
            if self.deal.overlap:
                k &= k - 1
            if k == 0:
                found |= 1 << i
        return found

    def _waste_top(self, sub: cython.int, g: cython.int) -> cython.int:
        """Return the last of a set's cards `sub` that was passed before this gap, as a mask; 0 if
        none was."""
        while g > 0:
            g -= 1
            if sub >> self.in_turn[g] & 1:
                return 1 << self.in_turn[g]
        return 0

    def _discard(
        self, s: cython.int, v: cython.int, g: cython.int, available: cython.int, turned: cython.int
    ) -> cython.void:
        """Work out the plays of one choice of a set's cards in one gap that begin with a discard.
        What is left after the discard was worked out before."""
        sub: cython.int = self.valid[v]
        at: cython.int = (v * GAPS + g) * PLAYS
        itself: cython.bint = self.deal.self_set[s]
        lows: cython.int = available & 15
        i: cython.int
        for i in range(PLAYS):
            self.plays[at + i] = TOO_LONG
        while lows:
            i = lowest_bit(lows)
            lows &= lows - 1
            highs: cython.int = lows if itself else available >> 4 << 4
            while highs:
                j: cython.int = lowest_bit(highs)
                highs &= highs - 1
                if (
                    self.static_ban[s] >> (4 * i + (j & 3)) & 1
                    or self.over[i] & sub & ~(1 << j)
                    or self.over[j] & sub & ~(1 << i)
                ):
                    continue
                then: cython.int = (self.choice[sub & ~(1 << i | 1 << j)] * GAPS + g) * PLAYS
                if i == turned or j == turned:
                    self._improve(at, then + PLAYS, g + 1)
                else:
                    self._improve(at, then, 0)

    def _improve(self, at: cython.int, then: cython.int, h: cython.int) -> cython.void:
        """Take a discard first where that is shorter; with no redeal to come only from end gap `h` on."""
        b: cython.int
        for b in range(self.redeals + 1):
            while h <= self.gaps:
                price: cython.int = self.plays[then + GAPS * b + h] + 1
                if price < self.plays[at + GAPS * b + h]:
                    self.plays[at + GAPS * b + h] = price
                h += 1
            h = 0

    def _deal_on(self, s: cython.int, v: cython.int, b: cython.int) -> cython.void:
        """Work out the plays of one choice of a set's cards with b redeals to come: its cards are
        dealt, or turned over, or play ends."""
        sub: cython.int = self.valid[v]
        start: cython.int = v * GAPS * PLAYS + GAPS * b
        cython.declare(g=cython.int, h=cython.int)
        for g in range(self.gaps, -1, -1):
            at: cython.int = start + PLAYS * g
            for h in range(self.gaps + 1):
                if g < self.gaps:
                    if not sub >> self.in_turn[g] & 1:
                        self.plays[at + h] = self.plays[at + PLAYS + h]
                        continue
                    price: cython.int = TOO_LONG
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
        """Fill in `by_end`: the plays of one set by the number of stock cards at the end."""
        left: cython.int = cython.cast(cython.int, (self.deal.all_left >> (8 * s)) & 255)
        gaps: cython.int = self.gap[64 * s + self.stock]
        cython.declare(v=cython.int, g=cython.int, e=cython.int)
        for v in range(self.valid_count):
            if self.valid[v] & ~left:
                continue
            for g in range(gaps + 1):
                row: cython.int = ((s * self.valid_count + v) * GAPS + g) * self.width
                at: cython.int = (v * GAPS + g) * PLAYS
                for b in range(self.redeals + 1):
                    for e in range(self.stock + 1):
                        self.by_end[row + e] = self.plays[at + self.gap[64 * s + e]]
                    row += self.block
                    at += GAPS

    def price_kings(self, dealt_over: cython.ulonglong) -> cython.void:
        """Fill in `passed_kings` for each position of the first pass, one for all later ones, and
        each end. It has the redeals and the kings of the stock that are `dealt_over`, a move
        each."""
        cython.declare(t=cython.int, b=cython.int, e=cython.int)
        for t in range(self.stock + 2):
            for b in range(self.redeals + 1):
                for e in range(self.stock + 1):
                    kings: cython.ulonglong = 0
                    if t <= self.stock:
                        kings = dealt_over >> t << t
                        if b == 0 and self.deal.goal_pyramid:
                            kings &= one_bit(e) - 1
                    self.passed_kings[t * self.width + b * self.block + e] = b + count_bits(kings)

    def least(self, left: cython.ulonglong, position: cython.int) -> cython.int:
        """Return how many moves the sets and the stock's kings take together, with these cards left
        at this position of the stock, at the end for which that is least.

        Every line ends at one of these ends. Each of its discards, except kings, is counted by the
        set of its cards, each deal by the set of the dealt card. What a line does with one set's
        cards is a play of that set alone: other cards only hinder, and may be left out.
        """
        rows: cython.int = GAPS * self.valid_count
        t: cython.int = dealt_of(position)
        number: cython.int = pass_of(position)
        last: cython.Py_ssize_t = self.redeals
        least: cython.short = TOO_LONG
        s: cython.int
        kings: cython.Py_ssize_t = self.width * (t if number == 0 else self.stock + 1)
        for s in range(self.sets):
            x: cython.Py_ssize_t = self.choice[cython.cast(cython.int, (left >> (8 * s)) & 255)]
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
            price: cython.short = cython.cast(
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
        """Return whether a set may stop with these cards left."""
        return sub & cython.cast(cython.int, (self.deal.must >> (8 * s)) & 255) == 0


# How many moves are still to come at least: what no line from a level can do with fewer.
#
# For each set a table of what its cards left take alone; `at_least` adds them up. It never says
# more than the shortest line takes: `Shortest` rests on that.
#
# Besides cards that must go, discards may be asked for: of the tallied sets, and tallied kings. A
# line is good enough when no more of these are missing than allowed, the `slack`. A pair may count
# twice, as two cards do.
#
# Where single cards are turned, the tables of `Ends` take their place.


@cython.cclass
class Lengths:
    """The length tables of the `deal` that was laid out, and what they say of a level.

    A search that drops the kings of the stock, `dealt_over`, passes them for a move each. The prune
    "sets" stands for every bound on the moves to come. Where removing early never hurts, single cards
    are turned, and the stock top is available, the tables of `Ends` take the place of the length
    tables (`by_ends`). `discards`: discards are asked for (`allow`), those of kings among them; then
    sets that may stop are not in the tables by ends.
    """

    def __init__(self, deal: Discards, discards: bool) -> None:
        game, tables = deal.game, deal.set_tables
        self.deal, self.set_tables, self.prunes = deal, tables, deal.prunes
        self.drop_kings, self.discards = deal.drop_kings, discards
        self.slack, self.pair_weight, self.clear_by, self.tallied = 0, 1, 0, 0
        self.only_tableau, self.stay = False, tables.stay
        self.dealt, self.draw, self.unlimited = game.dealt, game.draw, game.unlimited
        self.stock_top, self.stock_waste = game.stock_top, game.stock_waste
        self.sets, self.goal_pyramid = game.sets, game.goal_pyramid
        self.only_pyramid = game.only_pyramid
        self.static_ban, self.stock_index = deal.static_ban, deal.stock_index
        self.valid, self.valid_count = tables.valid, tables.valid_count
        self.last_alive = tables.last_alive
        self.least, self.least_within = integers(256 * 8), integers(256 * 8)
        self.reach = integers(256 * 8)
        self.must = self.kings = self.pyramid = self.dealt_over = self.stock_kings = 0
        self.by_ends = (
            deal.monotone
            and not discards
            and self.dealt
            and self.draw == 1
            and self.stock_top
            and not game.waste_pairs
            and bool(self.prunes & PRUNE_SETS)
        )
        if self.by_ends:
            self.ends = Ends(deal)

    def allow(self, slack: int, pair_weight: int, clear_by: int) -> None:
        """Let this many of the discards be missing that the set tables now tally: see
        `Shortest.ask`."""
        self.slack, self.pair_weight, self.clear_by = slack, pair_weight, clear_by
        self.tallied, self.stay = self.set_tables.tallied, self.set_tables.stay

    def build(self) -> cython.void:
        """Build the tables of every set, and those of the stock's kings; the set tables are built
        before."""
        i: cython.int
        self.must, self.kings, self.pyramid = self.deal.must, self.deal.kings, self.deal.pyramid
        for s in range(self.sets):
            self._build_length_table(s)
        self.stock_kings = 0
        for i in range(self.deal.stock):
            if self.deal.bit_at[self.deal.tableau + i] >= 8 * self.sets:
                self.stock_kings |= one_bit(i)
        self.dealt_over = self.stock_kings if self.drop_kings else 0
        if self.by_ends:
            self.ends.build()
            self.ends.price_kings(self.dealt_over)
        self.set_tables.build_stay(self.deal.all_left, self.must)
        self.only_tableau = self.goal_pyramid and self.only_pyramid
        if self.discards:
            self.only_tableau = self.must != 0
            for i in range(self.deal.tableau, self.deal.size):
                if self.must & ~self.kings & one_bit(self.deal.bit_at[i]):
                    self.only_tableau = False

    def keep(self, in_stock: cython.ulonglong) -> cython.void:
        """Deal over only the kings among these stock cards, by index."""
        self.dealt_over &= in_stock
        if self.by_ends:
            self.ends.price_kings(self.dealt_over)

    def reached(self, left: cython.ulonglong) -> cython.bint:
        """Return whether the goal is reached with these cards left, except for kings that were not
        passed yet."""
        return left & self.must == 0 and (self.tallied == 0 or self._weight(left) <= self.slack)

    def _weight(self, left: cython.ulonglong) -> cython.int:
        """Return the weight of the tallied discards that are not made."""
        pairs: cython.int = self.set_tables.units(left & ~self.kings)
        return self.set_tables.units(left & self.kings) + pairs * self.pair_weight

    def done(self, s: cython.int, sub: cython.int) -> cython.bint:
        """Return whether a set may stop with these cards left, as far as it alone can know."""
        if sub & cython.cast(cython.int, (self.must >> (8 * s)) & 255):
            return False
        if self.tallied >> s & 1:
            return (count_bits(sub) >> 1) * self.pair_weight <= self.slack
        return True

    def _build_length_table(self, s: cython.int) -> cython.void:
        """Find for each choice of one set's cards what it takes to finish with the set, alone.

        `least`: discards; `least_within`: discards within the tableau; `reach`: the stock cards
        with a smaller index that must have been passed. Each is the least over all ways of play
        that are possible with the other cards gone, so no game takes less.
        """
        left: cython.int = cython.cast(cython.int, (self.deal.all_left >> (8 * s)) & 255)
        row: cython.int = 256 * s
        itself: cython.bint = self.deal.self_set[s]
        cython.declare(i=cython.int, j=cython.int)
        for v in range(self.valid_count):
            sub: cython.int = self.valid[v]
            if sub & ~left:
                continue
            self.least[row + sub] = self.least_within[row + sub] = self.reach[row + sub] = 0
            if self.done(s, sub):
                continue
            self.least[row + sub] = self.least_within[row + sub] = self.reach[row + sub] = MANY
            for i in range(4):
                if not sub >> i & 1:
                    continue
                for j in range(i + 1 if itself else 4, 4 if itself else 8):
                    rest: cython.int = sub & ~(1 << i | 1 << j)
                    if not sub >> j & 1 or self.last_alive[row + rest] < 0:
                        continue
                    # If one covers the other, transitively, they never go together.
                    if not (self.static_ban[s] >> (4 * i + (j & 3))) & 1:
                        self._pair_up(s, sub, i, j)

    def _pair_up(self, s: cython.int, sub: cython.int, i: cython.int, j: cython.int) -> cython.void:
        """Let two of a set's cards `sub` go first, where that takes less."""
        at: cython.int = 256 * s + sub
        then: cython.int = 256 * s + (sub & ~(1 << i | 1 << j))
        far: cython.int = self.stock_index[8 * s + i]
        other: cython.int = self.stock_index[8 * s + j]
        within: cython.int = 1 if far < 0 and other < 0 else 0
        costs: cython.int = 1
        if self.stock_waste == SW_AUTO_ON_TURN:
            # Two stock cards may vanish.
            costs = 0 if far >= 0 and other >= 0 else 1
        if other > far:
            far = other
        if not self.stock_top and far >= 0:
            far += 1
        if self.reach[then] > far:
            far = self.reach[then]
        if far < self.reach[at]:
            self.reach[at] = far
        if self.least[then] + costs < self.least[at]:
            self.least[at] = self.least[then] + costs
        if self.least_within[then] + within < self.least_within[at]:
            self.least_within[at] = self.least_within[then] + within

    def order(self, in_stock: cython.ulonglong, position: cython.int) -> cython.ulonglong:
        """Return the stock cards that are dealt in this pass, in the first with the dropped kings."""
        return in_stock | (self.dealt_over if position < PASS else 0)

    def at_least(
        self, left: cython.ulonglong, in_stock: cython.ulonglong, position: cython.int
    ) -> cython.int:
        """Return a number of moves below which no line stays, with these cards left at this
        position of the stock: what each set takes alone, added up. Every discard that is tallied
        and not allowed to be missing is a move."""
        now: cython.int = 0 if self.unlimited else position
        s: cython.int
        discards: cython.int = 0
        within: cython.int = 0
        reach: cython.int = 0
        lacking: cython.int = 0
        rest: cython.ulonglong = left & self.must & self.kings
        kings: cython.int = count_bits(rest)
        if self.clear_by and pass_of(position) >= self.clear_by and left & self.pyramid:
            return MANY
        if not self.prunes & PRUNE_SETS:
            return 0
        if self.by_ends:
            return self.ends.least(left, position) + kings
        for s in range(self.sets):
            k: cython.int = 256 * s + cython.cast(cython.int, (left >> (8 * s)) & 255)
            if self.tallied >> s & 1:
                m: cython.int = 0
                while m < STAY_STEPS and self.stay[STAY_ROWS * m + k] < now:
                    m += 1
                lacking += m
                if m == STAY_STEPS or lacking * self.pair_weight > self.slack:
                    return MANY
            elif self.last_alive[k] < now:
                return MANY
            discards += self.least[k]
            within += self.least_within[k]
            if self.reach[k] > reach:
                reach = self.reach[k]
        passing: cython.ulonglong = in_stock
        if self.discards:
            while rest:
                k = self.stock_index[lowest_bit(rest)] + 1
                rest &= rest - 1
                if k > 0:
                    kings -= 1
                    discards += 1
                    if k > reach:
                        reach = k
        else:
            passing = self.order(in_stock, position)
            if self.stock_top and not self.drop_kings:
                passing &= ~self.stock_kings  # they are counted by their discards
        discards = kings + self.with_passed(left, position, discards, within, reach, passing)
        if self.tallied == 0 or self.stock_waste == SW_AUTO_ON_TURN:
            return discards  # a pair that goes by itself counts, and costs no move
        lacking = (self._weight(left) - self.slack + self.pair_weight - 1) // self.pair_weight
        return discards if discards > lacking else lacking

    def with_passed(
        self,
        left: cython.ulonglong,
        position: cython.int,
        discards: cython.int,
        within: cython.int,
        reach: cython.int,
        order: cython.ulonglong,
    ) -> cython.int:
        """Return the least number of moves for this many discards, if cards of the stock are to be
        passed.

        It is the greatest of three numbers. The first is the discards. The second is those `within`
        the tableau, which use no stock card, and the cards of `order` up to `reach`, the farthest
        that some set needs. Each of these cards is passed by a deal or goes in a discard, one at
        most in each. The third counts if all that must go, except kings, lies in the tableau
        (`only_tableau`). It is those cards of `order`, and half of what must go that they cannot
        take along. The proof is in docs/development/proofs.md, "The bound of three numbers".
        """
        t: cython.int = dealt_of(position)
        rest: cython.ulonglong = order >> t
        passed: cython.int = 0
        if self.dealt and self.stock_waste != SW_AUTO_ON_TURN:
            if reach < PASS:
                rest &= one_bit(reach - t) - 1 if reach > t else 0
            passed = count_bits(rest)
            if self.draw > 1:
                passed = (passed + self.draw - 1) // self.draw
            elif self.stock_top and self.only_tableau:
                cards: cython.int = count_bits(left & self.must & ~self.kings)
                k: cython.int = passed if passed < cards else cards
                k = (cards - k + 1) // 2 + passed
                if k > discards:
                    discards = k
        if self.draw > 1 or not self.stock_top:
            return discards + passed  # every pass of a card is a deal, whatever goes then
        return within + passed if within + passed > discards else discards


# The levels of a search for short lines, and what it found out: how many moves were not enough.
#
# Earlier is better at its price where removing early never hurts. From an earlier position with
# the same cards left, a player can deal up to a later one. So what was not enough there, less
# those deals, is not enough later. The moves are noted as from the start of the first pass, the
# deals up to the position added.


@cython.cclass
class LengthDiscards(Discards):
    """The levels, and the `table` of the deal that was laid out.

    Looked for is a line of at most `bound` moves, its `length`. `next_bound` is the next to try if
    there is none, unless a greater one was tried before. `gone_to`: the table has notes of searches
    with bounds of their own.

    `cost`: how many moves lead to a level; `start`, `budget`: the position of the stock and the moves
    left when it began. `lengths` bounds the moves to come. `discards`, `drop_kings`: see `Shortest`;
    with both a king of the stock goes when it is turned, if the stock is dealt on (`kings_go`). If
    not `monotone`, positions are distinguished in the table.
    """

    def __init__(self, game: Game, prunes: int, *, drop_kings: bool, discards: bool) -> None:
        kings: bool = bool(prunes & PRUNE_KINGS)
        Discards.__init__(
            self,
            game,
            prunes,
            keep_kings=discards or not kings,
            keep_optional=kings and not discards,
            drop_kings=drop_kings and kings and not discards,
        )
        self.ends = discards and game.ends
        self.kings_go = discards and drop_kings and kings and self.monotone
        self.lengths, self.table = Lengths(self, discards), Table(2 * POSITION_BITS)
        levels = self.size + 2
        self.cost, self.budget, self.start = [integers(levels) for _ in range(3)]
        self.bound = self.next_bound = self.length = 0
        self.gone_to = False

    def price(self, d: cython.int) -> cython.void:
        """Write the `cost` of a level that was just made: cards that vanish cost nothing, and kings
        that went with the others a move each."""
        self.cost[d] = self.cost[d - 1]
        if self.move_low[d - 1] != VANISHED:
            kings: cython.ulonglong = self.left[d - 1] & ~self.left[d] & self.kings
            self.cost[d] += 1 + count_bits(kings & ~one_bit(self.move_low[d - 1]))

    def at_least(self, d: cython.int) -> cython.int:
        """Return a number of moves below which no line from a level stays."""
        return self.lengths.at_least(self.left[d], self.in_stock[d], self.position[d])

    def failed(self, d: cython.int) -> cython.bint:
        """See `Discards.failed`; if nothing is left to try, that is noted."""
        if not Discards.failed(self, d):
            return False
        self.note(d)
        return True

    def take_king(self, d: cython.int) -> cython.void:
        """List a king alone that must go and can: see `Discards.at_once`."""
        kings: cython.ulonglong = self.exposed[d] & self.kings & self.must & ~self.last
        if kings:
            self.list_alone(d, lowest_bit(kings))

    def list_alone(self, d: cython.int, king: cython.int) -> cython.void:
        """List no discard but that of a king."""
        self.count[d] = self.following[d] = 0
        self.add_pair(d, king, king)
        self.forced[d] = 1

    def king_turned(self, d: cython.int) -> cython.int:
        """Return the turned card if it is a king that goes in place of a deal, or -1."""
        index: cython.int = self.turned(d) if self.kings_go else -1
        card: cython.int = self.bit_at[self.tableau + index] if index >= 0 else -1
        return card if card >= 8 * self.sets else -1

    def list_stock(self, d: cython.int) -> cython.void:
        """Add the discards that the stock brings at this position; a turned king goes when the
        stock is dealt on."""
        t: cython.int = dealt_of(self.position[d])
        if self.dealt:
            order: cython.ulonglong = self.lengths.order(self.in_stock[d], self.position[d]) >> t
            king: cython.bint = self.king_turned(d) >= 0
            if order and self.lengths.dealt_over >> t >> lowest_bit(order) & 1:
                king = True
            if not king:
                self.list_stock_pairs(d)
            elif self.waste_top(d) >= 0:
                self._list_with(d, self.bit_at[self.tableau + self.waste_top(d)])
        self.force(d)

    def known(self, d: cython.int) -> cython.int:
        """Return how many moves more than are left at a level that begins are known not to be
        enough; -1 if those left may be."""
        start: cython.int = self._table_start(d)
        budget: cython.int = self.budget[d]
        slot: cython.longlong = self.table.find(self._key(d))
        if slot < 0:
            return -1
        note: cython.ulonglong = self.table.note(slot)
        if self.monotone:
            if upper_of(note) > start:
                return -1
            budget += self._dealt_before(d, start)
        elif upper_of(note) != start:
            return -1
        return lower_of(note) - budget if budget <= lower_of(note) else -1

    def note(self, d: cython.int) -> cython.void:
        """Note that the moves left when a level began were not enough. There is room: each level
        that was begun is noted once, and the search makes room before it begins one."""
        start: cython.int = self._table_start(d)
        budget: cython.int = self.budget[d]
        key: cython.ulonglong = self._key(d)
        if self.monotone:
            budget += self._dealt_before(d, start)
        self.table.write(self.table.find(key), key, note_of(start, budget))

    def _key(self, d: cython.int) -> cython.ulonglong:
        """Return the table's key: the cards left, and unless the game is monotone the position.

        Only the lowest `MARK_BITS` bits of the position fit; the note has all of it.
        """
        mark: cython.ulonglong = 0
        if not self.monotone:
            mark = self._table_start(d) & ((1 << MARK_BITS) - 1)
        return key_of(self.left[d], mark)

    def _table_start(self, d: cython.int) -> cython.int:
        """Return the level's first position. With unlimited passes only the first pass is
        distinguished from later ones, and where positions are distinguished no pass is."""
        start: cython.int = self.start[d]
        if self.unlimited and not self.monotone:
            return dealt_of(start)
        if self.unlimited and pass_of(start) > 1:
            return position_of(1, dealt_of(start))
        return start

    def _dealt_before(self, d: cython.int, position: cython.int) -> cython.int:
        """Count deals and redeals from the start of the first pass to a position, with the cards
        left of a level."""
        number: cython.int = pass_of(position)
        stock: cython.ulonglong = self.in_stock[d]
        over: cython.ulonglong = self.lengths.dealt_over
        if number == 0:
            return count_bits((stock | over) & (one_bit(position) - 1))
        rest: cython.ulonglong = stock & (one_bit(dealt_of(position)) - 1)
        return (count_bits(stock) + 1) * number + count_bits(over) + count_bits(rest)

    def enter(self, d: cython.int) -> cython.int:
        """Judge a new level: won, longer than the bound, or open."""
        if d > 0:
            self.price(d)
        if self.dealt:
            position: cython.int = self.position[d]
            passed: cython.ulonglong = self.lengths.order(self.in_stock[d], position)
            passed &= one_bit(dealt_of(position)) - 1
            self.position[d] = pass_start(position)
            if passed:
                self.position[d] += highest_bit(passed) + 1
        self.start[d] = self.position[d]
        self.budget[d] = self.bound - self.cost[d]
        least: cython.int = self.cost[d] + self.at_least(d)
        reached: cython.bint = self.lengths.reached(self.left[d])
        if reached:
            # Kings never passed must still go where all cards must.
            if not self.goal_pyramid and self.position[d] < PASS and not self.lengths.by_ends:
                least += count_bits(self.lengths.dealt_over >> dealt_of(self.position[d]))
            if least <= self.bound:
                self.length = least
                return WON
        if self._is_longer(least):
            return LOST
        if reached or (self.last and self.left[d] & self.pyramid == 0):
            return LOST
        if self._is_known(d):
            return LOST
        if self.table.full() and not self.table.make_room():
            return NO_ROOM
        self.forced[d] = 0
        self.list_pairs(d)
        self.list_stock(d)
        if self.keep_kings and self.prunes & PRUNE_KINGS:
            self.take_king(d)
        return OPEN

    def _is_longer(self, least: cython.int) -> cython.bint:
        """Return whether lines of no fewer moves than this exceed the bound; it may be the next."""
        if least <= self.bound:
            return False
        if least < self.next_bound:
            self.next_bound = least
        return True

    def _is_known(self, d: cython.int) -> cython.bint:
        """Return whether the moves left are known not to be enough."""
        spare: cython.int = self.known(d)
        if spare < 0:
            return False
        if self.gone_to:
            # The search that noted it had bounds of its own.
            self._is_longer(self.bound + spare + 1)
        return True

    def advance(self, d: cython.int) -> cython.int:
        """Deal or redeal once, for one move, and list the pairs that this brings. If a king is
        turned that goes in place of a deal, list its discard."""
        king: cython.int = self.king_turned(d)
        if king >= 0:
            self.list_alone(d, king)
            return OPEN
        code: cython.int = self._deal_on(d)
        if code == LOST:
            self.note(d)
        return code

    def _deal_on(self, d: cython.int) -> cython.int:
        """Deal or redeal once, for one move, and list the pairs that this brings."""
        t: cython.int = dealt_of(self.position[d])
        if not self.dealt or (self.stock_waste == SW_AUTO and self.tops_match(d)):
            return LOST
        order: cython.ulonglong = self.lengths.order(self.in_stock[d], self.position[d])
        order >>= t
        if self.lengths.dealt_over and order:
            following: cython.int = self.position[d] + lowest_bit(order) + 1
        else:
            following = self.next_position(d)
        if following < 0 or (self.monotone and following > self.start[d] + PASS):
            return LOST
        if not self.monotone:
            dealt: cython.int = self.budget[d] - (self.bound - self.cost[d])
            if dealt > 4 * (self.stock + 2):
                return LOST  # the positions repeat
        self.position[d] = following
        self.cost[d] += 1
        self.count[d] = self.following[d] = 0
        if self._is_longer(self.cost[d] + self.at_least(d)):
            return LOST
        if dealt_of(following) == 0 and not self.monotone:
            self.forget_pass(d)
        if self.stock_waste == SW_AUTO_ON_TURN and self.tops_match(d):
            return VANISH
        if not self.prunes & PRUNE_EXCLUDED:
            self.list_pairs(d)
        self.list_stock(d)
        return OPEN


# Shortest lines: iterative deepening over positions, with a bound on the moves still to come.
#
# Discards, deals and redeals count one each. A level is one choice of cards left, as in `search`;
# dealing on within it costs moves. A search with bound f visits what can be won in f moves at
# best; when it fails, the least bound that was exceeded is the next one. The table notes for the
# cards left the moves that were not enough, so that a later bound begins where the one before
# ended. `lengths` bounds the moves to come, and says when a line is good enough.
#
# Which prunes of `search` hold for lengths: the set tables, and the excluded pairs (a pair moved
# to the front of a line saves deals or none, and costs none). A forced pair must have a card that
# has to go: another discard would cost a move.
#
# Stock kings, where they can go when they are turned: passing one costs a move either way, a deal
# or its discard, and gone it is never in the way. So they are dealt over at that price in the
# first pass, and are gone from then on.


@cython.cclass
class Shortest(Search):
    """Buffers of one game; `load` a deal, then `search` with growing bounds.

    `least`: the fewest moves that any line can take from what was laid out. With `discards` lines of
    a number of them are looked for: `ask`. Then every discard is a move of its own, those of kings
    too. With `drop_kings` kings of the stock go at no loss when they are turned.
    """

    def __init__(
        self, game: Game, drop_kings: bool, prunes: int, *, discards: bool = False
    ) -> None:
        self.lines = LengthDiscards(game, prunes, drop_kings=drop_kings, discards=discards)
        Search.__init__(self, game, prunes, game.sets, None, self.lines)
        self.lengths, self.table = self.lines.lengths, self.lines.table
        most: int = MANY + (self.lines.stock + 1) * (self.lines.passes + 1)
        check_width("moves, and deals before them", most, POSITION_BITS)

    def load_position(self, cards: bytes, left: bytes, position: int) -> None:
        """`load` in the middle of play: see `Search.load_position`.

        With `drop_kings` no king may lie in the waste.
        """
        self.game.check_position(cards, left, position)
        self.lay_out(cards)
        self.lines.keep(left)
        self.lengths.keep(self.lines.kept_in_stock)
        self.from_position = position
        self._set_out()

    def ask(
        self,
        cards: bytes,
        left: bytes,
        position: int,
        wanted: int,
        tallied: int,
        slack: int,
        pair_weight: int = 1,
        clear_by: int = 0,
    ) -> None:
        """`load_position` for a number of discards.

        `wanted` and `tallied`: see `Discards.demand`. `slack`: how many tallied discards may be
        missing, a pair for `pair_weight` of them. `clear_by`: the pass (1 is the first) by whose
        end the pyramid must be cleared, 0 for no matter when.

        Raises:
            ValueError: The kernel was made without `discards`.
        """
        if not self.lengths.discards:
            raise ValueError("discards: this kernel looks for wins alone")
        self.demand(wanted, tallied)
        self.lengths.allow(slack, pair_weight, clear_by)
        self.load_position(cards, left, position)

    def go_to(self, left: bytes, position: int) -> None:
        """Begin elsewhere in the play of the loaded deal, whose table stays.

        What the table notes of a position holds whatever led to it, its exclusions too, if kings
        have the same price. The proof is in docs/development/proofs.md, "The table of shortest
        lines, from other positions". With `drop_kings` no king may lie in the waste.
        """
        self.game.check_left(left, position)
        self.nodes = 0
        self.lines.gone_to = True
        self.lines.keep(left)
        self.from_position = position
        self._set_out()

    def begin(self, bound: int) -> None:
        """Prepare to look for a line of at most `bound` moves."""
        self.lines.bound, self.lines.next_bound = bound, MANY
        self.depth = 0
        self.code = ENTER
        self._set_out()

    def search(self, node_budget: int) -> str:
        """Go on: ``won``, ``longer``, ``paused``, or ``memory`` at its limit."""
        answer = Search.search(self, node_budget)
        return "longer" if answer == "lost" else answer

    def lay_out(self, cards: ReadOnlyBytes) -> cython.bint:
        """Lay out set tables, length tables, and the first level; return False if a set alone is
        lost."""
        self.nodes = 0
        self.lines.load_cards(cards)
        alive: cython.bint = self.lines.build_set_tables()
        self.lengths.build()
        self.table.clear()
        self.lines.gone_to = False
        self.lines.kept, self.lines.kept_in_stock = self.lines.all_left, self.lines.all_in_stock
        self.from_position = 0
        self._set_out()
        return alive

    def _set_out(self) -> cython.void:
        """Lay out the first level, as the deal or the position lies."""
        left: cython.ulonglong = self.lines.kept & self.lines.all_left
        in_stock: cython.ulonglong = self.lines.kept_in_stock & self.lines.all_in_stock
        self.lines.level_of(left, in_stock, self.from_position)
        self.lines.remove(0, self.lines.exposed[0] & self.lines.at_once())
        self.lines.cost[0] = count_bits(left & ~self.lines.left[0])  # kings gone immediately
        self.least = self.lines.at_least(0)

    def _enter(self, d: cython.int) -> cython.int:
        return self.lines.enter(d)

    def _advance(self, d: cython.int) -> cython.int:
        return self.lines.advance(d)
