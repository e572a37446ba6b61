cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game cimport AnyGame, DepthFirst, Game
from pyrtool.kernel.levels cimport Places

cdef class Windows:
    cdef readonly Game game
    cdef Places deal
    cdef int tableau, stock, sets, stock_waste, start, end, period
    cdef bint overlap, failed
    cdef unsigned char[::1] bit_at, dealt_of_set, dealt_count
    cdef signed char[::1] index_of, card_in
    cdef unsigned long long left, in_stock, laid_out, goal, dirty
    # A word, or a number, for each card or slot.
    cdef unsigned long long[::1] cover, above, below, upto
    cdef int[::1] slot
    cdef unsigned int[::1] weak
    # A row a level.
    cdef unsigned long long[::1] up, down, late, gone, must
    cdef int[::1] opens, closes

    @cython.final
    cdef void load_cards(self, const unsigned char[::1] cards) noexcept nogil
    @cython.final
    cdef void begin(self, unsigned long long left, int dealt, int passes) noexcept nogil
    @cython.final
    cdef void _weaken(self) noexcept nogil
    @cython.final
    cdef void delay(self, int d, unsigned long long cards, int slot) noexcept nogil
    @cython.final
    cdef void hasten(self, int d, unsigned long long cards, int slot) noexcept nogil
    @cython.final
    cdef void stay(self, int d, unsigned long long cards) noexcept nogil
    @cython.final
    cdef void require(self, int d, unsigned long long cards) noexcept nogil
    @cython.final
    cdef unsigned long long hurried(self, int d, int x) noexcept nogil
    @cython.final
    cdef void follow(self, int d, unsigned long long before, unsigned long long after) noexcept nogil
    cdef void _put_before(self, int d, unsigned long long before, unsigned long long after) noexcept nogil
    @cython.final
    cdef void join(self, int d, int x, int y) noexcept nogil
    @cython.final
    cdef int next_turn(self, int slot, int turn) noexcept nogil
    @cython.final
    cdef int last_turn(self, int slot, int turn) noexcept nogil
    @cython.final
    cdef void copy(self, int d) noexcept nogil

cdef class Deductions(Windows):
    cdef int deductions
    cdef int[::1] weight
    cdef unsigned short[::1] matched
    # A row a level.
    cdef unsigned int[::1] choice
    cdef unsigned long long[::1] single

    @cython.final
    cdef bint choose_from(self) noexcept nogil
    @cython.final
    cdef unsigned int partners(self, int d, int x) noexcept nogil
    @cython.final
    cdef void copy_level(self, int d) noexcept nogil
    @cython.final
    cdef void take(self, int d, int s, int pair) noexcept nogil
    @cython.final
    cdef void drop(self, int d, int s, int pair) noexcept nogil
    @cython.final
    cdef bint propagate(self, int d) noexcept nogil
    @cython.final
    cdef void look_at_stock(self, int d, unsigned long long cards) noexcept nogil
    @cython.final
    cdef void uncover(self, int d, int x, int turn) noexcept nogil
    @cython.final
    cdef void go_first(self, int d, int x, unsigned long long before, int slot) noexcept nogil
    @cython.final
    cdef void go_in_turns(self, int d, int x) noexcept nogil
    @cython.final
    cdef void free_in_waste(self, int d, int x) noexcept nogil
    @cython.final
    cdef void go_before_turned(self, int d, int x) noexcept nogil
    @cython.final
    cdef void look_at_set(self, int d, int s) noexcept nogil
    @cython.final
    cdef unsigned long long never(self, int d, int x) noexcept nogil
    @cython.final
    cdef void leave(self, int d, int s, unsigned int found) noexcept nogil
    @cython.final
    cdef void cover_again(self, int d, int s, unsigned int lost) noexcept nogil
    @cython.final
    cdef void wait_in_common(self, int d, int s) noexcept nogil

@cython.final
cdef class Pairing(DepthFirst):
    cdef readonly Game game
    cdef Deductions known
    cdef readonly unsigned long long vain
    cdef int discards, position, passes
    cdef bint is_open
    # A row a level, or a move.
    cdef int[::1] set_of, pair, move_low, move_high, move_position, over, pile
    cdef unsigned long long[::1] mate

    cdef bint lay_out(self, const unsigned char[::1] cards) noexcept nogil
    cdef bint loses(self, const unsigned char[::1] cards, unsigned long long left, unsigned long long in_stock, int position, unsigned long long node_budget) noexcept nogil
    cdef bint goes_simply(self, int s) noexcept nogil
    cdef int _simple_pair(self, int turned, int top, int exposed, int covering) noexcept nogil
    cdef int _covering(self, int left, int exposed) noexcept nogil
    cdef int _exposed(self, int s, int left) noexcept nogil
    cdef bint goes_alone(self, unsigned long long cards) noexcept nogil
    cdef void begin_at(self, unsigned long long left, unsigned long long in_stock, int position) noexcept nogil
    cdef void begin(self, unsigned long long left, int dealt, int passes) noexcept nogil
    cdef int run(self, unsigned long long node_budget) noexcept nogil
    cdef void _judge(self) noexcept nogil
    cdef void choose(self, int d) noexcept nogil
    cdef int least_bound(self, int d, int x, unsigned int partners) noexcept nogil
    cdef bint play(self, int d) noexcept nogil
    cdef unsigned long long _pair_off(self, int d) noexcept nogil
    cdef unsigned long long available(self, unsigned long long left, int slot) noexcept nogil
    cdef bint under(self, unsigned long long left, int x, int y) noexcept nogil

cdef int _complements(int card, int first, int second) noexcept nogil
