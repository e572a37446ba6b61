cimport cython

from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game cimport Game
from pyrtool.kernel.levels cimport Discards, SetTables
from pyrtool.kernel.verdict cimport Search

cdef class ValueDiscards(Discards):
    cdef unsigned long long open_cards, preferred
    cdef unsigned long long[::1] unsure

    cdef void exclude(self, int d, int a, int b, bint lasting) noexcept nogil
    cdef void list_all(self, int d) noexcept nogil
    cdef void force(self, int d) noexcept nogil
    @cython.final
    cdef void find_open_cards(self) noexcept nogil
    @cython.final
    cdef bint _free(self, int d, int card) noexcept nogil
    @cython.final
    cdef unsigned long long _twins(self, int d, int card) noexcept nogil
    @cython.final
    cdef void _keep_first_twins(self, int d) noexcept nogil

@cython.final
cdef class KeptLine:
    cdef Discards levels
    cdef int[::1] low, high, position
    cdef int depth

    cdef void keep(self, int depth) noexcept nogil

@cython.final
cdef class Bounds:
    cdef ValueDiscards levels
    cdef SetTables tables
    cdef int by, below, first_clearing, noted_all
    cdef bint must_clear
    cdef unsigned long long one_stays, hopeful, paired, noted_stuck
    cdef unsigned long long[::1] beneath, staying
    cdef unsigned char[::1] bits_of, mates
    cdef int[::1] points, cleared, set_leaves, stay_all, stay_pyramid, clears

    cdef void build_tables(self) noexcept nogil
    cdef void find_beneath(self) noexcept nogil
    cdef int at_least(self, int d, int position) noexcept nogil
    cdef bint too_late(self, int d) noexcept nogil
    cdef void hand_down(self, int d) noexcept nogil
    cdef unsigned long long that_stay(self, int d) noexcept nogil
    cdef unsigned long long _with_those(self, int d, unsigned long long stuck, unsigned long long more, unsigned long long unsure) noexcept nogil
    cdef unsigned long long _without_partner(self, int d, int s, unsigned long long free) noexcept nogil
    cdef bint _too_many(self, int d, int now, unsigned long long stuck) noexcept nogil
    cdef bint _each_too_many(self, int d, int now, unsigned long long stuck, unsigned long long cards) noexcept nogil
    cdef bint _one_of_set_too_many(self, int d, int now, unsigned long long stuck) noexcept nogil
    cdef int _set_that_stays(self, int d, int now, int s, unsigned long long stuck) noexcept nogil
    cdef void _note_stays(self, int d, int now, unsigned long long stuck) noexcept nogil
    cdef int _all_that_stay(self, int d, int now, unsigned long long stuck) noexcept nogil
    cdef int _pyramid_that_stays(self, int d, int now, unsigned long long stuck) noexcept nogil
    cdef int _score_at_least(self, int d, int now, int in_all, unsigned long long stuck) noexcept nogil
    cdef int _discards_at_least(self, int d, int now) noexcept nogil
    cdef int _pairs_with(self, unsigned int lonely, int s) noexcept nogil
    cdef bint _can_clear(self, int d, int last_pass, int now) noexcept nogil
    cdef int value_of(self, int d) noexcept nogil
    cdef int _worth(self, int d, int in_all, int in_pyramid) noexcept nogil

cdef class Best(Search):
    cdef ValueDiscards values
    cdef Bounds bounds
    cdef KeptLine found
    cdef int from_cleared, enough
    cdef readonly int best, least

    cdef bint lay_out(self, const unsigned char[::1] cards) except RAISED nogil
    cdef unsigned long long _key(self, int d) noexcept nogil
    cdef int _enter(self, int d) except RAISED nogil
    cdef bint too_late(self, int d) noexcept nogil
    cdef bint _is_hopeless(self, int d) noexcept nogil
    cdef bint _keep_line(self, int d, int value) noexcept nogil
