# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A plain search: every legal move of every position, each position once.

A second opinion on what the searches say. It shares nothing with them: a position is which cards
are left, the place reached in the stock, and the pass; every move is tried, kings and deals like any
other; nothing is left out but positions that were seen before, whose keys stand in the table whole.
"""

import cython

from pyrtool.kernel.buffers import longer, words
from pyrtool.kernel.widths import check_width

if not cython.compiled:
    from pyrtool.kernel.bits import highest_bit, lowest_bit, prefetch, splitmix
    from pyrtool.kernel.codes import LOST, NO_ROOM, PAUSED, WON

ENDS: dict[int, str] = {WON: "won", LOST: "lost", PAUSED: "nodes", NO_ROOM: "memory"}

# A position is two words. The key: a bit for each card left, above them the next stock card's number
# and the lower bits of the pass. The other: a bit for each place exposed, above them the pass.
CARDS = cython.declare(cython.int, 52)
LOWER_PASS = cython.declare(cython.int, 58)
LOWER_PASS_BITS = cython.declare(cython.int, 6)

CHILDREN = cython.declare(cython.int, 256)  # more than a position has: 102 pairs, 2 x 36 overlaps
FIRST_SLOTS = cython.declare(cython.int, 1 << 12)


@cython.cclass
class Plain:
    """One game, told apart from the record that the searches are made of.

    Cards are numbered in dealing order: the tableau, then waste and stock. `size`: how many numbers
    there are. `covers`: for each tableau place the places directly on it. `goal`: the cards that must
    go, as bits. 0 `passes` are unlimited. Cards are `dealt` from a stock, or lie open. `tops_match`:
    the turned card goes with the waste top; `tops_must`: dealing is no choice then; `tops_vanish`:
    as the card is turned.
    """

    def __init__(
        self,
        size: int,
        covers: list[list[int]],
        goal: int,
        *,
        goes_with: list[int],
        draw: int,
        passes: int,
        dealt: bool,
        stock_top: bool,
        overlap: bool,
        waste_pairs: bool,
        tops_match: bool,
        tops_must: bool,
        tops_vanish: bool,
    ) -> None:
        one: cython.ulonglong = 1
        i: cython.int
        j: cython.int
        check_width("cards", (1 << size) - 1, CARDS)
        check_width("passes", passes, 2 * LOWER_PASS_BITS)
        self.size, self.tableau, self.goal = size, len(covers), goal
        self.draw, self.passes = draw, passes
        self.dealt, self.stock_top = dealt, stock_top
        self.overlap, self.waste_pairs = overlap, waste_pairs
        self.tops_match, self.tops_must, self.tops_vanish = tops_match, tops_must, tops_vanish
        self.many_passes = self.passes >> LOWER_PASS_BITS != 0
        self.covers, self.covered = words(64), words(64)
        for i, on_it in enumerate(covers):
            for j in on_it:
                self.covers[i] |= one << j
                self.covered[j] |= one << i
        self.rank, self.mates = bytearray(64), words(len(goes_with))
        self.ranks, self.goes_with = len(goes_with), words(len(goes_with))
        for i, others in enumerate(goes_with):
            self.goes_with[i] = others
        self.limit_bytes = 1 << 30
        self.nodes = 0
        self._begin()

    def _begin(self) -> None:
        """Nothing seen, and nothing to look at."""
        self._allot(FIRST_SLOTS)
        self.waiting, self.others = words(2 * CHILDREN), words(2 * CHILDREN)
        self.count = self.listed = 0
        self.won = False

    def _allot(self, slots: int) -> None:
        """An empty table of so many slots, a power of two."""
        self.keys = words(slots)
        self.late = bytearray(slots if self.many_passes else 1)
        self.slots, self.stored = slots, 0

    def load(self, ranks: bytes, left: int, at: int, number: int) -> None:
        """A position to begin from: the rank of each card by its number, the cards that are left as
        bits, the number of the next stock card, or `size`, and the pass."""
        one: cython.ulonglong = 1
        there: cython.ulonglong = left
        exposed: cython.ulonglong = 0
        i: cython.int
        rank: cython.int
        self._begin()
        self.nodes = 0
        for rank in range(self.ranks):
            self.mates[rank] = 0
        for i in range(self.size):
            self.rank[i] = ranks[i]
            for rank in range(1, self.ranks):
                if self.goes_with[rank] >> ranks[i] & 1:
                    self.mates[rank] |= one << i
            if i < self.tableau and there >> i & 1 and self.covers[i] & there == 0:
                exposed |= one << i
        self._reach(there, exposed, at, number, False)
        self._keep_new()

    def search(self, most: int) -> str:
        """Go on for at most so many nodes: ``won``, ``lost``, or what ran out, ``nodes`` or ``memory``."""
        until: cython.longlong = self.nodes + most
        answer: cython.int = NO_ROOM
        while True:
            with cython.nogil:
                answer = self._run(until)
            if answer != NO_ROOM or not self._grow():
                return ENDS[answer]

    def _grow(self) -> bool:
        """Make room where it is short; False when the limit on memory forbids it."""
        keys, late = self.keys, self.late
        slots: cython.longlong = self.slots
        i: cython.longlong
        table: int = (9 if self.many_passes else 8) * slots
        stack: int = 16 * len(self.waiting)
        if self._stack_is_full():
            if table + 5 * stack > self.limit_bytes:
                return False
            self.waiting, self.others = longer(self.waiting), longer(self.others)
            return True
        if 3 * table + stack > self.limit_bytes:
            return False
        self._allot(2 * slots)
        for i in range(slots):
            if keys[i]:
                self._is_new(keys[i], late[i] if self.many_passes else 0)
        return True

    def _stack_is_full(self) -> cython.bint:
        """Whether the positions after one more may not all find room to wait."""
        return self.count + CHILDREN > self.waiting.shape[0]

    def _run(self, until: cython.longlong) -> cython.int:
        """Look at position after position until one is won, none waits, or something runs out."""
        while not self.won:
            if self.count == 0:
                return LOST
            if self.nodes >= until:
                return PAUSED
            if 8 * (self.stored + CHILDREN) > 5 * self.slots or self._stack_is_full():
                return NO_ROOM
            self.nodes += 1
            self.count -= 1
            self.listed = self.count
            self._try_all(self.waiting[self.count], self.others[self.count])
            self._keep_new()
        return WON

    def _try_all(self, key: cython.ulonglong, other: cython.ulonglong) -> cython.void:
        """Reach every position that one move leads to."""
        one: cython.ulonglong = 1
        left: cython.ulonglong = key & ((one << CARDS) - 1)
        exposed: cython.ulonglong = other & ((one << CARDS) - 1)
        number: cython.int = cython.cast(cython.int, other >> CARDS)
        at: cython.int = cython.cast(cython.int, (key >> CARDS) & 63)
        available: cython.ulonglong = exposed
        stock: cython.ulonglong
        waste: cython.ulonglong
        mates: cython.ulonglong
        lower: cython.ulonglong
        i: cython.int
        j: cython.int
        turned: cython.int = -1
        top: cython.int = -1
        second: cython.int = -1
        stock = left & ~((one << self.tableau) - 1)
        if not self.dealt:
            available |= stock
        else:
            waste = stock & ((one << at) - 1)
            stock ^= waste
            self._deal(left, exposed, at, number, stock, waste)
            if waste:
                top = highest_bit(waste)
                available |= one << top
                waste ^= one << top
                if waste and self.waste_pairs:
                    second = highest_bit(waste)
            if stock and self.stock_top:
                turned = at
                available |= one << turned
        while available:
            i = lowest_bit(available)
            available &= available - 1
            if self.goes_with[self.rank[i]] == 0:
                self._discard(left, exposed, at, number, one << i)
                continue
            mates = self.mates[self.rank[i]]
            lower = self.covered[i] & left & mates
            mates &= available & ~(one << i)
            if i == top:
                if turned >= 0 and not self.tops_match:
                    mates &= ~(one << turned)
                if second >= 0 and self._match(i, second):
                    mates |= one << second
            while mates:
                j = lowest_bit(mates)
                mates &= mates - 1
                self._discard(left, exposed, at, number, (one << i) | (one << j))
            if not self.overlap:
                continue
            while lower:
                j = lowest_bit(lower)
                lower &= lower - 1
                if self.covers[j] & left == one << i:
                    self._discard(left, exposed, at, number, (one << i) | (one << j))

    def _match(self, one: cython.int, other: cython.int) -> cython.bint:
        """Whether two cards, by their numbers, go together."""
        return bool(self.mates[self.rank[one]] >> other & 1)

    def _deal(
        self,
        left: cython.ulonglong,
        exposed: cython.ulonglong,
        at: cython.int,
        number: cython.int,
        stock: cython.ulonglong,
        waste: cython.ulonglong,
    ) -> cython.void:
        """The deal or the redeal, whichever is legal."""
        k: cython.int
        if stock:
            if self.tops_must and waste and self._match(at, highest_bit(waste)):
                return  # it is the discard of the two
            for k in range(self.draw):
                if stock:
                    stock &= stock - 1
            self._reach(left, exposed, lowest_bit(stock) if stock else self.size, number, True)
        elif waste and (self.passes == 0 or number < self.passes):
            number += self.passes != 0
            self._reach(left, exposed, lowest_bit(waste), number, True)

    def _discard(
        self,
        left: cython.ulonglong,
        exposed: cython.ulonglong,
        at: cython.int,
        number: cython.int,
        gone: cython.ulonglong,
    ) -> cython.void:
        """The position after these cards went."""
        one: cython.ulonglong = 1
        uncovered: cython.ulonglong
        stock: cython.ulonglong
        i: cython.int
        place: cython.int
        left ^= gone
        turned: cython.bint = gone >> at & 1
        exposed &= ~gone
        gone &= (one << self.tableau) - 1
        while gone:
            i = lowest_bit(gone)
            gone &= gone - 1
            uncovered = self.covered[i] & left
            while uncovered:
                place = lowest_bit(uncovered)
                uncovered &= uncovered - 1
                if self.covers[place] & left == 0:
                    exposed |= one << place
        if turned:
            stock = left & ~((one << at) - 1)
            at = lowest_bit(stock) if stock else self.size
        self._reach(left, exposed, at, number, turned)

    def _reach(
        self,
        left: cython.ulonglong,
        exposed: cython.ulonglong,
        at: cython.int,
        number: cython.int,
        turned: cython.bint,
    ) -> cython.void:
        """A position: won, seen before, or one to look at. `turned`: its stock card was just turned."""
        one: cython.ulonglong = 1
        key: cython.ulonglong
        waste: cython.ulonglong
        stock: cython.ulonglong
        top: cython.int
        while turned and self.tops_vanish and at < self.size:
            waste = left & ((one << at) - (one << self.tableau))
            if waste == 0:
                break
            top = highest_bit(waste)
            if not self._match(top, at):
                break
            left ^= (one << top) | (one << at)
            stock = left & ~((one << at) - 1)
            at = lowest_bit(stock) if stock else self.size
        if left & self.goal == 0:
            self.won = True
            return
        key = left | (cython.cast(cython.ulonglong, at) << CARDS)
        key |= cython.cast(cython.ulonglong, number & ((1 << LOWER_PASS_BITS) - 1)) << LOWER_PASS
        self.waiting[self.listed] = key
        self.others[self.listed] = exposed | (cython.cast(cython.ulonglong, number) << CARDS)
        self.listed += 1
        if cython.compiled:
            prefetch(cython.address(self.keys[splitmix(key) & (self.slots - 1)]))

    def _keep_new(self) -> cython.void:
        """Of the positions reached, those wait that were not seen before."""
        k: cython.Py_ssize_t
        for k in range(self.count, self.listed):
            if self._is_new(self.waiting[k], self.others[k] >> (CARDS + LOWER_PASS_BITS)):
                self.waiting[self.count] = self.waiting[k]
                self.others[self.count] = self.others[k]
                self.count += 1

    def _is_new(self, key: cython.ulonglong, late: cython.int) -> cython.bint:
        """Note a position in the table; False if it is there. `late`: the upper bits of its pass."""
        slot: cython.ulonglong = splitmix(key) & (self.slots - 1)
        while self.keys[slot]:
            if self.keys[slot] == key and (not self.many_passes or self.late[slot] == late):
                return False
            slot = (slot + 1) & (self.slots - 1)
        self.keys[slot] = key
        if self.many_passes:
            self.late[slot] = late
        self.stored += 1
        return True
