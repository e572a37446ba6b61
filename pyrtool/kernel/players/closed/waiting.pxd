cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.players.closed.unseen_cards cimport UnseenCards
from pyrtool.kernel.players.moves cimport Moves

@cython.final
cdef class Waiting:
    cdef Moves moves
    cdef UnseenCards unseen
    cdef bint waits

    cdef bint sees_more_by_dealing(self) noexcept nogil
    cdef bint all_can_wait(self) noexcept nogil
    cdef bint can_wait(self, int d, int k) noexcept nogil
    cdef bint has_part(self, int d, int k, int index) noexcept nogil
    cdef bint waste_top_stays(self, int d) noexcept nogil
    cdef bint _may_be_freed(self, int d, int top) noexcept nogil
