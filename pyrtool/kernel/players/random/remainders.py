# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Remainders: which cards are left of a deal, whatever the pass and however far the stock is dealt.

The first of stock cards alike are taken to be left. A *position* of a remainder is `PASS` times the
pass, counted from 0, plus the *place*: how many of its stock cards lie in the waste. Where passes
are unlimited all positions are taken for 0.

Each remainder has its turn when all that lead to it have had theirs. They go tableau by tableau,
those with most cards left first, and within one tableau those with most stock cards first. Where
each leads is for `discovery`.
"""

import cython

from pyrtool.kernel.numbers.buffers import as_integers, grown, integers, longer, words

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import count_bits, near_slot, prefetch
    from pyrtool.kernel.numbers.encoding import PASS
    from pyrtool.kernel.players.random.memory import Memory
    from pyrtool.kernel.players.random.stock_left import StockLeft
    from pyrtool.kernel.players.random.tableaux import NO_NUMBER

    GOAL = 1  # any remainder of which no card must go
    DEAD_END = 2  # any of which some set is blocked, as late as it is reached
    START = 3

FIRST_REMAINDERS = cython.declare(cython.int, 1 << 11)
MOST_REMAINDERS = cython.declare(cython.int, 1 << 27)
MOST_WANTED = cython.declare(cython.int, 1 << 9)  # from one remainder
EACH_A_BUCKET = cython.declare(cython.int, 2)
NEAR = cython.declare(cython.ulonglong, (1 << 9) - 1)  # buckets of one tableau
# A remainder in `words`, or in `fields`: the cards left, and four numbers.
WORDS_EACH = cython.declare(cython.int, 3)
FIELDS_EACH = cython.declare(cython.int, 6)
FOLLOWING = cython.declare(cython.int, 2)  # the next one that is found where it is
WAITING = cython.declare(cython.int, 3)  # the next one that waits where it does
DEADLINE = cython.declare(cython.int, 4)  # `least_deadline`
EARLIEST = cython.declare(cython.int, 5)  # the first position at which play comes to it
BYTES_EACH = cython.declare(
    cython.longlong, 34
)  # with what finds it, and of what `discovery` writes


@cython.cclass
class Remainders:
    """The remainders of one deal, by number. `open_until`: for each that has had its turn, the last
    position at which no set is blocked. `entry_at`: for each turn, where its entry of `discovery`
    begins."""

    def __init__(self, stock: StockLeft, memory: Memory) -> None:
        self.stock, self.moves, self.tableaux = stock, stock.moves, stock.tableaux
        self.memory = memory
        self.waiting = integers(PASS)
        self.want_left, self.want_tableau = words(MOST_WANTED), integers(MOST_WANTED)
        self.want_bucket, self.wanted = integers(MOST_WANTED), integers(MOST_WANTED)
        self.want_position, self.want_dealt = integers(MOST_WANTED), integers(MOST_WANTED)
        self.wants = 0
        self.release()

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        self.room = FIRST_REMAINDERS
        self.words = words(WORDS_EACH * self.room)
        self.fields, self.open_until = as_integers(self.words), integers(self.room)
        self.entry_at = integers(self.room)
        self.found = integers(self.room // EACH_A_BUCKET)
        self.memory.taken = BYTES_EACH * self.room
        self.tableaux.release()
        self.empty()

    def empty(self) -> cython.void:
        """Begin without any remainder."""
        k: cython.int
        self.tableaux.empty()
        self.remainders, self.waiting_at = START, 0
        for k in range(PASS):
            self.waiting[k] = NO_NUMBER
        for k in range(self.room // EACH_A_BUCKET):
            self.found[k] = NO_NUMBER

    def cards_left(self, r: cython.int) -> cython.ulonglong:
        """The cards of a remainder."""
        return self.words[WORDS_EACH * r]

    def earliest_of(self, r: cython.int) -> cython.int:
        """The first position at which play comes to a remainder, once it has its turn."""
        return self.fields[FIELDS_EACH * r + EARLIEST]

    def deadline_of(self, r: cython.int) -> cython.int:
        """`least_deadline` of a remainder."""
        return self.fields[FIELDS_EACH * r + DEADLINE]

    def number_of(self, left: cython.ulonglong) -> cython.int:
        """The number of the remainder with these cards left, or `NO_NUMBER`."""
        return self._find(left, self._bucket_of(left))

    def take_turn(self) -> cython.int:
        """One to which no other that waits leads: it has its turn. `NO_NUMBER` when none waits."""
        r: cython.int
        while True:
            while self.waiting_at >= 0:
                r = self.waiting[self.waiting_at]
                if r != NO_NUMBER:
                    self.waiting[self.waiting_at] = self.fields[FIELDS_EACH * r + WAITING]
                    return r
                self.waiting_at -= 1
            if not self.tableaux.take_turn():
                return NO_NUMBER
            self.stock.look_at_tableau()
            self._wait_all(self.tableaux.first[self.tableaux.now])

    def _wait_all(self, r: cython.int) -> cython.void:
        """Those of a tableau, from its first one on, wait for their turns."""
        following: cython.int
        while r != NO_NUMBER:
            following = self.fields[FIELDS_EACH * r + WAITING]
            self._wait(r)
            r = following

    def _wait(self, r: cython.int) -> cython.void:
        """One of the tableau that has its turn waits for its own."""
        cards: cython.int = count_bits(self.words[WORDS_EACH * r] & ~self.moves.laid_out)
        self.fields[FIELDS_EACH * r + WAITING] = self.waiting[cards]
        self.waiting[cards] = r
        if cards > self.waiting_at:
            self.waiting_at = cards

    def want(
        self,
        left: cython.ulonglong,
        t: cython.int,
        position: cython.int,
        dealt: cython.int,
    ) -> cython.void:
        """One more remainder is wanted: these cards left, with the tableau of this number
        (`NO_NUMBER`: no room for it). It is reached at this position first, which `encoding` calls
        `dealt`."""
        k: cython.int = self.wants
        self.wants += 1
        self.wanted[k] = GOAL if left & self.moves.must == 0 else NO_NUMBER
        self.want_left[k], self.want_tableau[k] = left, t
        self.want_position[k], self.want_dealt[k] = position, dealt
        self.want_bucket[k] = self._bucket_of(left)
        if cython.compiled:
            prefetch(cython.address(self.found[self.want_bucket[k]]))

    def find_wanted(self) -> cython.bint:
        """Find all that is wanted, and add what is new: `wanted` then has the numbers. False when there
        is no room."""
        k: cython.int
        r: cython.int
        deadline: cython.int
        room: cython.int = self.room
        if cython.compiled:
            for k in range(self.wants):
                prefetch(cython.address(self.words[WORDS_EACH * self.found[self.want_bucket[k]]]))
        for k in range(self.wants):
            if self.wanted[k] == GOAL:
                continue
            if self.want_tableau[k] == NO_NUMBER:
                return False
            if self.room != room:
                self.want_bucket[k] = self._bucket_of(self.want_left[k])
            r = self._find(self.want_left[k], self.want_bucket[k])
            if r == NO_NUMBER:
                deadline = self.moves.least_deadline(self.want_left[k])
                r = DEAD_END if deadline < self.want_dealt[k] else self._add(k, deadline)
                if r == NO_NUMBER:
                    return False
            elif self.want_position[k] < self.fields[FIELDS_EACH * r + EARLIEST]:
                self.fields[FIELDS_EACH * r + EARLIEST] = self.want_position[k]
            self.wanted[k] = r
        return True

    def _find(self, left: cython.ulonglong, bucket: cython.int) -> cython.int:
        """`number_of`, found in this bucket."""
        r: cython.int = self.found[bucket]
        while r != NO_NUMBER and self.words[WORDS_EACH * r] != left:
            r = self.fields[FIELDS_EACH * r + FOLLOWING]
        return r

    def _add(self, k: cython.int, deadline: cython.int) -> cython.int:
        """A new one, as it is wanted; `NO_NUMBER` when there is no room."""
        bucket: cython.int = self.want_bucket[k]
        t: cython.int = self.want_tableau[k]
        r: cython.int = self.remainders
        if r == self.room:
            if not self._make_room():
                return NO_NUMBER
            bucket = self._bucket_of(self.want_left[k])
        self.remainders += 1
        self.words[WORDS_EACH * r] = self.want_left[k]
        self.fields[FIELDS_EACH * r + DEADLINE] = deadline
        self.fields[FIELDS_EACH * r + EARLIEST] = self.want_position[k]
        self.fields[FIELDS_EACH * r + FOLLOWING] = self.found[bucket]
        self.found[bucket] = r
        if t == self.tableaux.now:
            self._wait(r)
        else:
            self.fields[FIELDS_EACH * r + WAITING] = self.tableaux.first[t]
            self.tableaux.first[t] = r
        return r

    def _bucket_of(self, left: cython.ulonglong) -> cython.int:
        """Where the remainder with these cards left is found: those of a tableau near each other."""
        slot: cython.ulonglong = near_slot(left, self.moves.laid_out, NEAR)
        return cython.cast(cython.int, slot & (self.room // EACH_A_BUCKET - 1))

    def _make_room(self) -> cython.bint:
        """Room for more; False when the limit on memory forbids it, or there is none."""
        if self.room >= MOST_REMAINDERS or not self.memory.may_take(4 * BYTES_EACH * self.room):
            return False  # old and new are kept together
        with cython.gil:
            return grown(self.grow)

    def grow(self) -> None:
        """Room for four times as many."""
        r: cython.int
        bucket: cython.int
        entry_at = longer(self.entry_at)
        new, still, found = longer(self.words), longer(self.open_until), longer(self.found)
        self.words, self.open_until, self.found = new, still, found
        self.entry_at = entry_at
        self.fields = as_integers(new)
        self.memory.taken += 4 * BYTES_EACH * self.room
        self.room *= 4
        for r in range(self.room // EACH_A_BUCKET):
            self.found[r] = NO_NUMBER
        for r in range(START, self.remainders):
            bucket = self._bucket_of(self.words[WORDS_EACH * r])
            self.fields[FIELDS_EACH * r + FOLLOWING] = self.found[bucket]
            self.found[bucket] = r
