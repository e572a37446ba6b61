cimport cython

cdef class Table:
    cdef unsigned long long[::1] entries, first
    cdef unsigned long long mask, used, room, generation, first_size
    cdef int bits, width, row, growth
    cdef long long epoch
    cdef public unsigned long long limit_bytes
    @cython.final
    cdef bint full(self) noexcept nogil
    cdef bint make_room(self) noexcept nogil
    cdef bint _fits(self, unsigned long long size) noexcept nogil
    cdef void clear(self) noexcept nogil
    @cython.final
    cdef long long find(self, unsigned long long key) noexcept nogil
    @cython.final
    cdef long long find_long(self, unsigned long long a, unsigned long long b, unsigned long long c, unsigned long long d) noexcept nogil
    @cython.final
    cdef unsigned long long note(self, long long slot) noexcept nogil
    @cython.final
    cdef long long write(self, long long slot, unsigned long long key, unsigned long long note) noexcept nogil
    @cython.final
    cdef void write_long(self, long long slot, unsigned long long a, unsigned long long b, unsigned long long c, unsigned long long d, unsigned long long note) noexcept nogil
