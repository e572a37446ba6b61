# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What is left after a discard: of the tableau with its kings gone, and of the stock the first cards alike.

Row 0 is at some place: this many of its stock cards lie in the waste.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers, words

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit
    from pyrtool.kernel.numbers.codes import PAIRS
    from pyrtool.kernel.numbers.encoding import PASS, dealt_of, pass_start
    from pyrtool.kernel.players.moves import Moves
    from pyrtool.kernel.players.random.tableaux import NO_NUMBER, Tableaux


@cython.cclass
class StockLeft:
    """`index`: the indices of row 0's stock cards, `cards` of them."""

    def __init__(self, game: Game) -> None:
        self.moves = Moves(game, False)
        self.index, self.cards, self.matching = integers(PASS), 0, words(PASS)
        self.tableaux = Tableaux()
        self.pair_after, self.pair_to = words(PAIRS), integers(PAIRS)

    def look_at_deal(self) -> cython.void:
        """A deal is laid out: which cards of its stock go alone (`kings_in_stock`), and which go with each
        of them (`matching`), by index."""
        one: cython.ulonglong = 1
        i: cython.int
        j: cython.int
        self.kings_in_stock = 0
        for i in range(self.moves.stock):
            self.matching[i] = 0
            if self.moves.kings >> self.moves.bit_at[self.moves.tableau + i] & 1:
                self.kings_in_stock |= one << i
            for j in range(self.moves.stock):
                if self.moves.allowed(
                    0,
                    self.moves.bit_at[self.moves.tableau + i],
                    self.moves.bit_at[self.moves.tableau + j],
                ):
                    self.matching[i] |= one << j

    def look_at_tableau(self) -> cython.void:
        """A tableau has its turn: what is exposed, the discards within it (`pair_after`: what is left then),
        and which cards of the stock, by index, can go `with_exposed` ones."""
        one: cython.ulonglong = 1
        cards: cython.ulonglong = self.tableaux.cards[self.tableaux.now]
        i: cython.int
        k: cython.int
        self.moves.level_of(
            cards | self.moves.all_left & ~self.moves.laid_out, self.moves.all_in_stock, 0
        )
        self.moves.list_pairs(0)
        self.pairs = self.moves.count[0]
        for k in range(self.pairs):
            self.pair_after[k] = self.left_after(
                cards, one << self.moves.pair_low[k] | one << self.moves.pair_high[k]
            )
            self.pair_to[k] = NO_NUMBER
        self.with_exposed = self.tried = 0
        for i in range(self.moves.stock):
            if self.exposed_partners(i):
                self.with_exposed |= one << i

    def position_at(self, place: cython.int) -> cython.int:
        """The position of the stock at a place of row 0's pass."""
        return pass_start(self.moves.position[0]) + (self.index[place - 1] + 1 if place > 0 else 0)

    def stand_with(self, left: cython.ulonglong) -> cython.void:
        """Row 0: these cards left."""
        one: cython.ulonglong = 1
        rest: cython.ulonglong = left & ~self.moves.laid_out
        in_stock: cython.ulonglong = 0
        while rest:
            in_stock |= one << self.moves.stock_index[lowest_bit(rest)]
            rest &= rest - 1
        self.moves.left[0], self.moves.in_stock[0], self.cards = left, in_stock, 0
        while in_stock:
            self.index[self.cards] = lowest_bit(in_stock)
            self.cards += 1
            in_stock &= in_stock - 1

    def place_of(self, d: cython.int) -> cython.int:
        """How many of the stock cards left lie in the waste."""
        return self.place_when(d, dealt_of(self.moves.position[d]))

    def place_when(self, d: cython.int, dealt: cython.int) -> cython.int:
        """`place_of` when this many of the deal's stock cards, less than `PASS`, are dealt."""
        one: cython.ulonglong = 1
        return count_bits(self.moves.in_stock[d] & ((one << dealt) - 1))

    def last_place_open(self, left: cython.ulonglong) -> cython.int:
        """The last place of row 0's pass, with these cards of the tableau left, at which no set is
        blocked; or -1."""
        deadline: cython.int = self.moves.least_deadline(left)
        if self.moves.unlimited:
            return PASS if deadline >= 0 else -1
        deadline -= pass_start(self.moves.position[0])
        if deadline < 0:
            return -1
        if deadline >= PASS:
            return PASS
        return self.place_when(0, deadline)

    def take_first_alike(self, d: cython.int) -> cython.void:
        """Any of the cards of the same rank may be the one that is left. Let row d have the first
        of the stock whose ranks, in order, are those of its stock. Its chances are the same, as
        suits do not count, and many rows become one."""
        one: cython.ulonglong = 1
        cards: cython.ulonglong = self.moves.in_stock[d]
        left: cython.ulonglong = self.moves.left[d] & self.moves.laid_out
        in_stock: cython.ulonglong = 0
        dealt: cython.int = dealt_of(self.moves.position[d])
        dealt_then: cython.int = 0
        i: cython.int
        k: cython.int = 0
        while cards:
            i = lowest_bit(cards)
            cards &= cards - 1
            k += lowest_bit(
                self.moves.places_of[self.moves.bit_at[self.moves.tableau + i] >> 2] >> k
            )
            in_stock |= one << k
            left |= one << self.moves.bit_at[self.moves.tableau + k]
            k += 1
            if i < dealt:
                dealt_then = k
        self.moves.left[d], self.moves.in_stock[d] = left, in_stock
        self.moves.position[d] = pass_start(self.moves.position[d]) + dealt_then

    def left_after(self, left: cython.ulonglong, cards: cython.ulonglong) -> cython.ulonglong:
        """What is left when exposed cards of the tableau go, and the kings that go immediately."""
        one: cython.ulonglong = 1
        kings: cython.ulonglong = left & self.moves.kings
        below: cython.ulonglong
        card: cython.int
        king: cython.int
        left &= ~cards
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            below = self.moves.under[card] & kings
            while below:
                king = lowest_bit(below)
                below &= below - 1
                if self.moves.cover[king] & left == 0:
                    left &= ~(one << king)
                    cards |= one << king
        return left

    def exposed_partners(self, i: cython.int) -> cython.ulonglong:
        """The exposed cards with which a stock card can go, by index."""
        card: cython.int = self.moves.bit_at[self.moves.tableau + i]
        base: cython.int = card & ~7
        partners: cython.ulonglong
        if card >= 8 * self.moves.sets:
            return 0
        if not self.moves.self_set[card >> 3] and not card & 4:
            base += 4
        partners = self.moves.exposed[0] >> base & 15
        return (partners & self.moves.partners(0, card)) << base

    def take_out(self, i: cython.int, last: cython.int) -> cython.void:
        """What is left of row 0's stock without its cards from i to the last one, the first alike,
        and the place that it is then at."""
        one: cython.ulonglong = 1
        bit: cython.int
        j: cython.int
        k: cython.int
        if self.moves.in_stock[0] & self.kings_in_stock:
            self.moves.copy_level(0)
            self.moves.position[1] = self.position_at(last)
            for j in range(i, last + 1):
                self.moves.remove(1, one << self.moves.bit_at[self.moves.tableau + self.index[j]])
            self.moves.settle(1)
            self.take_first_alike(1)
            self.cards_after = self.moves.left[1] & ~self.moves.laid_out
            return
        self.cards_after = self.moves.left[0] & ~self.moves.laid_out
        for j in range(i, last + 1):
            self.cards_after &= ~(one << self.moves.bit_at[self.moves.tableau + self.index[j]])
        k = self.index[i - 1] + 1 if i > 0 else 0
        for j in range(last + 1, self.cards):
            bit = self.moves.bit_at[self.moves.tableau + self.index[j]]
            k += lowest_bit(self.moves.places_of[bit >> 2] >> k)
            if k == self.index[j]:
                return  # and so are all that follow
            self.cards_after ^= one << bit | one << self.moves.bit_at[self.moves.tableau + k]
            k += 1
