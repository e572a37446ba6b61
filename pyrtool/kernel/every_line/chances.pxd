cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.every_line.bounds cimport LineBounds
from pyrtool.kernel.every_line.level cimport CARD_NUMBERS, END_OF_MOVES, FIRST_MOVE, LEVEL_WORDS, NEXT_MOVE
from pyrtool.kernel.every_line.line cimport Line
from pyrtool.kernel.every_line.moves cimport Moves
from pyrtool.kernel.every_line.walk cimport Visited

cdef class LineChances:
    cdef Line line
    cdef Moves moves
    cdef LineBounds bounds
    cdef Visited visited
    cdef double[::1] plain, clever, sum_plain, sum_clever
    cdef unsigned int[::1] number
    cdef int[::1] kept
    cdef long long limit_bytes
    cdef readonly long long positions
    cdef int depth

    @cython.final
    cdef bint _is_short(self) noexcept nogil
    @cython.final
    cdef int _run(self, long long until) noexcept nogil
    @cython.final
    cdef void _enter(self, int d, long long slot, int first) noexcept nogil
    @cython.final
    cdef void _close(self, int d) noexcept nogil
    @cython.final
    cdef void _add(self, int d, double plain, double clever) noexcept nogil
