cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.levels.discards cimport Discards

@cython.final
cdef class Moves(Discards):
    cdef readonly int patience
    cdef int rows
    cdef bint ends_early, stock_kings_wait, free_at_last
    cdef int[::1] idle
    cdef unsigned long long state

    cdef bint lay_out(self, const unsigned char[::1] cards) noexcept nogil
    cdef bint lay_out_left(self, const unsigned char[::1] cards, const unsigned char[::1] left, int position) noexcept nogil
    cdef void first_row(self, int position) noexcept nogil
    cdef void settle(self, int d) noexcept nogil
    cdef void list_moves(self, int d) noexcept nogil
    cdef void list_stock_moves(self, int d) noexcept nogil
    cdef bint make(self, int d, int k) noexcept nogil
    cdef int _idle_after(self, int d, unsigned long long before, int redeals) noexcept nogil
    cdef bint _is_last_pass(self, int d) noexcept nogil
    cdef bint reached(self, int d) noexcept nogil
    cdef bint blocked(self, int d) noexcept nogil
    cdef unsigned long long partners_of(self, int card) noexcept nogil
    cdef int goes_on(self, int d, int look) noexcept nogil
    cdef int below(self, unsigned long long n) noexcept nogil
