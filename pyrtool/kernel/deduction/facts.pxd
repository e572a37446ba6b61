cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.deduction.codes cimport *

cdef class Facts:
    cdef int cards, end, mode, waiting, stock_pairs
    cdef bint limited
    cdef int banned
    cdef unsigned long long chosen, stock, waste
    cdef unsigned long long[::1] above, weak, mates, partners
    cdef int[::1] turn, cost
    # By fact: what it costs, how it was derived, and on what it rests.
    cdef signed char[::1] technique, derived
    cdef unsigned char[::1] allowed, favoured
    cdef long long[::1] price
    cdef short[::1] premise_of
    cdef unsigned char[::1] premise_count
    cdef int[::1] given
    # A binary heap of offers, and the facts whose arrays are to be cleared.
    cdef long long[::1] heap
    cdef int[::1] touched
    cdef int touched_count
    # What a fact rests on, each after what it rests on.
    cdef int[::1] cone
    # By card: what goes before and after it, with whom it cannot go and goes, and its slots; what may
    # be derived yet to go before it, and after it. All of that is in two arrays, and as it was kept.
    cdef unsigned long long[::1] up, down, no, lows, highs, may_up, may_down, masks, kept_masks
    cdef int[::1] mate, lo, hi, slots, kept_slots
    cdef int kept_count

    @cython.final
    cdef int before(self, int a, int b) noexcept nogil
    @cython.final
    cdef int apart(self, int x, int y) noexcept nogil
    @cython.final
    cdef int together(self, int x, int y) noexcept nogil
    @cython.final
    cdef int at_least(self, int x, int v) noexcept nogil
    @cython.final
    cdef int at_most(self, int x, int v) noexcept nogil
    @cython.final
    cdef bint is_old(self, int fact) noexcept nogil
    @cython.final
    cdef void offer(self, int fact, int technique, int count) noexcept nogil
    @cython.final
    cdef void offer_one(self, int fact, int technique, int a) noexcept nogil
    @cython.final
    cdef void offer_two(self, int fact, int technique, int a, int b) noexcept nogil
    @cython.final
    cdef void pass_on(self, int f, int technique, int kind, int x, int y) noexcept nogil
    @cython.final
    cdef int add(self, int count, int fact) noexcept nogil
    @cython.final
    cdef void push(self, long long key) noexcept nogil
    @cython.final
    cdef long long pop(self) noexcept nogil
    @cython.final
    cdef void clear(self) noexcept nogil
    @cython.final
    cdef void clear_from(self, int first) noexcept nogil
    @cython.final
    cdef int take(self) noexcept nogil
    @cython.final
    cdef void note(self, int fact) noexcept nogil
    @cython.final
    cdef int gather(self, int end, int count) noexcept nogil
    @cython.final
    cdef void forget_cone(self, int count) noexcept nogil
