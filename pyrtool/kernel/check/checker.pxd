from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport AnyGame

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
