# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The simplest block of many deals in one call: a byte a deal, and deals as lines of text.

Decides the code of a block, in the order in which `blocks` names them; nothing is searched but
the sets' own cards. Certificates are for `blocks`.
"""

import cython

if not cython.compiled:
    from pyrtool.kernel.matching import Matcher
    from pyrtool.kernel.oneset import set_block
    from pyrtool.kernel.shuffle import Dealer

UNBLOCKED = cython.declare(cython.int, 0)
SIMPLE_BLOCK = cython.declare(cython.int, 1)
SET_BLOCK = cython.declare(cython.int, 2)
CROSSBLOCK = cython.declare(cython.int, 1)  # and the order
COUNT = cython.declare(cython.int, 9)

CODES: tuple[str, ...] = (
    "unblocked",
    "simple block",
    "set block",
    *(f"crossblock of order {order}" for order in range(2, 8)),
    "count",
)
"""What a byte of `Census.deal_blocks` means."""

LINE_BREAK = cython.declare(cython.int, 10)
SPACE = cython.declare(cython.int, 32)


@cython.cclass
class Census:
    """The kernels that find blocks under one game's rules.

    `has_blocks`: whether the matcher's blocks hold under these rules; `counted`: whether the count
    is a condition.
    """

    def __init__(self, matcher: Matcher, has_blocks: bool, counted: bool) -> None:
        self.matcher = matcher
        self.has_blocks, self.counted = has_blocks, counted

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
        out: cython.uchar[::1] = codes  # type: ignore[valid-type]
        with cython.nogil:
            for i in range(count):
                dealer.deal_words(low, high)
                low = (low + 1) & word
                if low == 0:
                    high += 1
                out[i] = self._simplest(dealer.cards, named)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _simplest(
        self,
        cards: cython.const[cython.uchar][::1],  # type: ignore[valid-type]
        exact: cython.bint,
    ) -> cython.int:
        constrained: cython.int
        s: cython.int
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
                return CROSSBLOCK + (self._crossblock(constrained) if exact else 2)
        if self.counted:
            for s in range(self.matcher.sets):
                if self.matcher.merges[s] < 0:
                    return COUNT
        return UNBLOCKED

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _crossblock(self, constrained: cython.int) -> cython.int:
        """The order of the smallest crossblock, of a deal that has one and no set block."""
        unlimited: cython.ulonglong = 1
        unlimited <<= 62
        order: cython.int
        sets: cython.int
        for order in range(2, 8):
            for sets in range(1 << self.matcher.sets):
                if sets & ~constrained or _size(sets) != order:
                    continue
                if self.matcher.search(sets, unlimited) == 0:
                    return order
        return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _size(sets: cython.int) -> cython.int:
    """How many sets a mask has."""
    count: cython.int = 0
    while sets:
        sets &= sets - 1
        count += 1
    return count


def deal_lines(dealer: Dealer, first: int, wanted: bytearray, names: bytes) -> bytes:
    """The deals from number `first` on whose byte in `wanted` is not 0, one a line, as ASCII.

    `names`: two characters for each card code. Cards are separated by single spaces.
    """
    word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    low: cython.ulonglong = first & word
    high: cython.ulonglong = first >> 64
    text = bytearray(3 * dealer.size * (len(wanted) - wanted.count(0)))
    count: cython.longlong = len(wanted)
    at: cython.longlong = 0
    i: cython.longlong
    k: cython.int
    code: cython.int
    kept: cython.const[cython.uchar][::1] = wanted  # type: ignore[valid-type]
    name: cython.const[cython.uchar][::1] = names  # type: ignore[valid-type]
    out: cython.uchar[::1] = text  # type: ignore[valid-type]
    with cython.nogil:
        for i in range(count):
            if kept[i]:
                dealer.deal_words(low, high)
                for k in range(dealer.size):
                    code = dealer.cards[k]
                    out[at] = name[2 * code]
                    out[at + 1] = name[2 * code + 1]
                    out[at + 2] = SPACE
                    at += 3
                out[at - 1] = LINE_BREAK
            low = (low + 1) & word
            if low == 0:
                high += 1
    return bytes(text)
