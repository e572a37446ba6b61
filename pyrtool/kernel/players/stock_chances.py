# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""`chances` of games with a stock to deal: how often the same two players come to each position, from
the start on, and so to the goal.

Each stretch has its turn when all that leads to it has had its own: then how often the players come to
each of its places is shared out among the moves from there. Discards within the tableau are the same at
all its places.
"""

import cython

from pyrtool.kernel.buffers import doubles, integers, long_integers, words
from pyrtool.kernel.codes import ANSWERS

if not cython.compiled:
    from pyrtool.kernel.bits import lowest_bit
    from pyrtool.kernel.codes import LOST, NO_ROOM, PAIRS, PAUSED, SW_NO, SW_YES
    from pyrtool.kernel.encoding import DEALING, PASS, dealt_of, pass_start
    from pyrtool.kernel.game import Game
    from pyrtool.kernel.players.stretches import Stretches
    from pyrtool.kernel.players.tableaux import NO_NUMBER
    from pyrtool.kernel.search import Search

DONE = cython.declare(cython.int, 0)
DIGITS: int = 14
ENDS: dict[int, str] = ANSWERS | {DONE: "done"}

# Where a move leads that leads to no place.
BLOCKED = cython.declare(cython.longlong, -1)
REACHED = cython.declare(cython.longlong, -2)
LOSING = cython.declare(cython.longlong, -3)  # it costs the player his patience
NO_MOVE = cython.declare(cython.longlong, -4)

MOST_PARTS = cython.declare(cython.int, 1 << 10)
WITHOUT_END = cython.declare(cython.ulonglong, 1 << 62)


@cython.cclass
class StockChances(Stretches):
    """`load` a deal, `run` until ``done``, then ask for the `chances`.

    `solver`: a search of the same game that keeps which positions are won (`asking`), or None: what it
    calls lost gets no turn. `positions`: how many places have had their turn. Memory: 24 bytes for each
    stretch that waits and for each of its places, up to half of `limit_memory`; the solver has the rest.
    """

    def __init__(self, game: Game, solver: "Search | None" = None) -> None:
        self.solver, self.has_solver = solver, solver is not None
        Stretches.__init__(self, game)
        self.last_open = integers(PAIRS)
        self.pair_after, self.pair_to = words(PAIRS), integers(PAIRS)
        self.card_after, self.card_to = words(64), integers(64)
        self.wanted_from, self.tops = integers(PASS + 2), long_integers(PASS)
        self.each, self.part = doubles(2 * PASS), doubles(MOST_PARTS)
        for moves in range(1, MOST_PARTS):
            self.part[moves] = 1.0 / moves
        self.singly = (
            self.draw == 1
            and self.stock_top
            and not self.waste_pairs
            and self.stock_waste <= SW_YES
        )
        self.positions, self.full = 0, False
        self.held = NO_NUMBER

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); False if it has a set block."""
        return self.load_position(cards, bytes([1]) * len(cards), 0)

    def load_position(self, cards: bytes, left: bytes, position: int) -> bool:
        """`load` in the middle of play: see `Search.load_position`."""
        alive: cython.bint = self.lay_out_left(cards, left, position)
        where: cython.longlong
        self.empty()
        self.look_at_deal()
        self.looked_at = self.held = NO_NUMBER
        self.positions, self.full = 0, False
        self.plain = self.clever = 0.0
        if self.has_solver:
            self.solver.load_position(cards, left, position)
        if self.reached(0):
            self.plain = self.clever = 1.0
        elif alive:
            self.take_first_alike(0)
            where = self.place_in(self.key_in(self.left[0], self.position[0], self.idle[0]))
            where += self.place_of(0)
            self.comes[2 * where] = self.comes[2 * where + 1] = 1.0
        return bool(alive)

    def limit_memory(self, limit_bytes: int) -> None:
        """What the stretches may take, and the solver: half each."""
        self.limit_bytes(limit_bytes // 2)
        if self.has_solver:
            self.solver.limit_memory(limit_bytes // 2)

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        Stretches.release(self)
        self.positions, self.full = 0, True

    def run(self, budget: int) -> str:
        """Work out up to so many more positions: ``done``, ``paused``, or ``memory``. A stretch that is
        begun is worked out whole; when it goes beyond, that is ``paused``."""
        result: cython.int
        more: cython.ulonglong = budget
        with cython.nogil:
            result = self.work(more)
        return ENDS[result]

    def chances(self) -> tuple[float, float]:
        """The chances of the two players at the position that was laid out. The last digits of the sums
        are left out, so that what is certain is 1."""
        if self.full or self.held != NO_NUMBER or self.first_waiting() >= 0:
            raise LookupError("the position has not been worked out")
        return float(f"{self.plain:.{DIGITS}g}"), float(f"{self.clever:.{DIGITS}g}")

    def can_win(self, left: int, in_stock: int, position: int) -> bool | None:
        """Whether the game can be won with these cards left, no king waiting, at this position of the stock:
        the solver's answer. None when there is no room for it."""
        answer: cython.int = self.solver.hopeless(left, in_stock, position, WITHOUT_END)
        if answer == LOST:
            return False
        return None if self.solver.table.full() else True

    def work(self, budget: cython.ulonglong) -> cython.int:
        """Give the stretches that wait their turns. `held`: one whose turn it is, row 0, or none."""
        stop_at: cython.ulonglong = self.positions + budget
        at: cython.int
        if self.full:
            return NO_ROOM
        while True:
            if self.held == NO_NUMBER:
                at = self.first_waiting()
                if at < 0:
                    return PAUSED if self.positions > stop_at else DONE
                self.held = self.take_waiting(at)
                self._expect(self.waiting[at])
                if self.tableaux.now != self.looked_at:
                    self._look_at_tableau()
                self.stand(self.held)
            if not self._is_lost():
                if self.positions >= stop_at:
                    return PAUSED
                self.full = not self._share()
                if self.full:
                    return NO_ROOM
            self.give_back(self.held)
            self.held = NO_NUMBER

    def _expect(self, s: cython.int) -> cython.void:
        """A stretch, if it is one, has its turn soon, and the solver will be asked."""
        if s != NO_NUMBER:
            self.expect_turn(s)
            if self.has_solver:
                self.solver.table.fetch(self.words[2 * s] & self.all_left)

    def _is_lost(self) -> cython.bint:
        """Whether the solver knows that row 0 is lost."""
        return self.has_solver and (
            self.solver.hopeless(self.left[0], self.in_stock[0], self.position[0], WITHOUT_END)
            == LOST
        )

    def _look_at_tableau(self) -> cython.void:
        """A tableau has its turn: what is exposed, the discards within it, and which cards of the stock can
        go with exposed ones (`with_exposed`, by index)."""
        one: cython.ulonglong = 1
        cards: cython.ulonglong = self.tableaux.cards[self.tableaux.now]
        i: cython.int
        k: cython.int
        self.looked_at = self.tableaux.now
        self.level_of(cards | self.all_left & ~self.laid_out, self.all_in_stock, 0)
        self.list_pairs(0)
        self.pairs = self.count[0]
        for k in range(self.pairs):
            self.pair_after[k] = self.left_after(
                cards, one << self.pair_low[k] | one << self.pair_high[k]
            )
            self.pair_to[k] = -1
        self.with_exposed = self.tried = 0
        for i in range(self.stock):
            if self.exposed_partners(i):
                self.with_exposed |= one << i

    def _share(self) -> cython.bint:
        """A stretch has its turn, from row 0 on; False when there is no room."""
        place: cython.int
        first: cython.int = self.place_of(0)
        last: cython.int = self.cards
        deal: cython.longlong
        self.own, self.wants = self.held + 1, 0
        self._want_pairs(first)
        if not self.singly:
            if not self.find_wanted():
                return False
            for place in range(first, last + 1):
                self.wants = self.pairs
                if self.comes[2 * (self.own + place)] != 0.0 and not self._link_place(place):
                    return False
                self._share_place(place, self.pairs, self.wants, NO_MOVE, NO_MOVE)
        else:
            last = self._want_cards(first)
            if not self.find_wanted():
                return False
            deal = self._deal_from(last)
            if deal == 0:
                return False
            for place in range(first, last + 1):
                self._share_place(
                    place,
                    self.wanted_from[place - 1 if place > 0 else 0],
                    self.wanted_from[place + 1],
                    NO_MOVE if self.tops[place] < 0 else self.wanted[self.tops[place]],
                    self.own + place + 1 if place < last else deal,
                )
        self._share_pairs(first, last)
        return True

    def _want_pairs(self, first: cython.int) -> cython.void:
        """Where the discards within the tableau lead, from place 0: the first of what is wanted. And up to
        which place they leave no set blocked (`last_open`)."""
        left: cython.ulonglong
        stock: cython.ulonglong = self.left[0] & ~self.laid_out
        k: cython.int
        for k in range(self.pairs):
            left = self.pair_after[k] | stock
            if left & self.must == 0:
                self.last_open[k] = PASS
                self.want(REACHED, 0, 0, 0)
                continue
            self.last_open[k] = self.last_place_open(left)
            if self.last_open[k] < first:
                self.want(BLOCKED, 0, 0, 0)
                continue
            if self.pair_to[k] < 0:
                self.pair_to[k] = self.tableaux.number_of(self.pair_after[k])
            self.want(0, self.key_in(left, self.position[0], 0), self.pair_to[k], 0)

    def _link_place(self, place: cython.int) -> cython.bint:
        """Where the moves lead that can be made at this place and not at others; False when there is no
        room."""
        k: cython.int
        where: cython.longlong
        self.position[0] = self.position_at(place)
        self.count[0] = self.pairs
        self.list_stock_moves(0)
        for k in range(self.pairs, self.count[0]):
            where = self._after_move(k)
            if where == 0:
                return False
            self.want(where, 0, 0, 0)
        return True

    def _after_move(self, k: cython.int) -> cython.longlong:
        """Where a listed move of row 0 leads; 0 when there is no room."""
        where: cython.longlong
        if not self.make(0, k):
            return LOSING
        if self.reached(1):
            return REACHED
        if self.blocked(1):
            return BLOCKED
        if self.in_stock[1] != self.in_stock[0]:
            self.take_first_alike(1)
        elif dealt_of(self.position[1]) > 0:
            return self.own + self.place_of(1)  # no redeal: the same stretch
        where = self.place_in(self.key_in(self.left[1], self.position[1], self.idle[1]))
        return where + self.place_of(1) if where > 0 else 0

    def _deal_from(self, place: cython.int) -> cython.longlong:
        """Where dealing leads from a place, or `NO_MOVE`; 0 when there is no room."""
        self.position[0] = self.position_at(place)
        if self.next_position(0) < 0:
            return NO_MOVE
        self.count[0] = self.pairs
        self.add_pair(0, DEALING, DEALING)
        return self._after_move(self.pairs)

    def _want_cards(self, first: cython.int) -> cython.int:
        """Where single cards are turned, where the discards with them lead, at the places from the `first`
        to the last one that the players come to; that place. What can be done with the turned card and an
        exposed one can be done, to the same end, when it is the waste top."""
        i: cython.int
        last: cython.int = first
        start: cython.int = pass_start(self.position[0])
        deadline: cython.int = self.least_deadline(self.left[0])
        if self.unlimited:
            deadline = PASS
        while (
            last < self.cards
            and start + self.index[last] < deadline
            and not (last + 1 < self.cards and self.kings_in_stock >> self.index[last + 1] & 1)
        ):
            last += 1
        self.wanted_from[max(first - 1, 0)] = self.wants
        for i in range(max(first - 1, 0), min(last + 1, self.cards)):
            if self.with_exposed >> self.index[i] & 1:
                self._want_card(i)
            self.wanted_from[i + 1] = self.wants
        self.wanted_from[last + 1] = self.wants
        self.tops[first] = self.tops[last] = -1
        for i in range(max(first, 1), min(last + 1, self.cards)):
            self.tops[i] = -1
            if self.stock_waste != SW_NO and self.matching[self.index[i]] >> self.index[i - 1] & 1:
                self.tops[i] = self.wants
                self.take_out(i - 1, i)
                self._want_after(self.left[0] & self.laid_out, self.tableaux.now)
        return last

    def _want_card(self, i: cython.int) -> cython.void:
        """Where the discards of a stock card with exposed ones lead."""
        one: cython.ulonglong = 1
        partners: cython.ulonglong = self.exposed_partners(self.index[i])
        e: cython.int
        self.take_out(i, i)
        while partners:
            e = lowest_bit(partners)
            partners &= partners - 1
            if not self.tried >> e & 1:
                self.tried |= one << e
                self.card_after[e] = self.left_after(self.left[0] & self.laid_out, one << e)
                self.card_to[e] = -1
            if self.card_to[e] < 0:
                self.card_to[e] = self.tableaux.number_of(self.card_after[e])
            self._want_after(self.card_after[e], self.card_to[e])

    def _want_after(self, tableau: cython.ulonglong, t: cython.int) -> cython.void:
        """A discard leads to these cards of the tableau, and the stock is as `_take_out` left it."""
        left: cython.ulonglong = tableau | self.cards_after
        if left & self.must == 0:
            self.want(REACHED, 0, 0, 0)
        elif self.least_deadline(left) < (0 if self.unlimited else self.position_after):
            self.want(BLOCKED, 0, 0, 0)
        else:
            self.want(0, self.key_in(left, self.position_after, 0), t, self.place_after)

    def _share_place(
        self,
        place: cython.int,
        wanted_from: cython.int,
        wanted_to: cython.int,
        tops: cython.longlong,
        deal: cython.longlong,
    ) -> cython.void:
        """How often the players come to a place is shared out among the moves that are wanted from here to
        there and those two; and noted for each discard within the tableau (`each`)."""
        k: cython.int
        moves: cython.int = (
            self.pairs + wanted_to - wanted_from + (tops != NO_MOVE) + (deal != NO_MOVE)
        )
        open_moves: cython.int = (
            moves - (tops == BLOCKED) - (deal == BLOCKED)
        )  # that create no block
        plain: cython.double = self.comes[2 * (self.own + place)]
        clever: cython.double = self.comes[2 * (self.own + place) + 1]
        if plain != 0.0:
            self.positions += 1
        for k in range(self.pairs):
            open_moves -= self.last_open[k] < place
        for k in range(wanted_from, wanted_to):
            open_moves -= self.wanted[k] == BLOCKED
        plain *= self.part[moves]
        clever *= self.part[open_moves]
        self.each[2 * place], self.each[2 * place + 1] = plain, clever
        for k in range(wanted_from, wanted_to):
            self._give(self.wanted[k], plain, clever)
        self._give(tops, plain, clever)
        self._give(deal, plain, clever)

    def _give(
        self, where: cython.longlong, plain: cython.double, clever: cython.double
    ) -> cython.void:
        """The players come there so much more often."""
        if where >= 0:
            self.comes[2 * where] += plain
            self.comes[2 * where + 1] += clever
        elif where == REACHED:
            self.plain += plain
            self.clever += clever

    def _share_pairs(self, first: cython.int, last: cython.int) -> cython.void:
        """The discards within the tableau have their shares."""
        k: cython.int
        i: cython.int
        until: cython.int
        to: cython.longlong
        for k in range(self.pairs):
            until = min(self.last_open[k], last)
            to = 2 * self.wanted[k]
            if self.wanted[k] == REACHED:
                for i in range(first, last + 1):
                    self.plain += self.each[2 * i]
                    self.clever += self.each[2 * i + 1]
            elif self.wanted[k] != BLOCKED:
                for i in range(2 * first, 2 * until + 2):
                    self.comes[to + i] += self.each[i]
