from pyrtool.kernel.numbers.bits cimport count_bits
from pyrtool.kernel.numbers.codes cimport (
    MANY,
    PRUNE_KINGS,
    PRUNE_SETS,
    SW_AUTO_ON_TURN,
)
from pyrtool.kernel.numbers.encoding cimport PASS, dealt_of
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.shortest.ends cimport Ends

cdef class Lengths(Ends):
    cdef bint only_pyramid
    cdef unsigned long long stock_kings
    cdef int[::1] least, least_within, reach

    cdef void build_length_tables(self) noexcept nogil
    cdef void _build_length_table(self, int s) noexcept nogil
    cdef int at_least(self, int d) noexcept nogil
    cdef int with_passed(self, int d, int discards, int within, int reach, unsigned long long order, bint only_tableau) noexcept nogil
    cdef unsigned long long order(self, int d) noexcept nogil
