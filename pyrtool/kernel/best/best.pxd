from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.best.bounds cimport Bounds
from pyrtool.kernel.best.discards cimport ValueDiscards
from pyrtool.kernel.best.kept_line cimport KeptLine
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.verdict.positions cimport Positions

cdef class Best(Positions):
    cdef ValueDiscards values
    cdef Bounds bounds
    cdef KeptLine found
    cdef int from_cleared, enough
    cdef readonly int best, least

    cdef unsigned long long _key(self, int d) noexcept nogil
    cdef int _enter(self, int d) noexcept nogil
    cdef bint too_late(self, int d) noexcept nogil
    cdef void lay_out_best(self, const unsigned char[::1] cards) noexcept nogil
    cdef bint _keep_line(self, int d, int value) noexcept nogil
