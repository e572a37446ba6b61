from pyrtool.kernel.bits cimport count_bits, lowest_bit
from pyrtool.kernel.codes cimport GROUPS, NONE, OPEN, UNLISTED
from pyrtool.kernel.game cimport Game
from pyrtool.kernel.graph.nodes cimport Nodes

cdef class Tableaux(Nodes):
    cdef bint judging

    cdef int take(self, int node) noexcept nogil
    cdef int never(self, int node) noexcept nogil
    cdef int first_edge(self, int node, int group) noexcept nogil
    cdef unsigned long long wanted(self, int node) noexcept nogil
    cdef bint alive(self, int node) noexcept nogil
    cdef bint _is_alive(self, int node) noexcept nogil
    cdef bint _stuck(self, int node) noexcept nogil
