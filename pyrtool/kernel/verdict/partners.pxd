cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.verdict.turning cimport Turning

@cython.final
cdef class Partners:
    cdef Turning levels
    # A row a level of the choice.
    cdef unsigned long long[::1] up, down, single, options
    cdef int[::1] chosen, partner
    cdef unsigned long long[::1] before
    cdef unsigned char[::1] mate
    cdef bint played, begun, over
    cdef int chosen_pairs, pairs
    cdef unsigned long long tried, nodes

    cdef void forget(self) noexcept nogil
    cdef int choose(self, unsigned long long node_budget) noexcept nogil
    cdef int _end(self, int answer) noexcept nogil
    cdef void _begin_choice(self) noexcept nogil
    cdef bint _choose(self, int d) noexcept nogil
    cdef void _join(self, int d) noexcept nogil
    cdef bint _play(self, int pairs) noexcept nogil
    cdef int _when(self, unsigned long long stock, int at, int first, int last) noexcept nogil
