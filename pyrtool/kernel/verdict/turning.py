# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The levels of games whose cards are turned one at a time, where removing early never hurts.

What `State` and `Discards` say of any game, for these alone and with every prune. What never
happens in them is not asked, and a discard after which its own set is dead or stuck makes no level.
The proofs are those of `Discards`. `singly` decides what is searched.
"""

import cython

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.levels.discards import Discards
    from pyrtool.kernel.numbers.bits import (
        cards_with,
        lowest_bit,
        set_choices,
        sets_between,
        with_choice,
    )
    from pyrtool.kernel.numbers.codes import (
        PAIRS,
        PRUNE_EARLIER,
        PRUNE_EXCLUDED,
        PRUNE_FORCED,
        PRUNE_KINGS,
        PRUNE_SETS,
        SW_NO,
        SW_YES,
    )
    from pyrtool.kernel.numbers.encoding import (
        dealt_of,
        pass_start,
        top_of,
    )

NEEDED = cython.declare(
    cython.int, PRUNE_SETS | PRUNE_EXCLUDED | PRUNE_FORCED | PRUNE_EARLIER | PRUNE_KINGS
)


def turns_singly(game: Game, prunes: int) -> bool:
    """Whether `Singly` searches this game: removing early never hurts, the turned card and the waste
    top are available, and nothing but them, and every prune is on."""
    return (
        prunes & NEEDED == NEEDED
        and game.monotone
        and game.draw == 1
        and game.stock_top
        and not game.waste_pairs
        and game.stock_waste <= SW_YES
    )


@cython.cclass
class Turning(Discards):
    """The levels of `Singly`; see there for which games."""

    def __init__(self, game: Game, prunes: int) -> None:
        Discards.__init__(self, game, prunes, drop_kings=True, force_mutual=True)

    def begin(
        self,
        left: cython.ulonglong,
        exposed: cython.ulonglong,
        in_stock: cython.ulonglong,
        position: cython.int,
    ) -> cython.void:
        """Level 0: these cards left, at this position; some are known to be exposed."""
        one: cython.ulonglong = 1
        rest: cython.ulonglong = left & self.laid_out & ~exposed
        card: cython.int
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            if self.cover[card] & left == 0:
                exposed |= one << card
        self.left[0], self.exposed[0], self.in_stock[0] = left, exposed, in_stock
        self.position[0] = position
        for card in range(8):
            self.ban[card] = self.static_ban[card]

    def take_next(self, d: cython.int) -> cython.bint:
        """Level d + 1: level d after its next discard. False, and no such level, where the set of the
        discard is dead then, or stuck."""
        one: cython.ulonglong = 1
        k: cython.longlong = PAIRS * d + self.following[d]
        a: cython.longlong = self.pair_low[k]
        b: cython.longlong = self.pair_high[k]
        s: cython.longlong = a >> 3
        position: cython.int = self.position[d]
        left: cython.ulonglong = self.left[d] & ~((one << a) | (one << b))
        exposed: cython.ulonglong = self.exposed[d] & left
        in_stock: cython.ulonglong = self.in_stock[d] & ~(self.stock_bit[a] | self.stock_bit[b])
        gone: cython.ulonglong = (one << a) | (one << b)
        below: cython.ulonglong
        of_set: cython.uint = cython.cast(cython.uint, (left >> (8 * s)) & 255)
        choices: cython.uint
        self.following[d] += 1
        self.move_low[d], self.move_high[d], self.move_position[d] = a, b, position
        position = pass_start(position) + top_of(in_stock, position) + 1
        if self.last_alive[256 * s + of_set] < (0 if self.unlimited else position):
            return False
        choices = set_choices(left, self.ban[8 * d + s], s, self.self_set[s] != 0)
        if of_set & cython.cast(cython.uint, (self.must >> (8 * s)) & 255) & ~cards_with(choices):
            return False
        while gone:
            k = lowest_bit(gone)
            gone &= gone - 1
            below = self.under[k] & left
            while below:
                k = lowest_bit(below)
                below &= below - 1
                if self.cover[k] & left == 0:
                    if (one << k) & self.kings:
                        left &= ~(one << k)
                        gone |= one << k
                    else:
                        exposed |= one << k
        self.left[d + 1], self.exposed[d + 1], self.in_stock[d + 1] = left, exposed, in_stock
        self.position[d + 1] = position
        self._hand_down(8 * d)
        return True

    def _hand_down(self, k: cython.longlong) -> cython.void:
        """What is excluded on the level of row k is so on the next; all is read before any is written,
        so that vectors can do it."""
        a: cython.uint = self.ban[k]
        b: cython.uint = self.ban[k + 1]
        c: cython.uint = self.ban[k + 2]
        d: cython.uint = self.ban[k + 3]
        e: cython.uint = self.ban[k + 4]
        f: cython.uint = self.ban[k + 5]
        g: cython.uint = self.ban[k + 6]
        h: cython.uint = self.ban[k + 7]
        k += 8
        self.ban[k], self.ban[k + 1], self.ban[k + 2], self.ban[k + 3] = a, b, c, d
        self.ban[k + 4], self.ban[k + 5], self.ban[k + 6], self.ban[k + 7] = e, f, g, h

    def nothing_left(self, d: cython.int) -> cython.bint:
        """Whether nothing is left to try on the level, now that its last move failed: see
        `Discards.failed`."""
        one: cython.uint = 1
        a: cython.int = self.move_low[d]
        b: cython.int = self.move_high[d]
        s: cython.int = a >> 3
        ban: cython.uint
        choices: cython.uint
        must: cython.ulonglong = self.must & self.left[d]
        if self.forced[d]:
            return True
        ban = self.ban[8 * d + s]
        ban |= (one << (4 * (a & 7) + (b & 3))) | (one << (4 * (b & 7) + (a & 3)))
        self.ban[8 * d + s] = ban
        choices = set_choices(self.left[d], ban, s, self.self_set[s] != 0)
        if must >> a & 1 and (choices >> (4 * (a & 7))) & 15 == 0:
            return True
        return must >> b & 1 != 0 and (choices >> (4 * (b & 7))) & 15 == 0

    def list_all(self, d: cython.int) -> cython.void:
        """The discards of a new level; one that is forced alone."""
        left: cython.ulonglong = self.left[d]
        exposed: cython.ulonglong = self.exposed[d]
        rest: cython.ulonglong = self.in_stock[d] >> dealt_of(self.position[d])
        lows: cython.uint
        highs: cython.uint
        open_highs: cython.uint
        choices: cython.uint
        many: cython.uint
        s: cython.int
        a: cython.int
        base: cython.int
        sets: cython.ulonglong = sets_between(exposed & ~self.kings, exposed, self.own_sets)
        self.count[d] = self.following[d] = self.forced[d] = 0
        while sets:
            s = lowest_bit(sets) >> 3
            sets &= sets - 1
            base = 8 * s if self.self_set[s] else 8 * s + 4
            lows = cython.cast(cython.uint, (exposed >> (8 * s)) & 15)
            highs = cython.cast(cython.uint, (exposed >> base) & 15)
            choices = set_choices(left, self.ban[8 * d + s], s, self.self_set[s] != 0)
            many = with_choice(choices)
            while lows:
                a = lowest_bit(lows)
                lows &= lows - 1
                open_highs = highs & (choices >> (4 * a))
                if self.self_set[s]:
                    open_highs = (open_highs >> (a + 1)) << (a + 1)
                while open_highs:
                    if self._put(d, 8 * s + a, base + lowest_bit(open_highs), many):
                        return
                    open_highs &= open_highs - 1
        if self.overlap and self._list_covering(d):
            return
        if rest and self.list_turned(d, lowest_bit(rest) + dealt_of(self.position[d])):
            return
        a = top_of(self.in_stock[d], self.position[d])
        if a >= 0:
            self._list_partners(d, self.bit_at[self.tableau + a])

    def _list_covering(self, d: cython.int) -> cython.bint:
        """Add the pairs of which one card lies directly on the other, and is all that does; true if
        one is forced."""
        one: cython.ulonglong = 1
        left: cython.ulonglong = self.left[d]
        rest: cython.ulonglong = self.exposed[d] & self.coverers
        below: cython.uint
        choices: cython.uint
        a: cython.int
        b: cython.int
        s: cython.int
        while rest:
            a = lowest_bit(rest)
            rest &= rest - 1
            s = a >> 3
            below = cython.cast(cython.uint, ((self.under[a] & left) >> (8 * s)) & 255)
            if below == 0:
                continue
            choices = set_choices(left, self.ban[8 * d + s], s, self.self_set[s] != 0)
            if a & 4 or self.self_set[s]:
                below &= (choices >> (4 * (a & 7))) & 15
            else:
                below &= ((choices >> (4 * (a & 7))) & 15) << 4
            while below:
                b = 8 * s + lowest_bit(below)
                below &= below - 1
                if self.cover[b] & left == one << a and self.direct[b] >> a & 1:
                    if self._put(d, a, b, with_choice(choices)):
                        return True
        return False

    def list_turned(self, d: cython.int, turned: cython.int) -> cython.bint:
        """Add the discards with the turned card, by index; true if one is forced."""
        card: cython.int = self.bit_at[self.tableau + turned]
        s: cython.int = card >> 3
        top: cython.int
        choices: cython.uint
        if self._list_partners(d, card):
            return True
        top = top_of(self.in_stock[d], self.position[d])
        if self.stock_waste == SW_NO or top < 0:
            return False
        top = self.bit_at[self.tableau + top]
        if top >> 3 != s or ((top ^ card) & 4 == 0 and not self.self_set[s]):
            return False
        choices = set_choices(self.left[d], self.ban[8 * d + s], s, self.self_set[s] != 0)
        if (choices >> (4 * (top & 7) + (card & 3))) & 1 == 0:
            return False
        return self._put(d, top, card, with_choice(choices))

    def _list_partners(self, d: cython.int, card: cython.int) -> cython.bint:
        """Add the discards of an available stock card with an exposed card; true if one is forced."""
        base: cython.int = card & ~7 if self.self_set[card >> 3] else (card & ~3) ^ 4
        partners: cython.uint = cython.cast(cython.uint, (self.exposed[d] >> base) & 15)
        return partners != 0 and self._list_these(d, card, base, partners)

    def _list_these(
        self, d: cython.int, card: cython.int, base: cython.int, partners: cython.uint
    ) -> cython.bint:
        """Add the discards of a card with these ones, four bits from `base` on; true if one is
        forced."""
        s: cython.int = card >> 3
        choices: cython.uint
        many: cython.uint
        choices = set_choices(self.left[d], self.ban[8 * d + s], s, self.self_set[s] != 0)
        partners &= choices >> (4 * (card & 7))
        many = with_choice(choices)
        while partners:
            if self._put(d, card, base + lowest_bit(partners), many):
                return True
            partners &= partners - 1
        return False

    def _put(self, d: cython.int, a: cython.int, b: cython.int, many: cython.uint) -> cython.bint:
        """List one discard; alone, and true, if it is forced (`Discards.force`). `many`:
        `with_choice` of its set."""
        k: cython.int = PAIRS * d
        only_a: cython.bint = (many >> (4 * (a & 7) + 3)) & 1 == 0
        only_b: cython.bint = (many >> (4 * (b & 7) + 3)) & 1 == 0
        if (only_a or only_b) and (
            (only_a and only_b)
            or (only_a and self.must >> a & 1)
            or (only_b and self.must >> b & 1)
        ):
            self.pair_low[k], self.pair_high[k] = a, b
            self.count[d] = self.forced[d] = 1
            return True
        k += self.count[d]
        self.pair_low[k], self.pair_high[k] = a, b
        self.count[d] += 1
        return False
