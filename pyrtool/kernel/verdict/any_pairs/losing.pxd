from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.numbers.hash_table cimport Table

cdef class Losing:
    # The game.
    cdef readonly int tableau, others, ranks, prunes
    cdef unsigned char[::1] rank, alone
    cdef unsigned int[::1] goes_with
    cdef int draw, passes
    cdef readonly bint dealt, stock_top, tops_match, waste_pairs, overlap, monotone, whole, drops_kings
    cdef unsigned long long must_go
    cdef unsigned long long[::1] covers, covered, above
    # The deal: the places and the other cards of each rank, and those that go with it.
    cdef unsigned long long[::1] places_for, others_for, places_of, others_of
    cdef int[::1] counts
    # Among the cards left, for each rank: how many go with it, and how many more of these lie beside the
    # tableau than it has on it. Whether it goes with one rank alone.
    cdef int[::1] ways, excess
    cdef unsigned char[::1] paired
    # The ranks that go only with each other; how many of their pairs must be tied; which places go
    # before each place, after each tie.
    cdef int sets, most_ties, ties_left
    cdef int[::1] low, high, lacking
    cdef unsigned long long[::1] before
    # The positions that are lost.
    cdef Table table

    cdef bint _is_won(self, unsigned long long left, unsigned long long rest) noexcept nogil
    cdef unsigned long long _exposed(self, unsigned long long left) noexcept nogil
    cdef unsigned long long _without_kings(self, unsigned long long left) noexcept nogil
    cdef bint _is_stuck(self, unsigned long long left, unsigned long long rest) noexcept nogil
    cdef bint _is_odd(self, unsigned long long left, unsigned long long rest) noexcept nogil
    cdef void _count_partners(self, unsigned long long left, unsigned long long rest) noexcept nogil
    cdef bint _is_covered(self, unsigned long long left, unsigned long long rest) noexcept nogil
    cdef bint _is_untied(self, unsigned long long left, unsigned long long rest) noexcept nogil
    cdef bint _tie(self, int ties, int s, unsigned long long left, unsigned long long free, unsigned long long later) noexcept nogil
    cdef unsigned long long _mark(self, int at) noexcept nogil
    cdef unsigned long long _late(self, int at) noexcept nogil
    cdef bint _is_known(self, unsigned long long left, unsigned long long rest, int at) noexcept nogil
    cdef void _note(self, unsigned long long left, unsigned long long rest, int at) noexcept nogil
