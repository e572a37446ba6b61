cimport cython

from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.closed.player cimport ClosedPlayer
from pyrtool.kernel.players.closed.worth cimport Worths

@cython.final
cdef class PlainPlayer(ClosedPlayer):
    cdef Worths worths
    cdef int style, look
