# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which block a deal has: the simplest, of one deal or of many in one call, a byte a deal.

Decides the code of a block, in the order in which `pyrtool.answers.blocks` names them; nothing is searched
but the sets' own cards. Certificates are for `pyrtool.answers.blocks`.
"""

import cython

if not cython.compiled:
    from pyrtool.kernel.game.game import AnyGame
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit
    from pyrtool.kernel.numbers.buffers import Bytes, ReadOnlyBytes
    from pyrtool.kernel.shuffle import Dealer
    from pyrtool.kernel.verdict.matching import Matcher

CODES: tuple[str, ...] = (
    "unblocked",
    "simple block",
    "set block",
    *(f"crossblock of order {order}" for order in range(2, 8)),
    "count",
    *(f"crossblock of order {order}" for order in range(8, 21)),
)
"""What a byte of `BlockFinder.deal_blocks` means."""

# The first of those bytes, by name.
UNBLOCKED = cython.declare(cython.int, 0)
SIMPLE_BLOCK = cython.declare(cython.int, 1)
SET_BLOCK = cython.declare(cython.int, 2)
BEFORE_CROSSBLOCKS = cython.declare(cython.int, 1)  # a crossblock's byte is this and its order
BEFORE_HIGH_ORDERS = cython.declare(cython.int, 2)  # from order 8 on
MOST_OF_LOW_ORDER = cython.declare(cython.int, 7)
OF_COUNT = cython.declare(cython.int, 9)


def first_lost(matcher: Matcher, choices: list[int], at: int) -> int:
    """The index of the first of these choices of sets, from `at` on, that cannot be discarded with
    every other card gone; -1 if all can. The choices are masks, and the deal is the one that the
    matcher has."""
    unlimited: cython.ulonglong = 1
    unlimited <<= 62
    sets: cython.int
    i: int
    if at < 0:
        raise ValueError(f"at: {at} is not an index")
    for i in range(at, len(choices)):
        sets = choices[i]
        if matcher.search(sets, unlimited) == 0:
            return i
    return -1


def short_sets(matcher: Matcher) -> cython.int:
    """The mask of the sets with more cards outside the tableau than in it, in the deal that the
    matcher has."""
    s: cython.int
    found: cython.int = 0
    for s in range(matcher.sets):
        if matcher.merges[s] < 0:
            found |= 1 << s
    return found


@cython.cclass
class BlockFinder:
    """Finds the simplest block of deals of one game, with its matcher."""

    def __init__(self, game: AnyGame, matcher: Matcher) -> None:
        self.matcher = matcher
        self.has_blocks, self.counted = game.has_blocks, game.counted

    def deal_blocks(self, dealer: Dealer, first: int, codes: bytearray, exact: bool = True) -> None:
        """The simplest block of ``len(codes)`` deals from number `first` on, as `CODES` has it.

        Unless `exact`, every crossblock counts as one of order 2: its order costs the most.
        """
        word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        low: cython.ulonglong = first & word
        high: cython.ulonglong = first >> 64
        named: cython.bint = exact
        count: cython.longlong = len(codes)
        i: cython.longlong
        out: Bytes = codes
        self.matcher.game.check_cards(dealer.codes)
        with cython.nogil:
            for i in range(count):
                dealer.deal_words(low, high)
                low = (low + 1) & word
                if low == 0:
                    high += 1
                out[i] = self._simplest(dealer.cards, named)

    def _simplest(
        self,
        cards: ReadOnlyBytes,
        exact: cython.bint,
    ) -> cython.int:
        """The code of one deal's simplest block."""
        constrained: cython.int
        unlimited: cython.ulonglong = 1
        unlimited <<= 62
        self.matcher.load_cards(cards)
        if self.has_blocks:
            if self.matcher.simple_block() >= 0:
                return SIMPLE_BLOCK
            constrained = self.matcher.constrained_sets()
            if set_block(self.matcher, constrained):
                return SET_BLOCK
            if self.matcher.search(constrained, unlimited) == 0:
                return self._crossblock(constrained) if exact else BEFORE_CROSSBLOCKS + 2
        if self.counted and short_sets(self.matcher):
            return OF_COUNT
        return UNBLOCKED

    def _crossblock(self, constrained: cython.int) -> cython.int:
        """The code of the smallest crossblock, of a deal that has one and no set block."""
        unlimited: cython.ulonglong = 1
        unlimited <<= 62
        order: cython.int
        sets: cython.int
        for order in range(2, self.matcher.sets + 1):
            for sets in range(1 << self.matcher.sets):
                if sets & ~constrained or count_bits(sets) != order:
                    continue
                if self.matcher.search(sets, unlimited) == 0:
                    return order + (
                        BEFORE_CROSSBLOCKS if order <= MOST_OF_LOW_ORDER else BEFORE_HIGH_ORDERS
                    )
        return 0


def set_block(matcher: Matcher, among: cython.int) -> cython.bint:
    """Whether one of these sets, a mask, cannot be discarded with every other card gone."""
    unlimited: cython.ulonglong = 1
    unlimited <<= 62
    s: cython.int
    for s in range(matcher.sets):
        if (
            among >> s & 1
            and not _plain_line(matcher, s)
            and matcher.search(1 << s, unlimited) == 0
        ):
            return True
    return False


def _plain_line(matcher: Matcher, s: cython.int) -> cython.bint:
    """Whether one set goes by simply taking what is exposed, first what covers something.

    True is a line of play that was found; False proves nothing.
    """
    one: cython.ulonglong = 1
    g: cython.int = matcher.first_group[s]
    low: cython.ulonglong
    high: cython.ulonglong
    rest: cython.ulonglong
    exposed: cython.ulonglong
    covering: cython.ulonglong
    some: cython.ulonglong
    merges: cython.int = matcher.merges[s]
    open_low: cython.int
    open_high: cython.int
    i: cython.int
    if matcher.partner_of[g] == g:
        return False
    low, high = matcher.members[g], matcher.members[g + 1]
    open_low, open_high = matcher.slack[g + 1], matcher.slack[g]
    while merges > 0:
        rest = low | high
        exposed = covering = 0
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            some = matcher.above[i] & (low | high)
            covering |= some
            if some == 0:
                exposed |= one << i
        covering &= exposed
        if exposed & low and exposed & high:
            some = covering & low or exposed & low
            low &= ~(one << lowest_bit(some))
            some = covering & high or exposed & high
            high &= ~(one << lowest_bit(some))
            merges -= 1
        elif covering & low and open_high > 0:
            low &= ~(one << lowest_bit(covering & low))
            open_high -= 1
        elif covering & high and open_low > 0:
            high &= ~(one << lowest_bit(covering & high))
            open_low -= 1
        else:
            return False
    return True
