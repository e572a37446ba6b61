# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What can be played in the positions of a line, and which moves need not be tried.

Proofs: docs/development/proofs.md.
"""

import cython

from pyrtool.kernel.every_line.cards import Cards, in_words
from pyrtool.kernel.every_line.line import Line
from pyrtool.kernel.game.play import Play
from pyrtool.kernel.numbers.buffers import halves, integers, longer

if not cython.compiled:
    from pyrtool.kernel.every_line.level import (
        ALONE,
        CARD_NUMBERS,
        DEAL,
        ENDS,
        LAID_OUT,
        LEFT,
        LEVEL_WORDS,
        REDEAL,
    )
    from pyrtool.kernel.numbers.bits import count_bits, highest_bit, lowest_bit


@cython.cclass
class Moves:
    """The moves of the levels of a line, in one row; `plain`: every legal move, none left out.

    `at_once`: which of the cards that go alone go as soon as that hurts nothing. `waste_match`,
    `both_ends`: as the rules have them; `dealt`: cards are dealt from a stock. `early`: removing
    early never hurts.
    """

    def __init__(
        self,
        line: Line,
        play: Play,
        cards: Cards,
        *,
        waste_match: bool,
        both_ends: bool,
        dealt: bool,
        early: bool,
        plain: bool,
    ) -> None:
        self.line = line
        self.stock_top, self.tops_match = play.stock_top, play.tops_match
        self.waste_pairs, self.overlap = play.waste_pairs, play.overlap
        self.waste_match, self.both_ends, self.dealt = waste_match, both_ends, dealt
        self.early, self.plain = early, plain
        self.covers, self.goes = in_words(cards.covers), in_words(cards.goes)
        self.at_once = in_words([0 if plain or line.ends else cards.must])
        self.most, self.listed = cards.most_moves, 0
        self.moves = halves(4 * self.most)
        self.offered, self.offering = integers(CARD_NUMBERS), integers(CARD_NUMBERS)

    def wait_for(self, cards: int) -> None:
        """Have only these go at once, of those that went."""
        for w, word in enumerate(in_words([cards])[:2]):
            self.at_once[w] &= word

    def grow(self) -> None:
        """Room for four times as many moves."""
        self.moves = longer(self.moves)

    def here(self) -> list[tuple[int, int]]:
        """The moves of the first position: two cards, one twice that goes alone; (-1, waste) for a
        deal, (-2, 0) for a redeal."""
        self.list_moves(0, 0)
        return [step_of(self.moves[k]) for k in range(self.listed)]

    def is_full(self) -> cython.bint:
        """Whether the moves of the next position may not find room."""
        return self.moves.shape[0] - self.listed < self.most

    def is_early_free(self, d: cython.int) -> cython.bint:
        """Whether a discard that is made early leaves possible what was done before a later one:
        the front condition of docs/development/proofs.md, "Exclusions"."""
        return not self.plain and (self.early or self.line.is_last_pass(d))

    def _goes_at_once(self, card: cython.int) -> cython.bint:
        """Whether the card is of those that go as soon as that hurts nothing."""
        return self.at_once[card >> 6] >> (card & 63) & 1 != 0

    def goes_with(self, card: cython.int, other: cython.int) -> cython.bint:
        """Whether two cards go together."""
        return self.goes[2 * card + (other >> 6)] >> (other & 63) & 1 != 0

    def list_moves(self, d: cython.int, first: cython.int) -> cython.void:
        """List the moves of a position from `first` on; a card that goes immediately leaves no
        other."""
        k: cython.int
        j: cython.int
        card: cython.int
        other: cython.int
        self.listed = first
        if self.line.is_over(d):
            return
        early: cython.bint = self.is_early_free(d)
        count: cython.int = self._find_available(d)
        for k in range(count):
            card = self.offered[k]
            if self.line.has(ALONE, card) and self._goes_at_once(card):
                if card < self.line.exposed or early:  # it leaves nothing worse by going now
                    self._put(card, card)
                    return
        for k in range(count):
            card = self.offered[k]
            if self.line.has(ALONE, card):
                self._put(card, card)
                continue
            for j in range(k + 1, count):
                other = self.offered[j]
                if self.goes_with(card, other):
                    if self._match(self.offering[k], self.offering[j]):
                        self._put(card, other)
        self._list_neighbours(d, first)
        self._list_deals(d)

    def list_choices(self, d: cython.int, first: cython.int) -> cython.void:
        """List the moves of one who always discards a card that goes alone."""
        k: cython.int
        for k in range(self._find_available(d)):
            if self.line.has(ALONE, self.offered[k]):
                self.listed = first
                self._put(self.offered[k], self.offered[k])
                return
        self.list_moves(d, first)

    def _put(self, i: cython.int, j: cython.int) -> cython.void:
        """One more discard."""
        self.moves[self.listed] = i | j << 8
        self.listed += 1

    def _find_available(self, d: cython.int) -> cython.int:
        """How many cards are available: those `offered`, each with the number of its waste, -1 for
        the turned card."""
        base: cython.int = LEVEL_WORDS * d + LEFT
        here: cython.int = self.line.row * d
        low: cython.ulonglong = self.line.levels[base]
        high: cython.ulonglong = self.line.levels[base + 1]
        rest: cython.ulonglong
        first: cython.int = 0
        count: cython.int = 0
        end: cython.int
        w: cython.int
        k: cython.int
        card: cython.int
        for w in range(2):
            rest = self.line.levels[base + w] & self.line.masks[LAID_OUT + w]
            while rest:
                card = 64 * w + lowest_bit(rest)
                rest &= rest - 1
                if self.covers[2 * card] & low == 0 and self.covers[2 * card + 1] & high == 0:
                    self.offered[count], self.offering[count] = card, 0
                    count += 1
        end = self.line.piles[here + self.line.wastes - 1]
        if self.stock_top and end < self.line.piles[here + self.line.wastes]:
            self.offered[count], self.offering[count] = self.line.piles[here + ENDS + end], -1
            count += 1
        for k in range(self.line.wastes):
            end = self.line.piles[here + k]
            if end > first:
                self.offered[count] = self.line.piles[here + ENDS + end - 1]
                self.offering[count] = k + 1
                count += 1
            if self.both_ends and end > first + 1:
                self.offered[count] = self.line.piles[here + ENDS + first]
                self.offering[count] = k + 1
                count += 1
            first = end
        return count

    def _match(self, one: cython.int, other: cython.int) -> cython.bint:
        """Whether cards of two places may go together: 0 is no pile, -1 that of the turned card."""
        if (one < 0 < other) or (other < 0 < one):
            return self.tops_match
        return one <= 0 or other <= 0 or one == other or self.waste_match

    def _list_neighbours(self, d: cython.int, first: cython.int) -> cython.void:
        """Overlap discards, and the two top cards of a waste."""
        base: cython.int = LEVEL_WORDS * d + LEFT
        here: cython.int = self.line.row * d
        low: cython.ulonglong
        high: cython.ulonglong
        rest: cython.ulonglong
        w: cython.int
        k: cython.int
        card: cython.int
        upper: cython.int
        begin: cython.int = 0
        if self.overlap:
            for w in range(2):
                rest = self.line.levels[base + w] & self.line.masks[LAID_OUT + w]
                while rest:
                    card = 64 * w + lowest_bit(rest)
                    rest &= rest - 1
                    low = self.covers[2 * card] & self.line.levels[base]
                    high = self.covers[2 * card + 1] & self.line.levels[base + 1]
                    if count_bits(low) + count_bits(high) != 1:
                        continue
                    upper = 64 + highest_bit(high) if high else highest_bit(low)
                    low = self.covers[2 * upper] & self.line.levels[base]
                    high = self.covers[2 * upper + 1] & self.line.levels[base + 1]
                    if (low | high) == 0:
                        if self.goes_with(card, upper):
                            self._put_once(first, card, upper)
        if self.waste_pairs:
            for k in range(self.line.wastes):
                if self.line.piles[here + k] > begin + 1:
                    card = self.line.piles[here + ENDS + self.line.piles[here + k] - 1]
                    upper = self.line.piles[here + ENDS + self.line.piles[here + k] - 2]
                    if self.goes_with(card, upper):
                        self._put_once(first, card, upper)
                begin = self.line.piles[here + k]

    def _put_once(self, first: cython.int, i: cython.int, j: cython.int) -> cython.void:
        """A discard, unless it is listed."""
        k: cython.int
        for k in range(first, self.listed):
            if self.moves[k] == i | j << 8:
                return
        self._put(i, j)

    def _list_deals(self, d: cython.int) -> cython.void:
        """List the deals, or the redeal."""
        here: cython.int = self.line.row * d
        waste: cython.int = self.line.piles[here + self.line.wastes - 1]
        k: cython.int
        if not self.dealt:
            return
        if waste < self.line.piles[here + self.line.wastes]:
            for k in range(self.line.wastes if self.line.choice else 1):
                self.moves[self.listed] = DEAL | k
                self.listed += 1
        elif waste and not self.line.is_last_pass(d):
            self.moves[self.listed] = REDEAL
            self.listed += 1


def step_of(move: int) -> tuple[int, int]:
    """A move as its two numbers."""
    if move & REDEAL:
        return -2, 0
    if move & DEAL:
        return -1, move & 255
    return move & 255, move >> 8 & 255
