from pyrtool.kernel.numbers.bits cimport lowest_bit
from pyrtool.kernel.best.bounds cimport Bounds
from pyrtool.kernel.numbers.codes cimport BY_SCORE, ENTER, LOST, NO_ROOM, OPEN, PAIRS, WON, WORST
from pyrtool.kernel.levels.discards cimport Discards
from pyrtool.kernel.numbers.encoding cimport key_of, pass_of
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.verdict.search cimport Search

cdef class Best(Bounds):
    cdef int from_cleared, enough
    cdef readonly int least
    cdef int best_depth
    cdef unsigned long long open_cards, preferred
    cdef int[::1] best_low, best_high, best_position

    cdef void exclude(self, int d, int a, int b, bint lasting) noexcept nogil
    cdef void force(self, int d) noexcept nogil
    cdef unsigned long long _key(self, int d) noexcept nogil
    cdef int _enter(self, int d) noexcept nogil
    cdef void lay_out_best(self, const unsigned char[::1] cards) noexcept nogil
    cdef void find_open_cards(self) noexcept nogil
    cdef bint _keep_line(self, int d, int value) noexcept nogil
    cdef bint _free(self, int d, int card) noexcept nogil
    cdef unsigned long long _twins(self, int d, int card) noexcept nogil
    cdef void _keep_first_twins(self, int d) noexcept nogil
