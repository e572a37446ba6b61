# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What is left of the tableau, as a graph: for games in which no two stock cards ever match.

Then all that the stock does to the tableau is to bring a card of some rank. An edge takes a tableau
card away with a stock card of its complement, whichever of that rank.

Decides what can be done when every stock card is at hand (`alive`). When one is, is for `grouped`.
"""

import cython

from pyrtool.kernel.levels.sets import SetTables
from pyrtool.kernel.numbers.buffers import integers

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit
    from pyrtool.kernel.numbers.codes import (
        BY_PYRAMID,
        GROUPS,
        NONE,
        OPEN,
        STAY_ROWS,
        STAY_STEPS,
        UNLISTED,
    )
    from pyrtool.kernel.verdict.groups.nodes import ALIVE, DEAD, UNKNOWN, Nodes


@cython.cclass
class Tableaux(Nodes):
    """The graph of one deal, made as far as it is asked for. Only if `judging`, `alive` may say no.

    A node with a pair (`low` of it is not negative) has no edges: its pair goes now or never.

    With `enough` of 0 or more the question is not that of the goal, but whether so small a value can
    be left, as `best.VALUES` has it (`by`).
    """

    def __init__(self, game: Game, judging: bool, excluding: bool) -> None:
        Nodes.__init__(self, game, excluding)
        self.judging = judging
        self.by, self.enough = BY_PYRAMID, -1
        self.set_tables = SetTables(self.deal)
        self.fewest, self.stay = integers(1), integers(1)

    def settle_for(self, by: int, enough: int) -> None:
        """In the deals that are loaded from now on, ask for a value of `enough` or less."""
        self.by, self.enough = by, enough

    def count_what_stays(self) -> cython.void:
        """`fewest`: for each choice of a set's cards, those of the stock at hand at any time, how many
        of them stay when every other card is gone. With limited passes nothing is said: there the
        order of stock cards counts, and those of a rank are not alike."""
        s: cython.int
        k: cython.int
        i: cython.int
        with cython.gil:
            if len(self.fewest) == 1:
                self.fewest = integers(STAY_ROWS)
                self.stay = integers(STAY_ROWS * STAY_STEPS)
        for s in range(self.deal.sets):
            for k in range(STAY_STEPS):
                self.set_tables.build_one(
                    s,
                    self.deal.all_left,
                    0,
                    self.deal.all_left,
                    2 * k,
                    self.stay,
                    STAY_ROWS * k,
                )
            for i in range(self.set_tables.valid_count):
                k = 0
                while (
                    self.deal.game.unlimited
                    and k < STAY_STEPS - 1
                    and self.stay[STAY_ROWS * k + 256 * s + self.set_tables.valid[i]] < 0
                ):
                    k += 1
                self.fewest[256 * s + self.set_tables.valid[i]] = 2 * k

    def worth(self, in_all: cython.int, in_pyramid: cython.int) -> cython.int:
        """The value of this many cards left."""
        if self.by == BY_PYRAMID:
            return 64 * in_pyramid + in_all
        return 64 * in_all + in_pyramid

    def take(self, node: cython.int) -> cython.int:
        """The node after the pair of a node was taken; `NONE` when there is a stop."""
        one: cython.ulonglong = 1
        pair: cython.ulonglong
        other: cython.int = self.taken[node]
        if other == NONE:
            pair = (one << self.low[node]) | (one << self.high[node])
            other = self.without(node, pair, self.counts_at[node])
            self.taken[node] = other  # now, as the arrays may have moved
        return other

    def never(self, node: cython.int) -> cython.int:
        """Now or never: the node at which the pair of a node is excluded; `NONE` when there is a stop.

        The absence of a pair of the tableau does not touch the stock and only exposes cards. So a
        line that uses the pair at some time can use it as soon as both are exposed, with all its
        other moves as they were. With overlap discards it can also do so as soon as one is all that
        lies on the other. Where taking it now leads to nothing, no line uses it. Sound under every
        rule without automatic matching. For verdicts only.
        """
        other: cython.int = self.kept[node]
        if other == NONE:
            other = self.excluded(node, self.low[node], self.high[node])
            self.kept[node] = other
        return other

    def first_edge(self, node: cython.int, group: cython.int) -> cython.int:
        """The first of the edges on which a stock card of this rank goes, or -1.

        Ranks are numbered as they come in set order. Edges to dead nodes are left out.
        """
        first: cython.int = self.first[16 * node + group]
        return self.list_edges(node, group) if first == UNLISTED else first

    def list_edges(self, node: cython.int, group: cython.int) -> cython.int:
        """`first_edge`, the first time."""
        one: cython.ulonglong = 1
        base: cython.int = 4 * group if self.deal.self_set[group >> 1] else 4 * (group ^ 1)
        counts: cython.ulonglong = self.counts_at[node]
        rest: cython.uint
        kept: cython.ulonglong = 0
        first: cython.int = NONE
        card: cython.int
        others = cython.declare(cython.int[4])  # type: ignore[misc, valid-type] # of C
        rest = cython.cast(cython.uint, (self.exposed_at[node] >> base) & 15)
        if rest == 0 or (counts >> (3 * group)) & 7 == 0:
            self.first[16 * node + group] = NONE
            return NONE
        counts -= one << (3 * group)
        while rest:
            card = base + lowest_bit(rest)
            rest &= rest - 1
            others[card & 3] = self.without(node, one << card, counts)
            if self.alive(others[card & 3]):
                kept |= one << card
            if self.stop != OPEN:
                return NONE
        while kept:  # only now, lest a pause leave edges that no list has
            card = lowest_bit(kept)
            kept &= kept - 1
            first = self.add_edge(others[card & 3], card, first)
        if self.stop == OPEN:
            self.first[16 * node + group] = first
        return first

    def wanted(self, node: cython.int) -> cython.ulonglong:
        """The stock cards, by index, gone or not, that something can be done with here: those
        with an edge, and kings. None when there is a stop."""
        known: cython.ulonglong = cython.cast(cython.ulonglong, 1) << 63
        cards: cython.ulonglong = self.wanted_at[node]
        group: cython.int
        if cards == 0:
            cards = known
            for group in range(2 * self.deal.sets, GROUPS):  # kings, of one rank or of several
                cards |= self.group_stock[group]
            for group in range(2 * self.deal.sets):
                if self.group_stock[group] and self.first_edge(node, group) >= 0:
                    cards |= self.group_stock[group]
                if self.stop != OPEN:
                    return 0
            self.wanted_at[node] = cards
        return cards ^ known

    def alive(self, node: cython.int) -> cython.bint:
        """Single cards: whether the goal can be reached if every stock card is at hand at any time.

        Each line of a game with a stock is a line of this one, with the deals, the redeals and the
        kings of the stock left out. So a node that is dead here is lost whatever the stock is.
        Stock cards of one rank are then alike, and no order binds them: so the nodes are few. True
        when there is a stop.
        """
        result: cython.bint
        if self.stop != OPEN or not self.judging:
            return True
        if self.state[node] == UNKNOWN:
            result = self._is_alive(node)
            if self.stop != OPEN:
                return True
            self.state[node] = ALIVE if result else DEAD
        return self.state[node] == ALIVE

    def _is_alive(self, node: cython.int) -> cython.bint:
        """`alive`, the first time; nodes lead to nodes with fewer cards or more pairs excluded."""
        group: cython.int
        if self.enough >= 0:
            if self._value_at(node) <= self.enough:
                return True
            if self.least_at(node) > self.enough:
                return False
        elif self.left_at[node] & self.deal.must == 0 and (
            self.deal.goal_pyramid or not self.counts_at[node]
        ):
            return True
        elif self._stuck(node):
            return False
        if self.low[node] >= 0:
            return self.alive(self.take(node)) or self.alive(self.never(node))
        for group in range(2 * self.deal.sets):
            if self.first_edge(node, group) >= 0:
                return True
        return False

    def _value_at(self, node: cython.int) -> cython.int:
        """The value if no more is discarded but the kings of the stock."""
        counts: cython.ulonglong = self.counts_at[node]
        in_all: cython.int = count_bits(self.left_at[node])
        while counts:
            in_all += cython.cast(cython.int, counts & 7)
            counts >>= 3
        return self.worth(in_all, count_bits(self.left_at[node] & self.deal.pyramid))

    def least_at(self, node: cython.int) -> cython.int:
        """No line from here leaves a smaller value, if every stock card is at hand at any time.

        A tableau card that has no partner left stays, and so does what lies beneath it; then
        perhaps others have none. Each set leaves what its table says, where stock cards of a rank
        are alike. With each card that stays, a card of its complement stays. So do stock cards in
        excess of the cards of their complement on the tableau.
        """
        stuck: cython.ulonglong = self._that_stay(node)
        in_all: cython.int = count_bits(stuck & self.deal.kings)
        s: cython.int
        for s in range(self.deal.sets):
            in_all += self._least_of_set(node, s, stuck)
        return self.worth(in_all, count_bits(stuck & self.deal.pyramid))

    def _that_stay(self, node: cython.int) -> cython.ulonglong:
        """The tableau cards that stay whatever is done: see `least_at`."""
        left: cython.ulonglong = self.left_at[node]
        free: cython.ulonglong = left & ~self.deal.kings
        stuck: cython.ulonglong = 0
        more: cython.ulonglong = self._without_partner(node, free)
        beneath: cython.ulonglong
        while more:
            stuck |= more
            while more:
                beneath = self.deal.under[lowest_bit(more)] & left & ~stuck
                stuck |= beneath
                more = (more & (more - 1)) | beneath
            free &= ~stuck
            more = self._without_partner(node, free)
        return stuck

    def _without_partner(self, node: cython.int, free: cython.ulonglong) -> cython.ulonglong:
        """Those of these tableau cards that have no partner among them, and none in the stock."""
        one: cython.ulonglong = 1
        counts: cython.ulonglong = self.counts_at[node]
        found: cython.ulonglong = 0
        lonely: cython.ulonglong
        lows: cython.uint
        highs: cython.uint
        pairs: cython.uint
        stock_lows: cython.int
        stock_highs: cython.int
        s: cython.int
        i: cython.int
        for s in range(self.deal.sets):
            lows = cython.cast(cython.uint, (free >> (8 * s)) & 15)
            highs = cython.cast(cython.uint, (free >> (8 * s + 4)) & 15)
            stock_lows = cython.cast(cython.int, (counts >> (6 * s)) & 7)
            stock_highs = cython.cast(cython.int, (counts >> (6 * s + 3)) & 7)
            if self.deal.self_set[s]:
                highs, stock_highs = lows, stock_lows
            if (stock_lows and stock_highs) or not lows | highs:
                continue
            pairs = highs * 0x1111 & ~(self.bans(node, s) | (self.deal.static_ban[s] & 0xFFFF))
            for i in range(4):
                if not lows >> i & 1:
                    pairs &= ~(cython.cast(cython.uint, 15) << (4 * i))
                elif stock_highs == 0 and not pairs >> (4 * i) & 15:
                    found |= one << (8 * s + i)
            if stock_lows == 0 and not self.deal.self_set[s]:
                pairs |= pairs >> 8
                pairs |= pairs >> 4
                lonely = highs & ~pairs
                found |= lonely << (8 * s + 4)
        return found

    def _least_of_set(self, node: cython.int, s: cython.int, stuck: cython.ulonglong) -> cython.int:
        """How many cards of a set stay at least, where these tableau cards do: see `least_at`."""
        left: cython.ulonglong = self.left_at[node]
        counts: cython.ulonglong = self.counts_at[node]
        lows: cython.uint = cython.cast(cython.uint, (left >> (8 * s)) & 15)
        highs: cython.uint = cython.cast(cython.uint, (left >> (8 * s + 4)) & 15)
        stock_lows: cython.int = cython.cast(cython.int, (counts >> (6 * s)) & 7)
        stock_highs: cython.int = cython.cast(cython.int, (counts >> (6 * s + 3)) & 7)
        row: cython.int = cython.cast(cython.int, lows | highs << 4)
        stay: cython.int
        row |= self._some_of(2 * s, stock_lows) | self._some_of(2 * s + 1, stock_highs) << 4
        stay = self.fewest[256 * s + row]
        if self.deal.self_set[s]:
            row = count_bits((stuck >> (8 * s)) & 15)
            row += row & 1
            if stock_lows - count_bits(lows) > row:
                row = stock_lows - count_bits(lows)
        else:
            row = count_bits((stuck >> (8 * s)) & 15)
            if count_bits((stuck >> (8 * s)) & 240) > row:
                row = count_bits((stuck >> (8 * s)) & 240)
            if stock_lows - count_bits(highs) > row:
                row = stock_lows - count_bits(highs)
            if stock_highs - count_bits(lows) > row:
                row = stock_highs - count_bits(lows)
            row *= 2
        return row if row > stay else stay

    def _some_of(self, group: cython.int, count: cython.int) -> cython.int:
        """This many stock cards of a rank, four bits: the first in the stock."""
        one: cython.int = 1
        cards: cython.int = 0
        rest: cython.ulonglong
        if count == 0:
            return 0
        rest = self.group_stock[group]
        while count > 0:
            cards |= one << (self.deal.bit_at[self.deal.tableau + lowest_bit(rest)] & 3)
            rest &= rest - 1
            count -= 1
        return cards

    def _stuck(self, node: cython.int) -> cython.bint:
        """Whether some card that must go has no partner left.

        A tableau card has none when no stock card of its complement is left, and with each tableau
        card of it the pair is excluded, or one covers the other. Where all must go, each stock card
        needs a tableau card.
        """
        left: cython.ulonglong = self.left_at[node]
        counts: cython.ulonglong = self.counts_at[node]
        must: cython.ulonglong = left & self.deal.must
        of_set: cython.uint
        some: cython.uint
        pairs: cython.uint
        lows: cython.uint
        highs: cython.uint
        stock_lows: cython.int
        stock_highs: cython.int
        s: cython.int
        for s in range(self.deal.sets):
            lows = cython.cast(cython.uint, (left >> (8 * s)) & 15)
            highs = cython.cast(cython.uint, (left >> (8 * s + 4)) & 15)
            stock_lows = cython.cast(cython.int, (counts >> (6 * s)) & 7)
            stock_highs = cython.cast(cython.int, (counts >> (6 * s + 3)) & 7)
            if self.deal.self_set[s]:
                highs, stock_highs = lows, stock_lows
            if not self.deal.goal_pyramid:
                if stock_lows > count_bits(highs) or stock_highs > count_bits(lows):
                    return True
            if stock_lows and stock_highs:
                continue
            of_set = cython.cast(cython.uint, (must >> (8 * s)) & 255)
            if of_set == 0:
                continue
            some = (lows | lows << 6) & 0x0303
            some = ((some | some << 3) & 0x1111) * 15
            pairs = (highs * 0x1111) & some & ~(self.bans(node, s) | self.deal.static_ban[s])
            if stock_highs == 0 and of_set & 15:
                some = pairs | pairs >> 2
                some = (some | some >> 1) & 0x1111
                some = (some | some >> 3) & 0x0303
                if of_set & 15 & ~(some | some >> 6):
                    return True
            if stock_lows == 0 and of_set > 15 and not self.deal.self_set[s]:
                pairs |= pairs >> 8
                pairs |= pairs >> 4
                if (of_set >> 4) & ~pairs:
                    return True
        return False
