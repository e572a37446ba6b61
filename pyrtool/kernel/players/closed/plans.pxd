cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.numbers.hash_table cimport Table

@cython.final
cdef class Plans:
    cdef Table table
    cdef int room, nodes, edges, counted
    cdef bint crowded
    cdef unsigned long long known_after
    cdef unsigned long long[::1] known
    cdef int[::1] value, visited, valued, first_edge, next_edge, edge_move, edge_node
    cdef int[::1] upper, granted, granted_last

    cdef void begin(self) noexcept nogil
    cdef int _new_node(self) noexcept nogil
    cdef int node_of(self, unsigned long long key) noexcept nogil
    cdef bint link(self, int node, int move, int child) noexcept nogil
    cdef int best_from(self, int node) noexcept nogil
