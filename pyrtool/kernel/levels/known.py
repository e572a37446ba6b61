# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which positions were seen, where the table distinguishes positions exactly.

Each choice of cards left, in each pass, has one note: a bit for every number of cards dealt.
"""

import cython

from pyrtool.kernel.numbers.buffers import long_integers, words
from pyrtool.kernel.numbers.hash_table import Table


@cython.cclass
class Known:
    """What the `table` says about the levels on the way, one row per level. A row has the level's
    key, and the slot that was found for it in an epoch of the table."""

    def __init__(self, table: Table, levels: int) -> None:
        self.table, self.key = table, words(levels)
        self.slot, self.epoch = long_integers(levels), long_integers(levels)

    def seen(self, d: cython.int, key: cython.ulonglong, dealt: cython.int) -> cython.bint:
        """Whether exactly this position was seen; leaves its slot for `mark_seen`."""
        if self.slot[d] < 0 or self.epoch[d] != self.table.epoch or self.key[d] != key:
            self.key[d], self.epoch[d] = key, self.table.epoch
            self.slot[d] = self.table.find(key)
        if self.slot[d] < 0:
            return False
        return bool(self.table.note(self.slot[d]) >> dealt & 1)

    def mark_seen(self, d: cython.int, dealt: cython.int) -> cython.void:
        """Note that this position, which was asked about last on its level, is seen."""
        one: cython.ulonglong = 1
        note: cython.ulonglong = 0
        # Levels below may have filled the free slot that was found.
        self.slot[d] = self.table.find(self.key[d])
        self.epoch[d] = self.table.epoch
        if self.slot[d] >= 0:
            note = self.table.note(self.slot[d])
        note |= one << dealt
        self.slot[d] = self.table.write(self.slot[d], self.key[d], note)
