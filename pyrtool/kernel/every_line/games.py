# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The two players of a rating, in games that `players.random` does not play out.

Decides what the clever player sees there: that a card which must go lies under all its partners.
The games follow the generator of `kernel.players`, so that they are the same on every machine.
"""

import cython

from pyrtool.kernel.every_line.bounds import LineBounds
from pyrtool.kernel.every_line.line import Line
from pyrtool.kernel.every_line.moves import Moves

if not cython.compiled:
    from pyrtool.kernel.every_line.level import DEAL, IN_PASS, LEVEL_WORDS
    from pyrtool.kernel.numbers.bits import splitmix

GAMMA = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
WORD = cython.declare(cython.ulonglong, 1 << 32)


@cython.cclass
class Games:
    """Games from the first position of a line. `patience`: how often turning the waste over in vain
    may help."""

    def __init__(self, line: Line, moves: Moves, bounds: LineBounds, patience: int) -> None:
        self.line, self.moves, self.bounds, self.patience = line, moves, bounds, patience
        self.state = 0

    def play(self, games: int, seed: int, clever: bool) -> int:
        """How many of these games are won. `clever`: the player makes no move after which a card
        that must go has no partner."""
        wins: cython.int
        count: cython.int = games
        is_clever: cython.bint = clever
        self.state = seed & 0xFFFFFFFFFFFFFFFF
        if self.bounds.is_dead_at(0):
            return 0
        with cython.nogil:
            wins = self._wins(count, is_clever)
        return wins

    def _wins(self, games: cython.int, clever: cython.bint) -> cython.int:
        """Play the games."""
        wins: cython.int = 0
        for _ in range(games):
            wins += self._is_won(clever)
        return wins

    def _is_won(self, clever: cython.bint) -> cython.bint:
        """One game. A position in which a card that must go can go with none is given up."""
        idle: cython.int = 1  # redeals since the last discard, at the start as if after one
        d: cython.int = 0
        move: cython.uint
        while not self.line.is_won(d):
            self.moves.list_choices(d, 0)
            while True:
                if self.moves.listed == 0:
                    return False
                move = self._drawn()
                self.line.play(d, move)
                if not self.bounds.is_dead_at(d + 1):
                    break
                if not clever:
                    return False
            if (
                self.line.levels[LEVEL_WORDS * (d + 1) + IN_PASS]
                != self.line.levels[LEVEL_WORDS * d + IN_PASS]
            ):
                if idle >= self.patience:
                    return False
                idle += 1
            elif move < DEAL:
                idle = 0
            if d:
                self.line.copy_down(d)
            else:
                d = 1
        return True

    def _drawn(self) -> cython.uint:
        """One of the moves listed, drawn without bias by SplitMix64, and listed no more."""
        n: cython.ulonglong = self.moves.listed
        product: cython.ulonglong
        move: cython.uint
        at: cython.int
        k: cython.int
        while True:
            self.state = (self.state + GAMMA) & MASK
            product = (splitmix(self.state) >> 32) * n
            if product % WORD >= WORD % n:
                break
        at = cython.cast(cython.int, product >> 32)
        move = self.moves.moves[at]
        self.moves.listed -= 1
        for k in range(at, self.moves.listed):
            self.moves.moves[k] = self.moves.moves[k + 1]
        return move
