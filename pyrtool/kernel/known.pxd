from pyrtool.kernel.bits cimport set_choices
from pyrtool.kernel.encoding cimport (
    FOREVER,
    MARK_BITS,
    POSITION_BITS,
    dealt_of,
    key_of,
    pass_of,
)
from pyrtool.kernel.game cimport Game
from pyrtool.kernel.discards cimport Discards
from pyrtool.kernel.table cimport Table

cdef class Known(Discards):
    cdef int prunes
    cdef bint monotone
    cdef readonly Table table
    cdef unsigned long long[::1] key
    cdef long long[::1] slot, epoch
    cdef int[::1] deadline

    cdef void set_deadline(self, int d) noexcept nogil
    cdef bint some_stuck(self, int d) noexcept nogil
    cdef unsigned long long _key(self, int d) noexcept nogil
    cdef bint seen(self, int d) noexcept nogil
    cdef void mark_seen(self, int d) noexcept nogil
    cdef bint too_late(self, int d) noexcept nogil
    cdef int table_position(self, int d) noexcept nogil
    cdef bint set_stuck(self, int d, int s) noexcept nogil
