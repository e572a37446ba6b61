from pyrtool.kernel.bits cimport lowest_bit
from pyrtool.kernel.codes cimport ADVANCED, MANY, OPEN, STAY_ROWS, STAY_STEPS, SW_AUTO_ON_TURN
from pyrtool.kernel.encoding cimport PASS, dealt_of, pass_of
from pyrtool.kernel.game cimport Game
from pyrtool.kernel.shortest cimport Shortest

cdef class Fewest(Shortest):
    cdef int slack, pair_weight, clear_by
    cdef bint kings_go, only_tableau

    cdef int _weight(self, int d) noexcept nogil
    cdef bint king_turned(self, int d) noexcept nogil
