from pyrtool.kernel.matching cimport Matcher
from pyrtool.kernel.search cimport Search
from pyrtool.kernel.shuffle cimport Dealer

cdef class Bulk:
    cdef Matcher matcher
    cdef Search search
    cdef bint has_search, has_blocks, counted
    cdef public unsigned long long table_bytes
    cdef readonly unsigned long long nodes
    cdef int _outcome(self, const unsigned char[::1] cards, unsigned long long limit_nodes, bint blocks_only) noexcept nogil
    cdef bint _set_blocked(self, int constrained) noexcept nogil
    cdef int _search(self, const unsigned char[::1] cards, unsigned long long limit_nodes) noexcept nogil
