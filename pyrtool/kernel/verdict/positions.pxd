cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.levels.discards cimport Discards
from pyrtool.kernel.verdict.search cimport Search

cdef class Positions(Search):
    cdef bint by_events

    cdef int run(self, unsigned long long node_budget) noexcept nogil
    cdef int hopeless(self, unsigned long long left, unsigned long long in_stock, int position, unsigned long long node_budget) noexcept nogil
    cdef int _enter(self, int d) noexcept nogil
    @cython.final
    cdef int _ask_relaxed(self, int d) noexcept nogil
    @cython.final
    cdef int _advance(self, int d) noexcept nogil
    @cython.final
    cdef int _advance_to_event(self, int d) noexcept nogil
    @cython.final
    cdef void set_deadline(self, int d) noexcept nogil
    cdef bint too_late(self, int d) noexcept nogil
    @cython.final
    cdef bint _seen(self, int d) noexcept nogil
    cdef unsigned long long _key(self, int d) noexcept nogil
