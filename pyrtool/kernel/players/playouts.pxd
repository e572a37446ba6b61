from pyrtool.kernel.bits cimport splitmix
from pyrtool.kernel.game cimport Game
from pyrtool.kernel.players.player cimport Player

cdef class Playouts(Player):
    cdef unsigned long long start_left, start_exposed, start_in_stock, state
    cdef int start_position, start_idle
    cdef bint alive

    cdef bint _play(self, bint careful) noexcept nogil
    cdef int _below(self, unsigned long long n) noexcept nogil
