# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The exact chances of the two players of `games`, over every position that they can reach.

For games without a stock to deal: there a position says all, and no line has more moves than cards.
"""

import cython

from pyrtool.kernel.every_line.bounds import LineBounds
from pyrtool.kernel.every_line.line import Line
from pyrtool.kernel.every_line.moves import Moves
from pyrtool.kernel.every_line.walk import Visited
from pyrtool.kernel.numbers.buffers import doubles, grown, halves, integers
from pyrtool.kernel.numbers.codes import ANSWERS

if not cython.compiled:
    from pyrtool.kernel.every_line.level import (
        CARD_NUMBERS,
        END_OF_MOVES,
        FIRST_MOVE,
        LEVEL_WORDS,
        NEXT_MOVE,
    )
    from pyrtool.kernel.numbers.codes import NO_ROOM, PAUSED

DONE = cython.declare(cython.int, 0)
ENDS: dict[int, str] = ANSWERS | {DONE: "done"}
ROOM_AT_FIRST = cython.declare(cython.int, 1 << 10)


@cython.cclass
class LineChances:
    """Chances from the first position of a line, which is not won: `run` until ``done``.

    `positions`: how many have been worked out. `limit_bytes`: the most memory that they may take.
    """

    def __init__(self, line: Line, moves: Moves, bounds: LineBounds, limit_bytes: int) -> None:
        if moves.dealt:
            raise ValueError("a stock that is dealt: a position does not say all")
        self.line, self.moves, self.bounds = line, moves, bounds
        self.limit_bytes = limit_bytes
        self.visited = Visited(line.key)
        self.plain, self.clever = doubles(ROOM_AT_FIRST), doubles(ROOM_AT_FIRST)
        self.number, self.kept = halves(CARD_NUMBERS), integers(CARD_NUMBERS)
        self.sum_plain, self.sum_clever = doubles(CARD_NUMBERS), doubles(CARD_NUMBERS)
        self.positions, self.depth = 0, -1
        if not bounds.is_dead_at(0):
            self.line.write_key(0)
            self._enter(0, self.visited.slot(), 0)

    def run(self, budget: int) -> str:
        """Work out up to this many more positions: ``done``, ``paused``, or ``memory``."""
        until: cython.longlong = self.positions + budget
        answer: cython.int
        while True:
            with cython.nogil:
                answer = self._run(until)
            if answer != NO_ROOM or not self._fits() or not grown(self._grow):
                return ENDS[answer]

    def chances(self) -> tuple[float, float]:
        """The chances of the two players at the first position."""
        return self.plain[0], self.clever[0]

    def _fits(self) -> bool:
        """Whether the limit on memory lets the tables grow, which takes old and new ones."""
        table = 3 * self.visited.slots * (8 * self.visited.size + 4)
        return bool(table + 2 * 3 * 8 * self.plain.shape[0] <= self.limit_bytes)

    def _grow(self) -> None:
        """Make room where it is short."""
        if self.visited.is_full():
            self.visited.grow()
        if self.positions == self.plain.shape[0]:
            self._grow_chances()
        if self.moves.is_full():
            self.moves.grow()
        if self.line.is_short(self.depth):
            self.line.grow()

    def _grow_chances(self) -> None:
        """Twice the room for chances."""
        room: cython.longlong = self.plain.shape[0]
        plain, clever = doubles(2 * room), doubles(2 * room)
        plain[:room], clever[:room] = self.plain, self.clever
        self.plain, self.clever = plain, clever

    def _is_short(self) -> cython.bint:
        """Whether another position may not find room."""
        full: cython.bint = self.visited.is_full() or self.moves.is_full()
        return full or self.positions == self.plain.shape[0] or self.line.is_short(self.depth)

    def _run(self, until: cython.longlong) -> cython.int:
        """Depth first, from where it paused."""
        base: cython.int
        d: cython.int
        at: cython.ulonglong
        slot: cython.longlong
        known: cython.uint
        while self.depth >= 0:
            d = self.depth
            base = LEVEL_WORDS * d
            at = self.line.levels[base + NEXT_MOVE]
            if at == self.line.levels[base + END_OF_MOVES]:
                self._close(d)
                continue
            if self.positions >= until:
                return PAUSED
            if self._is_short():
                return NO_ROOM
            self.line.levels[base + NEXT_MOVE] = at + 1
            self.line.play(d, self.moves.moves[at])
            if self.bounds.is_dead_at(d + 1):
                continue
            self.kept[d] += 1
            if self.line.is_won(d + 1):
                self._add(d, 1.0, 1.0)
                continue
            self.line.write_key(d + 1)
            slot = self.visited.slot()
            known = self.visited.notes[slot]
            if known:
                self._add(d, self.plain[known - 1], self.clever[known - 1])
            else:
                self._enter(d + 1, slot, cython.cast(cython.int, self.moves.listed))
        return DONE

    def _enter(self, d: cython.int, slot: cython.longlong, first: cython.int) -> cython.void:
        """Give the position whose key is written a number, and list its moves from `first` on."""
        base: cython.int = LEVEL_WORDS * d
        self.number[d] = cython.cast(cython.uint, self.positions)
        self.positions += 1
        self.visited.write(slot, cython.cast(cython.uint, self.positions))
        self.sum_plain[d] = self.sum_clever[d] = 0.0
        self.kept[d] = 0
        self.moves.list_choices(d, first)
        self.line.levels[base + FIRST_MOVE] = self.line.levels[base + NEXT_MOVE] = first
        self.line.levels[base + END_OF_MOVES] = self.moves.listed
        self.depth = d

    def _close(self, d: cython.int) -> cython.void:
        """Note the chances at level `d`, whose moves are all worked out. The clever player chooses among
        the moves that were `kept`."""
        first: cython.ulonglong = self.line.levels[LEVEL_WORDS * d + FIRST_MOVE]
        count: cython.ulonglong = self.line.levels[LEVEL_WORDS * d + END_OF_MOVES] - first
        plain: cython.double = 0.0
        clever: cython.double = 0.0
        if self.kept[d]:
            plain = self.sum_plain[d] / count
            clever = self.sum_clever[d] / self.kept[d]
        self.plain[self.number[d]], self.clever[self.number[d]] = plain, clever
        self.moves.listed = cython.cast(cython.int, first)
        self.depth = d - 1
        if d:
            self._add(d - 1, plain, clever)

    def _add(self, d: cython.int, plain: cython.double, clever: cython.double) -> cython.void:
        """Add to the sums of level `d` what a move of it is worth."""
        self.sum_plain[d] += plain
        self.sum_clever[d] += clever
