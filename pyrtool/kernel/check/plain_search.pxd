cimport cython

from pyrtool.kernel.numbers cimport *

@cython.final
cdef class Plain:
    cdef int size, tableau, draw, passes
    cdef bint dealt, stock_top, overlap, waste_pairs, tops_match, tops_must, tops_vanish
    cdef unsigned long long goal, alone
    cdef unsigned long long[::1] on_it, below, overlapped, mates, goes_with
    cdef unsigned char[::1] rank
    # The keys found, numbered from 1, each with the places reached; those tried; how many have
    # room. A table that finds a key's number, as far as the last slot, one less than a power of two.
    cdef unsigned long long[::1] found, tried, waiting
    cdef unsigned int[::1] slots
    cdef unsigned long long last
    cdef Py_ssize_t room
    cdef Py_ssize_t count, head, waits
    cdef public long long limit_bytes
    cdef readonly long long nodes
    # What was just reached.
    cdef unsigned long long[::1] next_keys, next_places
    cdef Py_ssize_t listed
    cdef bint won

    cdef bint _lists_are_full(self) noexcept nogil
    cdef bint _table_is_full(self) noexcept nogil
    cdef int _run(self, long long until) noexcept nogil
    cdef void _try_all(self, long long until) noexcept nogil
    cdef void _discard_exposed(self, unsigned long long left, int number, unsigned long long exposed, unsigned long long places) noexcept nogil
    cdef void _discard_dealt(self, unsigned long long left, int number, unsigned long long stock, unsigned long long exposed, int at) noexcept nogil
    cdef void _discard_with(self, unsigned long long left, int number, unsigned long long exposed, int card, int at, bint turned) noexcept nogil
    cdef int _after(self, unsigned long long stock, int at) noexcept nogil
    cdef void _deal(self, unsigned long long left, int number, unsigned long long stock, int at) noexcept nogil
    cdef void _reach(self, unsigned long long left, int number, int at, bint turned) noexcept nogil
    cdef void _reach_all(self, unsigned long long left, int number, unsigned long long places) noexcept nogil
    cdef void _keep(self) noexcept nogil
    cdef unsigned long long _slot(self, unsigned long long key) noexcept nogil
