# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Many deals at once: their outcomes, their blocks, and their themes."""

import cython

from pyrtool.kernel.check import LineError
from pyrtool.kernel.numbers import check_below, check_length, check_room

if not cython.compiled:
    from pyrtool.kernel.check import Checker
    from pyrtool.kernel.game import AnyGame
    from pyrtool.kernel.numbers import *
    from pyrtool.kernel.pairing import Pairing
    from pyrtool.kernel.shuffle import Dealer
    from pyrtool.kernel.verdict import Matcher, Search


# Which block a deal has: the simplest, of one deal or of many in one call, a byte a deal.
#
# It decides the code of a block, in the order in which `pyrtool.answers.blocks` names them; nothing
# is searched but the sets' own cards. Certificates are for `pyrtool.answers.blocks`.

CODES: tuple[str, ...] = (
    "unblocked",
    "simple block",
    "set block",
    *[f"crossblock of order {order}" for order in range(2, 8)],
    "count",
    *[f"crossblock of order {order}" for order in range(8, 21)],
)
"""The meanings of the bytes of `BlockFinder.deal_blocks`."""

UNLIMITED = cython.declare(cython.ulonglong, 1 << 62)  # nodes

# The first of those bytes, by name.
UNBLOCKED = cython.declare(cython.int, 0)
SIMPLE_BLOCK = cython.declare(cython.int, 1)
SET_BLOCK = cython.declare(cython.int, 2)
BEFORE_CROSSBLOCKS = cython.declare(cython.int, 1)  # a crossblock's byte is this and its order
BEFORE_HIGH_ORDERS = cython.declare(cython.int, 2)  # from order 8 on
MOST_OF_LOW_ORDER = cython.declare(cython.int, 7)
OF_COUNT = cython.declare(cython.int, 9)


def first_lost(matcher: Matcher, choices: list[int], at: int) -> int:
    """Return the index of the first of these choices of sets, from `at` on, that cannot be
    discarded with every other card gone, or -1 if all can. The choices are masks, and the deal is
    the one that the matcher has."""
    i: int
    if at < 0:
        raise ValueError(f"at: {at} is not an index")
    for i in range(at, len(choices)):
        sets: cython.int = choices[i]
        if matcher.match(sets, UNLIMITED) == 0:
            return i
    return -1


def short_sets(matcher: Matcher) -> cython.int:
    """Return the mask of the sets with more cards outside the tableau than in it, in the deal that
    the matcher has: where no two of these ever match and all must go, some has no partner."""
    s: cython.int
    found: cython.int = 0
    for s in range(matcher.sets):
        if matcher.merges[s] < 0:
            found |= 1 << s
    return found


@cython.cclass
class BlockFinder:
    """The finder of the simplest block of deals of one game, with its matcher."""

    def __init__(self, game: AnyGame, matcher: Matcher) -> None:
        self.matcher = matcher
        self.has_blocks, self.counted = game.has_blocks, game.counted

    def deal_blocks(self, dealer: Dealer, first: int, codes: bytearray, exact: bool = True) -> None:
        """Write the simplest block, as in `CODES`, of ``len(codes)`` deals from number `first` on.

        Unless `exact`, every crossblock counts as one of order 2: its order costs the most.
        """
        low: cython.ulonglong = first & 0xFFFFFFFFFFFFFFFF
        high: cython.ulonglong = first >> 64
        named: cython.bint = exact
        count: cython.longlong = len(codes)
        i: cython.longlong
        out: Bytes = codes
        self.matcher.game.check_cards(dealer.codes)
        with cython.nogil:
            for i in range(count):
                dealer.deal_words(low, high, i)
                out[i] = self._simplest(dealer.cards, named)

    def _simplest(self, cards: ReadOnlyBytes, exact: cython.bint) -> cython.int:
        """Return the code of one deal's simplest block."""
        self.matcher.load_cards(cards)
        if self.has_blocks:
            if self.matcher.simple_block() >= 0:
                return SIMPLE_BLOCK
            constrained: cython.int = self.matcher.constrained_sets()
            if set_block(self.matcher, constrained):
                return SET_BLOCK
            if self.matcher.match(constrained, UNLIMITED) == 0:
                return self._crossblock(constrained) if exact else BEFORE_CROSSBLOCKS + 2
        if self.counted and short_sets(self.matcher):
            return OF_COUNT
        return UNBLOCKED

    def _crossblock(self, constrained: cython.int) -> cython.int:
        """Return the code of the smallest crossblock, of a deal that has one and no set block."""
        order: cython.int
        for order in range(2, self.matcher.sets + 1):
            for sets in range(1 << self.matcher.sets):
                if sets & ~constrained or count_bits(sets) != order:
                    continue
                if self.matcher.match(sets, UNLIMITED) == 0:
                    return order + (
                        BEFORE_CROSSBLOCKS if order <= MOST_OF_LOW_ORDER else BEFORE_HIGH_ORDERS
                    )
        return 0


def set_block(matcher: Matcher, among: cython.int) -> cython.bint:
    """Return whether one of these sets, a mask, cannot be discarded with every other card gone."""
    s: cython.int
    for s in range(matcher.sets):
        if among >> s & 1 and not _plain_line(matcher, s) and matcher.match(1 << s, UNLIMITED) == 0:
            return True
    return False


def _plain_line(matcher: Matcher, s: cython.int) -> cython.bint:
    """Return whether one set goes by taking what is exposed, first what covers something.

    True is a line of play that was found; False proves nothing.
    """
    g: cython.int = matcher.first_group[s]
    cython.declare(low=cython.ulonglong, high=cython.ulonglong, exposed=cython.ulonglong)
    cython.declare(covering=cython.ulonglong, open_low=cython.int, open_high=cython.int)
    merges: cython.int = matcher.merges[s]
    if matcher.partner_of[g] == g:
        return False
    low, high = matcher.members[g], matcher.members[g + 1]
    open_low, open_high = matcher.slack[g + 1], matcher.slack[g]
    while merges > 0:
        rest: cython.ulonglong = low | high
        exposed = covering = 0
        while rest:
            i: cython.int = lowest_bit(rest)
            rest &= rest - 1
            some: cython.ulonglong = matcher.above[i] & (low | high)
            covering |= some
            if some == 0:
                exposed |= one_bit(i)
        covering &= exposed
        if exposed & low and exposed & high:
            some = covering & low or exposed & low
            low &= ~one_bit(lowest_bit(some))
            some = covering & high or exposed & high
            high &= ~one_bit(lowest_bit(some))
            merges -= 1
        elif covering & low and open_high > 0:
            low &= ~one_bit(lowest_bit(covering & low))
            open_high -= 1
        elif covering & high and open_low > 0:
            high &= ~one_bit(lowest_bit(covering & high))
            open_low -= 1
        else:
            return False
    return True


# Many deals in one call, from deal number to outcome, with no Python object for a deal.
#
# One byte a deal says how it ended (`OUTCOMES`), one number how many nodes that took. The order of
# the questions is that of the reasons: the blocks of the tableau, count, search. Only with a dealt
# stock and columns that may be left are crossblocks not distinguished from what was searched in
# vain.

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
"""The meanings of outcome bytes; ``open``: not blocked, and not searched; ``dropped``: not asked for."""

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
        matcher: Matcher,
        search: Search | None,
        checker: Checker | None = None,
        pairing: Pairing | None = None,
    ) -> None:
        self.matcher = matcher
        self.search, self.checker = search, checker
        self.pairing, self.has_pairing = pairing, pairing is not None
        self.has_blocks, self.counted = game.has_blocks, game.counted
        self.checked = checker is not None
        self.has_search = search is not None

    def limit_memory(self, limit_bytes: int) -> None:
        """Limit what the search's table of positions may take."""
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
        """Write the outcomes of ``len(outcomes)`` deals from `first` on, with nodes for each.

        With `blocks_only` nothing is searched, and ``open`` is what has no simple or set block.
        """
        low: cython.ulonglong = first & 0xFFFFFFFFFFFFFFFF
        high: cython.ulonglong = first >> 64
        only: cython.bint = blocks_only
        limit: cython.ulonglong = limit_nodes
        count: cython.longlong = len(outcomes)
        i: cython.longlong
        self.matcher.game.check_cards(dealer.codes)
        self._take_buffers(outcomes, nodes)
        self.cards = dealer.cards
        with cython.nogil:
            for i in range(count):
                dealer.deal_words(low, high, i)
                if not self._note_outcome(i, limit, only):
                    break
        self._check_lines()

    def card_outcomes(
        self,
        cards: bytes,
        size: int,
        outcomes: bytearray | memoryview,
        nodes: memoryview,
        limit_nodes: int,
        blocks_only: bool = False,
    ) -> None:
        """Do as `deal_outcomes` for deals of `size` card codes each, one after the other in
        `cards`."""
        only: cython.bint = blocks_only
        limit: cython.ulonglong = limit_nodes
        count: cython.longlong = len(outcomes)
        each: cython.longlong = size
        i: cython.longlong
        stranger: cython.bint = size != len(self.matcher.game.deck)
        deck_low: cython.ulonglong = 0
        deck_high: cython.ulonglong = 0
        code: cython.int
        for code in self.matcher.game.deck:
            if code < 64:
                deck_low |= one_bit(code)
            else:
                deck_high |= one_bit(code - 64)
        check_length("cards", cards, size * len(outcomes))
        given: ReadOnlyBytes = cards
        dealt: Bytes = bytearray(size)
        self._take_buffers(outcomes, nodes)
        self.cards = dealt
        with cython.nogil:
            for i in range(0 if stranger else count):
                low: cython.ulonglong = 0
                high: cython.ulonglong = 0
                k: cython.longlong
                for k in range(each):
                    code = given[i * each + k]
                    dealt[k] = code
                    if code < 64:
                        low |= one_bit(code)
                    elif code < 128:
                        high |= one_bit(code - 64)
                if low != deck_low or high != deck_high:
                    stranger = True
                    break
                if not self._note_outcome(i, limit, only):
                    break
        if stranger:
            raise ValueError("cards: are not the deck of the game")
        self._check_lines()

    def _take_buffers(self, outcomes: bytearray | memoryview, nodes: memoryview) -> None:
        """Take what outcomes and nodes are written into."""
        check_room("nodes", nodes, len(outcomes))
        self.outcomes, self.spent, self.wrong = outcomes, nodes, -1

    def _note_outcome(
        self, i: cython.longlong, limit_nodes: cython.ulonglong, blocks_only: cython.bint
    ) -> cython.bint:
        """Write the outcome of the `cards`, which are deal `i`, and its nodes. Return False where its
        line does not hold: it is `wrong`."""
        result: cython.int = self._outcome(limit_nodes, blocks_only)
        if result == OUT_WON and self.checked and not self._holds():
            self.wrong = i
            return False
        self.outcomes[i] = cython.cast(cython.uchar, result)
        self.spent[i] = cython.cast(cython.uint, min(self.nodes, MOST_NODES))
        return True

    def _check_lines(self) -> None:
        """Raise a `LineError` where a line did not hold."""
        if self.wrong >= 0:
            raise LineError(self.wrong)

    def _holds(self) -> cython.bint:
        """Return whether the checker can play the win that was just found."""
        if self.has_pairing:
            return self.checker.line_holds(
                self.cards,
                self.pairing.move_low,
                self.pairing.move_high,
                self.pairing.move_position,
                self.pairing.discards,
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
        """Return one deal's outcome; its nodes are left in `nodes`."""
        self.nodes = 0
        self.matcher.load_cards(self.cards)
        if self.matcher.simple_block() >= 0:
            return OUT_SIMPLE_BLOCK
        if self.has_blocks:
            constrained: cython.int = self.matcher.constrained_sets()
            if blocks_only:
                return OUT_SET_BLOCK if set_block(self.matcher, constrained) else OUT_OPEN
            result: cython.int = self.matcher.match(constrained, limit_nodes)
            self.nodes = self.matcher.nodes
            if result == PAUSED:
                return OUT_NODES
            if result == LOST:
                return OUT_SET_BLOCK if set_block(self.matcher, constrained) else OUT_CROSSBLOCK
        if blocks_only:
            return OUT_OPEN
        if not self.has_pairing and not self.has_search:
            return OUT_WON
        if self.counted and short_sets(self.matcher):
            return OUT_COUNT
        return self._pair(limit_nodes) if self.has_pairing else self._search(limit_nodes)

    def _pair(self, limit_nodes: cython.ulonglong) -> cython.int:
        """Return the outcome of a deal that is not blocked, by the search over partners."""
        if not self.pairing.lay_out(self.cards):
            return OUT_SET_BLOCK
        result: cython.int = self.pairing.run(limit_nodes - self.nodes)
        self.nodes += self.pairing.nodes
        if result == WON:
            return OUT_WON
        return OUT_EXHAUSTED if result == LOST else OUT_NODES

    def _search(self, limit_nodes: cython.ulonglong) -> cython.int:
        """Return the outcome of a deal that is not blocked."""
        if not self.search.lay_out(self.cards):
            return OUT_SET_BLOCK
        result: cython.int = self.search.run(limit_nodes - self.nodes)
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
    for what, given in (("nodes", nodes), ("codes", codes), ("more", more)):
        check_room(what, given, count)
    check_room("counts", counts, PACKED_OUTCOMES)
    check_room("histogram", histogram, BUCKETS)
    check_below("outcomes", outcomes, PACKED_OUTCOMES)
    with cython.nogil:
        for i in range(count):
            k: cython.int = out[i]
            if k != OUT_DROPPED:
                n: cython.uint = spent[i]
                if n > most:
                    most, hardest = n, i
                if n < PACKED_NODES:
                    k += PACKED_OUTCOMES * n
                else:
                    k += PACKED_OUTCOMES * PACKED_NODES
                    excess[used] = n - PACKED_NODES
                    used += 1
                    total += n
                    shift: cython.int = 0
                    if n >= EXACT_NODES:
                        shift = highest_bit(n) - 7
                    by_nodes[(shift << 7) + (n >> shift)] += 1
            code[i] = cython.cast(cython.uchar, k)
            by_code[k + ((i & 1) << 8)] += 1
        for k in range(256):
            deals: cython.ulonglong = by_code[k] + by_code[k + 256]
            by_outcome[k % PACKED_OUTCOMES] += deals
            n = k // PACKED_OUTCOMES
            if n < PACKED_NODES and k != OUT_DROPPED:
                by_nodes[n] += deals
                total += n * deals
    return used, total, 0 if most < 0 else most, hardest


# Which of many deals have themes that are seen in the cards alone, at the speed of dealing.
#
# What a theme is called, and which games have it, is for `surveys.find.themes`.

SET_IN_STOCK = cython.declare(cython.int, 1)
KINGS_HIGH = cython.declare(cython.int, 2)
KINGS_LOW = cython.declare(cython.int, 4)
RANK_IN_ROW = cython.declare(cython.int, 8)
MIRROR_ROW = cython.declare(cython.int, 16)

FLAGS: dict[str, int] = {
    "set-in-stock": SET_IN_STOCK,
    "kings-high": KINGS_HIGH,
    "kings-low": KINGS_LOW,
    "rank-in-row": RANK_IN_ROW,
    "mirror-row": MIRROR_ROW,
}

TOP_ROWS: int = 3
"""The number of rows that are the top of a pyramid."""

HIGH_ROWS = cython.declare(cython.int, TOP_ROWS)
LEAST_KINGS = cython.declare(cython.int, 2)
ANY_KINGS = cython.declare(cython.int, -1)


@cython.cclass
class Themes:
    """The themes `flags` in deals of one game.

    `rank_of`: the rank of each card code. `kings`: the mask of the ranks that go alone.
    `kings_in_stock`: how many kings are not laid out, or `ANY_KINGS`. `rows`: the places of each row
    of the pyramid from the left, the top row first. `set_of`: for each rank the number of its set
    plus one, or 0. `of_a_rank`: how many cards have a rank.
    """

    def __init__(
        self,
        flags: int,
        rank_of: bytes,
        tableau: int,
        kings: int,
        kings_in_stock: int,
        rows: "list[bytes]",
        set_of: bytes,
        of_a_rank: int,
    ) -> None:
        self.flags = flags
        self.rank_of = rank_of
        self.tableau = tableau
        self.kings = kings
        self.kings_in_stock = kings_in_stock
        self.row_places = b"".join(rows) or b"\0"
        ends = [sum(map(len, rows[: i + 1])) for i in range(len(rows))]
        self.row_ends = bytes(ends) or b"\0"
        self.rows = len(rows)
        self.set_of = set_of
        self.sets = max(set_of)
        self.of_a_rank = of_a_rank

    def mark(self, dealer: Dealer, first: int, count: int) -> bytearray:
        """Return a byte for each of `count` deals from number `first` on: 1 where it has all
        themes."""
        low: cython.ulonglong = first & 0xFFFFFFFFFFFFFFFF
        high: cython.ulonglong = first >> 64
        last: cython.longlong = count
        i: cython.longlong
        marks = bytearray(count)
        out: Bytes = marks
        self.dealt = dealer.cards
        self.size = len(dealer.codes)
        with cython.nogil:
            for i in range(last):
                dealer.deal_words(low, high, i)
                out[i] = self._fits()
        return marks

    def _fits(self) -> cython.bint:
        """Return whether the deal on the table has all that is wanted."""
        if self.kings_in_stock != ANY_KINGS and not self._has_kings():
            return False
        if self.flags & SET_IN_STOCK and not self._set_in_stock():
            return False
        if self.flags & KINGS_HIGH and not self._kings_within(0, HIGH_ROWS):
            return False
        if self.flags & KINGS_LOW and not self._kings_within(self.rows - 1, self.rows):
            return False
        if self.flags & RANK_IN_ROW and not self._rank_in_row():
            return False
        return not self.flags & MIRROR_ROW or self._mirror_row()

    def _has_kings(self) -> cython.bint:
        """Return whether the stock has exactly `kings_in_stock` kings."""
        found: cython.int = 0
        for i in range(self.tableau, self.size):
            found += self.kings >> self.rank_of[self.dealt[i]] & 1
        return found == self.kings_in_stock

    def _set_in_stock(self) -> cython.bint:
        """Return whether some set has no card in the tableau."""
        laid_out: cython.uint = 1  # the ranks of no set
        for i in range(self.tableau):
            laid_out |= cython.cast(cython.uint, 1) << self.set_of[self.rank_of[self.dealt[i]]]
        return laid_out != (cython.cast(cython.uint, 2) << self.sets) - 1

    def _kings_within(self, first: cython.int, last: cython.int) -> cython.bint:
        """Return whether the pyramid has two kings at least, all in the rows `first` to `last` - 1."""
        at: cython.int = 0
        found: cython.int = 0
        for row in range(self.rows):
            while at < self.row_ends[row]:
                if self.kings >> self.rank_of[self.dealt[self.row_places[at]]] & 1:
                    if not first <= row < last:
                        return False
                    found += 1
                at += 1
        return found >= LEAST_KINGS

    def _rank_in_row(self) -> cython.bint:
        """Return whether all cards of a rank lie side by side in a row."""
        at: cython.int = 0
        for row in range(self.rows):
            length: cython.int = 0
            last: cython.int = -1
            while at < self.row_ends[row]:
                rank: cython.int = self.rank_of[self.dealt[self.row_places[at]]]
                length = length + 1 if rank == last else 1
                last = rank
                if length == self.of_a_rank:
                    return True
                at += 1
        return False

    def _mirror_row(self) -> cython.bint:
        """Return whether the ranks of the bottom row read the same from both sides."""
        right: cython.int = self.row_ends[self.rows - 1] - 1
        left: cython.int = 0 if self.rows == 1 else self.row_ends[self.rows - 2]
        while left < right:
            if (
                self.rank_of[self.dealt[self.row_places[left]]]
                != self.rank_of[self.dealt[self.row_places[right]]]
            ):
                return False
            left += 1
            right -= 1
        return True
