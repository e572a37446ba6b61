cdef extern from *:
    """
    #define pyrtool_highest_bit(word) (63 - __builtin_clzll(word))
    """
    int lowest_bit "__builtin_ctzll"(unsigned long long word) noexcept nogil
    int highest_bit "pyrtool_highest_bit"(unsigned long long word) noexcept nogil
