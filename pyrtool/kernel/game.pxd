cimport cython

from pyrtool.kernel.numbers cimport *

cdef class Table:
    cdef unsigned long long[::1] entries, first, key
    cdef unsigned long long mask, used, room, generation, first_size
    cdef int bits, width, row, growth
    cdef long long epoch
    cdef public unsigned long long limit_bytes
    @cython.final
    cdef bint full(self) noexcept nogil
    cdef bint make_room(self) except RAISED nogil
    cdef bint _fits(self, unsigned long long size) noexcept nogil
    cdef void _begin(self, unsigned long long size) noexcept nogil
    cdef void clear(self) noexcept nogil
    @cython.final
    cdef long long find(self, unsigned long long key) noexcept nogil
    @cython.final
    cdef long long find_long(self) noexcept nogil
    @cython.final
    cdef unsigned long long note(self, long long slot) noexcept nogil
    @cython.final
    cdef long long write(self, long long slot, unsigned long long key, unsigned long long note) noexcept nogil
    @cython.final
    cdef void write_long(self, long long slot, unsigned long long note) noexcept nogil

cdef class DepthFirst:
    cdef readonly long long nodes
    cdef long long enough
    cdef int depth
    cdef bint won

    @cython.final
    cdef int run_to(self, long long until) noexcept nogil
    cdef bint _has_move(self) noexcept nogil
    cdef bint _is_short(self) noexcept nogil
    cdef void _step(self) noexcept nogil
    cdef void _leave(self) noexcept nogil

@cython.final
cdef class RandomNumbers:
    cdef unsigned long long state

    cdef int below(self, unsigned long long n) noexcept nogil

cdef class RandomGames:
    cdef RandomNumbers numbers

    @cython.final
    cdef bint _play(self, bint careful) noexcept nogil
    cdef bint _begin(self) noexcept nogil
    cdef bint _is_won(self) noexcept nogil
    cdef int _list_moves(self) noexcept nogil
    cdef bint _make(self, int k) noexcept nogil
    cdef bint _is_dead(self) noexcept nogil
    cdef void _strike(self, int k, int count) noexcept nogil
    cdef void _go_on(self) noexcept nogil

cdef class AnyGame:
    # The deck.
    cdef readonly object deck
    cdef readonly int size, suits, total, sets
    cdef unsigned char[::1] rank_of, bit_of, card_of, group_of, partner_of, group_size, self_set
    # The tableau.
    cdef readonly int tableau
    cdef readonly unsigned long long must_go
    cdef readonly bint only_pyramid
    cdef unsigned char[::1] cover_start, cover_list, in_pyramid
    cdef unsigned long long[::1] direct, above
    cdef unsigned long long pyramid
    # The stock, and the rules of play.
    cdef readonly int stock, draw, passes, stock_waste
    cdef readonly bint dealt, unlimited, stock_top, waste_pairs, overlap, goal_pyramid, ends
    # What is sound.
    cdef readonly bint monotone, has_blocks, counted

cdef class Game(AnyGame):
    pass
