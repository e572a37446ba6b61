from pyrtool.kernel.best cimport Best
from pyrtool.kernel.bits cimport lowest_bit
from pyrtool.kernel.codes cimport ENTER, LOST, MANY, NO_ROOM, OPEN, STAY_ROWS, STAY_STEPS, WON
from pyrtool.kernel.encoding cimport FOREVER, lower_of
from pyrtool.kernel.game cimport Game
from pyrtool.kernel.search cimport Search

cdef class Most(Best):
    cdef unsigned long long one_stays
    cdef unsigned long long[::1] beneath
    cdef int[::1] pairs

    cdef int kings_beneath(self, int d, int card) noexcept nogil
