cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.players.moves cimport Moves
from pyrtool.kernel.players.random.memory cimport Memory
from pyrtool.kernel.players.random.remainders cimport GOAL, Remainders

@cython.final
cdef class Visits:
    cdef Moves moves
    cdef Memory memory
    cdef Remainders remainders
    cdef int rounds
    cdef double plain, clever
    cdef int[::1] places, free
    cdef unsigned long long[::1] links
    cdef double[::1] comes, each
    cdef long long used, visits_room

    cdef void begin_visits(self) noexcept nogil
    cdef bint give(self, int r, int position, double plain, double clever) noexcept nogil
    cdef bint give_range(self, int r, int number, int first, int most) noexcept nogil
    cdef int _places_of(self, int r, int number) noexcept nogil
    cdef void take_back(self, int r, int number) noexcept nogil
    cdef bint _make_visits_room(self) noexcept nogil
