# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""`chances` of games whose cards are turned one at a time. Counts how often the same two players come
to each position that can be won, from the start on, and so to the goal.

It goes through all remainders three times. Forward it finds them (`discovery`), and backward it sees
until which position each can be won. Forward again it shares out, among the moves from a place, how
often the players come there.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers
from pyrtool.kernel.players.random.sharing import ENDS, parts, rounded

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.codes import NO_ROOM, PAUSED
    from pyrtool.kernel.numbers.encoding import FOREVER, PASS, dealt_of, pass_of, position_of
    from pyrtool.kernel.players.random.discovery import Discovery
    from pyrtool.kernel.players.random.memory import Memory
    from pyrtool.kernel.players.random.remainders import DEAD_END, GOAL, START, Remainders
    from pyrtool.kernel.players.random.stock_left import StockLeft
    from pyrtool.kernel.players.random.tableaux import NO_NUMBER
    from pyrtool.kernel.players.random.visits import Visits
    from pyrtool.kernel.verdict.search import Search

DONE = cython.declare(cython.int, 0)


@cython.cclass
class SinglyChances:
    """`load` a deal, `run` until ``done``, then ask for the `chances`.

    `positions`: how many were shared out: those to which the plain player comes, and that can be won.
    `won_until`: for each remainder the last of them; where a position can be won, so can those before.

    A player that has discarded nothing since a redeal is *idle*, and has lost if it redeals again. How
    often idle players deal on is counted apart.
    """

    def __init__(self, game: Game, solver: "Search | None" = None) -> None:
        self.part = parts()
        self.move_count, self.open_count = integers(PASS), integers(PASS)
        self.stock = StockLeft(game)
        self.moves, self.memory = self.stock.moves, Memory()
        self.remainders = Remainders(self.stock, self.memory)
        self.found = Discovery(self.remainders, solver)
        self.visits = Visits(self.remainders, self.found.rounds)
        self._begin_anew()

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); False if it has a set block."""
        return self.load_position(cards, bytes([1]) * len(cards), 0)

    def load_position(self, cards: bytes, left: bytes, position: int) -> bool:
        """`load` in the middle of play, when no king lies in the waste: see `Search.load_position`."""
        self.moves.game.check_cards(cards)
        self.moves.game.check_left(left, position)
        alive: cython.bint = self.moves.lay_out_left(cards, left, position)
        self.reused, self.loaded = self.loaded is not None, (cards, left, position)
        self._forget_judged()
        self.remainders.empty()
        self.visits.begin_visits()
        self.stock.look_at_deal()
        self.positions, self.full, self.judged = 0, False, False
        self.found.turns = self.shared = 0
        self.start = position_of(pass_of(self.moves.position[0]), self.stock.place_of(0))
        self.idle_at_start = self.moves.idle[0] != 0
        if self.found.has_solver:
            self.found.solver.load_position(cards, left, position)
        if self.moves.reached(0):
            self.visits.plain = self.visits.clever = 1.0
        elif alive:
            self.stock.take_first_alike(0)
            self.full = not self.found.begin_here()
        return bool(alive)

    def limit_memory(self, limit_bytes: int) -> None:
        """What may be taken, half of it by the solver if there is one."""
        self.memory.most_bytes = limit_bytes
        if self.found.has_solver:
            self.memory.most_bytes = limit_bytes // 2
            self.found.solver.limit_memory(limit_bytes // 2)
        if self.memory.taken > self.memory.most_bytes:
            self.release()

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        self.remainders.release()
        self.found.release()
        self.visits.release()
        self._begin_anew()

    def _begin_anew(self) -> None:
        """No deal is laid out."""
        self.loaded, self.reused, self.judged_bytes = None, False, 0
        self._forget_judged()
        self.positions, self.full, self.judged = 0, True, False

    def _forget_judged(self) -> None:
        """Give back what `_judge_all` took."""
        self.won_until, self.visits.places = integers(1), integers(1)
        self.memory.taken -= self.judged_bytes
        self.judged_bytes = 0

    def run(self, budget: int) -> str:
        """Find up to this many more remainders and share out as many positions: ``done``,
        ``paused``, or ``memory``. What is begun is shared out whole; going beyond is ``paused``.

        Where what earlier deals needed is in the way, it is given back, and all begins again: what
        fits does not depend on them."""
        result: cython.int
        more: cython.ulonglong = budget
        with cython.nogil:
            result = self.work(more)
        if result == NO_ROOM and self.reused:
            loaded = self.loaded
            self.release()
            self.load_position(*loaded)
            with cython.nogil:
                result = self.work(more)
        return ENDS[result]

    def chances(self) -> tuple[float, float]:
        """The chances of the two players at the position that was laid out."""
        if self.full or not self.judged or self.shared < self.found.turns:
            raise LookupError("the position has not been worked out")
        return rounded(self.visits.plain), rounded(self.visits.clever)

    def can_win(self, left: int, in_stock: int, position: int) -> bool:
        """Whether a position of the deal, worked out and reached by play, can be won. `left`: the
        cards left, in set order. `in_stock`: those in the stock, by index; `position` is the
        stock's."""
        at: cython.int
        r: cython.int
        if not self.judged:
            raise LookupError("the position has not been worked out")
        self.moves.level_of(
            left & self.moves.all_left, in_stock & self.moves.all_in_stock, position
        )
        self.moves.remove(0, self.moves.exposed[0] & self.moves.at_once())
        self.moves.settle(0)
        if self.moves.reached(0):
            return True
        self.stock.take_first_alike(0)
        at = position_of(pass_of(self.moves.position[0]), self.stock.place_of(0))
        at = 0 if self.moves.unlimited else at
        r = self.remainders.number_of(self.moves.left[0])
        return r != NO_NUMBER and self.won_until[r] >= at

    def work(self, budget: cython.ulonglong) -> cython.int:
        """`run` without the interpreter."""
        stop_at: cython.ulonglong = self.positions + budget
        most: cython.ulonglong = self.remainders.remainders + budget
        r: cython.int
        while not self.judged and not self.full:
            r = self.remainders.take_turn()
            if r != NO_NUMBER:
                self.full = not self.found.discover(r)
            else:
                self.full = not self._judge_all()
            if cython.cast(cython.ulonglong, self.remainders.remainders) > most:
                return PAUSED
        while self.shared < self.found.turns and not self.full:
            if self.positions >= stop_at:
                return PAUSED
            self.full = not self._share(self.shared)
            self.shared += 1
        if self.full:
            return NO_ROOM
        return PAUSED if self.positions > stop_at else DONE

    def _judge_all(self) -> cython.bint:
        """All remainders are found: until when each can be won; and the players come to the start.
        False when there is no room."""
        k: cython.int
        more: cython.longlong = 4 * (self.found.rounds + 1)
        more *= self.remainders.remainders
        if not self.memory.may_take(more):
            return False
        with cython.gil:
            try:
                self.won_until = integers(self.remainders.remainders)
                self.visits.places = integers(self.found.rounds * self.remainders.remainders)
            except MemoryError:
                return False
        self.memory.taken += more
        self.judged_bytes = more
        for k in range(self.remainders.remainders):
            self.won_until[k] = -1
        self.won_until[GOAL] = self.remainders.open_until[GOAL] = FOREVER
        self.remainders.open_until[DEAD_END] = -1
        for k in range(self.found.turns - 1, -1, -1):
            self.found.open_entry(k)
            self.won_until[self.found.one] = self._last_won()
        self.judged = True
        return (
            self.found.turns == 0
            or self.idle_at_start
            or self.visits.give(START, self.start, 1.0, 1.0)
        )

    def _last_won(self) -> cython.int:
        """The last position at which the remainder of the open entry can be won, or -1: the latest from which
        some discard leads to one that can be won. From any before it the stock can be dealt up to there."""
        number: cython.int = self.found.rounds - 1
        last: cython.int = self.found.king_at - 1
        best: cython.int = -1
        then: cython.int
        at: cython.int
        if self.found.king_to != NO_NUMBER:
            number = pass_of(self.remainders.earliest_of(self.found.one))
            at = 0 if self.moves.unlimited else position_of(number, last + 1)
            if self.won_until[self.found.king_to] >= at:
                best = position_of(number, last)
        for at in range(self.found.to_pairs, self.found.to_singles):
            best = max(best, self.won_until[self.found.entries[at]])
        for at in range(self.found.to_singles, self.found.to_tops, 2):
            then = self.won_until[self.found.entries[at + 1]]
            then = self._last_at(self.found.entries[at], then, number)
            if then >= 0:
                best = max(best, then + (self.found.entries[at] < last))  # as the waste top
        for at in range(self.found.to_tops, self.found.to_end, 2):
            then = self.won_until[self.found.entries[at + 1]]
            then = self._last_at(self.found.entries[at] - 1, then, number)
            if then >= 0:
                best = max(best, then + 1)
        return FOREVER if self.moves.unlimited and best >= 0 else best

    def _last_at(self, place: cython.int, until: cython.int, number: cython.int) -> cython.int:
        """The last position until then that has this place, in this pass or before; or -1."""
        if until < place:
            return -1
        return position_of(min(number, pass_of(until - place)), place)

    def _share(self, k: cython.int) -> cython.bint:
        """How often the players come to the positions of a remainder is shared out; False when there
        is no room."""
        number: cython.int
        self.found.open_entry(k)
        self.last_place, self.until = self.found.king_at - 1, self.won_until[self.found.one]
        self.idle_plain = self.idle_clever = 0.0
        self.idle_from = 0
        for number in range(self.found.rounds if self.until >= 0 else 0):
            if self.found.one == START and self.idle_at_start and number == pass_of(self.start):
                self.idle_plain = self.idle_clever = 1.0
                self.idle_from = dealt_of(self.start)
            if (
                self.visits.places[self.found.rounds * self.found.one + number]
                or self.idle_plain != 0.0
            ):
                if not self._share_pass(number):
                    return False
        return True

    def _share_pass(self, number: cython.int) -> cython.bint:
        """`_share` of one pass. A player that redeals comes to the next pass idle, or to the same one where
        passes are unlimited."""
        start: cython.int = position_of(number, 0)
        most: cython.int = min(self.last_place, self.until - start)
        idle_plain: cython.double = self.idle_plain
        idle_clever: cython.double = self.idle_clever
        first: cython.int
        self.redeals = self.found.king_to == NO_NUMBER and self.last_place > 0
        self.redeals = self.redeals and (self.moves.unlimited or number + 1 < self.found.rounds)
        self.blocks_again = (
            not self.moves.unlimited and start + PASS > self.remainders.open_until[self.found.one]
        )
        self._count_moves(start, most)
        first = self._deal_on(number, most)
        if self.moves.unlimited:
            idle_plain += self.idle_plain
            idle_clever += self.idle_clever
            self.idle_plain = self.idle_clever = 0.0
        elif start + PASS > self.until:
            self.idle_plain = self.idle_clever = 0.0
        if idle_plain != 0.0:
            self._deal_idle(most, idle_plain, idle_clever)
            first = min(first, self.idle_from)
        if first <= most:
            self.positions += most - first + 1
        self.visits.take_back(self.found.one, number)
        return self._give_all(number, first, most)

    def _count_moves(self, start: cython.int, most: cython.int) -> cython.void:
        """`move_count` at each place of a pass, up to the last that can be won; `open_count`: how many of them
        create no block."""
        pairs: cython.int = self.found.to_singles - self.found.to_pairs
        open_until: cython.int = self.remainders.open_until[self.found.one] - start
        blocked: cython.bint
        at: cython.int
        i: cython.int
        for i in range(most + 1):
            self.move_count[i] = pairs + 1
            self.open_count[i] = pairs + (i < open_until)
        if most == self.last_place and self.found.king_to != NO_NUMBER:
            self.open_count[most] = pairs + (
                start + most < self.remainders.open_until[self.found.king_to]
            )
        elif most == self.last_place and self.redeals:
            self.open_count[most] = pairs + (not self.blocks_again)
        elif most == self.last_place:
            self.move_count[most] = self.open_count[most] = pairs
        for at in range(self.found.to_pairs, self.found.to_singles):
            for i in range(
                max(0, self.remainders.open_until[self.found.entries[at]] - start + 1), most + 1
            ):
                self.open_count[i] -= 1
        for at in range(self.found.to_singles, self.found.to_tops, 2):
            i = self.found.entries[at]
            blocked = start + i > self.remainders.open_until[self.found.entries[at + 1]]
            if i <= most:
                self.move_count[i] += 1
                self.open_count[i] += not blocked
            if i < most:
                self.move_count[i + 1] += 1
                self.open_count[i + 1] += not blocked
        for at in range(self.found.to_tops, self.found.to_end, 2):
            i = self.found.entries[at]
            if i <= most:
                self.move_count[i] += 1
                self.open_count[i] += (
                    start + i - 1 <= self.remainders.open_until[self.found.entries[at + 1]]
                )

    def _deal_on(self, number: cython.int, most: cython.int) -> cython.int:
        """`each`: what each move at a place of this pass gets, of players that are not idle. The first place to which
        they come. `idle_plain`, `idle_clever`: how often they redeal."""
        here: cython.longlong = 2 * self.visits.places[self.found.rounds * self.found.one + number]
        first: cython.int = most + 1
        i: cython.int
        plain: cython.double = 0.0
        clever: cython.double = 0.0
        for i in range(most + 1):
            if here:
                plain += self.visits.comes[here + 2 * i]
                clever += self.visits.comes[here + 2 * i + 1]
            if plain != 0.0 and first > most:
                first = i
            plain *= self.part[self.move_count[i]]
            clever *= self.part[self.open_count[i]]
            self.visits.each[2 * i], self.visits.each[2 * i + 1] = plain, clever
        self.idle_plain = self.idle_clever = 0.0
        if most == self.last_place and self.redeals:
            self.idle_plain, self.idle_clever = plain, clever
        return first

    def _deal_idle(
        self, most: cython.int, plain: cython.double, clever: cython.double
    ) -> cython.void:
        """Add what the moves get of idle players. To redeal is no block for them: it is the end."""
        i: cython.int
        for i in range(self.idle_from, most + 1):
            plain *= self.part[self.move_count[i]]
            if i == self.last_place and self.redeals and self.blocks_again:
                clever *= self.part[self.open_count[i] + 1]
            else:
                clever *= self.part[self.open_count[i]]
            self.visits.each[2 * i] += plain
            self.visits.each[2 * i + 1] += clever
        self.idle_from = 0

    def _give_all(self, number: cython.int, first: cython.int, most: cython.int) -> cython.bint:
        """All discards from a pass get what is `each`'s; False when there is no room."""
        start: cython.int = position_of(number, 0)
        at: cython.int
        i: cython.int
        r: cython.int
        plain: cython.double
        clever: cython.double
        for at in range(self.found.to_pairs, self.found.to_singles):
            r = self.found.entries[at]
            if not self.visits.give_range(r, number, first, min(most, self.won_until[r] - start)):
                return False
        for at in range(self.found.to_singles, self.found.to_tops, 2):
            i, r = self.found.entries[at], self.found.entries[at + 1]
            if start + i > self.won_until[r] or i > most:
                continue
            plain, clever = self.visits.each[2 * i], self.visits.each[2 * i + 1]
            if i < most:
                plain += self.visits.each[2 * i + 2]
                clever += self.visits.each[2 * i + 3]
            if plain != 0.0 and not self.visits.give(r, start + i, plain, clever):
                return False
        for at in range(self.found.to_tops, self.found.to_end, 2):
            i, r = self.found.entries[at], self.found.entries[at + 1]
            if first <= i <= most and start + i - 1 <= self.won_until[r]:
                if not self.visits.give(
                    r, start + i - 1, self.visits.each[2 * i], self.visits.each[2 * i + 1]
                ):
                    return False
        if self.found.king_to != NO_NUMBER and first <= most == self.last_place:
            if start + most < self.won_until[self.found.king_to]:
                return self.visits.give(
                    self.found.king_to,
                    start + most + 1,
                    self.visits.each[2 * most],
                    self.visits.each[2 * most + 1],
                )
        return True
