from pyrtool.kernel.best.best cimport Best
from pyrtool.kernel.numbers.bits cimport count_bits, lowest_bit
from pyrtool.kernel.numbers.codes cimport BY_ALL, ENTER, LOST, MANY, NO_ROOM, OPEN, STAY_ROWS, STAY_STEPS, WON
from pyrtool.kernel.numbers.encoding cimport FOREVER, lower_of
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.verdict.search cimport Search

cdef class Most(Best):
    cdef int[::1] pairs

    cdef bint too_late(self, int d) noexcept nogil
    cdef int _enter(self, int d) noexcept nogil
    cdef int at_least(self, int d, int position) noexcept nogil
    cdef int kings_beneath(self, int d, int card) noexcept nogil
