cimport cython

from pyrtool.kernel.numbers.bits cimport cards_with, lowest_bit, set_choices, sets_between, with_choice
from pyrtool.kernel.numbers.codes cimport LOST, OPEN, PAIRS, SW_NO
from pyrtool.kernel.numbers.encoding cimport PASS, dealt_of, pass_of, pass_start, position_of, top_of
from pyrtool.kernel.verdict.search cimport Search

cdef class Turning(Search):
    @cython.final
    cdef void begin(self, unsigned long long left, unsigned long long exposed, unsigned long long in_stock, int position) noexcept nogil
    @cython.final
    cdef bint take_next(self, int d) noexcept nogil
    @cython.final
    cdef void _hand_down(self, int k) noexcept nogil
    @cython.final
    cdef bint nothing_left(self, int d) noexcept nogil
    @cython.final
    cdef void list_all(self, int d) noexcept nogil
    @cython.final
    cdef bint _list_covering(self, int d) noexcept nogil
    @cython.final
    cdef bint _list_turned(self, int d, int turned) noexcept nogil
    @cython.final
    cdef bint _list_partners(self, int d, int card) noexcept nogil
    @cython.final
    cdef bint _put(self, int d, int a, int b, unsigned int many) noexcept nogil
    @cython.final
    cdef int deal_on(self, int d) noexcept nogil
