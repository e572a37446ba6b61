cimport cython

from pyrtool.kernel.numbers.bits cimport lowest_bit
from pyrtool.kernel.numbers.codes cimport (
    ADVANCED,
    ENTER,
    EXHAUSTED,
    LOST,
    NO_ROOM,
    OPEN,
    PAIRS,
    PAUSED,
    PRUNE_EXCLUDED,
    PRUNE_KINGS,
    PRUNE_RELAXED,
    PRUNE_SETS,
    SW_AUTO,
    SW_AUTO_ON_TURN,
    VANISH,
    WON,
)
from pyrtool.kernel.numbers.encoding cimport (
    FOREVER,
    PASS,
    VANISHED,
    dealt_of,
    lower_of,
    note_of,
    pass_of,
    position_of,
    upper_of,
)
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.levels.known cimport Known
from pyrtool.kernel.levels.places cimport Places
from pyrtool.kernel.levels.state cimport State

cdef class Search(Known):
    cdef int code, kept_sets
    cdef bint has_relaxed, midway, own_tables, by_events, out_of_room
    cdef public bint asking
    cdef Search relaxed
    cdef unsigned long long[::1] events
    cdef unsigned long long stop_at
    cdef readonly unsigned long long nodes
    cdef readonly int depth

    cdef bint lay_out(self, const unsigned char[::1] cards) noexcept nogil
    cdef void stand(self, const unsigned char[::1] cards, bint anew) noexcept nogil
    cdef void _forget(self, const unsigned char[::1] cards) noexcept nogil
    cdef void _lay_relaxed(self, const unsigned char[::1] cards, Places wider, const unsigned char[::1] tightest) noexcept nogil
    cdef int run(self, unsigned long long node_budget) noexcept nogil
    cdef int hopeless(self, unsigned long long left, unsigned long long in_stock, int position, unsigned long long node_budget) noexcept nogil
    cdef int _enter(self, int d) noexcept nogil
    @cython.final
    cdef int _ask_relaxed(self, int d) noexcept nogil
    cdef int _advance(self, int d) noexcept nogil
    cdef int _advance_to_event(self, int d) noexcept nogil
