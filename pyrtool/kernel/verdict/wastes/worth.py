# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""In which order a try takes the moves of a position: by what they are worth, and by chance.

This changes no answer, only how soon a win is found.
"""

import cython

from pyrtool.kernel.verdict.wastes.layers import Layers

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit, splitmix
    from pyrtool.kernel.verdict.wastes.level import DEAL

# What a move is worth, found by trying.
WORTH_DEALING = cython.declare(cython.int, -60)  # a deal or a redeal, in the first tries
WORTH_UNCOVERED = cython.declare(cython.int, 12)  # each card that a discard leaves exposed
WORTH_MATES = cython.declare(cython.int, -6)  # each card left that goes with one of the two
WORTH_LACKING = cython.declare(cython.int, 100)  # it is of the kind of which its set needs more
WORTH_NEITHER = cython.declare(cython.int, -60)  # its set needs none of its kind
MOST_CHANCE = cython.declare(cython.int, 60)  # chance adds less than this, in the first tries
ALIKE_TRIES = cython.declare(cython.int, 32)  # then these two are drawn for each try:
MORE_DEALING = cython.declare(cython.int, 101)  # less than this is added to the worth of a deal
MORE_CHANCE = cython.declare(cython.int, 4)  # chance is doubled fewer times than this
NO_WORTH = cython.declare(cython.int, 1 << 16)  # added to every worth, which is then above 0
WORTH_SHIFT = cython.declare(cython.int, 32)  # above a move
MOVE = cython.declare(cython.ulonglong, 0xFFFFFFFF)


@cython.cclass
class Worth(Layers):
    """`_arrange` the moves of a level; `state` draws the chance. `dealing`: what a deal is worth;
    chance adds less than `chance`."""

    def _weigh(self, tries: cython.int) -> cython.void:
        """Say for a try, by its number, what a deal is worth and how much is left to chance."""
        drawn: cython.ulonglong
        self.dealing, self.chance = WORTH_DEALING, MOST_CHANCE
        if tries > ALIKE_TRIES:
            drawn = splitmix(cython.cast(cython.ulonglong, tries))
            self.dealing += cython.cast(cython.int, (drawn >> 8) % MORE_DEALING)
            self.chance <<= cython.cast(cython.int, (drawn >> 32) % MORE_CHANCE)

    def _arrange(self, first: cython.int, left: cython.ulonglong) -> cython.void:
        """Put the move worth most first, of those listed from `first` on, with these cards left."""
        k: cython.int
        j: cython.int
        move: cython.ulonglong
        worth: cython.int
        for k in range(first, self.listed):
            self.state += 1
            worth = NO_WORTH + cython.cast(cython.int, (splitmix(self.state) >> 8) % self.chance)
            worth += self._worth(self.moves[k], left)
            move = cython.cast(cython.ulonglong, worth) << WORTH_SHIFT | self.moves[k]
            j = k
            while j > first and self.moves[j - 1] < move:
                self.moves[j] = self.moves[j - 1]
                j -= 1
            self.moves[j] = move
        for k in range(first, self.listed):
            self.moves[k] &= MOVE

    def _worth(self, move: cython.ulonglong, left: cython.ulonglong) -> cython.int:
        """What a move is worth with these cards left.

        Consider two ranks that go only with each other. The excess is the number of cards of the
        one beside the tableau, less the number of cards of the other on it. If it is positive, this
        many pairs must go beside the tableau. If it is negative, as many must go within it. A pair
        of the other kind makes one more needed.
        """
        one: cython.ulonglong = 1
        laid_out: cython.ulonglong = left & ((one << self.tableau) - 1)
        i: cython.int = move & 255
        j: cython.int = move >> 8 & 255
        excess: cython.int
        uncovered: cython.ulonglong = 0
        worth: cython.int
        if move >= DEAL:
            return self.dealing
        worth = count_bits(self.mates[i] & left) + count_bits(self.mates[j] & left)
        worth *= WORTH_MATES
        if i != j and (i < self.tableau) == (j < self.tableau):
            excess = count_bits(self.mates[i] & (left ^ laid_out))
            excess -= count_bits(self.mates[j] & laid_out)
            if excess == 0:
                worth += WORTH_NEITHER
            elif (excess > 0) == (i >= self.tableau):
                worth += WORTH_LACKING
            else:
                worth -= WORTH_LACKING
        left &= ~(one << i | one << j)
        if i < self.tableau:
            uncovered |= self.covered[i] & left
        if j < self.tableau:
            uncovered |= self.covered[j] & left
        while uncovered:
            i = lowest_bit(uncovered)
            uncovered &= uncovered - 1
            if self.covers[i] & left == 0:
                worth += WORTH_UNCOVERED
        return worth
