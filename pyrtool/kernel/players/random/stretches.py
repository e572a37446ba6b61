# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Stretches: the positions of a game with a stock through which dealing leads, kept as one.

A *stretch* has the same cards left, in the same pass and after as many redeals in vain. A *place*
in it is how many of the stock's cards left lie in the waste. Stretches with the same cards of the
tableau left have their turns one after the other: those with most cards left first, of these those
of earlier passes. Then come tableaux with fewer cards. So a stretch has its turn when all that
leads to it has had its own.

How often the players come there is for `stock_chances`.
"""

import cython

from pyrtool.kernel.numbers.buffers import as_doubles, grown, integers, long_integers, longer, words
from pyrtool.kernel.numbers.widths import check_width

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import count_bits, near_slot, prefetch
    from pyrtool.kernel.numbers.buffers import Integers
    from pyrtool.kernel.numbers.encoding import (
        CARD_BITS,
        DEALT_BITS,
        MARK_BITS,
        PASS,
        key_of,
        pass_of,
        position_of,
    )
    from pyrtool.kernel.players.random.stock_left import StockLeft
    from pyrtool.kernel.players.random.tableaux import NO_NUMBER

IDLE_BITS = cython.declare(cython.int, 2)  # of a key: `Moves.idle`
ORDERS = cython.declare(cython.int, 1 << 6)  # passes and redeals in vain
COUNTS = cython.declare(cython.int, CARD_BITS + 1)  # of cards left
FIRST_UNITS = cython.declare(cython.longlong, 1 << 12)  # units
MOST_UNITS = cython.declare(cython.longlong, 1 << 29)
UNITS_A_BUCKET = cython.declare(cython.longlong, 8)
MOST_WANTED = cython.declare(cython.int, 1 << 9)  # from one stretch
WINDOW = cython.declare(cython.ulonglong, (1 << 10) - 1)  # buckets of one tableau
UNIT_BYTES: int = 24  # with what finds them, and the tableaux
LOW = cython.declare(cython.ulonglong, 0xFFFFFFFF)

MOST_PASSES: int = 16
"""More passes, unless unlimited, do not fit a stretch's key."""


@cython.cclass
class Stretches:
    """The stretches of one deal that wait for their turn.

    They lie side by side in units of two words; a stretch's number is that of its first unit. In it
    are its key, and the numbers of two others. One is the next one found where it is, in the upper
    half of the word; the other is the next that waits. Then comes a unit for each place, from place
    0 on: how often each of two players comes there. The same words are read as `words` and as
    `comes`. Where a stretch lay that has had its turn, another with as many stock cards will lie.

    Tableaux have numbers, too. The stretches of the one that has its turn, `tableaux.now`, are `waiting` by
    cards left, pass and redeals in vain; those of others wait for their tableau.
    """

    def __init__(self, stock: StockLeft) -> None:
        self.stock, self.moves, self.tableaux = stock, stock.moves, stock.tableaux
        check_width("redeals in vain", self.moves.patience, IDLE_BITS)
        most: int = 0 if self.moves.unlimited else self.moves.passes - 1
        check_width("passes", most, MARK_BITS - DEALT_BITS - IDLE_BITS)
        self.free = integers(PASS)
        self.waiting = integers(COUNTS * ORDERS)
        self.wanted, self.want_key = long_integers(MOST_WANTED), words(MOST_WANTED)
        self.want_bucket = long_integers(MOST_WANTED)
        self.want_tableau, self.wants = integers(MOST_WANTED), 0
        self.most_room = MOST_UNITS
        self.release()

    def limit_memory(self, limit_bytes: int) -> bool:
        """How much memory the stretches may take. True where they already take more than this limit
        would let them grow to."""
        self.most_room = min(limit_bytes // UNIT_BYTES, MOST_UNITS)
        return bool(self.room > FIRST_UNITS and 5 * (self.room // 4) > self.most_room)

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        self.room = FIRST_UNITS
        self.words = words(2 * self.room)
        self.comes = as_doubles(self.words)
        self.found = integers(self.room // UNITS_A_BUCKET)
        self.tableaux.release()
        self.empty()

    def empty(self) -> cython.void:
        """No stretch waits."""
        k: cython.longlong
        self.used = 1  # 0 is no number
        self.waiting_from, self.waiting_to = COUNTS * ORDERS, -1
        self.tableaux.empty()
        for k in range(PASS):
            self.free[k] = NO_NUMBER
        for k in range(COUNTS * ORDERS):
            self.waiting[k] = NO_NUMBER
        for k in range(self.room // UNITS_A_BUCKET):
            self.found[k] = NO_NUMBER

    def key_in(
        self, left: cython.ulonglong, position: cython.int, idle: cython.int
    ) -> cython.ulonglong:
        """The key of the stretch with these cards left, in this position's pass."""
        return key_of(left, ((pass_of(position) << IDLE_BITS) | idle) << DEALT_BITS)

    def place_in(self, key: cython.ulonglong) -> cython.longlong:
        """The unit of place 0 in the stretch with a key, which now waits; 0 when there is no room."""
        one: cython.ulonglong = 1
        t: cython.int = self.tableaux.number_of(
            key & self.moves.laid_out & ((one << CARD_BITS) - 1)
        )
        return self._find(key, self._bucket_of(key), t) if t != NO_NUMBER else 0

    def want(
        self,
        where: cython.longlong,
        key: cython.ulonglong,
        t: cython.int,
    ) -> cython.void:
        """One more unit that is wanted. `where` is it, or 0. If 0, it is place 0 of the stretch
        with this key and tableau, which is to be found (`NO_NUMBER`: no room for the tableau)."""
        k: cython.int = self.wants
        self.wanted[k] = where
        self.wants += 1
        if where == 0:
            self.want_key[k], self.want_tableau[k] = key, t
            self.want_bucket[k] = self._bucket_of(key)
            if cython.compiled:
                prefetch(cython.address(self.found[self.want_bucket[k]]))

    def find_wanted(self) -> cython.bint:
        """Find what is wanted, all of it: `wanted` then has the units. False when there is no room."""
        k: cython.int
        room: cython.longlong = self.room
        where: cython.longlong
        if cython.compiled:
            for k in range(self.wants):
                if self.wanted[k] == 0:
                    prefetch(cython.address(self.words[2 * self.found[self.want_bucket[k]]]))
        for k in range(self.wants):
            if self.wanted[k] == 0:
                if self.want_tableau[k] == NO_NUMBER:
                    return False
                if self.room != room:
                    self.want_bucket[k] = self._bucket_of(self.want_key[k])
                where = self._find(self.want_key[k], self.want_bucket[k], self.want_tableau[k])
                if where == 0:
                    return False
                self.wanted[k] = where
                if cython.compiled:
                    prefetch(cython.address(self.comes[2 * self.wanted[k]]))
        return True

    def _find(
        self, key: cython.ulonglong, bucket: cython.longlong, t: cython.int
    ) -> cython.longlong:
        """`place_in`, found in this bucket."""
        s: cython.int = self.found[bucket]
        while s != NO_NUMBER and self.words[2 * s] != key:
            s = cython.cast(cython.int, self.words[2 * s + 1] >> 32)
        if s == NO_NUMBER:
            s = self._add(key, t)
            if s == NO_NUMBER:
                return 0
        return s + 1

    def _add(self, key: cython.ulonglong, t: cython.int) -> cython.int:
        """A stretch that is new; `NO_NUMBER` when there is no room."""
        one: cython.ulonglong = 1
        cards: cython.int = count_bits(key & ((one << CARD_BITS) - 1) & ~self.moves.laid_out)
        bucket: cython.longlong
        k: cython.longlong
        s: cython.int = self.free[cards]
        if s != NO_NUMBER:
            self.free[cards] = cython.cast(cython.int, self.words[2 * s + 1])
        else:
            if self.used + cards + 2 > self.room and not self._make_room():
                return NO_NUMBER
            s = cython.cast(cython.int, self.used)
            self.used += cards + 2
        bucket = self._bucket_of(key)
        self.words[2 * s] = key
        self.words[2 * s + 1] = cython.cast(cython.ulonglong, self.found[bucket]) << 32
        self.found[bucket] = s
        if t == self.tableaux.now:
            self._wait(s)
        else:
            self.words[2 * s + 1] |= cython.cast(cython.ulonglong, self.tableaux.first[t])
            self.tableaux.first[t] = s
        for k in range(2 * s + 2, 2 * (s + cards + 2)):
            self.comes[k] = 0.0
        return s

    def _wait(self, s: cython.int) -> cython.void:
        """A stretch of the tableau that has its turn waits for its own."""
        one: cython.ulonglong = 1
        key: cython.ulonglong = self.words[2 * s]
        at: cython.int = ORDERS * (COUNTS - 1 - count_bits(key & ((one << CARD_BITS) - 1)))
        at += cython.cast(cython.int, key >> (CARD_BITS + DEALT_BITS))
        self.words[2 * s + 1] |= cython.cast(cython.ulonglong, self.waiting[at])
        self.waiting[at] = s
        if at < self.waiting_from:
            self.waiting_from = at
        if at > self.waiting_to:
            self.waiting_to = at

    def _bucket_of(self, key: cython.ulonglong) -> cython.longlong:
        """Where the stretch with a key is found: there and on from there. Those of a tableau lie near each
        other."""
        slot: cython.ulonglong = near_slot(key, self.moves.laid_out, WINDOW)
        return cython.cast(cython.longlong, slot & (self.room // UNITS_A_BUCKET - 1))

    def first_waiting(self) -> cython.int:
        """Where stretches wait to which no other that waits leads, or -1 when none waits."""
        while True:
            while self.waiting_from <= self.waiting_to:
                if self.waiting[self.waiting_from] != NO_NUMBER:
                    return self.waiting_from
                self.waiting_from += 1
            if not self.tableaux.take_turn():
                return -1
            self._wait_all(self.tableaux.first[self.tableaux.now])

    def _wait_all(self, s: cython.int) -> cython.void:
        """The stretches of a tableau, from its first one on, wait for their turns."""
        following: cython.int
        self.waiting_from, self.waiting_to = COUNTS * ORDERS, -1
        while s != NO_NUMBER:
            following = cython.cast(cython.int, self.words[2 * s + 1] & LOW)
            self.words[2 * s + 1] &= ~LOW
            self._wait(s)
            s = following

    def take_waiting(self, at: cython.int) -> cython.int:
        """One of the stretches that wait there: it has its turn, and is found no more."""
        s: cython.int = self.waiting[at]
        k: cython.longlong = 2 * s + 1
        bucket: cython.longlong = self._bucket_of(self.words[2 * s])
        other: cython.int = self.found[bucket]
        self.waiting[at] = cython.cast(cython.int, self.words[k] & LOW)
        if other == s:
            self.found[bucket] = cython.cast(cython.int, self.words[k] >> 32)
            return s
        while cython.cast(cython.int, self.words[2 * other + 1] >> 32) != s:
            other = cython.cast(cython.int, self.words[2 * other + 1] >> 32)
        self.words[2 * other + 1] &= LOW
        self.words[2 * other + 1] |= self.words[k] & ~LOW
        return s

    def expect_turn(self, s: cython.int) -> cython.void:
        """A stretch has its turn soon: have it on its way from memory, and the next that waits."""
        if cython.compiled and s + 12 < self.room:
            prefetch(cython.address(self.words[2 * s + 8]))
            prefetch(cython.address(self.words[2 * s + 16]))
            prefetch(cython.address(self.words[2 * s + 24]))
            prefetch(cython.address(self.found[self._bucket_of(self.words[2 * s])]))
            prefetch(cython.address(self.words[2 * (self.words[2 * s + 1] & LOW)]))

    def give_back(self, s: cython.int) -> cython.void:
        """The stretch, row 0's, has had its turn."""
        self.words[2 * s + 1] = cython.cast(cython.ulonglong, self.free[self.stock.cards])
        self.free[self.stock.cards] = s

    def stand(self, s: cython.int) -> cython.void:
        """Row 0: the first place of a stretch to which the players come. What is exposed is that of the
        tableau that has its turn."""
        one: cython.ulonglong = 1
        key: cython.ulonglong = self.words[2 * s]
        mark: cython.int = cython.cast(cython.int, key >> (CARD_BITS + DEALT_BITS))
        place: cython.int = 0
        self.stock.stand_with(key & ((one << CARD_BITS) - 1))
        while place < self.stock.cards and self.comes[2 * (s + 1 + place)] == 0.0:
            place += 1
        self.moves.idle[0] = mark & ((1 << IDLE_BITS) - 1)
        self.moves.position[0] = position_of(mark >> IDLE_BITS, 0)
        self.moves.position[0] = self.stock.position_at(place)

    def _make_room(self) -> cython.bint:
        """Grow; False when the limit on memory forbids it, or there is none."""
        if 5 * self.room > self.most_room:  # old and new beside each other
            return False
        with cython.gil:
            return grown(self.grow)

    def grow(self) -> None:
        """Four times as much room."""
        s: cython.int
        following: cython.int
        bucket: cython.longlong
        k: cython.longlong
        old: Integers = self.found
        new = longer(self.words)
        self.found = longer(self.found)
        self.words, self.comes = new, as_doubles(new)
        self.room *= 4
        for k in range(self.room // UNITS_A_BUCKET):
            self.found[k] = NO_NUMBER
        for k in range(self.room // UNITS_A_BUCKET // 4):
            s = old[k]
            while s != NO_NUMBER:
                following = cython.cast(cython.int, self.words[2 * s + 1] >> 32)
                bucket = self._bucket_of(self.words[2 * s])
                self.words[2 * s + 1] &= LOW
                self.words[2 * s + 1] |= cython.cast(cython.ulonglong, self.found[bucket]) << 32
                self.found[bucket] = s
                s = following
