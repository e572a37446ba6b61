# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Until which place of the stock the cards of a set can still go, every other card being gone.

A relaxation of games with one or several wastes: what is lost here is lost in the game, as other
cards can only hinder. A set is all ranks that go together, by way of others too; one of more than
eight cards has no table.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import lowest_bit
    from pyrtool.kernel.numbers.codes import NO_GROUP

MOST_SETS = cython.declare(cython.int, 8)
MOST_CARDS = cython.declare(cython.int, 8)
SET_STATES = cython.declare(cython.int, 256)  # of the cards of a set
NEVER_LATE = cython.declare(cython.int, 1 << 14)  # the last place of a choice that has all gone
TABLEAU = cython.declare(cython.int, -1)  # the place of a card that is not in the stock


@cython.cclass
class LastPlaces:
    """The tables of one deal's sets.

    `last`: for each choice of a set's cards, as bits, the last place of the stock from which it can
    go in this pass, -1 if from none. `open`: whether it can go with all stock cards lying open.
    """

    def __init__(
        self,
        wastes: int,
        at_once: int,
        both_ends: bool,
        waste_match: bool,
        waste_pairs: bool,
        stock_top: bool,
        tops_match: bool,
        overlap: bool,
    ) -> None:
        self.wastes, self.at_once = wastes, at_once
        self.both_ends, self.waste_match, self.waste_pairs = both_ends, waste_match, waste_pairs
        self.stock_top, self.tops_match, self.overlap = stock_top, tops_match, overlap
        self.set_of, self.bit_in = bytearray(64), bytearray(64)
        self.last = integers(MOST_SETS * SET_STATES)
        self.open = bytearray(MOST_SETS * SET_STATES)
        self.card, self.place, self.waste = integers(8), integers(8), integers(8)
        self.above, self.direct, self.mates = integers(8), integers(8), integers(8)
        self.sets = 0

    def load(
        self,
        sets: list[list[int]],
        above: list[int],
        direct: list[int],
        mates: list[int],
        alone: int,
        goal: int,
        places: dict[int, int],
        first: int,
        end: int,
        dealt: bool,
    ) -> None:
        """Fill the tables. They need the cards of each `set` by number, and for each card the masks
        of those above it, directly on it, and that go with it. They also need the masks of those
        that go `alone` and must go, the `places` of stock cards, the `first` that is not dealt, and
        their `end`. `dealt`: the stock's order is known, so that the last places are asked for
        too."""
        s: cython.int
        self.sets = 0
        self.first, self.end = first, end
        for k in range(64):
            self.set_of[k] = NO_GROUP
        for cards in sets:
            if len(cards) > MOST_CARDS or self.sets == MOST_SETS:
                continue
            s = self.sets
            self.sets += 1
            self.size = len(cards)
            self.alone = self.goal = 0
            for x, number in enumerate(cards):
                self.set_of[number], self.bit_in[number] = s, x
                self.card[x] = number
                self.place[x] = places.get(number, TABLEAU)
                self.waste[x] = 0 if self.place[x] < 0 else self.place[x] % self.wastes
                self.above[x] = _among(above[number], cards)
                self.direct[x] = _among(direct[number], cards)
                self.mates[x] = _among(mates[number], cards)
                self.alone |= (alone >> number & 1) << x
                self.goal |= (goal >> number & 1) << x
            wanted: cython.bint = dealt
            with cython.nogil:
                self.fill(s, wanted)

    def fill(self, s: cython.int, dealt: cython.bint) -> cython.void:
        """The tables of one set, from smaller choices to larger ones."""
        left: cython.int
        x: cython.int
        at: cython.int
        best: cython.int
        for left in range(1 << self.size):
            if left & self.goal == 0:
                self.last[s * SET_STATES + left] = NEVER_LATE
                self.open[s * SET_STATES + left] = 1
                continue
            self.open[s * SET_STATES + left] = self._can_go(s, left, 0, False)
            best = -1
            if dealt and self.open[s * SET_STATES + left]:
                if self._can_go(s, left, self.end, True):
                    best = self.end
                for x in range(self.size):
                    # Until the card is dealt, or while it lies turned, nothing else changes.
                    at = self.place[x]
                    if at < self.first or at <= best or left >> x & 1 == 0:
                        continue
                    if not self.stock_top:
                        at = self.first + (at - self.first) // self.at_once * self.at_once
                    if at > best and self._can_go(s, left, at, True):
                        best = at
            self.last[s * SET_STATES + left] = best

    def _can_go(
        self, s: cython.int, left: cython.int, at: cython.int, dealt: cython.bint
    ) -> cython.bint:
        """Whether some cards can go at this place so that the rest can go after them."""
        available: cython.int = self._available(left, at, dealt)
        rest: cython.int = available
        partners: cython.int
        x: cython.int
        y: cython.int
        after: cython.int
        while rest:
            x = lowest_bit(rest)
            rest &= rest - 1
            partners = self._partners(x, left, available, at, dealt)
            if self.alone >> x & 1:
                partners |= 1 << x
            while partners:
                y = lowest_bit(partners)
                partners &= partners - 1
                after = s * SET_STATES + (left & ~((1 << x) | (1 << y)))
                if self.open[after] and (not dealt or self.last[after] >= at):
                    return True
        return False

    def _available(self, left: cython.int, at: cython.int, dealt: cython.bint) -> cython.int:
        """The cards that are available at this place, the turned one too."""
        found: cython.int = 0
        x: cython.int
        y: cython.int
        top: cython.bint
        bottom: cython.bint
        for x in range(self.size):
            if left >> x & 1 == 0:
                continue
            if self.place[x] < 0:
                if self.above[x] & left == 0:
                    found |= 1 << x
                continue
            if not dealt:
                found |= 1 << x
                continue
            if self.place[x] >= at:
                if self.stock_top and self.place[x] == at:
                    found |= 1 << x
                continue
            top, bottom = True, self.both_ends
            for y in range(self.size):
                if left >> y & 1 and 0 <= self.place[y] < at and self.waste[y] == self.waste[x]:
                    if self.place[y] > self.place[x]:
                        top = False
                    elif self.place[y] < self.place[x]:
                        bottom = False
            if top or bottom:
                found |= 1 << x
        return found

    def _partners(
        self,
        x: cython.int,
        left: cython.int,
        available: cython.int,
        at: cython.int,
        dealt: cython.bint,
    ) -> cython.int:
        """The cards that can go with an available one, of those that the piles let go with it."""
        found: cython.int = 0
        rest: cython.int = self.mates[x] & left & ~(1 << x)
        y: cython.int
        z: cython.int
        between: cython.bint
        while rest:
            y = lowest_bit(rest)
            rest &= rest - 1
            if available >> y & 1:
                if not dealt or self.place[x] < 0 or self.place[y] < 0:
                    found |= 1 << y
                elif self.place[x] == at or self.place[y] == at:
                    if self.tops_match:
                        found |= 1 << y
                elif self.waste_match or self.waste[x] == self.waste[y]:
                    found |= 1 << y
            elif self.place[y] < 0:
                if (
                    self.overlap
                    and self.direct[y] & left == 1 << x
                    and self.above[y] & left == 1 << x
                ):
                    found |= 1 << y
            elif self.waste_pairs and self.place[x] >= 0 and self.place[y] < self.place[x] < at:
                if self.waste[x] == self.waste[y]:
                    between = False
                    for z in range(self.size):
                        if left >> z & 1 and self.waste[z] == self.waste[x]:
                            if self.place[y] < self.place[z] < at and z != x:
                                between = True
                    if not between:
                        found |= 1 << y
        return found


def _among(mask: int, cards: list[int]) -> int:
    """The bits of these cards in a mask, in their order."""
    return sum((mask >> number & 1) << x for x, number in enumerate(cards))
