# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The table of positions a search has seen: for each key, one note.

It is the one hash table of the searches. Keys are kept whole, so no position is taken for another.
It uses open addressing: `find` ends at a free slot. So a search asks whether the table is `full`,
and makes room, before every one or two notes that it writes. Without room it stops. What a note
says is the search's business. Its upper bits carry the number of the deal it belongs to, so that
forgetting everything costs nothing.

The plain search has its own table: a fault in this one must not be confirmed by the second opinion.
`Nodes`, `Orders` and `random.Tableaux` have none, as each of their rows has a number, and its key
beside what else it holds. There an index of numbers finds a row, and takes a fifth of the memory.
`every_line.walk.Visited` has keys of more words: of 104 cards, in the order in which they lie.
"""

import cython

from pyrtool.kernel.numbers.buffers import grown, words


@cython.cclass
class Table:
    """Notes of `bits` bits for keys of `width` words: one to four.

    It grows by `growth`, a power of two, as it fills, while old and new together stay below
    `limit_bytes`. Each growth and each clearing begins an `epoch`, in which the slots of earlier
    epochs mean nothing. Clearing goes back to the first size: a small table stays in the
    processor's caches, and most deals need no other.

    A row of `entries` has the words of a key and then its note, so that one access to memory has
    both. A slot is where the note is.
    """

    def __init__(
        self, bits: int, first_size: int = 1 << 10, *, width: int = 1, growth: int = 4
    ) -> None:
        self.bits, self.width, self.row, self.growth = bits, width, width + 1, growth
        self.limit_bytes = 1 << 30
        self.first_size = first_size
        self.epoch = 0
        self.shrink()

    def _allot(self, size: int) -> None:
        """Make an empty table of this many rows, a power of two."""
        self.entries = words(self.row * size)
        self._begin(size)

    def _begin(self, size: int) -> None:
        """Begin an epoch with this many rows, in which there is no note of this generation."""
        self.mask, self.used, self.room = size - 1, 0, size // 8 * 5
        self.epoch += 1

    def shrink(self) -> None:
        """Give back the memory of a table that has grown, and forget everything."""
        self._allot(self.first_size)
        self.first = self.entries
        self.generation = 1

    def grow(self) -> None:
        """Make the table larger by `growth`; nothing in it is forgotten."""
        old = self.entries
        size: cython.ulonglong = self.mask + 1
        one: cython.ulonglong = 1
        at: cython.ulonglong = self.width
        key: cython.ulonglong
        note: cython.ulonglong
        c: cython.ulonglong = 0
        d: cython.ulonglong = 0
        slot: cython.longlong
        i: cython.ulonglong
        self._allot(self.growth * size)
        for i in range(size):
            if old[at] >> self.bits == self.generation:
                note = old[at] & ((one << self.bits) - 1)
                if self.width == 1:
                    self.write(self.find(old[at - 1]), old[at - 1], note)
                else:
                    key = at - self.width
                    if self.width > 2:
                        c = old[key + 2]
                    if self.width > 3:
                        d = old[key + 3]
                    slot = self.find_long(old[key], old[key + 1], c, d)
                    self.write_long(slot, old[key], old[key + 1], c, d, note)
            at += self.row

    def taken_bytes(self) -> int:
        """The memory that the table takes."""
        return int(8 * self.row * (self.mask + 1))

    def full(self) -> cython.bint:
        """Whether it is time to make room."""
        return self.used >= self.room

    def make_room(self) -> cython.bint:
        """Grow; False when the limit on memory forbids it, or there is none."""
        if not self._fits(self.growth * (self.mask + 1)):
            return False
        with cython.gil:
            return grown(self.grow)

    def clear(self) -> cython.void:
        """Forget everything: another deal begins."""
        self.used = 0
        self.epoch += 1
        self.generation += 1
        if self.generation >> (64 - self.bits):
            with cython.gil:
                self.shrink()
        elif self.mask >= self.first_size:
            with cython.gil:
                self.entries = self.first
                self._begin(self.first_size)

    def _fits(self, size: cython.ulonglong) -> cython.bint:
        """Whether the limit on memory lets the table have this size. The size is the first one, or
        one to which it grew from an old table, which stays in memory while the new one takes over
        its notes."""
        return (
            size <= self.first_size
            or 8 * self.row * (size + size // self.growth) <= self.limit_bytes
        )

    def find(self, key: cython.ulonglong) -> cython.longlong:
        """The slot of a key of one word, or -1 less the slot where it would go."""
        mix: cython.ulonglong = 0x9E3779B97F4A7C15
        word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        at: cython.ulonglong = (key * mix) & word
        at = ((at ^ (at >> 32)) * mix) & word
        at = 2 * ((at >> 24) & self.mask) + 1
        while self.entries[at] >> self.bits == self.generation:
            if self.entries[at - 1] == key:
                return cython.cast(cython.longlong, at)
            at = (at + 2) & (2 * self.mask + 1)
        return -1 - cython.cast(cython.longlong, at)

    def find_long(
        self,
        a: cython.ulonglong,
        b: cython.ulonglong,
        c: cython.ulonglong,
        d: cython.ulonglong,
    ) -> cython.longlong:
        """`find` of a key of two words or more. Words beyond the width count as none."""
        mix: cython.ulonglong = 0x9E3779B97F4A7C15
        word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        end: cython.ulonglong = self.row * (self.mask + 1)
        key: cython.ulonglong
        at: cython.ulonglong = (a * mix) & word
        at = ((at ^ (at >> 29)) + b) & word
        if self.width > 2:
            at = (at * mix) & word
            at = ((at ^ (at >> 31)) + c) & word
        if self.width > 3:
            at = (at * mix) & word
            at = ((at ^ (at >> 30)) + d) & word
        at = (at * mix) & word
        at = ((at ^ (at >> 32)) * mix) & word
        at = self.row * ((at >> 24) & self.mask) + self.width
        while self.entries[at] >> self.bits == self.generation:
            key = at - self.width
            if (
                self.entries[key] == a
                and self.entries[key + 1] == b
                and (self.width < 3 or self.entries[key + 2] == c)
                and (self.width < 4 or self.entries[key + 3] == d)
            ):
                return cython.cast(cython.longlong, at)
            at += self.row
            if at >= end:
                at = self.width
        return -1 - cython.cast(cython.longlong, at)

    def note(self, slot: cython.longlong) -> cython.ulonglong:
        """What a slot's note says."""
        one: cython.ulonglong = 1
        return self.entries[slot] & ((one << self.bits) - 1)

    def write(
        self, slot: cython.longlong, key: cython.ulonglong, note: cython.ulonglong
    ) -> cython.longlong:
        """Write a note for a key of one word into the slot that `find` gave; the slot."""
        if slot < 0:
            slot = -1 - slot
            self.used += 1
        self.entries[slot - 1] = key
        self.entries[slot] = note | (self.generation << self.bits)
        return slot

    def write_long(
        self,
        slot: cython.longlong,
        a: cython.ulonglong,
        b: cython.ulonglong,
        c: cython.ulonglong,
        d: cython.ulonglong,
        note: cython.ulonglong,
    ) -> cython.void:
        """Write a note for a key of two words or more into the slot that `find_long` gave."""
        key: cython.longlong
        if slot < 0:
            slot = -1 - slot
            self.used += 1
            key = slot - self.width
            self.entries[key], self.entries[key + 1] = a, b
            if self.width > 2:
                self.entries[key + 2] = c
            if self.width > 3:
                self.entries[key + 3] = d
        self.entries[slot] = note | (self.generation << self.bits)
