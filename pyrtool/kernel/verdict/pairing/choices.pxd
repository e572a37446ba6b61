cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.verdict.pairing.windows cimport Windows

cdef class Choices(Windows):
    cdef unsigned short[::1] matched
    # A row a level.
    cdef unsigned int[::1] choice
    cdef unsigned long long[::1] single

    @cython.final
    cdef bint choose_from(self) noexcept nogil
    @cython.final
    cdef unsigned int partners(self, int d, int x) noexcept nogil
