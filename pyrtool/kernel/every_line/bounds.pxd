cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.every_line.level cimport LEFT, STAY, LEVEL_WORDS, MUST, ALONE, ENDS, DEAL
from pyrtool.kernel.every_line.line cimport Line

cdef class LineBounds:
    cdef Line line
    cdef bint deals_all, stock_top
    cdef unsigned long long[::1] mates, meets, beneath, over, asked, found

    @cython.final
    cdef bint is_dead_at(self, int d) noexcept nogil
    @cython.final
    cdef void find_staying(self, int d) noexcept nogil
    @cython.final
    cdef void stay_after(self, int d, unsigned int move) noexcept nogil
    @cython.final
    cdef void _spread(self, int d) noexcept nogil
    @cython.final
    cdef void _find(self, int base) noexcept nogil
    @cython.final
    cdef bint must_stay(self, int d, int which) noexcept nogil
    @cython.final
    cdef int discards(self, unsigned long long low, unsigned long long high) noexcept nogil
    @cython.final
    cdef int moves_to_win(self, int d) noexcept nogil
    @cython.final
    cdef int moves_to_remove(self, int d, unsigned long long low, unsigned long long high) noexcept nogil
