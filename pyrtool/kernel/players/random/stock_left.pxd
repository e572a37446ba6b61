cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.moves cimport Moves
from pyrtool.kernel.players.random.tableaux cimport NO_NUMBER, Tableaux

@cython.final
cdef class StockLeft:
    cdef Moves moves
    cdef int[::1] index
    cdef int cards
    # The deal's stock, by index.
    cdef unsigned long long kings_in_stock
    cdef unsigned long long[::1] matching
    # Kept for the tableau that has its turn.
    cdef Tableaux tableaux
    cdef int pairs
    cdef unsigned long long with_exposed, tried
    cdef unsigned long long[::1] pair_after
    cdef int[::1] pair_to
    # After `take_out`.
    cdef unsigned long long cards_after

    cdef void look_at_deal(self) noexcept nogil
    cdef void look_at_tableau(self) noexcept nogil
    cdef int position_at(self, int place) noexcept nogil
    cdef void stand_with(self, unsigned long long left) noexcept nogil
    cdef int place_of(self, int d) noexcept nogil
    cdef int place_when(self, int d, int dealt) noexcept nogil
    cdef int last_place_open(self, unsigned long long left) noexcept nogil
    cdef void take_first_alike(self, int d) noexcept nogil
    cdef unsigned long long left_after(self, unsigned long long left, unsigned long long cards) noexcept nogil
    cdef unsigned long long exposed_partners(self, int i) noexcept nogil
    cdef void take_out(self, int i, int last) noexcept nogil
