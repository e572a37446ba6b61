# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which sets are asked about first: those that soonest cannot go any more."""

import cython

from pyrtool.kernel.numbers.buffers import integers

if not cython.compiled:
    from pyrtool.kernel.levels.state import State
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit
    from pyrtool.kernel.numbers.buffers import ReadOnlyBytes
    from pyrtool.kernel.numbers.encoding import PASS

# How tight a set is in one pass, in positions of the stock. The first two weights are for a card of
# another set above it, and for a card that it has in the stock. The others are for a choice of its
# cards that is dead, and for one that can go for ever.
LIES_ABOVE = cython.declare(cython.int, 75)
STOCK_CARD = cython.declare(cython.int, 300)
DEAD_CHOICE = cython.declare(cython.int, -80)
FREE_CHOICE = cython.declare(cython.int, 25)


@cython.cclass
class Tightest:
    """The sets in `order`, the tightest first."""

    def __init__(self) -> None:
        self.order, self.looseness = bytearray(8), integers(8)

    def sort(self, levels: State) -> cython.void:
        """`order`: the sets, those whose choices of cards are dead soonest first.

        In one pass a set counts as tighter the more cards of other sets lie above its own. It has
        to wait for them, which its own table does not know. A set also counts as tighter the more
        of its cards lie in the stock. Which sets come first changes no verdict; these weights took
        the fewest nodes.
        """
        one_pass: cython.bint = levels.passes == 1
        cap: cython.int = PASS * levels.passes
        alive: cython.int
        of_set: cython.ulonglong = 255
        full: cython.int
        k: cython.int
        s: cython.int
        v: cython.int
        sub: cython.int
        for s in range(levels.sets):
            self.looseness[s] = 0
            if one_pass:
                k = count_bits(levels.all_left & ~levels.laid_out & (of_set << (8 * s)))
                self.looseness[s] = -LIES_ABOVE * self._above_set(levels, s) - STOCK_CARD * k
            full = cython.cast(cython.int, (levels.all_left >> (8 * s)) & 255)
            for v in range(levels.valid_count):
                sub = levels.valid[v]
                if sub & ~full == 0:
                    alive = levels.last_alive[256 * s + sub]
                    if one_pass and alive < 0:
                        alive = DEAD_CHOICE
                    elif alive >= cap:
                        alive = FREE_CHOICE if one_pass else cap
                    self.looseness[s] += alive
            k = s
            while k > 0 and self.looseness[self.order[k - 1]] > self.looseness[s]:
                self.order[k] = self.order[k - 1]
                k -= 1
            self.order[k] = s

    def take(
        self,
        order: ReadOnlyBytes,
        count: cython.int,
    ) -> cython.int:
        """Take the first `count` of these sets, in this order, for the tightest; return them as a
        mask."""
        k: cython.int
        mask: cython.int = 0
        for k in range(count):
            self.order[k] = order[k]
            mask |= 1 << order[k]
        return mask

    def _above_set(self, levels: State, s: cython.int) -> cython.int:
        """How many cards of other sets lie above some card of this one."""
        of_set: cython.ulonglong = 255
        above: cython.ulonglong = 0
        rest: cython.ulonglong
        of_set <<= 8 * s
        rest = levels.all_left & of_set
        while rest:
            above |= levels.above[lowest_bit(rest)]
            rest &= rest - 1
        return count_bits(above & levels.all_left & ~levels.kings & ~of_set)
