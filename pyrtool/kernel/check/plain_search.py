# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A plain search: every legal move of every position, each position once.

A second opinion on what the searches say. It shares nothing with them. A position is which cards
are left, the pass, and the place reached in the stock. The search tries every move, kings and deals
like any other, and leaves out only positions that were seen before. Positions that differ in the
place alone are bits of one word. A discard within the tableau leads from all of them to positions
that share a word too.
"""

import cython

from pyrtool.kernel.numbers.buffers import halves, longer, words
from pyrtool.kernel.numbers.codes import ANSWERS
from pyrtool.kernel.numbers.widths import check_below, check_length, check_width

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import highest_bit, lowest_bit, prefetch, splitmix
    from pyrtool.kernel.numbers.codes import LOST, NO_ROOM, PAUSED, WON

# The positions that share a word have their key in common: a bit for each card left, above them the
# pass. Their places are bits by the number of the next stock card.
CARDS = cython.declare(cython.int, 52)
KEY_PASS_BITS = cython.declare(cython.int, 12)

# More than can follow the positions that share a word. These are each pair of cards with and
# without pairs that vanish then (2 x 1326), and each card alone likewise. A deal with pairs that
# vanish from each place, and a redeal, come on top.
CHILDREN = cython.declare(cython.int, 4096)
TOGETHER = cython.declare(cython.int, 64)  # how many are looked up together: memory is slow


@cython.cclass
class Plain:
    """One game, read without the record that the searches are made of.

    Cards are numbered in dealing order: the tableau, then waste and stock. `size`: how many numbers
    there are. `covers`: for each tableau place the places on it: directly, or all, where some are
    empty from the start. `directly`: those that may go with the card below in an overlap discard, if
    not all of them. `goal`: the cards that must go, as bits. 0 `passes` are unlimited. Cards are `dealt` from a stock, or lie open. `tops_match`:
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
        directly: list[list[int]] | None = None,
    ) -> None:
        one: cython.ulonglong = 1
        i: cython.int
        j: cython.int
        check_width("cards", (1 << size) - 1, CARDS)
        check_width("passes", passes, KEY_PASS_BITS)
        check_length("tableau", covers, 0, size)
        check_below("places", bytes(j for on_it in covers for j in on_it), len(covers))
        self.size, self.tableau, self.goal = size, len(covers), goal
        self.draw, self.passes = draw, passes
        self.dealt, self.stock_top = dealt, stock_top
        self.overlap, self.waste_pairs = overlap, waste_pairs
        self.tops_match, self.tops_must, self.tops_vanish = tops_match, tops_must, tops_vanish
        self.on_it, self.below, self.overlapped = words(64), words(64), words(64)
        for i, on_it in enumerate(covers):
            for j in on_it:
                self.on_it[i] |= one << j
                self.below[j] |= one << i
                if directly is None or j in directly[i]:
                    self.overlapped[j] |= one << i
        self.rank, self.mates = bytearray(64), words(64)
        self.goes_with = words(len(goes_with))
        for i, others in enumerate(goes_with):
            self.goes_with[i] = others
        self.limit_bytes = 1 << 30
        self.slots = halves(4 * CHILDREN)
        self.found, self.tried = words(4 * CHILDREN), words(2 * CHILDREN)
        self.waiting = words(2 * CHILDREN)
        self.next_keys, self.next_places = words(2 * CHILDREN), words(2 * CHILDREN)
        self._begin()

    def _begin(self) -> None:
        """Nothing seen, and nothing to look at; little of the memory in use, whatever there is."""
        self.nodes = self.count = self.listed = self.waits = 0
        self.won = False
        self.room = 2 * CHILDREN
        self._empty(4 * CHILDREN)

    def _empty(self, slots: int) -> None:
        """Make an empty table of this many slots, a power of two."""
        i: cython.Py_ssize_t
        if slots > self.slots.shape[0]:
            self.slots = halves(slots)
        else:
            for i in range(slots):
                self.slots[i] = 0
        self.last = slots - 1

    def load(self, ranks: bytes, left: int, at: int, number: int) -> None:
        """Load a position to begin from. It has the rank of each card by its number, the cards that
        are left as bits, the number of the next stock card, or `size`, and the pass."""
        one: cython.ulonglong = 1
        i: cython.int
        j: cython.int
        check_length("ranks", ranks, self.size)
        check_below("ranks", ranks, len(self.goes_with))
        if left >> self.size or not 0 <= at <= self.size or number >> KEY_PASS_BITS:
            raise ValueError(f"left {left}, stock {at}, pass {number}: there is no such position")
        self._begin()
        self.alone = 0
        for i in range(self.size):
            self.rank[i], self.mates[i] = ranks[i], 0
            if self.goes_with[self.rank[i]] == 0:
                self.alone |= one << i
        for i in range(self.size):
            for j in range(self.size):
                if self.goes_with[self.rank[i]] >> self.rank[j] & 1:
                    self.mates[i] |= one << j
        self._reach(left, number, at, False)
        self._keep()

    def search(self, most: int) -> str:
        """Search on for at most this many nodes: ``won``, ``lost``, ``paused``, or ``memory``."""
        until: cython.longlong = self.nodes + most
        answer: cython.int = NO_ROOM
        while True:
            with cython.nogil:
                answer = self._run(until)
            if answer != NO_ROOM or not self._grow():
                return ANSWERS[answer]

    def _grow(self) -> bool:
        """Make room where it is short; False when the limit on memory forbids it."""
        table: int = 4 * (self.last + 1)
        listed: int = 4 * 8 * self.room
        i: cython.Py_ssize_t
        if self._lists_are_full():
            if table + 5 * listed > self.limit_bytes:
                return False
            self.room *= 4
            if self.room > self.tried.shape[0]:
                self.found, self.tried = longer(self.found), longer(self.tried)
                self.waiting = longer(self.waiting)
        else:
            if 5 * table + listed > self.limit_bytes:
                return False
            self._empty(table)
            for i in range(1, self.count + 1):
                self.slots[self._slot(self.found[2 * i])] = i
        return True

    def _lists_are_full(self) -> cython.bint:
        """Whether what follows one more key may not all find room."""
        return self.count + self.listed + CHILDREN >= self.room

    def _table_is_full(self) -> cython.bint:
        """Whether the keys that then follow may fill more than half of the table."""
        return 2 * (self.count + self.listed + CHILDREN) > self.last

    def _run(self, until: cython.longlong) -> cython.int:
        """Look at position after position until one is won, none waits, or something runs out."""
        while not self.won:
            if self.listed > TOGETHER or self.waits == 0:
                self._keep()
            if self.waits == 0:
                return LOST
            if self.nodes >= until:
                return PAUSED
            if self._lists_are_full() or self._table_is_full():
                return NO_ROOM
            self.head = self.waiting[self.waits - 1]
            self.waits -= 1
            self._try_all(until)
        return WON

    def _try_all(self, until: cython.longlong) -> cython.void:
        """Reach every position that one move leads to from those next in turn, up to the limit."""
        one: cython.ulonglong = 1
        left: cython.ulonglong = self.found[2 * self.head] & ((one << CARDS) - 1)
        number: cython.int = cython.cast(cython.int, self.found[2 * self.head] >> CARDS)
        stock: cython.ulonglong = left & ~((one << self.tableau) - 1)
        exposed: cython.ulonglong = left ^ stock
        cards: cython.ulonglong = exposed
        places: cython.ulonglong = 0
        at: cython.int
        while cards:
            exposed &= ~self.below[lowest_bit(cards)]
            cards &= cards - 1
        while self.found[2 * self.head + 1] != self.tried[self.head] and self.nodes < until:
            self.nodes += 1
            at = lowest_bit(self.found[2 * self.head + 1] & ~self.tried[self.head])
            self.tried[self.head] |= one << at
            places |= one << at
            if self.dealt:
                self._deal(left, number, stock, at)
                self._discard_dealt(left, number, stock, exposed, at)
        if not self.dealt:
            exposed |= stock
        self._discard_exposed(left, number, exposed, places)
        if self.found[2 * self.head + 1] != self.tried[self.head]:
            self.waiting[self.waits] = self.head
            self.waits += 1

    def _discard_exposed(
        self,
        left: cython.ulonglong,
        number: cython.int,
        exposed: cython.ulonglong,
        places: cython.ulonglong,
    ) -> cython.void:
        """The discards that leave the stock as it is."""
        one: cython.ulonglong = 1
        cards: cython.ulonglong = exposed
        mates: cython.ulonglong
        i: cython.int
        j: cython.int
        while cards:
            i = lowest_bit(cards)
            cards &= cards - 1
            if self.alone >> i & 1:
                self._reach_all(left ^ (one << i), number, places)
                continue
            mates = self.mates[i] & cards
            if self.overlap:
                mates |= self.mates[i] & left & self.overlapped[i]
            while mates:
                j = lowest_bit(mates)
                mates &= mates - 1
                if exposed >> j & 1 or self.on_it[j] & left == one << i:
                    self._reach_all(left ^ (one << i) ^ (one << j), number, places)

    def _discard_dealt(
        self,
        left: cython.ulonglong,
        number: cython.int,
        stock: cython.ulonglong,
        exposed: cython.ulonglong,
        at: cython.int,
    ) -> cython.void:
        """The discards of the turned card or the waste top, the stock being dealt up to a place."""
        one: cython.ulonglong = 1
        waste: cython.ulonglong = stock & ((one << at) - 1)
        after: cython.int = self._after(stock, at)
        top: cython.int
        if waste:
            top = highest_bit(waste)
            self._discard_with(left, number, exposed, top, at, False)
            waste ^= one << top
            if self.waste_pairs and waste and self.mates[top] >> highest_bit(waste) & 1:
                self._reach(left ^ (one << top) ^ (one << highest_bit(waste)), number, at, False)
            if at < self.size and self.stock_top and self.tops_match and self.mates[top] >> at & 1:
                self._reach(left ^ (one << top) ^ (one << at), number, after, True)
        if at == self.size or not self.stock_top:
            return
        # A turned card that is dealt is the waste top, and its discard then leads to the same.
        if self.tops_vanish or not self.found[2 * self.head + 1] >> after & 1:
            self._discard_with(left, number, exposed, at, after, True)

    def _discard_with(
        self,
        left: cython.ulonglong,
        number: cython.int,
        exposed: cython.ulonglong,
        card: cython.int,
        at: cython.int,
        turned: cython.bint,
    ) -> cython.void:
        """The discards of one card, alone or with a card of the tableau, and the place after it."""
        one: cython.ulonglong = 1
        mates: cython.ulonglong = self.mates[card] & exposed
        left ^= one << card
        if self.alone >> card & 1:
            self._reach(left, number, at, turned)
        while mates:
            self._reach(left ^ (one << lowest_bit(mates)), number, at, turned)
            mates &= mates - 1

    def _after(self, stock: cython.ulonglong, at: cython.int) -> cython.int:
        """The next of the stock cards left after a place; `size` after the last."""
        one: cython.ulonglong = 1
        if at == self.size:
            return at
        stock &= ~((one << at << 1) - 1)
        return lowest_bit(stock) if stock else self.size

    def _deal(
        self, left: cython.ulonglong, number: cython.int, stock: cython.ulonglong, at: cython.int
    ) -> cython.void:
        """The deal or the redeal, whichever is legal."""
        one: cython.ulonglong = 1
        waste: cython.ulonglong = stock & ((one << at) - 1)
        k: cython.int
        if at < self.size:
            if self.tops_must and waste and self.mates[at] >> highest_bit(waste) & 1:
                return  # it is the discard of the two
            for k in range(self.draw):
                at = self._after(stock, at)
        elif waste and (self.passes == 0 or number < self.passes):
            number += self.passes != 0
            at = lowest_bit(waste)
        else:
            return
        if self.tops_vanish or number != cython.cast(
            cython.int, self.found[2 * self.head] >> CARDS
        ):
            self._reach(left, number, at, True)
        else:
            self.found[2 * self.head + 1] |= one << at

    def _reach(
        self, left: cython.ulonglong, number: cython.int, at: cython.int, turned: cython.bint
    ) -> cython.void:
        """A position. `turned`: its stock card was just turned."""
        one: cython.ulonglong = 1
        waste: cython.ulonglong
        stock: cython.ulonglong
        while turned and self.tops_vanish and at < self.size:
            stock = left & ~((one << self.tableau) - 1)
            waste = stock & ((one << at) - 1)
            if waste == 0 or not self.mates[at] >> highest_bit(waste) & 1:
                break
            left ^= (one << highest_bit(waste)) | (one << at)
            at = self._after(stock, at)
        self._reach_all(left, number, one << at)

    def _reach_all(
        self, left: cython.ulonglong, number: cython.int, places: cython.ulonglong
    ) -> cython.void:
        """Positions that differ in the place alone: won, or to be looked at."""
        if left & self.goal == 0:
            self.won = True
            return
        self.next_keys[self.listed] = left | (cython.cast(cython.ulonglong, number) << CARDS)
        self.next_places[self.listed] = places
        self.listed += 1
        if cython.compiled:
            prefetch(
                cython.address(self.slots[splitmix(self.next_keys[self.listed - 1]) & self.last])
            )

    def _keep(self) -> cython.void:
        """Note the positions reached with those of the same key."""
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        slot: cython.ulonglong
        if cython.compiled:
            for k in range(self.listed):
                i = self.slots[splitmix(self.next_keys[k]) & self.last]
                prefetch(cython.address(self.found[2 * i]))
        for k in range(self.listed):
            slot = self._slot(self.next_keys[k])
            i = self.slots[slot]
            if i == 0:
                self.count += 1
                i = self.slots[slot] = self.count
                self.found[2 * i], self.found[2 * i + 1] = self.next_keys[k], 0
                self.tried[i] = 0
            if self.next_places[k] & ~self.found[2 * i + 1]:
                if self.found[2 * i + 1] == self.tried[i]:
                    self.waiting[self.waits] = i
                    self.waits += 1
                self.found[2 * i + 1] |= self.next_places[k]
        self.listed = 0

    def _slot(self, key: cython.ulonglong) -> cython.ulonglong:
        """Where the table has the key's number, or 0 where the key is new."""
        slot: cython.ulonglong = splitmix(key) & self.last
        while self.slots[slot] and self.found[2 * self.slots[slot]] != key:
            slot = (slot + 1) & self.last
        return slot
