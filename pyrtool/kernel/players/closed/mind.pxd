from pyrtool.kernel.numbers.bits cimport count_bits, lowest_bit, splitmix
from pyrtool.kernel.numbers.codes cimport PAIRS
from pyrtool.kernel.numbers.encoding cimport DEALING, dealt_of, pass_of
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.players.moves cimport Moves
from pyrtool.kernel.shuffle cimport Dealer

cdef class Mind(Moves):
    cdef int style, look, cleared, row_count, hidden_count
    cdef bint all_seen, face_down
    cdef unsigned long long seed, hidden, hidden_cards
    cdef int[::1] worth
    cdef unsigned char[::1] order, told, card_of
    cdef unsigned long long[::1] row_places

    cdef void play_out(self, const unsigned char[::1] cards) noexcept nogil
    cdef bint advance(self, int k) noexcept nogil
    cdef void _note_clearing(self) noexcept nogil
    cdef void _tell(self, unsigned char[::1] outcomes, long long at) noexcept nogil
    cdef unsigned long long unseen_in(self, int d) noexcept nogil
    cdef void hide(self) noexcept nogil
    cdef void put(self, int place, int card) noexcept nogil
    cdef void lay_hidden(self) noexcept nogil
    cdef void know_sets(self) noexcept nogil
    cdef int think(self) noexcept nogil
    cdef void judge_moves(self) noexcept nogil
    cdef int best_worth(self) noexcept nogil
    cdef int _exposed_by(self, int a, int b, unsigned long long left) noexcept nogil
    cdef bint _robs(self, int a, unsigned long long left) noexcept nogil
