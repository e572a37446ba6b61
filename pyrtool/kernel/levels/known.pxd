cimport cython

from pyrtool.kernel.numbers.bits cimport cards_with, count_bits, lowest_bit, set_choices
from pyrtool.kernel.numbers.codes cimport PRUNE_KINGS, PRUNE_SETS
from pyrtool.kernel.numbers.encoding cimport (
    LATEST,
    MARK_BITS,
    PASS,
    POSITION_BITS,
    dealt_of,
    key_of,
    note_of,
    pass_of,
)
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.levels.discards cimport Discards
from pyrtool.kernel.numbers.hash_table cimport Table

cdef class Known(Discards):
    cdef readonly Table table
    cdef unsigned long long[::1] key
    cdef long long[::1] slot, epoch
    cdef int[::1] deadline, start, looseness
    cdef unsigned char[::1] tightest

    @cython.final
    cdef void order_sets(self) noexcept nogil
    @cython.final
    cdef int take_order(self, const unsigned char[::1] order, int count) noexcept nogil
    @cython.final
    cdef int _above_set(self, int s) noexcept nogil
    @cython.final
    cdef void set_deadline(self, int d) noexcept nogil
    @cython.final
    cdef bint some_stuck(self, int d) noexcept nogil
    cdef unsigned long long _key(self, int d) noexcept nogil
    @cython.final
    cdef bint seen(self, int d) noexcept nogil
    @cython.final
    cdef void mark_seen(self, int d) noexcept nogil
    cdef bint too_late(self, int d) noexcept nogil
    @cython.final
    cdef int table_position(self, int d) noexcept nogil
    @cython.final
    cdef void note_alive(self, int depth) noexcept nogil
    @cython.final
    cdef unsigned int lonely(self, int d, int s) noexcept nogil
    @cython.final
    cdef unsigned int _choices(self, int d, int s, unsigned int ban) noexcept nogil
    @cython.final
    cdef bint set_stuck(self, int d, int s) noexcept nogil
