cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game cimport Game, Table
from pyrtool.kernel.levels cimport Discards, SetTables
from pyrtool.kernel.verdict cimport Search

@cython.final
cdef class Ends:
    cdef Discards deal
    cdef bint unlimited, more_redeals
    cdef int passes, stock, sets, valid_count, redeals, block, width, none
    cdef int in_stock, gaps
    cdef unsigned char[::1] valid, choice, gap, in_turn
    cdef unsigned int[::1] static_ban
    cdef short[::1] by_end, plays, passed_kings
    cdef int[::1] row, over

    cdef void build(self) noexcept nogil
    cdef void price_kings(self, unsigned long long dealt_over) noexcept nogil
    cdef int least(self, unsigned long long left, int position) noexcept nogil
    cdef void _build_plays(self, int s) noexcept nogil
    cdef void _look_at_set(self, int s, int left) noexcept nogil
    cdef int _uncovered(self, int sub) noexcept nogil
    cdef int _waste_top(self, int sub, int g) noexcept nogil
    cdef void _discard(self, int s, int v, int g, int available, int turned) noexcept nogil
    cdef void _improve(self, int at, int then, int h) noexcept nogil
    cdef void _deal_on(self, int s, int v, int b) noexcept nogil
    cdef void _build_ends(self, int s) noexcept nogil
    cdef bint _done(self, int s, int sub) noexcept nogil

@cython.final
cdef class Lengths:
    cdef Discards deal
    cdef SetTables set_tables
    cdef Ends ends
    cdef bint by_ends, dealt, unlimited, stock_top, drop_kings, goal_pyramid, only_pyramid
    cdef bint discards, only_tableau
    cdef int slack, pair_weight, clear_by, tallied
    cdef int prunes, sets, draw, stock_waste, valid_count
    cdef unsigned long long must, kings, pyramid, dealt_over, stock_kings
    cdef unsigned char[::1] valid
    cdef signed char[::1] stock_index
    cdef unsigned int[::1] static_ban
    cdef int[::1] least, least_within, reach, last_alive, stay

    cdef void build(self) noexcept nogil
    cdef void keep(self, unsigned long long in_stock) noexcept nogil
    cdef int at_least(self, unsigned long long left, unsigned long long in_stock, int position) noexcept nogil
    cdef bint reached(self, unsigned long long left) noexcept nogil
    cdef bint done(self, int s, int sub) noexcept nogil
    cdef int _weight(self, unsigned long long left) noexcept nogil
    cdef unsigned long long order(self, unsigned long long in_stock, int position) noexcept nogil
    cdef void _build_length_table(self, int s) noexcept nogil
    cdef void _pair_up(self, int s, int sub, int i, int j) noexcept nogil
    cdef int with_passed(self, unsigned long long left, int position, int discards, int within, int reach, unsigned long long order) noexcept nogil

# What it has in place of `Discards` is not named again: of a final class Cython would refuse that.
@cython.final
cdef class LengthDiscards(Discards):
    cdef Lengths lengths
    cdef Table table
    cdef bint kings_go, gone_to
    cdef readonly int bound, next_bound, length
    # A row a level.
    cdef int[::1] cost, budget, start

    cdef void price(self, int d) noexcept nogil
    cdef int at_least(self, int d) noexcept nogil
    cdef void take_king(self, int d) noexcept nogil
    cdef void list_alone(self, int d, int king) noexcept nogil
    cdef int king_turned(self, int d) noexcept nogil
    cdef void list_stock(self, int d) noexcept nogil
    cdef int known(self, int d) noexcept nogil
    cdef void note(self, int d) noexcept nogil
    cdef unsigned long long _key(self, int d) noexcept nogil
    cdef int _table_start(self, int d) noexcept nogil
    cdef int _dealt_before(self, int d, int position) noexcept nogil
    cdef int enter(self, int d) except RAISED nogil
    cdef bint _is_longer(self, int least) noexcept nogil
    cdef bint _is_known(self, int d) noexcept nogil
    cdef int advance(self, int d) noexcept nogil
    cdef int _deal_on(self, int d) noexcept nogil

@cython.final
cdef class Shortest(Search):
    cdef readonly LengthDiscards lines
    cdef Lengths lengths
    cdef readonly int least
    cdef int from_position

    cdef void _set_out(self) noexcept nogil
