from pyrtool.kernel.numbers cimport *
from pyrtool.kernel.verdict.wastes.layers cimport Layers
from pyrtool.kernel.verdict.wastes.level cimport DEAL

cdef class Worth(Layers):
    cdef int dealing, chance

    cdef void _weigh(self, int tries) noexcept nogil
    cdef void _arrange(self, int first, unsigned long long left) noexcept nogil
    cdef int _worth(self, unsigned long long move, unsigned long long left) noexcept nogil
