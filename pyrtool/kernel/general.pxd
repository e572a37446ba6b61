from pyrtool.kernel.bits cimport count_bits, highest_bit, lowest_bit, splitmix
from pyrtool.kernel.codes cimport LOST, NO_ROOM, OTHERS, PAUSED, WON
from pyrtool.kernel.encoding cimport DEALT_BITS, PASS

cdef class General:
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
    cdef int[::1] counts, ways
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
    # The table of positions that are lost; and when to begin again.
    cdef unsigned long long[::1] key_left, key_rest, notes
    cdef unsigned long long mask, stored
    cdef public unsigned long long limit_bytes
    cdef readonly unsigned long long nodes
    cdef unsigned long long until, restart_at, patience, noise

    cdef bint _moves_are_full(self) noexcept nogil
    cdef int _run(self) noexcept nogil
    cdef void _take(self, int d, int card) noexcept nogil
    cdef void _begin_again(self) noexcept nogil
    cdef bint _enter(self) noexcept nogil
    cdef bint _is_won(self, unsigned long long left, unsigned long long rest) noexcept nogil
    cdef unsigned long long _exposed(self, unsigned long long left) noexcept nogil
    cdef unsigned long long _without_kings(self, unsigned long long left) noexcept nogil
    cdef bint _is_stuck(self, unsigned long long left, unsigned long long rest) noexcept nogil
    cdef bint _is_odd(self, unsigned long long left, unsigned long long rest) noexcept nogil
    cdef bint _is_covered(self, unsigned long long left, unsigned long long rest) noexcept nogil
    cdef void _list_moves(self) noexcept nogil
    cdef int _next_at(self, unsigned long long rest, int at) noexcept nogil
    cdef void _list_tableau(self, unsigned long long left, unsigned long long exposed, int at) noexcept nogil
    cdef void _list_open(self, unsigned long long left, unsigned long long rest, unsigned long long exposed, int at) noexcept nogil
    cdef void _list_stock(self, unsigned long long left, unsigned long long rest, unsigned long long exposed, int at, int late) noexcept nogil
    cdef void _add_places(self, int card, unsigned long long places, int at, int late) noexcept nogil
    cdef void _add(self, int one, int other, int at, int late) noexcept nogil
    cdef long long _slot(self, unsigned long long left, unsigned long long rest, unsigned long long mark) noexcept nogil
    cdef unsigned long long _mark(self, int at) noexcept nogil
    cdef unsigned long long _late(self, int at) noexcept nogil
    cdef bint _is_known(self, unsigned long long left, unsigned long long rest, int at) noexcept nogil
    cdef void _note(self, unsigned long long left, unsigned long long rest, int at) noexcept nogil
