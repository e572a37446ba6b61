# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""All remainders to which play of a deal leads, and where the discards of each lead.

For games whose cards are turned one at a time, and in which matching is by choice. In these, what
can be discarded at a place, and what is left then, is the same in every pass.
"""

import cython

from pyrtool.kernel.numbers.buffers import grown, integers, longer, words

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import lowest_bit
    from pyrtool.kernel.numbers.codes import LOST, SW_NO
    from pyrtool.kernel.numbers.encoding import FOREVER, dealt_of, pass_of, pass_start, position_of
    from pyrtool.kernel.players.random.remainders import Remainders
    from pyrtool.kernel.players.random.tableaux import NO_NUMBER
    from pyrtool.kernel.verdict.search import Search

FIRST_ENTRIES = cython.declare(cython.longlong, 1 << 14)
MOST_ENTRIES = cython.declare(cython.longlong, 1 << 30)
HEAD = cython.declare(cython.int, 6)  # of an entry
WITHOUT_END = cython.declare(cython.ulonglong, 1 << 62)


@cython.cclass
class Discovery:
    """`entries`: an entry for each remainder, in the order of their turns, from its `entry_at` on.

    An entry says of `one` remainder at which place its first king is turned (`king_at`; without a
    king, one more than its stock cards) and where that leads (`king_to`). Then comes where its
    discards lead. Those of pairs within the tableau come first (from `to_pairs` on). The others
    take two numbers each, the place at which the stock card is turned before it. These are the
    discards of a stock card with an exposed one (from `to_singles` on), and of waste top and turned
    card (from `to_tops` to `to_end`). Whatever can be done with the turned card and an exposed card
    can be done, to the same end, when the turned card is the waste top.

    `solver`: a search of the same game that keeps which positions are won (`asking`), or None: what it
    calls lost has no entry.
    """

    def __init__(self, remainders: Remainders, solver: "Search | None") -> None:
        self.remainders, self.stock, self.moves = remainders, remainders.stock, remainders.moves
        self.tableaux, self.memory = remainders.tableaux, remainders.memory
        self.solver, self.has_solver = solver, solver is not None
        self.rounds = 1 if self.moves.unlimited else self.moves.passes
        self.card_after, self.card_to = words(64), integers(64)
        self.want_card = integers(len(remainders.wanted))
        self.release()

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        self.entries_room = FIRST_ENTRIES
        self.entries = integers(self.entries_room)
        self.memory.taken += 4 * self.entries_room

    def begin_here(self) -> cython.bint:
        """The remainder of row 0, the first alike, waits: `START`. False when there is no room."""
        place: cython.int = self.stock.place_of(0)
        self.turns, self.written = 0, 0
        self._stand(self.moves.left[0])
        self.remainders.wants = 0
        self._want_at(
            self.moves.left[0],
            self.tableaux.number_of(self.moves.left[0] & self.moves.laid_out),
            -1,
            pass_of(self.moves.position[0]),
            place,
        )
        return self.remainders.find_wanted()

    def discover(self, r: cython.int) -> cython.bint:
        """A remainder has its turn. False when there is no room."""
        self.earliest = self.remainders.earliest_of(r)
        self.moves.position[0] = pass_start(self.earliest)
        self._stand(self.remainders.cards_left(r))
        self.remainders.open_until[r] = self._in_places(self.remainders.deadline_of(r))
        if (
            self.has_solver
            and self.solver.hopeless(
                self.moves.left[0],
                self.moves.in_stock[0],
                self.stock.position_at(dealt_of(self.earliest)),
                WITHOUT_END,
            )
            == LOST
        ):
            return True
        self.remainders.wants = 0
        self._want_pairs()
        self._want_singles()
        self._want_tops()
        self._want_after_king()
        return self.remainders.find_wanted() and self._write(r)

    def _stand(self, left: cython.ulonglong) -> cython.void:
        """Row 0: these cards left, and where its first king is turned."""
        kings: cython.ulonglong
        self.stock.stand_with(left)
        kings = self.moves.in_stock[0] & self.stock.kings_in_stock
        self.king_at = (
            self.stock.place_when(0, lowest_bit(kings)) if kings else self.stock.cards + 1
        )

    def _in_places(self, deadline: cython.int) -> cython.int:
        """The last position of row 0 that is not past a deadline."""
        if self.moves.unlimited or deadline >= FOREVER:
            return FOREVER if deadline >= 0 else -1
        return position_of(pass_of(deadline), self.stock.place_when(0, dealt_of(deadline)))

    def _want_pairs(self) -> cython.void:
        """Where the discards within the tableau lead."""
        stock: cython.ulonglong = self.moves.left[0] & ~self.moves.laid_out
        number: cython.int = pass_of(self.earliest)
        place: cython.int = dealt_of(self.earliest)
        k: cython.int
        for k in range(self.stock.pairs):
            if self.stock.pair_to[k] == NO_NUMBER:
                self.stock.pair_to[k] = self.tableaux.number_of(self.stock.pair_after[k])
            self._want_at(
                self.stock.pair_after[k] | stock, self.stock.pair_to[k], -1, number, place
            )
        self.to_singles = self.remainders.wants

    def _want_singles(self) -> cython.void:
        """Where the discards of single stock cards with exposed ones lead."""
        i: cython.int
        number: cython.int
        for i in range(min(self.king_at, self.stock.cards)):
            if self.stock.with_exposed >> self.stock.index[i] & 1:
                number = self._first_pass(min(i + 1, self.king_at - 1))
                if number < self.rounds:
                    self._want_single(i, number)
        self.to_tops = self.remainders.wants

    def _want_single(self, i: cython.int, number: cython.int) -> cython.void:
        """Where those of one stock card lead, first in this pass."""
        one: cython.ulonglong = 1
        partners: cython.ulonglong = self.stock.exposed_partners(self.stock.index[i])
        e: cython.int
        self.stock.take_out(i, i)
        while partners:
            e = lowest_bit(partners)
            partners &= partners - 1
            if not self.stock.tried >> e & 1:
                self.stock.tried |= one << e
                self.card_after[e] = self.stock.left_after(
                    self.moves.left[0] & self.moves.laid_out, one << e
                )
                self.card_to[e] = self.tableaux.number_of(self.card_after[e])
            self._want_at(
                self.card_after[e] | self.stock.cards_after, self.card_to[e], i, number, i
            )

    def _want_tops(self) -> cython.void:
        """Where the discards of waste top and turned card lead."""
        i: cython.int
        number: cython.int
        if self.moves.stock_waste != SW_NO:
            for i in range(1, min(self.king_at, self.stock.cards)):
                if self.stock.matching[self.stock.index[i]] >> self.stock.index[i - 1] & 1:
                    number = self._first_pass(i)
                    if number < self.rounds:
                        self.stock.take_out(i - 1, i)
                        self._want_at(
                            self.moves.left[0] & self.moves.laid_out | self.stock.cards_after,
                            self.tableaux.now,
                            i,
                            number,
                            i - 1,
                        )
        self.to_end = self.remainders.wants

    def _want_after_king(self) -> cython.void:
        """Where it leads that the first king is turned, and goes."""
        if self.king_at > self.stock.cards:
            return
        self.moves.copy_level(0)
        self.moves.position[1] = self.stock.position_at(self.king_at)
        self.moves.settle(1)
        self.stock.take_first_alike(1)
        self._want_at(
            self.moves.left[1], self.tableaux.now, -1, pass_of(self.earliest), self.king_at
        )

    def _first_pass(self, place: cython.int) -> cython.int:
        """The first pass in which play comes to a place of row 0, or `rounds`. Before a king is turned
        no pass ends."""
        if self.moves.unlimited:
            return 0
        if place >= dealt_of(self.earliest):
            return pass_of(self.earliest)
        return self.rounds if self.king_at <= self.stock.cards else pass_of(self.earliest) + 1

    def _want_at(
        self,
        left: cython.ulonglong,
        t: cython.int,
        card: cython.int,
        number: cython.int,
        place: cython.int,
    ) -> cython.void:
        """`want` what a discard leads to at this place, which is one of row 0's, first in this pass."""
        self.want_card[self.remainders.wants] = card
        if self.moves.unlimited:
            self.remainders.want(left, t, 0, 0)
        else:
            self.remainders.want(
                left,
                t,
                position_of(number, place),
                position_of(number, self.stock.index[place - 1] + 1 if place > 0 else 0),
            )

    def _write(self, r: cython.int) -> cython.bint:
        """Write an entry; False when there is no room."""
        k: cython.int
        at: cython.int
        if self.written + HEAD + 2 * self.remainders.wants > self.entries_room:
            if not self._make_entries_room():
                return False
        at = cython.cast(cython.int, self.written)
        self.remainders.entry_at[self.turns] = at
        self.turns += 1
        self.entries[at], self.entries[at + 1] = r, self.king_at
        self.entries[at + 2] = (
            self.remainders.wanted[self.to_end]
            if self.remainders.wants > self.to_end
            else NO_NUMBER
        )
        k = at + HEAD + self.to_singles
        self.entries[at + 3] = k
        k += 2 * (self.to_tops - self.to_singles)
        self.entries[at + 4] = k
        self.entries[at + 5] = k + 2 * (self.to_end - self.to_tops)
        at += HEAD
        for k in range(self.to_singles):
            self.entries[at] = self.remainders.wanted[k]
            at += 1
        for k in range(self.to_singles, self.to_end):
            self.entries[at], self.entries[at + 1] = self.want_card[k], self.remainders.wanted[k]
            at += 2
        self.written = at
        return True

    def open_entry(self, k: cython.int) -> cython.void:
        """Read the head of an entry."""
        at: cython.int = self.remainders.entry_at[k]
        self.one, self.king_at = self.entries[at], self.entries[at + 1]
        self.king_to, self.to_pairs = self.entries[at + 2], at + HEAD
        self.to_singles, self.to_tops = self.entries[at + 3], self.entries[at + 4]
        self.to_end = self.entries[at + 5]

    def _make_entries_room(self) -> cython.bint:
        """Room for more entries; False when the limit on memory forbids it, or there is none."""
        if self.entries_room >= MOST_ENTRIES or not self.memory.may_take(16 * self.entries_room):
            return False  # old and new are kept together
        with cython.gil:
            return grown(self.grow_entries)

    def grow_entries(self) -> None:
        """Room for four times as many entries."""
        self.entries = longer(self.entries)
        self.memory.taken += 16 * self.entries_room
        self.entries_room *= 4
