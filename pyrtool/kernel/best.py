# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The most that can be done: a branch and bound search, and its bounds."""

import cython

from pyrtool.kernel.numbers import check_width

if not cython.compiled:
    from pyrtool.kernel.game import Game
    from pyrtool.kernel.levels import Discards
    from pyrtool.kernel.numbers import *
    from pyrtool.kernel.verdict import Search


# The discards of a level where lines are valued by what they leave, and which need not be tried.
#
# Each prune has its proof: `force`, `_free`, `_twins`.


@cython.cclass
class ValueDiscards(Discards):
    """The levels of a search for a best line.

    `preferred`: the cards whose discard counts for more than that of another card of their rank.
    `unsure`: for each level a card of each set in which something was excluded or has gone since
    `Bounds.that_stay` looked at it. `drop_kings`: see `Places`.
    """

    def __init__(self, game: Game, prunes: int, drop_kings: bool) -> None:
        keep: bool = not prunes & PRUNE_KINGS
        Discards.__init__(self, game, prunes, keep_kings=keep, force_mutual=True)
        # Where several cards are dealt at a time, or the game may end first, a king may stay.
        self.drop_kings, self.ends = drop_kings, game.ends
        self.preferred = self.open_cards = 0
        self.unsure = words(self.size + 2)

    def find_open_cards(self) -> cython.void:
        """Find `open_cards`: those of sets in an open bouquet."""
        self.open_cards = 0
        for m in range(self.tableau, self.size):
            if not self.dealt and self.bit_at[m] < 8 * self.sets:
                self.open_cards |= one_bit(self.bit_at[m])

    def list_all(self, d: cython.int) -> cython.void:
        """See `Discards.list_all`; of `_twins` only the first."""
        self.forced[d] = 0
        self.list_pairs(d)
        self.list_stock_pairs(d)
        if self.open_cards:
            self._keep_first_twins(d)
        self.force(d)

    def force(self, d: cython.int) -> cython.void:
        """List a forced move alone, where removing early never hurts.

        A king goes, at no cost. A pair goes if one of its cards is `_free`, or if each card is the
        only partner of the other (`Discards.force`).
        """
        if not self.forcing:
            return
        for i in range(PAIRS * d, PAIRS * d + self.count[d]):
            if self.may_end(self.pair_low[i], self.pair_high[i]):
                continue
            if (
                self.pair_low[i] == self.pair_high[i]
                or self._free(d, self.pair_low[i])
                or self._free(d, self.pair_high[i])
            ):
                self.pair_low[PAIRS * d] = self.pair_low[i]
                self.pair_high[PAIRS * d] = self.pair_high[i]
                self.count[d] = 1
                self.forced[d] = 1
                return
        Discards.force(self, d)

    def _free(self, d: cython.int, card: cython.int) -> cython.bint:
        """Free complements: whether this card may go immediately with any available card that
        matches it.

        Let x be the card, r its rank, and y an available card that matches it. Every card left of r
        is exposed, covers nothing, and cannot end the game; r does not match itself; and x is
        `preferred`, or no card left of r is. Then every line from here has one that begins with x/y
        and is no worse, where removing early never hurts:

        1. The line discards x/y. Moved to the front it is the same (`Discards.failed`).
        2. It discards y with another card x' of r. The new line begins with x/y and makes no discard
           of x'/y. Where x goes with y' in the line, x' does so in the new one. If x goes with none,
           x' stays in its place.
        3. It leaves y. Cards of two matching ranks go in pairs only, and a deck has equally many of
           both, so it leaves a card of r too. If it leaves x, the new line adds x/y. Otherwise x goes
           with some y', and in the new line a card x' of r that was left does so. It leaves x' and y
           no more.

        The new lines are legal: the cards of r are exposed all the time, and as they cover nothing,
        no other card waits for them. They leave the same cards, or fewer, or x' in place of x. In
        that case x' is not `preferred` unless x is. So no more preferred cards are left, nor cards
        in all, nor of any set. The last card of the pyramid goes no later: x goes now, and x' when
        x went. Nor does an exclusion end the new line. Where one of its discards is excluded, the
        branch of that discard was searched, and with it a line as good as the new one
        (`Discards.failed`).
        """
        one: cython.ulonglong = 15
        rank: cython.ulonglong = (one << (card & ~3)) & self.left[d]
        one = 1
        if self.self_set[card >> 3] or rank & (~self.exposed[d] | self.last):
            return False
        if rank & self.preferred and not (one << card) & self.preferred:
            return False
        while rank:
            if self.under[lowest_bit(rank)] & self.left[d]:
                return False
            rank &= rank - 1
        return True

    def _twins(self, d: cython.int, card: cython.int) -> cython.ulonglong:
        """Return a card and its twins. In an open bouquet these are the others of its rank that are
        `preferred` like it, or like it are not.

        They are exposed and cover nothing, so each can replace any other.
        """
        rank: cython.ulonglong = 15
        if not self.open_cards >> card & 1:
            return one_bit(card)
        rank = (rank << (card & ~3)) & self.open_cards & self.left[d]
        return rank & (self.preferred if self.preferred >> card & 1 else ~self.preferred)

    def _keep_first_twins(self, d: cython.int) -> cython.void:
        """Keep only discards with the first of the twins, and of two twins those with the first
        two."""
        kept: cython.int = 0
        cython.declare(a=cython.int, b=cython.int)
        for i in range(PAIRS * d, PAIRS * d + self.count[d]):
            a, b = self.pair_low[i], self.pair_high[i]
            if a != b:
                if lowest_bit(self._twins(d, a)) != a:
                    continue
                twins: cython.ulonglong = self._twins(d, b)
                if twins >> a & 1:
                    twins &= twins - 1  # a rank that completes itself: both of one kind
                if lowest_bit(twins) != b:
                    continue
            self.pair_low[PAIRS * d + kept], self.pair_high[PAIRS * d + kept] = a, b
            kept += 1
        self.count[d] = kept

    def exclude(
        self, d: cython.int, a: cython.int, b: cython.int, lasting: cython.bint
    ) -> cython.void:
        """Exclude a discard, and all that are the same with twins."""
        lows: cython.ulonglong = self._twins(d, a)
        self.unsure[d] |= one_bit(a)
        while lows:
            highs: cython.ulonglong = self._twins(d, b)
            while highs:
                Discards.exclude(self, d, lowest_bit(lows), lowest_bit(highs), lasting)
                highs &= highs - 1
            lows &= lows - 1


# The best line that a search has found so far.


@cython.cclass
class KeptLine:
    """The moves of the line, by level; `depth` is -1 where there is none."""

    def __init__(self, levels: Discards) -> None:
        self.levels = levels
        rows: int = levels.size + 2
        self.low, self.high, self.position = integers(rows), integers(rows), integers(rows)
        self.depth = -1

    def keep(self, depth: cython.int) -> cython.void:
        """Keep the line to this level."""
        self.depth = depth
        for i in range(depth):
            self.low[i], self.high[i] = self.levels.move_low[i], self.levels.move_high[i]
            self.position[i] = self.levels.move_position[i]

    def listed(self) -> list[tuple[int, int, int]]:
        """Return the moves, as `numbers` has them."""
        return self.levels.listed(self.low, self.high, self.position, self.depth)


# What no line from a level falls below: a bound on the values of `best`.
#
# Tables like the set tables say how many cards each set alone leaves. Cards that have no partner
# any more stay. Where it is known that one of several cards stays in every line, what it buries
# stays too.

ROWS = cython.declare(cython.int, 2048)  # a table: eight sets of 256 choices
STEPS = cython.declare(cython.int, 9)  # 0 to 8 cards of a set may stay


@cython.cclass
class Bounds:
    """The tables that bound what a line from one of these levels leaves.

    `by` is one of `best.VALUES`, `points` are what clearing the pyramid earns in each pass. `below`: only
    lines of a smaller value are looked for. `one_stays`: tableau cards of which no line removes all
    together (with the cards that must go, where some must), 0 where nothing is known. `cleared`: for
    each level the pass in which the pyramid was cleared, from 1 on, or 0.
    """

    def __init__(self, levels: ValueDiscards, by: int, points: list[int]) -> None:
        self.levels, self.tables = levels, levels.set_tables
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
        self.bits_of = bytearray([cards.bit_count() for cards in range(256)])
        self.mates = bytearray(2048)
        for row in range(256 * levels.sets):
            lows, highs = (row & 15).bit_count(), (row >> 4 & 15).bit_count()
            own = levels.self_set[row >> 8]
            self.mates[row] = lows + (lows & 1) if own else 2 * max(lows, highs)
        self.hopeful = 0
        self.paired = one_bit(8 * levels.sets) - 1
        self.noted_stuck, self.noted_all, self.set_leaves = 0, 0, integers(8)
        self.staying = words(rows)
        self.stay_all, self.stay_pyramid = integers(ROWS * STEPS), integers(ROWS * STEPS)
        self.clears = integers(ROWS * 4)

    def build_tables(self) -> cython.void:
        """Find what each set alone leaves of the deal that was laid out, in which pass it clears,
        and of tallied sets how many pairs."""
        m: cython.int
        passes: cython.int = self.levels.passes
        left: cython.ulonglong = self.levels.all_left
        pyramid: cython.ulonglong = self.levels.pyramid
        if self.by == BY_DISCARDS:
            self.tables.build_stay(left, self.levels.must)
            return
        for s in range(self.levels.sets):
            for m in range(STEPS):
                self.tables.build_one(s, left, 0, left, m, self.stay_all, ROWS * m)
                self.tables.build_one(s, left, 0, pyramid, m, self.stay_pyramid, ROWS * m)
            if self.by == BY_SCORE:
                for m in range(passes):
                    self.tables.passes = m + 1
                    self.tables.build_one(s, left, pyramid, 0, 0, self.clears, ROWS * m)
                self.tables.passes = passes

    def find_beneath(self) -> cython.void:
        """Fill in `beneath`: each tableau card and all that lies beneath it."""
        for i in range(64):
            self.beneath[i] = 0
        for i in range(self.levels.tableau):
            card: cython.int = self.levels.bit_at[i]  # what a card lies on was dealt before it
            self.beneath[card] |= one_bit(card)
            rest: cython.ulonglong = self.levels.under[card]
            while rest:
                self.beneath[card] |= self.beneath[lowest_bit(rest)]
                rest &= rest - 1

    def at_least(self, d: cython.int, position: cython.int) -> cython.int:
        """Return a value below which no line from here stays.

        `build_set_table` says how many cards each set alone leaves at least. The cards of
        `that_stay` stay. As both ranks of a set have equally many cards left, one card of the other
        rank stays with each of them. The pyramid is cleared at the earliest in the first pass, from
        this one on, in which every set alone can clear it.
        """
        now: cython.int = 0 if self.levels.unlimited else position
        if self.by == BY_DISCARDS:
            return self._discards_at_least(d, now)
        self.staying[d], self.levels.unsure[d] = 0, self.paired
        stuck: cython.ulonglong = self.that_stay(d)
        self._note_stays(d, now, stuck)
        in_all: cython.int = self.noted_all
        if self.by == BY_SCORE:
            return self._score_at_least(d, now, in_all, stuck)
        return self._worth(d, in_all, self._pyramid_that_stays(d, now, stuck))

    def too_late(self, d: cython.int) -> cython.bint:
        """Return whether nothing better can follow at this position of the stock. Either `at_least`
        shows it, or one of several cards has to stay and each of them leaves too many."""
        now: cython.int = 0 if self.levels.unlimited else self.levels.position[d]
        if self.by == BY_DISCARDS:
            return self._discards_at_least(d, now) >= self.below
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
        """Note that what stayed on the level before stays on this one; the sets of its discard are
        unsure."""
        left: cython.ulonglong = self.levels.left[d]
        self.staying[d] = self.staying[d - 1] & left
        self.levels.unsure[d] = self.levels.unsure[d - 1] | (self.levels.left[d - 1] ^ left)

    def that_stay(self, d: cython.int) -> cython.ulonglong:
        """Find the cards that stay in every line from here: those whose partners are all gone or
        excluded for good, and what stays with them. Those that stayed before do so now; only the
        sets that are `unsure` are examined."""
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
        """Find the cards that stay in every line in which `more` do, besides those known to be
        `stuck`.

        What lies beneath a card that stays does, and so does a card whose partners are all gone,
        excluded for good, or among those that stay. `unsure`: a card of each set that may have
        cards of the kind among those left.
        """
        left: cython.ulonglong = self.levels.left[d]
        cards: cython.ulonglong = 255
        here: cython.ulonglong
        more &= ~stuck
        while more or unsure:
            while more:
                here = (one_bit(lowest_bit(more)) | self.beneath[lowest_bit(more)]) & left
                unsure |= here & ~stuck
                stuck |= here
                more &= ~here
            unsure &= self.paired
            while unsure:
                s: cython.int = lowest_bit(unsure) >> 3
                unsure &= ~(cards << (8 * s))
                more |= self._without_partner(d, s, left & ~stuck)
        return stuck

    def _without_partner(
        self, d: cython.int, s: cython.int, free: cython.ulonglong
    ) -> cython.ulonglong:
        """Return the cards of a set, of those that are `free`, that none of these can go with."""
        here: cython.ulonglong = (free >> (8 * s)) & 255
        if here == 0:
            return 0
        ban: cython.uint = (
            self.levels.ban[8 * d + s]
            if self.levels.one_ban
            else self.levels.lasting_ban[8 * d + s]
        )
        here &= ~cards_with(set_choices(free, ban, s, self.levels.self_set[s] != 0))
        return (here & 255) << (8 * s)

    def _too_many(self, d: cython.int, now: cython.int, stuck: cython.ulonglong) -> cython.bint:
        """Return whether a line in which these cards stay is no better than the best. The cards
        include all that stay with them. Only what decides the question is worked out."""
        if self.by == BY_SCORE:
            least: cython.int = self._all_that_stay(d, now, stuck)
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
        self, d: cython.int, now: cython.int, stuck: cython.ulonglong, cards: cython.ulonglong
    ) -> cython.bint:
        """Return whether nothing better can follow whichever of these cards stays. Those with which
        something better could follow last time are asked about first."""
        while cards:
            here: cython.ulonglong = cards & self.hopeful
            here = one_bit(lowest_bit(here if here else cards))
            if not self._too_many(d, now, self._with_those(d, stuck, here, 0)):
                self.hopeful |= here
                return False
            self.hopeful &= ~here
            cards &= ~here
        return True

    def _one_of_set_too_many(
        self, d: cython.int, now: cython.int, stuck: cython.ulonglong
    ) -> cython.bint:
        """Return whether nothing better can follow because a set leaves more cards than are known
        to stay. One of several cards is then left, and too much lies beneath each of them."""
        cython.declare(s=cython.int, k=cython.int)
        for s in range(self.levels.sets):
            stay: cython.int = self.set_leaves[s]
            if self.levels.self_set[s] == 0:
                stay >>= 1
            for k in range(1 if self.levels.self_set[s] else 2):
                rank: cython.ulonglong = 15
                rank = (rank << (8 * s + 4 * k)) & self.levels.left[d]
                if stay <= count_bits(rank & stuck):
                    continue
                rank &= ~stuck
                rest: cython.ulonglong = rank
                while rest:
                    card: cython.int = lowest_bit(rest)
                    if self.beneath[card] & self.levels.left[d] & ~stuck & ~one_bit(card) == 0:
                        break
                    rest &= rest - 1
                if rest == 0 and self._each_too_many(d, now, stuck, rank):
                    return True
        return False

    def _set_that_stays(
        self, d: cython.int, now: cython.int, s: cython.int, stuck: cython.ulonglong
    ) -> cython.int:
        """Return how many cards of a set stay at least."""
        row: cython.int = cython.cast(cython.int, (self.levels.left[d] >> (8 * s)) & 255)
        row += 256 * s
        stay: cython.int = self.mates[256 * s + cython.cast(cython.int, (stuck >> (8 * s)) & 255)]
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
        """Return how many cards stay at least, of kings those that are known to: what was noted,
        and what sets leave more of which more cards stay."""
        cards: cython.ulonglong = 255
        more: cython.ulonglong = stuck & ~self.noted_stuck
        stay: cython.int = self.noted_all + count_bits(more & self.levels.kings)
        more &= self.paired
        while more:
            s: cython.int = lowest_bit(more) >> 3
            more &= ~(cards << (8 * s))
            stay += self._set_that_stays(d, now, s, stuck) - self.set_leaves[s]
        return stay

    def _pyramid_that_stays(
        self, d: cython.int, now: cython.int, stuck: cython.ulonglong
    ) -> cython.int:
        """Return how many cards of the pyramid stay at least, of kings those that are known to."""
        left: cython.ulonglong = self.levels.left[d]
        s: cython.int
        stuck &= self.levels.pyramid
        cards: cython.int = count_bits(stuck & self.levels.kings)
        for s in range(self.levels.sets):
            if (left & self.levels.pyramid) >> (8 * s) & 255:
                stay: cython.int = self.bits_of[(stuck >> (8 * s)) & 255]
                row: cython.int = 256 * s + cython.cast(cython.int, (left >> (8 * s)) & 255)
                while self.stay_pyramid[ROWS * stay + row] < now:
                    stay += 1
                cards += stay
        return cards

    def _score_at_least(
        self, d: cython.int, now: cython.int, in_all: cython.int, stuck: cython.ulonglong
    ) -> cython.int:
        """Return `at_least` for par scores, with at least `in_all` cards that stay, these among
        them."""
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

    def _discards_at_least(self, d: cython.int, now: cython.int) -> cython.int:
        """Return `at_least` for tallied discards.

        Each tallied set alone leaves a least number of pairs, and at least as many as have no
        partner any more. If one card of `one_stays` has to stay, what lies beneath it stays too,
        and as many cards of the complements: the least of what each of them would leave.
        """
        left: cython.ulonglong = self.levels.left[d]
        pairs: cython.int = 0
        least: cython.int = WORST
        s: cython.int
        for s in range(self.levels.sets):
            here: cython.int = cython.cast(cython.int, (left >> (8 * s)) & 255)
            self.set_leaves[s] = 0
            if here == 0 or not self.levels.tallied >> s & 1:
                continue
            m: cython.int = self._pairs_with(self.levels.lonely(d, s) & here, s)
            while m < STAY_STEPS and self.levels.stay[STAY_ROWS * m + 256 * s + here] < now:
                m += 1
            if m == STAY_STEPS:
                return WORST
            self.set_leaves[s] = m
            pairs += m
        if self.one_stays == 0:
            return pairs
        rest: cython.ulonglong = self.one_stays & left
        while rest:
            beneath: cython.ulonglong = self.beneath[lowest_bit(rest)] & left
            rest &= rest - 1
            beneath &= self.levels.set_tables.tallied_cards
            more: cython.int = pairs + count_bits(beneath & self.levels.kings)
            for s in range(self.levels.sets):
                m = self._pairs_with(cython.cast(cython.uint, (beneath >> (8 * s)) & 255), s)
                if m > self.set_leaves[s]:
                    more += m - self.set_leaves[s]
            if more < least:
                least = more
        return least

    def _pairs_with(self, lonely: cython.uint, s: cython.int) -> cython.int:
        """Return how many pairs of a set stay when these cards have no partner."""
        return (self.mates[256 * s + lonely] + 1) >> 1

    def _can_clear(self, d: cython.int, last_pass: cython.int, now: cython.int) -> cython.bint:
        """Return whether every set alone can still clear its part of the pyramid by the end of a
        pass."""
        cython.declare(s=cython.int, row=cython.int)
        for s in range(self.levels.sets):
            row = 256 * s + cython.cast(cython.int, (self.levels.left[d] >> (8 * s)) & 255)
            if self.clears[ROWS * last_pass + row] < now:
                return False
        return True

    def value_of(self, d: cython.int) -> cython.int:
        """Return what a line that ends here leaves; `WORST` if it leaves a card that must go."""
        if self.by == BY_DISCARDS:
            left: cython.ulonglong = self.levels.left[d]
            return WORST if left & self.levels.must else self.levels.set_tables.units(left)
        in_pyramid: cython.int = count_bits(self.levels.left[d] & self.levels.pyramid)
        return self._worth(d, count_bits(self.levels.left[d]), in_pyramid)

    def _worth(self, d: cython.int, in_all: cython.int, in_pyramid: cython.int) -> cython.int:
        """Return the value of a line by way of row d that leaves this many cards."""
        if self.by == BY_PYRAMID:
            return 64 * in_pyramid + in_all
        if self.by != BY_SCORE:
            return 64 * in_all + in_pyramid
        if self.must_clear and not self.cleared[d]:
            return WORST
        return 64 + in_all - (self.points[self.cleared[d] - 1] if self.cleared[d] else 0)


# The most that can be done in a deal: branch and bound over the levels of `Search`.
#
# The value of a line is what it leaves, a number of which less is better. The search leaves a
# level as soon as a lower bound on what can still be reached there is no better than the best line
# found so far. When the search ends, that line is proved to be the best. The bound is that of
# `Bounds`.
#
# Three prunes of `Search` hold for values. "Excluded pairs" and "earlier is better" hold, as a
# discard moved to the front of a line leaves the same cards, and clears the pyramid no later.
# "Forced pairs" holds where each card is the other's only partner. A pair that failed means here:
# its branch was searched.
#
# Where cards must go, which is so for "discards" alone, only lines that remove them count. The
# search leaves a level when they cannot go any more; every prune of `Search` applies.

VALUES: dict[str, int] = {"pyramid": 0, "all": 1, "score": 2, "discards": 3}
"""What a value is: 64 times the cards left in the pyramid plus those left in all, the same with the
two exchanged, 64 less the par score, or the tallied discards that are not made: half the cards left
of the tallied sets, and each tallied king."""

CLEARED_AT = cython.declare(cython.int, 8)  # of a key's mark: the pass of clearing, above the pass


@cython.cclass
class Best(Search):
    """Buffers of one game. `load` a deal, or `load_position`, then `search` until it answers ``done``
    or ``won``.

    `prunes`: a mask of the values of `numbers.PRUNES`; `drop_kings`: see `Places`; `by` is one of
    `VALUES`; `points` are what clearing the pyramid earns in each pass; `relaxed`: see `Search`.
    `best` is the value of the best line so far, which `line` gives, `least` what no line falls
    below.
    """

    def __init__(
        self,
        game: Game,
        prunes: int,
        drop_kings: bool,
        by: int,
        points: list[int],
        relaxed: "Search | None" = None,
    ) -> None:
        self.values = ValueDiscards(game, prunes, drop_kings)
        Search.__init__(self, game, prunes, game.sets, relaxed, self.values)
        self.by_events = self.by_events and drop_kings
        self.bounds, self.found = Bounds(self.values, by, points), KeptLine(self.values)
        self.best, self.enough = WORST, -WORST
        if by == BY_DISCARDS:
            self.demand(0, 0)

    def load_position(
        self,
        cards: bytes,
        left: bytes,
        position: int,
        *,
        below: int = WORST,
        enough: int = -WORST,
        one_stays: int = 0,
        cleared: int = 0,
        first_clearing: int = 0,
        must_clear: bool = False,
    ) -> None:
        """Lay out a position for one question, as `Search.load_position` does.

        Only lines of a value less than `below` are looked for, and none after one of a value that
        is no more than `enough`: then `search` answers ``won``. `one_stays`: tableau cards that are
        known not to go together in any line (with those that must go). `cleared`: the pass, from 1
        on, in which the pyramid was cleared, 0 if it was not. Before the pass `first_clearing` (0
        is the first) it is known that it cannot be. With `must_clear` it must be at the end. With
        `drop_kings` no king may lie in the waste.

        For "discards" `demand` says which cards must go, and which sets are tallied.
        """
        self.game.check_position(cards, left, position)
        self.lay_out(cards)
        self.values.begin_with(left, position)
        self.best = self.bounds.below = below
        self.enough = enough
        self.bounds.one_stays = one_stays
        self.from_cleared = self.bounds.cleared[0] = cleared
        self.bounds.first_clearing, self.bounds.must_clear = first_clearing, must_clear
        self.least = self.bounds.at_least(0, position)

    def search(self, node_budget: int) -> str:
        """Search on for this many nodes; return ``done``, ``won``, ``paused``, or ``memory`` at the
        limit."""
        answer = Search.search(self, node_budget)
        return "done" if answer == "lost" else answer

    def has_line(self) -> bool:
        """Return whether a line was found."""
        return bool(self.found.depth >= 0)

    def line(self) -> list[tuple[int, int, int]]:
        """Return the discards of the best line, as `Search.line` does."""
        return self.found.listed()

    def lay_out(self, cards: ReadOnlyBytes) -> cython.bint:
        """Lay out a deal, for the question that `load_position` asks by default; return True."""
        if not Search.lay_out(self, cards):  # a set alone is lost
            self.code = ENTER
            self.forget_positions(cards)
            self.values.first_level()
        self.values.find_open_cards()
        self.bounds.find_beneath()
        self.bounds.build_tables()
        if self.bounds.by != BY_DISCARDS:
            self.values.must = 0  # nothing has to go: `force` and `stuck` ask
        # Of a rank that is not wanted, cards count alike wherever they lie.
        self.values.preferred = (
            self.values.must if self.bounds.by == BY_DISCARDS else self.values.pyramid
        )
        self.best = self.bounds.below = WORST
        self.enough, self.found.depth = -WORST, -1
        self.bounds.one_stays, self.bounds.must_clear = 0, False
        self.bounds.first_clearing = self.from_cleared = self.bounds.cleared[0] = 0
        self.least = self.bounds.at_least(0, 0)
        return True

    def _enter(self, d: cython.int) -> cython.int:
        """Judge a new level: its own value, then whether anything better can follow."""
        left: cython.ulonglong = self.values.left[d]
        slot: cython.longlong = -1
        if self.bounds.by == BY_SCORE:
            self.bounds.cleared[d] = self.bounds.cleared[d - 1] if d else self.from_cleared
            if self.bounds.cleared[d] == 0 and left & self.values.pyramid == 0:
                self.bounds.cleared[d] = pass_of(self.values.position[d]) + 1
        self.values.position[d] = self.values.canonical(d)
        if self._keep_line(d, self.bounds.value_of(d)):
            return WON
        if self.values.last and left & self.values.pyramid == 0:
            return LOST
        if self._is_hopeless(d):
            return LOST
        if self.values.monotone:
            slot = self.table.find(self._key(d))
            if slot >= 0:
                if lower_of(self.table.note(slot)) <= self.table_position(d):
                    return LOST
        elif self._seen(d):
            return LOST
        return self._open(d, self._key(d), slot, 0)

    def _is_hopeless(self, d: cython.int) -> cython.bint:
        """Return whether nothing better can follow from a new level, by its cards alone."""
        self.deadline[d] = FOREVER
        if self.values.must:
            self.set_deadline(d)
        if d and self.bounds.by != BY_DISCARDS:
            self.bounds.hand_down(d)
        if self.too_late(d):
            return True
        return self.values.monotone and self.values.must != 0 and self.values.some_stuck(d)

    def _keep_line(self, d: cython.int, value: cython.int) -> cython.bint:
        """Keep the line to here if none so far has so small a value; return whether that is
        `enough`."""
        if value >= self.best:
            return False
        self.best = self.bounds.below = value
        self.found.keep(d)
        return value <= self.enough

    def _key(self, d: cython.int) -> cython.ulonglong:
        """Return the table's key: once the pyramid is cleared its pass belongs to the value."""
        mark: cython.int = 0
        if not self.values.monotone and not self.values.unlimited:
            mark = pass_of(self.values.position[d])
        if self.bounds.by == BY_SCORE:
            mark |= self.bounds.cleared[d] << CLEARED_AT
        return key_of(self.values.left[d], mark)

    def too_late(self, d: cython.int) -> cython.bint:
        """Return whether nothing better can follow at this position of the stock: a card that must
        go cannot, or see `Bounds.too_late`."""
        return Search.too_late(self, d) or self.bounds.too_late(d)
