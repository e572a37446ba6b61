cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.players.closed.unseen_cards cimport UnseenCards
from pyrtool.kernel.players.moves cimport Moves

@cython.final
cdef class UnseenOrders:
    cdef Moves moves
    cdef UnseenCards unseen
    cdef int drawn
    cdef int[::1] sequence, firsts

    cdef bint write_orders(self) noexcept nogil
    cdef void draw_orders(self) noexcept nogil
    cdef void shuffle_sequence(self) noexcept nogil
    cdef bint next_sequence(self) noexcept nogil
    cdef void put_sequence(self) noexcept nogil
    cdef void _shuffle(self, int[::1] groups, int first) noexcept nogil
