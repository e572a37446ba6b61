# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which positions of a general game are lost: by the cards alone, or as all that follows was
searched in vain.

The search is in `general`. Its positions are the cards left, as bits of two words, and the position
of the stock. The table keeps them whole, so no position is taken for lost that only looks like a
lost one.
"""

import cython

from pyrtool.kernel.game.play import AnyPairs
from pyrtool.kernel.numbers.buffers import halves, integers, words
from pyrtool.kernel.numbers.hash_table import Table
from pyrtool.kernel.numbers.widths import check_below, check_length, check_width

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit
    from pyrtool.kernel.numbers.codes import OTHERS
    from pyrtool.kernel.numbers.encoding import DEALT_BITS, PASS

FIRST_SLOTS = 1 << 12
LATE_BITS = 32  # of a note
USES_COVERED = cython.declare(cython.int, 1)
USES_ODD = cython.declare(cython.int, 2)
USES_TIES = cython.declare(cython.int, 16)
MOST_TIES = cython.declare(cython.int, 33)  # pairs of 64 places, and none
FIRST_TIES = cython.declare(cython.int, 1 << 22)  # to be tried of the first position, for a proof
TIES = cython.declare(cython.int, 400)  # to be tried of every other

GENERAL_PRUNES: dict[str, int] = {"covered": 1, "odd": 2, "earlier": 4, "kings": 8, "ties": 16}
"""The prunes that can be switched off, for tests of their soundness."""


@cython.cclass
class Losing:
    """One game, and one deal of it. Cards are numbered in dealing order: the tableau from 0, all
    others from 64 on."""

    def __init__(self, game: AnyPairs) -> None:
        one: cython.uint = 1
        i: cython.int
        j: cython.int
        play = game.play
        check_width("place", len(play.covers) - 1, 6)
        check_width("other cards", game.others, DEALT_BITS)
        check_width("rank", len(game.goes_with) - 1, 5)
        check_width("passes", play.passes, 16)
        self.tableau, self.others = len(play.covers), game.others
        self.ranks = len(game.goes_with)
        self.goes_with = halves(self.ranks)
        self.alone = bytearray(self.ranks)
        for i in range(1, self.ranks):
            self.goes_with[i] = game.goes_with[i]
            self.alone[i] = game.goes_with[i] == 0
        self.covers, self.covered, self.above = play.masks()
        self.draw, self.passes, self.dealt = play.draw, play.passes, game.dealt
        self.stock_top, self.tops_match = play.stock_top, play.tops_match
        self.waste_pairs, self.overlap = play.waste_pairs, play.overlap
        self.must_go, self.whole = game.must_go, game.whole
        self.monotone, self.drops_kings = game.monotone, game.drops_kings
        self.prunes = game.prunes
        self.rank = bytearray(2 * OTHERS)
        self.places_for, self.others_for = words(32), words(32)
        self.places_of, self.others_of = words(32), words(32)
        self.counts = integers(32)
        self.low, self.high, self.lacking = integers(32), integers(32), integers(32)
        self.sets = 0
        for i in range(1, self.ranks):
            for j in range(i, self.ranks):
                if self.goes_with[i] == one << j and self.goes_with[j] == one << i:
                    self.low[self.sets], self.high[self.sets] = i, j
                    self.sets += 1
        self.ways, self.excess, self.paired = integers(32), integers(32), bytearray(32)
        for i in range(self.sets):
            self.paired[self.low[i]] = self.paired[self.high[i]] = True
        self.before = words(64 * MOST_TIES)
        self.table = Table(LATE_BITS, FIRST_SLOTS, width=2 if self.monotone else 3)

    def limit_memory(self, limit_bytes: int) -> None:
        """What the table of positions may take, the old one and the new while it grows."""
        self.table.limit_bytes = limit_bytes

    def _lay_out(self, ranks: bytes, left: int, rest: int) -> None:
        """A deal by the rank of each card, first those of the tableau; nothing of it is lost yet. The
        masks of the cards that are left are only looked at."""
        one: cython.ulonglong = 1
        i: cython.int
        r: cython.int
        check_length("ranks", ranks, self.tableau, self.tableau + self.others)
        check_below("ranks", ranks, self.ranks)
        check_width("places left", left, self.tableau)
        check_width("others left", rest, self.others)
        self.table.clear()
        self.most_ties = FIRST_TIES
        for r in range(32):
            self.places_of[r] = self.others_of[r] = 0
            self.places_for[r] = self.others_for[r] = 0
        for i in range(self.tableau):
            self.rank[i] = ranks[i]
            self.places_of[ranks[i]] |= one << i
        for i in range(self.others):
            self.rank[OTHERS + i] = 0
            if self.tableau + i < len(ranks):
                self.rank[OTHERS + i] = ranks[self.tableau + i]
            self.others_of[self.rank[OTHERS + i]] |= one << i
        for r in range(1, self.ranks):
            for i in range(1, self.ranks):
                if self.goes_with[r] >> i & 1:
                    self.places_for[r] |= self.places_of[i]
                    self.others_for[r] |= self.others_of[i]

    def _is_won(self, left: cython.ulonglong, rest: cython.ulonglong) -> cython.bint:
        """Whether the goal is reached."""
        return left & self.must_go == 0 and not (self.whole and rest)

    def _exposed(self, left: cython.ulonglong) -> cython.ulonglong:
        """The places that nothing covers."""
        one: cython.ulonglong = 1
        found: cython.ulonglong = 0
        rest: cython.ulonglong = left
        i: cython.int
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            if self.covers[i] & left == 0:
                found |= one << i
        return found

    def _without_kings(self, left: cython.ulonglong) -> cython.ulonglong:
        """What is left when the kings of the tableau go that can."""
        kings: cython.ulonglong = 0
        r: cython.int
        going: cython.ulonglong
        for r in range(1, self.ranks):
            if self.alone[r]:
                kings |= self.places_of[r]
        going = kings & left
        if going:
            going &= self._exposed(left)
        while going:
            left ^= going
            going = kings & self._exposed(left)
        return left

    def _is_stuck(self, left: cython.ulonglong, rest: cython.ulonglong) -> cython.bint:
        """Whether the cards alone show that the goal is out of reach, whatever the position of the
        stock is."""
        if self.prunes & USES_ODD and self.whole and self._is_odd(left, rest):
            return True
        if self.prunes & USES_COVERED and self._is_covered(left, rest):
            return True
        return bool(self.prunes & USES_TIES) and self._is_untied(left, rest)

    def _is_odd(self, left: cython.ulonglong, rest: cython.ulonglong) -> cython.bint:
        """Whether the cards of some ranks go only with each other, and are odd in number.

        All must go; of the ranks that are left, those connected by going together lose two cards
        with each discard, so an odd one stays.
        """
        one: cython.uint = 1
        there: cython.uint = 0
        part: cython.uint
        before: cython.uint
        todo: cython.uint
        r: cython.int
        total: cython.int
        for r in range(1, self.ranks):
            self.counts[r] = count_bits(left & self.places_of[r])
            self.counts[r] += count_bits(rest & self.others_of[r])
            if self.counts[r] and not self.alone[r]:
                there |= one << r
        while there:
            part = there & (~there + 1)
            todo = part
            total = 0
            while todo:
                r = lowest_bit(todo)
                todo &= todo - 1
                total += self.counts[r]
                before = part
                part |= self.goes_with[r] & there
                todo |= part & ~before
            there &= ~part
            if total & 1:
                return True
        return False

    def _count_partners(self, left: cython.ulonglong, rest: cython.ulonglong) -> cython.void:
        """For each rank the cards left that go with it, and how many more of these lie beside the
        tableau than it has on it."""
        r: cython.int
        for r in range(1, self.ranks):
            self.ways[r] = count_bits(rest & self.others_for[r])
            self.excess[r] = self.ways[r] - count_bits(left & self.places_of[r])
            self.ways[r] += count_bits(left & self.places_for[r])

    def _is_covered(self, left: cython.ulonglong, rest: cython.ulonglong) -> cython.bint:
        """Whether a card that must go has no partner left except cards that cover it, or that it
        covers. Two cards of which one covers the other are never exposed together. With overlap
        discards a card may go with another directly upon it.
        """
        must: cython.ulonglong = left & self.must_go
        partners: cython.ulonglong
        one: cython.ulonglong = 1
        i: cython.int
        j: cython.int
        r: cython.int
        while must:
            i = lowest_bit(must)
            must &= must - 1
            r = self.rank[i]
            if self.alone[r] or self.others_for[r] & rest:
                continue
            partners = self.places_for[r] & left & ~(one << i)
            if self.overlap and partners & (self.covers[i] | self.covered[i]):
                continue
            partners &= ~self.above[i]
            while partners:
                j = lowest_bit(partners)
                if not self.above[j] >> i & 1:
                    break
                partners &= partners - 1
            if partners == 0:
                return True
        return False

    def _is_untied(self, left: cython.ulonglong, rest: cython.ulonglong) -> cython.bint:
        """Whether the pairs that must go within the tableau, however they are chosen, wait for each
        other in a circle.

        Every card of the tableau must go. Two of them that go together wait for all that cover
        either, so no choice of a won line has a circle. Take a rank that goes with one other rank
        only. If it has more cards on the tableau than partners beside it, the excess goes with
        cards of the tableau. This makes at least as many pairs, and each part of a choice without a
        circle has none either. After too many ties nothing is claimed.
        """
        one: cython.ulonglong = 1
        i: cython.int
        s: cython.int
        low: cython.int
        high: cython.int
        total: cython.int = 0
        todo: cython.ulonglong = left
        if self.overlap or left & ~self.must_go:
            return False
        for s in range(self.sets):
            low, high = self.low[s], self.high[s]
            i = count_bits(left & self.places_of[low]) - count_bits(rest & self.others_of[high])
            if low == high:
                self.lacking[s] = (i + 1) >> 1 if i > 0 else 0
            else:
                self.lacking[s] = i if i > 0 else 0
                i = count_bits(left & self.places_of[high]) - count_bits(rest & self.others_of[low])
                if i > self.lacking[s]:
                    self.lacking[s] = i
            total += self.lacking[s]
        if total == 0:
            return False
        while todo:
            i = lowest_bit(todo)
            todo &= todo - 1
            self.before[i] = self.above[i] & left
        self.ties_left, self.most_ties = self.most_ties, TIES
        return not self._tie(0, 0, left, left, left)

    def _tie(
        self,
        ties: cython.int,
        s: cython.int,
        left: cython.ulonglong,
        free: cython.ulonglong,
        later: cython.ulonglong,
    ) -> cython.bint:
        """Whether the pairs that are lacking from set `s` on can be chosen without a circle, after
        this number of `ties`, from the places that are `free`. In set `s` the first card of a pair
        is one of `later`, as pairs are chosen in one order only."""
        one: cython.ulonglong = 1
        firsts: cython.ulonglong
        seconds: cython.ulonglong
        both: cython.ulonglong
        todo: cython.ulonglong
        i: cython.int
        j: cython.int
        x: cython.int
        now: cython.int = 64 * ties
        then: cython.int = now + 64
        while s < self.sets and self.lacking[s] == 0:
            s += 1
            later = left
        if s == self.sets:
            return True
        firsts = self.places_of[self.low[s]] & free & later
        while count_bits(firsts) >= self.lacking[s]:
            i = lowest_bit(firsts)
            firsts &= firsts - 1
            seconds = firsts
            if self.low[s] != self.high[s]:
                seconds = self.places_of[self.high[s]] & free
            seconds &= ~self.before[now + i]
            while seconds:
                j = lowest_bit(seconds)
                seconds &= seconds - 1
                if self.before[now + j] >> i & 1:
                    continue
                self.ties_left -= 1
                if self.ties_left < 0:
                    return True
                both = self.before[now + i] | self.before[now + j]
                self.before[then + i] = self.before[then + j] = both
                both |= (one << i) | (one << j)
                todo = left & ~((one << i) | (one << j))
                while todo:
                    x = lowest_bit(todo)
                    todo &= todo - 1
                    self.before[then + x] = self.before[now + x]
                    if self.before[now + x] & ((one << i) | (one << j)):
                        self.before[then + x] |= both
                self.lacking[s] -= 1
                if self._tie(ties + 1, s, left, free & ~((one << i) | (one << j)), firsts):
                    return True
                self.lacking[s] += 1
        return False

    def _mark(self, at: cython.int) -> cython.ulonglong:
        """The part of the stock's position that distinguishes two positions. It is nothing where
        removing early never hurts, as an earlier position is better. Otherwise it is how much of
        the stock is dealt."""
        return 0 if self.monotone else at & (PASS - 1)

    def _late(self, at: cython.int) -> cython.ulonglong:
        """How late a position is among those of the same mark, from 1: fewer passes are better."""
        if self.passes == 0:
            return 1
        return at + 1 if self.monotone else (at >> DEALT_BITS) + 1

    def _is_known(
        self, left: cython.ulonglong, rest: cython.ulonglong, at: cython.int
    ) -> cython.bint:
        """Whether the position is lost, or the same cards at a better position of the stock."""
        slot: cython.longlong = self.table.find_long(left, rest, self._mark(at), 0)
        return slot >= 0 and self.table.note(slot) <= self._late(at)

    def _note(self, left: cython.ulonglong, rest: cython.ulonglong, at: cython.int) -> cython.void:
        """Note that a position is lost."""
        mark: cython.ulonglong = self._mark(at)
        slot: cython.longlong = self.table.find_long(left, rest, mark, 0)
        self.table.write_long(slot, left, rest, mark, 0, self._late(at))
