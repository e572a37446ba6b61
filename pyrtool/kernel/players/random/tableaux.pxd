cimport cython

from pyrtool.kernel.numbers cimport *

cdef enum:
    NO_NUMBER = 0  # of a tableau, or of a stretch

@cython.final
cdef class Tableaux:
    cdef unsigned long long[::1] cards
    cdef int[::1] first
    cdef int now
    cdef int[::1] waiting, following, found
    cdef int count, size, left

    cdef void empty(self) noexcept nogil
    cdef bint take_turn(self) noexcept nogil
    cdef int number_of(self, unsigned long long cards) noexcept nogil
    cdef int _slot_of(self, unsigned long long cards) noexcept nogil
    cdef bint _make_room(self) noexcept nogil
