cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.levels.sets cimport SetTables
from pyrtool.kernel.verdict.groups.nodes cimport ALIVE, DEAD, UNKNOWN, Nodes

@cython.final
cdef class Tableaux(Nodes):
    cdef bint judging
    cdef int by, enough
    cdef SetTables set_tables
    cdef int[::1] fewest, stay

    cdef int take(self, int node) noexcept nogil
    cdef int never(self, int node) noexcept nogil
    cdef int first_edge(self, int node, int group) noexcept nogil
    cdef int list_edges(self, int node, int group) noexcept nogil
    cdef unsigned long long wanted(self, int node) noexcept nogil
    cdef bint alive(self, int node) noexcept nogil
    cdef bint _is_alive(self, int node) noexcept nogil
    cdef bint _stuck(self, int node) noexcept nogil
    cdef void count_what_stays(self) noexcept nogil
    @cython.final
    cdef int worth(self, int in_all, int in_pyramid) noexcept nogil
    @cython.final
    cdef int _value_at(self, int node) noexcept nogil
    @cython.final
    cdef int least_at(self, int node) noexcept nogil
    @cython.final
    cdef unsigned long long _that_stay(self, int node) noexcept nogil
    @cython.final
    cdef unsigned long long _without_partner(self, int node, unsigned long long free) noexcept nogil
    @cython.final
    cdef int _least_of_set(self, int node, int s, unsigned long long stuck) noexcept nogil
    @cython.final
    cdef int _some_of(self, int group, int count) noexcept nogil
