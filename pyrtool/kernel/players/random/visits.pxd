cimport cython

from pyrtool.kernel.numbers.bits cimport count_bits
from pyrtool.kernel.numbers.encoding cimport PASS, dealt_of, pass_of
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.random.discovery cimport Discovery
from pyrtool.kernel.players.random.remainders cimport GOAL
from pyrtool.kernel.verdict.search cimport Search

cdef class Visits(Discovery):
    cdef double plain, clever
    cdef int[::1] places, free
    cdef unsigned long long[::1] links
    cdef double[::1] visits, each
    cdef long long used, visits_room

    @cython.final
    cdef void begin_visits(self) noexcept nogil
    @cython.final
    cdef bint give(self, int r, int position, double plain, double clever) noexcept nogil
    @cython.final
    cdef bint give_range(self, int r, int number, int first, int most) noexcept nogil
    @cython.final
    cdef int _places_of(self, int r, int number) noexcept nogil
    @cython.final
    cdef void take_back(self, int number) noexcept nogil
    cdef bint _make_visits_room(self) noexcept nogil
