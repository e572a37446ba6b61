from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.check cimport Checker
from pyrtool.kernel.game cimport AnyGame
from pyrtool.kernel.pairing cimport Pairing
from pyrtool.kernel.shuffle cimport Dealer
from pyrtool.kernel.verdict cimport Matcher, Search

cdef class BlockFinder:
    cdef Matcher matcher
    cdef bint has_blocks, counted
    cdef int _simplest(self, const unsigned char[::1] cards, bint exact) noexcept nogil
    cdef int _crossblock(self, int constrained) noexcept nogil

cdef bint set_block(Matcher matcher, int among) noexcept nogil
cdef bint _plain_line(Matcher matcher, int s) noexcept nogil
cpdef int short_sets(Matcher matcher) noexcept nogil

cdef class Bulk:
    cdef Matcher matcher
    cdef Search search
    cdef Pairing pairing
    cdef Checker checker
    cdef bint has_search, has_pairing, has_blocks, counted, checked
    cdef readonly unsigned long long nodes
    cdef const unsigned char[::1] cards
    cdef unsigned char[::1] outcomes
    cdef unsigned int[::1] spent
    cdef long long wrong
    cdef bint _note_outcome(self, long long i, unsigned long long limit_nodes, bint blocks_only) except RAISED nogil
    cdef int _outcome(self, unsigned long long limit_nodes, bint blocks_only) except RAISED nogil
    cdef int _pair(self, unsigned long long limit_nodes) noexcept nogil
    cdef int _search(self, unsigned long long limit_nodes) except RAISED nogil
    cdef bint _holds(self) noexcept nogil

cdef class Themes:
    cdef int flags, kings_in_stock, tableau, size, rows, ranks, of_a_rank, sets
    cdef unsigned int kings
    cdef const unsigned char[::1] rank_of
    cdef const unsigned char[::1] row_ends
    cdef const unsigned char[::1] row_places
    cdef const unsigned char[::1] set_of
    cdef unsigned char[::1] dealt
    cdef bint _fits(self) noexcept nogil
    cdef bint _has_kings(self) noexcept nogil
    cdef bint _set_in_stock(self) noexcept nogil
    cdef bint _kings_within(self, int first, int last) noexcept nogil
    cdef bint _rank_in_row(self) noexcept nogil
    cdef bint _mirror_row(self) noexcept nogil
