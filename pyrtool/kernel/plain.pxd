from pyrtool.kernel.bits cimport highest_bit, lowest_bit, prefetch, splitmix
from pyrtool.kernel.codes cimport LOST, NO_ROOM, PAUSED, WON

cdef class Plain:
    cdef int size, tableau, ranks, draw, passes
    cdef bint dealt, stock_top, overlap, waste_pairs, tops_match, tops_must, tops_vanish, many_passes
    cdef unsigned long long goal
    cdef unsigned long long[::1] covers, covered, mates, goes_with
    cdef unsigned char[::1] rank
    # The table: the keys of positions, 0 for none, and the upper bits of their passes.
    cdef unsigned long long[::1] keys
    cdef unsigned char[::1] late
    cdef long long slots, stored
    cdef public long long limit_bytes
    cdef readonly long long nodes
    # The positions that wait, and above them those just reached.
    cdef unsigned long long[::1] waiting, others
    cdef Py_ssize_t count, listed
    cdef bint won

    cdef bint _stack_is_full(self) noexcept nogil
    cdef int _run(self, long long until) noexcept nogil
    cdef void _try_all(self, unsigned long long key, unsigned long long other) noexcept nogil
    cdef bint _match(self, int one, int other) noexcept nogil
    cdef void _deal(self, unsigned long long left, unsigned long long exposed, int at, int number, unsigned long long stock, unsigned long long waste) noexcept nogil
    cdef void _discard(self, unsigned long long left, unsigned long long exposed, int at, int number, unsigned long long gone) noexcept nogil
    cdef void _reach(self, unsigned long long left, unsigned long long exposed, int at, int number, bint turned) noexcept nogil
    cdef void _keep_new(self) noexcept nogil
    cdef bint _is_new(self, unsigned long long key, int late) noexcept nogil
