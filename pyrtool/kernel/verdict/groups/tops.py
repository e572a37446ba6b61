# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which stock cards can come to the top of the waste, several being dealt at a time, with redeals.

It decides which of these tops are still to be tried at a level. They are those that come in time
for every set, and were not tried before with the same cards left. What is done with them is for
`grouped`.
"""

import cython

from pyrtool.kernel.numbers.buffers import long_integers, words
from pyrtool.kernel.verdict.groups.groups import Groups

if not cython.compiled:
    from pyrtool.kernel.levels.discards import Discards
    from pyrtool.kernel.numbers.codes import PRUNE_SETS
    from pyrtool.kernel.numbers.encoding import FOREVER, dealt_of, key_of, pass_of
    from pyrtool.kernel.numbers.hash_table import Table


@cython.cclass
class Tops:
    """The tops of each level: `today` those of this pass, `later` those of the next, by index.

    For dealt games without stock-waste matches and pairs within the waste. A note in the `table`
    has a bit for every stock card whose discards were tried when it was the waste top. `key` and
    `slot`: what the table calls each level, and where its note is.
    """

    def __init__(self, levels: Discards, table: Table) -> None:
        self.levels, self.table = levels, table
        rows: int = levels.size + 2
        self.today, self.later, self.key = words(rows), words(rows), words(rows)
        self.slot = long_integers(rows)
        self.groups = Groups(levels.draw)

    def find_tops(self, d: cython.int) -> cython.void:
        """Find the stock cards that can come to the top of the waste, nothing being discarded
        before. `today` has those of this pass, and `later` those that can in the next but not in
        this one.

        The waste is the same under a card in whichever pass it is the top, and a pass less may have
        been used. The passes after the next bring the same cards as the next.
        """
        one: cython.ulonglong = 1
        t: cython.int = dealt_of(self.levels.position[d])
        stock: cython.ulonglong = self.levels.in_stock[d]
        tops: cython.ulonglong = self.groups.tops((stock >> t) << t)
        if t > 0:
            tops |= one << (t - 1)
        self.today[d] = tops
        self.later[d] = 0
        if self.levels.unlimited or pass_of(self.levels.position[d]) + 1 < self.levels.passes:
            self.later[d] = self.groups.tops(stock) & ~tops

    def leave_in_time(self, d: cython.int) -> cython.bint:
        """Set tables, where passes are limited: keep only the tops that come in time for every set;
        false if it is too late already.

        A top that comes after the last position at which some set can still go is of no use: see
        `Positions.too_late`. Nor is it after a pair of the tableau was discarded: that set's table
        knows the pair, and without it the last position is the same or an earlier one.
        """
        one: cython.ulonglong = 1
        last: cython.int = FOREVER
        alive: cython.int
        t: cython.int
        s: cython.int
        if self.levels.unlimited or not self.levels.prunes & PRUNE_SETS:
            return True
        for s in range(self.levels.sets):
            t = cython.cast(cython.int, (self.levels.left[d] >> (8 * s)) & 255)
            alive = self.levels.last_alive[256 * s + t]
            if alive < last:
                last = alive
        if last < self.levels.position[d]:
            return False
        if pass_of(last) == pass_of(self.levels.position[d]):
            self.today[d] &= (one << dealt_of(last)) - 1
            self.later[d] = 0
        elif pass_of(last) == pass_of(self.levels.position[d]) + 1:
            self.later[d] &= (one << dealt_of(last)) - 1
        return True

    def leave_untried(self, d: cython.int) -> cython.bint:
        """Keep only the tops that were not tried with these cards left, in this pass or an earlier
        one; false if there are none.

        The waste top, with the cards left, says which of them lie in the waste: all up to it. So
        these determine what can follow its discard, together with the pass where passes are
        limited; an earlier pass allows more. If pairs of the tableau go before the discard, they
        could have gone before it the other time as well. Without a stock nothing is tried, and this
        shows nothing. The proof is in docs/development/proofs.md, "Tried before".
        """
        tried: cython.ulonglong = 0
        slot: cython.longlong
        number: cython.int
        if not self.levels.unlimited:
            for number in range(pass_of(self.levels.position[d])):
                slot = self.table.find(self.position_key(d, number))
                if slot >= 0:
                    tried |= self.table.note(slot)
        self.key[d] = self.position_key(d, pass_of(self.levels.position[d]))
        self.slot[d] = self.table.find(self.key[d])
        if self.slot[d] >= 0:
            tried |= self.table.note(self.slot[d])
        self.today[d] &= ~tried
        if self.later[d] and not self.levels.unlimited:
            slot = self.table.find(self.position_key(d, pass_of(self.levels.position[d]) + 1))
            if slot >= 0:
                tried |= self.table.note(slot)
        self.later[d] &= ~tried
        return self.today[d] | self.later[d] != 0

    def position_key(self, d: cython.int, pass_number: cython.int) -> cython.ulonglong:
        """What the table calls the cards left in this pass; unlimited passes are all alike."""
        return key_of(self.levels.left[d], 0 if self.levels.unlimited else pass_number)

    def note_tried(self, key: cython.ulonglong, tops: cython.ulonglong) -> cython.void:
        """Note that these stock cards are tried."""
        slot: cython.longlong = self.table.find(key)
        if slot >= 0:
            tops |= self.table.note(slot)
        self.table.write(slot, key, tops)
