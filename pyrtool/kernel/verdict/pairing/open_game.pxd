cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport AnyGame, Game
from pyrtool.kernel.verdict.matching cimport Matcher
from pyrtool.kernel.verdict.pairing.pairing cimport Pairing

@cython.final
cdef class OpenGame:
    cdef readonly Matcher matcher
    cdef Pairing pairing
    cdef bint deduces, deducing
    cdef int sets
    cdef unsigned long long patience, left
    cdef readonly unsigned long long nodes

    cdef int search(self, const unsigned char[::1] cards, int sets, unsigned long long node_budget) noexcept nogil
    cdef int _begin(self, int sets, unsigned long long node_budget) noexcept nogil
    cdef int _go_on(self, unsigned long long node_budget) noexcept nogil
    cdef int _deduce(self, unsigned long long stop_at) noexcept nogil
    cdef int _run(self, unsigned long long stop_at) noexcept nogil
    cdef void _take_mates(self) noexcept nogil
