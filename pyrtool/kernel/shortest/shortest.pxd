from pyrtool.kernel.numbers.bits cimport count_bits, highest_bit, lowest_bit
from pyrtool.kernel.numbers.codes cimport (
    ADVANCED,
    ENTER,
    EXHAUSTED,
    LOST,
    MANY,
    NO_ROOM,
    OPEN,
    PAIRS,
    PAUSED,
    PRUNE_EXCLUDED,
    SW_AUTO,
    SW_AUTO_ON_TURN,
    VANISH,
    WON,
)
from pyrtool.kernel.numbers.encoding cimport (
    MARK_BITS,
    PASS,
    POSITION_BITS,
    VANISHED,
    dealt_of,
    key_of,
    lower_of,
    note_of,
    pass_of,
    pass_start,
    position_of,
    upper_of,
)
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.shortest.lengths cimport Lengths
from pyrtool.kernel.numbers.hash_table cimport Table

cdef class Shortest(Lengths):
    cdef bint gone_to
    cdef int code
    cdef readonly Table table
    cdef readonly int depth, bound, next_bound, length
    cdef readonly unsigned long long nodes
    cdef unsigned long long from_left, from_in_stock
    cdef int from_position
    cdef int[::1] cost, first_cost, start

    cdef bint lay_out(self, const unsigned char[::1] cards) noexcept nogil
    cdef void _restart(self) noexcept nogil
    cdef int run(self, unsigned long long node_budget) noexcept nogil
    cdef int _enter(self, int d) noexcept nogil
    cdef int _advance(self, int d) noexcept nogil
    cdef void _list(self, int d) noexcept nogil
    cdef bint reached(self, int d) noexcept nogil
    cdef int _dealt_before(self, int d, int position) noexcept nogil
    cdef unsigned long long _key(self, int d) noexcept nogil
    cdef bint _known(self, int d) noexcept nogil
    cdef int _table_start(self, int d) noexcept nogil
    cdef bint _note(self, int d) noexcept nogil
