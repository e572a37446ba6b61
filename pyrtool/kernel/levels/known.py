# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What is known of a level before it is searched: by the set tables, by its excluded pairs, and by
the table of the positions that were seen.

Each that finds it lost has its proof. When they are asked, and what else makes a level lost, is
for `search`.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers, long_integers, words
from pyrtool.kernel.numbers.hash_table import Table
from pyrtool.kernel.numbers.widths import check_width

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.levels.discards import Discards
    from pyrtool.kernel.numbers.bits import cards_with, count_bits, lowest_bit, set_choices
    from pyrtool.kernel.numbers.codes import PRUNE_KINGS, PRUNE_SETS
    from pyrtool.kernel.numbers.encoding import (
        LATEST,
        MARK_BITS,
        PASS,
        POSITION_BITS,
        dealt_of,
        key_of,
        note_of,
        pass_of,
    )

SEEN_BITS = cython.declare(cython.int, 52)  # of a note: the positions of a pass that were seen
# How tight a set is in one pass, in positions of the stock: what a card of another set above it counts, a
# card that it has in the stock, and a choice of its cards that is dead or can go for ever.
LIES_ABOVE = cython.declare(cython.int, 75)
STOCK_CARD = cython.declare(cython.int, 300)
DEAD_CHOICE = cython.declare(cython.int, -80)
FREE_CHOICE = cython.declare(cython.int, 25)


@cython.cclass
class Known(Discards):
    """The levels of a search, and what was found out about their positions.

    `prunes`: a mask of the values of `codes.PRUNES`. `monotone`: removing early never hurts, and
    the search may rest on it.
    """

    def __init__(self, game: Game, prunes: int) -> None:
        keep: bool = not prunes & PRUNE_KINGS
        Discards.__init__(
            self, game, prunes, keep_kings=keep, drop_kings=not keep, force_mutual=True
        )
        # A note: where removing early never hurts, the last position known to be won, plus one, and the
        # first known to be lost, 16 bits each; otherwise a bit for every position seen in the pass.
        if not self.monotone:
            stock: int = self.stock
            check_width("positions of the stock, a bit each", (2 << stock) - 1, SEEN_BITS)
            check_width("passes", self.passes, MARK_BITS)
        self.table = Table(2 * POSITION_BITS if self.monotone else SEEN_BITS)
        levels = self.size + 2
        self.deadline, self.start = integers(levels), integers(levels)
        self.looseness, self.tightest = integers(8), bytearray(8)
        self.key = words(levels)
        self.slot, self.epoch = long_integers(levels), long_integers(levels)

    def order_sets(self) -> cython.void:
        """`tightest`: the sets, those whose choices of cards are dead soonest first.

        In one pass a set counts as tighter the more cards of other sets lie above its own: it has to
        wait for them, which its own table does not know. So it does the more of its cards lie in the
        stock. Which sets come first changes no verdict; the numbers are those that took the fewest nodes.
        """
        one_pass: cython.bint = self.passes == 1
        cap: cython.int = PASS * self.passes
        alive: cython.int
        of_set: cython.ulonglong = 255
        full: cython.int
        k: cython.int
        s: cython.int
        v: cython.int
        for s in range(self.sets):
            self.looseness[s] = 0
            if one_pass:
                k = count_bits(self.all_left & ~self.laid_out & (of_set << (8 * s)))
                self.looseness[s] = -LIES_ABOVE * self._above_set(s) - STOCK_CARD * k
            full = cython.cast(cython.int, (self.all_left >> (8 * s)) & 255)
            for v in range(self.valid_count):
                if self.valid[v] & ~full == 0:
                    alive = self.last_alive[256 * s + self.valid[v]]
                    if one_pass and alive < 0:
                        alive = DEAD_CHOICE
                    elif alive >= cap:
                        alive = FREE_CHOICE if one_pass else cap
                    self.looseness[s] += alive
            k = s
            while k > 0 and self.looseness[self.tightest[k - 1]] > self.looseness[s]:
                self.tightest[k] = self.tightest[k - 1]
                k -= 1
            self.tightest[k] = s

    def take_order(
        self,
        order: cython.const[cython.uchar][::1],  # type: ignore[valid-type]
        count: cython.int,
    ) -> cython.int:
        """Take so many of these sets, in this order, for the tightest; they as a mask."""
        k: cython.int
        mask: cython.int = 0
        for k in range(count):
            self.tightest[k] = order[k]
            mask |= 1 << order[k]
        return mask

    def _above_set(self, s: cython.int) -> cython.int:
        """How many cards of other sets lie above some card of this one."""
        of_set: cython.ulonglong = 255
        above: cython.ulonglong = 0
        rest: cython.ulonglong
        of_set <<= 8 * s
        rest = self.all_left & of_set
        while rest:
            above |= self.above[lowest_bit(rest)]
            rest &= rest - 1
        return count_bits(above & self.all_left & ~self.kings & ~of_set)

    def set_deadline(self, d: cython.int) -> cython.void:
        """`deadline`: the last position of the stock at which each set can still go."""
        self.deadline[d] = self.least_deadline(self.left[d])

    def too_late(self, d: cython.int) -> cython.bint:
        """Set tables: the stock is past the last position at which some set can still go.

        Nothing else can bring that set what it lacks: see `build_set_table`. For every question.
        """
        return self.deadline[d] < (0 if self.unlimited else self.position[d])

    def some_stuck(self, d: cython.int) -> cython.bint:
        """Whether some set is stuck: below the first level, the one whose discard led here.

        At the first level nothing is excluded but what never goes together: the set tables know it.
        """
        s: cython.int
        if d > 0:
            s = self.move_low[d - 1] >> 3
            return s < self.sets and self.set_stuck(d, s)
        if self.prunes & PRUNE_SETS:
            return False
        for s in range(self.sets):
            if self.set_stuck(d, s):
                return True
        return False

    def set_stuck(self, d: cython.int, s: cython.int) -> cython.bint:
        """Whether some card of a set that must go has no partner left."""
        must: cython.uint = cython.cast(cython.uint, ((self.left[d] & self.must) >> (8 * s)) & 255)
        if must == 0:
            return False
        return must & ~cards_with(self._choices(d, s, self.ban[8 * d + s])) != 0

    def lonely(self, d: cython.int, s: cython.int) -> cython.uint:
        """The cards of a set whose partners are gone or excluded for good, and cards that are gone,
        a bit each."""
        ban: cython.uint = self.ban[8 * d + s]
        if not self.one_ban:
            ban = self.lasting_ban[8 * d + s]
        return ~cards_with(self._choices(d, s, ban)) & 255

    def _choices(self, d: cython.int, s: cython.int, ban: cython.uint) -> cython.uint:
        """`set_choices` of the cards left."""
        return set_choices(self.left[d], ban, s, self.self_set[s] != 0)

    def table_position(self, d: cython.int) -> cython.int:
        """What the table keeps of the stock's position.

        With unlimited passes the pass does not matter; and where removing early never hurts,
        every position of the stock can be reached from every other.
        """
        if not self.unlimited:
            return self.position[d]
        return 0 if self.monotone else dealt_of(self.position[d])

    def _key(self, d: cython.int) -> cython.ulonglong:
        """The table's key where positions are told apart: the cards left, and the pass."""
        return key_of(self.left[d], 0 if self.unlimited else pass_of(self.position[d]))

    def seen(self, d: cython.int) -> cython.bint:
        """Whether exactly this position was seen; leaves its slot for `mark_seen`."""
        key: cython.ulonglong = self._key(d)
        if self.slot[d] < 0 or self.epoch[d] != self.table.epoch or self.key[d] != key:
            self.key[d], self.epoch[d] = key, self.table.epoch
            self.slot[d] = self.table.find(key)
        if self.slot[d] < 0:
            return False
        return bool(self.table.note(self.slot[d]) >> dealt_of(self.position[d]) & 1)

    def mark_seen(self, d: cython.int) -> cython.void:
        """Note that this position is seen."""
        one: cython.ulonglong = 1
        note: cython.ulonglong = 0
        # Levels below may have filled the free slot that was found.
        self.slot[d] = self.table.find(self.key[d])
        self.epoch[d] = self.table.epoch
        if self.slot[d] >= 0:
            note = self.table.note(self.slot[d])
        note |= one << dealt_of(self.position[d])
        self.slot[d] = self.table.write(self.slot[d], self.key[d], note)

    def note_alive(self, depth: cython.int) -> cython.void:
        """The levels of a won line are not lost: they were noted so on the way."""
        slot: cython.longlong
        alive: cython.ulonglong
        d: cython.int
        for d in range(depth):
            self.position[d] = self.start[d]
            slot = self.table.find(self.left[d])
            if slot >= 0:
                alive = self.table_position(d) + 1
                self.table.write(slot, self.left[d], note_of(alive, LATEST))
