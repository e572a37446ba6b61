from pyrtool.kernel.numbers cimport *

cdef class Groups:
    cdef unsigned char[::1] tops_of, phase_after

    cdef unsigned long long tops(self, unsigned long long stock) noexcept nogil
