cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.players.moves cimport Moves
from pyrtool.kernel.players.random.memory cimport Memory
from pyrtool.kernel.players.random.remainders cimport Remainders
from pyrtool.kernel.players.random.stock_left cimport StockLeft
from pyrtool.kernel.players.random.tableaux cimport NO_NUMBER, Tableaux
from pyrtool.kernel.verdict.search cimport Search

@cython.final
cdef class Discovery:
    cdef Moves moves
    cdef StockLeft stock
    cdef Tableaux tableaux
    cdef Memory memory
    cdef Remainders remainders
    cdef Search solver
    cdef bint has_solver
    cdef int rounds
    # What was found.
    cdef int[::1] entries
    cdef int turns
    cdef long long written, entries_room
    # Kept for the tableau that has its turn.
    cdef unsigned long long[::1] card_after
    cdef int[::1] card_to
    # Kept for the remainder that has its turn, or whose entry is open.
    cdef int one, earliest, king_at, king_to
    cdef int to_pairs, to_singles, to_tops, to_end
    cdef int[::1] want_card

    cdef bint begin_here(self) noexcept nogil
    cdef bint discover(self, int r) noexcept nogil
    cdef void open_entry(self, int k) noexcept nogil
    cdef void _stand(self, unsigned long long left) noexcept nogil
    cdef int _in_places(self, int deadline) noexcept nogil
    cdef void _want_pairs(self) noexcept nogil
    cdef void _want_singles(self) noexcept nogil
    cdef void _want_single(self, int i, int number) noexcept nogil
    cdef void _want_tops(self) noexcept nogil
    cdef void _want_after_king(self) noexcept nogil
    cdef int _first_pass(self, int place) noexcept nogil
    cdef void _want_at(self, unsigned long long left, int t, int card, int number, int place) noexcept nogil
    cdef bint _write(self, int r) noexcept nogil
    cdef bint _make_entries_room(self) noexcept nogil
