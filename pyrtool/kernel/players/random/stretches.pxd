cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.players.moves cimport Moves
from pyrtool.kernel.players.random.stock_left cimport StockLeft
from pyrtool.kernel.players.random.tableaux cimport NO_NUMBER, Tableaux

@cython.final
cdef class Stretches:
    cdef Moves moves
    cdef StockLeft stock
    cdef Tableaux tableaux
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

    cdef void empty(self) noexcept nogil
    cdef unsigned long long key_in(self, unsigned long long left, int position, int idle) noexcept nogil
    cdef long long place_in(self, unsigned long long key) noexcept nogil
    cdef void want(self, long long where, unsigned long long key, int t) noexcept nogil
    cdef bint find_wanted(self) noexcept nogil
    cdef long long _find(self, unsigned long long key, long long bucket, int t) noexcept nogil
    cdef int _add(self, unsigned long long key, int t) noexcept nogil
    cdef void _wait(self, int s) noexcept nogil
    cdef long long _bucket_of(self, unsigned long long key) noexcept nogil
    cdef int first_waiting(self) noexcept nogil
    cdef void _wait_all(self, int s) noexcept nogil
    cdef int take_waiting(self, int at) noexcept nogil
    cdef void expect_turn(self, int s) noexcept nogil
    cdef void give_back(self, int s) noexcept nogil
    cdef void stand(self, int s) noexcept nogil
    cdef bint _make_room(self) noexcept nogil
