# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The table of positions a search has seen: for each choice of cards left, one note.

The table uses open addressing: `find` ends at a free slot. So a search asks whether the table is
`full`, and makes room, before every one or two notes that it writes. Without room it stops. What a
note says is the search's business; its upper bits carry the number of the deal it belongs to, so
that forgetting everything costs nothing.
"""

import cython

from pyrtool.kernel.numbers.buffers import grown, words


@cython.cclass
class Table:
    """Notes of `bits` bits for 64-bit keys.

    It grows by four as it fills, while old and new together stay below `limit_bytes`. Each growth
    and each clearing begins an `epoch`, in which the slots of earlier epochs mean nothing. Clearing
    goes back to the first size: a small table stays in the processor's caches, and most deals need
    no other.
    """

    def __init__(self, bits: int, first_size: int = 1 << 10) -> None:
        self.bits = bits
        self.limit_bytes = 1 << 30
        self.first_size = first_size
        self.epoch = 0
        self.shrink()

    def _allot(self, size: int) -> None:
        """Make an empty table of this many slots, a power of two."""
        self.entries = words(2 * size)  # key and note side by side: one access to memory
        self._begin(size)

    def _begin(self, size: int) -> None:
        """Begin an epoch with this many slots, in which there is no note of this generation."""
        self.mask, self.used, self.room = size - 1, 0, size // 8 * 5
        self.epoch += 1

    def shrink(self) -> None:
        """Give back the memory of a table that has grown, and forget everything."""
        self._allot(self.first_size)
        self.first = self.entries
        self.generation = 1

    def grow(self) -> None:
        """Make the table four times as large; nothing in it is forgotten."""
        entries = self.entries
        size: cython.ulonglong = self.mask + 1
        i: cython.ulonglong
        slot: cython.longlong
        self._allot(4 * size)
        for i in range(size):
            if entries[2 * i + 1] >> self.bits == self.generation:
                slot = -1 - self.find(entries[2 * i])
                self.entries[2 * slot] = entries[2 * i]
                self.entries[2 * slot + 1] = entries[2 * i + 1]
                self.used += 1

    def full(self) -> cython.bint:
        """Whether it is time to make room."""
        return self.used >= self.room

    def make_room(self) -> cython.bint:
        """Grow; False when the limit on memory forbids it, or there is none."""
        if not self._fits(4 * (self.mask + 1)):
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
        four times that of the old table, which stays in memory while the new one takes over its
        notes."""
        return size <= self.first_size or 20 * size <= self.limit_bytes

    def find(self, key: cython.ulonglong) -> cython.longlong:
        """The slot of a key, or -1 less the slot where it would go."""
        mix: cython.ulonglong = 0x9E3779B97F4A7C15
        mask: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        slot: cython.ulonglong = (key * mix) & mask
        slot = ((slot ^ (slot >> 32)) * mix) & mask
        slot = (slot >> 24) & self.mask
        while self.entries[2 * slot + 1] >> self.bits == self.generation:
            if self.entries[2 * slot] == key:
                return cython.cast(cython.longlong, slot)
            slot = (slot + 1) & self.mask
        return -1 - cython.cast(cython.longlong, slot)

    def note(self, slot: cython.longlong) -> cython.ulonglong:
        """What a slot's note says."""
        one: cython.ulonglong = 1
        return self.entries[2 * slot + 1] & ((one << self.bits) - 1)

    def write(
        self, slot: cython.longlong, key: cython.ulonglong, note: cython.ulonglong
    ) -> cython.longlong:
        """Write a note for a key into the slot that `find` gave; the slot."""
        if slot < 0:
            slot = -1 - slot
            self.used += 1
        self.entries[2 * slot] = key
        self.entries[2 * slot + 1] = note | (self.generation << self.bits)
        return slot
