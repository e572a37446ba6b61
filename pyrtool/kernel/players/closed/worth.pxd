cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.players.closed.unseen_cards cimport UnseenCards
from pyrtool.kernel.players.moves cimport Moves

@cython.final
cdef class Worths:
    cdef Moves moves
    cdef UnseenCards unseen
    cdef bint careful
    cdef int[::1] worth

    cdef void judge(self) noexcept nogil
    cdef int best(self) noexcept nogil
    cdef int _exposed_by(self, int a, int b, unsigned long long left) noexcept nogil
    cdef bint _robs(self, int a, unsigned long long left) noexcept nogil
