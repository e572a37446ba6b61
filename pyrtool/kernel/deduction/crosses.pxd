cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.deduction.codes cimport *
from pyrtool.kernel.deduction.partners cimport Partners

@cython.final
cdef class Crosses:
    cdef Partners known
    # What holds if x goes with y: what goes before and after them, the slots of each card, and the
    # cards whose slots are others than without the supposition.
    cdef int x, y, pair_low, pair_high
    cdef unsigned long long both, earlier, later, moved
    cdef int[::1] low_if, high_if, own_high
    # With whom each card may go then, and the choice of `tangled`.
    cdef unsigned long long[::1] open_to
    cdef int[::1] choice

    cdef bint look_for_crosses(self) noexcept nogil
    cdef void suppose(self, int x, int y) noexcept nogil
    cdef bint touches(self, unsigned long long lows, unsigned long long highs) noexcept nogil
    cdef int high_ahead(self, int c) noexcept nogil
    cdef unsigned long long in_order(self, int u, unsigned long long some) noexcept nogil
    cdef bint is_in_time(self, int u, int w) noexcept nogil
    cdef void missed(self) noexcept nogil
    cdef bint squeezed(self, unsigned long long lows, unsigned long long highs) noexcept nogil
    cdef void leaves_too_few(self, unsigned long long some, unsigned long long others, int technique) noexcept nogil
    cdef int tangled(self, unsigned long long lows, unsigned long long highs, int count) noexcept nogil
    cdef int in_conflict(self, int u, int w, int a, int b, int count) noexcept nogil
    cdef int why_before(self, int c, int count) noexcept nogil
    cdef int why_after(self, int c, int count) noexcept nogil
    cdef int why_low(self, int c, int v, int count) noexcept nogil
    cdef int why_ahead(self, int c, int v, int count) noexcept nogil
    cdef int why_high(self, int c, int v, int count) noexcept nogil
    cdef int why_closed(self, int u, int w, int count) noexcept nogil
