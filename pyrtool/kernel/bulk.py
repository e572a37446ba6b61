# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Many deals in one call, from deal number to outcome, with no Python object for a deal.

One byte a deal says how it ended (`OUTCOMES`), one number how many nodes that took. The order of
the questions is that of the reasons: the blocks of the tableau, count, search. Only with a dealt
stock and columns that may be left are crossblocks not distinguished from what was searched in vain.
"""

import cython

from pyrtool.kernel.check.checker import LineError
from pyrtool.kernel.numbers.buffers import words
from pyrtool.kernel.numbers.widths import check_below, check_length, check_room

if not cython.compiled:
    from pyrtool.kernel.check.checker import Checker
    from pyrtool.kernel.game.game import AnyGame
    from pyrtool.kernel.numbers.bits import highest_bit
    from pyrtool.kernel.numbers.buffers import Bytes, Halves, Words
    from pyrtool.kernel.numbers.codes import LOST, PAUSED, WON
    from pyrtool.kernel.shuffle import Dealer
    from pyrtool.kernel.verdict.blocks import set_block, short_sets
    from pyrtool.kernel.verdict.pairing.open_game import OpenGame
    from pyrtool.kernel.verdict.pairing.pairing import Pairing
    from pyrtool.kernel.verdict.search import Search

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
    "dropped",
)
"""What an outcome byte means; ``open``: not blocked, and not searched; ``dropped``: not asked for."""

# Those bytes, by name.
OUT_WON = cython.declare(cython.int, 0)
OUT_SIMPLE_BLOCK = cython.declare(cython.int, 1)
OUT_SET_BLOCK = cython.declare(cython.int, 2)
OUT_CROSSBLOCK = cython.declare(cython.int, 3)
OUT_COUNT = cython.declare(cython.int, 4)
OUT_EXHAUSTED = cython.declare(cython.int, 5)
OUT_NODES = cython.declare(cython.int, 6)
OUT_MEMORY = cython.declare(cython.int, 7)
OUT_OPEN = cython.declare(cython.int, 8)
OUT_DROPPED = cython.declare(cython.int, 9)

MOST_NODES = cython.declare(cython.ulonglong, 0xFFFFFFFF)


@cython.cclass
class Bulk:
    """The kernels of one game; `deal_outcomes` fills buffers for a range of numbers.

    `search` is None in games that the matcher decides, and those that have a `pairing`. `cards` are
    those of the deal that is asked about. With a `checker` every win's line is played by it, and a line that fails is a `LineError`.
    """

    def __init__(
        self,
        game: AnyGame,
        tableau: OpenGame,
        search: Search | None,
        checker: Checker | None = None,
        pairing: Pairing | None = None,
    ) -> None:
        self.tableau, self.matcher = tableau, tableau.matcher
        self.search, self.checker = search, checker
        self.pairing, self.has_pairing = pairing, pairing is not None
        self.has_blocks, self.counted = game.has_blocks, game.counted
        self.checked = checker is not None
        self.has_search = search is not None

    def limit_memory(self, limit_bytes: int) -> None:
        """What the search's table of positions may take."""
        if self.search is not None:
            self.search.limit_memory(limit_bytes)

    def deal_outcomes(
        self,
        dealer: Dealer,
        first: int,
        outcomes: bytearray | memoryview,
        nodes: memoryview,
        limit_nodes: int,
        blocks_only: bool = False,
    ) -> None:
        """The outcomes of ``len(outcomes)`` deals from number `first` on, with nodes for each.

        With `blocks_only` nothing is searched, and ``open`` is what has no simple or set block.
        """
        word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        low: cython.ulonglong = first & word
        high: cython.ulonglong = first >> 64
        limit: cython.ulonglong = limit_nodes
        only: cython.bint = blocks_only
        count: cython.longlong = len(outcomes)
        i: cython.longlong
        wrong: cython.longlong = -1
        result: cython.int
        out: Bytes = outcomes
        spent: Halves = nodes
        self.matcher.game.check_cards(dealer.codes)
        check_room("nodes", nodes, count)
        self.cards = dealer.cards
        with cython.nogil:
            for i in range(count):
                dealer.deal_words(low, high)
                low = (low + 1) & word
                if low == 0:
                    high += 1
                result = self._outcome(limit, only)
                if result == OUT_WON and self.checked and not self._holds():
                    wrong = i
                    break
                out[i] = cython.cast(cython.uchar, result)
                if self.nodes > MOST_NODES:
                    self.nodes = MOST_NODES
                spent[i] = cython.cast(cython.uint, self.nodes)
        if wrong >= 0:
            raise LineError(wrong)

    def card_outcomes(
        self,
        cards: bytes,
        size: int,
        outcomes: bytearray | memoryview,
        nodes: memoryview,
        limit_nodes: int,
        blocks_only: bool = False,
    ) -> None:
        """The same for deals of `size` card codes each, one after the other in `cards`."""
        check_room("nodes", nodes, len(outcomes))
        check_length("cards", cards, size * len(outcomes))
        for i in range(len(outcomes)):
            self.matcher.game.check_cards(cards[size * i : size * (i + 1)])
            self.cards = cards[size * i : size * (i + 1)]
            outcomes[i] = self._outcome(limit_nodes, blocks_only)
            nodes[i] = min(self.nodes, MOST_NODES)
            if outcomes[i] == OUT_WON and self.checked and not self._holds():
                raise LineError(i)

    def _holds(self) -> cython.bint:
        """Whether the checker can play the win that was just found."""
        if self.has_pairing:
            return self.checker.line_holds(
                self.cards,
                self.pairing.move_low,
                self.pairing.move_high,
                self.pairing.move_position,
                self.pairing.depth,
            )
        if not self.has_search:
            return self.checker.matching_holds(self.cards, self.matcher.mate)
        return self.checker.line_holds(
            self.cards,
            self.search.levels.move_low,
            self.search.levels.move_high,
            self.search.levels.move_position,
            self.search.depth,
        )

    def _outcome(self, limit_nodes: cython.ulonglong, blocks_only: cython.bint) -> cython.int:
        """One deal's outcome; its nodes are left in `nodes`."""
        constrained: cython.int
        result: cython.int
        self.nodes = 0
        self.matcher.load_cards(self.cards)
        if self.matcher.simple_block() >= 0:
            return OUT_SIMPLE_BLOCK
        if self.has_blocks:
            constrained = self.matcher.constrained_sets()
            if blocks_only:
                return OUT_SET_BLOCK if set_block(self.matcher, constrained) else OUT_OPEN
            result = self.tableau.search(self.cards, constrained, limit_nodes)
            self.nodes = self.tableau.nodes
            if result == PAUSED:
                return OUT_NODES
            if result == LOST:
                return OUT_SET_BLOCK if set_block(self.matcher, constrained) else OUT_CROSSBLOCK
        if blocks_only:
            return OUT_OPEN
        if self.has_pairing:
            return self._pair(limit_nodes)
        if not self.has_search:
            return OUT_WON
        return self._search(limit_nodes)

    def _pair(self, limit_nodes: cython.ulonglong) -> cython.int:
        """The outcome of a deal whose tableau is not blocked, by the search over partners."""
        result: cython.int
        if self.counted and short_sets(self.matcher):
            return OUT_COUNT
        if not self.pairing.lay_out(self.cards):
            return OUT_SET_BLOCK
        result = self.pairing.run(limit_nodes - self.nodes)
        self.nodes += self.pairing.nodes
        if result == WON:
            return OUT_WON
        return OUT_EXHAUSTED if result == LOST else OUT_NODES

    def _search(self, limit_nodes: cython.ulonglong) -> cython.int:
        """The outcome of a deal whose tableau is not blocked."""
        result: cython.int
        if self.counted and not self.search.levels.deal.count_of(self.cards):
            return OUT_COUNT
        if not self.search.lay_out(self.cards):
            return OUT_SET_BLOCK
        result = self.search.run(limit_nodes - self.nodes)
        self.nodes += self.search.nodes
        if result == WON:
            return OUT_WON
        if result == LOST:
            return OUT_EXHAUSTED if self.has_blocks or self.search.levels.dealt else OUT_CROSSBLOCK
        return OUT_NODES if result == PAUSED else OUT_MEMORY


EXACT_NODES = cython.declare(cython.int, 256)
BUCKETS: int = 3328  # of a histogram of node counts, up to 2**32 - 1
PACKED_NODES = cython.declare(cython.int, 24)
PACKED_OUTCOMES = cython.declare(cython.int, 10)


def tally(
    outcomes: memoryview,
    nodes: memoryview,
    counts: memoryview,
    histogram: memoryview,
    codes: memoryview,
    more: memoryview,
) -> tuple[int, int, int, int]:
    """Count outcomes into `counts` (by byte) and node counts into `histogram` (by bucket).

    A bucket holds one node count below 256, and above it those whose eight highest bits agree. A
    deal's byte in `codes` is its outcome + 10 * n, where n is its node count. For all counts from
    24 on, n is 24, and the excess over 24 is put into `more`. Dropped deals have no nodes. Returns
    the number of excesses, the sum of the nodes, the most nodes and, from 0, the first deal that
    took them (-1 if every deal was dropped).
    """
    out: Bytes = outcomes
    spent: Halves = nodes
    by_outcome: Words = counts
    by_nodes: Words = histogram
    code: Bytes = codes
    excess: Halves = more
    # Alternate between two tables, as adding to one number again and again must wait for itself.
    by_code: Words = words(512)
    count: cython.longlong = len(outcomes)
    i: cython.longlong
    hardest: cython.longlong = -1
    most: cython.longlong = -1
    used: cython.longlong = 0
    total: cython.ulonglong = 0
    deals: cython.ulonglong
    n: cython.uint
    k: cython.int
    shift: cython.int
    for what, given in (("nodes", nodes), ("codes", codes), ("more", more)):
        check_room(what, given, count)
    check_room("counts", counts, PACKED_OUTCOMES)
    check_room("histogram", histogram, BUCKETS)
    check_below("outcomes", outcomes, PACKED_OUTCOMES)
    with cython.nogil:
        for i in range(count):
            k = out[i]
            if k != OUT_DROPPED:
                n = spent[i]
                if n > most:
                    most, hardest = n, i
                if n < PACKED_NODES:
                    k += PACKED_OUTCOMES * n
                else:
                    k += PACKED_OUTCOMES * PACKED_NODES
                    excess[used] = n - PACKED_NODES
                    used += 1
                    total += n
                    shift = 0
                    if n >= EXACT_NODES:
                        shift = highest_bit(n) - 7
                    by_nodes[(shift << 7) + (n >> shift)] += 1
            code[i] = cython.cast(cython.uchar, k)
            by_code[k + ((i & 1) << 8)] += 1
        for k in range(256):
            deals = by_code[k] + by_code[k + 256]
            by_outcome[k % PACKED_OUTCOMES] += deals
            n = k // PACKED_OUTCOMES
            if n < PACKED_NODES and k != OUT_DROPPED:
                by_nodes[n] += deals
                total += n * deals
    return used, total, 0 if most < 0 else most, hardest
