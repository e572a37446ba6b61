# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Visits: how often two players come to each position of a deal, and to the goal."""

import cython

from pyrtool.kernel.numbers.buffers import as_doubles, doubles, grown, integers, longer, words

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import count_bits
    from pyrtool.kernel.numbers.encoding import PASS, dealt_of, pass_of
    from pyrtool.kernel.players.random.remainders import GOAL, Remainders

FIRST_VISITS = cython.declare(cython.longlong, 1 << 13)
MOST_VISITS = cython.declare(cython.longlong, 1 << 29)


@cython.cclass
class Visits:
    """`comes`: two numbers a place, how often each of the players comes there. `places`: where those of a
    remainder begin, for each pass; 0 where nobody comes. `plain`, `clever`: how often they come to the goal.
    `each`: what each move gets at the places of a pass that is shared out.
    """

    def __init__(self, remainders: Remainders, rounds: int) -> None:
        self.remainders, self.moves, self.memory = remainders, remainders.moves, remainders.memory
        self.rounds = rounds
        self.free, self.each = integers(PASS), doubles(2 * PASS)
        self.release()

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        self.places = integers(1)
        self.visits_room = FIRST_VISITS
        self.links = words(2 * self.visits_room)
        self.comes = as_doubles(self.links)
        self.memory.taken += 16 * self.visits_room

    def begin_visits(self) -> cython.void:
        """Nobody has come anywhere."""
        k: cython.int
        self.plain = self.clever = 0.0
        self.used = 1  # 0 is no place
        for k in range(PASS):
            self.free[k] = 0

    def give(
        self, r: cython.int, position: cython.int, plain: cython.double, clever: cython.double
    ) -> cython.bint:
        """The players come there more often by this much; False when there is no room."""
        to: cython.longlong
        if r == GOAL:
            self.plain += plain
            self.clever += clever
            return True
        to = self._places_of(r, pass_of(position))
        if to == 0:
            return False
        to = 2 * (to + dealt_of(position))
        self.comes[to] += plain
        self.comes[to + 1] += clever
        return True

    def give_range(
        self, r: cython.int, number: cython.int, first: cython.int, most: cython.int
    ) -> cython.bint:
        """The players come to the places of this pass, from the first to one, as often as `each` says;
        False when there is no room."""
        to: cython.longlong
        i: cython.int
        if r == GOAL:
            for i in range(first, most + 1):
                self.plain += self.each[2 * i]
                self.clever += self.each[2 * i + 1]
        elif first <= most:
            to = 2 * self._places_of(r, number)
            if to == 0:
                return False
            for i in range(2 * first, 2 * most + 2):
                self.comes[to + i] += self.each[i]
        return True

    def _places_of(self, r: cython.int, number: cython.int) -> cython.int:
        """Where the visits of a remainder in a pass begin; 0 when there is no room."""
        at: cython.int = self.rounds * r + number
        here: cython.int = self.places[at]
        cards: cython.int
        i: cython.longlong
        if here:
            return here
        cards = count_bits(self.remainders.cards_left(r) & ~self.moves.laid_out)
        here = self.free[cards]
        if here:
            self.free[cards] = cython.cast(cython.int, self.links[2 * here])
        else:
            if self.used + cards >= self.visits_room and not self._make_visits_room():
                return 0
            here = cython.cast(cython.int, self.used)
            self.used += cards + 1
        for i in range(2 * here, 2 * (here + cards + 1)):
            self.comes[i] = 0.0
        self.places[at] = here
        return here

    def take_back(self, r: cython.int, number: cython.int) -> cython.void:
        """The visits of a remainder in this pass are shared out: others with as many stock cards will lie
        there."""
        here: cython.int = self.places[self.rounds * r + number]
        cards: cython.int
        if here:
            cards = count_bits(self.remainders.cards_left(r) & ~self.moves.laid_out)
            self.links[2 * here] = cython.cast(cython.ulonglong, self.free[cards])
            self.free[cards] = here

    def _make_visits_room(self) -> cython.bint:
        """Room for more visits; False when the limit on memory forbids it, or there is none."""
        if self.visits_room >= MOST_VISITS or not self.memory.may_take(64 * self.visits_room):
            return False  # old and new are kept together
        with cython.gil:
            return grown(self.grow_visits)

    def grow_visits(self) -> None:
        """Room for four times as many visits."""
        self.links = longer(self.links)
        self.comes = as_doubles(self.links)
        self.memory.taken += 64 * self.visits_room
        self.visits_room *= 4
