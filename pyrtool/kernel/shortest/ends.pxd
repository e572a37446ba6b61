cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.levels.places cimport Places
from pyrtool.kernel.levels.sets cimport SetTables

@cython.final
cdef class Ends:
    cdef Places deal
    cdef bint unlimited, more_redeals
    cdef int passes, stock, sets, valid_count, redeals, block, width, none
    cdef int in_stock, gaps
    cdef unsigned char[::1] valid, choice, gap, in_turn
    cdef unsigned int[::1] static_ban
    cdef short[::1] by_end, plays, passed_kings
    cdef int[::1] row, over

    cdef void build(self) noexcept nogil
    cdef void price_kings(self, unsigned long long dealt_over) noexcept nogil
    cdef int least(self, unsigned long long left, int position) noexcept nogil
    cdef void _build_plays(self, int s) noexcept nogil
    cdef void _look_at_set(self, int s, int left) noexcept nogil
    cdef int _uncovered(self, int sub) noexcept nogil
    cdef int _waste_top(self, int sub, int g) noexcept nogil
    cdef void _discard(self, int s, int v, int g, int available, int turned) noexcept nogil
    cdef void _improve(self, int at, int then, int h) noexcept nogil
    cdef void _deal_on(self, int s, int v, int b) noexcept nogil
    cdef void _build_ends(self, int s) noexcept nogil
    cdef bint _done(self, int s, int sub) noexcept nogil
