from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport AnyGame

cdef class Matcher:
    cdef readonly AnyGame game
    cdef int size, depth
    cdef int sets
    cdef unsigned long long must_go
    cdef bint overlap
    cdef readonly unsigned long long nodes
    cdef unsigned long long[::1] above
    cdef unsigned long long[::1] below
    cdef unsigned long long[::1] direct_up
    cdef unsigned long long[::1] direct_down
    cdef unsigned char[::1] group_of
    cdef unsigned char[::1] partner_of
    cdef unsigned char[::1] group_size
    cdef unsigned char[::1] group_left
    cdef unsigned char[::1] place_group
    cdef unsigned char[::1] first_group
    cdef unsigned char[::1] set_of
    cdef unsigned long long[::1] members
    cdef int[::1] slack
    cdef int[::1] merges
    cdef unsigned long long[::1] weak_up
    cdef unsigned long long[::1] weak_down
    cdef unsigned long long[::1] up
    cdef unsigned long long[::1] down
    cdef unsigned long long[::1] active
    cdef unsigned long long[::1] options
    cdef unsigned char[::1] free_option
    cdef int[::1] card
    cdef signed char[::1] mate
    cdef unsigned long long[::1] mates
    cdef unsigned long long[::1] slack_left
    cdef unsigned long long[::1] merges_left
    cdef void load_cards(self, const unsigned char[::1] cards) noexcept nogil
    cdef void _count_open(self, unsigned long long laid_out) noexcept nogil
    cdef int constrained_sets(self) noexcept nogil
    cdef int simple_block(self) noexcept nogil
    cdef int search(self, int sets, unsigned long long node_budget) noexcept nogil
    cdef int run(self, unsigned long long node_budget) noexcept nogil
    cdef bint _choose(self, int depth) noexcept nogil
    cdef void _merge(self, int depth, int to, int x, int y) noexcept nogil
    cdef void _set_free(self, int depth, int x) noexcept nogil
