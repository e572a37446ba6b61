# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The best line that a search has found so far."""

import cython

from pyrtool.kernel.numbers.buffers import integers

if not cython.compiled:
    from pyrtool.kernel.levels.discards import Discards


@cython.cclass
class KeptLine:
    """The moves of the line, by level."""

    def __init__(self, levels: Discards) -> None:
        self.levels = levels
        rows: int = levels.size + 2
        self.low, self.high, self.position = integers(rows), integers(rows), integers(rows)
        self.depth = 0

    def keep(self, depth: cython.int) -> cython.void:
        """Keep the line to this level."""
        i: cython.int
        self.depth = depth
        for i in range(depth):
            self.low[i], self.high[i] = self.levels.move_low[i], self.levels.move_high[i]
            self.position[i] = self.levels.move_position[i]

    def listed(self) -> list[tuple[int, int, int]]:
        """The moves, as `encoding` has them."""
        return self.levels.listed(self.low, self.high, self.position, self.depth)
