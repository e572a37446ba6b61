# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What follows from what is known of the prompt solutions of a deal (`windows`).

What is said of a card that may stay holds if it goes. So it bears on what waits for the card, but not
on what the card waits for (`hurried`). Each deduction is a function with its proof. It holds in every prompt solution that has what is known
so far; `propagate` draws all of them until nothing new comes of it. Each can be switched off.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers
from pyrtool.kernel.verdict.pairing.choices import Choices

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import lowest_bit
    from pyrtool.kernel.numbers.codes import ROW, SW_NO

DEDUCTIONS: dict[str, int] = {"waste": 1, "turned": 2, "common": 4, "matchings": 8, "turns": 16}
"""The deductions that can be switched off, for tests of their soundness."""
DEDUCE_WASTE = cython.declare(cython.int, 1)
DEDUCE_TURNED = cython.declare(cython.int, 2)
DEDUCE_COMMON = cython.declare(cython.int, 4)
DEDUCE_TURNS = cython.declare(cython.int, 16)


@cython.cclass
class Deductions(Choices):
    """The knowledge of one deal, and what follows from it; `deductions`: a mask of those that are
    drawn. `weight`: how often a set had no partners."""

    def __init__(self, game: Game, deductions: int) -> None:
        Choices.__init__(self, game, bool(deductions & DEDUCTIONS["matchings"]))
        self.deductions = deductions
        self.weight = integers(8)

    def copy_level(self, d: cython.int) -> cython.void:
        """Make level d + 1 a copy of level d."""
        s: cython.int
        self.copy(d)
        for s in range(8 * d, 8 * d + 8):
            self.choice[s + 8] = self.choice[s]
        self.single[d + 1] = self.single[d]
        self.dirty, self.failed = 0, False

    def take(self, d: cython.int, s: cython.int, pair: cython.int) -> cython.void:
        """Choose a pair, a bit of the choice of a set."""
        bit: cython.uint = 1
        others: cython.uint = 0x1111
        bit <<= pair
        others <<= pair & 3
        others |= cython.cast(cython.uint, 15) << (pair & 12)
        self.leave(d, s, self.matched[self.choice[8 * d + s] & ~others | bit])

    def drop(self, d: cython.int, s: cython.int, pair: cython.int) -> cython.void:
        """Choose anything but a pair, which was tried in vain."""
        bit: cython.uint = 1
        self.dirty, self.failed = 0, False
        self.leave(d, s, self.matched[self.choice[8 * d + s] & ~(bit << pair)])

    def propagate(self, d: cython.int) -> cython.bint:
        """Draw all deductions until nothing is `dirty`; false if no prompt solution is left."""
        waiting: cython.ulonglong = 0
        now: cython.ulonglong
        of_set: cython.ulonglong
        s: cython.int
        while not self.failed:
            now = self.dirty
            if now == 0:
                return True
            self.dirty = 0
            self.look_at_stock(d, now & self.in_stock)
            if self.failed:
                return False
            waiting |= now
            if self.dirty:
                continue
            now = waiting
            waiting = 0
            for s in range(self.sets):
                of_set = cython.cast(cython.ulonglong, 255) << (8 * s)
                if not (now & of_set and self.single[d] & of_set):
                    continue
                self.look_at_set(d, s)
                if self.deductions & DEDUCE_COMMON and not self.failed:
                    self.wait_in_common(d, s)
                if self.failed:
                    self.weight[s] += 1
                    return False
        return False

    def look_at_stock(self, d: cython.int, cards: cython.ulonglong) -> cython.void:
        """What follows of these cards of the stock. With several passes it bears on all that were dealt
        before them, too, and those dealt last come first."""
        x: cython.int
        slot: cython.int
        last: cython.int = -1
        if self.end > self.period:
            while cards:
                last = max(last, self.slot[lowest_bit(cards)])
                cards &= cards - 1
            for slot in range(last, -1, -1):
                x = self.card_in[slot]
                if x >= 0 and self.deductions & DEDUCE_TURNS:
                    self.go_in_turns(d, x)
                    if self.failed:
                        return
        while cards:
            x = lowest_bit(cards)
            cards &= cards - 1
            if self.deductions & DEDUCE_WASTE:
                self.free_in_waste(d, x)
            if self.deductions & DEDUCE_TURNED and not self.failed:
                self.go_before_turned(d, x)
            if self.failed:
                return

    def free_in_waste(self, d: cython.int, x: cython.int) -> cython.void:
        """A stock card that goes later than in its own slot goes from the waste: all that was dealt
        onto it goes before.

        Say it goes in slot n or later. The cards with a slot between its own and n lie on it, or are
        gone. A card with slot n is turned then, or lies on it later. If it is turned, it goes
        before as well, or with it. For the first pair of a slot has the card that is turned, in a
        prompt solution and after the first slot. Any other pair could have gone a slot before:
        its stock card was turned then, or the waste top, and its tableau cards were exposed.
        """
        if self.slot[x] < self.opens[ROW * d + x] < self.end:
            self.uncover(d, x, self.opens[ROW * d + x])

    def go_before_turned(self, d: cython.int, x: cython.int) -> cython.void:
        """A stock card that goes before one dealt after it, which is not its partner, or which stays,
        goes before that one is turned.

        As long as the later card lies on it, it cannot go. While that one is turned, it could, but
        in a prompt solution the first pair of a slot has the card that is turned
        (`free_in_waste`). What goes before the earlier card goes in no later slot. A card that goes
        in no slot from one on at which another opens goes before that one.
        """
        row: cython.int = ROW * d
        slot: cython.int = self.slot[x]
        rest: cython.ulonglong = self.up[row + x] | self.gone[2 * row + self.opens[row + x]]
        before: cython.ulonglong = 0
        some: cython.ulonglong
        i: cython.int
        rest &= (
            self.upto[slot] & ~self.gone[2 * row + slot] & ~(self.up[row + x] & self.down[row + x])
        )
        if rest == 0:
            return
        while rest:
            i = lowest_bit(rest)
            some = self.up[row + i]
            if not self.must[d] >> i & 1:  # `hurried`
                some &= self.down[row + i]
            before |= some
            rest &= ~some
        self.hasten(d, before, slot)

    def uncover(self, d: cython.int, x: cython.int, turn: cython.int) -> cython.void:
        """What was dealt onto a stock card up to slot `turn` of a pass goes before it, except for the
        card that is turned then, if it may be its partner."""
        row: cython.int = ROW * d
        slot: cython.int = self.opens[row + x]
        rest: cython.ulonglong
        last: cython.ulonglong
        before: cython.ulonglong = 0
        i: cython.int
        rest = self.upto[turn] & ~self.upto[self.slot[x]] & ~self.up[row + x]
        if rest == 0:
            return
        last = rest & ~self.upto[turn - 1]
        if last and self.single[d] >> x & 1:
            i = lowest_bit(last)
            if i >> 3 == x >> 3 and (i ^ x) & 4 and self.partners(d, x) >> (i & 3) & 1:
                rest &= ~last
        while rest:
            i = lowest_bit(rest)
            before |= self.up[row + i]
            slot = max(slot, self.opens[row + i])
            rest &= ~before
        if before == 0:
            return
        self.go_first(d, x, before, slot)

    def go_first(
        self, d: cython.int, x: cython.int, before: cython.ulonglong, slot: cython.int
    ) -> cython.void:
        """These cards, with all that is up of them, go before a card, which goes in no slot before this
        one."""
        self.follow(d, before, self.down[ROW * d + x])
        self.delay(d, self.down[ROW * d + x], slot)
        if self.must[d] >> x & 1:
            self.hasten(d, before, self.closes[ROW * d + x])

    def go_in_turns(self, d: cython.int, x: cython.int) -> cython.void:
        """With several passes: a stock card goes when it is turned, or later in that pass. Its window
        begins and ends with such a slot. If it is in one pass, `free_in_waste` holds as well.

        A pair of two stock cards goes when the later one is turned, and the other is the waste top.
        Let a card y be dealt after x, and not be its partner. In the slot of y x goes after y, as
        the first pair has y (`free_in_waste`); in later ones of the pass y lies on x, or is gone. So
        x goes in none of them before y opens, and in none at all if x goes before y.
        """
        row: cython.int = ROW * d
        pair: cython.ulonglong = self.up[row + x] & self.down[row + x]
        later: cython.ulonglong = self.in_stock & ~self.upto[self.slot[x]] & ~pair
        turn: cython.int = self.slot[x]
        over: cython.int = self.period
        low: cython.int = self.opens[row + x]
        high: cython.int = self.closes[row + x]
        begun: cython.int = 0  # a pass
        stay: cython.ulonglong
        if low >= high:  # it stays
            return
        pair &= self.in_stock & ~(cython.cast(cython.ulonglong, 1) << x)
        if pair:
            turn = max(turn, self.slot[lowest_bit(pair)])
            over = turn + 1
        while True:
            low = max(low, begun + turn)
            if low >= high:
                self.stay(d, cython.cast(cython.ulonglong, 1) << x)
                return
            if low - begun >= over:
                begun += self.period
                continue
            stay = self.late[2 * row + min(begun + self.period, high)] | self.down[row + x]
            if later & self.upto[low - begun] & stay:
                begun += self.period
            elif later & self.upto[low - begun] & self.late[2 * row + low + 1]:
                low += 1
            else:
                break
        stay = (self.down[row + x] | self.late[2 * row + high]) & later
        begun = self.last_turn(high, turn) - turn
        over = min(over, high - begun)
        while stay & self.upto[over - 1]:
            over -= 1
        if low > self.opens[row + x]:
            self.delay(d, self.down[row + x], low)
        if begun + over < high:
            self.hasten(d, self.hurried(d, x), begun + over)
        if begun + self.slot[x] < low and not self.failed:
            self.uncover(d, x, low - begun)

    def look_at_set(self, d: cython.int, s: cython.int) -> cython.void:
        """Leave those partners of a set that are possible, and are in some perfect matching of it. For
        all of its cards that must go have partners, and of those that stay equally many are left of
        either rank: two that may stay count as partners that need not go."""
        found: cython.uint = self.choice[8 * d + s]
        never: cython.ulonglong
        x: cython.int
        for x in range(8 * s, 8 * s + 4):
            if not self.single[d] >> x & 1:
                continue
            never = self.never(d, x)
            if not self.must[d] >> x & 1:
                never &= self.must[d]
            found &= ~(cython.cast(cython.uint, (never >> (8 * s + 4)) & 15) << (4 * (x & 3)))
        found = self.matched[found]
        if found != self.choice[8 * d + s]:
            self.leave(d, s, found)

    def never(self, d: cython.int, x: cython.int) -> cython.ulonglong:
        """The cards with which a card cannot go. Neither of two partners goes before the other, and
        there is a slot in which both can go. Two stock cards go in the slot of the later one, if
        they may go together at all (`join`)."""
        row: cython.int = ROW * d
        found: cython.ulonglong = self.up[row + x] | self.down[row + x]
        some: cython.ulonglong
        y: cython.int
        k: cython.int
        found |= (
            self.late[2 * row + self.closes[row + x]] | self.gone[2 * row + self.opens[row + x]]
        )
        if not self.in_stock >> x & 1:
            return found
        some = self.in_stock & ~found & (cython.cast(cython.ulonglong, 15) << ((x ^ 4) & ~3))
        while some:
            y = lowest_bit(some)
            some &= some - 1
            k = self.next_turn(
                max(self.opens[row + x], self.opens[row + y]), max(self.slot[x], self.slot[y])
            )
            if self.stock_waste == SW_NO or min(self.closes[row + x], self.closes[row + y]) <= k:
                found |= cython.cast(cython.ulonglong, 1) << y
        return found

    def leave(self, d: cython.int, s: cython.int, found: cython.uint) -> cython.void:
        """Leave these partners of a set, and join those that have no other."""
        lost: cython.uint = self.choice[8 * d + s] & ~found
        some: cython.uint
        x: cython.int
        y: cython.int
        self.choice[8 * d + s] = found
        if found == 0:
            self.failed = True
            return
        self.dirty |= self.single[d] & (cython.cast(cython.ulonglong, 255) << (8 * s))
        for x in range(8 * s, 8 * s + 4):
            if self.single[d] >> x & 1:
                some = (found >> (4 * (x & 3))) & 15
                if some & (some - 1) == 0:
                    y = 8 * s + 4 + lowest_bit(some)
                    self.single[d] &= ~(
                        cython.cast(cython.ulonglong, 1) << x
                        | cython.cast(cython.ulonglong, 1) << y
                    )
                    self.join(d, x, y)
                    if self.failed:
                        return
        if self.overlap:
            self.cover_again(d, s, lost & self.weak[s])

    def cover_again(self, d: cython.int, s: cython.int, lost: cython.uint) -> cython.void:
        """A card that covers another directly, and is not its partner after all, goes before it."""
        row: cython.int = ROW * d
        x: cython.int
        y: cython.int
        while lost and not self.failed:
            x = 8 * s + (lowest_bit(lost) >> 2)
            y = 8 * s + 4 + (lowest_bit(lost) & 3)
            lost &= lost - 1
            if self.cover[y] >> x & 1:
                x, y = y, x
            self.go_first(d, x, self.up[row + y], self.opens[row + y])

    def wait_in_common(self, d: cython.int, s: cython.int) -> cython.void:
        """What all possible partners of a card wait for, the card waits for as well, and what waits for
        all of them waits for the card. It goes in no slot in which none of them can go.

        For it goes with one of them. What waits for them waits for nothing where the card stays.
        """
        row: cython.longlong = ROW * d
        choice: cython.uint = self.choice[8 * d + s]
        one: cython.ulonglong = 1
        must: cython.ulonglong
        before: cython.ulonglong
        after: cython.ulonglong
        some: cython.uint
        x: cython.longlong
        y: cython.longlong
        low: cython.int
        high: cython.int
        for x in range(8 * s, 8 * s + 8):
            if not self.single[d] >> x & 1:
                continue
            if x & 4:
                some = (choice >> (x & 3)) & 0x1111
                some = (some | some >> 3 | some >> 6 | some >> 9) & 15
            else:
                some = (choice >> (4 * (x & 3))) & 15
            must = self.must[d]
            if not must >> x & 1:
                if self.opens[row + x] == self.end:
                    continue
                some &= cython.cast(cython.uint, ~self.never(d, x) >> ((x ^ 4) & ~3))
                if some == 0:
                    self.stay(d, one << x)
                    continue
            before = ~self.up[row + x]
            after = ~self.down[row + x]
            low, high = self.end, 0
            while some:
                y = 8 * s + lowest_bit(some) + (0 if x & 4 else 4)
                some &= some - 1
                before &= self.up[row + y] & ~(one << y)
                after &= self.down[row + y] & ~(one << y)
                low = min(low, self.opens[row + y])
                high = max(high, self.closes[row + y])
            if before:
                self.follow(d, before, self.down[row + x])
                if must >> x & 1:
                    self.hasten(d, before, self.closes[row + x])
            if after and must >> x & 1:
                self.follow(d, self.up[row + x], after)
                self.delay(d, after, self.opens[row + x])
            if low > self.opens[row + x]:
                self.delay(d, self.down[row + x], low)
            if high < self.closes[row + x]:
                self.hasten(d, self.hurried(d, x), high)
            if self.failed:
                return
