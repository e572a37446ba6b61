# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""How many moves are still to come at least: what no line from a level can do with fewer.

For each set a table of what its cards left take alone; `at_least` adds them up. It never says more
than the shortest line takes: `shortest` rests on that.

Where single cards are turned, the tables of `ends` take their place.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers

if not cython.compiled:
    from pyrtool.kernel.levels.places import Places
    from pyrtool.kernel.levels.sets import SetTables
    from pyrtool.kernel.numbers.bits import count_bits
    from pyrtool.kernel.numbers.codes import MANY, PRUNE_SETS, SW_AUTO_ON_TURN
    from pyrtool.kernel.numbers.encoding import PASS, dealt_of
    from pyrtool.kernel.shortest.ends import Ends


@cython.cclass
class Lengths:
    """The length tables of the `deal` that was laid out, and what they say of a level.

    With `drop_kings` the kings of the stock, `dealt_over`, are passed for a move each. `prunes`: a
    mask of the values of `codes.PRUNES`; "sets" is every bound on the moves to come. `ends_hold`:
    where single cards are turned and the stock top is available, the tables of `ends` may take the
    place of the length tables, and do so (`by_ends`).
    """

    def __init__(
        self, deal: Places, tables: SetTables, prunes: int, *, drop_kings: bool, ends_hold: bool
    ) -> None:
        game = deal.game
        self.deal, self.set_tables, self.prunes = deal, tables, prunes
        self.drop_kings = drop_kings
        self.dealt, self.draw, self.unlimited = game.dealt, game.draw, game.unlimited
        self.stock_top, self.stock_waste = game.stock_top, game.stock_waste
        self.sets, self.goal_pyramid = game.sets, game.goal_pyramid
        self.only_pyramid = game.only_pyramid
        self.static_ban, self.stock_index = deal.static_ban, deal.stock_index
        self.valid, self.valid_count = tables.valid, tables.valid_count
        self.last_alive = tables.last_alive
        self.least, self.least_within = integers(256 * 8), integers(256 * 8)
        self.reach = integers(256 * 8)
        self.must = self.kings = self.pyramid = self.dealt_over = self.stock_kings = 0
        self.by_ends = (
            ends_hold
            and self.dealt
            and self.draw == 1
            and self.stock_top
            and not game.waste_pairs
            and bool(prunes & PRUNE_SETS)
        )
        if self.by_ends:
            self.ends = Ends(deal, tables)

    def build(self) -> cython.void:
        """The tables of every set, and the kings of the stock, once the set tables are built."""
        one: cython.ulonglong = 1
        s: cython.int
        i: cython.int
        self.must, self.kings, self.pyramid = self.deal.must, self.deal.kings, self.deal.pyramid
        for s in range(self.sets):
            self._build_length_table(s)
        self.stock_kings = 0
        for i in range(self.deal.stock):
            if self.deal.bit_at[self.deal.tableau + i] >= 8 * self.sets:
                self.stock_kings |= one << i
        self.dealt_over = self.stock_kings if self.drop_kings else 0
        if self.by_ends:
            self.ends.build()
            self.ends.price_kings(self.dealt_over)

    def keep(self, in_stock: cython.ulonglong) -> cython.void:
        """Deal over only the kings among these stock cards, by index."""
        self.dealt_over &= in_stock
        if self.by_ends:
            self.ends.price_kings(self.dealt_over)

    def reached(self, left: cython.ulonglong) -> cython.bint:
        """Whether what was asked for is done with these cards left, except kings that were not passed
        yet."""
        return left & self.must == 0

    def done(self, s: cython.int, sub: cython.int) -> cython.bint:
        """Whether a set may stop with these cards left, as far as it alone can know."""
        return sub & cython.cast(cython.int, (self.must >> (8 * s)) & 255) == 0

    def _build_length_table(self, s: cython.int) -> cython.void:
        """For each choice of one set's cards what it takes to finish with the set, alone.

        `least`: discards; `least_within`: discards within the tableau; `reach`: the stock cards
        with a smaller index that must have been passed. Each is the least over all ways of play
        that are possible with the other cards gone, so no game takes less.
        """
        left: cython.int = cython.cast(cython.int, (self.deal.all_left >> (8 * s)) & 255)
        row: cython.int = 256 * s
        itself: cython.bint = self.deal.self_set[s]
        v: cython.int
        sub: cython.int
        rest: cython.int
        i: cython.int
        j: cython.int
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
                    # If one covers the other, transitively, they never go together.
                    if not (self.static_ban[s] >> (4 * i + (j & 3))) & 1:
                        self._pair_up(s, sub, i, j)

    def _pair_up(self, s: cython.int, sub: cython.int, i: cython.int, j: cython.int) -> cython.void:
        """Let two of a set's cards `sub` go first, where that takes less."""
        at: cython.int = 256 * s + sub
        then: cython.int = 256 * s + (sub & ~(1 << i | 1 << j))
        far: cython.int = self.stock_index[8 * s + i]
        other: cython.int = self.stock_index[8 * s + j]
        within: cython.int = 1 if far < 0 and other < 0 else 0
        costs: cython.int = 1
        if self.stock_waste == SW_AUTO_ON_TURN:
            # Two stock cards may vanish.
            costs = 0 if far >= 0 and other >= 0 else 1
        if other > far:
            far = other
        if not self.stock_top and far >= 0:
            far += 1
        if self.reach[then] > far:
            far = self.reach[then]
        if far < self.reach[at]:
            self.reach[at] = far
        if self.least[then] + costs < self.least[at]:
            self.least[at] = self.least[then] + costs
        if self.least_within[then] + within < self.least_within[at]:
            self.least_within[at] = self.least_within[then] + within

    def order(self, in_stock: cython.ulonglong, position: cython.int) -> cython.ulonglong:
        """The stock cards that are dealt in this pass, dropped kings in the first among them."""
        return in_stock | (self.dealt_over if position < PASS else 0)

    def at_least(
        self, left: cython.ulonglong, in_stock: cython.ulonglong, position: cython.int
    ) -> cython.int:
        """No line takes fewer moves with these cards left at this position of the stock: what the sets
        take, each alone, added up."""
        rest: cython.ulonglong = 0
        s: cython.int
        k: cython.int
        discards: cython.int = 0
        within: cython.int = 0
        reach: cython.int = 0
        if not self.prunes & PRUNE_SETS:
            return 0
        if self.by_ends:
            return self.ends.least(left, position) + count_bits(left & self.must & self.kings)
        for s in range(self.sets):
            k = 256 * s + cython.cast(cython.int, (left >> (8 * s)) & 255)
            if self.last_alive[k] < (0 if self.unlimited else position):
                return MANY
            discards += self.least[k]
            within += self.least_within[k]
            if self.reach[k] > reach:
                reach = self.reach[k]
        if self.dealt:
            rest = self.order(in_stock, position)
            if self.stock_top and not self.drop_kings:
                rest &= ~self.stock_kings  # they are counted by their discards
        discards = self.with_passed(
            left,
            position,
            discards,
            within,
            reach,
            rest,
            self.goal_pyramid and self.only_pyramid,
        )
        return discards + count_bits(left & self.must & self.kings)

    def with_passed(
        self,
        left: cython.ulonglong,
        position: cython.int,
        discards: cython.int,
        within: cython.int,
        reach: cython.int,
        order: cython.ulonglong,
        only_tableau: cython.bint,
    ) -> cython.int:
        """The least number of moves for this many discards, if cards of the stock are to be passed.

        It is the greatest of three numbers. The first is the discards. The second is those `within`
        the tableau, which use no stock card, and the cards of `order` up to `reach`, the farthest
        that some set needs. Each of these cards is passed by a deal or goes in a discard, one at
        most in each. The third counts if all that must go, kings aside, is of the tableau
        (`only_tableau`). It is those cards of `order`, and half of what must go that they cannot
        take along. The proof is in docs/development/proofs.md, "The bound of three numbers".
        """
        one: cython.ulonglong = 1
        t: cython.int = dealt_of(position)
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
                cards = count_bits(left & self.must & ~self.kings)
                k = passed if passed < cards else cards
                k = (cards - k + 1) // 2 + passed
                if k > discards:
                    discards = k
        if self.draw > 1 or not self.stock_top:
            return discards + passed  # every pass of a card is a deal, whatever goes then
        return within + passed if within + passed > discards else discards
