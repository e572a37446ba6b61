cimport cython

from pyrtool.kernel.bits cimport lowest_bit
from pyrtool.kernel.codes cimport LOST, NO_ROOM, PAIRS, PAUSED, SW_NO, SW_YES
from pyrtool.kernel.encoding cimport DEALING, PASS, dealt_of, pass_start
from pyrtool.kernel.game cimport Game
from pyrtool.kernel.players.stretches cimport Stretches
from pyrtool.kernel.players.tableaux cimport NO_NUMBER
from pyrtool.kernel.search cimport Search

cdef class StockChances(Stretches):
    cdef Search solver
    cdef readonly bint has_solver
    cdef bint singly, full
    cdef readonly unsigned long long positions
    cdef double plain, clever
    cdef double[::1] part
    # Of the tableau that has its turn.
    cdef int held, looked_at, pairs
    cdef unsigned long long with_exposed, tried
    cdef unsigned long long[::1] pair_after, card_after
    cdef int[::1] pair_to, card_to
    # Of the stretch that has its turn.
    cdef long long own
    cdef double[::1] each
    cdef int[::1] last_open, wanted_from
    cdef long long[::1] tops

    @cython.final
    cdef int work(self, unsigned long long budget) noexcept nogil
    @cython.final
    cdef void _look_at_tableau(self) noexcept nogil
    @cython.final
    cdef void _expect(self, int s) noexcept nogil
    @cython.final
    cdef bint _is_lost(self) noexcept nogil
    @cython.final
    cdef bint _share(self) noexcept nogil
    @cython.final
    cdef void _want_pairs(self, int first) noexcept nogil
    @cython.final
    cdef bint _link_place(self, int place) noexcept nogil
    @cython.final
    cdef long long _after_move(self, int k) noexcept nogil
    @cython.final
    cdef long long _deal_from(self, int place) noexcept nogil
    @cython.final
    cdef int _want_cards(self, int first) noexcept nogil
    @cython.final
    cdef void _want_card(self, int i) noexcept nogil
    @cython.final
    cdef void _want_after(self, unsigned long long tableau, int t) noexcept nogil
    @cython.final
    cdef void _share_place(self, int place, int wanted_from, int wanted_to, long long tops, long long deal) noexcept nogil
    @cython.final
    cdef void _give(self, long long where, double plain, double clever) noexcept nogil
    @cython.final
    cdef void _share_pairs(self, int first, int last) noexcept nogil
