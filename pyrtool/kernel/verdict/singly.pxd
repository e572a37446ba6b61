cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.levels.places cimport Places
from pyrtool.kernel.verdict.partners cimport Partners
from pyrtool.kernel.verdict.search cimport Search
from pyrtool.kernel.verdict.turning cimport Turning

@cython.final
cdef class Singly(Search):
    cdef Turning turning
    cdef Singly easier, of_two
    cdef readonly Partners partners
    cdef bint doubts, chooses
    cdef int patience, doubtful, first, second
    cdef unsigned char[::1] order
    cdef unsigned long long doubt_at
    cdef unsigned long long[::1] ask_at

    cdef int _hopeless(self, unsigned long long left, unsigned long long exposed, unsigned long long in_stock, int position, unsigned long long node_budget) noexcept nogil
    cdef int _go_on(self, int d, int code) noexcept nogil
    cdef int _deal_on(self, int d) noexcept nogil
    cdef bint _find_doubtful(self, int d) noexcept nogil
    cdef int _ask_pairs(self) noexcept nogil
    cdef void _lay_two_again(self) noexcept nogil
    cdef void _prefer_pair(self) noexcept nogil
    cdef void _keep_order(self, const unsigned char[::1] order) noexcept nogil
    cdef void keep_first(self, Places wider, const unsigned char[::1] order) noexcept nogil
    cdef int _judge(self, int d) noexcept nogil
    cdef int _open(self, int d, long long slot, unsigned long long note) noexcept nogil
