cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.every_line.bounds cimport LineBounds
from pyrtool.kernel.every_line.level cimport DEAL, IN_PASS, LEVEL_WORDS
from pyrtool.kernel.every_line.line cimport Line
from pyrtool.kernel.every_line.moves cimport Moves

cdef class Games:
    cdef Line line
    cdef Moves moves
    cdef LineBounds bounds
    cdef int patience
    cdef unsigned long long state

    @cython.final
    cdef int _wins(self, int games, bint clever) noexcept nogil
    @cython.final
    cdef bint _is_won(self, bint clever) noexcept nogil
    @cython.final
    cdef unsigned int _drawn(self) noexcept nogil
