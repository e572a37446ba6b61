cimport cython

from pyrtool.kernel.numbers.bits cimport count_bits, lowest_bit
from pyrtool.kernel.numbers.codes cimport ENTER, LOST, OPEN, PAUSED, PRUNE_RELAXED, SW_NO, WON
from pyrtool.kernel.numbers.encoding cimport PASS, pass_of, pass_start, top_of
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.verdict.singly cimport Singly

cdef class Partners(Singly):
    # A row a level.
    cdef unsigned long long[::1] up, down, single, options
    cdef int[::1] chosen, partner
    cdef unsigned long long[::1] before
    cdef unsigned char[::1] mate
    cdef bint played
    cdef int stage, chosen_pairs
    cdef unsigned long long tried

    cdef bint lay_out(self, const unsigned char[::1] cards) noexcept nogil
    cdef void stand(self, const unsigned char[::1] cards, bint anew) noexcept nogil
    cdef int run(self, unsigned long long node_budget) noexcept nogil
    @cython.final
    cdef int _choose_partners(self, unsigned long long node_budget) noexcept nogil
    @cython.final
    cdef void _begin_choice(self) noexcept nogil
    @cython.final
    cdef unsigned long long _between(self, int x, int y) noexcept nogil
    @cython.final
    cdef bint _choose(self, int d) noexcept nogil
    @cython.final
    cdef void _join(self, int d) noexcept nogil
    @cython.final
    cdef bint _play(self, int pairs) noexcept nogil
    @cython.final
    cdef int _when(self, int d, int x, int y) noexcept nogil
