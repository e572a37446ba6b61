cimport cython

from pyrtool.kernel.numbers.bits cimport count_bits, near_slot, prefetch
from pyrtool.kernel.numbers.encoding cimport PASS
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.random.stock_left cimport StockLeft
from pyrtool.kernel.players.random.tableaux cimport NO_NUMBER

cdef enum:
    GOAL = 1
    DEAD_END = 2
    START = 3

cdef class Remainders(StockLeft):
    cdef long long taken, most_bytes
    # By number.
    cdef unsigned long long[::1] words
    cdef int[::1] fields, found, open_until
    cdef int remainders, room
    # Those of the tableau that has its turn that wait, by stock cards.
    cdef int[::1] waiting
    cdef int waiting_at
    # What is wanted.
    cdef unsigned long long[::1] want_left
    cdef int[::1] want_tableau, want_bucket, want_position, want_dealt, wanted
    cdef int wants

    @cython.final
    cdef void empty(self) noexcept nogil
    @cython.final
    cdef unsigned long long cards_left(self, int r) noexcept nogil
    @cython.final
    cdef int earliest_of(self, int r) noexcept nogil
    @cython.final
    cdef int deadline_of(self, int r) noexcept nogil
    @cython.final
    cdef int number_of(self, unsigned long long left) noexcept nogil
    @cython.final
    cdef int take_turn(self) noexcept nogil
    @cython.final
    cdef void _wait_all(self, int r) noexcept nogil
    @cython.final
    cdef void _wait(self, int r) noexcept nogil
    @cython.final
    cdef void want(self, unsigned long long left, int t, int position, int dealt) noexcept nogil
    @cython.final
    cdef bint find_wanted(self) noexcept nogil
    @cython.final
    cdef int _find(self, unsigned long long left, int bucket) noexcept nogil
    @cython.final
    cdef int _add(self, int k, int deadline) noexcept nogil
    @cython.final
    cdef int _bucket_of(self, unsigned long long left) noexcept nogil
    @cython.final
    cdef bint may_take(self, long long more) noexcept nogil
    cdef bint _make_room(self) noexcept nogil
