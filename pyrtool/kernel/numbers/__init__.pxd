# What all kernels share. A header that needs any of it cimports all, so that names stand in the `.py` alone.
from pyrtool.kernel.numbers.bits cimport *
from pyrtool.kernel.numbers.buffers cimport *
from pyrtool.kernel.numbers.codes cimport *
from pyrtool.kernel.numbers.encoding cimport *
