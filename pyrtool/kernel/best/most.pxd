from pyrtool.kernel.best.bounds cimport Bounds
from pyrtool.kernel.best.discards cimport ValueDiscards
from pyrtool.kernel.best.kept_line cimport KeptLine
from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.game.game cimport Game
from pyrtool.kernel.verdict.positions cimport Positions
from pyrtool.kernel.verdict.search cimport Search

cdef class Most(Positions):
    cdef ValueDiscards values
    cdef Bounds bounds
    cdef KeptLine found
    cdef int enough
    cdef readonly int best, least
    cdef int[::1] pairs

    cdef bint too_late(self, int d) noexcept nogil
    cdef int _enter(self, int d) noexcept nogil
    cdef int at_least(self, int d, int position) noexcept nogil
    cdef int kings_beneath(self, int d, int card) noexcept nogil
    cdef bint _is_hopeless(self, int d) noexcept nogil
    cdef bint _keep_line(self, int d, int value) noexcept nogil
