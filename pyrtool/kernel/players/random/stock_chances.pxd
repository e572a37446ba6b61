cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.moves cimport Moves
from pyrtool.kernel.players.random.stock_left cimport StockLeft
from pyrtool.kernel.players.random.stretches cimport Stretches
from pyrtool.kernel.players.random.tableaux cimport NO_NUMBER, Tableaux

@cython.final
cdef class StockChances:
    cdef Moves moves
    cdef StockLeft stock
    cdef Tableaux tableaux
    cdef Stretches stretches
    cdef bint full
    cdef readonly unsigned long long positions
    cdef double plain, clever
    cdef double[::1] part
    cdef int held, looked_at
    # Kept for the stretch that has its turn.
    cdef long long own
    cdef double[::1] each
    cdef int[::1] last_open

    cdef int work(self, unsigned long long budget) noexcept nogil
    cdef bint _share(self) noexcept nogil
    cdef void _want_pairs(self, int first) noexcept nogil
    cdef bint _link_place(self, int place) noexcept nogil
    cdef long long _after_move(self, int k) noexcept nogil
    cdef void _share_place(self, int place) noexcept nogil
    cdef void _give(self, long long where, double plain, double clever) noexcept nogil
    cdef void _share_pairs(self, int first) noexcept nogil
