cimport cython

@cython.final
cdef class Memory:
    cdef long long taken, most_bytes

    cdef bint may_take(self, long long more) noexcept nogil
