cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.players.moves cimport Moves
from pyrtool.kernel.players.random.memory cimport Memory
from pyrtool.kernel.players.random.stock_left cimport StockLeft
from pyrtool.kernel.players.random.tableaux cimport NO_NUMBER, Tableaux

cdef enum:
    GOAL = 1
    DEAD_END = 2
    START = 3

@cython.final
cdef class Remainders:
    cdef Moves moves
    cdef StockLeft stock
    cdef Tableaux tableaux
    cdef Memory memory
    # By number.
    cdef unsigned long long[::1] words
    cdef int[::1] fields, found, open_until, entry_at
    cdef int remainders, room
    # Those of the tableau that has its turn that wait, by stock cards.
    cdef int[::1] waiting
    cdef int waiting_at
    # What is wanted.
    cdef unsigned long long[::1] want_left
    cdef int[::1] want_tableau, want_bucket, want_position, want_dealt, wanted
    cdef int wants

    cdef void empty(self) noexcept nogil
    cdef unsigned long long cards_left(self, int r) noexcept nogil
    cdef int earliest_of(self, int r) noexcept nogil
    cdef int deadline_of(self, int r) noexcept nogil
    cdef int number_of(self, unsigned long long left) noexcept nogil
    cdef int take_turn(self) noexcept nogil
    cdef void _wait_all(self, int r) noexcept nogil
    cdef void _wait(self, int r) noexcept nogil
    cdef void want(self, unsigned long long left, int t, int position, int dealt) noexcept nogil
    cdef bint find_wanted(self) noexcept nogil
    cdef int _find(self, unsigned long long left, int bucket) noexcept nogil
    cdef int _add(self, int k, int deadline) noexcept nogil
    cdef int _bucket_of(self, unsigned long long left) noexcept nogil
    cdef bint _make_room(self) noexcept nogil
