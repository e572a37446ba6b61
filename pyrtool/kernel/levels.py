# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The levels of a search: what lies where, what each set can still do, and what may be discarded."""

import cython

from pyrtool.kernel.game import Table
from pyrtool.kernel.numbers import check_width

if not cython.compiled:
    from pyrtool.kernel.game import Game
    from pyrtool.kernel.numbers import *


# A deal in set order: where each card lies, what covers it, which cards count.
#
# Set order gives every card a bit. Set s has bits 8s to 8s + 7, the lower rank's cards first, then
# the higher's; a rank that completes itself has bits 8s to 8s + 3. Kings come after the sets. One
# word then says which cards are left.


@cython.cclass
class Places:
    """The covering relation and the stock of the deal that was loaded.

    With `drop_kings` the kings of a dealt stock, which then never hinder, are left out.
    `stock_bit`: of each card of a dealt stock its bit by index. `last`: where the game `ends` with
    the pyramid, its cards that cover nothing, one of which is in the discard that ends it. `places_of`: for each rank, a card's bit by fours, its stock cards by
    index. `coverers`: the cards that lie directly on a card that they may go with. `own_sets`: of each
    set of one rank its lowest bit.
    """

    def __init__(self, game: Game, drop_kings: bool = False) -> None:
        self.game = game
        # Copied from the game: the loops read them all the time.
        self.size, self.tableau, self.stock = game.size, game.tableau, game.stock
        check_width("sets", game.sets, 3)
        self.sets, self.bit_of, self.self_set = game.sets, game.bit_of, game.self_set
        self.cover_start, self.cover_list = game.cover_start, game.cover_list
        self.in_pyramid = game.in_pyramid
        self.dealt, self.stock_waste = game.dealt, game.stock_waste
        self.waste_pairs, self.overlap = game.waste_pairs, game.overlap
        self.goal_pyramid = game.goal_pyramid
        self.drop_kings, self.ends = drop_kings, False
        self.by_goal, self.demanded = True, 0
        self.own_sets = 0
        for s in range(game.sets):
            if game.self_set[s]:
                self.own_sets |= one_bit(8 * s)
        self.bit_at = bytearray(64)
        self.stock_index = signed_bytes(64)
        self.cover, self.above, self.under = words(64), words(64), words(64)
        self.direct, self.places_of, self.stock_bit = words(64), words(16), words(64)
        self.static_ban = halves(8)

    def share(self, owner: "Places") -> None:
        """Take the tables that are filled for a whole deal from another one of the same rules; then only
        `keep_sets` lays out cards here."""
        self.bit_at, self.stock_index = owner.bit_at, owner.stock_index
        self.static_ban = owner.static_ban
        self.above, self.direct, self.places_of = owner.above, owner.direct, owner.places_of
        self.stock_bit = owner.stock_bit

    def load_cards(self, cards: ReadOnlyBytes) -> cython.void:
        """Lay out a deal."""
        left: cython.ulonglong = 0
        open_cards: cython.ulonglong = 0
        in_stock: cython.ulonglong = 0
        dealt: cython.ulonglong = 0
        cython.declare(mask=cython.ulonglong, closure=cython.ulonglong, i=cython.int, k=cython.int)
        self.kings = ~(one_bit(8 * self.sets) - 1)
        self.pyramid = 0
        for i in range(16):
            self.places_of[i] = 0
        for i in range(self.size):
            self.bit_at[i] = self.bit_of[cards[i]]
        for i in range(self.tableau - 1, -1, -1):
            b: cython.int = self.bit_at[i]
            mask = closure = 0
            self.under[b] = 0
            for k in range(self.cover_start[i], self.cover_start[i + 1]):
                c: cython.int = self.bit_at[self.cover_list[k]]
                mask |= one_bit(c)
                closure |= one_bit(c) | self.above[c]
                self.under[c] |= one_bit(b)
            self.cover[b], self.above[b], self.direct[b] = mask, closure, mask
            self.stock_index[b] = -1
            self.stock_bit[b] = 0
            left |= one_bit(b)
            if mask == 0:
                open_cards |= one_bit(b)
            if self.in_pyramid[i]:
                self.pyramid |= one_bit(b)
        for i in range(self.stock):
            b = self.bit_at[self.tableau + i]
            self.cover[b] = self.above[b] = self.under[b] = self.direct[b] = 0
            self.stock_index[b] = -1
            self.stock_bit[b] = 0
            if not self.dealt:
                left |= one_bit(b)
                open_cards |= one_bit(b)
                continue
            self.stock_index[b], self.stock_bit[b] = i, one_bit(i)
            dealt |= one_bit(b)
            # Where it can go as soon as it is turned, a king never hinders.
            if not (self.drop_kings and one_bit(b) & self.kings):
                left |= one_bit(b)
                in_stock |= one_bit(i)
                self.places_of[b >> 2] |= one_bit(i)
        self.laid_out = ~dealt
        self.all_left, self.all_exposed, self.all_in_stock = left, open_cards, in_stock
        self._find_must()
        self._ban_statically()

    def keep_sets(self, wider: "Places", sets: cython.int) -> cython.void:
        """Lay out the sets of this mask alone of a deal that another one laid out, whose places this
        one shares (`share`); every other card is gone.

        What lies between two cards of the sets is gone, but had to go first.
        """
        of_set: cython.ulonglong = 255
        mask: cython.ulonglong = 0
        open_cards: cython.ulonglong = 0
        in_stock: cython.ulonglong = 0
        cython.declare(closure=cython.ulonglong, nearest=cython.ulonglong, s=cython.int)
        i: cython.longlong  # 64 bits, so that vectors can clear the row
        for s in range(self.sets):
            if sets >> s & 1:
                mask |= of_set << (8 * s)
                in_stock |= self.places_of[2 * s] | self.places_of[2 * s + 1]
        self.kings, self.laid_out = wider.kings, wider.laid_out
        self.coverers = wider.coverers
        self.pyramid, self.all_left = wider.pyramid & mask, wider.all_left & mask
        for i in range(64):
            self.under[i] = 0
        rest: cython.ulonglong = self.all_left & self.laid_out
        while rest:
            b: cython.int = lowest_bit(rest)
            rest &= rest - 1
            closure = nearest = self.cover[b] = self.above[b] & mask
            if closure == 0:
                open_cards |= one_bit(b)
            while closure:  # what lies above one that was looked at lies above none but those
                beyond: cython.ulonglong = self.above[lowest_bit(closure)]
                nearest &= ~beyond
                closure &= (closure - 1) & ~beyond
            while nearest:
                self.under[lowest_bit(nearest)] |= one_bit(b)
                nearest &= nearest - 1
        self.all_exposed, self.all_in_stock = open_cards, in_stock & wider.all_in_stock
        self._find_must()

    def _find_must(self) -> cython.void:
        """Find which cards `must` go, and `last`."""
        rest: cython.ulonglong = self.pyramid
        self.must = self.pyramid if self.goal_pyramid else self.all_left
        if not self.by_goal:
            self.must = self.demanded & self.all_left
        self.last = 0
        while self.ends and rest:
            b: cython.int = lowest_bit(rest)
            rest &= rest - 1
            if self.under[b] == 0:
                self.last |= one_bit(b)

    def _ban_statically(self) -> cython.void:
        """Find the partners that can never be (`static_ban`), as one covers the other, or both are
        dealt and never meet; and `coverers`."""
        four: cython.ulonglong = 15
        dealt: cython.ulonglong = ~self.laid_out
        rest: cython.ulonglong = self.all_left & ~self.kings
        if self.stock_waste != SW_NO or self.waste_pairs:
            dealt = 0
        self.coverers = 0
        for i in range(8):
            self.static_ban[i] = 0
        while rest:
            b: cython.int = lowest_bit(rest)
            rest &= rest - 1
            k: cython.int = b & ~7
            if self.self_set[b >> 3]:
                banned: cython.ulonglong = one_bit(b)
            else:
                banned = 0
                k |= ~b & 4
            banned |= self.above[b]
            if self.overlap:
                banned &= ~self.direct[b]
            if dealt >> b & 1:
                banned |= dealt
            self.coverers |= self.direct[b] & (four << k)
            banned &= self.all_left & (four << k)
            while banned:
                c: cython.int = lowest_bit(banned)
                banned &= banned - 1
                self.static_ban[b >> 3] |= cython.cast(cython.uint, 1) << (4 * (b & 7) + (c & 3))
                self.static_ban[b >> 3] |= cython.cast(cython.uint, 1) << (4 * (c & 7) + (b & 3))


# The set tables: what each set alone can still do.
#
# Each byte of the word that says which cards are left (`Places`) is an index into a set's table.


@cython.cclass
class SetTables:
    """The set tables of the `deal` that was laid out; for another question than the goal see
    `demand`.

    `last_alive`: for each choice of a set's cards the last position at which its cards that must go
    still can, set s from 256 s on. `valid`: the choices of cards that can go in pairs.
    """

    def __init__(self, deal: Places) -> None:
        self.deal, self.passes = deal, deal.game.passes
        self.stock_top = deal.game.stock_top
        self.tallied_cards = self.tallied = 0
        self.stay = integers(1)
        subsets = [
            sub
            for sub in range(256)
            if (sub & 15).bit_count() == (sub >> 4).bit_count()
            or (sub < 16 and sub.bit_count() % 2 == 0)
        ]
        self.valid, self.valid_count = bytearray(subsets), len(subsets)
        self.last_alive = self.table = integers(256 * 8)
        self.over, self.hides, self.in_pack = integers(8), integers(32), integers(32)
        self.place, self.card, self.partners = integers(9), integers(8), integers(8)

    def demand(self, tallied: int) -> None:
        """Count the discards of these sets, a bit each, and with the next one those of the kings."""
        s: cython.int
        sets: cython.int = self.deal.sets
        of_set: cython.ulonglong = 255
        self.tallied, self.tallied_cards = tallied, 0
        for s in range(sets):
            if self.tallied >> s & 1:
                self.tallied_cards |= of_set << (8 * s)
        if self.tallied >> sets & 1:
            self.tallied_cards |= ~(one_bit(8 * sets) - 1)
        if len(self.stay) == 1:
            self.stay = integers(STAY_ROWS * STAY_STEPS)

    def build(self, left: cython.ulonglong, must: cython.ulonglong) -> cython.bint:
        """Build `last_alive` for every set, these cards being left of the deal; return False when a
        set alone cannot do what it `must`."""
        s: cython.int
        alive: cython.bint = True
        for s in range(self.deal.sets):
            self.build_one(s, left, must, 0, 0, self.last_alive, 0)
            full: cython.int = cython.cast(cython.int, (left >> (8 * s)) & 255)
            if self.last_alive[256 * s + full] < 0:
                alive = False
        return alive

    def build_one(
        self,
        s: cython.int,
        all_left: cython.ulonglong,
        that_must: cython.ulonglong,
        others: cython.ulonglong,
        may_stay: cython.int,
        table: Integers,
        offset: cython.int,
    ) -> cython.void:
        """Fill in the row of one set. For each choice of its cards, the row has the last position
        at which the cards `that_must` go can still be discarded, and all except `may_stay` of the
        `others`. The cards of the deal that are left are `all_left`.

        The row assumes that all other cards are gone, that the set's stock cards come singly, and
        that what vanishes by itself goes by choice. Each assumption allows more than the game, so a
        set that is dead here is dead in the game. `NEVER` and `FOREVER` stand for no and any
        position. Set s has its row at `offset` + 256 s.
        """
        left: cython.int = cython.cast(cython.int, (all_left >> (8 * s)) & 255)
        must: cython.int = cython.cast(cython.int, (that_must >> (8 * s)) & 255)
        rest: cython.int = cython.cast(cython.int, (others >> (8 * s)) & 255)
        dealt: cython.int = self._in_stock(8 * s)
        row: cython.int = offset + 256 * s
        base: cython.int = 8 * s
        itself: cython.bint = self.deal.self_set[s]
        overlap: cython.bint = self.deal.overlap
        self.table = table  # to hand it on takes longer than most calls
        self._look_over(base, left)
        for v in range(self.valid_count):
            sub: cython.int = self.valid[v]
            if sub & ~left:
                continue
            k: cython.int = sub & rest
            for i in range(may_stay):
                k &= k - 1
            if k == 0 and sub & must == 0:
                table[row + sub] = FOREVER
                continue
            hidden: cython.int = self.hides[sub & 15] | self.hides[16 + (sub >> 4)]
            laid_out: cython.int = sub & ~dealt
            if not overlap:
                laid_out &= ~hidden
            lows: cython.int = laid_out & 15
            best: cython.int = NEVER
            while lows:
                low: cython.int = lows & -lows
                lows -= low
                highs: cython.int = lows if itself else laid_out & 240
                while highs:
                    high: cython.int = highs & -highs
                    highs -= high
                    then: cython.int = table[row + sub - low - high]
                    if then > best and not (
                        overlap
                        and (low | high) & hidden
                        and not self._lie_alone(base, lowest_bit(low), lowest_bit(high), sub)
                    ):
                        best = then
            if sub & dealt and best < FOREVER:
                best = self._best_of_stock(
                    laid_out & ~hidden,
                    self.in_pack[sub & 15] | self.in_pack[16 + (sub >> 4)],
                    row + sub,
                    best,
                )
            table[row + sub] = best

    def _in_stock(self, base: cython.int) -> cython.int:
        """Return the cards of a set that have a place in the stock. A closed player takes it from
        those that are unseen, so `laid_out` would not do."""
        found: cython.int = 0
        i: cython.int
        for i in range(8):
            if self.deal.stock_index[base + i] >= 0:
                found |= 1 << i
        return found

    def _best_of_stock(
        self, exposed: cython.int, stock: cython.int, at: cython.int, best: cython.int
    ) -> cython.int:
        """Return the last position, `best` or later, at which a card of a set in the stock can go,
        so that the rest still can. Its partner is `exposed`, or the card of the set before it in
        the stock. `stock`: the set's cards there, as `in_pack` has them. `at`: where the choice of
        cards has its place in the `table`."""
        cython.declare(k=cython.int, last=cython.int)
        before: cython.int = -1
        top: cython.int = 0
        while stock:
            i: cython.int = lowest_bit(stock)
            stock &= stock - 1
            k, last = self.place[i], self.place[lowest_bit(stock | 256)]
            card: cython.int = self.card[i]
            then: cython.int = best
            some: cython.int = exposed & self.partners[i]
            while some:
                other: cython.int = some & -some
                some -= other
                if self.table[at - card - other] > then:
                    then = self.table[at - card - other]
            if then > best:
                then = self._last_within(before + 1 if self.stock_top else k + 1, last, then)
                if then > best:
                    best = then
            if top & self.partners[i]:
                then = self.table[at - card - top]
                if then > best:
                    then = self._last_within(
                        before + 1 if self.deal.stock_waste else k + 1,
                        last if self.deal.waste_pairs else k,
                        then,
                    )
                    if then > best:
                        best = then
            before, top = k, card
        return best

    def _look_over(self, base: cython.int, left: cython.int) -> cython.void:
        """Fill in `over`, `hides`, `in_pack`, and the rows of the set's stock cards, as they come.

        `over` has, for each card of a set, the cards left that lie above it. `hides` and `in_pack`
        have an entry for each choice of its lower cards, and from 16 on of its higher ones. `hides`
        has the cards that these hide, and `in_pack` has which they are of its stock cards. These
        have, by their order: `place`, the index in the stock, and at last how many cards are
        there; `card`, its bit; `partners`, the cards that it goes with."""
        n: cython.int = 0
        cython.declare(i=cython.int, on_it=cython.int)
        for i in range(8):
            k: cython.int = (16 if i & 4 else 0) + (1 << (i & 3))
            self.over[i] = self.hides[k] = self.in_pack[k] = 0
            at: cython.int = self.deal.stock_index[base + i]
            if left >> i & 1 and at >= 0:
                k = n
                while k > 0 and self.place[k - 1] > at:
                    self.place[k], self.card[k] = self.place[k - 1], self.card[k - 1]
                    k -= 1
                self.place[k], self.card[k] = at, 1 << i
                n += 1
        self.place[8] = self.deal.stock
        for i in range(n):
            k = self.card[i]
            self.partners[i] = 15 if k > 15 or self.deal.self_set[base >> 3] else 240
            self.in_pack[k if k < 16 else 16 + (k >> 4)] = 1 << i
        for i in range(8):
            if left >> i & 1:
                on_it = cython.cast(cython.int, (self.deal.above[base + i] >> base) & 255) & left
                self.over[i] = on_it
                while on_it:
                    k = lowest_bit(on_it)
                    on_it &= on_it - 1
                    self.hides[(16 if k & 4 else 0) + (1 << (k & 3))] |= 1 << i
        for n in range(3, 16):
            k = n & (n - 1)
            if k:
                self.hides[n] = self.hides[k] | self.hides[n - k]
                self.in_pack[n] = self.in_pack[k] | self.in_pack[n - k]
                self.hides[16 + n] = self.hides[16 + k] | self.hides[16 + n - k]
                self.in_pack[16 + n] = self.in_pack[16 + k] | self.in_pack[16 + n - k]

    def build_stay(self, left: cython.ulonglong, must: cython.ulonglong) -> cython.void:
        """Fill in `stay` for each tallied set and number of pairs, from 0. It has the last
        positions at which two kinds of the set's cards can still go together: those that `must` go,
        and all others except this number of pairs."""
        cython.declare(s=cython.int, pairs=cython.int)
        for s in range(self.deal.sets):
            for pairs in range(STAY_STEPS if self.tallied >> s & 1 else 0):
                self.build_one(s, left, must, left, 2 * pairs, self.stay, STAY_ROWS * pairs)

    def units(self, left: cython.ulonglong) -> cython.int:
        """Return how many tallied discards these cards are."""
        kings: cython.ulonglong = left & self.tallied_cards & self.deal.kings
        left &= self.tallied_cards & ~self.deal.kings
        return (count_bits(left) >> 1) + count_bits(kings)

    def _lie_alone(
        self, base: cython.int, i: cython.int, j: cython.int, sub: cython.int
    ) -> cython.bint:
        """Return whether of two cards of a set one lies directly on the other, and of the set's
        cards `sub` nothing else on either."""
        on_i: cython.int = self.over[i] & sub
        on_j: cython.int = self.over[j] & sub
        if on_j == 0:
            return on_i == 1 << j and self.deal.direct[base + i] >> (base + j) & 1 != 0
        return on_i == 0 and on_j == 1 << i and self.deal.direct[base + j] >> (base + i) & 1 != 0

    def _last_within(self, low: cython.int, high: cython.int, then: cython.int) -> cython.int:
        """Return the last position, not after `then`, at which from `low` to `high` cards are
        dealt; `NEVER` if there is none."""
        number: cython.int = pass_of(then)
        if low > high:
            return NEVER
        if number >= self.passes:
            return position_of(self.passes - 1, high)
        t: cython.int = dealt_of(then)
        if t > high:
            t = high
        if t >= low:
            return position_of(number, t)
        return position_of(number - 1, high) if number > 0 else NEVER


# Positions as rows of numbers, what a move makes of them, and which discards a search tries.
#
# A level is a row: the cards left and exposed in set order, the stock cards left by their index in
# the stock, and the stock's position (see `numbers`). `position.py` is the definition, and this must
# agree with it. Each prune has its proof: `force`, `failed`.


@cython.cclass
class Discards(Places):
    """The positions on the way to where a search is, one row per level, in a deal that is laid out,
    and a list of discards for each.

    `set_tables` says what each set alone can still do. `must`, `all_left`, `last` and their like are
    those of the deal until a question changes them.

    `prunes`: a mask of the values of `numbers.PRUNES`. `monotone`: removing early never hurts, and the
    search may rest on it; kings of the stock are dropped only then. `forcing`, and with it
    `force_mutual`, say which forced pairs are taken alone (`force`).

    With `keep_kings` kings of the tableau do not go by themselves, but are moves; with
    `keep_optional` so are those of them that need not go (`at_once`); `drop_kings`: see `Places`.
    `one_ban`: what is excluded is so for good, and `lasting_ban` is not kept. `rows`: how many there
    are, if not one for each card.
    """

    def __init__(
        self,
        game: Game,
        prunes: int = 0,
        *,
        keep_kings: bool = False,
        keep_optional: bool = False,
        drop_kings: bool = False,
        force_mutual: bool = False,
        rows: int = 0,
    ) -> None:
        self.prunes = prunes
        self.monotone = game.monotone and bool(self.prunes & PRUNE_EARLIER)
        Places.__init__(self, game, drop_kings and self.monotone)
        self.stock_top, self.draw = game.stock_top, game.draw
        self.passes, self.unlimited = game.passes, game.unlimited
        self.keep_kings, self.keep_optional = keep_kings, keep_optional
        self.one_ban = self.monotone
        self.forcing = self.monotone and bool(self.prunes & PRUNE_FORCED)
        self.force_mutual = force_mutual
        self.tallied = 0
        self._take_tables(SetTables(self))
        levels = rows or self.size + 2
        self.left, self.exposed, self.in_stock = words(levels), words(levels), words(levels)
        self.position = integers(levels)
        self.move_low, self.move_high = integers(levels), integers(levels)
        self.move_position = integers(levels)
        self.ban, self.lasting_ban = halves(8 * levels), halves(8 * levels)
        self.count, self.following = integers(levels), integers(levels)
        self.pair_low, self.pair_high = integers(PAIRS * levels), integers(PAIRS * levels)
        self.forced = integers(levels)

    def _take_tables(self, tables: SetTables) -> None:
        """Have the set tables at hand: the loops read them all the time."""
        self.set_tables, self.last_alive, self.stay = tables, tables.last_alive, tables.stay

    def share_tables(self, owner: "Discards") -> None:
        """Use the set tables and places of levels with the same rules, and at least these sets."""
        self.share(owner)
        self._take_tables(owner.set_tables)

    def demand(self, wanted: int, tallied: int) -> None:
        """Ask another question of the deals that are loaded from now on.

        `wanted`: the cards that must go, bits in set order. `tallied`: the sets whose discards are
        counted, a bit each, and with the next one the kings.
        """
        self.by_goal, self.demanded, self.tallied = False, wanted, tallied
        self.set_tables.demand(tallied)
        self._take_tables(self.set_tables)

    def build_set_tables(self) -> cython.bint:
        """Build `last_alive` for every set; return False when a set alone cannot do what it must."""
        return self.set_tables.build(self.all_left, self.must)

    def listed(
        self, low: Integers, high: Integers, position: Integers, depth: int
    ) -> list[tuple[int, int, int]]:
        """Return this many moves, as `numbers` has them."""
        return [(low[d], high[d], position[d]) for d in range(depth)]

    def first_level(self) -> cython.void:
        """Write level 0: nothing is dealt, and the exposed kings are gone."""
        self.left[0], self.exposed[0] = self.all_left, self.all_exposed
        self.in_stock[0] = self.all_in_stock
        self.position[0] = 0
        for s in range(8):
            self.ban[s] = self.lasting_ban[s] = self.static_ban[s]
        self.remove(0, self.exposed[0] & self.at_once())

    def at_once(self) -> cython.ulonglong:
        """Return the open kings that go as soon as they are exposed.

        Discarding one takes no partner and changes nothing in the stock, so it never hurts, under
        any rule. For a king that must go it costs no move: every line has its discard, which can
        come first. A king that need not go costs a move, though, so for shortest lines it is kept,
        and is a move where it covers something (`list_pairs`). One whose discard may end
        the game is a move too.
        """
        if self.keep_kings:
            return 0
        return self.kings & ~self.last & (self.must if self.keep_optional else self.kings)

    def level_of(
        self, left: cython.ulonglong, in_stock: cython.ulonglong, position: cython.int
    ) -> cython.void:
        """Write level 0: these cards are left, at this position."""
        self.begin_at(left, 0, in_stock, position)

    def begin_at(
        self,
        left: cython.ulonglong,
        exposed: cython.ulonglong,
        in_stock: cython.ulonglong,
        position: cython.int,
    ) -> cython.void:
        """Write level 0: these cards are left, at this position; some are known to be exposed."""
        rest: cython.ulonglong = left & self.laid_out & ~exposed
        while rest:
            card: cython.int = lowest_bit(rest)
            rest &= rest - 1
            if self.cover[card] & left == 0:
                exposed |= one_bit(card)
        self.left[0], self.exposed[0], self.in_stock[0] = left, exposed, in_stock
        self.position[0] = position
        for s in range(8):
            self.ban[s] = self.lasting_ban[s] = self.static_ban[s]

    def keep(self, left: ReadOnlyBytes) -> cython.void:
        """Write `kept` and `kept_in_stock`: the cards of the deal whose byte in `left` is not 0."""
        i: cython.int
        self.kept = self.kept_in_stock = 0
        for i in range(self.size):
            if left[i]:
                self.kept |= one_bit(self.bit_at[i])
                if i >= self.tableau:
                    self.kept_in_stock |= one_bit(i - self.tableau)

    def begin_with(self, left: ReadOnlyBytes, position: cython.int) -> cython.void:
        """Write level 0 at this position: the cards of the deal whose byte in `left` is not 0,
        without the kings that go immediately (`at_once`)."""
        self.keep(left)
        self.level_of(self.kept & self.all_left, self.kept_in_stock & self.all_in_stock, position)
        self.remove(0, self.exposed[0] & self.at_once())

    def least_deadline(self, left: cython.ulonglong) -> cython.int:
        """Return the last stock position at which each set can still go, with these cards left."""
        least: cython.int = FOREVER
        row: cython.int = 0
        left &= ~self.kings
        while left:  # a set without cards can go for ever
            alive: cython.int = self.last_alive[row + cython.cast(cython.int, left & 255)]
            if alive < least:
                least = alive
            left >>= 8
            row += 256
        return least

    def copy_level(self, d: cython.int) -> cython.void:
        """Make level d + 1 a copy of level d."""
        s: cython.int
        self.left[d + 1], self.exposed[d + 1] = self.left[d], self.exposed[d]
        self.in_stock[d + 1], self.position[d + 1] = self.in_stock[d], self.position[d]
        for s in range(8 * d, 8 * d + 8):
            self.ban[s + 8] = self.ban[s]
        if not self.one_ban:
            for s in range(8 * d, 8 * d + 8):
                self.lasting_ban[s + 8] = self.lasting_ban[s]

    def take(self, d: cython.int) -> cython.void:
        """Write level d + 1: level d after its move was made."""
        a: cython.int = self.move_low[d]
        b: cython.int = self.move_high[d]
        turned: cython.int = -1
        if self.stock_waste == SW_AUTO_ON_TURN:
            turned = self.turned(d)
        self.copy_level(d)
        self.remove(d + 1, one_bit(a) | one_bit(b))
        if turned >= 0 and (turned == self.stock_index[a] or turned == self.stock_index[b]):
            self.vanish(d + 1)

    def vanish(self, d: cython.int) -> cython.void:
        """Let the card that has been turned and the waste top vanish if they match, and so on."""
        while self.tops_match(d):
            pair: cython.ulonglong = one_bit(self.bit_at[self.tableau + self.turned(d)])
            pair |= one_bit(self.bit_at[self.tableau + self.waste_top(d)])
            self.remove(d, pair)

    def remove(self, d: cython.int, cards: cython.ulonglong) -> cython.void:
        """Take cards away, expose what they covered, and take what then goes `at_once`."""
        left: cython.ulonglong = self.left[d]
        exposed: cython.ulonglong = self.exposed[d]
        at_once: cython.ulonglong = self.at_once()
        if self.last and left & ~cards & self.pyramid == 0:
            at_once = 0  # the game is over
        left &= ~cards
        exposed &= left
        while cards:
            card: cython.int = lowest_bit(cards)
            cards &= cards - 1
            if self.stock_index[card] >= 0:
                self.in_stock[d] &= ~one_bit(self.stock_index[card])
                continue
            below: cython.ulonglong = self.under[card] & left
            while below:
                other: cython.int = lowest_bit(below)
                below &= below - 1
                if self.cover[other] & left:
                    continue
                if one_bit(other) & at_once:
                    left &= ~one_bit(other)
                    cards |= one_bit(other)
                else:
                    exposed |= one_bit(other)
        self.left[d], self.exposed[d] = left, exposed

    def waste_top(self, d: cython.int) -> cython.int:
        """Return the stock index of the waste top, or -1."""
        return top_of(self.in_stock[d], self.position[d])

    def turned(self, d: cython.int) -> cython.int:
        """Return the stock index of the turned card, or -1."""
        rest: cython.ulonglong = self.in_stock[d] >> dealt_of(self.position[d])
        if rest == 0 or not self.stock_top:
            return -1
        return lowest_bit(rest) + dealt_of(self.position[d])

    def canonical(self, d: cython.int) -> cython.int:
        """Return the position with t made least: stock cards above the waste top are gone alike."""
        position: cython.int = self.position[d]
        return pass_start(position) + top_of(self.in_stock[d], position) + 1

    def stock_cards_match(self, i: cython.int, j: cython.int) -> cython.bint:
        """Return whether two stock cards, by index, add to the total."""
        a: cython.int = self.bit_at[self.tableau + i]
        b: cython.int = self.bit_at[self.tableau + j]
        if a >= 8 * self.sets or a >> 3 != b >> 3:
            return False
        return bool(self.self_set[a >> 3]) or (a ^ b) & 4 != 0

    def tops_match(self, d: cython.int) -> cython.bint:
        """Return whether the turned card and the waste top add to the total."""
        top: cython.int = self.waste_top(d)
        turned: cython.int = self.turned(d)
        return top >= 0 and turned >= 0 and self.stock_cards_match(turned, top)

    def next_position(self, d: cython.int) -> cython.int:
        """Return the position after one deal or redeal, or -1 when neither is legal."""
        t: cython.int = dealt_of(self.position[d])
        number: cython.int = pass_of(self.position[d])
        rest: cython.ulonglong = (self.in_stock[d] >> t) << t
        if rest == 0:
            if self.in_stock[d] == 0 or (number + 1 >= self.passes and not self.unlimited):
                return -1
            return position_of(number + 1, 0)
        if self.draw > 1 and self.drop_kings:
            # One pass: the groups lie where they were dealt, dropped cards among them
            # (docs/development/proofs.md, "Dropped kings, several cards a deal, one pass").
            t = (t // self.draw + 1) * self.draw
            return position_of(number, t if t < self.stock else self.stock)
        for k in range(self.draw):
            if rest:
                t = lowest_bit(rest) + 1
                rest &= rest - 1
        return position_of(number, t)

    def take_next(self, d: cython.int) -> cython.bint:
        """Write level d + 1: level d after its next discard. Return False, and write no such level,
        where it is seen that nothing can follow: here never."""
        k: cython.int = PAIRS * d + self.following[d]
        self.following[d] += 1
        self.move_low[d], self.move_high[d] = self.pair_low[k], self.pair_high[k]
        self.move_position[d] = self.position[d]
        self.take(d)
        return True

    def take_vanishing(self, d: cython.int) -> cython.void:
        """Write level d + 1: level d after the turned card and the waste top, and what then
        matches, vanish."""
        self.move_low[d] = self.move_high[d] = VANISHED
        self.move_position[d] = self.position[d]
        self.forced[d] = 1
        self.copy_level(d)
        self.vanish(d + 1)

    def list_all(self, d: cython.int) -> cython.void:
        """List the discards of a new level; one that is forced alone."""
        self.forced[d] = 0
        self.list_pairs(d)
        self.list_stock_pairs(d)
        self.force(d)

    def list_turned(self, d: cython.int) -> cython.void:
        """List the discards with the turned card alone; one that is forced alone."""
        self.count[d] = self.following[d] = 0
        self.list_turned_pairs(d)
        self.force(d)

    def list_pairs(self, d: cython.int) -> cython.void:
        """List the discards at this position that are not excluded.

        A king that need not go and covers nothing is no discard of a shortest line:
        without it the line is legal and shorter.
        """
        available: cython.ulonglong = self.exposed[d]
        rest: cython.ulonglong = available & self.kings
        s: cython.int
        self.count[d] = self.following[d] = 0
        while rest:
            a: cython.int = lowest_bit(rest)
            rest &= rest - 1
            if not self.keep_optional or self.under[a] & self.left[d]:
                self.add_pair(d, a, a)
        for s in range(self.sets):
            base: cython.int = 8 * s + (0 if self.self_set[s] else 4)
            lows: cython.int = cython.cast(cython.int, (available >> (8 * s)) & 15)
            highs: cython.int = cython.cast(cython.int, (available >> base) & 15)
            if highs == 0:
                continue
            while lows:
                a = 8 * s + lowest_bit(lows)
                lows &= lows - 1
                open_highs: cython.int = highs & ~cython.cast(
                    cython.int, (self.ban[8 * d + s] >> (4 * (a & 7))) & 15
                )
                if self.self_set[s]:
                    open_highs &= ~((2 << (a & 3)) - 1)
                while open_highs:
                    self.add_pair(d, a, base + lowest_bit(open_highs))
                    open_highs &= open_highs - 1
        if self.overlap:
            self._list_overlaps(d)

    def _list_overlaps(self, d: cython.int) -> cython.void:
        """List the pairs in which one card lies directly on the other, with nothing else on it."""
        rest: cython.ulonglong = self.exposed[d] & self.coverers
        of_set: cython.ulonglong = 255
        while rest:
            a: cython.int = lowest_bit(rest)
            rest &= rest - 1
            below: cython.ulonglong = self.under[a] & self.left[d] & (of_set << (a & ~7))
            while below:
                b: cython.int = lowest_bit(below)
                below &= below - 1
                if (
                    self.cover[b] & self.left[d] == one_bit(a)
                    and self.direct[b] >> a & 1
                    and self.allowed(d, a, b)
                ):
                    self.add_pair(d, a, b)

    def list_stock_pairs(self, d: cython.int) -> cython.void:
        """Add the discards with the turned card, the waste top and what lies under it."""
        top: cython.int = self.waste_top(d)
        self.list_turned_pairs(d)
        if top < 0:
            return
        top_card: cython.int = self.bit_at[self.tableau + top]
        self._list_with(d, top_card)
        if self.waste_pairs:
            below: cython.ulonglong = self.in_stock[d] & (one_bit(top) - 1)
            if below:
                under: cython.int = self.bit_at[self.tableau + highest_bit(below)]
                if self.allowed(d, top_card, under):
                    self.add_pair(d, top_card, under)

    def list_turned_pairs(self, d: cython.int) -> cython.void:
        """Add the discards with the turned card."""
        turned: cython.int = self.turned(d)
        if turned < 0:
            return
        card: cython.int = self.bit_at[self.tableau + turned]
        self._list_with(d, card)
        if self.stock_waste != SW_NO:
            top: cython.int = self.waste_top(d)
            if top >= 0:
                top_card: cython.int = self.bit_at[self.tableau + top]
                if self.allowed(d, card, top_card):
                    self.add_pair(d, top_card, card)

    def stock_events(self, d: cython.int) -> cython.ulonglong:
        """Return the stock cards, by index, that can be discarded when they are turned; in the last
        pass, of those still to come.

        For single cards with the stock top available: those with an exposed partner that is not
        excluded, and those that match the card left before them. An addition finds which cards
        follow one of `lows` in the stock left. It adds the places after them to the mask of the
        stock cards that are gone, and each carries on to the next card left.
        """
        events: cython.ulonglong = 0
        exposed: cython.ulonglong = self.exposed[d]
        stock: cython.ulonglong = self.in_stock[d]
        cards_left: cython.ulonglong = self.left[d] & ~self.laid_out & ~self.kings
        sets: cython.ulonglong = sets_between(cards_left, exposed, self.own_sets)
        cython.declare(highs=cython.ulonglong, before=cython.int)
        while sets:
            s: cython.longlong = lowest_bit(sets) >> 3
            sets &= sets - 1
            ban: cython.uint = self.ban[8 * d + s]
            choices: cython.uint = set_choices(exposed, 0, s, self.self_set[s] != 0)
            if choices & ban == 0:  # nothing is excluded: all cards of a rank can go, or none
                events |= self.places_of[2 * s] if choices & 15 else 0
                events |= self.places_of[2 * s + 1] if choices >> 16 else 0
                continue
            choices = cards_with(choices & ~ban) & cython.cast(cython.uint, cards_left >> (8 * s))
            while choices:
                events |= self.stock_bit[8 * s + lowest_bit(choices)]
                choices &= choices - 1
        events &= stock
        if self.stock_waste == SW_NO:
            return events
        if not self.unlimited and pass_of(self.position[d]) + 1 >= self.passes:
            k: cython.int = top_of(stock, self.position[d])
            if k > 0:
                stock = (stock >> k) << k
        gone: cython.ulonglong = (one_bit(self.stock) - 1) & ~stock
        sets = sets_between(cards_left, cards_left, self.own_sets)
        while sets:
            s = lowest_bit(sets) >> 3
            sets &= sets - 1
            lows: cython.ulonglong = self.places_of[2 * s] & stock
            highs = self.places_of[2 * s if self.self_set[s] else 2 * s + 1] & stock
            if lows == 0 or highs == 0:
                continue
            rest: cython.ulonglong = (gone + (lows << 1)) & highs | (gone + (highs << 1)) & lows
            rest &= ~events
            ban = self.ban[8 * d + s]
            while rest:
                k = lowest_bit(rest)
                rest &= rest - 1
                before = self.bit_at[self.tableau + highest_bit(stock & (one_bit(k) - 1))]
                after: cython.int = self.bit_at[self.tableau + k]
                if (ban >> (4 * (before & 7) + (after & 3))) & 1 == 0:
                    events |= one_bit(k)
        return events

    def _list_with(self, d: cython.int, card: cython.int) -> cython.void:
        """Add the discards of an available stock card alone or with an exposed card."""
        if card >= 8 * self.sets:
            if not (self.ban[8 * d + (card >> 3)] >> (4 * (card & 7) + (card & 3))) & 1:
                self.add_pair(d, card, card)
            return
        base: cython.int = card & ~7
        if not self.self_set[card >> 3] and not card & 4:
            base += 4
        choices: cython.int = cython.cast(cython.int, (self.exposed[d] >> base) & 15)
        if choices == 0:
            return
        choices &= self.partners(d, card)
        while choices:
            self.add_pair(d, card, base + lowest_bit(choices))
            choices &= choices - 1

    def add_pair(self, d: cython.int, a: cython.int, b: cython.int) -> cython.void:
        """List one discard; twice the same card for a king."""
        k: cython.int = PAIRS * d + self.count[d]
        self.pair_low[k], self.pair_high[k] = a, b
        self.count[d] += 1

    def allowed(self, d: cython.int, a: cython.int, b: cython.int) -> cython.bint:
        """Return whether two cards add to the total and are not excluded as a pair."""
        if a >= 8 * self.sets or a >> 3 != b >> 3:
            return False
        if not self.self_set[a >> 3] and (a ^ b) & 4 == 0:
            return False
        return not (self.ban[8 * d + (a >> 3)] >> (4 * (a & 7) + (b & 3))) & 1

    def partners(self, d: cython.int, card: cython.int) -> cython.int:
        """Return the cards left that may still be this card's partner, four bits."""
        s: cython.int = card >> 3
        choices: cython.uint = set_choices(
            self.left[d], self.ban[8 * d + s], s, self.self_set[s] != 0
        )
        return cython.cast(cython.int, (choices >> (4 * (card & 7))) & 15)

    def exclude(
        self, d: cython.int, a: cython.int, b: cython.int, lasting: cython.bint
    ) -> cython.void:
        """Do not list this discard again at this level and below, or not before a redeal."""
        one: cython.uint = 1
        pair: cython.uint = (one << (4 * (a & 7) + (b & 3))) | (one << (4 * (b & 7) + (a & 3)))
        self.ban[8 * d + (a >> 3)] |= pair
        if lasting and not self.one_ban:
            self.lasting_ban[8 * d + (a >> 3)] |= pair

    def forget_pass(self, d: cython.int) -> cython.void:
        """Forget at a redeal what was excluded for one pass: it is so no more."""
        for s in range(8 * d, 8 * d + 8):
            self.ban[s] = self.lasting_ban[s]

    def force(self, d: cython.int) -> cython.void:
        """List a forced pair alone, if one is listed.

        A card that must go and has one partner left goes with it as soon as it can. Every line
        discards that pair, and where removing early never hurts, now is the best time. The same
        holds for a pair in which each card is the only partner of the other (`force_mutual`). A
        line that does not discard it can do so now and gains the cards' places, but the discard
        costs a move.
        """
        cython.declare(a=cython.int, b=cython.int, choices=cython.uint)
        if not self.forcing:
            return
        for i in range(PAIRS * d, PAIRS * d + self.count[d]):
            a, b = self.pair_low[i], self.pair_high[i]
            if a == b or self.may_end(a, b):
                continue
            s: cython.int = a >> 3
            choices = set_choices(self.left[d], self.ban[8 * d + s], s, self.self_set[s] != 0)
            of_a: cython.uint = (choices >> (4 * (a & 7))) & 15
            of_b: cython.uint = (choices >> (4 * (b & 7))) & 15
            of_a &= of_a - 1  # what is left without one partner: the only one, if nothing
            of_b &= of_b - 1
            if (
                (of_a == 0 and self.must >> a & 1)
                or (of_b == 0 and self.must >> b & 1)
                or (self.force_mutual and of_a == 0 and of_b == 0)
            ):
                self.pair_low[PAIRS * d], self.pair_high[PAIRS * d] = a, b
                self.count[d] = 1
                self.forced[d] = 1
                return

    def failed(self, d: cython.int) -> cython.bint:
        """Return whether nothing is left to try on the level, now that its last move failed.

        Excluded pairs: a pair whose discard led to nothing is not tried again below this level. A
        line that used it later would be found with the pair at the front, in the pair's own branch.
        This branch was searched to its end, so no line at all uses the pair. What is lost with
        pairs excluded is therefore lost without, and the table keeps it as lost. Moving a pair to
        the front is sound where removing early never hurts, and where both cards lie in the
        tableau. It is also sound where it happens within a pass and nothing vanishes by itself. The
        proof is in docs/development/proofs.md, "Exclusions".
        """
        a: cython.int = self.move_low[d]
        b: cython.int = self.move_high[d]
        lasting: cython.bint
        if self.forced[d]:
            return True
        if not self.prunes & PRUNE_EXCLUDED or self.may_end(a, b):
            return False
        lasting = self.monotone or (self.stock_index[a] < 0 and self.stock_index[b] < 0)
        if lasting or self.stock_waste < SW_AUTO:
            self.exclude(d, a, b, lasting)
            return self.monotone and a != b and (self.stuck(d, a) or self.stuck(d, b))
        return False

    def may_end(self, a: cython.int, b: cython.int) -> cython.bint:
        """Return whether this discard may be the one that ends the game: it has a `last` card.

        Every prune that plays a discard earlier than a line does leaves these alone, for what was
        to come before it would be lost. Other discards do not end the game, wherever they are
        played, as the pyramid is not cleared before its last cards are gone.
        """
        return (self.last >> a | self.last >> b) & 1 != 0

    def stuck(self, d: cython.int, card: cython.int) -> cython.bint:
        """Return whether a card that must go has no partner left."""
        if not (self.left[d] & self.must) >> card & 1:
            return False
        return self.partners(d, card) == 0

    def some_stuck(self, d: cython.int) -> cython.bint:
        """Return whether some set is stuck: below the first level, the one whose discard led here.

        At the first level nothing is excluded but what never goes together: the set tables know it.
        """
        if d > 0:
            s: cython.int = self.move_low[d - 1] >> 3
            return s < self.sets and self.set_stuck(d, s)
        if self.prunes & PRUNE_SETS:
            return False
        for s in range(self.sets):
            if self.set_stuck(d, s):
                return True
        return False

    def set_stuck(self, d: cython.int, s: cython.int) -> cython.bint:
        """Return whether some card of a set that must go has no partner left."""
        must: cython.uint = cython.cast(cython.uint, ((self.left[d] & self.must) >> (8 * s)) & 255)
        if must == 0:
            return False
        return must & ~cards_with(self._choices(d, s, self.ban[8 * d + s])) != 0

    def lonely(self, d: cython.int, s: cython.int) -> cython.uint:
        """Return the cards of a set whose partners are gone or excluded for good, and cards that
        are gone, a bit each."""
        ban: cython.uint = self.ban[8 * d + s]
        if not self.one_ban:
            ban = self.lasting_ban[8 * d + s]
        return ~cards_with(self._choices(d, s, ban)) & 255

    def _choices(self, d: cython.int, s: cython.int, ban: cython.uint) -> cython.uint:
        """Return `set_choices` of the cards left."""
        return set_choices(self.left[d], ban, s, self.self_set[s] != 0)


# Which positions were seen, where the table distinguishes positions exactly.
#
# Each choice of cards left, in each pass, has one note: a bit for every number of cards dealt.


@cython.cclass
class Known:
    """The notes of the `table` about the levels on the way, one row per level. A row has the
    level's key, and the slot that was found for it in an epoch of the table."""

    def __init__(self, table: Table, levels: int) -> None:
        self.table, self.key = table, words(levels)
        self.slot, self.epoch = long_integers(levels), long_integers(levels)

    def seen(self, d: cython.int, key: cython.ulonglong, dealt: cython.int) -> cython.bint:
        """Return whether exactly this position was seen, and leave its slot for `mark_seen`."""
        if self.slot[d] < 0 or self.epoch[d] != self.table.epoch or self.key[d] != key:
            self.key[d], self.epoch[d] = key, self.table.epoch
            self.slot[d] = self.table.find(key)
        if self.slot[d] < 0:
            return False
        return bool(self.table.note(self.slot[d]) >> dealt & 1)

    def mark_seen(self, d: cython.int, dealt: cython.int) -> cython.void:
        """Note that this position, which was asked about last on its level, is seen."""
        note: cython.ulonglong = 0
        # Levels below may have filled the free slot that was found.
        self.slot[d] = self.table.find(self.key[d])
        self.epoch[d] = self.table.epoch
        if self.slot[d] >= 0:
            note = self.table.note(self.slot[d])
        note |= one_bit(dealt)
        self.slot[d] = self.table.write(self.slot[d], self.key[d], note)


# Which sets are asked about first: those that soonest cannot go any more.

# How tight a set is in one pass, in positions of the stock. The first two weights are for a card of
# another set above it, and for a card that it has in the stock. The others are for a choice of its
# cards that is dead, and for one that can go for ever.
LIES_ABOVE = cython.declare(cython.int, 75)
STOCK_CARD = cython.declare(cython.int, 300)
DEAD_CHOICE = cython.declare(cython.int, -80)
FREE_CHOICE = cython.declare(cython.int, 25)


@cython.cclass
class Tightest:
    """The sets in `order`, the tightest first."""

    def __init__(self) -> None:
        self.order, self.looseness = bytearray(8), integers(8)

    def sort(self, levels: Discards) -> cython.void:
        """Write the `order` of the sets: those whose choices of cards are dead soonest first.

        In one pass a set counts as tighter the more cards of other sets lie above its own. It has
        to wait for them, which its own table does not know. A set also counts as tighter the more
        of its cards lie in the stock. Which sets come first changes no verdict; these weights took
        the fewest nodes.
        """
        one_pass: cython.bint = levels.passes == 1
        cap: cython.int = PASS * levels.passes
        of_set: cython.ulonglong = 255
        s: cython.int
        for s in range(levels.sets):
            self.looseness[s] = 0
            if one_pass:
                k: cython.int = count_bits(levels.all_left & ~levels.laid_out & (of_set << (8 * s)))
                self.looseness[s] = -LIES_ABOVE * self._above_set(levels, s) - STOCK_CARD * k
            full: cython.int = cython.cast(cython.int, (levels.all_left >> (8 * s)) & 255)
            for v in range(levels.set_tables.valid_count):
                sub: cython.int = levels.set_tables.valid[v]
                if sub & ~full == 0:
                    alive: cython.int = levels.last_alive[256 * s + sub]
                    if one_pass and alive < 0:
                        alive = DEAD_CHOICE
                    elif alive >= cap:
                        alive = FREE_CHOICE if one_pass else cap
                    self.looseness[s] += alive
            k = s
            while k > 0 and self.looseness[self.order[k - 1]] > self.looseness[s]:
                self.order[k] = self.order[k - 1]
                k -= 1
            self.order[k] = s

    def take(self, order: ReadOnlyBytes, count: cython.int) -> cython.int:
        """Take the first `count` of these sets, in this order, for the tightest; return them as a
        mask."""
        mask: cython.int = 0
        for k in range(count):
            self.order[k] = order[k]
            mask |= 1 << order[k]
        return mask

    def _above_set(self, levels: Discards, s: cython.int) -> cython.int:
        """Return how many cards of other sets lie above some card of this one."""
        of_set: cython.ulonglong = 255
        above: cython.ulonglong = 0
        of_set <<= 8 * s
        rest: cython.ulonglong = levels.all_left & of_set
        while rest:
            above |= levels.above[lowest_bit(rest)]
            rest &= rest - 1
        return count_bits(above & levels.all_left & ~levels.kings & ~of_set)
