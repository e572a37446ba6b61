from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.levels.places cimport Places
from pyrtool.kernel.levels.sets cimport SetTables
from pyrtool.kernel.shortest.lengths cimport Lengths
from pyrtool.kernel.shortest.shortest cimport Shortest

cdef class Tallied(Lengths):
    cdef int slack, pair_weight, clear_by, tallied
    cdef bint only_tableau
    cdef int[::1] stay

    cdef void build(self) noexcept nogil
    cdef int at_least(self, unsigned long long left, unsigned long long in_stock, int position) noexcept nogil
    cdef bint reached(self, unsigned long long left) noexcept nogil
    cdef bint done(self, int s, int sub) noexcept nogil
    cdef int _weight(self, unsigned long long left) noexcept nogil

cdef class Fewest:
    cdef readonly Shortest lines
    cdef Tallied tallied
