cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.levels.places cimport Places
from pyrtool.kernel.levels.sets cimport SetTables
from pyrtool.kernel.shortest.ends cimport Ends

cdef class Lengths:
    cdef Places deal
    cdef SetTables set_tables
    cdef Ends ends
    cdef bint by_ends, dealt, unlimited, stock_top, drop_kings, goal_pyramid, only_pyramid
    cdef int prunes, sets, draw, stock_waste, valid_count
    cdef unsigned long long must, kings, pyramid, dealt_over, stock_kings
    cdef unsigned char[::1] valid
    cdef signed char[::1] stock_index
    cdef unsigned int[::1] static_ban
    cdef int[::1] least, least_within, reach, last_alive

    cdef void build(self) noexcept nogil
    cdef void keep(self, unsigned long long in_stock) noexcept nogil
    cdef int at_least(self, unsigned long long left, unsigned long long in_stock, int position) noexcept nogil
    cdef bint reached(self, unsigned long long left) noexcept nogil
    cdef bint done(self, int s, int sub) noexcept nogil
    @cython.final
    cdef unsigned long long order(self, unsigned long long in_stock, int position) noexcept nogil
    @cython.final
    cdef void _build_length_table(self, int s) noexcept nogil
    @cython.final
    cdef void _pair_up(self, int s, int sub, int i, int j) noexcept nogil
    @cython.final
    cdef int with_passed(self, unsigned long long left, int position, int discards, int within, int reach, unsigned long long order, bint only_tableau) noexcept nogil
