cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.every_line.bounds cimport LineBounds
from pyrtool.kernel.every_line.level cimport EXCLUDED, FIRST_MOVE, END_OF_MOVES, NEXT_MOVE, LEVEL_WORDS, DEAL, CARD_NUMBERS
from pyrtool.kernel.every_line.line cimport Line
from pyrtool.kernel.every_line.moves cimport Moves

cdef class Visited:
    cdef unsigned long long[::1] keys, key
    cdef unsigned int[::1] notes
    cdef readonly long long slots, stored
    cdef int size

    @cython.final
    cdef bint is_full(self) noexcept nogil
    @cython.final
    cdef long long slot(self) noexcept nogil
    @cython.final
    cdef void write(self, long long slot, unsigned int note) noexcept nogil

cdef class Walk:
    cdef Line line
    cdef Moves moves
    cdef Visited visited
    # The discards that are excluded on the way.
    cdef unsigned long long[::1] ban
    cdef unsigned int[::1] trail
    cdef int depth, trailed
    cdef bint won, excludes
    cdef long long most, enough
    cdef readonly long long nodes, reached
    cdef public long long room

    @cython.final
    cdef int _run(self, long long until) noexcept nogil
    @cython.final
    cdef bint _is_short(self) noexcept nogil
    cdef bint _lacks_room(self) noexcept nogil
    @cython.final
    cdef void _step(self) noexcept nogil
    @cython.final
    cdef bint _is_new(self, int d) noexcept nogil
    @cython.final
    cdef void _list(self, int d, int first) noexcept nogil
    @cython.final
    cdef void _leave(self) noexcept nogil
    @cython.final
    cdef void _exclude(self, unsigned int move) noexcept nogil
    @cython.final
    cdef bint _is_excluded(self, unsigned int move) noexcept nogil
    cdef bint _visit(self, int d) noexcept nogil
    cdef void _follow(self, int d, unsigned int move) noexcept nogil
    cdef bint _is_vain(self, int d) noexcept nogil
    cdef void _arrange(self, int d, int first) noexcept nogil

cdef class BoundedWalk(Walk):
    cdef LineBounds bounds

    cdef void _follow(self, int d, unsigned int move) noexcept nogil
