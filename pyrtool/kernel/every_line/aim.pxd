cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.every_line.bounds cimport LineBounds
from pyrtool.kernel.every_line.level cimport LEFT, STAY, IN_PASS, CLEARED, LEVEL_WORDS, PYRAMID, ALONE, LEAST_IN_PYRAMID, PAR_SCORE, POINTS, OF_RANK, VALUE_BITS
from pyrtool.kernel.every_line.line cimport Line

cdef class Aim:
    cdef Line line
    cdef LineBounds bounds
    cdef int kind, pairs, rows, discard_points, made, passes, too_few
    cdef bint with_itself
    cdef unsigned long long[::1] of_rank, others, first, pair, row
    cdef int[::1] row_points, par_points

    @cython.final
    cdef long long value(self, int d) noexcept nogil
    @cython.final
    cdef long long floor(self, int d) noexcept nogil
    @cython.final
    cdef long long _worth(self, int d, int which, int cleared) noexcept nogil
    @cython.final
    cdef int _all_staying(self, int d) noexcept nogil
    @cython.final
    cdef int _made_without(self, int d, int which) noexcept nogil
    @cython.final
    cdef bint is_met(self, int d, long long goal, bint cleared) noexcept nogil
    @cython.final
    cdef long long moves_to(self, int d, long long goal, bint cleared) noexcept nogil
    @cython.final
    cdef long long _moves_to_rank(self, int d, long long goal, unsigned long long low, unsigned long long high) noexcept nogil
    @cython.final
    cdef long long _moves_to_points(self, int d, long long goal, bint cleared) noexcept nogil
    @cython.final
    cdef long long _moves_to_par(self, int d, long long goal, bint cleared, int clearing) noexcept nogil
