from pyrtool.kernel.bits cimport highest_bit, lowest_bit, set_choices
from pyrtool.kernel.codes cimport PAIRS, PRUNE_EARLIER, PRUNE_EXCLUDED, PRUNE_FORCED, SW_AUTO, SW_NO
from pyrtool.kernel.game cimport Game
from pyrtool.kernel.state cimport State

cdef class Discards(State):
    cdef int prunes
    cdef bint monotone, forcing, force_mutual
    # A row a level.
    cdef int[::1] count, following, pair_low, pair_high, forced

    cdef void list_pairs(self, int d) noexcept nogil
    cdef void list_turned_pairs(self, int d) noexcept nogil
    cdef void list_stock_pairs(self, int d) noexcept nogil
    cdef unsigned long long stock_events(self, int d) noexcept nogil
    cdef void _list_with(self, int d, int card) noexcept nogil
    cdef void _list_overlaps(self, int d) noexcept nogil
    cdef void add_pair(self, int d, int a, int b) noexcept nogil
    cdef bint allowed(self, int d, int a, int b) noexcept nogil
    cdef int partners(self, int d, int card) noexcept nogil
    cdef void forget_pass(self, int d) noexcept nogil
    cdef void exclude(self, int d, int a, int b, bint lasting) noexcept nogil
    cdef void force(self, int d) noexcept nogil
    cdef bint may_end(self, int a, int b) noexcept nogil
    cdef bint failed(self, int d) noexcept nogil
    cdef bint stuck(self, int d, int card) noexcept nogil
