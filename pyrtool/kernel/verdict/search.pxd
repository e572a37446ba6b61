cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.levels.discards cimport Discards
from pyrtool.kernel.levels.known cimport Known
from pyrtool.kernel.levels.places cimport Places
from pyrtool.kernel.levels.tightest cimport Tightest
from pyrtool.kernel.numbers.hash_table cimport Table

cdef class Search:
    cdef readonly Game game
    cdef Discards levels
    cdef Known known
    cdef Tightest tightest
    cdef Search relaxed
    cdef readonly Table table
    cdef int code, kept_sets
    cdef bint has_relaxed, midway, own_tables, out_of_room
    cdef public bint asking
    cdef unsigned long long stop_at
    cdef readonly unsigned long long nodes
    cdef readonly int depth
    # A row a level.
    cdef int[::1] deadline, start
    cdef unsigned long long[::1] events

    cdef bint lay_out(self, const unsigned char[::1] cards) noexcept nogil
    cdef void stand(self, const unsigned char[::1] cards, bint anew) noexcept nogil
    cdef void forget_positions(self, const unsigned char[::1] cards) noexcept nogil
    cdef void _lay_relaxed(self, const unsigned char[::1] cards, Places wider, const unsigned char[::1] tightest) noexcept nogil
    cdef int run(self, unsigned long long node_budget) noexcept nogil
    cdef int hopeless(self, unsigned long long left, unsigned long long in_stock, int position, unsigned long long node_budget) noexcept nogil
    @cython.final
    cdef int so_far(self, int result) noexcept nogil
    @cython.final
    cdef int table_position(self, int d) noexcept nogil
    @cython.final
    cdef void note_alive(self, int depth) noexcept nogil
