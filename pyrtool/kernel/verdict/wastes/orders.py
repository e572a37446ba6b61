# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Orders of the stock, each kept once and known by its number.

With several wastes a redeal puts the cards into an order that depends on what was played before.
"""

import cython

from pyrtool.kernel.numbers.buffers import halves

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import splitmix

PLACES = cython.declare(cython.int, 64)  # to an order
BEHIND = cython.declare(cython.int, 255)  # behind the last card
FIRST_ROOM = cython.declare(cython.int, 64)
ORDER_BYTES = 136  # the memory of an order


@cython.cclass
class Orders:
    """`card` has 64 places an order, `place` where each card is in it.

    Order 0 is the one with which a search begins; it may have places without a card.
    """

    def __init__(self) -> None:
        self.count, self.room = 1, FIRST_ROOM
        self.card, self.place = bytearray(PLACES * self.room), bytearray(PLACES * self.room)
        self.slots = halves(2 * self.room)

    def is_full(self) -> cython.bint:
        """Whether there is no room for another order."""
        return self.count + 1 >= self.room

    def grow(self) -> None:
        """Room for twice as many."""
        k: cython.int
        size: cython.int = PLACES * self.room
        cards, places = bytearray(2 * size), bytearray(2 * size)
        cards[:size], places[:size] = bytes(self.card), bytes(self.place)
        self.card, self.place = cards, places
        self.room *= 2
        self.slots = halves(2 * self.room)
        for k in range(1, self.count):
            self.slots[self._slot(k)] = k

    def forget(self) -> None:
        """Keep only the order with which a search begins."""
        self.count = 1
        self.slots = halves(2 * self.room)

    def known(self, size: cython.int) -> cython.int:
        """The number of the order whose `size` cards were written behind the last order."""
        number: cython.int = self.count
        first: cython.int = PLACES * number
        k: cython.int
        if size < PLACES:
            self.card[first + size] = BEHIND
        slot: cython.ulonglong = self._slot(number)
        if self.slots[slot]:
            return self.slots[slot]
        for k in range(size):
            self.place[first + self.card[first + k]] = k
        self.slots[slot] = number
        self.count += 1
        return number

    def _slot(self, number: cython.int) -> cython.ulonglong:
        """The slot in which the order is, or in which it is to be put."""
        first: cython.int = PLACES * number
        hashed: cython.ulonglong = 0
        slot: cython.ulonglong
        other: cython.int
        k: cython.int = 0
        while k < PLACES and self.card[first + k] != BEHIND:
            hashed = splitmix(hashed + self.card[first + k] + 1)
            k += 1
        slot = hashed & (2 * self.room - 1)
        while self.slots[slot]:
            other = PLACES * self.slots[slot]
            k = 0
            while k < PLACES and self.card[first + k] == self.card[other + k]:
                if self.card[first + k] == BEHIND:
                    break
                k += 1
            if k == PLACES or self.card[first + k] == self.card[other + k]:
                break
            slot = (slot + 1) & (2 * self.room - 1)
        return slot
