cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.every_line.aim cimport Aim
from pyrtool.kernel.every_line.level cimport NEXT_MOVE, LEVEL_WORDS, MUST, PYRAMID
from pyrtool.kernel.every_line.walk cimport BoundedWalk

cdef class FewestMoves(BoundedWalk):
    cdef bint _is_vain(self, int d) noexcept nogil

cdef class FewestTo(BoundedWalk):
    cdef Aim aim
    cdef long long goal
    cdef bint cleared

    cdef bint _visit(self, int d) noexcept nogil
    cdef bint _is_vain(self, int d) noexcept nogil

cdef class MostDone(BoundedWalk):
    cdef Aim aim
    cdef long long floor, best, enough_value, clearing
    cdef bint apart, has_clearing
    cdef unsigned int[::1] best_line, clearing_line
    cdef int best_moves, clearing_moves

    cdef bint _lacks_room(self) noexcept nogil
    cdef bint _is_enough(self) noexcept nogil
    cdef void _keep(self, int d, unsigned int[::1] kept) noexcept nogil
    cdef bint _visit(self, int d) noexcept nogil
    cdef bint _is_vain(self, int d) noexcept nogil
