cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.every_line.level cimport LEFT, LEVEL_WORDS, MUST, LAID_OUT, DEAL
from pyrtool.kernel.every_line.line cimport Line
from pyrtool.kernel.every_line.walk cimport BoundedWalk

cdef class MoveWorth:
    cdef Line line
    cdef unsigned long long[::1] goes, covers, covered

    @cython.final
    cdef int of(self, int d, unsigned int move) noexcept nogil
    @cython.final
    cdef int _ways(self, int base, int card) noexcept nogil
    @cython.final
    cdef int _uncovered(self, int base, int i, int j) noexcept nogil
    @cython.final
    cdef int _lacking(self, int base, int i, int j) noexcept nogil

cdef class Tries(BoundedWalk):
    cdef MoveWorth worth
    cdef object chance
    cdef double[::1] chances, weight
    cdef int drawn
    cdef long long patience

    cdef bint _lacks_room(self) noexcept nogil
    cdef bint _is_vain(self, int d) noexcept nogil
    cdef void _arrange(self, int d, int first) noexcept nogil
