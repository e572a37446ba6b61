cimport cython

from pyrtool.kernel.numbers.bits cimport count_bits, near_slot, prefetch
from pyrtool.kernel.numbers.encoding cimport CARD_BITS, DEALT_BITS, MARK_BITS, PASS, key_of, pass_of, position_of
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.random.stock_left cimport StockLeft
from pyrtool.kernel.players.random.tableaux cimport NO_NUMBER

cdef class Stretches(StockLeft):
    cdef unsigned long long[::1] words
    cdef double[::1] comes
    cdef int[::1] waiting, found, free
    cdef int waiting_from, waiting_to
    cdef long long room, most_room, used
    # What a turn wants.
    cdef long long[::1] wanted, want_bucket
    cdef unsigned long long[::1] want_key
    cdef int[::1] want_tableau
    cdef int wants

    @cython.final
    cdef void empty(self) noexcept nogil
    @cython.final
    cdef unsigned long long key_in(self, unsigned long long left, int position, int idle) noexcept nogil
    @cython.final
    cdef long long place_in(self, unsigned long long key) noexcept nogil
    @cython.final
    cdef void want(self, long long where, unsigned long long key, int t) noexcept nogil
    @cython.final
    cdef bint find_wanted(self) noexcept nogil
    @cython.final
    cdef long long _find(self, unsigned long long key, long long bucket, int t) noexcept nogil
    @cython.final
    cdef int _add(self, unsigned long long key, int t) noexcept nogil
    @cython.final
    cdef void _wait(self, int s) noexcept nogil
    @cython.final
    cdef long long _bucket_of(self, unsigned long long key) noexcept nogil
    @cython.final
    cdef int first_waiting(self) noexcept nogil
    @cython.final
    cdef void _wait_all(self, int s) noexcept nogil
    @cython.final
    cdef int take_waiting(self, int at) noexcept nogil
    @cython.final
    cdef void expect_turn(self, int s) noexcept nogil
    @cython.final
    cdef void give_back(self, int s) noexcept nogil
    @cython.final
    cdef void stand(self, int s) noexcept nogil
    cdef bint _make_room(self) noexcept nogil
