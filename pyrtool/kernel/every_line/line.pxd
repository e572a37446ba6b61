cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.every_line.level cimport LEFT, IN_PASS, CLEARED, LEVEL_WORDS, MUST, PYRAMID, ALONE, LAID_OUT, ENDS, DEAL, REDEAL

cdef class Line:
    # The rules, and the cards of them: two words each.
    cdef readonly int exposed, wastes, dealt_at_once
    cdef int draw, passes, row
    cdef bint par
    cdef readonly bint choice, ends
    cdef unsigned long long[::1] masks
    cdef int rank_bits
    cdef readonly unsigned char[::1] ranks
    # The levels, with what lies in wastes and stock.
    cdef unsigned long long[::1] levels
    cdef readonly unsigned long long[::1] key
    cdef unsigned char[::1] piles
    cdef int room

    @cython.final
    cdef bint is_left(self, int d, int which) noexcept nogil
    @cython.final
    cdef bint has(self, int which, int card) noexcept nogil
    @cython.final
    cdef bint is_won(self, int d) noexcept nogil
    @cython.final
    cdef bint is_over(self, int d) noexcept nogil
    @cython.final
    cdef bint is_last_pass(self, int d) noexcept nogil
    @cython.final
    cdef bint is_short(self, int d) noexcept nogil
    @cython.final
    cdef void play(self, int d, unsigned int move) noexcept nogil
    @cython.final
    cdef void _remove(self, int d, int i, int j) noexcept nogil
    @cython.final
    cdef void _deal(self, int d, int to) noexcept nogil
    @cython.final
    cdef void _redeal(self, int d) noexcept nogil
    @cython.final
    cdef void copy_down(self, int d) noexcept nogil
    @cython.final
    cdef void write_key(self, int d) noexcept nogil
