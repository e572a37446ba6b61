from pyrtool.kernel.numbers cimport *

cdef class LastPlaces:
    cdef int sets, wastes, at_once, first, end
    cdef bint both_ends, waste_match, waste_pairs, stock_top, tops_match, overlap
    cdef unsigned char[::1] set_of, bit_in
    cdef int[::1] last
    cdef unsigned char[::1] open
    # One set: its cards by number, and masks among them.
    cdef int[::1] card, place, waste
    cdef int[::1] above, direct, mates
    cdef int alone, goal, size

    cdef void fill(self, int s, bint dealt) noexcept nogil
    cdef int _available(self, int left, int at, bint dealt) noexcept nogil
    cdef bint _can_go(self, int s, int left, int at, bint dealt) noexcept nogil
    cdef int _partners(self, int x, int left, int available, int at, bint dealt) noexcept nogil
