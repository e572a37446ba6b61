# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Stretches: the positions of a game with a stock through which dealing leads, kept as one.

A *stretch* has the same cards left, in the same pass and after as many redeals in vain; a *place* in it is
how many of the stock's cards left lie in the waste. Each place has room for the chances of two players.

What walks through them is for `stock_chances`.
"""

import cython

from pyrtool.kernel.buffers import doubles, long_integers, longer
from pyrtool.kernel.table import Table
from pyrtool.kernel.widths import check_width

if not cython.compiled:
    from pyrtool.kernel.bits import count_bits, lowest_bit
    from pyrtool.kernel.codes import LOST, PAIRS
    from pyrtool.kernel.encoding import (
        DEALT_BITS,
        MARK_BITS,
        dealt_of,
        key_of,
        pass_of,
        pass_start,
    )
    from pyrtool.kernel.game import Game
    from pyrtool.kernel.players.player import Player
    from pyrtool.kernel.search import Search

IDLE_BITS = cython.declare(cython.int, 2)  # of a key: `Player.idle`
FIRST_PLACES = cython.declare(cython.ulonglong, 1 << 12)
WITHOUT_END = cython.declare(cython.ulonglong, 1 << 62)

NOT_KNOWN = cython.declare(cython.double, -1.0)  # a chance

MOST_PASSES: int = 16
"""More passes, unless unlimited, do not fit a stretch's key."""

if not cython.compiled:
    # What `link` tells of a row that is at no place of a stretch.
    BLOCKED = -1
    REACHED = -2
    LOSING = -3  # lost, though no set is blocked
    FULL = -4  # there is no room for one more stretch


@cython.cclass
class Stretches(Player):
    """The stretches of one deal, each with room for two chances a place, and a stack of links between
    them.

    `solver`: a search of the same game that keeps which positions are won (`asking`), or None: a
    stretch that it calls lost gets no room. `used`: how many places have room.
    """

    def __init__(self, game: Game, solver: "Search | None") -> None:
        Player.__init__(self, game, True)
        check_width("redeals in vain", self.patience, IDLE_BITS)
        most: int = 0 if self.unlimited else self.passes - 1
        check_width("passes", most, MARK_BITS - DEALT_BITS - IDLE_BITS)
        self.solver, self.has_solver = solver, solver is not None
        self.table = Table(32, 1 << 12)
        self.links_room, self.links_used = 1 << 8, 0
        self.links = long_integers(self.links_room)
        self.most_places = 1 << 62
        self.release()

    def limit_memory(self, limit_bytes: int) -> None:
        """What the stretches may take: a quarter for their table, half for their chances; and a
        quarter for the solver."""
        self.table.limit_bytes = limit_bytes // 4
        self.most_places = max(limit_bytes // 2 // 48, 1)  # old and new beside each other
        if self.has_solver:
            self.solver.limit_memory(limit_bytes // 4)
        if self.room > FIRST_PLACES and self.room // 2 > self.most_places:
            self.release()  # more than this limit would let it grow to

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        self.table.shrink()
        self.room = FIRST_PLACES
        self.chance = doubles(2 * self.room)
        self.used = 0

    def begin_deal(self, cards: bytes, left: bytes, position: int) -> None:
        """Row 0: a deal in the middle of play, see `Search.load_position`; no stretch has room."""
        self.lay_out_left(cards, left, position)
        self.table.clear()
        self.used = 0
        if self.has_solver:
            self.solver.load_position(cards, left, position)

    def link(self, d: cython.int) -> cython.longlong:
        """Where the chances of row d are, or `REACHED`, `BLOCKED`, `LOSING`, `FULL`. A stretch that is
        new gets room, if it can be won there."""
        mark: cython.int
        key: cython.ulonglong
        slot: cython.longlong
        base: cython.ulonglong
        places: cython.int
        place: cython.int = self.place_of(d)
        k: cython.int
        if self.reached(d):
            return REACHED
        if self.blocked(d):
            return BLOCKED
        mark = (pass_of(self.position[d]) << IDLE_BITS) | self.idle[d]
        key = key_of(self.left[d], mark << DEALT_BITS)
        slot = self.table.find(key)
        if slot >= 0:
            return cython.cast(cython.longlong, self.table.note(slot)) + place
        if self._is_lost(d):
            return LOSING
        if self.table.full() and not self.table.make_room():
            return FULL
        places = count_bits(self.in_stock[d]) + 1
        while self.used + places > self.room:
            if not self._make_room():
                return FULL
        base = self.used
        self.table.write(self.table.find(key), key, base)
        self.used += places
        for k in range(places):
            self.chance[2 * (base + k)] = NOT_KNOWN
        return cython.cast(cython.longlong, base) + place

    def _is_lost(self, d: cython.int) -> cython.bint:
        """Whether the solver knows that row d is lost."""
        return self.has_solver and (
            self.solver.hopeless(self.left[d], self.in_stock[d], self.position[d], WITHOUT_END)
            == LOST
        )

    def is_open(self, where: cython.longlong) -> cython.bint:
        """Whether the chances there, which `link` told, are still to be worked out."""
        return where >= 0 and self.chance[2 * where] == NOT_KNOWN

    def take_first_alike(self, d: cython.int) -> cython.void:
        """Of cards of the same rank any may be the one that is left: let row d have the first of the
        stock whose ranks, in order, are those of its stock. Its chances are the same, as suits do
        not count, and many rows become one."""
        one: cython.ulonglong = 1
        cards: cython.ulonglong = self.in_stock[d]
        left: cython.ulonglong = self.left[d] & self.laid_out
        in_stock: cython.ulonglong = 0
        dealt: cython.int = dealt_of(self.position[d])
        dealt_then: cython.int = 0
        i: cython.int
        k: cython.int = 0
        while cards:
            i = lowest_bit(cards)
            cards &= cards - 1
            k += lowest_bit(self.places_of[self.bit_at[self.tableau + i] >> 2] >> k)
            in_stock |= one << k
            left |= one << self.bit_at[self.tableau + k]
            k += 1
            if i < dealt:
                dealt_then = k
        self.left[d], self.in_stock[d] = left, in_stock
        self.position[d] = pass_start(self.position[d]) + dealt_then

    def place_of(self, d: cython.int) -> cython.int:
        """How many of the stock cards left lie in the waste."""
        one: cython.ulonglong = 1
        return count_bits(self.in_stock[d] & ((one << dealt_of(self.position[d])) - 1))

    def put(self, link: cython.longlong) -> cython.void:
        """One more on the stack of links."""
        self.links[self.links_used] = link
        self.links_used += 1

    def room_for_links(self) -> cython.bint:
        """Room for those of one more row; False when there is none."""
        if self.links_used + PAIRS <= self.links_room:
            return True
        with cython.gil:
            try:
                self.links = longer(self.links)
            except MemoryError:
                return False
        self.links_room *= 4
        return True

    def _make_room(self) -> cython.bint:
        """Grow; False when the limit on memory forbids it, or there is none."""
        if self.room > self.most_places:
            return False
        with cython.gil:
            try:
                self.grow()
            except MemoryError:
                return False
        return True

    def grow(self) -> None:
        """Twice the room for chances."""
        chance = doubles(4 * self.room)
        chance[: 2 * self.room] = self.chance
        self.chance = chance
        self.room *= 2
