# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A table of positions whose keys are too long for a word, each key kept whole, with a note."""

import cython

from pyrtool.kernel.numbers.buffers import halves, words

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import splitmix

KEY = cython.declare(cython.int, 4)  # words
FIRST_SLOTS = cython.declare(cython.int, 1 << 12)
SLOT_BYTES = 36  # of a slot


@cython.cclass
class Seen:
    """Open addressing, at most five slots of eight taken. The first word of a key is never 0."""

    def __init__(self) -> None:
        self._allot(FIRST_SLOTS)

    def _allot(self, slots: int) -> None:
        """Make an empty table of this many slots, a power of two."""
        self.keys, self.notes = words(KEY * slots), halves(slots)
        self.slots, self.stored = slots, 0

    def is_full(self) -> cython.bint:
        """Whether it must grow before another key is written."""
        return 8 * (self.stored + 1) > 5 * self.slots

    def grow(self) -> None:
        """Twice as many slots."""
        keys, notes = self.keys, self.notes
        slots: cython.longlong = self.slots
        i: cython.longlong
        j: cython.longlong
        a: cython.ulonglong
        b: cython.ulonglong
        c: cython.ulonglong
        d: cython.ulonglong
        self._allot(2 * self.slots)
        for i in range(slots):
            if keys[KEY * i]:
                a, b, c, d = keys[KEY * i], keys[KEY * i + 1], keys[KEY * i + 2], keys[KEY * i + 3]
                j = self.slot(a, b, c, d)
                self.write(j, a, b, c, d, notes[i])

    def slot(
        self,
        a: cython.ulonglong,
        b: cython.ulonglong,
        c: cython.ulonglong,
        d: cython.ulonglong,
    ) -> cython.longlong:
        """Where the key is, or is to be written: there the first word is 0."""
        mask: cython.ulonglong = self.slots - 1
        at: cython.ulonglong = splitmix(a ^ splitmix(b ^ splitmix(c ^ splitmix(d + 1)))) & mask
        while self.keys[KEY * at]:
            if (
                self.keys[KEY * at] == a
                and self.keys[KEY * at + 1] == b
                and self.keys[KEY * at + 2] == c
                and self.keys[KEY * at + 3] == d
            ):
                break
            at = (at + 1) & mask
        return cython.cast(cython.longlong, at)

    def write(
        self,
        slot: cython.longlong,
        a: cython.ulonglong,
        b: cython.ulonglong,
        c: cython.ulonglong,
        d: cython.ulonglong,
        note: cython.uint,
    ) -> cython.void:
        """Put the key and its note into its slot."""
        if self.keys[KEY * slot] == 0:
            self.stored += 1
        self.keys[KEY * slot] = a
        self.keys[KEY * slot + 1] = b
        self.keys[KEY * slot + 2] = c
        self.keys[KEY * slot + 3] = d
        self.notes[slot] = note
