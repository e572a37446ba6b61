cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game

cdef class Windows:
    cdef readonly Game game
    cdef int size, tableau, stock, sets, stock_waste, start, end, period
    cdef bint overlap, goal_pyramid, failed
    cdef unsigned char[::1] bit_of, cover_start, cover_list, bit_at, in_pyramid
    cdef unsigned char[::1] dealt_of_set, dealt_count
    cdef signed char[::1] index_of, card_in
    cdef unsigned long long left, in_stock, laid_out, in_deck, goal, dirty
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
    @cython.final
    cdef void join(self, int d, int x, int y) noexcept nogil
    @cython.final
    cdef int next_turn(self, int slot, int turn) noexcept nogil
    @cython.final
    cdef int last_turn(self, int slot, int turn) noexcept nogil
    @cython.final
    cdef void copy(self, int d) noexcept nogil
