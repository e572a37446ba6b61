from pyrtool.kernel.numbers.bits cimport highest_bit, lowest_bit

cdef enum:
    DEALT_BITS = 6
    PASS = 64
    POSITION_BITS = 16
    LATEST = 65535
    UNLIMITED_PASSES = 60
    FOREVER = 1048576
    NEVER = -1

    CARD_BITS = 52
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
