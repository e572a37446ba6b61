cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.levels.discards cimport Discards
from pyrtool.kernel.shortest.lengths cimport Lengths
from pyrtool.kernel.shortest.notes cimport Notes

cdef class Shortest(Discards):
    cdef Lengths lengths
    cdef Notes notes
    cdef readonly bint by_ends
    cdef bint gone_to, kings_go
    cdef int code
    cdef readonly int depth, bound, next_bound, length
    cdef readonly unsigned long long nodes
    cdef unsigned long long from_left, from_in_stock, dealt_over
    cdef int from_position
    cdef int[::1] cost, first_cost, start

    cdef bint lay_out(self, const unsigned char[::1] cards) noexcept nogil
    @cython.final
    cdef void _restart(self) noexcept nogil
    @cython.final
    cdef int run(self, unsigned long long node_budget) noexcept nogil
    @cython.final
    cdef int _enter(self, int d) noexcept nogil
    @cython.final
    cdef int _at_least(self, int d) noexcept nogil
    @cython.final
    cdef void _take_king(self, int d) noexcept nogil
    @cython.final
    cdef bint _is_king(self, int index) noexcept nogil
    @cython.final
    cdef int _advance(self, int d) noexcept nogil
    @cython.final
    cdef int _deal_on(self, int d) noexcept nogil
    @cython.final
    cdef void _list(self, int d) noexcept nogil
    @cython.final
    cdef bint _known(self, int d) noexcept nogil
    @cython.final
    cdef bint _note(self, int d) noexcept nogil
