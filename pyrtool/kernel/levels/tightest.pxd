cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.levels.state cimport State

@cython.final
cdef class Tightest:
    cdef unsigned char[::1] order
    cdef int[::1] looseness

    cdef void sort(self, State levels) noexcept nogil
    cdef int take(self, const unsigned char[::1] order, int count) noexcept nogil
    cdef int _above_set(self, State levels, int s) noexcept nogil
