from pyrtool.kernel.numbers.bits cimport lowest_bit
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.closed.sampler cimport Sampler
from pyrtool.kernel.verdict.search cimport Search

cdef class UnseenOrders(Sampler):
    cdef bint told_parts
    cdef int drawn
    cdef int[::1] sequence, firsts, lying, part

    cdef bint write_orders(self) noexcept nogil
    cdef void draw_orders(self) noexcept nogil
    cdef void shuffle_sequence(self) noexcept nogil
    cdef bint next_sequence(self) noexcept nogil
    cdef bint agrees(self) noexcept nogil
    cdef void put_sequence(self) noexcept nogil
    cdef void _shuffle(self, int[::1] groups, int first) noexcept nogil
