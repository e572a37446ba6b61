# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The exact chances of two players that do not think, over every position they can reach in a game
without a stock to deal. Where there is a stock, `singly_chances` answers, or `stock_chances`.

Both discard kings immediately. The first takes each legal move with the same chance; the second
takes each move that creates no set block, and any only when all do. A position's chance is the mean
of those of the positions after its moves; a position with a set block has none and is not entered.
Each position is worked out once and kept, those of later questions of the same deal too.
"""

import cython

from pyrtool.kernel.numbers.buffers import doubles, grown, integers, words
from pyrtool.kernel.numbers.codes import ANSWERS
from pyrtool.kernel.numbers.hash_table import Table
from pyrtool.kernel.numbers.widths import check_below, check_length

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.buffers import ReadOnlyBytes
    from pyrtool.kernel.numbers.codes import NO_ROOM, PAIRS, PAUSED
    from pyrtool.kernel.players.moves import Moves

DONE = cython.declare(cython.int, 0)
ENOUGH = cython.declare(cython.int, 4)
ENDS: dict[int, str] = ANSWERS | {DONE: "done", ENOUGH: "enough"}

FIRST_POSITIONS = cython.declare(cython.ulonglong, 1 << 12)

BLOCKED = cython.declare(cython.longlong, -1)
REACHED = cython.declare(cython.longlong, -2)
ABSENT = cython.declare(cython.longlong, -3)


@cython.cclass
class Chances:
    """`load` a deal, `run` until ``done``, then ask.

    `positions`: how many have been worked out. Memory: a table of 16 bytes a slot, at most five
    eighths of them full, and 16 bytes a position besides, both grown up to `limit_memory`.
    """

    def __init__(self, game: Game) -> None:
        self.moves = Moves(game, True)
        rows: int = self.moves.rows
        self.table = Table(32, 1 << 14)
        self.number, self.key = words(rows), words(rows)
        self.open_moves, self.winner = integers(rows), integers(PAIRS)
        self.sum_plain, self.sum_clever = doubles(rows), doubles(rows)
        self.way, self.won_before = doubles(rows), doubles(rows)
        self.enough = 2.0
        self.room = FIRST_POSITIONS
        self.plain, self.clever = doubles(self.room), doubles(self.room)
        self.most_room = 1 << 62
        self.depth = -1
        self.positions = 0

    def limit_memory(self, limit_bytes: int) -> None:
        """What the positions may take: three quarters for their table, one for their chances."""
        self.table.limit_bytes = limit_bytes // 4 * 3
        self.most_room = max(
            limit_bytes // 4 // 48, 1
        )  # 16 bytes, and twice that beside while they grow
        if self.room > FIRST_POSITIONS and self.room // 2 > self.most_room:
            self.release()  # more than this limit would let it grow to

    def limit_chance(self, enough: float) -> None:
        """`run` ends with ``enough`` as soon as the plain player's chance is proved to be at least
        this; above 1, never."""
        self.enough = enough

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); False if it has a set block."""
        self.moves.game.check_cards(cards)
        return bool(self.open_deal(cards))

    def load_position(self, cards: bytes, left: bytes, position: int) -> bool:
        """`load` in the middle of play: see `Search.load_position`."""
        self.moves.game.check_cards(cards)
        self.moves.game.check_left(left, position)
        return bool(self._open(self.moves.lay_out_left(cards, left, position)))

    def run(self, budget: int) -> str:
        """Work out up to this many more positions: ``done``, ``paused``, ``memory``, or
        ``enough``."""
        result: cython.int
        more: cython.ulonglong = budget
        with cython.nogil:
            result = self.work(more)
        return ENDS[result]

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        self.table.shrink()
        self.room = FIRST_POSITIONS
        self.plain, self.clever = doubles(self.room), doubles(self.room)
        self.positions = 0
        self.depth = -1

    def chances(self) -> tuple[float, float]:
        """The chances of the two players at the position that was laid out."""
        where: cython.longlong = self._where(0)
        if where == ABSENT:
            raise LookupError("the position has not been worked out")
        return self._plain_at(where), self._clever_at(where)

    def first_moves(self) -> tuple[int, int]:
        """How many moves the position that was laid out has, and after how many no chance is left.

        None once the goal is reached.
        """
        if self.moves.reached(0):
            return 0, 0
        self.moves.list_moves(0)
        return self.moves.count[0], self._lost_moves(0)

    def only_moves(self, line: bytes) -> int:
        """At how many positions of a line of play just one choice keeps the win.

        `line`: the bits of the cards of each pair discarded,
        two bytes a pair; kings go between. Moves are one choice when they have no card in common
        and the game can still be won after both.
        """
        found: cython.int = 0
        d: cython.int = 0
        k: cython.int
        moves: cython.int = len(line) // 2
        bits: ReadOnlyBytes = line
        check_length("line", line, 0, 2 * (self.moves.rows - 1))
        check_below("line", line, 64)
        self.moves.level_of(
            self.moves.kept & self.moves.all_left,
            self.moves.kept_in_stock & self.moves.all_in_stock,
            0,
        )
        self.moves.remove(0, self.moves.exposed[0] & self.moves.at_once())
        with cython.nogil:
            for k in range(moves):
                self.moves.list_moves(d)
                if self._only(d):
                    found += 1
                self.moves.move_low[d], self.moves.move_high[d] = bits[2 * k], bits[2 * k + 1]
                self.moves.take(d)
                d += 1
                if self.moves.reached(d):
                    break
        return found

    def open_deal(self, cards: ReadOnlyBytes) -> cython.bint:
        """`load` without the interpreter."""
        return self._open(self.moves.lay_out(cards))

    def _open(self, alive: cython.bint) -> cython.bint:
        """Row 0 has been laid out, and no set is blocked if it is `alive`."""
        self.table.clear()
        self.positions = 0
        self.depth = -1
        if alive and not self.moves.reached(0):
            self._begin()
        return alive

    def _begin(self) -> cython.void:
        """Row 0 is to be worked out."""
        self.key[0] = self._key_of(0)
        self.depth = 0
        self.moves.count[0] = -1
        self.way[0] = 1.0
        self.won_before[0] = 0.0

    def work(self, budget: cython.ulonglong) -> cython.int:
        """Depth first, from where it paused. A row whose `count` is negative is to be entered."""
        stop_at: cython.ulonglong = self.positions + budget
        d: cython.int = self.depth
        k: cython.int
        s: cython.int
        alive: cython.int
        one: cython.ulonglong = 1
        cards: cython.ulonglong
        slot: cython.longlong
        where: cython.longlong
        while d >= 0:
            if self.moves.count[d] < 0:
                if self.positions >= stop_at:
                    self.depth = d
                    return PAUSED
                if not self._enter(d):
                    self.depth = d
                    return NO_ROOM
            k = self.moves.following[d]
            if k >= self.moves.count[d]:
                self._close(d)
                d -= 1
                if d >= 0 and self._won_so_far(d) >= self.enough:
                    self.depth = d
                    return ENOUGH
                continue
            self.moves.following[d] = k + 1
            # The key of the position after a discard needs no more than the cards.
            self.moves.move_low[d] = self.moves.pair_low[PAIRS * d + k]
            self.moves.move_high[d] = self.moves.pair_high[PAIRS * d + k]
            cards = self.key[d] & ~(one << self.moves.move_low[d] | one << self.moves.move_high[d])
            s = self.moves.move_low[d] >> 3
            alive = self.moves.last_alive[
                256 * s + cython.cast(cython.int, (cards >> (8 * s)) & 255)
            ]
            if alive < 0:
                continue
            self.open_moves[d] += 1
            if cards & self.moves.must & ~self.moves.kings == 0:
                self.sum_plain[d] += 1.0
                self.sum_clever[d] += 1.0
                continue
            slot = self.table.find(cards)
            if slot >= 0:
                where = cython.cast(cython.longlong, self.table.note(slot))
                self.sum_plain[d] += self.plain[where]
                self.sum_clever[d] += self.clever[where]
                continue
            self.moves.take(d)
            self.key[d + 1] = cards
            d += 1
            self.moves.count[d] = -1
            self.way[d] = self.way[d - 1] / self.moves.count[d - 1]
            self.won_before[d] = self._won_so_far(d - 1)
        self.depth = -1
        return DONE

    def _close(self, d: cython.int) -> cython.void:
        """Note the chances of row d, whose moves are all worked out, and count them one row below."""
        plain: cython.double = 0.0
        clever: cython.double = 0.0
        if self.moves.count[d] > 0:
            plain = self.sum_plain[d] / self.moves.count[d]
        if self.open_moves[d] > 0:
            clever = self.sum_clever[d] / self.open_moves[d]
        self.plain[self.number[d]] = plain
        self.clever[self.number[d]] = clever
        if d > 0:
            self.sum_plain[d - 1] += plain
            self.sum_clever[d - 1] += clever

    def _won_so_far(self, d: cython.int) -> cython.double:
        """What the plain player's chance in row 0 is at least. It adds up the wins found on the way to
        row d, and after the moves of row d that have been worked out. Each counts as much as the player
        is likely to come there; `way` is how likely it comes to row d."""
        return self.won_before[d] + self.way[d] * self.sum_plain[d] / self.moves.count[d]

    def _enter(self, d: cython.int) -> cython.bint:
        """Give the position a number and list its moves; False when there is no room."""
        if self.positions >= self.room and not self._make_room():
            return False
        if self.table.full() and not self.table.make_room():
            return False
        self.table.write(self.table.find(self.key[d]), self.key[d], self.positions)
        self.number[d] = self.positions
        self.positions += 1
        self.sum_plain[d] = self.sum_clever[d] = 0.0
        self.open_moves[d] = 0
        self.moves.list_moves(d)
        self.moves.following[d] = 0
        return True

    def _make_room(self) -> cython.bint:
        """Grow; False when the limit on memory forbids it, or there is none."""
        if self.room > self.most_room:
            return False
        with cython.gil:
            return grown(self.grow)

    def grow(self) -> None:
        """Twice the room for chances."""
        plain, clever = doubles(2 * self.room), doubles(2 * self.room)
        plain[: self.room], clever[: self.room] = self.plain, self.clever
        self.plain, self.clever = plain, clever
        self.room *= 2

    def _key_of(self, d: cython.int) -> cython.ulonglong:
        """All that counts of row d: the cards left. The kings are implied by the others."""
        return self.moves.left[d] & ~self.moves.kings

    def _where(self, d: cython.int) -> cython.longlong:
        """The number of row d's position, or `REACHED`, `BLOCKED`, `ABSENT`."""
        slot: cython.longlong
        if self.moves.reached(d):
            return REACHED
        if self.moves.blocked(d):
            return BLOCKED
        slot = self.table.find(self._key_of(d))
        return cython.cast(cython.longlong, self.table.note(slot)) if slot >= 0 else ABSENT

    def _plain_at(self, where: cython.longlong) -> cython.double:
        """The plain player's chance at what `_where` found."""
        if where < 0:
            return 1.0 if where == REACHED else 0.0
        return self.plain[where]

    def _clever_at(self, where: cython.longlong) -> cython.double:
        """The clever player's."""
        if where < 0:
            return 1.0 if where == REACHED else 0.0
        return self.clever[where]

    def _lost_moves(self, d: cython.int) -> cython.int:
        """After how many of the moves listed no chance is left."""
        k: cython.int
        lost: cython.int = 0
        for k in range(self.moves.count[d]):
            if not self.moves.make(d, k) or self._plain_at(self._where(d + 1)) == 0.0:
                lost += 1
        return lost

    def _only(self, d: cython.int) -> cython.bint:
        """Whether some listed move loses, and those that do not are one choice."""
        one: cython.ulonglong = 1
        cards: cython.ulonglong
        winning: cython.ulonglong = 0
        winners: cython.int = 0
        i: cython.int
        j: cython.int
        for i in range(self.moves.count[d]):
            self.moves.make(d, i)
            if self._plain_at(self._where(d + 1)) > 0.0:
                cards = one << self.moves.move_low[d] | one << self.moves.move_high[d]
                if winning & cards:
                    return False
                winning |= cards
                self.winner[winners] = i
                winners += 1
        if winners == self.moves.count[d] or winners == 0:
            return False
        for i in range(1, winners):
            for j in range(i):
                self.moves.make(d, self.winner[i])
                cards = one << self.moves.pair_low[PAIRS * d + self.winner[j]]
                cards |= one << self.moves.pair_high[PAIRS * d + self.winner[j]]
                self.moves.remove(d + 1, cards)
                if self._plain_at(self._where(d + 1)) == 0.0:
                    return False
        return True
