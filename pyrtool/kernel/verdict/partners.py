# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Cards turned one at a time, with redeals, all of which must go: partners are chosen first.

With unlimited passes every stock card comes to be turned again and again. So only the choice of
partners matters, as in open games (`matching`), except for pairs within the stock. Such a pair goes
when all stock cards between its two are gone. With limited passes this allows more than the game.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers, words

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit
    from pyrtool.kernel.numbers.codes import LOST, OPEN, PAUSED, PRUNE_RELAXED, ROW, SW_NO, WON
    from pyrtool.kernel.numbers.encoding import PASS, dealt_of, pass_of, pass_start, top_of
    from pyrtool.kernel.verdict.turning import Turning

# Nodes, once partners were found for which the passes are too few.
MOST_TRIED = cython.declare(cython.ulonglong, 100)


def chooses_partners(game: Game, prunes: int) -> bool:
    """Whether `Partners` searches this game, of those that `turns_singly` accepts. (In two passes hardly
    any choice of partners can go: there it gains nothing.)"""
    return (
        bool(prunes & PRUNE_RELAXED)
        and (game.unlimited or game.passes > 2)
        and not game.goal_pyramid
        and not game.overlap
    )


@cython.cclass
class Partners:
    """The choice of partners in games that `chooses_partners` accepts, of the cards at level 0.

    A card is `up` of another that must be gone before that one's pair can go, and then this one is
    `down` of it. Both are closed over pairs: what is up of a card is so of its partner.

    Call `choose` until it is `over`. `nodes`: how many the last call took. The moves of a win are
    noted in the levels, one for each pair; `pairs` is their number.
    """

    def __init__(self, levels: Turning) -> None:
        self.levels = levels
        rows: int = levels.size // 2 + 2
        self.up, self.down = words(ROW * rows), words(ROW * rows)
        self.single, self.options = words(rows), words(rows)
        self.chosen, self.partner = integers(rows), integers(rows)
        self.before, self.mate = words(ROW), bytearray(ROW)
        self.chosen_pairs = self.tried = self.pairs = self.nodes = 0
        self.played = self.begun = self.over = False

    def forget(self) -> cython.void:
        """Another position: nothing is chosen yet."""
        self.begun = self.over = False

    def choose(self, node_budget: cython.ulonglong) -> cython.int:
        """Search depth-first over partners. `WON`: the moves are noted. `LOST`: no choice of
        partners can go, or none within the passes. `OPEN`: all that were found in `MOST_TRIED` take
        too many passes. Or `PAUSED`.

        Write an arrow from a pair to each that waits for it. A pair waits for another if a card of
        that one covers one of its own, or lies in the stock between its two. *With unlimited passes
        partners can all go, in some order, exactly if the arrows have no circle.* A line that
        discards them respects every arrow: two stock cards go together only next to each other.
        Conversely, in an order that respects every arrow, each pair can go when its turn comes.
        What covers its cards is gone, each stock card is turned in every pass, and two that are
        next to each other are turned card and waste top.

        With limited passes each line is still one of these. With given partners, those that can go
        may go immediately (`Discards.failed`). So `_play` needs the fewest passes, and a choice for
        which these are too many is no win.
        """
        one: cython.ulonglong = 1
        some: cython.ulonglong
        d: cython.int = self.chosen_pairs
        self.nodes = 0
        if not self.begun:
            d = 0
            self.tried, self.played = 0, False
            self._begin_choice()
            self.begun = True
            if not self._choose(0):
                return self._end(LOST)
        while True:
            if self.single[d] == 0:
                if self._play(d):
                    return self._end(WON)
                self.played = True
                self.options[d] = 0
            if self.options[d] == 0:
                d -= 1
                if d < 0:
                    return self._end(LOST)
                continue
            if self.played and self.tried >= MOST_TRIED:
                return self._end(OPEN)
            if self.nodes >= node_budget:
                self.chosen_pairs = d
                return PAUSED
            self.nodes += 1
            self.tried += 1
            some = self.options[d] & self.levels.laid_out  # first: what lies in the stock can wait
            self.partner[d] = lowest_bit(some if some else self.options[d])
            self.options[d] &= ~(one << self.partner[d])
            self._join(d)
            if self._choose(d + 1):
                d += 1

    def _end(self, answer: cython.int) -> cython.int:
        """The choice is over with this answer."""
        self.over = True
        return answer

    def _begin_choice(self) -> cython.void:
        """Level 0: no card has a partner."""
        one: cython.ulonglong = 1
        single: cython.ulonglong = self.levels.left[0] & ~self.levels.kings
        dealt: cython.ulonglong = 0
        stock: cython.ulonglong = self.levels.in_stock[0]
        rest: cython.ulonglong = single
        above: cython.ulonglong
        x: cython.int
        for x in range(ROW):
            self.down[x] = 0
        while stock:
            x = self.levels.bit_at[self.levels.tableau + lowest_bit(stock)]
            stock &= stock - 1
            self.before[x] = dealt
            dealt |= (one << x) & ~self.levels.kings
        while rest:
            x = lowest_bit(rest)
            rest &= rest - 1
            above = self.levels.above[x] & single
            self.up[x] = above
            while above:
                self.down[lowest_bit(above)] |= one << x
                above &= above - 1
        self.single[0] = single

    def _choose(self, d: cython.int) -> cython.bint:
        """Find the card with the fewest choices of a partner; false if some card has none."""
        one: cython.ulonglong = 1
        single: cython.ulonglong = self.single[d]
        dealt: cython.ulonglong = single & ~self.levels.laid_out
        rest: cython.ulonglong = single
        choices: cython.ulonglong
        some: cython.ulonglong
        others: cython.ulonglong
        before: cython.ulonglong
        down: cython.ulonglong
        row: cython.int = ROW * d
        fewest: cython.int = ROW
        count: cython.int
        x: cython.int
        y: cython.int
        while rest:
            x = lowest_bit(rest)
            rest &= rest - 1
            others = cython.cast(cython.ulonglong, 15) << (x & ~7)
            if not x & 4 and not self.levels.self_set[x >> 3]:
                others <<= 4
            down = self.down[row + x]
            choices = others & single & ~(self.up[row + x] | down | (one << x))
            some = choices & dealt
            if some and dealt >> x & 1:
                if self.levels.stock_waste == SW_NO:
                    choices &= ~some
                    some = 0
                before = self.before[x]
                while some:
                    # Neither waits for the other, so both may count as between themselves.
                    y = lowest_bit(some)
                    some &= some - 1
                    if (before ^ self.before[y]) & (down | self.down[row + y]):
                        choices &= ~(one << y)
            if choices == 0:
                return False
            if choices & (choices - 1) == 0:
                self.chosen[d], self.options[d] = x, choices
                return True
            if fewest > 2:
                count = count_bits(choices)
                if count < fewest:
                    fewest = count
                    self.chosen[d], self.options[d] = x, choices
        return True

    def _join(self, d: cython.int) -> cython.void:
        """Level d + 1: level d with the pair of it."""
        one: cython.ulonglong = 1
        x: cython.int = self.chosen[d]
        y: cython.int = self.partner[d]
        row: cython.longlong = ROW * d  # 64 bits, so that vectors can copy the rows
        pair: cython.ulonglong = (one << x) | (one << y)
        up: cython.ulonglong = self.up[row + x] | self.up[row + y]
        down: cython.ulonglong = self.down[row + x] | self.down[row + y]
        rest: cython.ulonglong = 0
        i: cython.longlong
        if pair & self.levels.laid_out == 0:  # what lies between two cards of the stock
            rest = (self.before[x] ^ self.before[y]) & ~pair
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            up |= self.up[row + i] | (one << i)
            if not self.single[d] >> i & 1:
                up |= one << self.mate[i]
        self.mate[x], self.mate[y] = y, x
        self.single[d + 1] = self.single[d] & ~pair
        for i in range(row, row + 8 * self.levels.sets):
            self.up[ROW + i] = self.up[i]
        for i in range(row, row + 8 * self.levels.sets):
            self.down[ROW + i] = self.down[i]
        row += ROW
        rest = down
        while rest:
            self.up[row + lowest_bit(rest)] |= up | pair
            rest &= rest - 1
        rest = up
        while rest:
            self.down[row + lowest_bit(rest)] |= down | pair
            rest &= rest - 1
        self.up[row + x] = self.up[row + y] = up
        self.down[row + x] = self.down[row + y] = down

    def _play(self, pairs: cython.int) -> cython.bint:
        """Play this many chosen pairs, each as soon as it can go, on level 1; false if the passes are
        too few."""
        one: cython.ulonglong = 1
        rest: cython.ulonglong = (one << pairs) - 1
        some: cython.ulonglong
        covered: cython.ulonglong
        both: cython.ulonglong
        d: cython.int
        k: cython.int
        at: cython.int
        following: cython.int
        position: cython.int
        soonest: cython.int = 0
        self.levels.copy_level(0)
        for d in range(pairs):
            at = self.levels.canonical(1)
            covered = self.levels.laid_out & ~self.levels.exposed[1]
            following = -1
            some = rest
            while some:
                k = lowest_bit(some)
                some &= some - 1
                if (covered >> self.chosen[k] | covered >> self.partner[k]) & 1:
                    continue
                position = self._when(
                    self.levels.in_stock[1],
                    at,
                    self.levels.stock_index[self.chosen[k]],
                    self.levels.stock_index[self.partner[k]],
                )
                if position >= 0 and (following < 0 or position < soonest):
                    following, soonest = k, position
                    if soonest == at:
                        break
            if following < 0 or (
                not self.levels.unlimited and pass_of(soonest) >= self.levels.passes
            ):
                return False
            rest &= ~(one << following)
            self.levels.move_low[d], self.levels.move_high[d] = (
                self.chosen[following],
                self.partner[following],
            )
            self.levels.move_position[d] = soonest
            both = (one << self.chosen[following]) | (one << self.partner[following])
            self.levels.remove(1, both)
            self.levels.position[1] = soonest
        self.pairs = pairs
        return True

    def _when(
        self, stock: cython.ulonglong, at: cython.int, first: cython.int, last: cython.int
    ) -> cython.int:
        """The first position, from `at` on, at which two exposed or dealt cards can go together, if
        only cards are dealt before; -1 if there is none. `first` and `last`: their indices in the
        stock, -1 in the tableau; `stock`: the cards left there."""
        one: cython.ulonglong = 1
        t: cython.int = dealt_of(at)
        if first > last:
            first, last = last, first
        if last < 0:
            return at
        if first >= 0:
            # The first is to be the waste top, the other one turned.
            if (stock & ((one << last) - 1)) >> (first + 1):
                return -1
            first += 1
        else:
            if t == last + 1:
                return at
            first = top_of(stock, last) + 1
        return pass_start(at) + first if t <= first else pass_start(at) + PASS + first
