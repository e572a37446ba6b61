from pyrtool.kernel.bits cimport count_bits, lowest_bit
from pyrtool.kernel.codes cimport ENTER, LOST, NO_ROOM, OPEN, PAIRS, WON
from pyrtool.kernel.encoding cimport key_of, pass_of
from pyrtool.kernel.discards cimport Discards
from pyrtool.kernel.game cimport Game
from pyrtool.kernel.search cimport Search

cdef class Best(Search):
    cdef int by, first_clearing, from_cleared, enough
    cdef bint must_clear
    cdef readonly int best, least
    cdef int best_depth
    cdef unsigned long long open_cards
    cdef int[::1] points, cleared, stay_all, stay_pyramid, clears
    cdef int[::1] best_low, best_high, best_position

    cdef void exclude(self, int d, int a, int b, bint lasting) noexcept nogil
    cdef void force(self, int d) noexcept nogil
    cdef bint too_late(self, int d) noexcept nogil
    cdef unsigned long long _key(self, int d) noexcept nogil
    cdef int _enter(self, int d) noexcept nogil
    cdef void lay_out_best(self, const unsigned char[::1] cards) noexcept nogil
    cdef void find_open_cards(self) noexcept nogil
    cdef int at_least(self, int d, int position) noexcept nogil
    cdef int _stay(self, int[::1] table, int row, int now, int lonely) noexcept nogil
    cdef int _with_mates(self, unsigned int lonely, int s) noexcept nogil
    cdef bint _can_clear(self, int d, int last_pass, int now) noexcept nogil
    cdef int _value(self, int d) noexcept nogil
    cdef bint _keep_line(self, int d, int value) noexcept nogil
    cdef bint _free(self, int d, int card) noexcept nogil
    cdef unsigned long long _twins(self, int d, int card) noexcept nogil
    cdef void _keep_first_twins(self, int d) noexcept nogil
