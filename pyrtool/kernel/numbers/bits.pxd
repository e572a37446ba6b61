cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static __forceinline int pyrtool_lowest_bit(unsigned __int64 word) {
        unsigned long index;
        _BitScanForward64(&index, word);
        return (int)index;
    }
    static __forceinline int pyrtool_highest_bit(unsigned __int64 word) {
        unsigned long index;
        _BitScanReverse64(&index, word);
        return (int)index;
    }
    #else
    #define pyrtool_lowest_bit(word) __builtin_ctzll(word)
    #define pyrtool_highest_bit(word) (63 - __builtin_clzll(word))
    #endif
    #if defined(__x86_64__) && defined(__linux__)
    #define pyrtool_has_bmi2() (__builtin_cpu_supports("popcnt") \
        && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
    #else
    #define pyrtool_has_bmi2() 0
    #endif
    """
    int lowest_bit "pyrtool_lowest_bit"(unsigned long long word) noexcept nogil
    int highest_bit "pyrtool_highest_bit"(unsigned long long word) noexcept nogil
    bint processor_has_bmi2 "pyrtool_has_bmi2"() noexcept nogil
    void prefetch "__builtin_prefetch"(const void *) noexcept nogil

cdef inline int count_bits(unsigned long long word) noexcept nogil:
    word -= (word >> 1) & <unsigned long long>0x5555555555555555
    word = (word & <unsigned long long>0x3333333333333333) + ((word >> 2) & <unsigned long long>0x3333333333333333)
    word = (word + (word >> 4)) & <unsigned long long>0x0F0F0F0F0F0F0F0F
    return <int>((word * <unsigned long long>0x0101010101010101) >> 56)

cdef inline unsigned int set_choices(unsigned long long left, unsigned int ban, int s, bint itself) noexcept nogil:
    cdef unsigned int lows = (left >> (8 * s)) & 15
    cdef unsigned int highs = (left >> (8 * s + 4)) & 15
    if itself:
        return (lows * <unsigned int>0x1111) & ~ban
    return ((highs * <unsigned int>0x1111) | (lows * <unsigned int>0x11110000)) & ~ban

cdef inline unsigned int cards_with(unsigned int choices) noexcept nogil:
    choices |= choices >> 2
    choices |= choices >> 1
    choices &= <unsigned int>0x11111111
    choices = (choices | (choices >> 3)) & <unsigned int>0x03030303
    choices = (choices | (choices >> 6)) & <unsigned int>0x000F000F
    return (choices | (choices >> 12)) & 255

cdef inline unsigned long long sets_between(unsigned long long some, unsigned long long others, unsigned long long own_sets) noexcept nogil:
    some |= some >> 2
    some |= some >> 1
    others |= others >> 2
    others |= others >> 1
    own_sets &= some & others
    return (some & (others >> 4) | (some >> 4) & others) & <unsigned long long>0x0101010101010101 | own_sets

cdef inline unsigned int with_choice(unsigned int choices) noexcept nogil:
    choices -= (choices >> 1) & <unsigned int>0x55555555
    choices = (choices & <unsigned int>0x33333333) + ((choices >> 2) & <unsigned int>0x33333333)
    return (choices + <unsigned int>0x66666666) & <unsigned int>0x88888888

cdef inline unsigned long long splitmix(unsigned long long state) noexcept nogil:
    state = (state ^ (state >> 30)) * <unsigned long long>0xBF58476D1CE4E5B9
    state = (state ^ (state >> 27)) * <unsigned long long>0x94D049BB133111EB
    return state ^ (state >> 31)

cdef inline unsigned long long near_slot(unsigned long long key, unsigned long long shared, unsigned long long window) noexcept nogil:
    cdef unsigned long long mix = <unsigned long long>0x9E3779B97F4A7C15
    cdef unsigned long long slot = (key & ~shared) * mix
    slot ^= slot >> 32
    return (((key & shared) * mix) >> 32) + ((slot * mix) >> 40 & window)
