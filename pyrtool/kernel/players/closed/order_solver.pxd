cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.players.closed.unseen_cards cimport UnseenCards
from pyrtool.kernel.players.moves cimport Moves
from pyrtool.kernel.verdict.pairing.pairing cimport Pairing
from pyrtool.kernel.verdict.search cimport Search

@cython.final
cdef class OrderSolver:
    cdef Moves moves
    cdef UnseenCards unseen
    cdef Search search
    cdef Pairing pairs
    cdef bint recalls, anew, complete, lost, choosing
    cdef unsigned long long budget, spare

    cdef void lay_order(self) noexcept nogil
    cdef bint _pairs_lose(self) noexcept nogil
    cdef bint _lay_left(self) noexcept nogil
    cdef int verdict(self, int d) noexcept nogil
    cdef int _ask(self, int d) noexcept nogil
    cdef int _go_on(self, int d) noexcept nogil
