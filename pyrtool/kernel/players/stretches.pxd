cimport cython

from pyrtool.kernel.bits cimport count_bits, lowest_bit
from pyrtool.kernel.codes cimport LOST, PAIRS
from pyrtool.kernel.encoding cimport DEALT_BITS, MARK_BITS, dealt_of, key_of, pass_of, pass_start
from pyrtool.kernel.game cimport Game
from pyrtool.kernel.players.player cimport Player
from pyrtool.kernel.search cimport Search
from pyrtool.kernel.table cimport Table

cdef enum:
    # What `link` tells of a row that is at no place of a stretch.
    BLOCKED = -1
    REACHED = -2
    LOSING = -3  # lost, though no set is blocked
    FULL = -4  # there is no room for one more stretch

cdef class Stretches(Player):
    cdef readonly Table table
    cdef Search solver
    cdef bint has_solver
    cdef double[::1] chance
    cdef long long[::1] links
    cdef long long links_used, links_room
    cdef unsigned long long room, most_places, used

    @cython.final
    cdef long long link(self, int d) noexcept nogil
    @cython.final
    cdef bint _is_lost(self, int d) noexcept nogil
    @cython.final
    cdef bint is_open(self, long long where) noexcept nogil
    @cython.final
    cdef void take_first_alike(self, int d) noexcept nogil
    @cython.final
    cdef int place_of(self, int d) noexcept nogil
    @cython.final
    cdef void put(self, long long link) noexcept nogil
    cdef bint room_for_links(self) noexcept nogil
    cdef bint _make_room(self) noexcept nogil
