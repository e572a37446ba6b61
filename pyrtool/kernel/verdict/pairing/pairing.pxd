cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.verdict.pairing.deductions cimport Deductions

@cython.final
cdef class Pairing:
    cdef readonly Game game
    cdef Deductions known
    cdef readonly unsigned long long nodes, vain
    cdef readonly int depth
    cdef int code, position, passes, level
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
    cdef void reject(self) noexcept nogil
    cdef void choose(self, int d) noexcept nogil
    cdef int least_bound(self, int d, int x, unsigned int partners) noexcept nogil
    cdef bint play(self, int d) noexcept nogil
    cdef unsigned long long _pair_off(self, int d) noexcept nogil
    cdef unsigned long long available(self, unsigned long long left, int slot) noexcept nogil
    cdef bint under(self, unsigned long long left, int x, int y) noexcept nogil

cdef int _complements(int card, int first, int second) noexcept nogil
