from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.closed.order_solver cimport OrderSolver
from pyrtool.kernel.players.closed.player cimport ClosedPlayer
from pyrtool.kernel.players.closed.worth cimport Worths
from pyrtool.kernel.verdict.search cimport Search

cdef class Sampler(ClosedPlayer):
    cdef OrderSolver solver
    cdef Worths worths
    cdef int orders
    cdef readonly int imagined
    cdef bint choosing
    cdef public unsigned long long order_nodes, known_nodes
    cdef int[::1] wins, left_open

    cdef int best_win(self) noexcept nogil
    cdef void _forget_wins(self) noexcept nogil
    cdef void _sample(self, int orders) noexcept nogil
    cdef void _count_moves(self) noexcept nogil
    cdef void _find_win(self) noexcept nogil
    cdef void imagine(self) noexcept nogil
