# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a search for short lines found out about positions: how many moves were not enough.

Earlier is better at its price where removing early never hurts. From an earlier position with the
same cards left, a player can deal up to a later one. So what was not enough there, less those
deals, is not enough later. The moves are noted as from the start of the first pass, the deals up to
the position added.
"""

import cython

from pyrtool.kernel.numbers.hash_table import Table

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import count_bits
    from pyrtool.kernel.numbers.encoding import (
        MARK_BITS,
        POSITION_BITS,
        dealt_of,
        key_of,
        lower_of,
        note_of,
        pass_of,
        position_of,
        upper_of,
    )


@cython.cclass
class Notes:
    """The table of the deal that was laid out.

    `monotone`: removing early never hurts, and the search rests on it; otherwise positions are
    distinguished. `dealt_over`: the kings of the stock that are passed for a move each, once.
    """

    def __init__(self, game: Game, monotone: bool) -> None:
        self.table = Table(2 * POSITION_BITS)
        self.monotone, self.unlimited = monotone, game.unlimited
        self.dealt_over = 0

    def known(
        self,
        left: cython.ulonglong,
        in_stock: cython.ulonglong,
        start: cython.int,
        budget: cython.int,
    ) -> cython.int:
        """How many moves more than this `budget` are known not to be enough, with these cards left from
        this position on; -1 where it may be enough itself."""
        slot: cython.longlong = self.table.find(self._key(left, start))
        note: cython.ulonglong
        if slot < 0:
            return -1
        note = self.table.note(slot)
        start = self._table_start(start)
        if self.monotone:
            if upper_of(note) > start:
                return -1
            budget += self._dealt_before(in_stock, start)
        elif upper_of(note) != start:
            return -1
        return lower_of(note) - budget if budget <= lower_of(note) else -1

    def note(
        self,
        left: cython.ulonglong,
        in_stock: cython.ulonglong,
        start: cython.int,
        budget: cython.int,
    ) -> cython.bint:
        """Note that this many moves were not enough; False when there is no room for it."""
        key: cython.ulonglong = self._key(left, start)
        slot: cython.longlong
        start = self._table_start(start)
        if self.table.full() and not self.table.make_room():
            return False
        slot = self.table.find(key)
        if self.monotone:
            budget += self._dealt_before(in_stock, start)
        self.table.write(slot, key, note_of(start, budget))
        return True

    def _key(self, left: cython.ulonglong, start: cython.int) -> cython.ulonglong:
        """The table's key: the cards left, and unless the game is monotone the position.

        Only the lowest `MARK_BITS` bits of the position fit; the note has all of it.
        """
        mark: cython.ulonglong = 0
        if not self.monotone:
            mark = self._table_start(start) & ((1 << MARK_BITS) - 1)
        return key_of(left, mark)

    def _table_start(self, start: cython.int) -> cython.int:
        """The level's first position. With unlimited passes only the first pass is distinguished
        from later ones, and where positions are distinguished no pass is."""
        if self.unlimited and not self.monotone:
            return dealt_of(start)
        if self.unlimited and pass_of(start) > 1:
            return position_of(1, dealt_of(start))
        return start

    def _dealt_before(self, in_stock: cython.ulonglong, position: cython.int) -> cython.int:
        """Deals and redeals from the start of the first pass to a position, with these cards left."""
        one: cython.ulonglong = 1
        number: cython.int = pass_of(position)
        rest: cython.ulonglong
        if number == 0:
            return count_bits((in_stock | self.dealt_over) & ((one << position) - 1))
        rest = in_stock & ((one << dealt_of(position)) - 1)
        return (count_bits(in_stock) + 1) * number + count_bits(self.dealt_over) + count_bits(rest)
