cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game cimport AnyGame, DepthFirst, Game, Table
from pyrtool.kernel.levels cimport Discards, Known, Places, Tightest

cdef class Matcher(DepthFirst):
    cdef readonly AnyGame game
    cdef int size
    cdef int sets
    cdef unsigned long long must_go
    cdef bint overlap
    cdef unsigned long long[::1] above
    cdef unsigned long long[::1] below
    cdef unsigned long long[::1] direct_up
    cdef unsigned long long[::1] direct_down
    cdef unsigned char[::1] group_of
    cdef unsigned char[::1] partner_of
    cdef unsigned char[::1] group_size
    cdef unsigned char[::1] group_left
    cdef unsigned char[::1] place_group
    cdef unsigned char[::1] first_group
    cdef unsigned char[::1] set_of
    cdef unsigned long long[::1] members
    cdef int[::1] slack
    cdef int[::1] merges
    cdef unsigned long long[::1] weak_up
    cdef unsigned long long[::1] weak_down
    cdef unsigned long long[::1] up
    cdef unsigned long long[::1] down
    cdef unsigned long long[::1] active
    cdef unsigned long long[::1] options
    cdef unsigned char[::1] free_option
    cdef int[::1] card
    cdef signed char[::1] mate
    cdef unsigned long long[::1] mates
    cdef unsigned long long[::1] slack_left
    cdef unsigned long long[::1] merges_left
    cdef void load_cards(self, const unsigned char[::1] cards) noexcept nogil
    cdef void _count_open(self, unsigned long long laid_out) noexcept nogil
    cdef int constrained_sets(self) noexcept nogil
    cdef int simple_block(self) noexcept nogil
    cdef int match(self, int sets, unsigned long long node_budget) noexcept nogil
    cdef void _step(self) noexcept nogil
    cdef bint _choose(self, int depth) noexcept nogil
    cdef void _merge(self, int depth, int to, int x, int y) noexcept nogil
    cdef void _set_free(self, int depth, int x) noexcept nogil

# What it has in place of `Discards` is not named again: of a final class Cython would refuse that.
@cython.final
cdef class Turning(Discards):
    cdef void _hand_down(self, long long k) noexcept nogil
    cdef bint _list_turned(self, int d, int turned) noexcept nogil
    cdef bint _list_partners(self, int d, int card) noexcept nogil
    cdef bint _list_these(self, int d, int card, int base, unsigned int partners) noexcept nogil
    cdef bint _put(self, int d, int a, int b, unsigned int many) noexcept nogil

@cython.final
cdef class Partners(DepthFirst):
    cdef Turning levels
    # A row a level of the choice.
    cdef unsigned long long[::1] up, down, single, options
    cdef int[::1] chosen, partner
    cdef unsigned long long[::1] before
    cdef unsigned char[::1] mate
    cdef bint begun, over

    cdef void forget(self) noexcept nogil
    cdef int choose(self, unsigned long long node_budget) noexcept nogil
    cdef void _play_all(self) noexcept nogil
    cdef void _begin_choice(self) noexcept nogil
    cdef bint _choose(self, int d) noexcept nogil
    cdef void _join(self, int d) noexcept nogil
    cdef bint _play(self, int pairs) noexcept nogil
    cdef int _when(self, unsigned long long stock, int at, int first, int last) noexcept nogil

cdef class Search:
    cdef readonly Game game
    cdef Discards levels
    cdef Known known
    cdef Tightest tightest
    cdef Search relaxed, of_two
    cdef readonly Partners partners
    cdef readonly Table table
    cdef int code, kept_sets, patience, doubtful, first, second
    cdef readonly bint singly
    cdef bint has_relaxed, midway, own_tables, out_of_room, by_events, doubts, chooses
    cdef public bint asking
    cdef unsigned long long stop_at, doubt_at
    cdef readonly unsigned long long nodes
    cdef readonly int depth
    cdef unsigned char[::1] order
    # A row a level.
    cdef int[::1] deadline, start
    cdef unsigned long long[::1] events, ask_at

    cdef bint lay_out(self, const unsigned char[::1] cards) except RAISED nogil
    cdef void stand(self, const unsigned char[::1] cards, bint anew) except * nogil
    @cython.final
    cdef void _start(self) noexcept nogil
    @cython.final
    cdef void forget_positions(self, const unsigned char[::1] cards) noexcept nogil
    @cython.final
    cdef void _lay_relaxed(self, const unsigned char[::1] cards, Places wider, const unsigned char[::1] tightest) noexcept nogil
    cdef int run(self, unsigned long long node_budget) except RAISED nogil
    @cython.final
    cdef int hopeless(self, unsigned long long left, unsigned long long in_stock, int position, unsigned long long node_budget) except RAISED nogil
    @cython.final
    cdef int _hopeless(self, unsigned long long left, unsigned long long exposed, unsigned long long in_stock, int position, unsigned long long node_budget) except RAISED nogil
    @cython.final
    cdef int _go_on(self, int d, int code) except RAISED nogil
    cdef int _enter(self, int d) except RAISED nogil
    @cython.final
    cdef int _open(self, int d, unsigned long long key, long long slot, unsigned long long note) except RAISED nogil
    cdef int _advance(self, int d) except RAISED nogil
    @cython.final
    cdef int _advance_to_event(self, int d) noexcept nogil
    @cython.final
    cdef void set_deadline(self, int d) noexcept nogil
    cdef bint too_late(self, int d) noexcept nogil
    @cython.final
    cdef bint _seen(self, int d) noexcept nogil
    cdef unsigned long long _key(self, int d) noexcept nogil
    @cython.final
    cdef int table_position(self, int d) noexcept nogil
    @cython.final
    cdef void _note_alive(self) noexcept nogil
    @cython.final
    cdef bint _find_doubtful(self, int d) noexcept nogil
    @cython.final
    cdef int _ask_pairs(self) except RAISED nogil
    @cython.final
    cdef void _lay_two_again(self) noexcept nogil
    @cython.final
    cdef void _prefer_pair(self) noexcept nogil
    @cython.final
    cdef void _keep_order(self, const unsigned char[::1] order) noexcept nogil
    @cython.final
    cdef void keep_first(self, Places wider, const unsigned char[::1] order) noexcept nogil
