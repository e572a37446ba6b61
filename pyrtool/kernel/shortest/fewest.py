# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The fewest moves to a number of discards: the search of `shortest` with the question of `most`.

A line is good enough when the cards that must go are gone and the tallied sets (and kings) lack no
more discards than allowed, the `slack`. A pair may count twice, as two cards do.

Every discard is a move of its own here, those of kings too (`Shortest.count_discards`).
"""

import cython

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.levels.places import Places
    from pyrtool.kernel.levels.sets import SetTables
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit
    from pyrtool.kernel.numbers.codes import (
        MANY,
        PRUNE_SETS,
        STAY_ROWS,
        STAY_STEPS,
        SW_AUTO_ON_TURN,
    )
    from pyrtool.kernel.numbers.encoding import pass_of
    from pyrtool.kernel.shortest.lengths import Lengths
    from pyrtool.kernel.shortest.shortest import Shortest


@cython.cclass
class Tallied(Lengths):
    """The length tables for a question of tallied discards, some of which may be missing."""

    def __init__(self, deal: Places, tables: SetTables, prunes: int) -> None:
        # Sets that may stop are not in the tables by ends.
        Lengths.__init__(self, deal, tables, prunes, drop_kings=False, ends_hold=False)
        self.slack, self.pair_weight, self.clear_by, self.tallied = 0, 1, 0, 0
        self.only_tableau, self.stay = False, tables.stay

    def allow(self, slack: int, pair_weight: int, clear_by: int) -> None:
        """Let this many of the discards be missing that the set tables now tally: see
        `Fewest.ask`."""
        self.slack, self.pair_weight, self.clear_by = slack, pair_weight, clear_by
        self.tallied, self.stay = self.set_tables.tallied, self.set_tables.stay

    def build(self) -> cython.void:
        """`Lengths.build`, and the tables of what may stay."""
        i: cython.int
        must: cython.ulonglong
        Lengths.build(self)
        self.set_tables.build_stay(self.deal.all_left, self.must)
        must = self.must & ~self.kings
        self.only_tableau = True
        for i in range(self.deal.tableau, self.deal.size):
            if must & (cython.cast(cython.ulonglong, 1) << self.deal.bit_at[i]):
                self.only_tableau = False

    def done(self, s: cython.int, sub: cython.int) -> cython.bint:
        """Whether a set may stop with these cards left, as far as it alone can know."""
        if sub & cython.cast(cython.int, (self.must >> (8 * s)) & 255):
            return False
        if self.tallied >> s & 1:
            return (count_bits(sub) >> 1) * self.pair_weight <= self.slack
        return True

    def reached(self, left: cython.ulonglong) -> cython.bint:
        """Whether what was asked for is done with these cards left."""
        return left & self.must == 0 and self._weight(left) <= self.slack

    def _weight(self, left: cython.ulonglong) -> cython.int:
        """What the tallied discards weigh that are not made."""
        pairs: cython.int = self.set_tables.units(left & ~self.kings)
        return self.set_tables.units(left & self.kings) + pairs * self.pair_weight

    def at_least(
        self, left: cython.ulonglong, in_stock: cython.ulonglong, position: cython.int
    ) -> cython.int:
        """`Lengths.at_least`, and every discard that is tallied and not allowed to be missing is a
        move."""
        now: cython.int = 0 if self.unlimited else position
        lacking: cython.int = 0
        discards: cython.int = 0
        within: cython.int = 0
        reach: cython.int = 0
        kings: cython.int = 0
        k: cython.int
        m: cython.int
        s: cython.int
        rest: cython.ulonglong
        if self.clear_by and pass_of(position) >= self.clear_by and left & self.pyramid:
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
            left, position, discards, within, reach, in_stock, only_tableau
        )
        if self.stock_waste == SW_AUTO_ON_TURN:
            return discards  # a pair that goes by itself counts, and costs no move
        lacking = (self._weight(left) - self.slack + self.pair_weight - 1) // self.pair_weight
        return discards if discards > lacking else lacking


@cython.cclass
class Fewest:
    """The fewest moves to a number of discards: `ask` of a deal, then `lines.begin` and
    `lines.search`.

    If `kings_go`, a king of the stock goes at no loss when it is turned, if the stock is dealt on.
    `prunes`: see `Lengths`.
    """

    def __init__(self, game: Game, kings_go: bool, prunes: int) -> None:
        self.lines = Shortest(game, False, prunes)
        self.tallied = Tallied(self.lines.deal, self.lines.set_tables, prunes)
        self.lines.count_discards(self.tallied, kings_go)

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
        self.lines.demand(wanted, tallied)
        self.tallied.allow(slack, pair_weight, clear_by)
        return self.lines.load_position(cards, left, position)
