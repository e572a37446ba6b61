cimport cython

from pyrtool.kernel.bits cimport count_bits, lowest_bit
from pyrtool.kernel.codes cimport STAY_ROWS, STAY_STEPS, SW_NO
from pyrtool.kernel.encoding cimport FOREVER, PASS, dealt_of, pass_of, position_of, top_of
from pyrtool.kernel.game cimport Game

cdef class SetOrder:
    cdef int size, tableau, stock, sets, passes, stock_waste
    cdef bint stock_top, waste_pairs, overlap, goal_pyramid, dealt, unlimited, drop_kings, ends
    cdef unsigned char[::1] bit_of, self_set, cover_start, cover_list, in_pyramid, valid
    cdef int valid_count
    cdef unsigned char[::1] bit_at
    cdef signed char[::1] stock_index
    cdef unsigned long long[::1] cover, above, under, direct
    cdef bint by_goal
    cdef int tallied
    cdef unsigned long long demanded, tallied_cards, pyramid, last
    cdef int[::1] stay
    cdef unsigned long long must, kings, laid_out, all_left, all_exposed, all_in_stock
    cdef unsigned int[::1] static_ban
    cdef unsigned char[::1] tightest
    cdef int[::1] last_alive, counts, over, hidden
    cdef unsigned long long[::1] in_pack

    cdef void load_cards(self, const unsigned char[::1] cards, int sets) noexcept nogil
    cdef bint count_of(self, const unsigned char[::1] cards) noexcept nogil
    cdef bint build_set_tables(self) noexcept nogil
    cdef void build_set_table(self, int s, unsigned long long that_must, unsigned long long others, int may_stay, int[::1] table, int offset) noexcept nogil
    cdef void build_stay_tables(self) noexcept nogil
    cdef int units(self, unsigned long long left) noexcept nogil
    @cython.final
    cdef void _look_over(self, int base, int left) noexcept nogil
    @cython.final
    cdef int _last_time(self, int base, int i, int j, int sub, unsigned long long stock, int then) noexcept nogil
    @cython.final
    cdef int _after(self, unsigned long long stock, int card) noexcept nogil
