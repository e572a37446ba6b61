# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Many deals in one call, from deal number to outcome, with no Python object for a deal.

One byte a deal says how it ended (`OUTCOMES`), one number how many nodes that took. The order
of the questions is that of the reasons: simple block, set block, crossblock, count, search.
"""

import cython

if not cython.compiled:
    from pyrtool.kernel.matching import Matcher
    from pyrtool.kernel.search import Search
    from pyrtool.kernel.shuffle import Dealer

WON = cython.declare(cython.int, 0)
SIMPLE_BLOCK = cython.declare(cython.int, 1)
SET_BLOCK = cython.declare(cython.int, 2)
CROSSBLOCK = cython.declare(cython.int, 3)
COUNT = cython.declare(cython.int, 4)
EXHAUSTED = cython.declare(cython.int, 5)
OUT_OF_NODES = cython.declare(cython.int, 6)
OUT_OF_MEMORY = cython.declare(cython.int, 7)
OPEN = cython.declare(cython.int, 8)

OUTCOMES: tuple[str, ...] = (
    "won",
    "simple block",
    "set block",
    "crossblock",
    "count",
    "exhausted",
    "nodes",
    "memory",
    "open",
)
"""What an outcome byte means; ``open``: not blocked, and not searched."""


@cython.cclass
class Bulk:
    """A dealer and the kernels of one game; `deal_outcomes` fills buffers for a range of numbers.

    `search` may be None in games that the matcher decides. `has_blocks`: whether the matcher's
    blocks hold under these rules; `counted`: whether the count is a condition.
    """

    def __init__(
        self,
        matcher: Matcher,
        search: Search | None,
        has_blocks: bool,
        counted: bool,
    ) -> None:
        self.matcher, self.search = matcher, search
        self.has_search = search is not None
        self.has_blocks, self.counted = has_blocks, counted
        self.table_bytes = 1 << 30

    def deal_outcomes(
        self,
        dealer: Dealer,
        first: int,
        outcomes: bytearray,
        nodes: memoryview,
        limit_nodes: int,
        blocks_only: bool = False,
    ) -> None:
        """The outcomes of ``len(outcomes)`` deals from number `first` on, with nodes for each.

        With `blocks_only` nothing is searched, and ``open`` is what has no simple or set block.
        """
        low: cython.ulonglong = first & 0xFFFFFFFFFFFFFFFF
        high: cython.ulonglong = first >> 64
        limit: cython.ulonglong = limit_nodes
        only: cython.bint = blocks_only
        count: cython.longlong = len(outcomes)
        i: cython.longlong
        out: cython.uchar[::1] = outcomes  # type: ignore[valid-type]
        spent: cython.uint[::1] = nodes  # type: ignore[valid-type]
        with cython.nogil:
            for i in range(count):
                dealer.deal_words(low, high)
                low += 1
                if low == 0:
                    high += 1
                out[i] = self._outcome(dealer.cards, limit, only)
                spent[i] = self.nodes

    def card_outcomes(
        self,
        cards: bytes,
        size: int,
        outcomes: bytearray,
        nodes: memoryview,
        limit_nodes: int,
        blocks_only: bool = False,
    ) -> None:
        """The same for deals of `size` card codes each, one after the other in `cards`."""
        for i in range(len(outcomes)):
            deal = cards[size * i : size * (i + 1)]
            outcomes[i] = self._outcome(deal, limit_nodes, blocks_only)
            nodes[i] = self.nodes

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _outcome(
        self,
        cards: cython.const[cython.uchar][::1],  # type: ignore[valid-type]
        limit_nodes: cython.ulonglong,
        blocks_only: cython.bint,
    ) -> cython.int:
        """One deal's outcome; its nodes are left in `nodes`."""
        constrained: cython.int
        result: cython.int
        self.nodes = 0
        if self.has_blocks:
            self.matcher.load_cards(cards)
            if self.matcher.simple_block() >= 0:
                return SIMPLE_BLOCK
            constrained = self.matcher.constrained_sets()
            if blocks_only:
                return SET_BLOCK if self._set_blocked(constrained) else OPEN
            result = self.matcher.search(constrained, limit_nodes)
            self.nodes = self.matcher.nodes
            if result < 0:
                return OUT_OF_NODES
            if result == 0:
                return SET_BLOCK if self._set_blocked(constrained) else CROSSBLOCK
        if blocks_only:
            return OPEN
        if not self.has_search:
            return WON
        return self._search(cards, limit_nodes)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_blocked(self, constrained: cython.int) -> cython.bint:
        """Whether one set alone is blocked."""
        s: cython.int
        unlimited: cython.ulonglong = 1
        unlimited <<= 62
        for s in range(8):
            if constrained >> s & 1 and self.matcher.search(1 << s, unlimited) == 0:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(
        self,
        cards: cython.const[cython.uchar][::1],  # type: ignore[valid-type]
        limit_nodes: cython.ulonglong,
    ) -> cython.int:
        result: cython.int
        if self.search.table_mask >= 1 << 16:
            with cython.gil:
                self.search.shrink()
        self.search.load_cards(cards, (1 << self.search.sets) - 1)
        if self.counted and not self.search.count_allows():
            return COUNT
        if self.search.prunes & 1 and not self.search.build_set_tables():
            return EXHAUSTED
        self.search._begin()
        while True:
            result = self.search.run(limit_nodes - self.search.nodes)
            self.nodes = self.search.nodes
            if result == 1:
                return WON
            if result == 0:
                return EXHAUSTED
            if self.nodes >= limit_nodes:
                return OUT_OF_NODES
            if result == -2:
                # While a table grows, the old one and one four times as large both stand.
                if 60 * (self.search.table_mask + 1) > self.table_bytes:
                    return OUT_OF_MEMORY
                with cython.gil:
                    self.search.grow()
