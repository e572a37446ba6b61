cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game cimport Game, Table
from pyrtool.kernel.pairing cimport Pairing
from pyrtool.kernel.random_players cimport Moves
from pyrtool.kernel.verdict cimport Search

@cython.final
cdef class UnseenCards:
    cdef Moves moves
    cdef bint all_seen, face_down
    cdef int hidden_count
    cdef unsigned long long seed, hidden, hidden_cards
    cdef unsigned char[::1] codes, card_of

    cdef unsigned long long unseen_in(self, int d) noexcept nogil
    cdef void hide(self) noexcept nogil
    cdef void put(self, int place, int card) noexcept nogil
    cdef void lay_hidden(self) noexcept nogil
    cdef void know_sets(self) noexcept nogil

@cython.final
cdef class UnseenOrders:
    cdef Moves moves
    cdef UnseenCards unseen
    cdef int drawn
    cdef int[::1] sequence, firsts

    cdef bint write_orders(self) noexcept nogil
    cdef void draw_orders(self) noexcept nogil
    cdef void shuffle_sequence(self) noexcept nogil
    cdef bint next_sequence(self) noexcept nogil
    cdef void put_sequence(self) noexcept nogil
    cdef void _shuffle(self, int[::1] groups, int first) noexcept nogil

@cython.final
cdef class Worths:
    cdef Moves moves
    cdef UnseenCards unseen
    cdef bint careful
    cdef int[::1] worth

    cdef void judge(self) noexcept nogil
    cdef int best(self) noexcept nogil
    cdef int _exposed_by(self, int a, int b, unsigned long long left) noexcept nogil
    cdef bint _robs(self, int a, unsigned long long left) noexcept nogil

cdef class ClosedPlayer:
    cdef Moves moves
    cdef UnseenCards unseen
    cdef int cleared, row_count
    cdef unsigned char[::1] order
    cdef unsigned long long[::1] row_places

    cdef int think(self) except RAISED nogil
    cdef void play_out(self, const unsigned char[::1] cards) except * nogil
    cdef void _go_on(self) except * nogil
    cdef bint advance(self, int k) noexcept nogil
    cdef void _note_clearing(self) noexcept nogil
    cdef void _write_outcome(self, unsigned char[::1] outcome) noexcept nogil

@cython.final
cdef class PlainPlayer(ClosedPlayer):
    cdef Worths worths
    cdef int style, look

@cython.final
cdef class OrderSolver:
    cdef Moves moves
    cdef UnseenCards unseen
    cdef Search search
    cdef Pairing pairs
    cdef bint recalls, anew, complete, lost, choosing
    cdef unsigned long long budget, spare

    cdef void lay_order(self) noexcept nogil
    cdef bint _pairs_lose(self) noexcept nogil
    cdef bint _lay_left(self) noexcept nogil
    cdef int verdict(self, int d) except RAISED nogil
    cdef int _ask(self, int d) except RAISED nogil
    cdef int _go_on(self, int d) except RAISED nogil

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
    cdef void _sample(self, int orders) except * nogil
    cdef void _count_moves(self) except * nogil
    cdef void _find_win(self) except * nogil
    cdef void imagine(self) noexcept nogil

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

@cython.final
cdef class Waiting:
    cdef Moves moves
    cdef UnseenCards unseen
    cdef bint waits

    cdef bint sees_more_by_dealing(self) noexcept nogil
    cdef bint all_can_wait(self) noexcept nogil
    cdef bint can_wait(self, int d, int k) noexcept nogil
    cdef bint has_part(self, int d, int k, int index) noexcept nogil
    cdef bint waste_top_stays(self, int d) noexcept nogil
    cdef bint _may_be_freed(self, int d, int top) noexcept nogil

@cython.final
cdef class Planner(Sampler):
    cdef Plans plans
    cdef UnseenOrders unseen_orders
    cdef Waiting waiting
    cdef int pool, foresight, winners, undecided, visits
    cdef bint to_the_end, bounding

    cdef bint _plan_to_the_end(self) except RAISED nogil
    cdef void _plan_with_some(self, int orders) except * nogil
    cdef void _enter_order(self, int foresight) except * nogil
    cdef void _count_plans(self) noexcept nogil
    cdef bint _is_far_ahead(self) noexcept nogil
    cdef void _begin_plans(self) noexcept nogil
    cdef bint _grant(self, int node, int answer) noexcept nogil
    cdef void _follow(self, int d, int node, int foresight, unsigned long long hidden) except * nogil
    cdef unsigned long long _places(self, int d) noexcept nogil
    cdef int _name_of(self, int d, int k) noexcept nogil
    cdef unsigned long long _key_after(self, int d, unsigned long long turned, int node, int foresight) noexcept nogil
