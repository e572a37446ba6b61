# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A line of play: its positions, one upon the other.

Decides what distinguishes positions of several wastes, both ends of one, and pairs of several
partners. `moves` lists what can be played, and `walk` walks the lines.
"""

import cython

from pyrtool.kernel.every_line.cards import Cards, in_words
from pyrtool.kernel.game.play import Play
from pyrtool.kernel.numbers.buffers import longer, words
from pyrtool.kernel.numbers.widths import check_length

if not cython.compiled:
    from pyrtool.kernel.every_line.level import (
        CLEARED,
        DEAL,
        ENDS,
        IN_PASS,
        LAID_OUT,
        LEFT,
        LEVEL_WORDS,
        MUST,
        PYRAMID,
        REDEAL,
    )

LEVELS_AT_FIRST = cython.declare(cython.int, 64)
NEXT_PILE = cython.declare(cython.ulonglong, 0)  # no rank: between the wastes of a key
MOST_WASTES = cython.declare(cython.int, 7)


@cython.cclass
class Line:
    """Positions from one on which `begin` lays out: level 0, and a level more a move.

    `wastes`, `choice`: as the rules have them. `ends`: clearing the pyramid ends the game. `par`:
    the pass in which it is cleared counts.
    """

    def __init__(
        self,
        play: Play,
        cards: Cards,
        *,
        wastes: int,
        choice: bool,
        ends: bool,
        par: bool,
    ) -> None:
        check_length("wastes", bytes(wastes), 1, MOST_WASTES)
        self.draw, self.passes, self.wastes = play.draw, play.passes, wastes
        self.choice, self.ends, self.par = choice, ends, par
        self.dealt_at_once = self.draw if wastes == 1 or choice else wastes
        self.ranks, self.exposed = bytearray(cards.ranks), cards.exposed
        self.masks = in_words([cards.must, cards.pyramid, cards.alone, (1 << cards.exposed) - 1])
        beside = len(cards.ranks) - cards.exposed
        self.row = ENDS + beside
        self.rank_bits = 4 if max(self.ranks, default=0) < 16 else 8
        self.key = words(3 + (self.rank_bits * (beside + wastes) + 63) // 64)
        self.room = LEVELS_AT_FIRST
        self.levels = words(LEVEL_WORDS * LEVELS_AT_FIRST)
        self.piles = bytearray(self.row * LEVELS_AT_FIRST)
        left = in_words([cards.left])
        self.levels[LEFT], self.levels[LEFT + 1] = left[0], left[1]

    def begin(self, wastes: list[bytes], stock: bytes, number: int, cleared: int) -> None:
        """Lay the cards of wastes and stock, from the first dealt on. `number`: the pass; `cleared`:
        the one in which the pyramid was cleared, or 0."""
        check_length("wastes", [0] * len(wastes), self.wastes)
        dealt = b"".join(wastes)
        placed = dealt + stock
        if len(placed) > self.row - ENDS or len(set(placed)) < len(placed):
            raise ValueError("cards: there are more than there are numbers, or one is there twice")
        if any(not self.exposed <= card < len(self.ranks) for card in placed):
            raise ValueError("cards: a number is none of a card of wastes or stock")
        end = 0
        for k, waste in enumerate(wastes):
            end += len(waste)
            self.piles[k] = end
        self.piles[self.wastes] = len(placed)
        for k, card in enumerate(placed):
            self.piles[ENDS + k] = card
        self.levels[IN_PASS], self.levels[CLEARED] = number, cleared

    def grow(self) -> None:
        """Room for four times as many levels."""
        piles = bytearray(4 * self.row * self.room)
        piles[: self.row * self.room] = bytes(memoryview(self.piles))
        self.levels, self.piles = longer(self.levels), piles
        self.room *= 4

    def is_left(self, d: cython.int, which: cython.int) -> cython.bint:
        """Whether any of the cards of a mask are left."""
        base: cython.int = LEVEL_WORDS * d + LEFT
        low: cython.ulonglong = self.levels[base] & self.masks[which]
        return (low | self.levels[base + 1] & self.masks[which + 1]) != 0

    def has(self, which: cython.int, card: cython.int) -> cython.bint:
        """Whether a mask has a card."""
        return self.masks[which + (card >> 6)] >> (card & 63) & 1 != 0

    def is_won(self, d: cython.int) -> cython.bint:
        """Whether the goal is reached."""
        return not self.is_left(d, MUST)

    def is_over(self, d: cython.int) -> cython.bint:
        """Whether the rules have ended the game."""
        return self.ends and not self.is_left(d, PYRAMID)

    def is_last_pass(self, d: cython.int) -> cython.bint:
        """Whether no redeal is left."""
        return self.passes > 0 and self.levels[LEVEL_WORDS * d + IN_PASS] >= self.passes

    def is_short(self, d: cython.int) -> cython.bint:
        """Whether there is no room for two levels more."""
        return d + 2 >= self.room

    # What a move makes of a position.

    def play(self, d: cython.int, move: cython.uint) -> cython.void:
        """Make the level above by a move."""
        base: cython.int = LEVEL_WORDS * d
        k: cython.int
        for k in range(CLEARED + 1):
            self.levels[base + LEVEL_WORDS + k] = self.levels[base + k]
        if move & REDEAL:
            self._redeal(d)
        elif move & DEAL:
            self._deal(d, move & 255)
        else:
            self._remove(d, move & 255, move >> 8 & 255)

    def _remove(self, d: cython.int, i: cython.int, j: cython.int) -> cython.void:
        """Two cards go, or one."""
        one: cython.ulonglong = 1
        base: cython.int = LEVEL_WORDS * (d + 1)
        here: cython.int = self.row * d
        there: cython.int = here + self.row
        at: cython.int = 0
        k: cython.int
        place: cython.int = 0
        self.levels[base + LEFT + (i >> 6)] &= ~(one << (i & 63))
        self.levels[base + LEFT + (j >> 6)] &= ~(one << (j & 63))
        for k in range(self.wastes + 1):
            while at < self.piles[here + k]:
                if self.piles[here + ENDS + at] != i and self.piles[here + ENDS + at] != j:
                    self.piles[there + ENDS + place] = self.piles[here + ENDS + at]
                    place += 1
                at += 1
            self.piles[there + k] = place
        if self.levels[base + CLEARED] == 0 and not self.is_left(d + 1, PYRAMID):
            self.levels[base + CLEARED] = self.levels[base + IN_PASS]

    def _deal(self, d: cython.int, to: cython.int) -> cython.void:
        """Cards of the stock go to the wastes: one to each, or to waste `to`."""
        here: cython.int = self.row * d
        there: cython.int = here + self.row
        dealt: cython.int = self.piles[here + self.wastes - 1]
        size: cython.int = self.piles[here + self.wastes]
        each: cython.bint = self.wastes > 1 and not self.choice
        at: cython.int = 0
        place: cython.int = 0
        k: cython.int
        count: cython.int
        for k in range(self.wastes):
            while at < self.piles[here + k]:
                self.piles[there + ENDS + place] = self.piles[here + ENDS + at]
                at += 1
                place += 1
            count = 1 if each else self.draw if k == to else 0
            while count and dealt < size:
                self.piles[there + ENDS + place] = self.piles[here + ENDS + dealt]
                dealt += 1
                place += 1
                count -= 1
            self.piles[there + k] = place
        while dealt < size:
            self.piles[there + ENDS + place] = self.piles[here + ENDS + dealt]
            dealt += 1
            place += 1
        self.piles[there + self.wastes] = size

    def _redeal(self, d: cython.int) -> cython.void:
        """The wastes, one after the other, become the stock."""
        here: cython.int = self.row * d
        k: cython.int
        self.levels[LEVEL_WORDS * (d + 1) + IN_PASS] += 1
        for k in range(self.row):
            self.piles[here + self.row + k] = self.piles[here + k]
        for k in range(self.wastes):
            self.piles[here + self.row + k] = 0

    def copy_down(self, d: cython.int) -> cython.void:
        """Make the level above `d` the position of `d` itself."""
        k: cython.int
        for k in range(CLEARED + 1):
            self.levels[LEVEL_WORDS * d + k] = self.levels[LEVEL_WORDS * (d + 1) + k]
        for k in range(self.row):
            self.piles[self.row * d + k] = self.piles[self.row * (d + 1) + k]

    def write_key(self, d: cython.int) -> cython.void:
        """Write the `key` of a position. Positions with the same key have the same play before them:
        ranks are what counts of the cards that are not laid out."""
        base: cython.int = LEVEL_WORDS * d
        here: cython.int = self.row * d
        word: cython.ulonglong = 0
        shift: cython.int = 0
        size: cython.int = 3
        at: cython.int = 0
        k: cython.int
        rank: cython.ulonglong
        self.key[0] = self.levels[base + LEFT] & self.masks[LAID_OUT]
        self.key[1] = self.levels[base + LEFT + 1] & self.masks[LAID_OUT + 1]
        self.key[2] = self.levels[base + IN_PASS] if self.passes else 0
        if self.par:
            self.key[2] |= self.levels[base + CLEARED] << 32
        for k in range(self.wastes + 1):
            while at <= self.piles[here + k]:
                if at < self.piles[here + k]:
                    rank = self.ranks[self.piles[here + ENDS + at]]
                elif k < self.wastes:
                    rank = NEXT_PILE
                else:
                    break
                word |= rank << shift
                shift += self.rank_bits
                if shift == 64:
                    self.key[size] = word
                    size += 1
                    word = 0
                    shift = 0
                if at == self.piles[here + k]:
                    break
                at += 1
        while size < self.key.shape[0]:
            self.key[size] = word
            size += 1
            word = 0
