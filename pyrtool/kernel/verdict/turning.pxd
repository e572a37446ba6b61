cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.levels.discards cimport Discards

@cython.final
cdef class Turning(Discards):
    cdef void begin(self, unsigned long long left, unsigned long long exposed, unsigned long long in_stock, int position) noexcept nogil
    cdef bint take_next(self, int d) noexcept nogil
    cdef void _hand_down(self, long long k) noexcept nogil
    cdef bint nothing_left(self, int d) noexcept nogil
    cdef void list_all(self, int d) noexcept nogil
    cdef bint _list_covering(self, int d) noexcept nogil
    cdef bint list_turned(self, int d, int turned) noexcept nogil
    cdef bint _list_partners(self, int d, int card) noexcept nogil
    cdef bint _list_these(self, int d, int card, int base, unsigned int partners) noexcept nogil
    cdef bint _put(self, int d, int a, int b, unsigned int many) noexcept nogil
