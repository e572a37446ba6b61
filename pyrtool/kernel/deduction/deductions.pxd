cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.deduction.codes cimport *
from pyrtool.kernel.deduction.crosses cimport Crosses
from pyrtool.kernel.deduction.partners cimport Partners

@cython.final
cdef class Deductions(Partners):
    cdef Crosses crosses
    cdef void see_table(self) noexcept nogil
    cdef void follow(self, int fact) noexcept nogil
    cdef void from_before(self, int f, int a, int b) noexcept nogil
    cdef void chain_orders(self, int f, int a, int b) noexcept nogil
    cdef void from_apart(self, int f, int x, int y) noexcept nogil
    cdef void from_together(self, int f, int x, int y) noexcept nogil
    cdef void share_with_partner(self, int f, int x, int y) noexcept nogil
    cdef void from_not_before(self, int f, int x, int v) noexcept nogil
    cdef void from_in_time(self, int f, int x, int v) noexcept nogil
    cdef void buried(self, int x, int j) noexcept nogil
    cdef void ahead(self, int a, int b, int one, int other, int count) noexcept nogil
    cdef bint closes(self) noexcept nogil
