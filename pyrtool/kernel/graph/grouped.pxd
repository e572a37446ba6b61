from pyrtool.kernel.bits cimport highest_bit, lowest_bit
from pyrtool.kernel.codes cimport (
    ENTER,
    LOST,
    NO_ROOM,
    NONE,
    OPEN,
    PAUSED,
    PRUNE_ALIKE,
    PRUNE_SETS,
    WON,
)
from pyrtool.kernel.encoding cimport FOREVER, dealt_of, key_of, pass_of, pass_start, position_of
from pyrtool.kernel.game cimport Game
from pyrtool.kernel.graph.tableaux cimport Tableaux
from pyrtool.kernel.search cimport Search

cdef class Grouped(Search):
    cdef readonly Tableaux tableaux
    cdef unsigned char[::1] tops_of, phase_after
    # A row a level.
    cdef unsigned long long[::1] stock_left, today, later
    cdef int[::1] node, stage, edge

    cdef int run(self, unsigned long long node_budget) noexcept nogil
    cdef bint lay_out(self, const unsigned char[::1] cards) noexcept nogil
    cdef void _begin(self, const unsigned char[::1] cards) noexcept nogil
    cdef int _judge(self, int d) noexcept nogil
    cdef void _find_tops(self, int d) noexcept nogil
    cdef unsigned long long _tops(self, unsigned long long stock) noexcept nogil
    cdef bint _leave_in_time(self, int d) noexcept nogil
    cdef bint _leave_untried(self, int d) noexcept nogil
    cdef unsigned long long _position_key(self, int d, int pass_number) noexcept nogil
    cdef void _note(self, unsigned long long key, unsigned long long tops) noexcept nogil
    cdef int _open_stock(self, int d) noexcept nogil
    cdef int _branch(self, int d) noexcept nogil
    cdef int _branch_pair(self, int d) noexcept nogil
    cdef void _go(self, int d, int node, int card) noexcept nogil
    cdef void _close_up(self, int d, int k) noexcept nogil
    cdef void _true_line(self, int depth) noexcept nogil
