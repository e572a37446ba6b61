cimport cython

from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.moves cimport Moves

@cython.final
cdef class Playouts:
    cdef Moves moves
    cdef unsigned long long start_left, start_exposed, start_in_stock
    cdef int start_position, start_idle
    cdef bint alive

    cdef bint _play(self, bint careful) noexcept nogil
