from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.numbers.hash_table cimport Table
from pyrtool.kernel.verdict.wastes.lastplaces cimport LastPlaces
from pyrtool.kernel.verdict.wastes.orders cimport Orders
from pyrtool.kernel.verdict.wastes.level cimport END, LEFT, EXPOSED, UNDEALT, WASTE, ORDER, PASS_NUMBER, KNOWN, SETS_LEFT, WORDS, CARDS, MOST_MOVES, NOT_REACHED

cdef class Layers:
    # The rules.
    cdef int size, tableau, wastes, draw, at_once, passes, prunes
    cdef bint choice, stock_top, tops_match, waste_pairs, waste_match, both_ends, overlap
    cdef bint stable, by_place, in_one, timed
    cdef unsigned long long[::1] covers, covered, above
    # The deal.
    cdef unsigned long long[::1] mates, ban
    cdef unsigned long long alone, goal
    cdef LastPlaces last
    cdef Orders orders
    cdef Table seen
    # The levels, the moves listed at them, and the pairs excluded on the way.
    cdef unsigned long long[::1] levels, moves, trail
    cdef int[::1] offered, offering
    cdef int depth, trailed, listed
    cdef bint won
    cdef unsigned long long state
    cdef bytes first
    cdef readonly long long nodes
    cdef public long long limit_bytes

    cdef int _look_at_offers(self, int base) noexcept nogil
    cdef bint _settled(self, int base) noexcept nogil
    cdef void _remove(self, int base, int i) noexcept nogil
    cdef void _deal(self, int base, int to) noexcept nogil
    cdef void _redeal(self, int base) noexcept nogil
    cdef int _at(self, int base) noexcept nogil
    cdef bint _is_dead(self, int base, int s) noexcept nogil
    cdef unsigned long long _plane(self, int base, int bit) noexcept nogil
    cdef bint _is_known(self, int base, bint passing) noexcept nogil
    cdef bint _is_short(self) noexcept nogil
