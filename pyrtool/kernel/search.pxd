from pyrtool.kernel.bits cimport highest_bit, lowest_bit
from pyrtool.kernel.sets cimport SetOrder

cdef class Search(SetOrder):
    cdef int draw, prunes, code
    cdef bint monotone
    # A row a level.
    cdef unsigned long long[::1] left, exposed, in_stock
    cdef int[::1] position, start, deadline, forced, count, following
    cdef int[::1] move_low, move_high, move_position
    cdef unsigned char[::1] ban, pair_low, pair_high, pair_score
    # The table of positions seen.
    cdef unsigned long long[::1] keys
    cdef unsigned int[::1] stamps
    cdef unsigned long long table_mask, table_used, table_limit
    cdef unsigned int generation
    cdef readonly unsigned long long nodes
    cdef readonly int depth

    cdef int run(self, unsigned long long node_budget) noexcept nogil
    cdef void _begin(self) noexcept nogil
    cdef bint _failed(self, int d) noexcept nogil
    cdef int _enter(self, int d) noexcept nogil
    cdef bint _too_late(self, int d) noexcept nogil
    cdef int _table_position(self, int d) noexcept nogil
    cdef int _canonical(self, int d) noexcept nogil
    cdef int _waste_top(self, int d) noexcept nogil
    cdef int _turned(self, int d) noexcept nogil
    cdef bint _matches(self, int i, int j) noexcept nogil
    cdef int _advance(self, int d) noexcept nogil
    cdef void _list_pairs(self, int d) noexcept nogil
    cdef bint _allowed(self, int d, int a, int b) noexcept nogil
    cdef void _add_pair(self, int d, int a, int b) noexcept nogil
    cdef int _partners(self, int d, int card) noexcept nogil
    cdef bint _only_partner(self, int d, int card) noexcept nogil
    cdef bint _stuck(self, int d, int card) noexcept nogil
    cdef bint _set_stuck(self, int d, int s) noexcept nogil
    cdef void _copy_level(self, int d) noexcept nogil
    cdef void _take(self, int d) noexcept nogil
    cdef void _vanish(self, int d) noexcept nogil
    cdef void _remove(self, int d, unsigned long long cards) noexcept nogil
    cdef bint _seen(self, unsigned long long key, int position) noexcept nogil
