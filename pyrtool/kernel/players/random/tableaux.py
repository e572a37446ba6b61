# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The tableaux of one deal to which play leads, and whose turn it is: those with most cards left first."""

import cython

from pyrtool.kernel.numbers.buffers import grown, integers, longer, words

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import count_bits
    from pyrtool.kernel.numbers.encoding import PASS


if not cython.compiled:
    NO_NUMBER = 0  # of a tableau, or of a stretch

FIRST_SIZE = cython.declare(cython.int, 1 << 8)


@cython.cclass
class Tableaux:
    """Tableaux by number, from 1 on: the `cards` left of each, and the `first` of its stretches.

    Each has one turn. They are found in a table with two slots for each that there is room for.
    """

    def __init__(self) -> None:
        self.waiting = integers(PASS)
        self.release()

    def release(self) -> None:
        """Forget all, and give back the memory."""
        self.size = FIRST_SIZE
        self.cards, self.first = words(self.size), integers(self.size)
        self.following, self.found = integers(self.size), integers(2 * self.size)
        self.empty()

    def empty(self) -> cython.void:
        """Begin without any tableau."""
        k: cython.int
        self.now, self.count, self.left = NO_NUMBER, 1, PASS - 1
        for k in range(PASS):
            self.waiting[k] = NO_NUMBER
        for k in range(2 * self.size):
            self.found[k] = NO_NUMBER

    def take_turn(self) -> cython.bint:
        """The next tableau has its turn: `now`. False when none waits."""
        while self.waiting[self.left] == NO_NUMBER:
            if self.left == 0:
                return False
            self.left -= 1
        self.now = self.waiting[self.left]
        self.waiting[self.left] = self.following[self.now]
        return True

    def number_of(self, cards: cython.ulonglong) -> cython.int:
        """The number of the tableau with these cards left; a new one waits for its turn. `NO_NUMBER`
        when there is no room."""
        slot: cython.int = self._slot_of(cards)
        t: cython.int = self.found[slot]
        left: cython.int
        if t != NO_NUMBER:
            return t
        if self.count == self.size:
            if not self._make_room():
                return NO_NUMBER
            slot = self._slot_of(cards)
        t = self.count
        self.count += 1
        self.found[slot] = t
        self.cards[t], self.first[t] = cards, NO_NUMBER
        left = count_bits(cards)
        self.following[t] = self.waiting[left]
        self.waiting[left] = t
        return t

    def _slot_of(self, cards: cython.ulonglong) -> cython.int:
        """The slot of a tableau, or the free one where it would go."""
        mix: cython.ulonglong = 0x9E3779B97F4A7C15
        mask: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        last: cython.int = 2 * self.size - 1
        slot: cython.int = cython.cast(cython.int, (((cards * mix) & mask) >> 40) & last)
        while self.found[slot] != NO_NUMBER and self.cards[self.found[slot]] != cards:
            slot = (slot + 1) & last
        return slot

    def _make_room(self) -> cython.bint:
        """Grow; False when there is no memory for it."""
        with cython.gil:
            return grown(self.grow)

    def grow(self) -> None:
        """Room for four times as many."""
        t: cython.int
        self.cards, self.first = longer(self.cards), longer(self.first)
        self.following, self.found = longer(self.following), longer(self.found)
        self.size *= 4
        for t in range(2 * self.size):
            self.found[t] = NO_NUMBER
        for t in range(1, self.count):
            self.found[self._slot_of(self.cards[t])] = t
