from pyrtool.kernel.numbers.bits cimport count_bits, lowest_bit
from pyrtool.kernel.numbers.codes cimport (
    ADVANCED,
    MANY,
    OPEN,
    PRUNE_KINGS,
    PRUNE_SETS,
    STAY_ROWS,
    STAY_STEPS,
    SW_AUTO_ON_TURN,
)
from pyrtool.kernel.numbers.encoding cimport pass_of
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.shortest.shortest cimport Shortest

cdef class Fewest(Shortest):
    cdef int slack, pair_weight, clear_by
    cdef bint kings_go, only_tableau

    cdef int _advance(self, int d) noexcept nogil
    cdef void _list(self, int d) noexcept nogil
    cdef int _enter(self, int d) noexcept nogil
    cdef int at_least(self, int d) noexcept nogil
    cdef bint reached(self, int d) noexcept nogil
    cdef bint done(self, int s, int sub) noexcept nogil
    cdef bint lay_out(self, const unsigned char[::1] cards) noexcept nogil
    cdef int _weight(self, int d) noexcept nogil
    cdef bint king_turned(self, int d) noexcept nogil
