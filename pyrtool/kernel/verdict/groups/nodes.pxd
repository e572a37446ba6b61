from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.levels.places cimport Places

cdef enum:
    UNKNOWN = 0
    ALIVE = 1
    DEAD = 2

cdef class Nodes:
    cdef Places deal
    cdef bint excluding
    cdef readonly int used
    cdef int stop, room, edges
    cdef unsigned long long limit_bytes, spare, generation, mask
    cdef unsigned long long[::1] slots, group_stock
    # A row a node.
    cdef unsigned long long[::1] left_at, exposed_at, counts_at, bans_at, wanted_at
    cdef int[::1] state, low, high, taken, kept, first
    # A row an edge.
    cdef int[::1] edge_node, edge_card, edge_next

    cdef int begin(self, const unsigned char[::1] cards, unsigned long long left, unsigned long long exposed, unsigned long long in_stock, bint anew) noexcept nogil
    cdef void allow(self, unsigned long long nodes) noexcept nogil
    cdef int without(self, int node, unsigned long long cards, unsigned long long counts) noexcept nogil
    cdef int excluded(self, int node, int low, int high) noexcept nogil
    cdef unsigned int bans(self, int node, int s) noexcept nogil
    cdef int add_edge(self, int node, int card, int then) noexcept nogil
    cdef void _find_pair(self, int node) noexcept nogil
    cdef int _node(self, unsigned long long left, unsigned long long exposed, unsigned long long counts, unsigned long long ban, unsigned long long more) noexcept nogil
    cdef unsigned long long _slot(self, unsigned long long left, unsigned long long counts, unsigned long long ban, unsigned long long more) noexcept nogil
    cdef void _index(self, unsigned long long mask) noexcept nogil
    cdef bint _fits(self, int room) noexcept nogil
    cdef bint _make_room(self) noexcept nogil
