cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.verdict.groups.groups cimport Groups
from pyrtool.kernel.verdict.groups.nodes cimport ALIVE
from pyrtool.kernel.verdict.groups.tableaux cimport Tableaux
from pyrtool.kernel.numbers.hash_table cimport Table

@cython.final
cdef class Fronts:
    cdef Tableaux tableaux
    cdef Groups groups
    cdef bint asking
    cdef Table table
    cdef int size_of_front

    cdef void forget(self) noexcept nogil
    cdef bint possible(self, int node, unsigned long long stock, int dealt) noexcept nogil
    cdef bint _possible(self, int node, unsigned long long front, int top) noexcept nogil
    cdef bint _from_alive(self, int node, unsigned long long front, int top) noexcept nogil
    cdef bint _along(self, int edge, unsigned long long front, int top) noexcept nogil
    cdef bint _note(self, unsigned long long key, unsigned long long note) noexcept nogil
    cdef bint _with_others(self, int node, unsigned long long front) noexcept nogil
    cdef bint _with_tops(self, int node, unsigned long long front, unsigned long long tops) noexcept nogil
    cdef bint _with_rank(self, int node, int group, unsigned long long front, int top) noexcept nogil
