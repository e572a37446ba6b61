from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport AnyGame
from pyrtool.kernel.verdict.matching cimport Matcher
from pyrtool.kernel.shuffle cimport Dealer

cdef class BlockFinder:
    cdef Matcher matcher
    cdef bint has_blocks, counted
    cdef int _simplest(self, const unsigned char[::1] cards, bint exact) noexcept nogil
    cdef int _crossblock(self, int constrained) noexcept nogil

cdef bint set_block(Matcher matcher, int among) noexcept nogil
cdef bint _plain_line(Matcher matcher, int s) noexcept nogil
cpdef int short_sets(Matcher matcher) noexcept nogil
