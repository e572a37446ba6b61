cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.verdict.pairing.pairing cimport Pairing
from pyrtool.kernel.verdict.pairing.vanishing cimport Vanishing
from pyrtool.kernel.verdict.positions cimport Positions

cdef class Automatic(Positions):
    cdef Pairing pairs
    cdef Vanishing vanishing
    cdef bint choosing, delayed
    cdef readonly int rejected
    cdef int most_rejected, dealt_first
    cdef unsigned long long left
    cdef const unsigned char[::1] cards

    cdef bint lay_out(self, const unsigned char[::1] cards) noexcept nogil
    cdef void stand(self, const unsigned char[::1] cards, bint anew) noexcept nogil
    cdef int run(self, unsigned long long node_budget) noexcept nogil
    cdef int hopeless(self, unsigned long long left, unsigned long long in_stock, int position, unsigned long long node_budget) noexcept nogil
    cdef void _begin_positions(self) noexcept nogil
    cdef int _choose(self, unsigned long long node_budget) noexcept nogil
    cdef bint _holds(self) noexcept nogil
