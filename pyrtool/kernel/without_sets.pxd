cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game cimport DepthFirst, RandomGames, Table

@cython.final
cdef class General(DepthFirst):
    # The game.
    cdef readonly int tableau, others, ranks, prunes
    cdef unsigned char[::1] rank, alone
    cdef unsigned int[::1] goes_with
    cdef int draw, passes
    cdef readonly bint dealt, stock_top, tops_match, waste_pairs, overlap, monotone, whole, drops_kings
    cdef unsigned long long must_go
    cdef unsigned long long[::1] covers, covered, above
    # The deal: the places and the other cards of each rank, and those that go with it.
    cdef unsigned long long[::1] places_for, others_for, places_of, others_of
    cdef int[::1] counts
    # Among the cards left, for each rank: how many go with it, and how many more of these lie beside the
    # tableau than it has on it. Whether it goes with one rank alone.
    cdef int[::1] ways, excess
    cdef unsigned char[::1] paired
    # The ranks that go only with each other; how many of their pairs must be tied; which places go
    # before each place, after each tie.
    cdef int sets, most_ties, ties_left
    cdef int[::1] low, high, lacking
    cdef unsigned long long[::1] before
    # The positions that are lost.
    cdef Table table
    # Where the search begins.
    cdef unsigned long long first_left, first_rest
    cdef int first_at
    # A level of the search: what is left, and which of its moves comes next.
    cdef unsigned long long[::1] left, rest
    cdef int[::1] at, next_move, end_of_moves, played
    cdef int[::1] pair, when, score
    # What was listed already at this level.
    cdef unsigned long long[::1] seen_places, seen_others
    # When to begin again, and how.
    cdef long long patience
    cdef unsigned long long noise
    cdef int chance, beside

    cdef bint _is_won(self, unsigned long long left, unsigned long long rest) noexcept nogil
    cdef unsigned long long _exposed(self, unsigned long long left) noexcept nogil
    cdef unsigned long long _without_kings(self, unsigned long long left) noexcept nogil
    cdef bint _is_stuck(self, unsigned long long left, unsigned long long rest) noexcept nogil
    cdef bint _is_odd(self, unsigned long long left, unsigned long long rest) noexcept nogil
    cdef void _count_partners(self, unsigned long long left, unsigned long long rest) noexcept nogil
    cdef bint _is_covered(self, unsigned long long left, unsigned long long rest) noexcept nogil
    cdef bint _is_untied(self, unsigned long long left, unsigned long long rest) noexcept nogil
    cdef bint _tie(self, int ties, int s, unsigned long long left, unsigned long long free, unsigned long long later) noexcept nogil
    cdef long long _find(self, unsigned long long left, unsigned long long rest, int at) noexcept nogil
    cdef unsigned long long _late(self, int at) noexcept nogil
    cdef bint _is_known(self, unsigned long long left, unsigned long long rest, int at) noexcept nogil
    cdef void _note(self, unsigned long long left, unsigned long long rest, int at) noexcept nogil
    cdef bint _moves_are_full(self) noexcept nogil
    cdef void _take(self, int d, int card) noexcept nogil
    cdef void _enter(self) noexcept nogil
    cdef void _list_moves(self) noexcept nogil
    cdef int _next_at(self, unsigned long long rest, int at) noexcept nogil
    cdef void _list_tableau(self, unsigned long long left, unsigned long long exposed, int at) noexcept nogil
    cdef void _list_open(self, unsigned long long left, unsigned long long rest, unsigned long long exposed, int at) noexcept nogil
    cdef void _list_stock(self, unsigned long long rest, unsigned long long exposed, int at, int late) noexcept nogil
    cdef void _add_places(self, int card, unsigned long long places, int at, int late) noexcept nogil
    cdef int _worth_of_kind(self, int one, int other) noexcept nogil
    cdef void _add(self, int one, int other, int at, int late) noexcept nogil

cdef enum:
    # The words of a level of `Piles`.
    LEFT = 0  # the cards left, the tableau's and the stock's, by number
    EXPOSED = 1  # those of the tableau that are
    UNDEALT = 2  # places of the order that are not dealt
    WASTE = 3  # places in each of up to four wastes
    ORDER = 7  # the number of the stock's order
    PASS_NUMBER = 8  # the pass, 0 where they are unlimited
    TRAIL = 9  # how many pairs were excluded before
    BEGIN = 10  # its moves: from here
    END = 11  # up to here
    NEXT = 12  # how many of them were tried
    KNOWN = 13  # from this place on the same cards are lost
    SETS_LEFT = 14  # for each set a byte: which of its cards are left
    SINCE = 15  # how many pairs were excluded when the pass began
    WORDS = 16  # to a level

    # A move: two cards, the same twice for one alone; or a deal to a waste; or a redeal.
    DEAL = 0x10000
    REDEAL = 0x20000

    CARDS = 52  # bits for the cards in a key
    MOST_MOVES = 512  # more than a position has

cdef enum:
    NOT_REACHED = <unsigned int>0xFFFFFFFF  # a place that is not reached

cdef class Orders:
    cdef unsigned char[::1] card, place
    cdef unsigned int[::1] slots
    cdef readonly int count, room

    cdef bint is_full(self) noexcept nogil
    cdef int known(self, int size) noexcept nogil
    cdef unsigned long long _slot(self, int number) noexcept nogil

cdef class LastPlaces:
    cdef int sets, wastes, at_once, first, end
    cdef bint both_ends, waste_pairs, stock_top, overlap
    cdef int[::1] meets
    cdef unsigned char[::1] set_of, bit_in
    cdef int[::1] last
    cdef unsigned char[::1] open
    # One set: its cards by number, and masks among them.
    cdef int[::1] card, place, waste
    cdef int[::1] above, direct, mates
    cdef int alone, goal, size

    cdef void fill(self, int s, bint dealt) noexcept nogil
    cdef int _available(self, int left, int at, bint dealt) noexcept nogil
    cdef bint _can_go(self, int s, int left, int at, bint dealt) noexcept nogil
    cdef int _pile(self, int x, int at) noexcept nogil
    cdef int _partners(self, int x, int left, int available, int at, bint dealt) noexcept nogil

@cython.final
cdef class MoveWorth:
    cdef int beside
    cdef unsigned long long[::1] laid_out, goes, covers, covered

    cdef int of(self, unsigned long long low, unsigned long long high, int i, int j) noexcept nogil
    cdef int _partners(self, int card, unsigned long long low, unsigned long long high) noexcept nogil
    cdef int _uncovered(
        self, unsigned long long low, unsigned long long high, int i, int j
    ) noexcept nogil

@cython.final
cdef class Piles(DepthFirst):
    # The rules.
    cdef int size, tableau, wastes, draw, at_once, passes, prunes
    cdef bint choice, stock_top, waste_pairs, both_ends, overlap
    cdef int[::1] meets
    cdef bint stable, by_place, in_one, timed
    cdef unsigned long long[::1] covers, covered, above
    # The deal.
    cdef unsigned long long[::1] mates, ban
    cdef unsigned long long alone, goal
    cdef LastPlaces last
    cdef MoveWorth worth
    cdef Orders orders
    cdef Table seen
    # The levels, the moves listed at them, and the pairs excluded on the way.
    cdef unsigned long long[::1] levels, moves, trail
    cdef int[::1] offered, offering
    cdef int trailed, listed
    cdef unsigned long long state
    cdef bytes first
    cdef public long long limit_bytes
    cdef int dealing, chance, tries
    cdef long long patience

    cdef int _look_at_offers(self, int base) noexcept nogil
    cdef bint _settled(self, int base) noexcept nogil
    cdef void _remove(self, int base, int i) noexcept nogil
    cdef void _deal(self, int base, int to) noexcept nogil
    cdef void _redeal(self, int base) noexcept nogil
    cdef int _at(self, int base) noexcept nogil
    cdef bint _is_dead(self, int base, int s) noexcept nogil
    cdef unsigned long long _plane(self, int base, int bit) noexcept nogil
    cdef bint _is_known(self, int base, bint passing) noexcept nogil
    cdef void _weigh(self, int tries) noexcept nogil
    cdef void _arrange(self, int first, unsigned long long left) noexcept nogil
    cdef bint _exclude(self, int base, unsigned long long move) noexcept nogil
    cdef bint _lacks(self, int base, int i) noexcept nogil
    cdef void _play(self, unsigned long long move) noexcept nogil
    cdef void _allow_again(self, int base) noexcept nogil
    cdef void _list(self, int base) noexcept nogil
    cdef void _put(self, unsigned long long move) noexcept nogil
    cdef bint _take(self, int base, int i, int j, bint in_stock) noexcept nogil
    cdef bint _list_discards(self, int base) noexcept nogil
    cdef bint _list_in_tableau(self, int base) noexcept nogil
    cdef bint _list_with_tableau(self, int base, int count) noexcept nogil
    cdef bint _list_between_piles(self, int base, int count) noexcept nogil
    cdef bint _list_in_wastes(self, int base) noexcept nogil
    cdef void _list_deals(self, int base) noexcept nogil

cdef enum:
    # The words of a level of `Line`; the first are `LEFT`. A mask of cards takes two words.
    STAY = 2  # those of them that stay in every line from here
    IN_PASS = 4
    CLEARED = 5  # the pass in which the pyramid was cleared, or 0
    EXCLUDED = 6  # how many discards were excluded before
    FIRST_MOVE = 7  # its moves: from here
    END_OF_MOVES = 8  # up to here
    NEXT_MOVE = 9  # the one to be tried next
    LEVEL_WORDS = 10  # to a level

    ENDS = 8  # bytes before the cards of wastes and stock: where each waste ends, and the stock

    # Masks of cards, by where they lie in `Line.masks`.
    MUST = 0  # those that must go
    PYRAMID = 2
    ALONE = 4  # those that go alone
    LAID_OUT = 6  # the tableau's, and those that lie open beside it

    CARD_NUMBERS = 128

    # What is least of the value of a line.
    LEAST_IN_PYRAMID = 0
    LEAST_IN_ALL = 1
    PAR_SCORE = 2
    POINTS = 3
    OF_RANK = 4
    TO_WIN = 5
    VALUE_BITS = 8  # of each of the two numbers of the first two

cdef class Line:
    # The rules, and the cards of them: two words each.
    cdef readonly int exposed, wastes, dealt_at_once
    cdef int draw, passes, row
    cdef bint par
    cdef readonly bint choice, ends
    cdef unsigned long long[::1] masks
    cdef int rank_bits
    cdef readonly unsigned char[::1] ranks
    # The levels, with what lies in wastes and stock.
    cdef unsigned long long[::1] levels
    cdef readonly unsigned long long[::1] key
    cdef unsigned char[::1] piles
    cdef int room

    @cython.final
    cdef bint is_left(self, int d, int which) noexcept nogil
    @cython.final
    cdef bint has(self, int which, int card) noexcept nogil
    @cython.final
    cdef bint is_won(self, int d) noexcept nogil
    @cython.final
    cdef bint is_over(self, int d) noexcept nogil
    @cython.final
    cdef bint is_last_pass(self, int d) noexcept nogil
    @cython.final
    cdef bint is_short(self, int d) noexcept nogil
    @cython.final
    cdef void play(self, int d, unsigned int move) noexcept nogil
    @cython.final
    cdef void _remove(self, int d, int i, int j) noexcept nogil
    @cython.final
    cdef void _deal(self, int d, int to) noexcept nogil
    @cython.final
    cdef void _redeal(self, int d) noexcept nogil
    @cython.final
    cdef void copy_down(self, int d) noexcept nogil
    @cython.final
    cdef void write_key(self, int d) noexcept nogil

cdef class Moves:
    cdef Line line
    cdef int[::1] meets
    cdef bint stock_top, waste_pairs, both_ends, overlap
    cdef bint dealt, early, plain
    cdef unsigned long long[::1] covers, goes, at_once
    # The moves of all levels, one level after the other.
    cdef unsigned int[::1] moves
    cdef int[::1] offered, offering
    cdef readonly int most
    cdef int listed

    @cython.final
    cdef bint is_full(self) noexcept nogil
    @cython.final
    cdef bint is_early_free(self, int d) noexcept nogil
    @cython.final
    cdef bint goes_with(self, int card, int other) noexcept nogil
    @cython.final
    cdef bint _goes_at_once(self, int card) noexcept nogil
    @cython.final
    cdef void list_moves(self, int d, int first) noexcept nogil
    @cython.final
    cdef void list_choices(self, int d, int first) noexcept nogil
    @cython.final
    cdef void _put(self, int i, int j) noexcept nogil
    @cython.final
    cdef int _find_available(self, int d) noexcept nogil
    @cython.final
    cdef void _list_neighbours(self, int d, int first) noexcept nogil
    @cython.final
    cdef void _put_once(self, int first, int i, int j) noexcept nogil
    @cython.final
    cdef void _list_deals(self, int d) noexcept nogil

cdef class LineBounds:
    cdef Line line
    cdef bint deals_all, stock_top
    cdef unsigned long long[::1] mates, meets, beneath, over, asked, found

    @cython.final
    cdef bint is_dead_at(self, int d) noexcept nogil
    @cython.final
    cdef void find_staying(self, int d) noexcept nogil
    @cython.final
    cdef void stay_after(self, int d, unsigned int move) noexcept nogil
    @cython.final
    cdef void _spread(self, int d) noexcept nogil
    @cython.final
    cdef void _find(self, int base) noexcept nogil
    @cython.final
    cdef bint must_stay(self, int d, int which) noexcept nogil
    @cython.final
    cdef int discards(self, unsigned long long low, unsigned long long high) noexcept nogil
    @cython.final
    cdef int moves_to_win(self, int d) noexcept nogil
    @cython.final
    cdef int moves_to_remove(self, int d, unsigned long long low, unsigned long long high) noexcept nogil

cdef class Walk(DepthFirst):
    cdef Line line
    cdef Moves moves
    cdef Table visited
    # The discards that are excluded on the way.
    cdef unsigned long long[::1] ban
    cdef unsigned int[::1] trail
    cdef LineBounds bounds
    cdef int trailed
    cdef bint excludes, is_bounded
    cdef long long most
    cdef readonly long long reached
    cdef public long long room

    cdef bint _has_move(self) noexcept nogil
    cdef bint _is_short(self) noexcept nogil
    @cython.final
    cdef bint _has_room(self) noexcept nogil
    cdef bint _lacks_room(self) noexcept nogil
    cdef void _step(self) noexcept nogil
    cdef bint _is_new(self, int d) noexcept nogil
    @cython.final
    cdef void _list(self, int d, int first) noexcept nogil
    cdef void _leave(self) noexcept nogil
    @cython.final
    cdef void _exclude(self, unsigned int move) noexcept nogil
    @cython.final
    cdef bint _is_excluded(self, unsigned int move) noexcept nogil
    cdef bint _visit(self, int d) noexcept nogil
    @cython.final
    cdef void _follow(self, int d, unsigned int move) noexcept nogil
    cdef bint _is_vain(self, int d) noexcept nogil
    cdef void _list_all(self, int d, int first) noexcept nogil
    cdef void _arrange(self, int d, int first) noexcept nogil

cdef class Aim:
    cdef Line line
    cdef LineBounds bounds
    cdef int kind, pairs, rows, discard_points, made, passes, too_few
    cdef bint with_itself
    cdef unsigned long long[::1] of_rank, others, first, pair, row
    cdef int[::1] row_points, par_points

    @cython.final
    cdef long long value(self, int d) noexcept nogil
    @cython.final
    cdef long long floor(self, int d) noexcept nogil
    @cython.final
    cdef long long _worth(self, int d, int which, int cleared) noexcept nogil
    @cython.final
    cdef int _all_staying(self, int d) noexcept nogil
    @cython.final
    cdef int _made_without(self, int d, int which) noexcept nogil
    @cython.final
    cdef bint is_met(self, int d, long long goal, bint cleared) noexcept nogil
    @cython.final
    cdef long long moves_to(self, int d, long long goal, bint cleared) noexcept nogil
    @cython.final
    cdef long long _moves_to_rank(self, int d, long long goal, unsigned long long low, unsigned long long high) noexcept nogil
    @cython.final
    cdef long long _moves_to_points(self, int d, long long goal, bint cleared) noexcept nogil
    @cython.final
    cdef long long _moves_to_par(self, int d, long long goal, bint cleared, int clearing) noexcept nogil

cdef class FewestTo(Walk):
    cdef Aim aim
    cdef long long goal
    cdef bint cleared

    cdef bint _visit(self, int d) noexcept nogil
    cdef bint _is_vain(self, int d) noexcept nogil

cdef class MostDone(Walk):
    cdef Aim aim
    cdef long long floor, best, enough_value, clearing
    cdef bint apart, has_clearing
    cdef unsigned int[::1] best_line, clearing_line
    cdef int best_moves, clearing_moves

    cdef bint _lacks_room(self) noexcept nogil
    cdef bint _is_enough(self) noexcept nogil
    cdef void _keep(self, int d, unsigned int[::1] kept) noexcept nogil
    cdef bint _visit(self, int d) noexcept nogil
    cdef bint _is_vain(self, int d) noexcept nogil

cdef class Tries(Walk):
    cdef MoveWorth worth
    cdef object chance
    cdef double[::1] chances, weight
    cdef int drawn
    cdef long long patience

    cdef bint _lacks_room(self) noexcept nogil
    cdef bint _is_vain(self, int d) noexcept nogil
    cdef void _arrange(self, int d, int first) noexcept nogil

cdef class LineChances(Walk):
    cdef double[::1] plain, clever, sum_plain, sum_clever
    cdef unsigned int[::1] number
    cdef int[::1] kept

    cdef bint _lacks_room(self) noexcept nogil
    cdef bint _is_new(self, int d) noexcept nogil
    cdef bint _is_vain(self, int d) noexcept nogil
    cdef void _list_all(self, int d, int first) noexcept nogil
    cdef void _leave(self) noexcept nogil
    @cython.final
    cdef void _add(self, int d, double plain, double clever) noexcept nogil

cdef class Games(RandomGames):
    cdef Line line
    cdef Moves moves
    cdef LineBounds bounds
    cdef int patience, level, idle, idle_after

    cdef bint _begin(self) noexcept nogil
    cdef bint _is_won(self) noexcept nogil
    cdef int _list_moves(self) noexcept nogil
    cdef bint _make(self, int k) noexcept nogil
    cdef bint _is_dead(self) noexcept nogil
    cdef void _strike(self, int k, int count) noexcept nogil
    cdef void _go_on(self) noexcept nogil
