from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.verdict.wastes.worth cimport Worth
from pyrtool.kernel.verdict.wastes.level cimport LEFT, EXPOSED, UNDEALT, WASTE, ORDER, PASS_NUMBER, TRAIL, BEGIN, END, NEXT, SINCE, WORDS, DEAL, REDEAL

cdef class Piles(Worth):
    cdef long long enough, patience
    cdef int tries

    cdef int _run(self, long long until) noexcept nogil
    cdef void _step(self) noexcept nogil
    cdef void _pop(self) noexcept nogil
    cdef bint _exclude(self, int base, unsigned long long move) noexcept nogil
    cdef bint _lacks(self, int base, int i) noexcept nogil
    cdef void _play(self, unsigned long long move) noexcept nogil
    cdef void _allow_again(self, int base) noexcept nogil
    cdef void _list(self, int base) noexcept nogil
    cdef void _put(self, unsigned long long move) noexcept nogil
    cdef bint _take(self, int base, int i, int j, bint in_stock) noexcept nogil
    cdef bint _list_discards(self, int base) noexcept nogil
    cdef bint _list_in_tableau(self, int base) noexcept nogil
    cdef bint _list_with_tableau(self, int base, int count) noexcept nogil
    cdef bint _list_between_piles(self, int base, int count) noexcept nogil
    cdef bint _list_in_wastes(self, int base) noexcept nogil
    cdef void _list_deals(self, int base) noexcept nogil
