from pyrtool.kernel.numbers cimport *

cdef class Seen:
    cdef unsigned long long[::1] keys
    cdef unsigned int[::1] notes
    cdef readonly long long slots, stored

    cdef bint is_full(self) noexcept nogil
    cdef long long slot(self, unsigned long long a, unsigned long long b, unsigned long long c, unsigned long long d) noexcept nogil
    cdef void write(self, long long slot, unsigned long long a, unsigned long long b, unsigned long long c, unsigned long long d, unsigned int note) noexcept nogil
