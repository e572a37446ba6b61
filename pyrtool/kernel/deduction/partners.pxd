cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.deduction.codes cimport *
from pyrtool.kernel.deduction.facts cimport Facts

cdef class Partners(Facts):
    @cython.final
    cdef void count_partners(self, int x, int y) noexcept nogil
    @cython.final
    cdef void too_few(self, unsigned long long lows, unsigned long long highs, unsigned long long few) noexcept nogil
    @cython.final
    cdef int cheaper(self, int one, int other) noexcept nogil
    @cython.final
    cdef int orders_of_all(self, int z, int c, bint later, unsigned long long skipped, int count) noexcept nogil
    @cython.final
    cdef void wait_up(self, int z, int a) noexcept nogil
    @cython.final
    cdef void wait_down(self, int z, int b) noexcept nogil
    @cython.final
    cdef void wait_low(self, int z) noexcept nogil
    @cython.final
    cdef void wait_high(self, int z) noexcept nogil
    @cython.final
    cdef void first_of(self, int z, int first) noexcept nogil
    @cython.final
    cdef void last_of(self, int z, int last) noexcept nogil
    @cython.final
    cdef void look_again(self, int z) noexcept nogil
