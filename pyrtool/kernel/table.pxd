cdef class Table:
    cdef unsigned long long[::1] entries
    cdef unsigned long long mask, used, room, generation, first_size
    cdef int bits
    cdef long long epoch
    cdef public unsigned long long limit_bytes
    cdef bint full(self) noexcept nogil
    cdef bint make_room(self) noexcept nogil
    cdef bint _fits(self, unsigned long long size) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef long long find(self, unsigned long long key) noexcept nogil
    cdef unsigned long long note(self, long long slot) noexcept nogil
    cdef long long write(self, long long slot, unsigned long long key, unsigned long long note) noexcept nogil
