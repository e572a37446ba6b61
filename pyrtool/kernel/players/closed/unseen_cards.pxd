cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.players.moves cimport Moves

@cython.final
cdef class UnseenCards:
    cdef Moves moves
    cdef bint all_seen, face_down
    cdef int hidden_count
    cdef unsigned long long seed, hidden, hidden_cards
    cdef unsigned char[::1] codes, card_of

    cdef unsigned long long unseen_in(self, int d) noexcept nogil
    cdef void hide(self) noexcept nogil
    cdef void put(self, int place, int card) noexcept nogil
    cdef void lay_hidden(self) noexcept nogil
    cdef void know_sets(self) noexcept nogil
