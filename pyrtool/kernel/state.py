# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Positions as rows of numbers, and the moves between them: the game as the searches play it.

A level is a row: the cards left and exposed in set order, the stock cards left by their index
in the stock, and the stock's position (see `encoding`). What a search makes of the levels is its own
business. `position.py` is the definition; this must agree with it.
"""

import cython

from pyrtool.kernel.buffers import halves, integers, words

if not cython.compiled:
    from pyrtool.kernel.bits import highest_bit, lowest_bit, set_choices
    from pyrtool.kernel.codes import PAIRS, SW_AUTO_ON_TURN, SW_NO
    from pyrtool.kernel.encoding import dealt_of, pass_of, pass_start, position_of
    from pyrtool.kernel.game import Game
    from pyrtool.kernel.sets import SetOrder


@cython.cclass
class State(SetOrder):
    """The positions on the way that a search stands at, a row a level.

    With `keep_kings` kings of the tableau do not go by themselves, but are moves; with
    `keep_optional` so are those of them that need not go (`at_once`); `drop_kings`: see `SetOrder`.
    `forcing` and `force_mutual` say which forced pairs are taken alone (`force`).
    """

    def __init__(
        self,
        game: Game,
        *,
        keep_kings: bool = False,
        keep_optional: bool = False,
        drop_kings: bool = False,
        forcing: bool = False,
        force_mutual: bool = False,
    ) -> None:
        SetOrder.__init__(self, game, drop_kings)
        self.draw = game.draw
        self.keep_kings, self.keep_optional = keep_kings, keep_optional
        self.forcing, self.force_mutual = forcing, force_mutual
        levels = self.size + 2
        self.left, self.exposed, self.in_stock = words(levels), words(levels), words(levels)
        self.position = integers(levels)
        self.count, self.following = integers(levels), integers(levels)
        self.pair_low, self.pair_high = integers(PAIRS * levels), integers(PAIRS * levels)
        self.forced = integers(levels)
        self.move_low, self.move_high = integers(levels), integers(levels)
        self.move_position = integers(levels)
        self.ban, self.lasting_ban = halves(8 * levels), halves(8 * levels)

    def listed(
        self,
        low: cython.int[::1],  # type: ignore[valid-type]
        high: cython.int[::1],  # type: ignore[valid-type]
        position: cython.int[::1],  # type: ignore[valid-type]
        depth: int,
    ) -> list[tuple[int, int, int]]:
        """So many moves, as `encoding` has them."""
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

        That takes no partner and changes nothing in the stock, so it never hurts, under any rule,
        and of a king that must go it costs no move: every line has its discard, which can
        come first. A king that need not go costs a move, though, so for shortest lines it is kept,
        and is a move where it covers something (`list_pairs`). One whose discard may end the game
        is a move too.
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
        rest: cython.ulonglong = left
        card: cython.int
        s: cython.int
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            if self.stock_index[card] < 0 and self.cover[card] & left == 0:
                exposed |= one << card
        self.left[0], self.exposed[0], self.in_stock[0] = left, exposed, in_stock
        self.position[0] = position
        for s in range(8):
            self.ban[s] = self.lasting_ban[s] = self.static_ban[s]

    def keep(self, left: cython.const[cython.uchar][::1]) -> cython.void:  # type: ignore[valid-type]
        """`kept` and `kept_in_stock`: the cards of the deal whose byte in `left` is not 0."""
        one: cython.ulonglong = 1
        i: cython.int
        self.kept = self.kept_in_stock = 0
        for i in range(self.size):
            if left[i]:
                self.kept |= one << self.bit_at[i]
                if i >= self.tableau:
                    self.kept_in_stock |= one << (i - self.tableau)

    def copy_level(self, d: cython.int) -> cython.void:
        """Level d + 1 as level d stands."""
        s: cython.int
        self.left[d + 1], self.exposed[d + 1] = self.left[d], self.exposed[d]
        self.in_stock[d + 1], self.position[d + 1] = self.in_stock[d], self.position[d]
        for s in range(8 * d, 8 * d + 8):
            self.ban[s + 8] = self.ban[s]
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
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            left &= ~(one << card)
            exposed &= ~(one << card)
            if self.stock_index[card] >= 0:
                self.in_stock[d] &= ~(one << self.stock_index[card])
                continue
            below = self.under[card] & left
            while below:
                other = lowest_bit(below)
                below &= below - 1
                if self.cover[other] & left == 0:
                    exposed |= one << other
                    cards |= (one << other) & at_once
        self.left[d], self.exposed[d] = left, exposed

    def waste_top(self, d: cython.int) -> cython.int:
        """The stock index of the waste top, or -1."""
        one: cython.ulonglong = 1
        dealt: cython.ulonglong = self.in_stock[d] & ((one << dealt_of(self.position[d])) - 1)
        return highest_bit(dealt) if dealt else -1

    def turned(self, d: cython.int) -> cython.int:
        """The stock index of the turned card, or -1."""
        rest: cython.ulonglong = self.in_stock[d] >> dealt_of(self.position[d])
        if rest == 0 or not self.stock_top:
            return -1
        return lowest_bit(rest) + dealt_of(self.position[d])

    def canonical(self, d: cython.int) -> cython.int:
        """The position with t made least: stock cards above the waste top are gone alike."""
        return pass_start(self.position[d]) + self.waste_top(d) + 1

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
            # One pass: the groups lie where they were dealt, dropped cards among them.
            t = (t // self.draw + 1) * self.draw
            return position_of(number, t if t < self.stock else self.stock)
        for k in range(self.draw):
            if rest:
                t = lowest_bit(rest) + 1
                rest &= rest - 1
        return position_of(number, t)

    def list_pairs(self, d: cython.int) -> cython.void:
        """The discards at this position that are not excluded.

        A king that need not go and covers nothing is no discard of a shortest line:
        without it the line is legal and shorter.
        """
        available: cython.ulonglong = self.exposed[d]
        rest: cython.ulonglong = available & self.kings
        lows: cython.int
        highs: cython.int
        open_highs: cython.int
        s: cython.int
        a: cython.int
        base: cython.int
        self.count[d] = self.following[d] = 0
        while rest:
            a = lowest_bit(rest)
            rest &= rest - 1
            if not self.keep_optional or self.under[a] & self.left[d]:
                self.add_pair(d, a, a)
        for s in range(self.sets):
            base = 8 * s + (0 if self.self_set[s] else 4)
            lows = cython.cast(cython.int, (available >> (8 * s)) & 15)
            highs = cython.cast(cython.int, (available >> base) & 15)
            if highs == 0:
                continue
            while lows:
                a = 8 * s + lowest_bit(lows)
                lows &= lows - 1
                open_highs = highs & ~cython.cast(
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
        """Pairs of which one card lies directly on the other, and is all that does."""
        one: cython.ulonglong = 1
        rest: cython.ulonglong = self.exposed[d]
        below: cython.ulonglong
        a: cython.int
        b: cython.int
        while rest:
            a = lowest_bit(rest)
            rest &= rest - 1
            below = self.under[a] & self.left[d]
            if a < 8 * self.sets:
                below &= cython.cast(cython.ulonglong, 255) << (a & ~7)
            else:
                below = 0
            while below:
                b = lowest_bit(below)
                below &= below - 1
                if (
                    self.cover[b] & self.left[d] == one << a
                    and self.direct[b] >> a & 1
                    and self.allowed(d, a, b)
                ):
                    self.add_pair(d, a, b)

    def list_stock_pairs(self, d: cython.int) -> cython.void:
        """Add the discards with the turned card, the waste top and what lies under it."""
        one: cython.ulonglong = 1
        top: cython.int = self.waste_top(d)
        top_card: cython.int
        under: cython.int
        below: cython.ulonglong
        self.list_turned_pairs(d)
        if top < 0:
            return
        top_card = self.bit_at[self.tableau + top]
        self._list_with(d, top_card)
        if self.waste_pairs:
            below = self.in_stock[d] & ((one << top) - 1)
            if below:
                under = self.bit_at[self.tableau + highest_bit(below)]
                if self.allowed(d, top_card, under):
                    self.add_pair(d, top_card, under)

    def list_turned_pairs(self, d: cython.int) -> cython.void:
        """Add the discards with the turned card."""
        turned: cython.int = self.turned(d)
        top: cython.int
        card: cython.int
        top_card: cython.int
        if turned < 0:
            return
        card = self.bit_at[self.tableau + turned]
        self._list_with(d, card)
        if self.stock_waste != SW_NO:
            top = self.waste_top(d)
            if top >= 0:
                top_card = self.bit_at[self.tableau + top]
                if self.allowed(d, card, top_card):
                    self.add_pair(d, top_card, card)

    def stock_events(self, d: cython.int) -> cython.ulonglong:
        """The stock cards, by index, that can be discarded when they are turned.

        For single cards with the stock top available: those with an exposed partner that is not
        excluded, and those that match the card left before them.
        """
        one: cython.ulonglong = 1
        events: cython.ulonglong = 0
        exposed: cython.ulonglong = self.exposed[d]
        rest: cython.ulonglong = self.in_stock[d]
        card: cython.int
        before: cython.int = -1
        s: cython.int
        choices: cython.uint
        k: cython.int
        while rest:
            k = lowest_bit(rest)
            rest &= rest - 1
            card = self.bit_at[self.tableau + k]
            s = card >> 3
            choices = set_choices(exposed, self.ban[8 * d + s], s, self.self_set[s] != 0)
            if (choices >> (4 * (card & 7))) & 15:
                events |= one << k
            elif before >= 0 and before >> 3 == s and self.stock_waste != SW_NO:
                if self.allowed(d, before, card):
                    events |= one << k
            before = card
        return events

    def _list_with(self, d: cython.int, card: cython.int) -> cython.void:
        """Add the discards of an available stock card alone or with an exposed card."""
        base: cython.int
        choices: cython.int
        if card >= 8 * self.sets:
            if not (self.ban[8 * d + (card >> 3)] >> (4 * (card & 7) + (card & 3))) & 1:
                self.add_pair(d, card, card)
            return
        base = card & ~7
        if not self.self_set[card >> 3] and not card & 4:
            base += 4
        choices = self.partners(d, card) & cython.cast(cython.int, (self.exposed[d] >> base) & 15)
        while choices:
            self.add_pair(d, card, base + lowest_bit(choices))
            choices &= choices - 1

    def add_pair(self, d: cython.int, a: cython.int, b: cython.int) -> cython.void:
        """List one discard; twice the same card for a king."""
        k: cython.int = PAIRS * d + self.count[d]
        self.pair_low[k], self.pair_high[k] = a, b
        self.count[d] += 1

    def allowed(self, d: cython.int, a: cython.int, b: cython.int) -> cython.bint:
        """Whether two cards add to the total and are not excluded as a pair."""
        if a >= 8 * self.sets or a >> 3 != b >> 3:
            return False
        if not self.self_set[a >> 3] and (a ^ b) & 4 == 0:
            return False
        return not (self.ban[8 * d + (a >> 3)] >> (4 * (a & 7) + (b & 3))) & 1

    def partners(self, d: cython.int, card: cython.int) -> cython.int:
        """The cards left that may still be this card's partner, four bits."""
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
        if lasting:
            self.lasting_ban[8 * d + (a >> 3)] |= pair

    def forget_pass(self, d: cython.int) -> cython.void:
        """A redeal: what was excluded for one pass is so no more."""
        s: cython.int
        for s in range(8 * d, 8 * d + 8):
            self.ban[s] = self.lasting_ban[s]

    def force(self, d: cython.int) -> cython.void:
        """Forced pairs: if one is listed, list it alone.

        A card that must go and has one partner left goes with it as soon as it can: every line
        discards that pair, and where removing early never hurts, now is the best time. So does a
        pair of which each is the only partner of the other (`force_mutual`): a line that does
        not discard it can do so now and gains the cards' places, but the discard costs a move.
        """
        i: cython.int
        a: cython.int
        b: cython.int
        s: cython.int
        choices: cython.uint
        of_a: cython.uint
        of_b: cython.uint
        if not self.forcing:
            return
        for i in range(PAIRS * d, PAIRS * d + self.count[d]):
            a, b = self.pair_low[i], self.pair_high[i]
            if a == b or self.may_end(a, b):
                continue
            s = a >> 3
            choices = set_choices(self.left[d], self.ban[8 * d + s], s, self.self_set[s] != 0)
            of_a = (choices >> (4 * (a & 7))) & 15
            of_b = (choices >> (4 * (b & 7))) & 15
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

    def may_end(self, a: cython.int, b: cython.int) -> cython.bint:
        """Whether this discard may be the one that ends the game: it has a `last` card.

        Every prune that plays a discard earlier than a line does leaves these alone, for what was
        to come before it would be lost. Other discards do not end the game, wherever they are
        played, as the pyramid is not cleared before its last cards are gone.
        """
        return (self.last >> a | self.last >> b) & 1 != 0

    def stuck(self, d: cython.int, card: cython.int) -> cython.bint:
        """Whether a card that must go has no partner left."""
        if not (self.left[d] & self.must) >> card & 1:
            return False
        return self.partners(d, card) == 0
