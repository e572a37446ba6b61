cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.verdict.pairing.deductions cimport Deductions

@cython.final
cdef class Vanishing:
    cdef Deductions known
    cdef bint overlap, on_turn, whole, vanished
    cdef int tableau, stock, kings_from, dealt, height, turned
    cdef unsigned long long left, in_sets
    cdef unsigned char[::1] mate
    cdef int[::1] waste, move_low, move_high, move_position
    cdef int count

    cdef bint play(self, const int[::1] low, const int[::1] high, int pairs, unsigned long long left, int dealt) noexcept nogil
    cdef void _put(self, int card) noexcept nogil
    cdef int _next(self) noexcept nogil
    cdef void _note(self, int low, int high) noexcept nogil
    cdef bint _discard_pair(self) noexcept nogil
    cdef bint _waits(self) noexcept nogil
    cdef bint _match(self, int x, int y) noexcept nogil
    cdef bint _under(self, unsigned long long tableau, int x, int y) noexcept nogil
    cdef void _remove(self, int x, int y) noexcept nogil
    cdef void _turn(self) noexcept nogil
    cdef bint _deal(self) noexcept nogil
    cdef bint _tops_match(self) noexcept nogil
    cdef void _pair_off(self, int x, int y) noexcept nogil
    cdef void _discard_king(self) noexcept nogil
    cdef void _discard_kings(self) noexcept nogil
