from pyrtool.kernel.bits cimport set_choices
from pyrtool.kernel.encoding cimport (
    FOREVER,
    LATEST,
    MARK_BITS,
    POSITION_BITS,
    dealt_of,
    key_of,
    note_of,
    pass_of,
)
from pyrtool.kernel.game cimport Game
from pyrtool.kernel.discards cimport Discards
from pyrtool.kernel.table cimport Table

cdef class Known(Discards):
    cdef readonly Table table
    cdef unsigned long long[::1] key
    cdef long long[::1] slot, epoch
    cdef int[::1] deadline, start

    cdef void set_deadline(self, int d) noexcept nogil
    cdef bint some_stuck(self, int d) noexcept nogil
    cdef unsigned long long _key(self, int d) noexcept nogil
    cdef bint seen(self, int d) noexcept nogil
    cdef void mark_seen(self, int d) noexcept nogil
    cdef bint too_late(self, int d) noexcept nogil
    cdef int table_position(self, int d) noexcept nogil
    cdef void note_alive(self, int depth) noexcept nogil
    cdef unsigned int lonely(self, int d, int s) noexcept nogil
    cdef bint set_stuck(self, int d, int s) noexcept nogil
