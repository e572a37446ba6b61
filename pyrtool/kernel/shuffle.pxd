from pyrtool.kernel.numbers cimport *

cdef class Dealer:
    cdef readonly bytes codes
    cdef bytearray dealt
    cdef int scheme
    cdef int size
    cdef bint as_shuffled, swaps
    cdef int last_column, depth, outputs
    cdef unsigned long long state
    cdef unsigned char[::1] column_of
    cdef int[::1] ranks
    cdef unsigned char[::1] pack
    cdef unsigned char[::1] deck
    cdef unsigned char[::1] order
    cdef unsigned char[::1] shuffled
    cdef unsigned char[::1] cards
    cdef unsigned int[::1] twister
    cdef void deal_words(self, unsigned long long low, unsigned long long high, unsigned long long more) noexcept nogil
    cdef void _native(self, unsigned long long state) noexcept nogil
    cdef void _freecell(self, unsigned long long state) noexcept nogil
    cdef void _rectify(self) noexcept nogil
    cdef int _rank(self, int code) noexcept nogil
    cdef void _rectify_by_swaps(self, unsigned long long seed) noexcept nogil
    cdef int _twin(self, int first, int after) noexcept nogil
    cdef void _swap(self, int i, int j) noexcept nogil
    cdef int _below(self, unsigned long long seed, int end) noexcept nogil
    cdef unsigned long long _microsoft(self, unsigned long long seed) noexcept nogil
    cdef void _seed_twister(self, unsigned long long low, unsigned long long high) noexcept nogil
    cdef unsigned int _twist(self) noexcept nogil
    cdef void _pysolfc(self, unsigned long long seed) noexcept nogil
