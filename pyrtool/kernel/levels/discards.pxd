cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.levels.state cimport State

cdef class Discards(State):
    cdef int prunes
    cdef bint monotone, forcing, force_mutual
    # A row a level.
    cdef int[::1] count, following, pair_low, pair_high, forced

    @cython.final
    cdef void list_pairs(self, int d) noexcept nogil
    @cython.final
    cdef void list_turned_pairs(self, int d) noexcept nogil
    @cython.final
    cdef void list_stock_pairs(self, int d) noexcept nogil
    @cython.final
    cdef unsigned long long stock_events(self, int d) noexcept nogil
    @cython.final
    cdef void _list_with(self, int d, int card) noexcept nogil
    @cython.final
    cdef void _list_overlaps(self, int d) noexcept nogil
    @cython.final
    cdef void add_pair(self, int d, int a, int b) noexcept nogil
    @cython.final
    cdef bint allowed(self, int d, int a, int b) noexcept nogil
    @cython.final
    cdef int partners(self, int d, int card) noexcept nogil
    @cython.final
    cdef void forget_pass(self, int d) noexcept nogil
    cdef void exclude(self, int d, int a, int b, bint lasting) noexcept nogil
    cdef void force(self, int d) noexcept nogil
    @cython.final
    cdef bint may_end(self, int a, int b) noexcept nogil
    @cython.final
    cdef bint failed(self, int d) noexcept nogil
    @cython.final
    cdef bint stuck(self, int d, int card) noexcept nogil
    @cython.final
    cdef bint some_stuck(self, int d) noexcept nogil
    @cython.final
    cdef bint set_stuck(self, int d, int s) noexcept nogil
    @cython.final
    cdef unsigned int lonely(self, int d, int s) noexcept nogil
    @cython.final
    cdef unsigned int _choices(self, int d, int s, unsigned int ban) noexcept nogil
