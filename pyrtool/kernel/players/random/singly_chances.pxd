cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.moves cimport Moves
from pyrtool.kernel.players.random.discovery cimport Discovery
from pyrtool.kernel.players.random.memory cimport Memory
from pyrtool.kernel.players.random.remainders cimport DEAD_END, GOAL, START, Remainders
from pyrtool.kernel.players.random.stock_left cimport StockLeft
from pyrtool.kernel.players.random.tableaux cimport NO_NUMBER
from pyrtool.kernel.players.random.visits cimport Visits
from pyrtool.kernel.verdict.search cimport Search

@cython.final
cdef class SinglyChances:
    cdef Moves moves
    cdef StockLeft stock
    cdef Memory memory
    cdef Remainders remainders
    cdef Discovery found
    cdef Visits visits
    cdef readonly unsigned long long positions
    cdef bint full, judged, idle_at_start, reused
    cdef object loaded
    cdef long long judged_bytes
    cdef int start, shared
    cdef double[::1] part
    cdef int[::1] won_until
    # Kept for the remainder that is shared out.
    cdef int last_place, until
    cdef bint redeals, blocks_again
    cdef int[::1] move_count, open_count
    cdef int idle_from
    cdef double idle_plain, idle_clever

    cdef int work(self, unsigned long long budget) noexcept nogil
    cdef bint _judge_all(self) noexcept nogil
    cdef int _last_won(self) noexcept nogil
    cdef int _last_at(self, int place, int until, int number) noexcept nogil
    cdef bint _share(self, int k) noexcept nogil
    cdef bint _share_pass(self, int number) noexcept nogil
    cdef void _count_moves(self, int start, int most) noexcept nogil
    cdef int _deal_on(self, int number, int most) noexcept nogil
    cdef void _deal_idle(self, int most, double plain, double clever) noexcept nogil
    cdef bint _give_all(self, int number, int first, int most) noexcept nogil
