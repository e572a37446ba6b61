# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""`chances` of any game with a stock to deal. Counts how often the same two players come to each
position, from the start on, and so to the goal. Where cards are turned one at a time, `singly_chances`
answers sooner.

Each stretch has its turn when all that leads to it has had its own. Then this module shares out, among
the moves from each of its places, how often the players come there. Discards within the tableau are the same at
all its places.
"""

import cython

from pyrtool.kernel.numbers.buffers import doubles, integers
from pyrtool.kernel.players.random.sharing import ENDS, parts, rounded

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.codes import NO_ROOM, PAIRS, PAUSED
    from pyrtool.kernel.numbers.encoding import PASS, dealt_of
    from pyrtool.kernel.players.random.stock_left import StockLeft
    from pyrtool.kernel.players.random.stretches import Stretches
    from pyrtool.kernel.players.random.tableaux import NO_NUMBER

DONE = cython.declare(cython.int, 0)

# Where a move leads that leads to no place.
BLOCKED = cython.declare(cython.longlong, -1)
REACHED = cython.declare(cython.longlong, -2)
LOSING = cython.declare(cython.longlong, -3)  # it costs the player its patience


@cython.cclass
class StockChances:
    """`load` a deal, `run` until ``done``, then ask for the `chances`.

    `positions`: how many places have had their turn. Memory: 24 bytes for each stretch that waits and
    for each of its places.
    """

    def __init__(self, game: Game) -> None:
        self.stock = StockLeft(game)
        self.moves, self.tableaux = self.stock.moves, self.stock.tableaux
        self.stretches = Stretches(self.stock)
        self.last_open = integers(PAIRS)
        self.each, self.part = doubles(2 * PASS), parts()
        self.positions, self.full = 0, False
        self.held = NO_NUMBER

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); False if it has a set block."""
        return self.load_position(cards, bytes([1]) * len(cards), 0)

    def load_position(self, cards: bytes, left: bytes, position: int) -> bool:
        """`load` in the middle of play: see `Search.load_position`."""
        self.moves.game.check_cards(cards)
        self.moves.game.check_left(left, position)
        alive: cython.bint = self.moves.lay_out_left(cards, left, position)
        where: cython.longlong
        self.stretches.empty()
        self.stock.look_at_deal()
        self.looked_at = self.held = NO_NUMBER
        self.positions, self.full = 0, False
        self.plain = self.clever = 0.0
        if self.moves.reached(0):
            self.plain = self.clever = 1.0
        elif alive:
            self.stock.take_first_alike(0)
            where = self.stretches.place_in(
                self.stretches.key_in(
                    self.moves.left[0], self.moves.position[0], self.moves.idle[0]
                )
            )
            where += self.stock.place_of(0)
            self.stretches.comes[2 * where] = self.stretches.comes[2 * where + 1] = 1.0
        return bool(alive)

    def limit_memory(self, limit_bytes: int) -> None:
        """How much memory the stretches may take."""
        if self.stretches.limit_memory(limit_bytes):
            self.release()  # more than this limit would let them grow to

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        self.stretches.release()
        self.positions, self.full = 0, True

    def run(self, budget: int) -> str:
        """Work out up to this many more positions: ``done``, ``paused``, or ``memory``. A stretch
        that is begun is worked out whole; when it goes beyond, that is ``paused``."""
        result: cython.int
        more: cython.ulonglong = budget
        with cython.nogil:
            result = self.work(more)
        return ENDS[result]

    def chances(self) -> tuple[float, float]:
        """The chances of the two players at the position that was laid out."""
        if self.full or self.held != NO_NUMBER or self.stretches.first_waiting() >= 0:
            raise LookupError("the position has not been worked out")
        return rounded(self.plain), rounded(self.clever)

    def work(self, budget: cython.ulonglong) -> cython.int:
        """Give the stretches that wait their turns. `held`: one whose turn it is, row 0, or none."""
        stop_at: cython.ulonglong = self.positions + budget
        at: cython.int
        if self.full:
            return NO_ROOM
        while True:
            if self.held == NO_NUMBER:
                at = self.stretches.first_waiting()
                if at < 0:
                    return PAUSED if self.positions > stop_at else DONE
                self.held = self.stretches.take_waiting(at)
                if self.stretches.waiting[at] != NO_NUMBER:
                    self.stretches.expect_turn(self.stretches.waiting[at])
                if self.tableaux.now != self.looked_at:
                    self.looked_at = self.tableaux.now
                    self.stock.look_at_tableau()
                self.stretches.stand(self.held)
            if self.positions >= stop_at:
                return PAUSED
            self.full = not self._share()
            if self.full:
                return NO_ROOM
            self.stretches.give_back(self.held)
            self.held = NO_NUMBER

    def _share(self) -> cython.bint:
        """A stretch has its turn, from row 0 on; False when there is no room."""
        place: cython.int
        first: cython.int = self.stock.place_of(0)
        self.own, self.stretches.wants = self.held + 1, 0
        self._want_pairs(first)
        if not self.stretches.find_wanted():
            return False
        for place in range(first, self.stock.cards + 1):
            self.stretches.wants = self.stock.pairs
            if self.stretches.comes[2 * (self.own + place)] != 0.0 and not self._link_place(place):
                return False
            self._share_place(place)
        self._share_pairs(first)
        return True

    def _want_pairs(self, first: cython.int) -> cython.void:
        """Where the discards within the tableau lead, from place 0: the first of what is wanted. And up to
        which place they leave no set blocked (`last_open`)."""
        left: cython.ulonglong
        stock: cython.ulonglong = self.moves.left[0] & ~self.moves.laid_out
        k: cython.int
        for k in range(self.stock.pairs):
            left = self.stock.pair_after[k] | stock
            if left & self.moves.must == 0:
                self.last_open[k] = PASS
                self.stretches.want(REACHED, 0, 0)
                continue
            self.last_open[k] = self.stock.last_place_open(left)
            if self.last_open[k] < first:
                self.stretches.want(BLOCKED, 0, 0)
                continue
            if self.stock.pair_to[k] == NO_NUMBER:
                self.stock.pair_to[k] = self.tableaux.number_of(self.stock.pair_after[k])
            self.stretches.want(
                0, self.stretches.key_in(left, self.moves.position[0], 0), self.stock.pair_to[k]
            )

    def _link_place(self, place: cython.int) -> cython.bint:
        """Where the moves lead that can be made at this place and not at others; False when there is no
        room."""
        k: cython.int
        where: cython.longlong
        self.moves.position[0] = self.stock.position_at(place)
        self.moves.count[0] = self.stock.pairs
        self.moves.list_stock_moves(0)
        for k in range(self.stock.pairs, self.moves.count[0]):
            where = self._after_move(k)
            if where == 0:
                return False
            self.stretches.want(where, 0, 0)
        return True

    def _after_move(self, k: cython.int) -> cython.longlong:
        """Where a listed move of row 0 leads; 0 when there is no room."""
        where: cython.longlong
        if not self.moves.make(0, k):
            return LOSING
        if self.moves.reached(1):
            return REACHED
        if self.moves.blocked(1):
            return BLOCKED
        if self.moves.in_stock[1] != self.moves.in_stock[0]:
            self.stock.take_first_alike(1)
        elif dealt_of(self.moves.position[1]) > 0:
            return self.own + self.stock.place_of(1)  # no redeal: the same stretch
        where = self.stretches.place_in(
            self.stretches.key_in(self.moves.left[1], self.moves.position[1], self.moves.idle[1])
        )
        return where + self.stock.place_of(1) if where > 0 else 0

    def _share_place(self, place: cython.int) -> cython.void:
        """How often the players come to a place is shared out among what is wanted from there; and noted
        for each discard within the tableau (`each`)."""
        k: cython.int
        open_moves: cython.int = self.stretches.wants  # those that create no block
        plain: cython.double = self.stretches.comes[2 * (self.own + place)]
        clever: cython.double = self.stretches.comes[2 * (self.own + place) + 1]
        if plain != 0.0:
            self.positions += 1
        for k in range(self.stock.pairs):
            open_moves -= self.last_open[k] < place
        for k in range(self.stock.pairs, self.stretches.wants):
            open_moves -= self.stretches.wanted[k] == BLOCKED
        plain *= self.part[self.stretches.wants]
        clever *= self.part[open_moves]
        self.each[2 * place], self.each[2 * place + 1] = plain, clever
        for k in range(self.stock.pairs, self.stretches.wants):
            self._give(self.stretches.wanted[k], plain, clever)

    def _give(
        self, where: cython.longlong, plain: cython.double, clever: cython.double
    ) -> cython.void:
        """The players come there more often by this much."""
        if where >= 0:
            self.stretches.comes[2 * where] += plain
            self.stretches.comes[2 * where + 1] += clever
        elif where == REACHED:
            self.plain += plain
            self.clever += clever

    def _share_pairs(self, first: cython.int) -> cython.void:
        """The discards within the tableau have their shares."""
        k: cython.int
        i: cython.int
        to: cython.longlong
        for k in range(self.stock.pairs):
            to = 2 * self.stretches.wanted[k]
            if self.stretches.wanted[k] == REACHED:
                for i in range(first, self.stock.cards + 1):
                    self.plain += self.each[2 * i]
                    self.clever += self.each[2 * i + 1]
            elif self.stretches.wanted[k] != BLOCKED:
                for i in range(2 * first, 2 * min(self.last_open[k], self.stock.cards) + 2):
                    self.stretches.comes[to + i] += self.each[i]
