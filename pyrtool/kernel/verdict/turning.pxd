cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.levels.discards cimport Discards

cdef class Turning(Discards):
    @cython.final
    cdef void begin(self, unsigned long long left, unsigned long long exposed, unsigned long long in_stock, int position) noexcept nogil
    @cython.final
    cdef bint take_next(self, int d) noexcept nogil
    @cython.final
    cdef void _hand_down(self, long long k) noexcept nogil
    @cython.final
    cdef bint nothing_left(self, int d) noexcept nogil
    @cython.final
    cdef void list_all(self, int d) noexcept nogil
    @cython.final
    cdef bint _list_covering(self, int d) noexcept nogil
    @cython.final
    cdef bint list_turned(self, int d, int turned) noexcept nogil
    @cython.final
    cdef bint _list_partners(self, int d, int card) noexcept nogil
    @cython.final
    cdef bint _put(self, int d, int a, int b, unsigned int many) noexcept nogil
