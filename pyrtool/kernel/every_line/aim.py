# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a line of play is worth to a question, where every line is looked at.

Decides what better means for each question in whole numbers of which the least is best, what no
line from a position falls below, and how many moves a line needs to a target.
"""

import cython

from pyrtool.kernel.every_line.bounds import LineBounds
from pyrtool.kernel.every_line.cards import Cards, Wanted, in_words
from pyrtool.kernel.every_line.line import Line
from pyrtool.kernel.numbers.buffers import integers

if not cython.compiled:
    from pyrtool.kernel.every_line.level import (
        ALONE,
        CLEARED,
        IN_PASS,
        LEAST_IN_PYRAMID,
        LEFT,
        LEVEL_WORDS,
        OF_RANK,
        PAR_SCORE,
        POINTS,
        PYRAMID,
        STAY,
        VALUE_BITS,
    )
    from pyrtool.kernel.numbers.bits import count_bits


@cython.cclass
class Aim:
    """The values of the levels of a line: of one that ends there, and the least of all lines."""

    def __init__(self, line: Line, bounds: LineBounds, cards: Cards, wanted: Wanted) -> None:
        self.line, self.bounds = line, bounds
        self.kind, self.with_itself = wanted.kind, wanted.goes_with_itself
        self.discard_points, self.made = wanted.discard_points, wanted.made
        self.passes, self.too_few = wanted.passes, wanted.too_few
        self.of_rank, self.first = in_words([wanted.of_rank]), in_words([cards.left])
        self.pairs = len(wanted.pairs)
        self.pair = in_words([mask for both in wanted.pairs for mask in both])
        in_pairs = 0
        for low, high in wanted.pairs:
            in_pairs |= low | high
        self.others = in_words([cards.left & ~in_pairs])
        self.rows, self.row = len(wanted.rows), in_words(wanted.rows)
        self.row_points, self.par_points = integers(self.rows), integers(len(wanted.par_points))
        for k, points in enumerate(wanted.row_points):
            self.row_points[k] = points
        for k, points in enumerate(wanted.par_points):
            self.par_points[k] = points

    def least(self) -> int:
        """No line from the first position has a lower value."""
        self.bounds.find_staying(0)
        return self.floor(0)

    def value(self, d: cython.int) -> cython.longlong:
        """The value of a line that ends here."""
        cleared: cython.int = cython.cast(cython.int, self.line.levels[LEVEL_WORDS * d + CLEARED])
        return self._worth(d, LEFT, cleared)

    def floor(self, d: cython.int) -> cython.longlong:
        """No line from here has a lower value: some cards stay."""
        base: cython.int = LEVEL_WORDS * d
        cleared: cython.int = cython.cast(cython.int, self.line.levels[base + CLEARED])
        if cleared == 0 and not self.bounds.must_stay(d, PYRAMID):
            cleared = cython.cast(cython.int, self.line.levels[base + IN_PASS])
            cleared = max(cleared, self.too_few + 1)
        return self._worth(d, STAY, 0 if cleared > self.passes else cleared)

    def _worth(self, d: cython.int, which: cython.int, cleared: cython.int) -> cython.longlong:
        """The value where the cards `LEFT` stay, or those that `STAY` and as many as must with
        them."""
        base: cython.int = LEVEL_WORDS * d + which
        low: cython.ulonglong = self.line.levels[base]
        high: cython.ulonglong = self.line.levels[base + 1]
        in_all: cython.longlong
        in_pyramid: cython.longlong
        rows: cython.int = 0
        if self.kind == OF_RANK:
            return count_bits(low & self.of_rank[0]) + count_bits(high & self.of_rank[1])
        if self.kind == POINTS:
            while rows + 1 < self.rows:
                if low & self.row[2 * rows + 2] | high & self.row[2 * rows + 3]:
                    break
                rows += 1
            return -self.row_points[rows] - self.discard_points * self._made_without(d, which)
        in_all = count_bits(low) + count_bits(high) if which == LEFT else self._all_staying(d)
        if self.kind == PAR_SCORE:
            return in_all - (self.par_points[cleared - 1] if cleared else 0)
        in_pyramid = count_bits(low & self.line.masks[PYRAMID])
        in_pyramid += count_bits(high & self.line.masks[PYRAMID + 1])
        if self.kind == LEAST_IN_PYRAMID:
            return in_pyramid << VALUE_BITS | in_all
        return in_all << VALUE_BITS | in_pyramid

    def _all_staying(self, d: cython.int) -> cython.int:
        """How many cards stay at least: of two ranks that go only with each other the same number
        goes of both."""
        base: cython.int = LEVEL_WORDS * d
        low: cython.ulonglong = self.line.levels[base + LEFT]
        high: cython.ulonglong = self.line.levels[base + LEFT + 1]
        stay: cython.ulonglong = self.line.levels[base + STAY]
        stay_high: cython.ulonglong = self.line.levels[base + STAY + 1]
        count: cython.int = count_bits(stay & self.others[0]) + count_bits(
            stay_high & self.others[1]
        )
        lows: cython.int
        highs: cython.int
        low_go: cython.int
        high_go: cython.int
        k: cython.int
        if stay == low and stay_high == high:
            return count_bits(low) + count_bits(high)
        for k in range(0, 4 * self.pairs, 4):
            lows = count_bits(low & self.pair[k]) + count_bits(high & self.pair[k + 1])
            highs = count_bits(low & self.pair[k + 2]) + count_bits(high & self.pair[k + 3])
            low_go = lows - count_bits(stay & self.pair[k])
            low_go -= count_bits(stay_high & self.pair[k + 1])
            high_go = highs - count_bits(stay & self.pair[k + 2])
            high_go -= count_bits(stay_high & self.pair[k + 3])
            if self.pair[k] == self.pair[k + 2] and self.pair[k + 1] == self.pair[k + 3]:
                count += lows - low_go + (low_go & 1)
            else:
                count += lows + highs - 2 * min(low_go, high_go)
        return count

    def _made_without(self, d: cython.int, which: cython.int) -> cython.int:
        """The discards that were made where only these cards are left."""
        base: cython.int = LEVEL_WORDS * d + which
        low: cython.ulonglong = self.first[0] & ~self.line.levels[base]
        high: cython.ulonglong = self.first[1] & ~self.line.levels[base + 1]
        alone: cython.int = count_bits(low & self.line.masks[ALONE])
        alone += count_bits(high & self.line.masks[ALONE + 1])
        return self.made + alone + (count_bits(low) + count_bits(high) - alone) // 2

    # How long it takes.

    def is_met(self, d: cython.int, goal: cython.longlong, cleared: cython.bint) -> cython.bint:
        """Whether a line that ends here is worth `goal`, and has the pyramid `cleared` if asked."""
        if self.value(d) > goal:
            return False
        return not cleared or not self.line.is_left(d, PYRAMID)

    def moves_to(
        self, d: cython.int, goal: cython.longlong, cleared: cython.bint
    ) -> cython.longlong:
        """No line from here to `goal`, with the pyramid `cleared` if asked, has fewer moves."""
        base: cython.int = LEVEL_WORDS * d + LEFT
        low: cython.ulonglong = self.line.levels[base] & self.line.masks[PYRAMID]
        high: cython.ulonglong = self.line.levels[base + 1] & self.line.masks[PYRAMID + 1]
        if self.kind == OF_RANK:
            return self._moves_to_rank(d, goal, low if cleared else 0, high if cleared else 0)
        if self.kind == PAR_SCORE:
            return self._moves_to_par(d, goal, cleared, self.bounds.discards(low, high))
        return self._moves_to_points(d, goal, cleared)

    def _moves_to_rank(
        self,
        d: cython.int,
        goal: cython.longlong,
        low: cython.ulonglong,
        high: cython.ulonglong,
    ) -> cython.longlong:
        """No line that leaves this few of the rank, and removes these cards, has fewer moves."""
        base: cython.int = LEVEL_WORDS * d + LEFT
        rank_low: cython.ulonglong = self.line.levels[base] & self.of_rank[0]
        rank_high: cython.ulonglong = self.line.levels[base + 1] & self.of_rank[1]
        missing: cython.longlong
        if goal == 0:
            return self.bounds.moves_to_remove(d, rank_low | low, rank_high | high)
        missing = max(count_bits(rank_low) + count_bits(rank_high) - goal, 0)
        if self.with_itself:
            missing = (missing + 1) // 2
        return max(self.bounds.discards(low, high), missing)

    def _moves_to_points(
        self, d: cython.int, goal: cython.longlong, cleared: cython.bint
    ) -> cython.longlong:
        """No line to this many points has fewer moves, whichever rows it clears."""
        base: cython.int = LEVEL_WORDS * d + LEFT
        low: cython.ulonglong = self.line.levels[base]
        high: cython.ulonglong = self.line.levels[base + 1]
        made: cython.int = self._made_without(d, LEFT)
        wanted: cython.longlong
        least: cython.longlong = -1
        row: cython.int
        for row in range(self.rows - 1 if cleared else 0, self.rows):
            wanted = -goal - self.row_points[row]
            if wanted > 0:
                wanted = (wanted + self.discard_points - 1) // self.discard_points
            else:
                wanted = -(-wanted // self.discard_points)
            wanted = max(
                wanted - made,
                self.bounds.discards(low & self.row[2 * row], high & self.row[2 * row + 1]),
            )
            if least < 0 or wanted < least:
                least = wanted
        return least

    def _moves_to_par(
        self, d: cython.int, goal: cython.longlong, cleared: cython.bint, clearing: cython.int
    ) -> cython.longlong:
        """No line to the `goal`, cards less points, has fewer moves, in whichever pass it clears the
        pyramid by `clearing` discards."""
        base: cython.int = LEVEL_WORDS * d
        count: cython.longlong = count_bits(self.line.levels[base + LEFT])
        count += count_bits(self.line.levels[base + LEFT + 1])
        cleared_in: cython.int = cython.cast(cython.int, self.line.levels[base + CLEARED])
        here: cython.int = cython.cast(cython.int, self.line.levels[base + IN_PASS])
        least: cython.longlong = -1
        moves: cython.longlong
        number: cython.int
        if cleared_in:
            return max(count - self.par_points[cleared_in - 1] - goal + 1, 0) // 2
        if not cleared:
            least = max(count - goal + 1, 0) // 2
        for number in range(max(here, self.too_few + 1), self.passes + 1):
            moves = max(count - self.par_points[number - 1] - goal + 1, 0) // 2
            moves = number - here + max(moves, clearing)
            if least < 0 or moves < least:
                least = moves
        return count if least < 0 else least
