# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""How many moves are still to come at least: what no line from a level can do with fewer.

For each set a table of what its cards left take alone; `at_least` adds them up. It never says more
than the shortest line takes: `shortest` rests on that.

Where single cards are turned, the tables of `ends` take their place.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import count_bits
    from pyrtool.kernel.numbers.codes import (
        MANY,
        PRUNE_KINGS,
        PRUNE_SETS,
        SW_AUTO_ON_TURN,
    )
    from pyrtool.kernel.numbers.encoding import PASS, dealt_of
    from pyrtool.kernel.shortest.ends import Ends


@cython.cclass
class Lengths(Ends):
    """The levels of a search for short lines, and the length tables of the deal that was loaded.

    With `drop_kings` the kings of the stock, `dealt_over`, are passed for a move each. `prunes`: a
    mask of the values of `codes.PRUNES`; "sets" is every bound on the moves to come.
    """

    def __init__(self, game: Game, drop_kings: bool, prunes: int) -> None:
        kings: bool = bool(prunes & PRUNE_KINGS)
        Ends.__init__(
            self,
            game,
            prunes,
            keep_kings=not kings,
            keep_optional=kings,
            drop_kings=drop_kings and kings,
        )
        self.least, self.least_within = integers(256 * 8), integers(256 * 8)
        self.reach = integers(256 * 8)
        self.only_pyramid = game.only_pyramid

    def build_length_tables(self) -> cython.void:
        """The tables of every set, and the kings of the stock, once the set tables are built."""
        one: cython.ulonglong = 1
        s: cython.int
        i: cython.int
        for s in range(self.sets):
            self._build_length_table(s)
        self.stock_kings = 0
        for i in range(self.stock):
            if self.bit_at[self.tableau + i] >= 8 * self.sets:
                self.stock_kings |= one << i
        self.dealt_over = self.stock_kings if self.drop_kings else 0
        if self.by_ends:
            self.build_ends()

    def _build_length_table(self, s: cython.int) -> cython.void:
        """For each choice of one set's cards what it takes to finish with the set, alone.

        `least`: discards; `least_within`: discards within the tableau; `reach`: the stock cards
        with a smaller index that must have been passed. Each is the least over all ways of play
        that are possible with the other cards gone, so no game takes less.
        """
        left: cython.int = cython.cast(cython.int, (self.all_left >> (8 * s)) & 255)
        row: cython.int = 256 * s
        base: cython.int = 8 * s
        itself: cython.bint = self.self_set[s]
        v: cython.int
        sub: cython.int
        rest: cython.int
        i: cython.int
        j: cython.int
        far: cython.int
        within: cython.int
        costs: cython.int
        for v in range(self.valid_count):
            sub = self.valid[v]
            if sub & ~left:
                continue
            self.least[row + sub] = self.least_within[row + sub] = self.reach[row + sub] = 0
            if self.done(s, sub):
                continue
            self.least[row + sub] = self.least_within[row + sub] = self.reach[row + sub] = MANY
            for i in range(4):
                if not sub >> i & 1:
                    continue
                for j in range(i + 1 if itself else 4, 4 if itself else 8):
                    rest = sub & ~(1 << i | 1 << j)
                    if not sub >> j & 1 or self.last_alive[row + rest] < 0:
                        continue
                    # One may cover the other, transitively: then they never go together.
                    if (self.static_ban[s] >> (4 * i + (j & 3))) & 1:
                        continue
                    far = self.stock_index[base + i]
                    within = 1 if far < 0 and self.stock_index[base + j] < 0 else 0
                    costs = 1
                    if self.stock_waste == SW_AUTO_ON_TURN:
                        # Two stock cards may vanish.
                        costs = 0 if far >= 0 and self.stock_index[base + j] >= 0 else 1
                    if self.stock_index[base + j] > far:
                        far = self.stock_index[base + j]
                    if not self.stock_top and far >= 0:
                        far += 1
                    if self.reach[row + rest] > far:
                        far = self.reach[row + rest]
                    if far < self.reach[row + sub]:
                        self.reach[row + sub] = far
                    if self.least[row + rest] + costs < self.least[row + sub]:
                        self.least[row + sub] = self.least[row + rest] + costs
                    if self.least_within[row + rest] + within < self.least_within[row + sub]:
                        self.least_within[row + sub] = self.least_within[row + rest] + within

    def order(self, d: cython.int) -> cython.ulonglong:
        """The stock cards that are dealt in this pass, dropped kings in the first among them."""
        return self.in_stock[d] | (self.dealt_over if self.position[d] < PASS else 0)

    def at_least(self, d: cython.int) -> cython.int:
        """No line from here takes fewer moves: what the sets take, each alone, added up."""
        left: cython.ulonglong = self.left[d]
        rest: cython.ulonglong = 0
        s: cython.int
        k: cython.int
        discards: cython.int = 0
        within: cython.int = 0
        reach: cython.int = 0
        if not self.prunes & PRUNE_SETS:
            return 0
        if self.by_ends:
            return self.least_of_ends(d) + count_bits(left & self.must & self.kings)
        for s in range(self.sets):
            k = 256 * s + cython.cast(cython.int, (left >> (8 * s)) & 255)
            if self.last_alive[k] < (0 if self.unlimited else self.position[d]):
                return MANY
            discards += self.least[k]
            within += self.least_within[k]
            if self.reach[k] > reach:
                reach = self.reach[k]
        if self.dealt:
            rest = self.order(d)
            if self.stock_top and not self.drop_kings:
                rest &= ~self.stock_kings  # they are counted by their discards
        discards = self.with_passed(
            d, discards, within, reach, rest, self.goal_pyramid and self.only_pyramid
        )
        return discards + count_bits(left & self.must & self.kings)

    def with_passed(
        self,
        d: cython.int,
        discards: cython.int,
        within: cython.int,
        reach: cython.int,
        order: cython.ulonglong,
        only_tableau: cython.bint,
    ) -> cython.int:
        """The least number of moves for so many discards, if cards of the stock are to be passed.

        The greatest of three numbers: the discards; those `within` the tableau, which use no stock
        card, and the cards of `order` up to `reach`, the farthest that some set needs, each of which
        is passed by a deal or goes in a discard, one at most in each; and if all that must go,
        kings aside, is of the tableau (`only_tableau`), those cards and half of what they cannot
        take along. The proof is in docs/development/proofs.md, "The bound of three numbers".
        """
        one: cython.ulonglong = 1
        t: cython.int = dealt_of(self.position[d])
        rest: cython.ulonglong = order >> t
        passed: cython.int = 0
        cards: cython.int
        k: cython.int
        if self.dealt and self.stock_waste != SW_AUTO_ON_TURN:
            if reach < PASS:
                rest &= (one << (reach - t)) - 1 if reach > t else 0
            passed = count_bits(rest)
            if self.draw > 1:
                passed = (passed + self.draw - 1) // self.draw
            elif self.stock_top and only_tableau:
                cards = count_bits(self.left[d] & self.must & ~self.kings)
                k = passed if passed < cards else cards
                k = (cards - k + 1) // 2 + passed
                if k > discards:
                    discards = k
        if self.draw > 1 or not self.stock_top:
            return discards + passed  # every pass of a card is a deal, whatever goes then
        return within + passed if within + passed > discards else discards
