cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game cimport Game, Table
from pyrtool.kernel.levels cimport Discards, Places, SetTables
from pyrtool.kernel.verdict cimport Search

cdef enum:
    UNKNOWN = 0
    ALIVE = 1
    DEAD = 2

@cython.final
cdef class Tableaux:
    cdef Places deal
    cdef SetTables set_tables
    cdef bint excluding, judging
    cdef readonly int used
    cdef int by, enough
    cdef int stop, room, edges
    cdef unsigned long long limit_bytes, spare, generation, mask
    cdef unsigned long long[::1] slots, group_stock
    # A row a node.
    cdef unsigned long long[::1] left_at, exposed_at, counts_at, bans_at, wanted_at
    cdef int[::1] state, low, high, taken, kept, first
    # A row an edge.
    cdef int[::1] edge_node, edge_card, edge_next
    cdef int[::1] fewest, stay

    cdef int begin(self, const unsigned char[::1] cards, unsigned long long left, unsigned long long exposed, unsigned long long in_stock, bint anew) except RAISED nogil
    cdef void allow(self, unsigned long long nodes) noexcept nogil
    cdef int without(self, int node, unsigned long long cards, unsigned long long counts) except RAISED nogil
    cdef int excluded(self, int node, int low, int high) except RAISED nogil
    cdef unsigned int bans(self, int node, int s) noexcept nogil
    cdef int add_edge(self, int node, int card, int then) except RAISED nogil
    cdef void _find_pair(self, int node) noexcept nogil
    cdef int _node(self, unsigned long long left, unsigned long long exposed, unsigned long long counts, unsigned long long ban, unsigned long long more) except RAISED nogil
    cdef unsigned long long _slot(self, unsigned long long left, unsigned long long counts, unsigned long long ban, unsigned long long more) noexcept nogil
    cdef void _index(self, unsigned long long mask) noexcept nogil
    cdef bint _fits(self, int room) noexcept nogil
    cdef bint _make_room(self) except RAISED nogil
    cdef int take(self, int node) except RAISED nogil
    cdef int never(self, int node) except RAISED nogil
    cdef int first_edge(self, int node, int group) except RAISED nogil
    cdef int list_edges(self, int node, int group) except RAISED nogil
    cdef unsigned long long wanted(self, int node) except? 0 nogil
    cdef bint alive(self, int node) except RAISED nogil
    cdef bint _is_alive(self, int node) except RAISED nogil
    cdef bint _stuck(self, int node) noexcept nogil
    cdef void count_what_stays(self) noexcept nogil
    @cython.final
    cdef int worth(self, int in_all, int in_pyramid) noexcept nogil
    @cython.final
    cdef int _value_at(self, int node) noexcept nogil
    @cython.final
    cdef int least_at(self, int node) noexcept nogil
    @cython.final
    cdef unsigned long long _that_stay(self, int node) noexcept nogil
    @cython.final
    cdef unsigned long long _without_partner(self, int node, unsigned long long free, unsigned long long asked) noexcept nogil
    @cython.final
    cdef int _least_of_set(self, int node, int s, unsigned long long stuck) noexcept nogil
    @cython.final
    cdef int _some_of(self, int group, int count) noexcept nogil

cdef class Groups:
    cdef unsigned char[::1] tops_of, phase_after

    cdef unsigned long long tops(self, unsigned long long stock) noexcept nogil

@cython.final
cdef class Fronts:
    cdef Tableaux tableaux
    cdef Groups groups
    cdef bint asking
    cdef Table table
    cdef int size_of_front

    cdef void forget(self) noexcept nogil
    cdef bint possible(self, int node, unsigned long long stock, int dealt) except RAISED nogil
    cdef bint _possible(self, int node, unsigned long long front, int top) except RAISED nogil
    cdef bint _from_alive(self, int node, unsigned long long front, int top) except RAISED nogil
    cdef bint _along(self, int edge, unsigned long long front, int top) except RAISED nogil
    cdef bint _note(self, unsigned long long key, unsigned long long note) except RAISED nogil
    cdef bint _with_others(self, int node, unsigned long long front) except RAISED nogil
    cdef bint _with_tops(self, int node, unsigned long long front, unsigned long long tops) except RAISED nogil
    cdef bint _with_rank(self, int node, int group, unsigned long long front, int top) except RAISED nogil

@cython.final
cdef class Tops:
    cdef Discards levels
    cdef Table table
    cdef Groups groups
    # A row a level.
    cdef unsigned long long[::1] today, later, key
    cdef long long[::1] slot

    cdef void find_tops(self, int d) noexcept nogil
    cdef bint leave_in_time(self, int d) noexcept nogil
    cdef bint leave_untried(self, int d) noexcept nogil
    cdef unsigned long long position_key(self, int d, int pass_number) noexcept nogil
    cdef void note_tried(self, unsigned long long key, unsigned long long tops) noexcept nogil

# What it has in place of `Discards` is not named again: of a final class Cython would refuse that.
@cython.final
cdef class GroupLevels(Discards):
    pass

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

    cdef int run(self, unsigned long long node_budget) except RAISED nogil
    cdef bint lay_out(self, const unsigned char[::1] cards) except RAISED nogil
    cdef void stand(self, const unsigned char[::1] cards, bint anew) except * nogil
    cdef void _begin(self, const unsigned char[::1] cards, bint anew) except * nogil
    cdef int _enter(self, int d) except RAISED nogil
    cdef int _advance(self, int d) except RAISED nogil
    cdef int _counted(self, int code) noexcept nogil
    cdef int _judge(self, int d) except RAISED nogil
    cdef int _open_stock(self, int d) except RAISED nogil
    cdef int _branch(self, int d) except RAISED nogil
    cdef int _branch_pair(self, int d) except RAISED nogil
    cdef void _go(self, int d, int node, int card) noexcept nogil
    cdef void _close_up(self, int d, int k) noexcept nogil
    cdef void _true_line(self, int depth) noexcept nogil
    cdef bint _keep_line(self, int d) noexcept nogil
