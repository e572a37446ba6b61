from pyrtool.kernel.matching cimport Matcher
from pyrtool.kernel.oneset cimport set_block
from pyrtool.kernel.shuffle cimport Dealer

cdef class Census:
    cdef Matcher matcher
    cdef bint has_blocks, counted
    cdef int _simplest(self, const unsigned char[::1] cards, bint exact) noexcept nogil
    cdef int _crossblock(self, int constrained) noexcept nogil
