cimport cython

from pyrtool.kernel.bits cimport lowest_bit
from pyrtool.kernel.codes cimport NO_ROOM, PAIRS, PAUSED, SW_YES
from pyrtool.kernel.encoding cimport DEALING, dealt_of, pass_of, pass_start
from pyrtool.kernel.game cimport Game
from pyrtool.kernel.players.stretches cimport BLOCKED, FULL, LOSING, REACHED, Stretches
from pyrtool.kernel.search cimport Search

cdef class StockChances(Stretches):
    cdef bint full, singly
    cdef long long[::1] base, own, child, links_from, place_from, turned_from, turned_to
    cdef int[::1] pairs, tried, open_until, going, listed, deadline
    cdef long long asked
    cdef readonly unsigned long long positions
    cdef int depth

    @cython.final
    cdef void _begin(self) noexcept nogil
    @cython.final
    cdef int work(self, unsigned long long budget) noexcept nogil
    @cython.final
    cdef void _enter(self, int d) noexcept nogil
    @cython.final
    cdef bint _look_on(self, int d) noexcept nogil
    @cython.final
    cdef bint _list_place(self, int d) noexcept nogil
    @cython.final
    cdef void _list_single_card(self, int d, bint first) noexcept nogil
    @cython.final
    cdef void _deal_on(self, int d, int position, long long where) noexcept nogil
    @cython.final
    cdef void _add_up(self, int d) noexcept nogil
    @cython.final
    cdef bint _deals_on(self, int d) noexcept nogil
    @cython.final
    cdef bint _follow(self, int d, long long where) noexcept nogil
