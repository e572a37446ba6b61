from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.shuffle cimport Dealer

cdef class Themes:
    cdef int flags, kings_in_stock, tableau, size, rows, ranks, of_a_rank, sets
    cdef unsigned int kings
    cdef const unsigned char[::1] rank_of
    cdef const unsigned char[::1] row_ends
    cdef const unsigned char[::1] row_places
    cdef const unsigned char[::1] set_of
    cdef unsigned char[::1] dealt
    cdef bint _fits(self) noexcept nogil
    cdef bint _has_kings(self) noexcept nogil
    cdef bint _set_in_stock(self) noexcept nogil
    cdef bint _kings_within(self, int first, int last) noexcept nogil
    cdef bint _rank_in_row(self) noexcept nogil
    cdef bint _mirror_row(self) noexcept nogil
