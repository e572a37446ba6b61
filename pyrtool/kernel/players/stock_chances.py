# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""`chances` of games with a stock to deal: the same two players, worked out by stretches.

Discards within the tableau are the same at all places of a stretch. So a stretch is listed once, from
the first place that is asked for, and added up from its last.
"""

import cython

from pyrtool.kernel.buffers import integers, long_integers
from pyrtool.kernel.codes import ANSWERS

if not cython.compiled:
    from pyrtool.kernel.bits import lowest_bit
    from pyrtool.kernel.codes import NO_ROOM, PAIRS, PAUSED, SW_YES
    from pyrtool.kernel.encoding import DEALING, dealt_of, pass_of, pass_start
    from pyrtool.kernel.game import Game
    from pyrtool.kernel.players.stretches import BLOCKED, FULL, LOSING, REACHED, Stretches
    from pyrtool.kernel.search import Search

DONE = cython.declare(cython.int, 0)
ENDS: dict[int, str] = ANSWERS | {DONE: "done"}


@cython.cclass
class StockChances(Stretches):
    """`load` a deal, `run` until ``done``, then ask.

    `positions`: how many have been worked out; those of a stretch that the solver calls lost are none
    of them. Memory: a table of 16 bytes a slot, at most five eighths of them full, and 16 bytes for each
    place of a stretch, both grown up to `limit_memory`; the solver has its own.
    """

    def __init__(self, game: Game, solver: "Search | None" = None) -> None:
        Stretches.__init__(self, game, solver)
        rows: int = self.rows
        self.base, self.own = long_integers(rows), long_integers(rows)
        self.links_from, self.child = long_integers(rows), long_integers(PAIRS * rows)
        self.pairs, self.tried = integers(rows), integers(rows)
        self.open_until, self.deadline = integers(PAIRS * rows), integers(rows)
        self.going, self.listed = integers(rows), integers(rows)
        self.place_from = long_integers(rows)
        self.turned_from, self.turned_to = long_integers(rows), long_integers(rows)
        self.singly = (
            self.draw == 1
            and self.stock_top
            and not self.waste_pairs
            and self.stock_waste <= SW_YES
        )
        self.positions, self.depth = 0, -1

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); False if it has a set block."""
        return self.load_position(cards, bytes([1]) * len(cards), 0)

    def load_position(self, cards: bytes, left: bytes, position: int) -> bool:
        """`load` in the middle of play: see `Search.load_position`."""
        self.begin_deal(cards, left, position)
        self.positions = 0
        self._begin()
        return self.asked != BLOCKED

    def run(self, budget: int) -> str:
        """Work out up to so many more positions: ``done``, ``paused``, or ``memory``. A stretch that is
        begun is worked out whole; when it goes beyond, that is ``paused``."""
        result: cython.int
        more: cython.ulonglong = budget
        with cython.nogil:
            result = self.work(more)
        return ENDS[result]

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        Stretches.release(self)
        self.positions, self.depth = 0, -1

    def ask(self, left: int, in_stock: int, position: int) -> tuple[float, float] | None:
        """Begin at these cards left (no king waiting), with a discard just made.

        The chances if they are known already, else None: then `run`, and ask again.
        """
        cards: cython.ulonglong = left
        stock: cython.ulonglong = in_stock
        self.level_of(cards, stock, position)
        self.position[0] = self.canonical(0)
        if self.unlimited:
            self.position[0] = dealt_of(self.position[0])
        self.idle[0] = 0
        self._begin()
        return self.chances() if self.depth < 0 else None

    def chances(self) -> tuple[float, float]:
        """The chances of the two players at the position that was asked for."""
        where: cython.longlong = self.asked
        if where == FULL or self.is_open(where):
            raise LookupError("the position has not been worked out")
        if where < 0:
            return (1.0, 1.0) if where == REACHED else (0.0, 0.0)
        return self.chance[2 * where], self.chance[2 * where + 1]

    def _begin(self) -> cython.void:
        """Row 0 is asked for: it is to be worked out, if it is not known."""
        self.links_used = 0
        self.take_first_alike(0)
        self.asked = self.link(0)
        self.full = self.asked == FULL
        self.depth = 0 if self._follow(0, self.asked) else -1

    def work(self, budget: cython.ulonglong) -> cython.int:
        """Depth first, from where it paused. Row `depth` is in a stretch, at the place that it deals
        on from; a row whose `tried` is negative is to be entered."""
        stop_at: cython.ulonglong = self.positions + budget
        d: cython.int = self.depth
        if self.full:
            return NO_ROOM
        while d >= 0:
            if self.tried[d] < 0:
                if self.positions >= stop_at:
                    self.depth = d
                    return PAUSED
                self._enter(d)
            if self._look_on(d):
                d += 1
            elif self.full:
                self.depth = d
                return NO_ROOM
            else:
                self._add_up(d)
                d -= 1
        self.depth = -1
        return PAUSED if self.positions > stop_at else DONE

    def _enter(self, d: cython.int) -> cython.void:
        """Row d begins a stretch, or what is not known of one: list the discards of all places."""
        self.links_from[d] = self.links_used
        self.list_pairs(d)
        self.pairs[d] = self.count[d]
        self.tried[d] = 0
        self.going[d] = self.position[d]
        self.listed[d] = False
        self.deadline[d] = self.least_deadline(self.left[d])

    def _look_on(self, d: cython.int) -> cython.bint:
        """Where the moves of the stretch lead, up to one that leads to what is not known: then row d + 1
        is that. False when all is known, or there is no room.

        The discards within the tableau are looked at from the first place: later ones in the stretch
        after them are worked out with it.
        """
        k: cython.int
        where: cython.longlong
        while self.tried[d] < self.pairs[d]:
            k = PAIRS * d + self.tried[d]
            self.tried[d] += 1
            self.make(d, k - PAIRS * d)
            self.open_until[k] = self.least_deadline(self.left[d + 1])
            where = self.link(d + 1)
            if where == FULL:
                self.full = True
                return False
            self.child[k] = where if where < 0 else where - self.place_of(d)
            if self._follow(d + 1, where):
                return True
        while True:
            if not self.listed[d]:
                if self.going[d] < 0 or not self._list_place(d):
                    return False
            while self.following[d] < self.count[d]:
                k = self.following[d]
                self.following[d] += 1
                if not self.make(d, k):
                    self.put(LOSING)
                    continue
                if self._deals_on(d):
                    self._deal_on(d, self.position[d + 1], self.base[d] + self.place_of(d + 1))
                    continue
                if self.in_stock[d + 1] != self.in_stock[d]:
                    self.take_first_alike(d + 1)
                where = self.link(d + 1)
                if where == FULL:
                    self.full = True
                    return False
                self.put(where)
                if self._follow(d + 1, where):
                    return True
            self.put(self.own[d])
            self.put(self.position[d])
            self.put(self.links_used - self.place_from[d] - 2)
            self.listed[d] = False

    def _list_place(self, d: cython.int) -> cython.bint:
        """Go on to the next place of the stretch, and list what can be done there and nowhere else;
        False when there is no room."""
        first: cython.bint = self.links_used == self.links_from[d]
        if not self.room_for_links():
            self.full = True
            return False
        self.position[d], self.going[d] = self.going[d], -1
        self.own[d] = self.base[d] + self.place_of(d)
        self.count[d] = self.following[d] = self.pairs[d]
        self.listed[d] = True
        self.place_from[d] = self.links_used
        if self.singly:
            self._list_single_card(d, first)
        else:
            self.list_stock_moves(d)
        return True

    def _list_single_card(self, d: cython.int, first: cython.bint) -> cython.void:
        """`list_stock_moves`, where single cards are turned. What could be done with the turned card
        and an exposed one can be done, to the same end, when it is the waste top: so only at the
        `first` place that is listed the waste top's discards are looked at."""
        card: cython.int
        k: cython.longlong
        turned: cython.int = self.turned(d)
        with_exposed: cython.int = 0
        following: cython.ulonglong
        if first:
            self.list_stock_pairs(d)
        else:
            for k in range(self.turned_from[d], self.turned_to[d]):
                self.put(self.links[k])
            self.list_turned_pairs(d)
        if turned >= 0:
            card = self.bit_at[self.tableau + turned]
            for k in range(PAIRS * d + self.pairs[d], PAIRS * d + self.count[d]):
                if self.pair_low[k] == card:
                    with_exposed += 1
            following = self.in_stock[d] >> turned & ~1
            k = self.bit_at[self.tableau + turned + lowest_bit(following)] if following else 0
            if not self.kings >> k & 1:
                self._deal_on(d, pass_start(self.position[d]) + turned + 1, self.own[d] + 1)
            else:
                self.add_pair(d, DEALING, DEALING)
        elif self.next_position(d) >= 0:
            self.add_pair(d, DEALING, DEALING)
        self.turned_from[d] = self.links_used
        self.turned_to[d] = self.links_used + with_exposed

    def _deal_on(self, d: cython.int, position: cython.int, where: cython.longlong) -> cython.void:
        """Dealing leads to another place of row d's stretch, at this position, with its chances there."""
        if self.deadline[d] < (0 if self.unlimited else position):
            self.put(BLOCKED)
            return
        self.put(where)
        if self.is_open(where):
            self.going[d] = position

    def _add_up(self, d: cython.int) -> cython.void:
        """The chances at the places of row d's stretch that were listed, from the last to the first."""
        plain: cython.double
        clever: cython.double
        n: cython.int
        k: cython.int
        moves: cython.int
        now: cython.longlong
        own: cython.longlong
        where: cython.longlong
        while self.links_used > self.links_from[d]:
            n = cython.cast(cython.int, self.links[self.links_used - 1])
            now = 0 if self.unlimited else self.links[self.links_used - 2]
            own = self.links[self.links_used - 3]
            self.links_used -= n + 3
            plain = clever = 0.0
            moves = 0  # that create no block
            for k in range(PAIRS * d, PAIRS * d + self.pairs[d]):
                where = self.child[k]
                if where == REACHED:
                    plain += 1.0
                    clever += 1.0
                    moves += 1
                elif self.open_until[k] >= now:
                    if where != LOSING:
                        where += own - self.base[d]
                        plain += self.chance[2 * where]
                        clever += self.chance[2 * where + 1]
                    moves += 1
            for k in range(n):
                where = self.links[self.links_used + k]
                if where >= 0:
                    plain += self.chance[2 * where]
                    clever += self.chance[2 * where + 1]
                elif where == REACHED:
                    plain += 1.0
                    clever += 1.0
                if where != BLOCKED:
                    moves += 1
            n += self.pairs[d]
            self.chance[2 * own] = plain / n if n > 0 else 0.0
            self.chance[2 * own + 1] = clever / moves if moves > 0 else 0.0
            self.positions += 1

    def _deals_on(self, d: cython.int) -> cython.bint:
        """Whether the move just made deals on to the next place of row d's stretch."""
        return (
            self.move_low[d] == DEALING
            and self.left[d + 1] == self.left[d]
            and self.idle[d + 1] == self.idle[d]
            and self.position[d + 1] > self.position[d]
            and pass_of(self.position[d + 1]) == pass_of(self.position[d])
        )

    def _follow(self, d: cython.int, where: cython.longlong) -> cython.bint:
        """Whether row d, which `link` told, is to be worked out; then it is to be entered."""
        if not self.is_open(where):
            return False
        self.base[d] = where - self.place_of(d)
        self.tried[d] = -1
        return True
