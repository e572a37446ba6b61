# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which cards may be partners: for each set a choice, and those pairs of it that fit together."""

import cython

from pyrtool.kernel.numbers.buffers import halves, words
from pyrtool.kernel.verdict.pairing.windows import Windows

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.buffers import Shorts

CHOICES = cython.declare(cython.int, 65536)
_TABLES: dict[bool, memoryview] = {}


def matched(whole: bool) -> memoryview:
    """For each choice of partners of a set those pairs that are in a perfect matching of it; 0 if
    there is none. Row i of a choice, four bits, has the higher cards that lower card i may go with.

    Not `whole`: without each pair that takes the only choice of another card. The tables are made
    once.
    """
    if whole not in _TABLES:
        _TABLES[whole] = _all_matchings() if whole else _all_without_taken()
    return _TABLES[whole]


def _all_matchings() -> memoryview:
    """The table of perfect matchings."""
    table = memoryview(bytearray(2 * CHOICES)).cast("H")
    found: Shorts = table
    choice: cython.uint
    matching: cython.uint
    order: cython.int
    k: cython.int
    for order in range(256):  # two bits a row: the card that it goes with
        matching = 0
        for k in range(4):
            matching |= 1 << (4 * k + (order >> (2 * k) & 3))
        if (matching | matching >> 4 | matching >> 8 | matching >> 12) & 15 != 15:
            continue
        for choice in range(CHOICES):
            if choice & matching == matching:
                found[choice] |= matching
    return table


def _all_without_taken() -> memoryview:
    """The table of `_without_taken`."""
    table = memoryview(bytearray(2 * CHOICES)).cast("H")
    found: Shorts = table
    choice: cython.uint
    for choice in range(CHOICES):
        found[choice] = _without_taken(choice)
    return table


def _without_taken(choice: int) -> int:
    """The choice without each pair that takes the only choice of another card; 0 if a card has no
    choice."""
    before = 0
    while before != choice:
        before = choice
        for i in range(4):
            for line in (15 << (4 * i), 0x1111 << i):
                some = choice & line
                if some == 0:
                    return 0
                if some & (some - 1) == 0:
                    k = some.bit_length() - 1
                    choice &= ~(15 << (k & 12) | 0x1111 << (k & 3)) | some
    return choice


@cython.cclass
class Choices(Windows):
    """The partners that are still possible; `whole`: of a set, those in some perfect matching of it.

    `choice`: for each level and set its partners that are possible, as `matched` has them. Cards that
    are gone are each other's partners there. `single`: the cards of which none was chosen.
    """

    def __init__(self, game: Game, whole: bool) -> None:
        Windows.__init__(self, game)
        self.matched = matched(whole)
        levels = game.size // 2 + 2
        self.choice, self.single = halves(8 * levels), words(levels)

    def choose_from(self) -> cython.bint:
        """Level 0: every partner is possible. False if a rank has more cards left than its complement,
        to which no play leads if it begins with equally many."""
        one: cython.uint = 1
        lows: cython.uint
        highs: cython.uint
        gone: cython.uint
        choice: cython.uint
        s: cython.int
        i: cython.int
        self.single[0] = self.left
        for s in range(self.sets):
            lows = cython.cast(cython.uint, self.left >> (8 * s)) & 15
            highs = cython.cast(cython.uint, self.left >> (8 * s + 4)) & 15
            gone = highs ^ 15
            choice = 0
            for i in range(4):
                if lows >> i & 1:
                    choice |= highs << (4 * i)
                elif gone:
                    choice |= (gone & ~(gone - 1)) << (4 * i)
                    gone &= gone - 1
                else:
                    return False
            if gone:
                return False
            self.choice[s] = choice
        return True

    def partners(self, d: cython.int, x: cython.int) -> cython.uint:
        """The cards of the other rank, four bits, that may be a card's partner."""
        choice: cython.uint = self.choice[8 * d + (x >> 3)]
        if not x & 4:
            return (choice >> (4 * (x & 3))) & 15
        choice = (choice >> (x & 3)) & 0x1111
        return (choice | choice >> 3 | choice >> 6 | choice >> 9) & 15
