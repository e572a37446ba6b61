# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What no line from a level falls below: a bound on the values of `best`, and of what else.

Tables like the set tables say how many cards each set alone leaves. Cards that have no partner any
more stay. Where it is known that one of several cards stays in every line, what it buries stays
too.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers, words
from pyrtool.kernel.numbers.widths import check_width

if not cython.compiled:
    from pyrtool.kernel.best.discards import ValueDiscards
    from pyrtool.kernel.numbers.bits import cards_with, count_bits, lowest_bit, set_choices
    from pyrtool.kernel.numbers.codes import BY_PYRAMID, BY_SCORE, WORST
    from pyrtool.kernel.numbers.encoding import pass_of

ROWS = cython.declare(cython.int, 2048)  # a table: eight sets of 256 choices
STEPS = cython.declare(cython.int, 9)  # 0 to 8 cards of a set may stay


@cython.cclass
class Bounds:
    """The tables that bound what a line from one of these levels leaves.

    `by` is one of `best.VALUES`, `points` are what clearing the pyramid earns in each pass. `below`: only
    lines of a smaller value are looked for. `one_stays`: tableau cards of which no line removes all
    together, 0 where nothing is known. `cleared`: for each level the pass in which the pyramid was
    cleared, from 1 on, or 0.
    """

    def __init__(self, levels: ValueDiscards, by: int, points: list[int]) -> None:
        self.levels = levels
        self.must_clear, self.one_stays, self.first_clearing = False, 0, 0
        self.below = WORST
        if by == BY_SCORE:
            check_width("passes that earn points", levels.passes - 1, 2)
        self.by = by
        self.points = integers(4)
        for i, earned in enumerate(points):
            self.points[i] = earned
        rows: int = levels.size + 2
        self.cleared = integers(rows)
        self.beneath = words(64)
        self.bits_of = bytearray(cards.bit_count() for cards in range(256))
        self.mates = bytearray(2048)
        for row in range(256 * levels.sets):
            lows, highs = (row & 15).bit_count(), (row >> 4 & 15).bit_count()
            own = levels.self_set[row >> 8]
            self.mates[row] = lows + (lows & 1) if own else 2 * max(lows, highs)
        self.hopeful = 0
        self.paired = sum(255 << (8 * s) for s in range(levels.sets))
        self.noted_stuck, self.noted_all, self.set_leaves = 0, 0, integers(8)
        self.staying = words(rows)
        self.stay_all, self.stay_pyramid = integers(ROWS * STEPS), integers(ROWS * STEPS)
        self.clears = integers(ROWS * 4)

    def build_tables(self) -> cython.void:
        """What each set alone leaves of the deal that was laid out, and in which pass it clears."""
        m: cython.int
        s: cython.int
        passes: cython.int = self.levels.passes
        everything: cython.ulonglong = self.levels.all_left
        for s in range(self.levels.sets):
            for m in range(STEPS):
                self.levels.build_set_table(s, 0, everything, m, self.stay_all, ROWS * m)
                self.levels.build_set_table(
                    s, 0, self.levels.pyramid, m, self.stay_pyramid, ROWS * m
                )
            if self.by == BY_SCORE:
                for m in range(passes):
                    self.levels.set_tables.passes = m + 1
                    self.levels.build_set_table(s, self.levels.pyramid, 0, 0, self.clears, ROWS * m)
                self.levels.set_tables.passes = passes

    def find_beneath(self) -> cython.void:
        """`beneath`: each tableau card and all that lies beneath it."""
        one: cython.ulonglong = 1
        i: cython.int
        card: cython.int
        rest: cython.ulonglong
        for i in range(64):
            self.beneath[i] = 0
        for i in range(self.levels.tableau):
            card = self.levels.bit_at[i]  # what a card lies on was dealt before it
            self.beneath[card] |= one << card
            rest = self.levels.under[card]
            while rest:
                self.beneath[card] |= self.beneath[lowest_bit(rest)]
                rest &= rest - 1

    def at_least(self, d: cython.int, position: cython.int) -> cython.int:
        """No line from here has a smaller value.

        `build_set_table` says how many cards each set alone leaves at least. The cards of
        `that_stay` stay. As both ranks of a set have equally many cards left, one card of the other
        rank stays with each of them. The pyramid is cleared in the first pass, from this one on, in
        which every set alone can clear it.
        """
        now: cython.int = 0 if self.levels.unlimited else position
        stuck: cython.ulonglong
        in_all: cython.int
        self.staying[d], self.levels.unsure[d] = 0, self.paired
        stuck = self.that_stay(d)
        self._note_stays(d, now, stuck)
        in_all = self.noted_all
        if self.by == BY_SCORE:
            return self._score_at_least(d, now, in_all, stuck)
        return self._worth(d, in_all, self._pyramid_that_stays(d, now, stuck))

    def too_late(self, d: cython.int) -> cython.bint:
        """Whether nothing better can follow at this position of the stock. Either `at_least` shows
        it, or one of several cards has to stay and each of them leaves too many."""
        now: cython.int = 0 if self.levels.unlimited else self.levels.position[d]
        stuck: cython.ulonglong = self.that_stay(d)
        self._note_stays(d, now, stuck)
        if self._too_many(d, now, stuck):
            return True
        if self.one_stays and self._each_too_many(
            d, now, stuck, self.one_stays & self.levels.left[d]
        ):
            return True
        return self.levels.monotone and self._one_of_set_too_many(d, now, stuck)

    def hand_down(self, d: cython.int) -> cython.void:
        """What stayed on the level before stays on this one; the sets of its discard are unsure."""
        left: cython.ulonglong = self.levels.left[d]
        self.staying[d] = self.staying[d - 1] & left
        self.levels.unsure[d] = self.levels.unsure[d - 1] | (self.levels.left[d - 1] ^ left)

    def that_stay(self, d: cython.int) -> cython.ulonglong:
        """The cards that stay in every line from here: those whose partners are all gone or excluded
        for good, and what stays with them. Those that stayed before do so now; only the sets that
        are `unsure` are looked at."""
        self.staying[d] = self._with_those(d, self.staying[d], 0, self.levels.unsure[d])
        self.levels.unsure[d] = 0
        return self.staying[d]

    def _with_those(
        self,
        d: cython.int,
        stuck: cython.ulonglong,
        more: cython.ulonglong,
        unsure: cython.ulonglong,
    ) -> cython.ulonglong:
        """The cards that stay in every line in which `more` do, besides those known to be `stuck`.

        What lies beneath a card that stays does, and so does a card whose partners are all gone,
        excluded for good, or among those that stay. `unsure`: a card of each set that may have
        cards of the kind among those left.
        """
        left: cython.ulonglong = self.levels.left[d]
        one: cython.ulonglong = 1
        cards: cython.ulonglong = 255
        here: cython.ulonglong
        s: cython.int
        more &= ~stuck
        while more or unsure:
            while more:
                here = ((one << lowest_bit(more)) | self.beneath[lowest_bit(more)]) & left
                unsure |= here & ~stuck
                stuck |= here
                more &= ~here
            unsure &= self.paired
            while unsure:
                s = lowest_bit(unsure) >> 3
                unsure &= ~(cards << (8 * s))
                more |= self._without_partner(d, s, left & ~stuck)
        return stuck

    def _without_partner(
        self, d: cython.int, s: cython.int, free: cython.ulonglong
    ) -> cython.ulonglong:
        """The cards of a set, of those that are `free`, that none of these can go with."""
        here: cython.ulonglong = (free >> (8 * s)) & 255
        ban: cython.uint
        if here == 0:
            return 0
        ban = (
            self.levels.ban[8 * d + s]
            if self.levels.one_ban
            else self.levels.lasting_ban[8 * d + s]
        )
        here &= ~cards_with(set_choices(free, ban, s, self.levels.self_set[s] != 0))
        return (here & 255) << (8 * s)

    def _too_many(self, d: cython.int, now: cython.int, stuck: cython.ulonglong) -> cython.bint:
        """Whether a line in which these cards stay is no better than the best. The cards include
        all that stay with them. Only what decides the question is worked out."""
        least: cython.int
        if self.by == BY_SCORE:
            least = self._all_that_stay(d, now, stuck)
            if 64 + least < self.below and self.cleared[d] == 0 and not self.must_clear:
                return False  # even if the pyramid is not cleared
            return self._score_at_least(d, now, least, stuck) >= self.below
        if self.by == BY_PYRAMID:
            least = 64 * self._pyramid_that_stays(d, now, stuck)
            if least < self.below <= least + 63:
                least += self._all_that_stay(d, now, stuck)
            return least >= self.below
        least = 64 * self._all_that_stay(d, now, stuck)
        if least < self.below <= least + 63:
            least += self._pyramid_that_stays(d, now, stuck)
        return least >= self.below

    def _each_too_many(
        self,
        d: cython.int,
        now: cython.int,
        stuck: cython.ulonglong,
        cards: cython.ulonglong,
    ) -> cython.bint:
        """Whether nothing better can follow whichever of these cards stays. First those are asked
        about with which something could when they were asked about last."""
        one: cython.ulonglong = 1
        here: cython.ulonglong
        while cards:
            here = cards & self.hopeful
            here = one << lowest_bit(here if here else cards)
            if not self._too_many(d, now, self._with_those(d, stuck, here, 0)):
                self.hopeful |= here
                return False
            self.hopeful &= ~here
            cards &= ~here
        return True

    def _one_of_set_too_many(
        self, d: cython.int, now: cython.int, stuck: cython.ulonglong
    ) -> cython.bint:
        """Whether nothing better can follow because a set leaves more cards than are known to stay.
        One of several cards is then left, and too much lies beneath each of them."""
        one: cython.ulonglong = 1
        rank: cython.ulonglong
        rest: cython.ulonglong
        s: cython.int
        k: cython.int
        stay: cython.int
        card: cython.int
        for s in range(self.levels.sets):
            stay = self.set_leaves[s]
            if self.levels.self_set[s] == 0:
                stay >>= 1
            for k in range(1 if self.levels.self_set[s] else 2):
                rank = 15
                rank = (rank << (8 * s + 4 * k)) & self.levels.left[d]
                if stay <= count_bits(rank & stuck):
                    continue
                rank &= ~stuck
                rest = rank
                while rest:
                    card = lowest_bit(rest)
                    if self.beneath[card] & self.levels.left[d] & ~stuck & ~(one << card) == 0:
                        break
                    rest &= rest - 1
                if rest == 0 and self._each_too_many(d, now, stuck, rank):
                    return True
        return False

    def _set_that_stays(
        self, d: cython.int, now: cython.int, s: cython.int, stuck: cython.ulonglong
    ) -> cython.int:
        """How many cards of a set stay at least."""
        row: cython.int = cython.cast(cython.int, (self.levels.left[d] >> (8 * s)) & 255)
        stay: cython.int
        row += 256 * s
        stay = self.mates[256 * s + cython.cast(cython.int, (stuck >> (8 * s)) & 255)]
        while self.stay_all[ROWS * stay + row] < now:
            stay += 1
        return stay

    def _note_stays(self, d: cython.int, now: cython.int, stuck: cython.ulonglong) -> cython.void:
        """Note what each set leaves at least, `set_leaves`, and what stays in all."""
        s: cython.int
        self.noted_stuck = stuck
        self.noted_all = count_bits(stuck & self.levels.kings)
        for s in range(self.levels.sets):
            self.set_leaves[s] = 0
            if (self.levels.left[d] >> (8 * s)) & 255:
                self.set_leaves[s] = self._set_that_stays(d, now, s, stuck)
                self.noted_all += self.set_leaves[s]

    def _all_that_stay(self, d: cython.int, now: cython.int, stuck: cython.ulonglong) -> cython.int:
        """How many cards stay at least, of kings those that are known to: what was noted, and what
        sets leave more of which more cards stay."""
        cards: cython.ulonglong = 255
        more: cython.ulonglong = stuck & ~self.noted_stuck
        s: cython.int
        stay: cython.int = self.noted_all + count_bits(more & self.levels.kings)
        more &= self.paired
        while more:
            s = lowest_bit(more) >> 3
            more &= ~(cards << (8 * s))
            stay += self._set_that_stays(d, now, s, stuck) - self.set_leaves[s]
        return stay

    def _pyramid_that_stays(
        self, d: cython.int, now: cython.int, stuck: cython.ulonglong
    ) -> cython.int:
        """How many cards of the pyramid stay at least, of kings those that are known to."""
        left: cython.ulonglong = self.levels.left[d]
        s: cython.int
        row: cython.int
        stay: cython.int
        cards: cython.int
        stuck &= self.levels.pyramid
        cards = count_bits(stuck & self.levels.kings)
        for s in range(self.levels.sets):
            if (left & self.levels.pyramid) >> (8 * s) & 255:
                stay = self.bits_of[(stuck >> (8 * s)) & 255]
                row = 256 * s + cython.cast(cython.int, (left >> (8 * s)) & 255)
                while self.stay_pyramid[ROWS * stay + row] < now:
                    stay += 1
                cards += stay
        return cards

    def _score_at_least(
        self, d: cython.int, now: cython.int, in_all: cython.int, stuck: cython.ulonglong
    ) -> cython.int:
        """`at_least` for par scores, where at least `in_all` cards stay, these among them."""
        k: cython.int = pass_of(now)
        if self.cleared[d]:
            return 64 + in_all - self.points[self.cleared[d] - 1]
        if k < self.first_clearing:
            k = self.first_clearing
        if k < self.levels.passes and stuck & self.levels.pyramid == 0:
            while k < self.levels.passes:
                if self._can_clear(d, k, now):
                    return 64 + in_all - self.points[k]
                k += 1
        return WORST if self.must_clear else 64 + in_all

    def with_mates(self, lonely: cython.uint, s: cython.int) -> cython.int:
        """How many cards of a set stay when these have no partner."""
        return self.mates[256 * s + lonely]

    def _can_clear(self, d: cython.int, last_pass: cython.int, now: cython.int) -> cython.bint:
        """Whether every set alone can still clear its part of the pyramid by the end of a pass."""
        s: cython.int
        row: cython.int
        for s in range(self.levels.sets):
            row = 256 * s + cython.cast(cython.int, (self.levels.left[d] >> (8 * s)) & 255)
            if self.clears[ROWS * last_pass + row] < now:
                return False
        return True

    def value_of(self, d: cython.int) -> cython.int:
        """What a line that ends here leaves."""
        in_pyramid: cython.int = count_bits(self.levels.left[d] & self.levels.pyramid)
        return self._worth(d, count_bits(self.levels.left[d]), in_pyramid)

    def _worth(self, d: cython.int, in_all: cython.int, in_pyramid: cython.int) -> cython.int:
        """The value of a line by way of row d that leaves this many cards."""
        if self.by == BY_PYRAMID:
            return 64 * in_pyramid + in_all
        if self.by != BY_SCORE:
            return 64 * in_all + in_pyramid
        if self.must_clear and not self.cleared[d]:
            return WORST
        return 64 + in_all - (self.points[self.cleared[d] - 1] if self.cleared[d] else 0)
