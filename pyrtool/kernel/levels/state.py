# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Positions as rows of numbers, and what a move makes of them: the game as the searches play it.

A level is a row: the cards left and exposed in set order, the stock cards left by their index
in the stock, and the stock's position (see `encoding`). Which moves a level has is for `discards`,
what a search makes of them its own business. `position.py` is the definition; this must agree with
it.
"""

import cython

from pyrtool.kernel.levels.places import Places
from pyrtool.kernel.levels.sets import SetTables
from pyrtool.kernel.numbers.buffers import halves, integers, words

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import lowest_bit
    from pyrtool.kernel.numbers.buffers import Integers, ReadOnlyBytes
    from pyrtool.kernel.numbers.codes import SW_AUTO_ON_TURN
    from pyrtool.kernel.numbers.encoding import (
        FOREVER,
        dealt_of,
        pass_of,
        pass_start,
        position_of,
        top_of,
    )


@cython.cclass
class State:
    """The positions on the way to where a search is, one row per level, in a deal that is laid out.

    `deal` says where its cards lie, `set_tables` what each set alone can still do. The loops read
    them all the time, so this class has copies of what they hold. `must`, `all_left`, `last` and
    their like are those of the deal until a question changes them.

    With `keep_kings` kings of the tableau do not go by themselves, but are moves; with
    `keep_optional` so are those of them that need not go (`at_once`); `drop_kings`: see `Places`.
    `one_ban`: what is excluded is so for good, and `lasting_ban` is not kept.
    """

    def __init__(
        self,
        game: Game,
        *,
        keep_kings: bool = False,
        keep_optional: bool = False,
        drop_kings: bool = False,
    ) -> None:
        self.game, self.deal = game, Places(game, drop_kings)
        self.set_tables = SetTables(self.deal)
        self.size, self.tableau, self.stock, self.sets = (
            game.size,
            game.tableau,
            game.stock,
            game.sets,
        )
        self.stock_top, self.stock_waste, self.waste_pairs = (
            game.stock_top,
            game.stock_waste,
            game.waste_pairs,
        )
        self.dealt, self.draw, self.passes, self.unlimited = (
            game.dealt,
            game.draw,
            game.passes,
            game.unlimited,
        )
        self.overlap, self.goal_pyramid, self.drop_kings = (
            game.overlap,
            game.goal_pyramid,
            drop_kings,
        )
        self.self_set, self.own_sets = game.self_set, self.deal.own_sets
        self.keep_kings, self.keep_optional = keep_kings, keep_optional
        self.tallied = 0
        self._take_tables()
        levels = self.size + 2
        self.left, self.exposed, self.in_stock = words(levels), words(levels), words(levels)
        self.position = integers(levels)
        self.move_low, self.move_high = integers(levels), integers(levels)
        self.move_position = integers(levels)
        self.ban, self.lasting_ban = halves(8 * levels), halves(8 * levels)
        self.one_ban = False

    def _take_tables(self) -> None:
        """Have the tables of the parts at hand: they are the same."""
        deal, tables = self.deal, self.set_tables
        self.bit_at, self.stock_index, self.static_ban = (
            deal.bit_at,
            deal.stock_index,
            deal.static_ban,
        )
        self.cover, self.above, self.under = deal.cover, deal.above, deal.under
        self.direct, self.places_of = deal.direct, deal.places_of
        self.stock_bit = deal.stock_bit
        self.last_alive, self.stay = tables.last_alive, tables.stay
        self.valid, self.valid_count = tables.valid, tables.valid_count

    def share_tables(self, owner: "State") -> None:
        """Use the set tables and places of levels with the same rules, and at least these sets."""
        self.deal.share(owner.deal)
        self.set_tables = owner.set_tables
        self._take_tables()

    def demand(self, wanted: int, tallied: int) -> None:
        """Ask another question of the deals that are loaded from now on.

        `wanted`: the cards that must go, bits in set order. `tallied`: the sets whose discards are
        counted, a bit each, and with the next one the kings.
        """
        self.deal.demand(wanted)
        self.set_tables.demand(tallied)
        self.tallied = tallied
        self._take_tables()

    def load_cards(self, cards: ReadOnlyBytes) -> cython.void:
        """Lay out a deal: see `Places.load_cards`."""
        self.deal.load_cards(cards)
        self._take_deal()

    def keep_sets(self, wider: Places, sets: cython.int) -> cython.void:
        """Lay out some sets alone: see `Places.keep_sets`."""
        self.deal.keep_sets(wider, sets)
        self._take_deal()

    def _take_deal(self) -> cython.void:
        """Take what is known of the deal that was laid out."""
        self.must, self.last = self.deal.must, self.deal.last
        self.kings, self.pyramid = self.deal.kings, self.deal.pyramid
        self.laid_out, self.coverers = self.deal.laid_out, self.deal.coverers
        self.all_left, self.all_exposed = self.deal.all_left, self.deal.all_exposed
        self.all_in_stock = self.deal.all_in_stock

    def build_set_tables(self) -> cython.bint:
        """`last_alive` for every set; False when a set alone cannot do what it must."""
        return self.set_tables.build(self.all_left, self.must)

    def build_set_table(
        self,
        s: cython.int,
        that_must: cython.ulonglong,
        others: cython.ulonglong,
        may_stay: cython.int,
        table: Integers,
        offset: cython.int,
    ) -> cython.void:
        """See `SetTables.build_one`, of the cards that are left of the deal."""
        self.set_tables.build_one(s, self.all_left, that_must, others, may_stay, table, offset)

    def build_stay_tables(self) -> cython.void:
        """`stay`: see `SetTables.build_stay`."""
        self.set_tables.build_stay(self.all_left, self.must)

    def units(self, left: cython.ulonglong) -> cython.int:
        """How many tallied discards these cards are."""
        return self.set_tables.units(left)

    def listed(
        self,
        low: Integers,
        high: Integers,
        position: Integers,
        depth: int,
    ) -> list[tuple[int, int, int]]:
        """This many moves, as `encoding` has them."""
        d: cython.int
        moves = []
        for d in range(depth):
            moves.append((low[d], high[d], position[d]))
        return moves

    def first_level(self) -> cython.void:
        """Level 0: nothing dealt, the exposed kings gone."""
        s: cython.int
        self.left[0], self.exposed[0] = self.all_left, self.all_exposed
        self.in_stock[0] = self.all_in_stock
        self.position[0] = 0
        for s in range(8):
            self.ban[s] = self.lasting_ban[s] = self.static_ban[s]
        self.remove(0, self.exposed[0] & self.at_once())

    def at_once(self) -> cython.ulonglong:
        """The open kings that go as soon as they are exposed.

        Discarding one takes no partner and changes nothing in the stock, so it never hurts, under
        any rule. For a king that must go it costs no move: every line has its discard, which can
        come first. A king that need not go costs a move, though, so for shortest lines it is kept,
        and is a move where it covers something (`Discards.list_pairs`). One whose discard may end
        the game is a move too.
        """
        if self.keep_kings:
            return 0
        return self.kings & ~self.last & (self.must if self.keep_optional else self.kings)

    def level_of(
        self, left: cython.ulonglong, in_stock: cython.ulonglong, position: cython.int
    ) -> cython.void:
        """Level 0: these cards left, at this position."""
        one: cython.ulonglong = 1
        exposed: cython.ulonglong = 0
        rest: cython.ulonglong = left & self.laid_out
        card: cython.int
        s: cython.int
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            if self.cover[card] & left == 0:
                exposed |= one << card
        self.left[0], self.exposed[0], self.in_stock[0] = left, exposed, in_stock
        self.position[0] = position
        for s in range(8):
            self.ban[s] = self.lasting_ban[s] = self.static_ban[s]

    def keep(self, left: ReadOnlyBytes) -> cython.void:
        """`kept` and `kept_in_stock`: the cards of the deal whose byte in `left` is not 0."""
        one: cython.ulonglong = 1
        i: cython.int
        self.kept = self.kept_in_stock = 0
        for i in range(self.size):
            if left[i]:
                self.kept |= one << self.bit_at[i]
                if i >= self.tableau:
                    self.kept_in_stock |= one << (i - self.tableau)

    def begin_with(
        self,
        left: ReadOnlyBytes,
        position: cython.int,
    ) -> cython.void:
        """Level 0 at this position: the cards of the deal whose byte in `left` is not 0, without
        the kings that go immediately (`at_once`)."""
        self.keep(left)
        self.level_of(self.kept & self.all_left, self.kept_in_stock & self.all_in_stock, position)
        self.remove(0, self.exposed[0] & self.at_once())

    def least_deadline(self, left: cython.ulonglong) -> cython.int:
        """The last position of the stock at which each set can still go, with these cards left."""
        least: cython.int = FOREVER
        alive: cython.int
        row: cython.int = 0
        left &= ~self.kings
        while left:  # a set without cards can go for ever
            alive = self.last_alive[row + cython.cast(cython.int, left & 255)]
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
        """Level d + 1: level d after its move was made."""
        one: cython.ulonglong = 1
        a: cython.int = self.move_low[d]
        b: cython.int = self.move_high[d]
        turned: cython.int = -1
        if self.stock_waste == SW_AUTO_ON_TURN:
            turned = self.turned(d)
        self.copy_level(d)
        self.remove(d + 1, (one << a) | (one << b))
        if turned >= 0 and (turned == self.stock_index[a] or turned == self.stock_index[b]):
            self.vanish(d + 1)

    def vanish(self, d: cython.int) -> cython.void:
        """A card has been turned: it and the waste top vanish if they match, and so on."""
        one: cython.ulonglong = 1
        pair: cython.ulonglong
        while self.tops_match(d):
            pair = one << self.bit_at[self.tableau + self.turned(d)]
            pair |= one << self.bit_at[self.tableau + self.waste_top(d)]
            self.remove(d, pair)

    def remove(self, d: cython.int, cards: cython.ulonglong) -> cython.void:
        """Take cards away, expose what they covered, and take what then goes `at_once`."""
        one: cython.ulonglong = 1
        left: cython.ulonglong = self.left[d]
        exposed: cython.ulonglong = self.exposed[d]
        at_once: cython.ulonglong = self.at_once()
        below: cython.ulonglong
        card: cython.int
        other: cython.int
        if self.last and left & ~cards & self.pyramid == 0:
            at_once = 0  # the game is over
        left &= ~cards
        exposed &= left
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            if self.stock_index[card] >= 0:
                self.in_stock[d] &= ~(one << self.stock_index[card])
                continue
            below = self.under[card] & left
            while below:
                other = lowest_bit(below)
                below &= below - 1
                if self.cover[other] & left:
                    continue
                if (one << other) & at_once:
                    left &= ~(one << other)
                    cards |= one << other
                else:
                    exposed |= one << other
        self.left[d], self.exposed[d] = left, exposed

    def waste_top(self, d: cython.int) -> cython.int:
        """The stock index of the waste top, or -1."""
        return top_of(self.in_stock[d], self.position[d])

    def turned(self, d: cython.int) -> cython.int:
        """The stock index of the turned card, or -1."""
        rest: cython.ulonglong = self.in_stock[d] >> dealt_of(self.position[d])
        if rest == 0 or not self.stock_top:
            return -1
        return lowest_bit(rest) + dealt_of(self.position[d])

    def canonical(self, d: cython.int) -> cython.int:
        """The position with t made least: stock cards above the waste top are gone alike."""
        position: cython.int = self.position[d]
        return pass_start(position) + top_of(self.in_stock[d], position) + 1

    def stock_cards_match(self, i: cython.int, j: cython.int) -> cython.bint:
        """Whether two stock cards, by index, add to the total."""
        a: cython.int = self.bit_at[self.tableau + i]
        b: cython.int = self.bit_at[self.tableau + j]
        if a >= 8 * self.sets or a >> 3 != b >> 3:
            return False
        return bool(self.self_set[a >> 3]) or (a ^ b) & 4 != 0

    def tops_match(self, d: cython.int) -> cython.bint:
        """Whether the turned card and the waste top add to the total."""
        top: cython.int = self.waste_top(d)
        turned: cython.int = self.turned(d)
        return top >= 0 and turned >= 0 and self.stock_cards_match(turned, top)

    def next_position(self, d: cython.int) -> cython.int:
        """The position after one deal or redeal, or -1 when neither is legal."""
        t: cython.int = dealt_of(self.position[d])
        number: cython.int = pass_of(self.position[d])
        rest: cython.ulonglong = (self.in_stock[d] >> t) << t
        k: cython.int
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
