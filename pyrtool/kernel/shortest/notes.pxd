cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.numbers.hash_table cimport Table
from pyrtool.kernel.game.game cimport Game

@cython.final
cdef class Notes:
    cdef Table table
    cdef bint monotone, unlimited
    cdef unsigned long long dealt_over

    cdef int known(self, unsigned long long left, unsigned long long in_stock, int start, int budget) noexcept nogil
    cdef bint note(self, unsigned long long left, unsigned long long in_stock, int start, int budget) noexcept nogil
    cdef int _dealt_before(self, unsigned long long in_stock, int position) noexcept nogil
    cdef unsigned long long _key(self, unsigned long long left, int start) noexcept nogil
    cdef int _table_start(self, int start) noexcept nogil
