cimport cython

from pyrtool.kernel.numbers cimport *

cdef enum:
    BEFORE = 0  # of two cards: the first goes before the second
    APART = 1  # of two cards, the lower number first: they do not go together
    IN_PAIR = 2  # likewise: they go together
    NOT_BEFORE = 3  # of a card and a slot: it does not go before that slot
    IN_TIME = 4  # of a card and a slot: it goes before that slot
    CONTRADICTION = 20480
    FACTS = 20481

    COVERS = 0
    TURNED = 1
    # From 2 to 4 are the techniques of what is given: supposed, trial and known.
    NEVER_MATCH = 5
    UNCOVERED = 6
    ORDER = 7
    PARTNER_TAKEN = 8
    WINDOW = 9
    LATE = 10
    CHAIN = 11
    PARTNER = 12
    STOCK_PAIR = 13
    ONLY = 14
    SHARE = 15
    WAIT = 16
    EITHER = 17
    BURIED = 18
    AHEAD = 19
    CROSS = 20
    CIRCLE = 21
    NEVER_GONE = 22
    NONE_LEFT = 23
    CROWD = 24
    CLASH = 25
    SQUEEZE = 26
    TANGLE = 27
    MISS = 28
    SUPPLY = 29

    SUM = 0  # a fact costs what all its premises cost
    GREATEST = 1  # what the dearest of them costs
    PREMISES = 24  # of a fact, at most

cdef class Crosses

cdef class Facts:
    cdef int cards, end, mode, waiting, stock_pairs
    cdef bint limited
    cdef int banned
    cdef unsigned long long chosen, stock, waste
    cdef unsigned long long[::1] above, weak, mates, partners
    cdef int[::1] turn, cost
    # By fact: what it costs, how it was derived, and on what it rests.
    cdef signed char[::1] technique, derived
    cdef unsigned char[::1] allowed, favoured
    cdef long long[::1] price
    cdef short[::1] premise_of
    cdef unsigned char[::1] premise_count
    cdef int[::1] given
    # A binary heap of offers, and the facts whose arrays are to be cleared.
    cdef long long[::1] heap
    cdef int[::1] touched
    cdef int touched_count
    # What a fact rests on, each after what it rests on.
    cdef int[::1] cone
    # By card: what goes before and after it, with whom it cannot go and goes, and its slots; what may
    # be derived yet to go before it, and after it. All of that is in two arrays, and as it was kept.
    cdef unsigned long long[::1] up, down, no, lows, highs, may_up, may_down, masks, kept_masks
    cdef int[::1] mate, lo, hi, slots, kept_slots
    cdef int kept_count
    cdef Crosses crosses

    @cython.final
    cdef int before(self, int a, int b) noexcept nogil
    @cython.final
    cdef int apart(self, int x, int y) noexcept nogil
    @cython.final
    cdef int together(self, int x, int y) noexcept nogil
    @cython.final
    cdef int at_least(self, int x, int v) noexcept nogil
    @cython.final
    cdef int at_most(self, int x, int v) noexcept nogil
    @cython.final
    cdef int order(self, int a, int b) noexcept nogil
    @cython.final
    cdef int excluded(self, int x, int y) noexcept nogil
    @cython.final
    cdef int bound(self, int x, int v, bint high) noexcept nogil
    @cython.final
    cdef bint is_old(self, int fact) noexcept nogil
    @cython.final
    cdef void offer(self, int fact, int technique, int count) noexcept nogil
    @cython.final
    cdef void offer_one(self, int fact, int technique, int a) noexcept nogil
    @cython.final
    cdef void offer_two(self, int fact, int technique, int a, int b) noexcept nogil
    @cython.final
    cdef void pass_on(self, int f, int technique, int kind, int x, int y) noexcept nogil
    @cython.final
    cdef int add(self, int count, int fact) noexcept nogil
    @cython.final
    cdef void push(self, long long key) noexcept nogil
    @cython.final
    cdef long long pop(self) noexcept nogil
    @cython.final
    cdef void clear(self) noexcept nogil
    @cython.final
    cdef void clear_from(self, int first) noexcept nogil
    @cython.final
    cdef int take(self) noexcept nogil
    @cython.final
    cdef void note(self, int fact) noexcept nogil
    @cython.final
    cdef int gather(self, int end, int count) noexcept nogil
    @cython.final
    cdef void forget_cone(self, int count) noexcept nogil
    @cython.final
    cdef void count_partners(self, int x, int y) noexcept nogil
    @cython.final
    cdef void too_few(self, unsigned long long lows, unsigned long long highs, unsigned long long few) noexcept nogil
    @cython.final
    cdef int cheaper(self, int one, int other) noexcept nogil
    @cython.final
    cdef int orders_of_all(self, int z, int c, bint later, unsigned long long skipped, int count) noexcept nogil
    @cython.final
    cdef void wait(self, int z, int c, bint later) noexcept nogil
    @cython.final
    cdef void wait_for_slot(self, int z, bint high) noexcept nogil
    @cython.final
    cdef void either(self, int z, int c, bint later) noexcept nogil
    @cython.final
    cdef void short_before(self, int b, int a) noexcept nogil

    cdef void short_by(self, int v, int a) noexcept nogil

    cdef void too_few_in_time(self, unsigned long long some, unsigned long long late, int b, int v) noexcept nogil

    cdef void look_again(self, int z) noexcept nogil

@cython.final
cdef class Crosses:
    cdef Facts known
    # What holds if x goes with y: what goes before and after them, the slots of each card, and the
    # cards whose slots are others than without the supposition.
    cdef int x, y, pair_low, pair_high
    cdef unsigned long long both, earlier, later, moved
    cdef int[::1] low_if, high_if, own_high
    # With whom each card may go then, and the choice of `tangled`.
    cdef unsigned long long[::1] open_to
    cdef int[::1] choice

    cdef bint look_for_crosses(self) noexcept nogil
    cdef void suppose(self, int x, int y) noexcept nogil
    cdef bint touches(self, unsigned long long lows, unsigned long long highs) noexcept nogil
    cdef int high_ahead(self, int c) noexcept nogil
    cdef unsigned long long in_order(self, int u, unsigned long long some) noexcept nogil
    cdef bint is_in_time(self, int u, int w) noexcept nogil
    cdef void missed(self) noexcept nogil
    cdef bint squeezed(self, unsigned long long lows, unsigned long long highs) noexcept nogil
    cdef void leaves_too_few(self, unsigned long long some, unsigned long long others, int technique) noexcept nogil
    cdef int tangled(self, unsigned long long lows, unsigned long long highs, int count) noexcept nogil
    cdef int in_conflict(self, int u, int w, int a, int b, int count) noexcept nogil
    cdef int why_before(self, int c, int count) noexcept nogil
    cdef int why_after(self, int c, int count) noexcept nogil
    cdef int why_low(self, int c, int v, int count) noexcept nogil
    cdef int why_ahead(self, int c, int v, int count) noexcept nogil
    cdef int why_high(self, int c, int v, int count) noexcept nogil
    cdef int why_closed(self, int u, int w, int count) noexcept nogil

@cython.final
cdef class Deductions(Facts):
    cdef void see_table(self) noexcept nogil
    cdef void follow(self, int fact) noexcept nogil
    cdef void from_before(self, int f, int a, int b) noexcept nogil
    cdef void chain_orders(self, int f, int a, int b) noexcept nogil
    cdef void from_apart(self, int f, int x, int y) noexcept nogil
    cdef void from_together(self, int f, int x, int y) noexcept nogil
    cdef void share_with_partner(self, int f, int x, int y) noexcept nogil
    cdef void from_not_before(self, int f, int x, int v) noexcept nogil
    cdef void from_in_time(self, int f, int x, int v) noexcept nogil
    cdef void buried(self, int x, int j) noexcept nogil
    cdef void ahead(self, int a, int b, int one, int other, int count) noexcept nogil
    cdef bint closes(self) noexcept nogil
