cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game cimport DepthFirst, Game, RandomGames, RandomNumbers, Table
from pyrtool.kernel.levels cimport Discards
from pyrtool.kernel.verdict cimport Search

@cython.final
cdef class Moves(Discards):
    cdef readonly int patience
    cdef int rows
    cdef bint ends_early, stock_kings_wait, free_at_last
    cdef int[::1] idle
    cdef RandomNumbers numbers

    cdef bint lay_out(self, const unsigned char[::1] cards) noexcept nogil
    cdef bint lay_out_left(self, const unsigned char[::1] cards, const unsigned char[::1] left, int position) noexcept nogil
    cdef void first_row(self, int position) noexcept nogil
    cdef void copy_row(self, int d, int to) noexcept nogil
    cdef void settle(self, int d) noexcept nogil
    cdef void list_moves(self, int d) noexcept nogil
    cdef void list_stock_moves(self, int d) noexcept nogil
    cdef bint make(self, int d, int k) noexcept nogil
    cdef int _idle_after(self, int d, unsigned long long before, int redeals) noexcept nogil
    cdef bint _is_last_pass(self, int d) noexcept nogil
    cdef bint reached(self, int d) noexcept nogil
    cdef bint blocked(self, int d) noexcept nogil
    cdef unsigned long long partners_of(self, int card) noexcept nogil
    cdef int goes_on(self, int d, int look) noexcept nogil

@cython.final
cdef class Playouts(RandomGames):
    cdef Moves moves
    cdef bint alive

@cython.final
cdef class Chances(DepthFirst):
    cdef Moves moves
    cdef readonly Table table
    cdef unsigned long long[::1] number, key
    cdef int[::1] open_moves
    cdef double[::1] sum_plain, sum_clever, plain, clever, way, won_before
    cdef double easy
    cdef unsigned long long room, most_room

    cdef bint _open(self, bint alive) noexcept nogil
    cdef void _close(self, int d) noexcept nogil
    cdef double _won_so_far(self, int d) noexcept nogil
    cdef unsigned long long _key_of(self, int d) noexcept nogil
    cdef long long _where(self, int d) noexcept nogil
    cdef double _plain_at(self, long long where) noexcept nogil
    cdef double _clever_at(self, long long where) noexcept nogil

@cython.final
cdef class Memory:
    cdef long long taken, most_bytes

    cdef bint may_take(self, long long more) noexcept nogil

cdef enum:
    NO_NUMBER = 0  # of a tableau, or of a stretch

@cython.final
cdef class Tableaux:
    cdef unsigned long long[::1] cards
    cdef int[::1] first
    cdef int now
    cdef int[::1] waiting, following
    cdef Table numbers
    cdef int count, size, left

    cdef void empty(self) noexcept nogil
    cdef bint take_turn(self) noexcept nogil
    cdef int number_of(self, unsigned long long cards) except RAISED nogil
    cdef bint _make_room(self) except RAISED nogil

@cython.final
cdef class StockLeft:
    cdef Moves moves
    cdef int[::1] index
    cdef int cards
    # The deal's stock, by index.
    cdef unsigned long long kings_in_stock
    cdef unsigned long long[::1] matching
    # Kept for the tableau that has its turn.
    cdef Tableaux tableaux
    cdef int pairs
    cdef unsigned long long with_exposed, tried
    cdef unsigned long long[::1] pair_after
    cdef int[::1] pair_to
    # After `take_out`.
    cdef unsigned long long cards_after

    cdef void look_at_deal(self) noexcept nogil
    cdef void look_at_tableau(self) noexcept nogil
    cdef int position_at(self, int place) noexcept nogil
    cdef void stand_with(self, unsigned long long left) noexcept nogil
    cdef int place_of(self, int d) noexcept nogil
    cdef int place_when(self, int d, int dealt) noexcept nogil
    cdef int last_place_open(self, unsigned long long left) noexcept nogil
    cdef void take_first_alike(self, int d) noexcept nogil
    cdef unsigned long long left_after(self, unsigned long long left, unsigned long long cards) noexcept nogil
    cdef unsigned long long exposed_partners(self, int i) noexcept nogil
    cdef void take_out(self, int i, int last) noexcept nogil

@cython.final
cdef class Stretches:
    cdef Moves moves
    cdef StockLeft stock
    cdef Tableaux tableaux
    cdef unsigned long long[::1] words
    cdef double[::1] comes
    cdef int[::1] waiting, found, free
    cdef int waiting_from, waiting_to
    cdef long long room, most_room, used
    # What a turn wants.
    cdef long long[::1] wanted, want_bucket
    cdef unsigned long long[::1] want_key
    cdef int[::1] want_tableau
    cdef int wants

    cdef void empty(self) noexcept nogil
    cdef unsigned long long key_in(self, unsigned long long left, int position, int idle) noexcept nogil
    cdef long long place_in(self, unsigned long long key) except RAISED nogil
    cdef void want(self, long long where, unsigned long long key, int t) noexcept nogil
    cdef bint find_wanted(self) except RAISED nogil
    cdef long long _find(self, unsigned long long key, long long bucket, int t) except RAISED nogil
    cdef int _add(self, unsigned long long key, int t) except RAISED nogil
    cdef void _wait(self, int s) noexcept nogil
    cdef long long _bucket_of(self, unsigned long long key) noexcept nogil
    cdef int first_waiting(self) noexcept nogil
    cdef void _wait_all(self, int s) noexcept nogil
    cdef int take_waiting(self, int at) noexcept nogil
    cdef void expect_turn(self, int s) noexcept nogil
    cdef void give_back(self, int s) noexcept nogil
    cdef void stand(self, int s) noexcept nogil
    cdef bint _make_room(self) except RAISED nogil

cdef double[::1] parts()

@cython.final
cdef class StockChances:
    cdef Moves moves
    cdef StockLeft stock
    cdef Tableaux tableaux
    cdef Stretches stretches
    cdef bint full
    cdef readonly unsigned long long positions
    cdef double plain, clever
    cdef double[::1] part
    cdef int held, looked_at
    # Kept for the stretch that has its turn.
    cdef long long own
    cdef double[::1] each
    cdef int[::1] last_open

    cdef int work(self, unsigned long long budget) except RAISED nogil
    cdef bint _share(self) except RAISED nogil
    cdef int _want_pairs(self, int first) except RAISED nogil
    cdef bint _link_place(self, int place) except RAISED nogil
    cdef long long _after_move(self, int k) except RAISED nogil
    cdef void _share_place(self, int place) noexcept nogil
    cdef void _give(self, long long where, double plain, double clever) noexcept nogil
    cdef void _share_pairs(self, int first) noexcept nogil

cdef enum:
    GOAL = 1
    DEAD_END = 2
    START = 3

@cython.final
cdef class Remainders:
    cdef Moves moves
    cdef StockLeft stock
    cdef Tableaux tableaux
    cdef Memory memory
    # By number.
    cdef unsigned long long[::1] words
    cdef int[::1] fields, found, open_until, entry_at
    cdef int remainders, room
    # Those of the tableau that has its turn that wait, by stock cards.
    cdef int[::1] waiting
    cdef int waiting_at
    # What is wanted.
    cdef unsigned long long[::1] want_left
    cdef int[::1] want_tableau, want_bucket, want_position, want_dealt, wanted
    cdef int wants

    cdef void empty(self) noexcept nogil
    cdef unsigned long long cards_left(self, int r) noexcept nogil
    cdef int earliest_of(self, int r) noexcept nogil
    cdef int deadline_of(self, int r) noexcept nogil
    cdef int number_of(self, unsigned long long left) noexcept nogil
    cdef int take_turn(self) noexcept nogil
    cdef void _wait_all(self, int r) noexcept nogil
    cdef void _wait(self, int r) noexcept nogil
    cdef void want(self, unsigned long long left, int t, int position, int dealt) noexcept nogil
    cdef bint find_wanted(self) except RAISED nogil
    cdef int _find(self, unsigned long long left, int bucket) noexcept nogil
    cdef int _add(self, int k, int deadline) except RAISED nogil
    cdef int _bucket_of(self, unsigned long long left) noexcept nogil
    cdef bint _make_room(self) except RAISED nogil

@cython.final
cdef class Discovery:
    cdef Moves moves
    cdef StockLeft stock
    cdef Tableaux tableaux
    cdef Memory memory
    cdef Remainders remainders
    cdef Search solver
    cdef bint has_solver
    cdef int rounds
    # What was found.
    cdef int[::1] entries
    cdef int turns
    cdef long long written, entries_room
    # Kept for the tableau that has its turn.
    cdef unsigned long long[::1] card_after
    cdef int[::1] card_to
    # Kept for the remainder that has its turn, or whose entry is open.
    cdef int one, earliest, king_at, king_to
    cdef int to_pairs, to_singles, to_tops, to_end
    cdef int[::1] want_card

    cdef bint begin_here(self) except RAISED nogil
    cdef bint discover(self, int r) except RAISED nogil
    cdef void open_entry(self, int k) noexcept nogil
    cdef void _stand(self, unsigned long long left) noexcept nogil
    cdef int _in_places(self, int deadline) noexcept nogil
    cdef int _want_pairs(self) except RAISED nogil
    cdef int _want_singles(self) except RAISED nogil
    cdef int _want_single(self, int i, int number) except RAISED nogil
    cdef void _want_tops(self) noexcept nogil
    cdef void _want_after_king(self) noexcept nogil
    cdef int _first_pass(self, int place) noexcept nogil
    cdef void _want_at(self, unsigned long long left, int t, int card, int number, int place) noexcept nogil
    cdef bint _write(self, int r) except RAISED nogil
    cdef bint _make_entries_room(self) except RAISED nogil

@cython.final
cdef class Visits:
    cdef Moves moves
    cdef Memory memory
    cdef Remainders remainders
    cdef int rounds
    cdef double plain, clever
    cdef int[::1] places, free
    cdef unsigned long long[::1] links
    cdef double[::1] comes, each
    cdef long long used, visits_room

    cdef void begin_visits(self) noexcept nogil
    cdef bint give(self, int r, int position, double plain, double clever) except RAISED nogil
    cdef bint give_range(self, int r, int number, int first, int most) except RAISED nogil
    cdef int _places_of(self, int r, int number) except RAISED nogil
    cdef void take_back(self, int r, int number) noexcept nogil
    cdef bint _make_visits_room(self) except RAISED nogil

@cython.final
cdef class SinglyChances:
    cdef Moves moves
    cdef StockLeft stock
    cdef Memory memory
    cdef Remainders remainders
    cdef Discovery found
    cdef Visits visits
    cdef readonly unsigned long long positions
    cdef bint full, judged, idle_at_start, reused
    cdef object loaded
    cdef long long judged_bytes, at_first
    cdef int start, shared
    cdef double[::1] part
    cdef int[::1] won_until
    # Kept for the remainder that is shared out.
    cdef int last_place, until
    cdef bint redeals, blocks_again
    cdef int[::1] move_count, open_count
    cdef int idle_from
    cdef double idle_plain, idle_clever

    cdef int work(self, unsigned long long budget) except RAISED nogil
    cdef bint _judge_all(self) except RAISED nogil
    cdef int _last_won(self) noexcept nogil
    cdef int _last_at(self, int place, int until, int number) noexcept nogil
    cdef bint _share(self, int k) except RAISED nogil
    cdef bint _share_pass(self, int number) except RAISED nogil
    cdef void _count_moves(self, int start, int most) noexcept nogil
    cdef int _deal_on(self, int number, int most) noexcept nogil
    cdef void _deal_idle(self, int most, double plain, double clever) noexcept nogil
    cdef bint _give_all(self, int number, int first, int most) except RAISED nogil
