cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game cimport Game, Table

cdef class Places:
    cdef readonly Game game
    cdef int size, tableau, stock, sets, stock_waste
    cdef bint waste_pairs, overlap, goal_pyramid, dealt, drop_kings, ends, by_goal
    cdef unsigned char[::1] bit_of, self_set, cover_start, cover_list, in_pyramid
    cdef unsigned char[::1] bit_at
    cdef signed char[::1] stock_index
    cdef unsigned long long[::1] cover, above, under, direct, places_of, stock_bit
    cdef unsigned long long must, kings, laid_out, all_left, all_exposed, all_in_stock
    cdef unsigned long long demanded, pyramid, last, coverers, own_sets
    cdef unsigned int[::1] static_ban

    @cython.final
    cdef void load_cards(self, const unsigned char[::1] cards) noexcept nogil
    @cython.final
    cdef void keep_sets(self, Places wider, int sets) noexcept nogil
    @cython.final
    cdef void _find_must(self) noexcept nogil
    @cython.final
    cdef void _ban_statically(self) noexcept nogil

@cython.final
cdef class SetTables:
    cdef Places deal
    cdef int passes, valid_count, tallied
    cdef bint stock_top
    cdef unsigned char[::1] valid
    cdef unsigned long long tallied_cards
    cdef int[::1] stay
    cdef int[::1] last_alive, table, over, hides, in_pack
    # A row a stock card of the set.
    cdef int[::1] place, card, partners

    cdef bint build(self, unsigned long long left, unsigned long long must) noexcept nogil
    cdef void build_one(self, int s, unsigned long long all_left, unsigned long long that_must, unsigned long long others, int may_stay, int[::1] table, int offset) noexcept nogil
    cdef int _in_stock(self, int base) noexcept nogil
    cdef int _best_of_stock(self, int exposed, int stock, int at, int best) noexcept nogil
    cdef void build_stay(self, unsigned long long left, unsigned long long must) noexcept nogil
    cdef int units(self, unsigned long long left) noexcept nogil
    cdef void _look_over(self, int base, int left) noexcept nogil
    cdef bint _lie_alone(self, int base, int i, int j, int sub) noexcept nogil
    cdef int _last_within(self, int low, int high, int then) noexcept nogil

cdef class Discards(Places):
    cdef SetTables set_tables
    cdef int prunes, draw, passes, tallied
    cdef bint unlimited, stock_top, monotone, forcing, force_mutual
    cdef bint keep_kings, keep_optional, one_ban
    # The tables of `SetTables`.
    cdef int[::1] last_alive, stay
    cdef unsigned long long kept, kept_in_stock
    # A row a level.
    cdef unsigned long long[::1] left, exposed, in_stock
    cdef int[::1] position, move_low, move_high, move_position
    cdef int[::1] count, following, pair_low, pair_high, forced
    cdef unsigned int[::1] ban, lasting_ban

    @cython.final
    cdef bint build_set_tables(self) noexcept nogil
    @cython.final
    cdef void first_level(self) noexcept nogil
    @cython.final
    cdef unsigned long long at_once(self) noexcept nogil
    @cython.final
    cdef void level_of(self, unsigned long long left, unsigned long long in_stock, int position) noexcept nogil
    @cython.final
    cdef void begin_at(self, unsigned long long left, unsigned long long exposed, unsigned long long in_stock, int position) noexcept nogil
    cdef void keep(self, const unsigned char[::1] left) noexcept nogil
    cdef void begin_with(self, const unsigned char[::1] left, int position) noexcept nogil
    @cython.final
    cdef int least_deadline(self, unsigned long long left) noexcept nogil
    @cython.final
    cdef void copy_level(self, int d) noexcept nogil
    cdef void take(self, int d) noexcept nogil
    @cython.final
    cdef void vanish(self, int d) noexcept nogil
    @cython.final
    cdef void remove(self, int d, unsigned long long cards) noexcept nogil
    @cython.final
    cdef int waste_top(self, int d) noexcept nogil
    @cython.final
    cdef int turned(self, int d) noexcept nogil
    @cython.final
    cdef int canonical(self, int d) noexcept nogil
    @cython.final
    cdef bint stock_cards_match(self, int i, int j) noexcept nogil
    @cython.final
    cdef bint tops_match(self, int d) noexcept nogil
    @cython.final
    cdef int next_position(self, int d) noexcept nogil
    cdef bint take_next(self, int d) noexcept nogil
    @cython.final
    cdef void take_vanishing(self, int d) noexcept nogil
    cdef void list_all(self, int d) noexcept nogil
    cdef void list_turned(self, int d) noexcept nogil
    @cython.final
    cdef void list_pairs(self, int d) noexcept nogil
    @cython.final
    cdef void list_turned_pairs(self, int d) noexcept nogil
    @cython.final
    cdef void list_stock_pairs(self, int d) noexcept nogil
    @cython.final
    cdef unsigned long long stock_events(self, int d) noexcept nogil
    @cython.final
    cdef void _list_with(self, int d, int card) noexcept nogil
    @cython.final
    cdef void _list_overlaps(self, int d) noexcept nogil
    @cython.final
    cdef void add_pair(self, int d, int a, int b) noexcept nogil
    @cython.final
    cdef bint allowed(self, int d, int a, int b) noexcept nogil
    @cython.final
    cdef int partners(self, int d, int card) noexcept nogil
    @cython.final
    cdef void forget_pass(self, int d) noexcept nogil
    cdef void exclude(self, int d, int a, int b, bint lasting) noexcept nogil
    cdef void force(self, int d) noexcept nogil
    @cython.final
    cdef bint may_end(self, int a, int b) noexcept nogil
    cdef bint failed(self, int d) noexcept nogil
    @cython.final
    cdef bint stuck(self, int d, int card) noexcept nogil
    @cython.final
    cdef bint some_stuck(self, int d) noexcept nogil
    @cython.final
    cdef bint set_stuck(self, int d, int s) noexcept nogil
    @cython.final
    cdef unsigned int lonely(self, int d, int s) noexcept nogil
    @cython.final
    cdef unsigned int _choices(self, int d, int s, unsigned int ban) noexcept nogil

@cython.final
cdef class Known:
    cdef Table table
    cdef unsigned long long[::1] key
    cdef long long[::1] slot, epoch

    cdef bint seen(self, int d, unsigned long long key, int dealt) noexcept nogil
    cdef void mark_seen(self, int d, int dealt) noexcept nogil

@cython.final
cdef class Tightest:
    cdef unsigned char[::1] order
    cdef int[::1] looseness

    cdef void sort(self, Discards levels) noexcept nogil
    cdef int take(self, const unsigned char[::1] order, int count) noexcept nogil
    cdef int _above_set(self, Discards levels, int s) noexcept nogil
