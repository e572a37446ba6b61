from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.verdict.any_pairs.losing cimport Losing

cdef class General(Losing):
    # Where the search begins.
    cdef unsigned long long first_left, first_rest
    cdef int first_at
    # A level of the search: what is left, and which of its moves comes next.
    cdef unsigned long long[::1] left, rest
    cdef int[::1] at, next_move, end_of_moves, played
    cdef int[::1] pair, when, score
    cdef int depth
    cdef bint entering
    # What was listed already at this level.
    cdef unsigned long long[::1] seen_places, seen_others
    # When to begin again.
    cdef readonly unsigned long long nodes
    cdef unsigned long long until, restart_at, patience, noise
    cdef int chance, beside

    cdef bint _moves_are_full(self) noexcept nogil
    cdef int _run(self) noexcept nogil
    cdef void _take(self, int d, int card) noexcept nogil
    cdef void _begin_again(self) noexcept nogil
    cdef bint _enter(self) noexcept nogil
    cdef void _list_moves(self) noexcept nogil
    cdef int _next_at(self, unsigned long long rest, int at) noexcept nogil
    cdef void _list_tableau(self, unsigned long long left, unsigned long long exposed, int at) noexcept nogil
    cdef void _list_open(self, unsigned long long left, unsigned long long rest, unsigned long long exposed, int at) noexcept nogil
    cdef void _list_stock(self, unsigned long long rest, unsigned long long exposed, int at, int late) noexcept nogil
    cdef void _add_places(self, int card, unsigned long long places, int at, int late) noexcept nogil
    cdef int _worth_of_kind(self, int one, int other) noexcept nogil
    cdef void _add(self, int one, int other, int at, int late) noexcept nogil
