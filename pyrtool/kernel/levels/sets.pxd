cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.levels.places cimport Places

@cython.final
cdef class SetTables:
    cdef Places deal
    cdef int passes, valid_count, tallied
    cdef bint stock_top
    cdef unsigned char[::1] valid
    cdef unsigned long long tallied_cards
    cdef int[::1] stay
    cdef int[::1] last_alive, table, over, hides, in_pack
    # A row a stock card of the set.
    cdef int[::1] place, card, partners

    cdef bint build(self, unsigned long long left, unsigned long long must) noexcept nogil
    cdef void build_one(self, int s, unsigned long long all_left, unsigned long long that_must, unsigned long long others, int may_stay, int[::1] table, int offset) noexcept nogil
    cdef int _in_stock(self, int base) noexcept nogil
    cdef int _best_of_stock(self, int exposed, int stock, int at, int best) noexcept nogil
    cdef void build_stay(self, unsigned long long left, unsigned long long must) noexcept nogil
    cdef int units(self, unsigned long long left) noexcept nogil
    cdef void _look_over(self, int base, int left) noexcept nogil
    cdef bint _lie_alone(self, int base, int i, int j, int sub) noexcept nogil
    cdef int _last_within(self, int low, int high, int then) noexcept nogil
