cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game cimport AnyGame

cdef class Checker:
    cdef readonly AnyGame game
    cdef int size, tableau, total, suits, draw, passes, stock_waste, king_count
    cdef bint stock_top, waste_pairs, overlap, goal_pyramid, dealt, early, unlimited
    cdef unsigned char[::1] rank_of, card_of, kings, mate_of, used
    cdef unsigned long long[::1] direct
    cdef unsigned long long pyramid
    # The table.
    cdef unsigned long long left, open_cards
    cdef signed char[::1] place_of, index_of
    cdef unsigned char[::1] stock, waste
    cdef int next_stock, last_stock, waste_size, turned, pass_number
    cdef bint vanished

    cdef bint matching_holds(self, const unsigned char[::1] cards, signed char[::1] mate) noexcept nogil
    cdef bint line_holds(self, const unsigned char[::1] cards, int[::1] low, int[::1] high, int[::1] when, int depth) noexcept nogil
    cdef bint _open_cards_suffice(self) noexcept nogil
    cdef void _lay_out(self, const unsigned char[::1] cards) noexcept nogil
    cdef bint _is_won(self) noexcept nogil
    cdef bint _is_available(self, int card) noexcept nogil
    cdef bint _may_go(self, int card, int other) noexcept nogil
    cdef bint _only_cover(self, int card, int other) noexcept nogil
    cdef bint _tops_match(self) noexcept nogil
    cdef void _remove(self, int card) noexcept nogil
    cdef void _turn(self) noexcept nogil
    cdef bint _deal_on(self) noexcept nogil
    cdef void _discard_kings(self) noexcept nogil
    cdef int _stock_position(self) noexcept nogil

@cython.final
cdef class Plain:
    cdef int size, tableau, draw, passes
    cdef bint dealt, stock_top, overlap, waste_pairs, tops_match, tops_must, tops_vanish
    cdef unsigned long long goal, alone
    cdef unsigned long long[::1] on_it, below, overlapped, mates, goes_with
    cdef unsigned char[::1] rank
    # The keys found, numbered from 1, each with the places reached; those tried; how many have
    # room. A table that finds a key's number, as far as the last slot, one less than a power of two.
    cdef unsigned long long[::1] found, tried, waiting
    cdef unsigned int[::1] slots
    cdef unsigned long long last
    cdef Py_ssize_t room
    cdef Py_ssize_t count, head, waits
    cdef public long long limit_bytes
    cdef readonly long long nodes
    # What was just reached.
    cdef unsigned long long[::1] next_keys, next_places
    cdef Py_ssize_t listed
    cdef bint won

    cdef bint _lists_are_full(self) noexcept nogil
    cdef bint _table_is_full(self) noexcept nogil
    cdef int _run(self, long long until) noexcept nogil
    cdef void _try_all(self, long long until) noexcept nogil
    cdef void _discard_exposed(self, unsigned long long left, int number, unsigned long long exposed, unsigned long long places) noexcept nogil
    cdef void _discard_dealt(self, unsigned long long left, int number, unsigned long long stock, unsigned long long exposed, int at) noexcept nogil
    cdef void _discard_with(self, unsigned long long left, int number, unsigned long long exposed, int card, int at, bint turned) noexcept nogil
    cdef int _after(self, unsigned long long stock, int at) noexcept nogil
    cdef void _deal(self, unsigned long long left, int number, unsigned long long stock, int at) noexcept nogil
    cdef void _reach(self, unsigned long long left, int number, int at, bint turned) noexcept nogil
    cdef void _reach_all(self, unsigned long long left, int number, unsigned long long places) noexcept nogil
    cdef void _keep(self) noexcept nogil
    cdef unsigned long long _slot(self, unsigned long long key) noexcept nogil
