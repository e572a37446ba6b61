from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.verdict.blocks cimport set_block, short_sets
from pyrtool.kernel.check.checker cimport Checker
from pyrtool.kernel.game.game cimport AnyGame
from pyrtool.kernel.verdict.matching cimport Matcher
from pyrtool.kernel.verdict.pairing.open_game cimport OpenGame
from pyrtool.kernel.verdict.pairing.pairing cimport Pairing
from pyrtool.kernel.verdict.search cimport Search
from pyrtool.kernel.shuffle cimport Dealer

cdef class Bulk:
    cdef OpenGame tableau
    cdef Matcher matcher
    cdef Search search
    cdef Pairing pairing
    cdef Checker checker
    cdef bint has_search, has_pairing, has_blocks, counted, checked
    cdef readonly unsigned long long nodes
    cdef const unsigned char[::1] cards
    cdef int _outcome(self, unsigned long long limit_nodes, bint blocks_only) noexcept nogil
    cdef int _pair(self, unsigned long long limit_nodes) noexcept nogil
    cdef int _search(self, unsigned long long limit_nodes) noexcept nogil
    cdef bint _holds(self) noexcept nogil
