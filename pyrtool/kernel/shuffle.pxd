from pyrtool.kernel.numbers cimport *

cdef class Dealer:
    cdef readonly bytes codes
    cdef bytearray dealt
    cdef int scheme
    cdef int size
    cdef bint as_shuffled
    cdef unsigned char[::1] deck
    cdef unsigned char[::1] order
    cdef unsigned char[::1] shuffled
    cdef unsigned char[::1] cards
    cdef unsigned int[::1] twister
    cdef void deal_words(self, unsigned long long low, unsigned long long high) noexcept nogil
    cdef void _native(self, unsigned long long state) noexcept nogil
    cdef void _freecell(self, unsigned long long state) noexcept nogil
    cdef void _pysolfc_ms(self, unsigned long long seed) noexcept nogil
    cdef void _seed_twister(self, unsigned long long low, unsigned long long high) noexcept nogil
    cdef unsigned int _twist(self, int k) noexcept nogil
    cdef void _pysolfc(self) noexcept nogil
