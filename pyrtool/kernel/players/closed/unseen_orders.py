# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The orders of the unseen cards: all of them, or some that chance gives.

Cards of one rank are interchangeable: in every order they come by their suits, so that an order is
a sequence of ranks. In orders drawn by chance each unseen card comes first equally often, as every
card is as likely to be seen next. This leaves less to chance than orders drawn singly.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import lowest_bit
    from pyrtool.kernel.numbers.buffers import Integers
    from pyrtool.kernel.players.closed.unseen_cards import UnseenCards
    from pyrtool.kernel.players.moves import Moves

FEW_ORDERS = cython.declare(cython.int, 720)  # up to this many, all are taken


@cython.cclass
class UnseenOrders:
    """`sequence`: the groups of the unseen cards in the order that is imagined."""

    def __init__(self, moves: Moves, unseen: UnseenCards) -> None:
        self.moves, self.unseen = moves, unseen
        self.sequence, self.firsts = integers(64), integers(64)
        self.drawn = 0

    def write_orders(self) -> cython.bint:
        """Write the groups of the unseen cards into `sequence`, sorted; whether they have no more
        than `FEW_ORDERS` orders."""
        rest: cython.ulonglong = self.unseen.hidden
        count: cython.int = 0
        alike: cython.int = 0
        orders: cython.longlong = 1
        while rest:
            # `hide` has put them in the order of their bits.
            self.sequence[count] = self.moves.bit_at[lowest_bit(rest)] >> 2
            rest &= rest - 1
            alike = alike + 1 if count and self.sequence[count] == self.sequence[count - 1] else 1
            count += 1
            if orders <= FEW_ORDERS:
                orders = orders * count // alike
        return orders <= FEW_ORDERS

    def draw_orders(self) -> cython.void:
        """From now on `shuffle_sequence`."""
        i: cython.int
        for i in range(self.unseen.hidden_count):
            self.firsts[i] = self.sequence[i]
        self.drawn = 0

    def shuffle_sequence(self) -> cython.void:
        """Put `sequence` in an order that chance gives."""
        i: cython.int
        turn: cython.int = self.drawn % self.unseen.hidden_count
        self.drawn += 1
        if turn == 0:
            self._shuffle(self.firsts, 0)
        i = 0
        while self.sequence[i] != self.firsts[turn]:
            i += 1
        self.sequence[i] = self.sequence[0]
        self.sequence[0] = self.firsts[turn]
        self._shuffle(self.sequence, 1)

    def _shuffle(self, groups: Integers, first: cython.int) -> cython.void:
        """Shuffle the groups of all unseen cards from the `first` on."""
        i: cython.int
        j: cython.int
        group: cython.int
        for i in range(self.unseen.hidden_count - 1, first, -1):
            j = first + self.moves.below(i + 1 - first)
            group = groups[i]
            groups[i] = groups[j]
            groups[j] = group

    def next_sequence(self) -> cython.bint:
        """Put `sequence` in its next order; False after the last one."""
        i: cython.int = self.unseen.hidden_count - 2
        j: cython.int = self.unseen.hidden_count - 1
        group: cython.int
        while i >= 0 and self.sequence[i] >= self.sequence[i + 1]:
            i -= 1
        if i < 0:
            return False
        while self.sequence[j] <= self.sequence[i]:
            j -= 1
        group = self.sequence[i]
        self.sequence[i] = self.sequence[j]
        self.sequence[j] = group
        i += 1
        j = self.unseen.hidden_count - 1
        while i < j:
            group = self.sequence[i]
            self.sequence[i] = self.sequence[j]
            self.sequence[j] = group
            i += 1
            j -= 1
        return True

    def put_sequence(self) -> cython.void:
        """Put the unseen cards in the order of `sequence`."""
        group: cython.ulonglong
        cards: cython.ulonglong = self.unseen.hidden_cards
        one: cython.ulonglong = 1
        rest: cython.ulonglong = self.unseen.hidden
        at: cython.int = 0
        card: cython.int
        while rest:
            group = 15
            card = lowest_bit(cards & (group << (4 * self.sequence[at])))
            cards &= ~(one << card)
            self.unseen.put(lowest_bit(rest), card)
            rest &= rest - 1
            at += 1
        self.unseen.lay_hidden()
