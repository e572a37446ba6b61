from pyrtool.kernel.numbers.bits cimport count_bits, lowest_bit
from pyrtool.kernel.numbers.codes cimport MANY, PRUNE_SETS
from pyrtool.kernel.levels.discards cimport Discards
from pyrtool.kernel.numbers.encoding cimport dealt_of, pass_of
from pyrtool.kernel.game.game cimport Game

cdef class Ends(Discards):
    cdef readonly bint by_ends
    cdef bint more_redeals
    cdef unsigned long long dealt_over
    cdef int first_end, redeals, block, width, none
    cdef unsigned char[::1] choice, gap, in_turn
    cdef short[::1] by_end, plays, passed_kings
    cdef int[::1] row, over

    cdef bint done(self, int s, int sub) noexcept nogil
    cdef void build_ends(self) noexcept nogil
    cdef void _build_plays(self, int s) noexcept nogil
    cdef void _deal_on(self, int s, int v, int b, int gaps) noexcept nogil
    cdef void _build_ends(self, int s) noexcept nogil
    cdef void price_kings(self) noexcept nogil
    cdef int least_of_ends(self, int d) noexcept nogil
