cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.levels.discards cimport Discards

cdef class ValueDiscards(Discards):
    cdef unsigned long long open_cards, preferred
    cdef unsigned long long[::1] unsure

    cdef void exclude(self, int d, int a, int b, bint lasting) noexcept nogil
    cdef void force(self, int d) noexcept nogil
    @cython.final
    cdef void find_open_cards(self) noexcept nogil
    @cython.final
    cdef bint _free(self, int d, int card) noexcept nogil
    @cython.final
    cdef unsigned long long _twins(self, int d, int card) noexcept nogil
    @cython.final
    cdef void keep_first_twins(self, int d) noexcept nogil
