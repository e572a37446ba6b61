# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Given partners played where pairs of the stock vanish by themselves.

`pairing` chooses partners for the game in which the player chooses. Here they are played by the rules
of the game itself. A win is a line of it; where none is found, nothing is proved.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import lowest_bit
    from pyrtool.kernel.numbers.buffers import Integers
    from pyrtool.kernel.numbers.codes import NO_CARD, SW_AUTO_ON_TURN
    from pyrtool.kernel.numbers.encoding import VANISHED
    from pyrtool.kernel.verdict.pairing.deductions import Deductions

NOTHING = cython.declare(cython.int, -1)


@cython.cclass
class Vanishing:
    """The stock and the waste as one pass is played. `count`: the number of moves: `move_low`,
    `move_high`, `move_position`, as `encoding` has them.

    Each pair goes as soon as it can. A king of the stock stays on the waste until the card below it
    is to go: it keeps two cards apart, and hinders nothing. If two cards vanish that were no
    partners, their partners go with each other from then on.
    """

    def __init__(self, game: Game, known: Deductions) -> None:
        self.known, self.overlap = known, game.overlap
        self.tableau, self.stock, self.kings_from = game.tableau, game.stock, 8 * game.sets
        self.on_turn = game.stock_waste == SW_AUTO_ON_TURN
        self.whole = not game.goal_pyramid
        rows: int = game.size + 2
        self.move_low, self.move_high = integers(rows), integers(rows)
        self.move_position = integers(rows)
        self.mate, self.waste = bytearray(64), integers(rows)
        one: cython.ulonglong = 1
        self.left, self.in_sets = 0, (one << self.kings_from) - 1
        self.count = self.dealt = self.height = 0
        self.turned = NOTHING

    def play(
        self,
        low: Integers,
        high: Integers,
        pairs: cython.int,
        left: cython.ulonglong,
        dealt: cython.int,
    ) -> cython.bint:
        """Whether these pairs, played from a position of the deal that `known` has, reach the goal.
        `left`: the cards left; `dealt`: how many of the stock are dealt."""
        k: cython.int
        for k in range(64):
            self.mate[k] = NO_CARD
        for k in range(pairs):
            self.mate[low[k]] = cython.cast(cython.uchar, high[k])
            self.mate[high[k]] = cython.cast(cython.uchar, low[k])
        self.left, self.dealt = left, dealt
        self.count = self.height = 0
        for k in range(dealt):
            self._put(self.known.bit_at[self.tableau + k])
        self.turned = self._next()
        while self.left & self.known.goal & self.in_sets:
            if not self._discard_pair() and not self._deal():
                return False
        if self.whole:
            self._discard_kings()
        return True

    def _put(self, card: cython.int) -> cython.void:
        """Put a card on the waste, if it is left."""
        if self.left >> card & 1:
            self.waste[self.height] = card
            self.height += 1

    def _next(self) -> cython.int:
        """The next card of the stock, which is turned, or `NOTHING`."""
        card: cython.int
        while self.dealt < self.stock:
            card = self.known.bit_at[self.tableau + self.dealt]
            self.dealt += 1
            if self.left >> card & 1:
                return card
        return NOTHING

    def _note(self, low: cython.int, high: cython.int) -> cython.void:
        """Note a move at this position of the stock."""
        self.move_low[self.count], self.move_high[self.count] = low, high
        self.move_position[self.count] = 0
        if self.height:
            self.move_position[self.count] = self.known.index_of[self.waste[self.height - 1]] + 1
        self.count += 1

    def _discard_pair(self) -> cython.bint:
        """Discard two partners that can go; false if there are none."""
        one: cython.ulonglong = 1
        tableau: cython.ulonglong = self.left & self.known.laid_out & self.in_sets
        rest: cython.ulonglong = tableau
        available: cython.ulonglong = 0
        top: cython.int = self.height - 1
        waits: cython.bint
        x: cython.int
        y: cython.int
        while rest:
            x = lowest_bit(rest)
            rest &= rest - 1
            if self.known.above[x] & tableau == 0:
                available |= one << x
        while top >= 0 and self.waste[top] >= self.kings_from:
            top -= 1
        if top >= 0:
            available |= one << self.waste[top]
        if NOTHING < self.turned < self.kings_from:
            available |= one << self.turned
        waits = self._waits()
        rest = available
        while rest:
            x = lowest_bit(rest)
            rest &= rest - 1
            y = self.mate[x]
            if y == NO_CARD or not (available >> y & 1 or self._under(tableau, x, y)):
                continue
            if waits and (x == self.turned or y == self.turned):
                continue
            if top >= 0 and (x == self.waste[top] or y == self.waste[top]):
                while self.height - 1 > top:
                    self._discard_king()
            self._note(x, y)
            self._remove(x, y)
            return True
        return False

    def _waits(self) -> cython.bint:
        """Whether the turned card goes better from the waste. Where pairs vanish on turning, it keeps the
        next card from the waste top there, if those two would vanish and are no partners."""
        top: cython.int
        card: cython.int
        k: cython.int
        if not self.on_turn or self.height == 0 or self.turned < 0:
            return False
        top = self.waste[self.height - 1]
        if self.mate[self.turned] == top:
            return False
        for k in range(self.dealt, self.stock):
            card = self.known.bit_at[self.tableau + k]
            if self.left >> card & 1:
                if self.mate[card] == top or self._match(card, self.turned):
                    return False
                return self._match(card, top)
        return False

    def _match(self, x: cython.int, y: cython.int) -> cython.bint:
        """Whether two cards go together."""
        return x < self.kings_from and x >> 3 == y >> 3 and (x ^ y) & 4 != 0

    def _under(self, tableau: cython.ulonglong, x: cython.int, y: cython.int) -> cython.bint:
        """Whether a card that is available lies directly on the other, and is all that does."""
        one: cython.ulonglong = 1
        return (
            self.overlap
            and self.known.cover[y] >> x & 1 != 0
            and self.known.above[y] & tableau == one << x
        )

    def _remove(self, x: cython.int, y: cython.int) -> cython.void:
        """Take two cards away. If one of them was turned, turn the next."""
        one: cython.ulonglong = 1
        top: cython.int = self.waste[self.height - 1] if self.height else NOTHING
        self.left &= ~((one << x) | (one << y))
        if x == top or y == top:
            self.height -= 1
        if x == self.turned or y == self.turned:
            self._turn()

    def _turn(self) -> cython.void:
        """Turn the next card of the stock. Where pairs vanish on turning, it may vanish with the top."""
        one: cython.ulonglong = 1
        self.turned = self._next()
        while self.on_turn and self._tops_match():
            self.height -= 1
            self._pair_off(self.turned, self.waste[self.height])
            self.left &= ~((one << self.turned) | (one << self.waste[self.height]))
            self.vanished = True
            self.turned = self._next()

    def _deal(self) -> cython.bint:
        """Put the turned card on the waste, unless it vanishes with its top; false if there is none."""
        if self.turned < 0:
            return False
        if self._tops_match() and not self.on_turn:
            self._pair_off(self.turned, self.waste[self.height - 1])
            self._note(self.waste[self.height - 1], self.turned)
            self._remove(self.waste[self.height - 1], self.turned)
            return True
        self._put(self.turned)
        self.vanished = False
        self._turn()
        if self.vanished:
            self._note(VANISHED, VANISHED)
        return True

    def _tops_match(self) -> cython.bint:
        """Whether the turned card and the waste top go together."""
        if self.height == 0 or self.turned < 0:
            return False
        return self._match(self.turned, self.waste[self.height - 1])

    def _pair_off(self, x: cython.int, y: cython.int) -> cython.void:
        """Two cards vanish. If they were no partners, theirs become partners of each other."""
        a: cython.int = self.mate[x]
        b: cython.int = self.mate[y]
        if a == y:
            return
        if a != NO_CARD:
            self.mate[a] = cython.cast(cython.uchar, b)
        if b != NO_CARD:
            self.mate[b] = cython.cast(cython.uchar, a)

    def _discard_king(self) -> cython.void:
        """Discard the king that is the waste top."""
        one: cython.ulonglong = 1
        king: cython.int = self.waste[self.height - 1]
        self._note(king, king)
        self.left &= ~(one << king)
        self.height -= 1

    def _discard_kings(self) -> cython.void:
        """Discard the kings, which alone are left."""
        while self.height:
            self._discard_king()
        while self.turned >= 0:
            self._note(self.turned, self.turned)
            self.turned = self._next()
