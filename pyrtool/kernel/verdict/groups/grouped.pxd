from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.verdict.groups.fronts cimport Fronts
from pyrtool.kernel.levels.discards cimport Discards
from pyrtool.kernel.verdict.groups.tableaux cimport Tableaux
from pyrtool.kernel.verdict.groups.tops cimport Tops
from pyrtool.kernel.verdict.search cimport Search

cdef class Grouped(Search):
    cdef Tops tops
    cdef readonly Tableaux tableaux
    cdef Fronts fronts
    # A row a level.
    cdef unsigned long long[::1] stock_left
    cdef int[::1] node, stage, edge, true_low, true_high, true_position
    cdef int true_depth
    cdef readonly int best
    cdef bytes asked

    cdef int run(self, unsigned long long node_budget) noexcept nogil
    cdef bint lay_out(self, const unsigned char[::1] cards) noexcept nogil
    cdef void stand(self, const unsigned char[::1] cards, bint anew) noexcept nogil
    cdef void _begin(self, const unsigned char[::1] cards, bint anew) noexcept nogil
    cdef int _judge(self, int d) noexcept nogil
    cdef int _open_stock(self, int d) noexcept nogil
    cdef int _branch(self, int d) noexcept nogil
    cdef int _branch_pair(self, int d) noexcept nogil
    cdef void _go(self, int d, int node, int card) noexcept nogil
    cdef void _close_up(self, int d, int k) noexcept nogil
    cdef void _true_line(self, int depth) noexcept nogil
    cdef bint _keep_line(self, int d) noexcept nogil
