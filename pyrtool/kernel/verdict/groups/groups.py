# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Stock cards that are dealt several at a time: which come to lie on top of the waste."""

import cython

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import highest_bit


@cython.cclass
class Groups:
    """The groups of a stock of which `draw` cards are dealt at a time."""

    def __init__(self, draw: int) -> None:
        # Tables for each number of cards of a group that are dealt already, and each byte of the
        # stock. They say which of the byte's cards are the last of a group, and how many cards of a
        # group are dealt after it.
        self.tops_of, self.phase_after = bytearray(256 * draw), bytearray(256 * draw)
        for phase in range(draw):
            for byte in range(256):
                count = phase
                for k in range(8):
                    count += byte >> k & 1
                    if byte >> k & 1 and count == draw:
                        self.tops_of[256 * phase + byte] |= 1 << k
                        count = 0
                self.phase_after[256 * phase + byte] = count

    def tops(self, stock: cython.ulonglong) -> cython.ulonglong:
        """Those stock cards, by index, that come to lie on top: the last of each group."""
        one: cython.ulonglong = 1
        tops: cython.ulonglong = 0
        rest: cython.ulonglong = stock
        k: cython.int = 0
        shift: cython.int = 0
        if stock == 0:
            return 0
        while rest:
            k += cython.cast(cython.int, rest & 255)
            tops |= cython.cast(cython.ulonglong, self.tops_of[k]) << shift
            k = 256 * self.phase_after[k]
            rest >>= 8
            shift += 8
        return tops | (one << highest_bit(stock))
