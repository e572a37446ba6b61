from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.player cimport Player

cdef class Playouts(Player):
    cdef unsigned long long start_left, start_exposed, start_in_stock
    cdef int start_position, start_idle
    cdef bint alive

    cdef bint _play(self, bint careful) noexcept nogil
