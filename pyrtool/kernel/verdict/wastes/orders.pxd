from pyrtool.kernel.numbers cimport *

cdef class Orders:
    cdef unsigned char[::1] card, place
    cdef unsigned int[::1] slots
    cdef readonly int count, room

    cdef bint is_full(self) noexcept nogil
    cdef int known(self, int size) noexcept nogil
    cdef unsigned long long _slot(self, int number) noexcept nogil
