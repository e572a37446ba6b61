from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.closed.unseen_cards cimport UnseenCards
from pyrtool.kernel.players.moves cimport Moves
from pyrtool.kernel.shuffle cimport Dealer

cdef class ClosedPlayer:
    cdef Moves moves
    cdef UnseenCards unseen
    cdef int cleared, row_count
    cdef unsigned char[::1] order
    cdef unsigned long long[::1] row_places

    cdef int think(self) noexcept nogil
    cdef void play_out(self, const unsigned char[::1] cards) noexcept nogil
    cdef bint advance(self, int k) noexcept nogil
    cdef void _note_clearing(self) noexcept nogil
    cdef void _write_outcome(self, unsigned char[::1] outcomes, long long at) noexcept nogil
