# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A walk by tries, which soon finds most wins: it takes first what is worth most, and chance has a
part.

The worths are those of `kernel.verdict.wastes.worth`, in its first tries. They change no answer,
only how soon a win is found.
"""

import cython

from pyrtool.kernel.every_line.bounds import LineBounds
from pyrtool.kernel.every_line.cards import Cards, in_words
from pyrtool.kernel.every_line.line import Line
from pyrtool.kernel.every_line.moves import Moves
from pyrtool.kernel.every_line.walk import BoundedWalk
from pyrtool.kernel.numbers.buffers import doubles

if not cython.compiled:
    from pyrtool.kernel.every_line.level import DEAL, LAID_OUT, LEFT, LEVEL_WORDS, MUST
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit

WORTH_DEALING = cython.declare(cython.int, -60)  # a deal or a redeal
WORTH_UNCOVERED = cython.declare(cython.int, 12)  # each card that a discard leaves exposed
WORTH_MATES = cython.declare(cython.int, -6)  # each card left that goes with one of the two
WORTH_LACKING = cython.declare(cython.int, 100)  # its set needs more of its kind; or less
WORTH_NEITHER = cython.declare(cython.int, -60)  # its set needs none of its kind
NO_KIND = cython.declare(cython.int, -1000)
FIRST_TRY = 150  # nodes
MORE_TRY = 4  # each try has this part more than the one before, as a shift
CHANCE = 60  # chance adds less than this


@cython.cclass
class MoveWorth:
    """What the moves of the levels of a line are worth."""

    def __init__(self, line: Line, cards: Cards) -> None:
        self.line, self.goes = line, in_words(cards.goes)
        self.covers, self.covered = in_words(cards.covers), in_words(cards.covered)

    def of_discard(self, card: int, other: int) -> int:
        """What a discard is worth in the first position."""
        return self.of(0, card | other << 8)

    def of(self, d: cython.int, move: cython.uint) -> cython.int:
        """What a move is worth."""
        base: cython.int = LEVEL_WORDS * d + LEFT
        i: cython.int = move & 255
        j: cython.int = move >> 8 & 255
        worth: cython.int
        lacking: cython.int
        if move >= DEAL:
            return WORTH_DEALING
        worth = WORTH_MATES * (self._ways(base, i) + self._ways(base, j))
        worth += WORTH_UNCOVERED * self._uncovered(base, i, j)
        lacking = self._lacking(base, i, j)
        if lacking == NO_KIND:
            return worth
        if lacking == 0:
            return worth + WORTH_NEITHER
        return worth + WORTH_LACKING if lacking > 0 else worth - WORTH_LACKING

    def _ways(self, base: cython.int, card: cython.int) -> cython.int:
        """With how many of the cards left a card goes."""
        low: cython.ulonglong = self.goes[2 * card] & self.line.levels[base]
        high: cython.ulonglong = self.goes[2 * card + 1] & self.line.levels[base + 1]
        return count_bits(low) + count_bits(high)

    def _uncovered(self, base: cython.int, i: cython.int, j: cython.int) -> cython.int:
        """How many more cards are exposed after a discard."""
        one: cython.ulonglong = 1
        low: cython.ulonglong = self.line.levels[base]
        high: cython.ulonglong = self.line.levels[base + 1]
        rest: cython.ulonglong
        card: cython.int
        w: cython.int
        count: cython.int = 0
        if i < 64:
            low &= ~(one << i)
        else:
            high &= ~(one << (i - 64))
        if j < 64:
            low &= ~(one << j)
        else:
            high &= ~(one << (j - 64))
        for w in range(2):
            rest = (self.covered[2 * i + w] | self.covered[2 * j + w]) & (high if w else low)
            while rest:
                card = 2 * (64 * w + lowest_bit(rest))
                rest &= rest - 1
                if (self.covers[card] & low | self.covers[card + 1] & high) == 0:
                    count += 1
        return count

    def _lacking(self, base: cython.int, i: cython.int, j: cython.int) -> cython.int:
        """How many more discards of its kind a set needs than of the other, less than 0 if fewer.
        One kind is of two cards that both lie in the tableau, the other of two beside it; `NO_KIND`
        for all others."""
        over: cython.int = 0
        here: cython.ulonglong
        w: cython.int
        beside: cython.bint = i >= self.line.exposed
        if i == j or (j >= self.line.exposed) != beside:
            return NO_KIND
        for w in range(2):
            here = self.line.levels[base + w] & self.line.masks[LAID_OUT + w]
            over += count_bits(self.goes[2 * i + w] & (self.line.levels[base + w] ^ here))
            over -= count_bits(self.goes[2 * j + w] & here)
        return over if beside else -over


@cython.cclass
class Tries(BoundedWalk):
    """Whether a position can be won, by tries of ever more nodes, so that one comes to its end
    (docs/development/proofs.md, "Why restarts end").

    A try takes first what is worth most; chance, the same in each search, has a part.
    """

    def __init__(
        self,
        line: Line,
        moves: Moves,
        bounds: LineBounds,
        worth: MoveWorth,
        chance: object,
    ) -> None:
        """`chance` is called for numbers from 0 on, below 1."""
        BoundedWalk.__init__(self, line, moves, bounds)
        self.worth, self.chance = worth, chance
        self.chances, self.weight = doubles(4 * moves.most), doubles(moves.most)
        self.drawn, self.patience = 4 * moves.most, FIRST_TRY
        self._begins_again()

    def _begins_again(self) -> bool:
        """The next try."""
        self._make_room()
        self.enough = self.nodes + self.patience
        self.patience += self.patience >> MORE_TRY
        self.begin()
        return True

    def _make_room(self) -> None:
        """Draw chances in the place of those that were taken."""
        count: cython.int = 4 * self.moves.most
        left: cython.int = count - self.drawn
        k: cython.int
        for k in range(left):
            self.chances[k] = self.chances[self.drawn + k]
        for k in range(left, count):
            self.chances[k] = CHANCE * self.chance()  # type: ignore[operator] # as in `grown`
        self.drawn = 0

    def _lacks_room(self) -> cython.bint:
        """Whether too few chances are left for the moves of another position."""
        return self.drawn + self.moves.most > 4 * self.moves.most

    def _is_vain(self, d: cython.int) -> cython.bint:
        """Whether a card that must go stays."""
        return self.bounds.must_stay(d, MUST)

    def _arrange(self, d: cython.int, first: cython.int) -> cython.void:
        """Put the move worth most first; of two that are worth the same, the one listed last."""
        k: cython.int
        j: cython.int
        move: cython.uint
        weight: cython.double
        for k in range(first, self.moves.listed):
            move = self.moves.moves[k]
            weight = self.worth.of(d, move) + self.chances[self.drawn]
            self.drawn += 1
            j = k
            while j > first and self.weight[j - 1 - first] <= weight:
                self.weight[j - first] = self.weight[j - 1 - first]
                self.moves.moves[j] = self.moves.moves[j - 1]
                j -= 1
            self.weight[j - first] = weight
            self.moves.moves[j] = move
