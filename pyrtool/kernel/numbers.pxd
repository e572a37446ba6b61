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

cdef inline unsigned long long one_bit(int place) noexcept nogil:
    return <unsigned long long>1 << place

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

# Buffers by what they hold. A name in the `.py` is a type in place of an expression that mypy cannot read.
ctypedef const unsigned char[::1] ReadOnlyBytes
ctypedef unsigned char[::1] Bytes
ctypedef signed char[::1] SignedBytes
ctypedef int[::1] Integers
ctypedef unsigned short[::1] Shorts
ctypedef unsigned int[::1] Halves
ctypedef unsigned long long[::1] Words

# New ones, zeroed. To call these takes less than half the machine code of a call of their twins.
cdef inline unsigned long long[::1] words(Py_ssize_t count):
    return memoryview(bytearray(8 * count)).cast("Q")

cdef inline unsigned int[::1] halves(Py_ssize_t count):
    return memoryview(bytearray(4 * count)).cast("I")

cdef inline int[::1] integers(Py_ssize_t count):
    return memoryview(bytearray(4 * count)).cast("i")

cdef inline short[::1] shorts(Py_ssize_t count):
    return memoryview(bytearray(2 * count)).cast("h")

cdef inline signed char[::1] signed_bytes(Py_ssize_t count):
    return memoryview(bytearray(count)).cast("b")

cdef inline long long[::1] long_integers(Py_ssize_t count):
    return memoryview(bytearray(8 * count)).cast("q")

cdef inline double[::1] doubles(Py_ssize_t count):
    return memoryview(bytearray(8 * count)).cast("d")

cdef enum:
    # What state a level of a search is in, what dealing on made of it, and how a search ended.
    LOST = 0
    WON = 1
    OPEN = 2
    ENTER = 3
    VANISH = 4  # a pair is to vanish
    DOUBT = 5  # it paused while pairs of sets were asked about a level
    PAUSED = -1
    NO_ROOM = -2
    RAISED = -9  # an exception is on its way; returned for nothing else

    # Whether the turned card matches the waste top.
    SW_NO = 0
    SW_YES = 1
    SW_AUTO = 2
    SW_AUTO_ON_TURN = 3

    PAIRS = 255  # room for the pairs listed at one level
    ROW = 64  # a row with a word for each card
    SLOTS = 128  # one with a word for each slot of `Windows`
    GROUPS = 16  # four cards each, in set order: those of one rank, then kings
    MANY = 10000  # more moves than any line has

    BY_PYRAMID = 0
    BY_ALL = 1
    BY_SCORE = 2
    BY_DISCARDS = 3

    WORST = 1048576

    # The tables of what may stay: eight sets of 256 choices each, for 0 to 4 pairs of a set.
    STAY_ROWS = 2048
    STAY_STEPS = 5

    NO_CARD = 255  # in place of a card's code
    NO_GROUP = 255  # the group of a king, and of what is not in the deck

    RANKS = 32  # room for each rank, by its number
    DECK_BITS = 128  # room for each card of a deck, by its bit
    COUNT_BITS = 3  # of the cards of a rank, where the matcher counts those of many ranks in a word

    OTHERS = 64  # in the general search, the number of the first card that is not laid out

    # In the graph of tableaux: there is no such node; it was not asked for yet.
    NONE = -1
    UNLISTED = -2

    PRUNE_SETS = 1
    PRUNE_EXCLUDED = 2
    PRUNE_FORCED = 4
    PRUNE_EARLIER = 8
    PRUNE_KINGS = 16
    PRUNE_RELAXED = 32
    PRUNE_TABLEAUX = 64
    PRUNE_ALIKE = 128
    PRUNE_DOUBT = 256

cdef enum:
    DEALT_BITS = 6
    PASS = 64  # from a position to the same one a pass later
    POSITION_BITS = 16  # of either half of a note
    LATEST = 65535  # later than any position in a note
    UNLIMITED_PASSES = 60  # more than any card needs: one discard a pass
    FOREVER = 1048576  # later than any position
    NEVER = -1  # before any position

    CARD_BITS = 52  # of a key
    MARK_BITS = 12

    VANISHED = 63
    DEALING = -1

cdef inline int position_of(int pass_number, int dealt) noexcept nogil:
    return (pass_number << DEALT_BITS) + dealt

cdef inline int pass_of(int position) noexcept nogil:
    return position >> DEALT_BITS

cdef inline int dealt_of(int position) noexcept nogil:
    return position & (PASS - 1)

cdef inline int pass_start(int position) noexcept nogil:
    return position & -PASS

cdef inline int top_of(unsigned long long in_stock, int position) noexcept nogil:
    in_stock &= (<unsigned long long>1 << dealt_of(position)) - 1
    return highest_bit(in_stock) if in_stock else -1

cdef inline int next_event(unsigned long long events, int position, int t, int passes) noexcept nogil:
    cdef int number = pass_of(position)
    if events == 0:
        return -1
    if t >= PASS or events >> t == 0:
        number += 1
        if number >= passes:
            return -1
        t = 0
    return position_of(number, t + lowest_bit(events >> t))

cdef inline unsigned long long note_of(unsigned long long upper, unsigned long long lower) noexcept nogil:
    return (upper << POSITION_BITS) | lower

cdef inline int upper_of(unsigned long long note) noexcept nogil:
    return <int>(note >> POSITION_BITS)

cdef inline int lower_of(unsigned long long note) noexcept nogil:
    return <int>(note & LATEST)

cdef inline unsigned long long key_of(unsigned long long left, unsigned long long mark) noexcept nogil:
    return left | (mark << CARD_BITS)
