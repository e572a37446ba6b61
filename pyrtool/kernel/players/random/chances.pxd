cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.moves cimport Moves
from pyrtool.kernel.numbers.hash_table cimport Table

@cython.final
cdef class Chances:
    cdef Moves moves
    cdef readonly Table table
    cdef unsigned long long[::1] number, key
    cdef int[::1] open_moves, winner
    cdef double[::1] sum_plain, sum_clever, plain, clever, way, won_before
    cdef double enough
    cdef unsigned long long room, most_room
    cdef readonly unsigned long long positions
    cdef int depth

    cdef bint open_deal(self, const unsigned char[::1] cards) noexcept nogil
    cdef bint _open(self, bint alive) noexcept nogil
    cdef void _begin(self) noexcept nogil
    cdef int work(self, unsigned long long budget) noexcept nogil
    cdef void _close(self, int d) noexcept nogil
    cdef double _won_so_far(self, int d) noexcept nogil
    cdef bint _enter(self, int d) noexcept nogil
    cdef bint _make_room(self) noexcept nogil
    cdef unsigned long long _key_of(self, int d) noexcept nogil
    cdef long long _where(self, int d) noexcept nogil
    cdef double _plain_at(self, long long where) noexcept nogil
    cdef double _clever_at(self, long long where) noexcept nogil
    cdef int _lost_moves(self, int d) noexcept nogil
    cdef bint _only(self, int d) noexcept nogil
