# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a greedy or a careful player thinks that a move is worth."""

import cython

from pyrtool.kernel.numbers.buffers import integers

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import lowest_bit
    from pyrtool.kernel.numbers.codes import PAIRS
    from pyrtool.kernel.numbers.encoding import DEALING
    from pyrtool.kernel.players.closed.unseen_cards import UnseenCards
    from pyrtool.kernel.players.moves import Moves

# The order in which a greedy player likes moves; dealing is worth 0.
IN_TABLEAU = cython.declare(cython.int, 3000)
WITH_TABLEAU = cython.declare(cython.int, 2000)
IN_STOCK = cython.declare(cython.int, 1000)
EXPOSING = cython.declare(cython.int, 16)  # for each card that is exposed
WASTEFUL = cython.declare(cython.int, -10000)
DEADLY = cython.declare(cython.int, -100000)


@cython.cclass
class Worths:
    """`worth`: of each move that is listed in row 0, after `judge`. `careful`: a move that leaves a set
    dead is worth least."""

    def __init__(self, moves: Moves, unseen: UnseenCards, careful: bool) -> None:
        self.moves, self.unseen, self.careful = moves, unseen, careful
        self.worth = integers(PAIRS)

    def judge(self) -> cython.void:
        """Note how much a greedy player likes each move, or a careful one.

        Pairs within the tableau come first, then those of a tableau card and one of the stock, then
        those of two stock cards, then dealing. Among equals, what exposes more cards comes first. A
        pair that takes the last partner that another tableau card can have comes after dealing;
        with goal pyramid so does one of two stock cards. A careful player comes to a move that
        leaves a set dead only where all do.
        """
        one: cython.ulonglong = 1
        now: cython.int
        k: cython.int
        a: cython.int
        b: cython.int
        s: cython.int
        in_tableau: cython.int
        value: cython.int
        left: cython.ulonglong
        if self.careful:
            self.unseen.know_sets()
        for k in range(self.moves.count[0]):
            a, b = self.moves.pair_low[k], self.moves.pair_high[k]
            left = self.moves.left[0]
            now = 0 if self.moves.unlimited else self.moves.position[0]
            if a == DEALING:
                value = 0
                if not self.moves.unlimited:
                    now = self.moves.next_position(0)
            else:
                left &= ~(one << a | one << b)
                in_tableau = (self.moves.stock_index[a] < 0) + (self.moves.stock_index[b] < 0)
                if a == b or in_tableau == 2:
                    value = IN_TABLEAU
                elif in_tableau == 1:
                    value = WITH_TABLEAU
                else:
                    value = -1 if self.moves.goal_pyramid else IN_STOCK
                value += EXPOSING * self._exposed_by(a, b, left)
                if a != b and self._robs(a, left):
                    value += WASTEFUL
            if self.careful:
                for s in range(self.moves.sets):
                    if (
                        self.moves.last_alive[
                            256 * s + cython.cast(cython.int, (left >> (8 * s)) & 255)
                        ]
                        < now
                    ):
                        value += DEADLY
                        break
            self.worth[k] = value

    def best(self) -> cython.int:
        """The first of the moves that are worth most."""
        best: cython.int = 0
        k: cython.int
        for k in range(1, self.moves.count[0]):
            if self.worth[k] > self.worth[best]:
                best = k
        return best

    def _exposed_by(self, a: cython.int, b: cython.int, left: cython.ulonglong) -> cython.int:
        """How many cards two cards expose as they go; `left` is what is left then."""
        rest: cython.ulonglong = (self.moves.under[a] | self.moves.under[b]) & left
        exposed: cython.int = 0
        while rest:
            if self.moves.cover[lowest_bit(rest)] & left == 0:
                exposed += 1
            rest &= rest - 1
        return exposed

    def _robs(self, a: cython.int, left: cython.ulonglong) -> cython.bint:
        """Whether a pair took the last partner of some seen tableau card of the set of card a, not counting
        what lies on that card."""
        s: cython.int = a >> 3
        base: cython.int = 8 * s
        pair: cython.ulonglong = self.moves.left[0] & ~left
        card: cython.int
        partners: cython.ulonglong
        for card in range(base, base + 8):
            if not (left & self.moves.must & ~self.unseen.hidden_cards) >> card & 1:
                continue
            if self.moves.stock_index[card] >= 0:
                continue
            partners = self.moves.partners_of(card) & ~self.moves.above[card]
            if partners & left == 0 and partners & pair:
                return True
        return False
