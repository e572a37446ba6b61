cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game

cdef class Places:
    cdef readonly Game game
    cdef int size, tableau, stock, sets, stock_waste
    cdef bint waste_pairs, overlap, goal_pyramid, dealt, drop_kings, ends, by_goal
    cdef unsigned char[::1] bit_of, self_set, cover_start, cover_list, in_pyramid
    cdef unsigned char[::1] bit_at
    cdef signed char[::1] stock_index
    cdef unsigned long long[::1] cover, above, under, direct, places_of, stock_bit
    cdef unsigned long long must, kings, laid_out, all_left, all_exposed, all_in_stock
    cdef unsigned long long demanded, pyramid, last, coverers, own_sets
    cdef unsigned int[::1] static_ban
    cdef int[::1] counts

    cdef void load_cards(self, const unsigned char[::1] cards) noexcept nogil
    cdef void keep_sets(self, Places wider, int sets) noexcept nogil
    @cython.final
    cdef void _find_must(self) noexcept nogil
    @cython.final
    cdef void _ban_statically(self) noexcept nogil
    cdef bint count_of(self, const unsigned char[::1] cards) noexcept nogil
