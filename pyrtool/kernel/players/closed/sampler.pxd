from pyrtool.kernel.numbers.bits cimport lowest_bit
from pyrtool.kernel.numbers.codes cimport LOST, OPEN, PAIRS, PAUSED, SW_AUTO, WON
from pyrtool.kernel.numbers.encoding cimport DEALING, pass_of
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.closed.mind cimport Mind
from pyrtool.kernel.verdict.search cimport Search

cdef class Sampler(Mind):
    cdef Search search
    cdef bint recalls, free_at_last, anew
    cdef int orders
    cdef readonly int imagined
    cdef readonly bint complete
    cdef bint lost, choosing
    cdef unsigned long long budget, spare
    cdef public unsigned long long order_nodes, known_nodes
    cdef int[::1] wins, left_open

    cdef int best_win(self) noexcept nogil
    cdef void _forget_wins(self) noexcept nogil
    cdef void _sample(self, int orders) noexcept nogil
    cdef void _count_moves(self) noexcept nogil
    cdef void _find_win(self) noexcept nogil
    cdef void imagine(self) noexcept nogil
    cdef void lay_order(self) noexcept nogil
    cdef bint _lay_left(self) noexcept nogil
    cdef int verdict(self, int d) noexcept nogil
    cdef int _ask(self, int d) noexcept nogil
    cdef int _go_on(self, int d) noexcept nogil
