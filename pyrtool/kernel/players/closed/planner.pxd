from pyrtool.kernel.numbers.bits cimport lowest_bit, splitmix
from pyrtool.kernel.numbers.codes cimport LOST, PAIRS, PAUSED, WON
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.closed.sampler cimport Sampler
from pyrtool.kernel.players.closed.waiting cimport Waiting
from pyrtool.kernel.verdict.search cimport Search

cdef class Planner(Waiting):
    cdef int room, pool, foresight, epoch, nodes, edges, winners, undecided, counted
    cdef bint crowded, to_the_end
    cdef int visits
    cdef unsigned long long known_after
    cdef int[::1] slot_node, slot_epoch
    cdef unsigned long long[::1] slot_key, known
    cdef int[::1] value, visited, valued, first_edge, next_edge, edge_move, edge_node
    cdef int[::1] upper, granted, granted_last

    cdef bint _plan_to_the_end(self) noexcept nogil
    cdef void _plan_with_some(self, int orders) noexcept nogil
    cdef void _enter_order(self, int foresight) noexcept nogil
    cdef void _count_plans(self) noexcept nogil
    cdef bint _is_far_ahead(self) noexcept nogil
    cdef void _begin_nodes(self) noexcept nogil
    cdef int _new_node(self) noexcept nogil
    cdef int _node_of(self, unsigned long long key) noexcept nogil
    cdef bint _grant(self, int node, int answer) noexcept nogil
    cdef void _follow(self, int d, int node, int foresight, unsigned long long hidden) noexcept nogil
    cdef unsigned long long _places(self, int d) noexcept nogil
    cdef int _name_of(self, int d, int k) noexcept nogil
    cdef unsigned long long _key_after(self, int d, unsigned long long turned, int node, int foresight) noexcept nogil
    cdef bint _link(self, int node, int move, int child) noexcept nogil
    cdef int _best(self, int node) noexcept nogil
