# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which of many deals have themes that are seen in the cards alone, at the speed of dealing.

What a theme is called, and which games have it, is for `surveys.find.themes`.
"""

import cython

if not cython.compiled:
    from pyrtool.kernel.numbers.buffers import Bytes
    from pyrtool.kernel.shuffle import Dealer

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
"""How many rows are the top of a pyramid."""

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
        """A byte for each of `count` deals from number `first` on: 1 where it has all the themes."""
        word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        low: cython.ulonglong = first & word
        high: cython.ulonglong = first >> 64
        last: cython.longlong = count
        i: cython.longlong
        marks = bytearray(count)
        out: Bytes = marks
        self.dealt = dealer.cards
        self.size = len(dealer.codes)
        with cython.nogil:
            for i in range(last):
                dealer.deal_words(low, high)
                out[i] = self._fits()
                low = (low + 1) & word
                if low == 0:
                    high += 1
        return marks

    def _fits(self) -> cython.bint:
        """Whether the deal on the table has all that is wanted."""
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
        """Whether the stock has exactly `kings_in_stock` kings."""
        i: cython.int
        found: cython.int = 0
        for i in range(self.tableau, self.size):
            found += self.kings >> self.rank_of[self.dealt[i]] & 1
        return found == self.kings_in_stock

    def _set_in_stock(self) -> cython.bint:
        """Whether some set has no card in the tableau."""
        i: cython.int
        laid_out: cython.uint = 1  # the ranks of no set
        for i in range(self.tableau):
            laid_out |= cython.cast(cython.uint, 1) << self.set_of[self.rank_of[self.dealt[i]]]
        return laid_out != (cython.cast(cython.uint, 2) << self.sets) - 1

    def _kings_within(self, first: cython.int, last: cython.int) -> cython.bint:
        """Whether the pyramid has two kings at least, all of them in the rows `first` to `last` - 1."""
        row: cython.int
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
        """Whether all cards of a rank lie side by side in a row."""
        row: cython.int
        rank: cython.int
        at: cython.int = 0
        length: cython.int
        last: cython.int
        for row in range(self.rows):
            length = 0
            last = -1
            while at < self.row_ends[row]:
                rank = self.rank_of[self.dealt[self.row_places[at]]]
                length = length + 1 if rank == last else 1
                last = rank
                if length == self.of_a_rank:
                    return True
                at += 1
        return False

    def _mirror_row(self) -> cython.bint:
        """Whether the ranks of the bottom row read the same from both sides."""
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
