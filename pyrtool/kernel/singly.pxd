cimport cython

from pyrtool.kernel.bits cimport lowest_bit
from pyrtool.kernel.codes cimport (
    ENTER,
    LOST,
    NO_ROOM,
    OPEN,
    PAUSED,
    PRUNE_EARLIER,
    PRUNE_EXCLUDED,
    PRUNE_FORCED,
    PRUNE_KINGS,
    PRUNE_SETS,
    SW_YES,
    WON,
)
from pyrtool.kernel.encoding cimport lower_of, note_of, pass_start, top_of, upper_of
from pyrtool.kernel.game cimport Game
from pyrtool.kernel.turning cimport Turning

cdef class Singly(Turning):
    cdef Singly easier

    cdef int run(self, unsigned long long node_budget) noexcept nogil
    cdef int hopeless(self, unsigned long long left, unsigned long long in_stock, int position, unsigned long long node_budget) noexcept nogil
    @cython.final
    cdef int _hopeless(self, unsigned long long left, unsigned long long exposed, unsigned long long in_stock, int position, unsigned long long node_budget) noexcept nogil
    @cython.final
    cdef int _go_on(self, int d, int code) noexcept nogil
    @cython.final
    cdef int _judge(self, int d) noexcept nogil
    @cython.final
    cdef int _open(self, int d, long long slot, unsigned long long note) noexcept nogil
