cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.levels.places cimport Places
from pyrtool.kernel.levels.sets cimport SetTables

cdef class State:
    cdef readonly Game game
    cdef Places deal
    cdef SetTables set_tables
    cdef int size, tableau, stock, sets, stock_waste, draw, passes, valid_count, tallied
    cdef bint dealt, unlimited, stock_top, waste_pairs, overlap, goal_pyramid, drop_kings
    cdef bint keep_kings, keep_optional, one_ban
    # The tables of `places` and `set_tables`.
    cdef unsigned char[::1] self_set, bit_at, valid
    cdef signed char[::1] stock_index
    cdef unsigned long long[::1] cover, above, under, direct, places_of, stock_bit
    cdef unsigned int[::1] static_ban
    cdef int[::1] last_alive, stay
    # The deal.
    cdef unsigned long long must, kings, laid_out, all_left, all_exposed, all_in_stock
    cdef unsigned long long pyramid, last, coverers, own_sets, kept, kept_in_stock
    # A row a level.
    cdef unsigned long long[::1] left, exposed, in_stock
    cdef int[::1] position, move_low, move_high, move_position
    cdef unsigned int[::1] ban, lasting_ban

    @cython.final
    cdef void load_cards(self, const unsigned char[::1] cards) noexcept nogil
    @cython.final
    cdef void keep_sets(self, Places wider, int sets) noexcept nogil
    @cython.final
    cdef void _take_deal(self) noexcept nogil
    @cython.final
    cdef bint build_set_tables(self) noexcept nogil
    @cython.final
    cdef void build_set_table(self, int s, unsigned long long that_must, unsigned long long others, int may_stay, int[::1] table, int offset) noexcept nogil
    @cython.final
    cdef void build_stay_tables(self) noexcept nogil
    @cython.final
    cdef int units(self, unsigned long long left) noexcept nogil
    @cython.final
    cdef void first_level(self) noexcept nogil
    @cython.final
    cdef unsigned long long at_once(self) noexcept nogil
    @cython.final
    cdef void level_of(self, unsigned long long left, unsigned long long in_stock, int position) noexcept nogil
    cdef void keep(self, const unsigned char[::1] left) noexcept nogil
    cdef void begin_with(self, const unsigned char[::1] left, int position) noexcept nogil
    @cython.final
    cdef int least_deadline(self, unsigned long long left) noexcept nogil
    @cython.final
    cdef void copy_level(self, int d) noexcept nogil
    cdef void take(self, int d) noexcept nogil
    @cython.final
    cdef void vanish(self, int d) noexcept nogil
    @cython.final
    cdef void remove(self, int d, unsigned long long cards) noexcept nogil
    @cython.final
    cdef int waste_top(self, int d) noexcept nogil
    @cython.final
    cdef int turned(self, int d) noexcept nogil
    @cython.final
    cdef int canonical(self, int d) noexcept nogil
    @cython.final
    cdef bint stock_cards_match(self, int i, int j) noexcept nogil
    @cython.final
    cdef bint tops_match(self, int d) noexcept nogil
    @cython.final
    cdef int next_position(self, int d) noexcept nogil
