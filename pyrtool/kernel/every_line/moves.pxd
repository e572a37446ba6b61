cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.every_line.level cimport LEFT, LEVEL_WORDS, ALONE, LAID_OUT, ENDS, DEAL, REDEAL, CARD_NUMBERS
from pyrtool.kernel.every_line.line cimport Line

cdef class Moves:
    cdef Line line
    cdef bint stock_top, tops_match, waste_match, waste_pairs, both_ends, overlap
    cdef bint dealt, early, plain
    cdef unsigned long long[::1] covers, goes, at_once
    # The moves of all levels, one level after the other.
    cdef unsigned int[::1] moves
    cdef int[::1] offered, offering
    cdef readonly int most
    cdef int listed

    @cython.final
    cdef bint is_full(self) noexcept nogil
    @cython.final
    cdef bint is_early_free(self, int d) noexcept nogil
    @cython.final
    cdef bint goes_with(self, int card, int other) noexcept nogil
    @cython.final
    cdef bint _goes_at_once(self, int card) noexcept nogil
    @cython.final
    cdef void list_moves(self, int d, int first) noexcept nogil
    @cython.final
    cdef void list_choices(self, int d, int first) noexcept nogil
    @cython.final
    cdef void _put(self, int i, int j) noexcept nogil
    @cython.final
    cdef int _find_available(self, int d) noexcept nogil
    @cython.final
    cdef bint _match(self, int one, int other) noexcept nogil
    @cython.final
    cdef void _list_neighbours(self, int d, int first) noexcept nogil
    @cython.final
    cdef void _put_once(self, int first, int i, int j) noexcept nogil
    @cython.final
    cdef void _list_deals(self, int d) noexcept nogil
