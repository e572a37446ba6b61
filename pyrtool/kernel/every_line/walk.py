# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A walk through every line of play, position by position.

Decides in which order positions are visited, and which moves are left out because they lead to
nothing that others do not. The questions are those of `questions`. Proofs:
docs/development/proofs.md.
"""

import cython

from pyrtool.kernel.every_line.bounds import LineBounds
from pyrtool.kernel.every_line.line import Line
from pyrtool.kernel.every_line.moves import Moves, step_of
from pyrtool.kernel.numbers.buffers import grown, halves, words
from pyrtool.kernel.numbers.codes import ANSWERS

if not cython.compiled:
    from pyrtool.kernel.every_line.level import (
        CARD_NUMBERS,
        DEAL,
        END_OF_MOVES,
        EXCLUDED,
        FIRST_MOVE,
        LEVEL_WORDS,
        NEXT_MOVE,
    )
    from pyrtool.kernel.numbers.bits import splitmix
    from pyrtool.kernel.numbers.buffers import Words
    from pyrtool.kernel.numbers.codes import LOST, NO_ROOM, PAUSED, WON

SLOTS_AT_FIRST = cython.declare(cython.int, 1 << 10)
SHORT = cython.declare(cython.int, -3)  # it is short of room that it may have
NO_END = cython.declare(cython.longlong, 1 << 62)


@cython.cclass
class Visited:
    """The positions visited, each with a note. Their keys have more words than those of
    `hash_table`: where each card of wastes and stock lies. At most five slots of eight are taken; a
    slot is free where its note is 0.

    `key` is that of the position in question: the caller writes it there.
    """

    def __init__(self, key: Words) -> None:
        self.size, self.key = len(memoryview(key)), key
        self._allot(SLOTS_AT_FIRST)

    def _allot(self, slots: int) -> None:
        """Make an empty table of this many slots, a power of two."""
        self.keys, self.notes = words(self.size * slots), halves(slots)
        self.slots, self.stored = slots, 0

    def forget(self) -> None:
        """Empty the table."""
        self._allot(SLOTS_AT_FIRST)

    def is_full(self) -> cython.bint:
        """Whether it must grow before another key is written."""
        return 8 * (self.stored + 1) > 5 * self.slots

    def grow(self) -> None:
        """Twice as many slots."""
        keys, notes, key = self.keys, self.notes, bytes(memoryview(self.key))
        slots: cython.longlong = self.slots
        i: cython.longlong
        k: cython.int
        self._allot(2 * self.slots)
        for i in range(slots):
            if notes[i]:
                for k in range(self.size):
                    self.key[k] = keys[self.size * i + k]
                self.write(self.slot(), notes[i])
        for k, word in enumerate(memoryview(key).cast("Q")):
            self.key[k] = word

    def slot(self) -> cython.longlong:
        """Where the key is, or is to be written."""
        mask: cython.ulonglong = self.slots - 1
        at: cython.ulonglong = 0
        place: cython.ulonglong
        k: cython.int
        for k in range(self.size):
            at = splitmix(at ^ self.key[k])
        at &= mask
        while self.notes[at]:
            place = self.size * at
            k = 0
            while k < self.size and self.keys[place + k] == self.key[k]:
                k += 1
            if k == self.size:
                break
            at = (at + 1) & mask
        return cython.cast(cython.longlong, at)

    def write(self, slot: cython.longlong, note: cython.uint) -> cython.void:
        """Put the key and its note into its slot."""
        k: cython.int
        if self.notes[slot] == 0:
            self.stored += 1
            for k in range(self.size):
                self.keys[self.size * slot + k] = self.key[k]
        self.notes[slot] = note


@cython.cclass
class Walk:
    """A walk through the positions that play can reach, until one is enough.

    If a position that is wanted can be reached, one as good is visited, by the fewest moves where
    `most` bounds them: then only lines of at most that length count. The proof is in
    docs/development/proofs.md, "Exclusions". `nodes` are the moves that were tried, `reached` the
    positions of the last walk. `room`: the most positions that these can be.
    """

    def __init__(self, line: Line, moves: Moves) -> None:
        self.line, self.moves = line, moves
        self.visited = Visited(line.key)
        self.ban, self.trail = words(2 * CARD_NUMBERS), halves(CARD_NUMBERS * CARD_NUMBERS)
        self.excludes = not line.ends
        self.nodes = self.reached = 0
        self.room, self.enough, self.most = NO_END, NO_END, -1
        self.depth, self.trailed, self.won = -1, 0, False

    def begin(self, most: int = -1) -> None:
        """Visit the first position, to walk lines of at most `most` moves; of any number for -1."""
        k: cython.int
        self.most = most
        self.visited.forget()
        for k in range(2 * CARD_NUMBERS):
            self.ban[k] = 0
        self.depth, self.trailed = -1, 0
        self._is_new(0)
        self.reached = 0
        self._follow(-1, DEAL)
        self.won = self._visit(0)
        if not self.won and not self._is_vain(0):
            self._list(0, 0)
            self.depth = 0

    def search(self, most: int) -> str:
        """Walk on for at most this many nodes: ``won`` where a position is enough, ``lost`` where
        none is, ``paused``, or ``memory``."""
        until: cython.longlong = self.nodes + most
        answer: cython.int = SHORT
        while True:
            with cython.nogil:
                answer = self._run(until)
            if answer == SHORT:
                if not grown(self._grow):
                    return ANSWERS[NO_ROOM]
            elif answer != PAUSED or self.nodes >= until or not self._begins_again():
                return ANSWERS[answer]

    def found(self) -> list[tuple[int, int]]:
        """The moves to the position that is enough."""
        found: list[tuple[int, int]] = []
        for d in range(self.depth + 1):
            found.append(
                step_of(self.moves.moves[self.line.levels[LEVEL_WORDS * d + NEXT_MOVE] - 1])
            )
        return found

    def _begins_again(self) -> bool:
        """Whether the walk begins again where it took `enough` nodes."""
        return False

    def _grow(self) -> None:
        """Make room where it is short."""
        if self.visited.is_full():
            self.visited.grow()
        if self.moves.is_full():
            self.moves.grow()
        if self.line.is_short(self.depth):
            self.line.grow()
        self._make_room()

    def _make_room(self) -> None:
        """Make room for what a question keeps."""

    def _run(self, until: cython.longlong) -> cython.int:
        """Step by step, until a position is enough, nothing is left to try, or something runs
        out."""
        base: cython.int
        while not self.won:
            if self.depth < 0:
                return PAUSED if self.nodes == self.enough else LOST
            base = LEVEL_WORDS * self.depth
            if self.line.levels[base + NEXT_MOVE] == self.line.levels[base + END_OF_MOVES]:
                self._leave()
                continue
            if self.nodes == self.enough:
                return PAUSED
            if self.visited.stored > self.room:
                return NO_ROOM
            if self.nodes >= until:
                return PAUSED
            if self._is_short():
                return SHORT
            self._step()
        return WON

    def _is_short(self) -> cython.bint:
        """Whether what follows may not find room."""
        full: cython.bint = self.visited.is_full() or self.moves.is_full()
        return full or self.line.is_short(self.depth) or self._lacks_room()

    def _lacks_room(self) -> cython.bint:
        """Whether what a question keeps may not find room."""
        return False

    def _step(self) -> cython.void:
        """Try the next move of the highest level."""
        move: cython.uint
        d: cython.int = self.depth
        base: cython.int = LEVEL_WORDS * d
        at: cython.ulonglong = self.line.levels[base + NEXT_MOVE]
        # A line that makes the discard before later is as one after it, and has no fewer moves; so
        # what was visited counts without exclusions, too.
        if (
            at > self.line.levels[base + FIRST_MOVE]
            and self.excludes
            and self.moves.is_early_free(d)
        ):
            self._exclude(self.moves.moves[at - 1])
        self.line.levels[base + NEXT_MOVE] = at + 1
        self.nodes += 1
        move = self.moves.moves[at]
        self.line.play(d, move)
        if not self._is_new(d + 1):
            return
        self.reached = self.visited.stored
        if self._visit(d + 1):
            self.won = True
            return
        self._follow(d, move)
        if not self._is_vain(d + 1):
            self._list(d + 1, cython.cast(cython.int, self.line.levels[base + END_OF_MOVES]))
            self.depth = d + 1

    def _is_new(self, d: cython.int) -> cython.bint:
        """Whether a position was not visited before, by as few moves where they are bounded; then
        it is noted."""
        slot: cython.longlong
        self.line.write_key(d)
        slot = self.visited.slot()
        if self.visited.notes[slot]:
            if self.most < 0 or self.visited.notes[slot] <= cython.cast(cython.uint, d + 1):
                return False
        self.visited.write(slot, d + 1)
        return True

    def _list(self, d: cython.int, first: cython.int) -> cython.void:
        """List the moves of a position from `first` on, in their order, without those excluded."""
        base: cython.int = LEVEL_WORDS * d
        k: cython.int
        end: cython.int = first
        self.moves.list_moves(d, first)
        self._arrange(d, first)
        for k in range(first, self.moves.listed):
            if not self._is_excluded(self.moves.moves[k]):
                self.moves.moves[end] = self.moves.moves[k]
                end += 1
        self.moves.listed = end
        self.line.levels[base + FIRST_MOVE] = self.line.levels[base + NEXT_MOVE] = first
        self.line.levels[base + END_OF_MOVES] = end
        self.line.levels[base + EXCLUDED] = self.trailed

    def _leave(self) -> cython.void:
        """Leave the highest level: what was excluded since it was entered is not any more."""
        one: cython.ulonglong = 1
        base: cython.int = LEVEL_WORDS * self.depth
        move: cython.uint
        first: cython.int = cython.cast(cython.int, self.line.levels[base + EXCLUDED])
        while self.trailed > first:
            self.trailed -= 1
            move = self.trail[self.trailed]
            self.ban[2 * (move & 255) + (move >> 14 & 3)] &= ~(one << (move >> 8 & 63))
        self.moves.listed = cython.cast(cython.int, self.line.levels[base + FIRST_MOVE])
        self.depth -= 1

    def _exclude(self, move: cython.uint) -> cython.void:
        """No line that goes on has this discard, which was tried."""
        one: cython.ulonglong = 1
        if move < DEAL:
            self.ban[2 * (move & 255) + (move >> 14 & 3)] |= one << (move >> 8 & 63)
            self.trail[self.trailed] = move
            self.trailed += 1

    def _is_excluded(self, move: cython.uint) -> cython.bint:
        """Whether it is a discard that was tried before, and excluded."""
        if move >= DEAL:
            return False
        return self.ban[2 * (move & 255) + (move >> 14 & 3)] >> (move >> 8 & 63) & 1 != 0

    # Questions.

    def _visit(self, d: cython.int) -> cython.bint:
        """Whether a position that is visited is enough: here, whether it is won."""
        return self.line.is_won(d)

    def _follow(self, d: cython.int, move: cython.uint) -> cython.void:
        """Work out what `_is_vain` asks about: for the level above `d`, after a move."""

    def _is_vain(self, d: cython.int) -> cython.bint:
        """Whether nothing that follows a position is wanted."""
        return False

    def _arrange(self, d: cython.int, first: cython.int) -> cython.void:
        """Put the moves listed from `first` on in the order in which they are tried."""


@cython.cclass
class BoundedWalk(Walk):
    """A walk that knows of each position which cards stay in every line from it."""

    def __init__(self, line: Line, moves: Moves, bounds: LineBounds) -> None:
        Walk.__init__(self, line, moves)
        self.bounds = bounds

    def _follow(self, d: cython.int, move: cython.uint) -> cython.void:
        """Find which cards stay."""
        if d < 0:
            self.bounds.find_staying(0)
        else:
            self.bounds.stay_after(d, move)
