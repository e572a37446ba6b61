cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.levels.discards cimport Discards
from pyrtool.kernel.numbers.hash_table cimport Table
from pyrtool.kernel.verdict.groups.groups cimport Groups

@cython.final
cdef class Tops:
    cdef Discards levels
    cdef Table table
    cdef Groups groups
    # A row a level.
    cdef unsigned long long[::1] today, later, key
    cdef long long[::1] slot

    cdef void find_tops(self, int d) noexcept nogil
    cdef bint leave_in_time(self, int d) noexcept nogil
    cdef bint leave_untried(self, int d) noexcept nogil
    cdef unsigned long long position_key(self, int d, int pass_number) noexcept nogil
    cdef void note_tried(self, unsigned long long key, unsigned long long tops) noexcept nogil
