cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.verdict.pairing.choices cimport Choices

cdef class Deductions(Choices):
    cdef int deductions
    cdef int[::1] weight

    @cython.final
    cdef void copy_level(self, int d) noexcept nogil
    @cython.final
    cdef void take(self, int d, int s, int pair) noexcept nogil
    @cython.final
    cdef void drop(self, int d, int s, int pair) noexcept nogil
    @cython.final
    cdef bint propagate(self, int d) noexcept nogil
    @cython.final
    cdef void look_at_stock(self, int d, unsigned long long cards) noexcept nogil
    @cython.final
    cdef void uncover(self, int d, int x, int turn) noexcept nogil
    @cython.final
    cdef void go_first(self, int d, int x, unsigned long long before, int slot) noexcept nogil
    @cython.final
    cdef void go_in_turns(self, int d, int x) noexcept nogil
    @cython.final
    cdef void free_in_waste(self, int d, int x) noexcept nogil
    @cython.final
    cdef void go_before_turned(self, int d, int x) noexcept nogil
    @cython.final
    cdef void look_at_set(self, int d, int s) noexcept nogil
    @cython.final
    cdef unsigned long long never(self, int d, int x) noexcept nogil
    @cython.final
    cdef void leave(self, int d, int s, unsigned int found) noexcept nogil
    @cython.final
    cdef void cover_again(self, int d, int s, unsigned int lost) noexcept nogil
    @cython.final
    cdef void wait_in_common(self, int d, int s) noexcept nogil
