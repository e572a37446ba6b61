cimport cython

from pyrtool.kernel.numbers.hash_table cimport Table

@cython.final
cdef class Known:
    cdef Table table
    cdef unsigned long long[::1] key
    cdef long long[::1] slot, epoch

    cdef bint seen(self, int d, unsigned long long key, int dealt) noexcept nogil
    cdef void mark_seen(self, int d, int dealt) noexcept nogil
