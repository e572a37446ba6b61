from pyrtool.kernel.bits cimport lowest_bit
from pyrtool.kernel.matching cimport Matcher

cdef bint set_block(Matcher matcher, int among) noexcept nogil
cdef bint _plain_line(Matcher matcher, int s) noexcept nogil
