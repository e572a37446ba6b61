cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.closed.plans cimport Plans
from pyrtool.kernel.players.closed.sampler cimport Sampler
from pyrtool.kernel.players.closed.unseen_orders cimport UnseenOrders
from pyrtool.kernel.players.closed.waiting cimport Waiting
from pyrtool.kernel.verdict.search cimport Search

@cython.final
cdef class Planner(Sampler):
    cdef Plans plans
    cdef UnseenOrders unseen_orders
    cdef Waiting waiting
    cdef int pool, foresight, winners, undecided, visits
    cdef bint to_the_end, bounding

    cdef bint _plan_to_the_end(self) noexcept nogil
    cdef void _plan_with_some(self, int orders) noexcept nogil
    cdef void _enter_order(self, int foresight) noexcept nogil
    cdef void _count_plans(self) noexcept nogil
    cdef bint _is_far_ahead(self) noexcept nogil
    cdef void _begin_plans(self) noexcept nogil
    cdef bint _grant(self, int node, int answer) noexcept nogil
    cdef void _follow(self, int d, int node, int foresight, unsigned long long hidden) noexcept nogil
    cdef unsigned long long _places(self, int d) noexcept nogil
    cdef int _name_of(self, int d, int k) noexcept nogil
    cdef unsigned long long _key_after(self, int d, unsigned long long turned, int node, int foresight) noexcept nogil
