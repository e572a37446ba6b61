# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What no line from a position does: which cards stay in all of them, and how few moves they take.

Decides by what lies on what, and by which cards are left. Proofs: docs/development/proofs.md.
"""

import cython

from pyrtool.kernel.every_line.cards import Cards, in_words
from pyrtool.kernel.every_line.line import Line
from pyrtool.kernel.game.play import Play
from pyrtool.kernel.numbers.buffers import words

if not cython.compiled:
    from pyrtool.kernel.every_line.level import ALONE, DEAL, ENDS, LEFT, LEVEL_WORDS, MUST, STAY
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit


@cython.cclass
class LineBounds:
    """The bounds of the levels of a line. `deals_all`: all cards must go, and a stock is dealt."""

    def __init__(self, line: Line, play: Play, cards: Cards, *, deals_all: bool) -> None:
        self.line, self.deals_all, self.stock_top = line, deals_all, play.stock_top
        self.mates, self.meets = in_words(cards.mates), in_words(cards.meets)
        self.beneath, self.over = in_words(cards.beneath), in_words(cards.over)
        self.asked, self.found = words(2), words(2)

    def is_dead(self) -> bool:
        """Whether the first position `is_dead_at` once."""
        return self.is_dead_at(0)

    def is_dead_after(self, card: int, other: int) -> bool:
        """Whether the first position is dead after a move; one that is no discard has a first number
        below 0, and changes nothing."""
        if card < 0:
            return self.is_dead_at(0)
        self.line.play(0, card | other << 8)
        return self.is_dead_at(1)

    def least_moves(self) -> int:
        """No line from the first position to the goal has fewer moves."""
        return self.moves_to_win(0)

    def is_dead_at(self, d: cython.int) -> cython.bint:
        """Whether some card that must go lies under every card that it could go with."""
        base: cython.int = LEVEL_WORDS * d + LEFT
        low: cython.ulonglong = self.line.levels[base]
        high: cython.ulonglong = self.line.levels[base + 1]
        rest: cython.ulonglong
        card: cython.int
        w: cython.int
        for w in range(2):
            rest = self.line.levels[base + w] & self.line.masks[MUST + w]
            rest &= ~self.line.masks[ALONE + w]
            while rest:
                card = 2 * (64 * w + lowest_bit(rest))
                rest &= rest - 1
                if (self.mates[card] & low | self.mates[card + 1] & high) == 0:
                    return True
        return False

    def find_staying(self, d: cython.int) -> cython.void:
        """Find the cards that stay in every line, each with what lies beneath it.

        They are those that lie over or under all their possible partners, or whose partners all
        stay.
        """
        base: cython.int = LEVEL_WORDS * d
        w: cython.int
        for w in range(2):
            self.line.levels[base + STAY + w] = 0
            self.asked[w] = self.line.levels[base + LEFT + w]
        self._spread(d)

    def stay_after(self, d: cython.int, move: cython.uint) -> cython.void:
        """The cards that stay after a move, where those are known that stay from before it: a
        discard leaves fewer partners to some."""
        i: cython.int = 2 * cython.cast(cython.int, move & 255)
        j: cython.int = 2 * cython.cast(cython.int, move >> 8 & 255)
        w: cython.int
        for w in range(2):
            self.line.levels[LEVEL_WORDS * (d + 1) + STAY + w] = self.line.levels[
                LEVEL_WORDS * d + STAY + w
            ]
        if move < DEAL:
            for w in range(2):
                self.asked[w] = self.meets[i + w] | self.meets[j + w]
            self._spread(d + 1)

    def _spread(self, d: cython.int) -> cython.void:
        """Add to the cards that stay those `asked` about, as far as they do, and then those that
        could go with what was added."""
        base: cython.int = LEVEL_WORDS * d
        rest: cython.ulonglong
        card: cython.int
        w: cython.int
        while self.asked[0] | self.asked[1]:
            self._find(base)
            self.asked[0] = self.asked[1] = 0
            for w in range(2):
                rest = self.found[w]
                self.line.levels[base + STAY + w] |= rest
                while rest:
                    card = 2 * (64 * w + lowest_bit(rest))
                    rest &= rest - 1
                    self.asked[0] |= self.meets[card]
                    self.asked[1] |= self.meets[card + 1]

    def _find(self, base: cython.int) -> cython.void:
        """Those `asked` about that meet none of what may go, with what lies beneath them."""
        one: cython.ulonglong = 1
        low: cython.ulonglong = self.line.levels[base + LEFT] & ~self.line.levels[base + STAY]
        high: cython.ulonglong = self.line.levels[base + LEFT + 1]
        high &= ~self.line.levels[base + STAY + 1]
        rest: cython.ulonglong
        card: cython.int
        w: cython.int
        self.found[0] = self.found[1] = 0
        for w in range(2):
            rest = self.asked[w] & (high if w else low) & ~self.line.masks[ALONE + w]
            while rest:
                card = 2 * (64 * w + lowest_bit(rest))
                if (self.meets[card] & low | self.meets[card + 1] & high) == 0:
                    self.found[w] |= one << lowest_bit(rest)
                    self.found[0] |= self.beneath[card]
                    self.found[1] |= self.beneath[card + 1]
                rest &= rest - 1
        self.found[0] &= low
        self.found[1] &= high

    def must_stay(self, d: cython.int, which: cython.int) -> cython.bint:
        """Whether a card of a mask stays in every line."""
        base: cython.int = LEVEL_WORDS * d + STAY
        low: cython.ulonglong = self.line.levels[base] & self.line.masks[which]
        return (low | self.line.levels[base + 1] & self.line.masks[which + 1]) != 0

    def discards(self, low: cython.ulonglong, high: cython.ulonglong) -> cython.int:
        """As few discards take these cards: one each that goes alone, and each two of the others."""
        alone: cython.int = count_bits(low & self.line.masks[ALONE])
        alone += count_bits(high & self.line.masks[ALONE + 1])
        return alone + (count_bits(low) + count_bits(high) - alone + 1) // 2

    def moves_to_win(self, d: cython.int) -> cython.int:
        """No line to the goal has fewer moves.

        Each discard takes one card that goes alone, or two of the others. Where all must go and the
        stock's cards are not available, each is dealt. Where the next one is, two of them that go
        together need a deal of the first. At least as many pairs consist of two such cards as the
        others are too few for.
        """
        base: cython.int = LEVEL_WORDS * d + LEFT
        here: cython.int = self.line.row * d
        low: cython.ulonglong = self.line.levels[base] & self.line.masks[MUST]
        high: cython.ulonglong = self.line.levels[base + 1] & self.line.masks[MUST + 1]
        moves: cython.int = self.discards(low, high)
        size: cython.int = self.line.piles[here + self.line.wastes]
        dealt: cython.int = self.line.piles[here + self.line.wastes - 1]
        at_once: cython.int = self.line.dealt_at_once
        others: cython.int
        waiting: cython.int = 0
        k: cython.int
        if not self.deals_all:
            return moves
        if not self.stock_top:
            return moves + (size - dealt + at_once - 1) // at_once
        for k in range(dealt, size):
            if not self.line.has(ALONE, self.line.piles[here + ENDS + k]):
                waiting += 1
        others = count_bits(low & ~self.line.masks[ALONE]) - waiting
        others += count_bits(high & ~self.line.masks[ALONE + 1])
        if waiting > others:
            moves += (waiting - others + 1) // 2
        return moves

    def moves_to_remove(
        self, d: cython.int, low: cython.ulonglong, high: cython.ulonglong
    ) -> cython.int:
        """No line in which all of these cards go has fewer moves: what lies on them goes too, and
        stock cards are dealt up to them."""
        here: cython.int = self.line.row * d
        moves: cython.int
        card: cython.int
        k: cython.int
        w: cython.int
        rest: cython.ulonglong
        all_low: cython.ulonglong = low
        all_high: cython.ulonglong = high
        at_once: cython.int = self.line.dealt_at_once
        dealt: cython.int = self.line.piles[here + self.line.wastes - 1]
        farthest: cython.int = 0
        for w in range(2):
            rest = high if w else low
            while rest:
                card = 2 * (64 * w + lowest_bit(rest))
                rest &= rest - 1
                all_low |= self.over[card]
                all_high |= self.over[card + 1]
        all_low &= self.line.levels[LEVEL_WORDS * d + LEFT]
        all_high &= self.line.levels[LEVEL_WORDS * d + LEFT + 1]
        moves = self.discards(all_low, all_high)
        if self.stock_top:
            return moves
        for k in range(dealt, self.line.piles[here + self.line.wastes]):
            card = self.line.piles[here + ENDS + k]
            if (high if card >> 6 else low) >> (card & 63) & 1:
                farthest = k + 1 - dealt
        return moves + (farthest + at_once - 1) // at_once
