cimport cython

from pyrtool.kernel.levels.discards cimport Discards

@cython.final
cdef class KeptLine:
    cdef Discards levels
    cdef int[::1] low, high, position
    cdef int depth

    cdef void keep(self, int depth) noexcept nogil
