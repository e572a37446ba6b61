# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The fewest moves to so many discards: the search of `shortest` with the question of `most`.

A line is good enough when the cards that must go are gone and the tallied sets (and kings) lack no
more discards than allowed, the `slack`. A pair may count twice, as two cards do.

Every discard is a move of its own here, those of kings too. A king that is turned
goes where another card would be dealt: both cost a move, and gone it is never in the way.
"""

import cython

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit
    from pyrtool.kernel.numbers.codes import (
        ADVANCED,
        MANY,
        OPEN,
        PRUNE_KINGS,
        PRUNE_SETS,
        STAY_ROWS,
        STAY_STEPS,
        SW_AUTO_ON_TURN,
    )
    from pyrtool.kernel.numbers.encoding import pass_of
    from pyrtool.kernel.shortest.shortest import Shortest


@cython.cclass
class Fewest(Shortest):
    """Buffers of one game. `ask` of a deal, then `begin` and `search` as in `Shortest`.

    With `kings_go` a king of the stock goes at no loss when it is turned, if the stock is dealt on.
    `prunes`: see `Lengths`.
    """

    def __init__(self, game: Game, kings_go: bool, prunes: int) -> None:
        Shortest.__init__(self, game, False, prunes)
        self.by_ends = False  # sets that may stop are not in those tables
        self.keep_kings, self.keep_optional, self.deal.ends = True, False, game.ends
        self.kings_go = kings_go and self.monotone and bool(self.prunes & PRUNE_KINGS)

    def ask(
        self,
        cards: bytes,
        left: bytes,
        position: int,
        wanted: int,
        tallied: int,
        slack: int,
        pair_weight: int = 1,
        clear_by: int = 0,
    ) -> int:
        """Lay out a deal in the middle of its play (`Search.load_position`) for one question; the
        least number of moves that it can take.

        `wanted` and `tallied`: see `State.demand`. `slack`: how many tallied discards may be
        missing, a pair for `pair_weight` of them. `clear_by`: the pass (1 is the first) by whose
        end the pyramid must be cleared, 0 for no matter when.
        """
        self.demand(wanted, tallied)
        self.slack, self.pair_weight, self.clear_by = slack, pair_weight, clear_by
        return self.load_position(cards, left, position)

    def lay_out(self, cards: cython.const[cython.uchar][::1]) -> cython.bint:  # type: ignore[valid-type]
        """`Shortest.lay_out`, with the tables of what may stay."""
        i: cython.int
        alive: cython.bint = Shortest.lay_out(self, cards)
        self.build_stay_tables()
        self.only_tableau = True
        for i in range(self.tableau, self.size):
            if self.must & ~self.kings & (cython.cast(cython.ulonglong, 1) << self.bit_at[i]):
                self.only_tableau = False
        return alive

    def done(self, s: cython.int, sub: cython.int) -> cython.bint:
        """Whether a set may stop with these cards left, as far as it alone can tell."""
        if sub & cython.cast(cython.int, (self.must >> (8 * s)) & 255):
            return False
        if self.tallied >> s & 1:
            return (count_bits(sub) >> 1) * self.pair_weight <= self.slack
        return True

    def reached(self, d: cython.int) -> cython.bint:
        """Whether what was asked for is done."""
        return self.left[d] & self.must == 0 and self._weight(d) <= self.slack

    def _weight(self, d: cython.int) -> cython.int:
        """What the tallied discards weigh that are not made."""
        pairs: cython.int = self.units(self.left[d] & ~self.kings)
        return self.units(self.left[d] & self.kings) + pairs * self.pair_weight

    def at_least(self, d: cython.int) -> cython.int:
        """No line from here takes fewer moves: `Lengths.at_least`, and every discard that is
        tallied and not allowed to be missing is a move."""
        left: cython.ulonglong = self.left[d]
        now: cython.int = 0 if self.unlimited else self.position[d]
        lacking: cython.int = 0
        discards: cython.int = 0
        within: cython.int = 0
        reach: cython.int = 0
        kings: cython.int = 0
        k: cython.int
        m: cython.int
        s: cython.int
        rest: cython.ulonglong
        if self.clear_by and pass_of(self.position[d]) >= self.clear_by and left & self.pyramid:
            return MANY
        if not self.prunes & PRUNE_SETS:
            return 0
        for s in range(self.sets):
            k = 256 * s + cython.cast(cython.int, (left >> (8 * s)) & 255)
            if self.tallied >> s & 1:
                m = 0
                while m < STAY_STEPS and self.stay[STAY_ROWS * m + k] < now:
                    m += 1
                lacking += m
                if m == STAY_STEPS or lacking * self.pair_weight > self.slack:
                    return MANY
            elif self.last_alive[k] < now:
                return MANY
            discards += self.least[k]
            within += self.least_within[k]
            if self.reach[k] > reach:
                reach = self.reach[k]
        rest = left & self.must & self.kings
        while rest:
            k = self.stock_index[lowest_bit(rest)]
            rest &= rest - 1
            if k < 0:
                kings += 1
                continue
            discards += 1
            if k + 1 > reach:
                reach = k + 1
        only_tableau: cython.bint = self.must != 0 and self.only_tableau
        discards = kings + self.with_passed(
            d, discards, within, reach, self.in_stock[d], only_tableau
        )
        if self.stock_waste == SW_AUTO_ON_TURN:
            return discards  # a pair that goes by itself counts, and costs no move
        lacking = (self._weight(d) - self.slack + self.pair_weight - 1) // self.pair_weight
        return discards if discards > lacking else lacking

    def _enter(self, d: cython.int) -> cython.int:
        """`Shortest._enter`; a king that must go and may goes alone."""
        code: cython.int = Shortest._enter(self, d)
        kings: cython.ulonglong = self.exposed[d] & self.kings & self.must & ~self.last
        if code == OPEN and kings and self.prunes & PRUNE_KINGS:
            self.count[d] = self.following[d] = 0
            self.add_pair(d, lowest_bit(kings), lowest_bit(kings))
            self.forced[d] = 1
        return code

    def king_turned(self, d: cython.int) -> cython.bint:
        """Whether a king is turned that would go in place of a deal."""
        turned: cython.int = self.turned(d) if self.kings_go else -1
        return turned >= 0 and self.bit_at[self.tableau + turned] >= 8 * self.sets

    def _list(self, d: cython.int) -> cython.void:
        """Add the discards that the stock brings; a king that is turned goes when it is dealt on."""
        if not self.king_turned(d):
            Shortest._list(self, d)
            return
        if self.waste_top(d) >= 0:
            self._list_with(d, self.bit_at[self.tableau + self.waste_top(d)])
        self.force(d)

    def _advance(self, d: cython.int) -> cython.int:
        """Deal or redeal once, or in place of a deal discard the king that is turned."""
        card: cython.int
        if not self.king_turned(d):
            return Shortest._advance(self, d)
        card = self.bit_at[self.tableau + self.turned(d)]
        self.count[d] = self.following[d] = 0
        self.add_pair(d, card, card)
        self.forced[d] = 1
        return ADVANCED
